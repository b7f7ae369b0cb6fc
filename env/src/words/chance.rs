//! What the game waits for and what chance decided, in words and back.

use super::{Speaker, WordError, dice, shown};
use crate::chance::{Outcome, in_the_air, is_possible, urn};
use crate::ids::{AidIx, BoardIx, DistrictIx, EpicId, EquipmentId, Track, UnknownName};
use crate::state::{Ending, Game, Now};

impl Speaker<'_> {
    /// What the position waits for, as a sentence without a full stop.
    pub fn awaited(&self, game: &Game) -> String {
        let actor = self.seat(game, game.acting);
        match game.now {
            Now::DealEpic { district } => {
                format!("an Epic is drawn for {}", self.district(district))
            }
            Now::DealEquipment => "an Equipment card is drawn for the market".into(),
            Now::PlaceBoss => format!("{}'s first district is drawn", self.boss(game)),
            Now::MoveBoss => format!("{}'s movement die is rolled", self.boss(game)),
            Now::RollDice { seat } => {
                let dice = dice::say_kinds(&in_the_air(game));
                format!("{} rolls {dice}", self.seat(game, seat))
            }
            Now::Place => format!("{actor} chooses a starting district"),
            Now::Keep => format!("{actor} decides which dice to keep"),
            Now::Faith => format!("{actor} chooses more dice to reroll"),
            Now::Use => format!("{actor} decides what to use"),
            Now::SetFace { kind, .. } => format!("{actor} turns the {kind} die to another face"),
            Now::Spend if game.open.is_move => format!("{actor} moves"),
            Now::Spend => {
                format!("{actor} spends {}", dice::say_symbols(game.open.symbols))
            }
            Now::Reward => format!("{actor} places the rewards"),
            Now::Buy => "the team decides what to buy".into(),
            Now::Receive { card } => {
                format!("the team decides who gets {}", self.card(card))
            }
            Now::LoseDie => "a base was discovered: the team gives up a die".into(),
            Now::Transform { district, .. } => {
                format!(
                    "the Epic Ability Die is rolled for {}",
                    self.district(district)
                )
            }
            Now::Recipient { .. } => format!("{actor} names another Reckoner"),
            Now::Regain => format!("{actor} takes a used die back"),
            Now::Reroll { .. } => format!("{actor} chooses a die to reroll"),
            Now::KidnapTo => format!("{actor} names a district to bring something to"),
            Now::Kidnap { to, .. } => {
                format!("{actor} chooses what is brought to {}", self.district(to))
            }
            Now::AfterMove { .. } => format!("{actor} chooses a symbol for the Move"),
            Now::Steal { district } => format!(
                "{} steals: the team names an Equipment card",
                self.epic_in(game, district)
            ),
            Now::Sell => "the money is gone: the team sells an Equipment card".into(),
            Now::DiscardToken => "the team gives up a Plan Token".into(),
            Now::SwapGive { .. } => format!("{actor} may give a die to be changed"),
            Now::SwapTake { given, .. } => format!("{actor} may change the {given} die"),
            Now::ExtraKind { .. } => format!("{actor} chooses the kind of the extra die"),
            Now::DealBoard { district } => {
                format!("a board is drawn for {}", self.district(district))
            }
            Now::PowerDice => format!("{}'s Power dice are rolled", self.boss(game)),
            Now::BossCard => format!("a card of {} is turned", self.boss(game)),
            Now::DrawAid { district, .. } => {
                format!("a Dawnslight card is drawn for {}", self.district(district))
            }
            Now::Disable => format!("{actor} names a card that does not work this round"),
            Now::LayAside => format!("{actor} lays a die aside for this round"),
            Now::SecondHalf { to } => format!(
                "{actor} moves to {}: what else does it cost?",
                self.district(to)
            ),
            Now::LoseFace { seat, kind, .. } => format!(
                "{} loses an unused {kind} die: the team says which",
                self.seat(game, seat)
            ),
            Now::KeepAid { .. } => "the team keeps one of two Dawnslight cards".into(),
            Now::GiveAid { card, .. } => format!(
                "the team decides who gets the Dawnslight card ({})",
                self.aid(game, card)
            ),
            Now::Suffer { effect, .. } => format!(
                "the team names a Reckoner who is weakened ({})",
                effect.meaning()
            ),
            Now::Perform { district } => format!(
                "{actor} names who performs the benefit of {}",
                self.district(district)
            ),
            Now::Over(ending) => self.ending(game, ending),
            Now::Busy => "the rules are at work".into(),
        }
    }

    /// How the game ended.
    pub fn ending(&self, game: &Game, ending: Ending) -> String {
        match ending {
            Ending::Won => format!("{} is defeated: the Reckoners win", self.boss(game)),
            Ending::Lost(cause) => format!(
                "the population is gone ({}): the Reckoners lose",
                super::event::cause(cause)
            ),
        }
    }

    /// One thing out of the urn of the pending event.
    fn pick(&self, game: &Game, pick: u8) -> String {
        match game.now {
            Now::DealEpic { .. } => self.epic(EpicId(pick)).to_owned(),
            Now::DealEquipment => self.card(EquipmentId(pick)).to_owned(),
            Now::PlaceBoss => self.district(DistrictIx(pick)),
            Now::Transform { .. } => {
                let deed = self.rules.catalog().pieces.ability_die[usize::from(pick)];
                // Faces may be equal; the number tells them apart.
                format!("{} ({deed})", pick + 1)
            }
            Now::DealBoard { .. } => self.rules.city(game).board(BoardIx(pick)).name.clone(),
            Now::DrawAid { .. } => self.aid(game, AidIx(pick)),
            Now::BossCard => {
                let cards = &self.rules.catalog().boss(game.ruleset.boss).cards;
                let effects = cards[usize::from(pick)].effects.iter();
                let names: Vec<&str> = effects.map(|effect| effect.key()).collect();
                names.join(" + ")
            }
            _ => pick.to_string(),
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
        let outcome = match game.now {
            Now::DealEpic { .. } => {
                let deck = catalog.epic_deck(&game.ruleset);
                match self.begins(game, text) {
                    Some(outcome) => outcome,
                    None => Outcome::Pick(catalog.find_epic_in(deck, text).map_err(name)?.0),
                }
            }
            Now::Transform { .. } => self.read_face_of_ability_die(game, text)?,
            Now::DealEquipment => match self.begins(game, text) {
                Some(outcome) => outcome,
                None => Outcome::Pick(catalog.find_equipment(text).map_err(name)?.0),
            },
            Now::PlaceBoss => match self.begins(game, text) {
                Some(outcome) => outcome,
                None => Outcome::Pick(self.names.find(text, game.district_count())?.0),
            },
            Now::MoveBoss => {
                Outcome::Pick(text.trim().parse().map_err(|_| self.no_pick(game, text))?)
            }
            Now::RollDice { seat } => {
                let text = self.own_words(game, seat, text)?;
                let kinds = in_the_air(game);
                match dice::read_shown(catalog, &kinds, text) {
                    Some(read) => Outcome::Faces(read?),
                    None => Outcome::Faces(dice::read(catalog, text)?),
                }
            }
            Now::DealBoard { .. } | Now::BossCard | Now::DrawAid { .. } => {
                self.read_named_pick(game, text)?
            }
            Now::PowerDice => read_rows(text).ok_or_else(|| {
                WordError(format!(
                    "\"{}\" are not four Power dice; write for example \"yellow 3, black 1, red 6, \
                     blue 2\" or \"3 1 6 2\"",
                    shown(text.trim())
                ))
            })?,
            _ => {
                return Err(WordError(format!(
                    "no chance is awaited: {}",
                    self.awaited(game)
                )));
            }
        };
        if is_possible(catalog, game, &outcome) {
            return Ok(outcome);
        }
        Err(match (game.now, &outcome) {
            (Now::RollDice { .. }, Outcome::Faces(faces)) => WordError(format!(
                "{}, but \"{}\" are {}",
                self.awaited(game),
                shown(text.trim()),
                if faces.is_empty() {
                    "no dice".into()
                } else {
                    dice::say_kinds(&faces.kinds())
                },
            )),
            (Now::DealEpic { .. } | Now::DealEquipment, _) => {
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
