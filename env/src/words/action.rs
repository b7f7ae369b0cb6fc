//! Decisions in words: one short phrase for each action, unique within its position, and the
//! reading of what a person types. The phrases stand in the table of actions (`action/table.rs`) and, where a decision has
//! its own, in that of all that a game waits for (`state/waits.rs`).

use super::awaited::fill;
use super::{Speaker, WordError, dice, letters, shown};
use crate::action::{Action, Block, Part};
use crate::cards::{Gain, Timing};
use crate::ids::{DieKind, DistrictOffset, EquipmentId, FaceIx, SeatIx, Shield};
use crate::state::{Game, Now, Origin, Spot, waits};

/// With what a power is paid: what was taken, and may not be a die.
const fn pay(game: &Game) -> &'static str {
    match game.open.origin {
        Origin::Die => "pay the die for",
        Origin::Token => "pay the Plan Token for",
        Origin::Card | Origin::AfterMove | Origin::Benefit => "pay the symbol for",
    }
}

macro_rules! own_phrases {
    (
        chance { $($chance:tt)+ }
        decisions {
            $($(#[$about:meta])* $name:ident $({ $($fields:tt)+ })? = $key:literal $asks:literal
                [$asked:ident $(, $midway:ident)? offers $offers:ident $of:tt then $then:ident $given:tt
                    $(says $($block:ident $phrase:literal),+)?]
                over $over:ident $below:tt $file:tt;)+
        }
    ) => {
        /// What actions are called where their usual phrase does not fit.
        const fn own_phrase(now: Now, action: Block) -> Option<&'static str> {
            match (now, action) {
                $($($((Now::$name { .. }, Block::$block) => Some($phrase),)+)?)+
                _ => None,
            }
        }
    };
}

waits!(own_phrases);

