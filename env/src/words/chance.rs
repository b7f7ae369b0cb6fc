//! What chance decided, in words and back.

use super::{Speaker, WordError, dice, letters, shown};
use crate::chance::{Outcome, Thing, in_the_air, is_possible, urn};
use crate::ids::{AidIx, BoardIx, DistrictIx, EpicId, EquipmentId, Track, UnknownName};
use crate::state::Game;

impl Speaker<'_> {
    /// One thing out of the urn of the pending event.
    fn pick(&self, game: &Game, pick: u8) -> String {
        match Thing::of(game.now) {
            Some(Thing::Epic) => self.epic(EpicId(pick)).to_owned(),
            Some(Thing::Equipment) => self.card(EquipmentId(pick)).to_owned(),
            Some(Thing::District) => self.district(DistrictIx(pick)),
            Some(Thing::AbilityFace) => {
                let deed = self.rules.catalog().pieces.ability_die[usize::from(pick)];
                // Faces may be equal; the number tells them apart.
                format!("{} ({deed})", pick + 1)
            }
            Some(Thing::Board) => self.rules.city(game).board(BoardIx(pick)).name.clone(),
            Some(Thing::Aid) => self.aid(game, AidIx(pick)),
            Some(Thing::BossCard) => {
                let cards = &self.rules.catalog().boss(game.ruleset.boss).cards;
                let effects = cards[usize::from(pick)].effects.iter();
                let names: Vec<&str> = effects.map(|effect| effect.key()).collect();
                names.join(" + ")
            }
            Some(Thing::Number | Thing::Dice | Thing::Rows) | None => pick.to_string(),
        }
    }

    /// An outcome of the pending event in words that [`Speaker::read_outcome`] reads back.
    pub fn outcome(&self, game: &Game, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Pick(pick) => self.pick(game, *pick),
            Outcome::Faces(faces) => dice::say(self.rules.catalog(), faces),
            Outcome::Rows(rows) => {
                let rows = Track::ALL.iter().zip(rows);
                let rows = rows.map(|(track, row)| format!("{track} {}", row + 1));
                rows.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Reads the outcome of the pending chance event: the name of the card or district drawn, the
    /// number on the movement die, or the dice (`tia: purple RR, white $, white plan`).
    pub fn read_outcome(&self, game: &Game, text: &str) -> Result<Outcome, WordError> {
        let catalog = self.rules.catalog();
        let name = |e: UnknownName| WordError(e.to_string());
        let Some(thing) = Thing::of(game.now) else {
            let problem = format!("no chance is awaited: {}", self.awaited(game));
            return Err(WordError(problem));
        };
        let outcome = match thing {
            Thing::Epic => {
                let deck = catalog.epic_deck(&game.ruleset);
                match self.begins(game, text) {
                    Some(outcome) => outcome,
                    None => Outcome::Pick(catalog.find_epic_in(deck, text).map_err(name)?.0),
                }
            }
            Thing::AbilityFace => self.read_face_of_ability_die(game, text)?,
            Thing::Equipment => match self.begins(game, text) {
                Some(outcome) => outcome,
                None => Outcome::Pick(catalog.find_equipment(text).map_err(name)?.0),
            },
            Thing::District => match self.begins(game, text) {
                Some(outcome) => outcome,
                None => Outcome::Pick(self.names.find(text, game.district_count())?.0),
            },
            Thing::Number => {
                Outcome::Pick(text.trim().parse().map_err(|_| self.no_pick(game, text))?)
            }
            Thing::Dice => {
                let roller = game.now.details().who.unwrap_or(game.acting);
                let text = self.own_words(game, roller, text)?;
                let kinds = in_the_air(game);
                match letters::read_shown(catalog, &kinds, text) {
                    Some(read) => Outcome::Faces(read?),
                    None => Outcome::Faces(dice::read(catalog, text)?),
                }
            }
            Thing::Board | Thing::BossCard | Thing::Aid => self.read_named_pick(game, text)?,
            Thing::Rows => read_rows(text).ok_or_else(|| {
                WordError(format!(
                    "\"{}\" are not four Power dice; write for example \"yellow 3, black 1, red 6, \
                     blue 2\" or \"3 1 6 2\"",
                    shown(text.trim())
                ))
            })?,
        };
        if is_possible(catalog, game, &outcome) {
            return Ok(outcome);
        }
        Err(match (thing, &outcome) {
            (Thing::Dice, Outcome::Faces(faces)) => WordError(format!(
                "{}, but \"{}\" are {}",
                self.awaited(game),
                shown(text.trim()),
                if faces.is_empty() {
                    "no dice".into()
                } else {
                    dice::say_kinds(&faces.kinds())
                },
            )),
            (Thing::Epic | Thing::Equipment, _) => {
                let name = self.outcome(game, &outcome);
                WordError(format!("{name} is not in the deck"))
            }
            _ => self.no_pick(game, text),
        })
    }

    /// The one thing in the urn whose name begins like this, or has a word that does.
    fn begins(&self, game: &Game, text: &str) -> Option<Outcome> {
        let wanted = text.trim().to_lowercase();
        let urn = urn(self.rules.catalog(), game)?;
        let picks: Vec<u8> = urn.weights().into_iter().map(|(pick, _)| pick).collect();
        let names = || {
            picks
                .iter()
                .map(|pick| (*pick, self.pick(game, *pick).to_lowercase()))
        };
        let by = |test: &dyn Fn(&str) -> bool| {
            let mut found = names().filter(|(_, name)| test(name)).map(|(pick, _)| pick);
            match (found.next(), found.next()) {
                (Some(only), None) => Some(Outcome::Pick(only)),
                _ => None,
            }
        };
        if wanted.is_empty() {
            return None;
        }
        let exactly = by(&|name: &str| name == wanted);
        let first = || by(&|name: &str| name.starts_with(&wanted));
        let word = || by(&|name: &str| name.split(' ').any(|word| word.starts_with(&wanted)));
        exactly.or_else(first).or_else(word)
    }

    /// Something in the urn, by the name that the program gives it.
    fn read_named_pick(&self, game: &Game, text: &str) -> Result<Outcome, WordError> {
        let wanted = text.trim();
        let urn = urn(self.rules.catalog(), game);
        let picks = urn.map_or_else(Vec::new, super::super::chance::Urn::weights);
        let mut picks = picks.into_iter().map(|(pick, _)| pick);
        let found = picks.find(|pick| self.pick(game, *pick).eq_ignore_ascii_case(wanted));
        found
            .map(Outcome::Pick)
            .or_else(|| self.begins(game, text))
            .ok_or_else(|| self.no_pick(game, text))
    }

    /// A face of the Epic Ability Die: its number, or the action it shows.
    fn read_face_of_ability_die(&self, game: &Game, text: &str) -> Result<Outcome, WordError> {
        let first = text.split_whitespace().next().unwrap_or_default();
        if let Some(face) = first.parse::<u8>().ok().and_then(|n| n.checked_sub(1)) {
            return Ok(Outcome::Pick(face));
        }
        let faces = &self.rules.catalog().pieces.ability_die;
        let shown = |deed: &crate::cards::Deed| deed.to_string().eq_ignore_ascii_case(text.trim());
        let found = faces.iter().position(shown);
        found
            .map(|face| Outcome::Pick(face as u8))
            .ok_or_else(|| self.no_pick(game, text))
    }

    fn no_pick(&self, game: &Game, text: &str) -> WordError {
        let urn = urn(self.rules.catalog(), game);
        let mut picks: Vec<u8> = urn.map_or_else(Vec::new, |urn| {
            urn.weights().iter().map(|(pick, _)| *pick).collect()
        });
        picks.sort_unstable();
        let names: Vec<String> = picks.into_iter().map(|p| self.pick(game, p)).collect();
        WordError(format!(
            "\"{}\" cannot come of it: {}; it is one of {}",
            shown(text.trim()),
            self.awaited(game),
            names.join(", ")
        ))
    }
}

/// Four rows, counted from 1: in the order of the tracks, or each after the name of its track.
fn read_rows(text: &str) -> Option<Outcome> {
    let mut rows = [None; Track::COUNT];
    let mut named = None;
    let words = text.split([' ', ',', ':']).filter(|word| !word.is_empty());
    for word in words {
        if let Ok(track) = word.parse::<Track>() {
            named = Some(track.index());
        } else {
            let free = rows.iter().position(Option::is_none);
            let row: u8 = word.parse().ok()?;
            *rows.get_mut(named.take().or(free)?)? = Some(row.checked_sub(1)?);
        }
    }
    let rows: Vec<u8> = rows.into_iter().collect::<Option<_>>()?;
    Some(Outcome::Rows(rows.try_into().ok()?))
}