impl Speaker<'_> {
    /// The action as a sentence: `Tia: take a purple die (research x2)`.
    pub fn sentence(&self, game: &Game, action: Action) -> String {
        format!(
            "{}: {}",
            self.seat(game, game.acting),
            self.action(game, action)
        )
    }

    /// The action as a phrase, unique among the legal ones of the position.
    pub fn action(&self, game: &Game, action: Action) -> String {
        let own = own_phrase(game.now, action.block());
        let phrase = own.unwrap_or_else(|| action.block().phrase());
        fill(phrase, |name| self.action_part(game, action, name))
    }

    /// What a name in a phrase stands for: something that the action names, or of the position.
    fn action_part(&self, game: &Game, action: Action, name: &str) -> Option<String> {
        let catalog = self.rules.catalog();
        let place = |offset: DistrictOffset| self.district(game.district_at(offset));
        let shielded = |offset: DistrictOffset, colour: Shield| {
            let district = game.district(game.district_at(offset));
            district.is_shielded(colour)
        };
        Some(match (name, action.parts().as_slice()) {
            ("district", [.., Part::District(to)]) => place(*to),
            ("epic", [Part::District(to)]) => self.epic_in(game, game.district_at(*to)),
            ("contain", [Part::District(to)]) if shielded(*to, Shield::Blue) => {
                format!("remove a blue Shield from {}", place(*to))
            }
            ("contain", [Part::District(to)]) => {
                format!("contain {}", self.epic_in(game, game.district_at(*to)))
            }
            ("red_piece", [Part::District(to)]) if shielded(*to, Shield::Red) => {
                "a red Shield".into()
            }
            ("red_piece", _) => "an Enforcement".into(),
            ("seat", [Part::Seat(who), ..]) => self.seat(game, game.seat_at(*who)).to_owned(),
            ("die", [Part::Kind(kind), Part::Face(face)]) => self.a_die(*kind, *face),
            ("kind", [.., Part::Kind(kind)]) => kind.to_string(),
            ("a_kind", [.., Part::Kind(kind)]) => dice::a_kind(*kind).to_owned(),
            ("face", [Part::Face(face)]) => {
                let about = game.now.details();
                let kind = about.kind.or(about.die.map(|(kind, _)| kind))?;
                catalog.die(kind).face(*face).to_string()
            }
            ("number", [Part::Face(face)]) => (face.0 + 1).to_string(),
            ("symbol" | "from", [Part::Symbol(symbol), ..]) | ("to", [_, Part::Symbol(symbol)]) => {
                symbol.to_string()
            }
            ("shield", [Part::Shield(shield), ..]) => shield.to_string(),
            ("track", [Part::Track(track)]) => track.to_string(),
            ("card", [Part::Card(card)]) => self.card(*card).to_owned(),
            ("price", [Part::Card(card)]) => catalog.equipment(*card).price.to_string(),
            ("card_use", [Part::Card(card)]) => self.use_card(game, *card),
            ("aid", [Part::Aid(card)]) => self.aid(game, *card),
            ("count", [Part::Tokens(count)]) => count.0.to_string(),
            ("attacks", [Part::Tokens(count)]) => (2 * count.0 + 1).to_string(),
            ("rolled", _) => count_dice(game.actor().dice.count(Spot::Rolled)),
            ("chosen", _) => count_dice(game.actor().dice.count(Spot::Air)),
            ("ability", _) => self.ability(game).to_owned(),
            ("ability_use", _) => self.use_ability(game),
            ("refresh", _) => catalog.setup.refresh_price.to_string(),
            ("buy_back", _) => catalog.setup.buy_back_price.to_string(),
            ("here", _) => self.district(game.actor().district),
            ("lower", _) if self.rules.boss_has_track(game) => "protect".into(),
            ("lower", _) => "lower the marker of".into(),
            _ => return self.part(game, name),
        })
    }

    fn use_ability(&self, game: &Game) -> String {
        let ability = self.rules.catalog().reckoner(game.actor().reckoner).ability;
        let gives = match ability.gain {
            Gain::Symbols { gives, .. } => dice::say_symbols(gives),
            _ => String::new(),
        };
        match ability.timing {
            Timing::Paid(_) => format!("{} {} ({gives})", pay(game), self.ability(game)),
            _ => format!("use {}", self.ability(game)),
        }
    }

    fn a_die(&self, kind: DieKind, face: FaceIx) -> String {
        let face = self.rules.catalog().die(kind).face(face);
        format!("{} die ({face})", dice::a_kind(kind))
    }

    fn ability(&self, game: &Game) -> &str {
        &self
            .rules
            .catalog()
            .reckoner(game.actor().reckoner)
            .ability_name
    }

    fn use_card(&self, game: &Game, card: EquipmentId) -> String {
        let card = self.rules.catalog().equipment(card);
        let verb = match card.power.timing {
            Timing::Paid(_) | Timing::PaidTwo(_) => pay(game),
            _ => "use",
        };
        match card.power.gain {
            Gain::Symbols { gives, anywhere } => {
                let reach = if anywhere { ", anywhere" } else { "" };
                format!("{verb} {} ({}{reach})", card.name, dice::say_symbols(gives))
            }
            _ => format!("{verb} {}", card.name),
        }
    }

    /// Reads a decision as a person types it: the phrase itself, or enough of its words to tell it
    /// from the other legal actions (`take purple RR`, `move loop`, `token R`). The acting
    /// Reckoner's name and a colon may stand in front.
    pub fn read_action(&self, game: &Game, text: &str) -> Result<Action, WordError> {
        let text = self.own_words(game, game.acting, text)?;
        let wanted = words(text);
        if text.trim().is_empty() {
            return Err(WordError(
                "nothing was written; name one of the legal actions".into(),
            ));
        }
        if text.trim().bytes().all(|b| b.is_ascii_digit()) {
            return Err(WordError(format!(
                "\"{}\": write the action in words; a number alone could be many things",
                shown(text.trim())
            )));
        }
        let legal: Vec<Action> = self.rules.legal(game).actions().collect();
        if legal.is_empty() {
            return Err(WordError(format!(
                "no decision is awaited: {}",
                self.awaited(game)
            )));
        }
        // Names of districts may differ in marks that are no words: the whole phrase goes first.
        let lower = text.trim().to_lowercase();
        let exact = legal
            .iter()
            .find(|a| self.action(game, **a).to_lowercase() == lower);
        if let Some(action) = exact {
            return Ok(*action);
        }
        let fitting = |wanted: &[String]| -> Vec<(Fit, Action)> {
            let fits = legal.iter().filter_map(|&action| {
                let known = words(&self.action(game, action));
                Some((
                    fit(wanted, &known, &self.short_words(game, action))?,
                    action,
                ))
            });
            let fits: Vec<(Fit, Action)> = fits.collect();
            let best = fits.iter().map(|(fit, _)| fit.whole).max();
            fits.into_iter()
                .filter(|(fit, _)| Some(fit.whole) == best)
                .collect()
        };
        let found = fitting(&wanted);
        let complete: Vec<Action> = found
            .iter()
            .filter(|(fit, _)| fit.unsaid == 0)
            .map(|(_, action)| *action)
            .collect();
        match (found.as_slice(), complete.as_slice()) {
            ([(_, action)], _) | (_, [action]) if !wanted.is_empty() => Ok(*action),
            ([], _) => {
                let mut once = wanted.clone();
                once.sort_unstable();
                once.dedup();
                Err(match fitting(&once).as_slice() {
                    [(_, action)] if once.len() < wanted.len() => WordError(format!(
                        "\"{}\" is more than one action; say \"{}\", then the next",
                        shown(text.trim()),
                        self.action(game, *action)
                    )),
                    _ => self.unknown_action(game, &legal, text),
                })
            }
            _ => Err(self.ambiguous(game, &found, text)),
        }
    }

    /// Reads the keeping of several dice: `keep 2 purple RR, white E`, by what they show (`keep RR E`) or `keep all`.
    /// `k rr e` also rolls the others, and so does `; roll ...` behind it, as the program says it. None
    /// when the text is not that; whether the dice are there, the rules say.
    pub fn read_keeps(&self, game: &Game, text: &str) -> Option<Vec<Action>> {
        let text = self.own_words(game, game.acting, text).ok()?;
        let (dice_text, again) = match text.split_once(';') {
            Some((dice, rest)) if rest.trim_start().to_lowercase().starts_with("roll") => {
                (dice, true)
            }
            _ => (text, false),
        };
        let (verb, rest) = dice_text.trim().split_once(char::is_whitespace)?;
        let is_keep = "keep".starts_with(&verb.to_lowercase());
        if game.now != Now::Keep || !is_keep {
            return None;
        }
        // The short word means the whole decision: these stay, the others fly.
        let again = again || verb.len() == 1;
        let catalog = self.rules.catalog();
        let rolled = game.actor().dice.faces(Spot::Rolled);
        let rest = match rest.split_once('(') {
            Some((all, _)) if all.trim().eq_ignore_ascii_case("all") => all,
            _ => rest,
        };
        let dice = if rest.trim().eq_ignore_ascii_case("all") {
            if game.actor().rolls == self.rules.traits(game, game.actor()).rolls() {
                return Some(vec![Action::KeepAll]);
            }
            rolled
        } else {
            match letters::pick_shown(catalog, &rolled, rest) {
                Some(picked) => picked.ok()?,
                None => dice::read(catalog, rest).ok()?,
            }
        };
        let keep = |(kind, face, count)| {
            let one = Action::Keep { kind, face };
            std::iter::repeat_n(one, usize::from(count))
        };
        let mut keeps: Vec<Action> = dice.iter().flat_map(keep).collect();
        let counted = rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let by_letter = letters::pick_shown(catalog, &rolled, rest).is_some();
        let several = keeps.len() > 1 || counted || by_letter || again || dice == rolled;
        if again && dice != rolled {
            keeps.push(Action::RollRest);
        }
        several.then_some(keeps)
    }

    fn ambiguous(&self, game: &Game, found: &[(Fit, Action)], text: &str) -> WordError {
        let list = self.some(game, found.iter().map(|(_, action)| *action), "or");
        WordError(format!("\"{}\" could be {list}; say more", shown(text)))
    }

    /// The first of some actions, and how many more there are.
    fn some(
        &self,
        game: &Game,
        actions: impl ExactSizeIterator<Item = Action>,
        joined: &str,
    ) -> String {
        const SHOWN: usize = 5;
        let more = match actions.len().saturating_sub(SHOWN) {
            0 => String::new(),
            n => format!(" {joined} {n} more"),
        };
        let shown: Vec<String> = actions
            .take(SHOWN)
            .map(|action| format!("\"{}\"", self.action(game, action)))
            .collect();
        shown.join(", ") + &more
    }

    /// Takes the name of the Reckoner who must be speaking off the front.
    pub(super) fn own_words<'t>(
        &self,
        game: &Game,
        seat: SeatIx,
        text: &'t str,
    ) -> Result<&'t str, WordError> {
        let Some((name, rest)) = text.split_once(':') else {
            return Ok(text);
        };
        let turn = self.seat(game, seat);
        let named = game
            .team()
            .iter()
            .any(|s| s.reckoner.key().eq_ignore_ascii_case(name.trim()));
        if name.trim().eq_ignore_ascii_case(turn) {
            Ok(rest)
        } else if named {
            Err(WordError(format!(
                "it is {turn}'s turn, not {}'s",
                shown(name.trim())
            )))
        } else {
            // Phrases of abilities have a colon of their own.
            Ok(text)
        }
    }

    /// The short form of the die or symbol in an action, as one more word for it.
    fn short_words(&self, game: &Game, action: Action) -> Vec<String> {
        let face = |kind: DieKind, face: FaceIx| {
            let face = self.rules.catalog().die(kind).face(face);
            dice::short_face(face).to_lowercase()
        };
        let mut more = Vec::new();
        match (action, game.now) {
            (
                Action::Keep { kind, face: f }
                | Action::Take { kind, face: f }
                | Action::AbilityDie { kind, face: f },
                _,
            )
            | (Action::SetFace { face: f }, Now::SetFace { kind, .. }) => {
                more.push(face(kind, f));
                if kind == DieKind::Basic {
                    more.push("white".into());
                }
            }
            (Action::TakeToken { symbol }, _) => {
                more.push(dice::letter(symbol).to_lowercase().to_string());
            }
            (
                Action::BuyBack {
                    kind: DieKind::Basic,
                    ..
                },
                _,
            )
            | (
                Action::LoseDie {
                    kind: DieKind::Basic,
                    ..
                },
                _,
            ) => more.push("white".into()),
            (Action::Money, _) => more.push("money".into()),
            (Action::Forfeit, _) => more.push("forfeit".into()),
            (Action::Refresh, _) => more.push("refresh".into()),
            _ => {}
        }
        if more.iter().any(|w| w.contains('$')) {
            // Money is written as $ or as M.
            let as_m = more
                .iter()
                .filter(|w| w.contains('$'))
                .map(|w| w.replace('$', "m"));
            more.extend(as_m.collect::<Vec<_>>());
        }
        if let Some(district) = action.district() {
            more.push((game.district_at(district).0 + 1).to_string());
        }
        more
    }

    fn unknown_action(&self, game: &Game, legal: &[Action], text: &str) -> WordError {
        let lower = text.trim().to_lowercase();
        let near = legal
            .iter()
            .map(|a| self.action(game, *a))
            .map(|phrase| (strsim::jaro_winkler(&lower, &phrase.to_lowercase()), phrase))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(score, _)| *score > 0.6)
            .map(|(_, phrase)| format!("did you mean \"{phrase}\"?"))
            .unwrap_or_else(|| self.some(game, legal.iter().copied(), "and"));
        let text = shown(text.trim());
        WordError(format!(
            "\"{text}\" is none of the {} legal actions ({near})",
            legal.len()
        ))
    }
}

fn count_dice(count: u8) -> String {
    if count == 1 {
        "die".into()
    } else {
        format!("{count} dice")
    }
}

/// The words of a text, lower case, without punctuation and little words.
fn words(text: &str) -> Vec<String> {
    const LITTLE: [&str; 12] = [
        "a", "an", "the", "to", "in", "at", "from", "of", "for", "die", "as", "with",
    ];
    // One letter is never little where it can be a symbol: only "a" can be both.
    let all: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '$')
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect();
    let last = all.len().saturating_sub(1);
    let keeps = |(i, w): &(usize, String)| {
        !LITTLE.contains(&w.as_str()) || (*i == last && w == "a" && last > 0)
    };
    all.into_iter()
        .enumerate()
        .filter(keeps)
        .map(|(_, w)| w)
        .collect()
}

/// How well typed words fit an action.
#[derive(Debug, Clone, Copy)]
struct Fit {
    /// Words typed whole.
    whole: usize,
    /// Words of the phrase that were not typed.
    unsaid: usize,
}

/// None when some typed word is in no way a word of the action, or was said before.
fn fit(wanted: &[String], phrase: &[String], short: &[String]) -> Option<Fit> {
    let mut left: Vec<&String> = phrase.iter().collect();
    let mut short: Vec<&String> = short.iter().collect();
    let mut whole = 0;
    for (place, word) in wanted.iter().enumerate() {
        let begins = |p: &&String| word.chars().count() > 1 && p.starts_with(word.as_str());
        // The first word is what is done; one letter of it is enough.
        let verb = place == 0 && word.chars().count() == 1 && wanted.len() > 1;
        if verb && left.first().is_some_and(|p| p.starts_with(word.as_str())) {
            left.remove(0);
        } else if let Some(at) = left.iter().position(|p| *p == word) {
            left.remove(at);
            whole += 1;
        } else if let Some(at) = short.iter().position(|s| *s == word) {
            short.remove(at);
            whole += 1;
        } else {
            left.remove(left.iter().position(begins)?);
        }
    }
    Some(Fit {
        whole,
        unsaid: left.len(),
    })
}
