//! What the game waits for, and everything that only some steps have.

use super::agenda::{Told, free_places};
use super::expansion::aids;
use super::expansion::asked::effect_of;
use super::expansion::team::{earning_card, kind};
use super::read::Reader;
use super::step::{self, Row};
use super::values::{ByText, GiftName, Object, OriginName, Reason};
use crate::cards::SymbolCounts;
use crate::ids::{CardSet, EquipmentId};
use crate::state::agenda::read_origin;
use crate::state::{Details, Open, Source, Span, Step, SwapCard, Via};
use crate::words::{dice, shown};

/// A message names the steps that have a key if they are not more.
const MOST_NAMED: usize = 4;

/// What is left of a group that is used up.
pub(super) const NOTHING: &str = "nothing";

impl Reader<'_> {
    /// Reads everything that only some steps have.
    pub(super) fn step(&mut self) {
        if !self.step_known {
            return;
        }
        let file = self.file;
        let row = self.row;
        for (key, given) in [
            ("district", file.district.is_some()),
            ("who", file.who.is_some()),
            ("die", file.die.is_some()),
            ("card", file.card.is_some()),
            ("cause", file.cause.is_some()),
            ("by", file.by.is_some()),
            ("gift", file.gift.is_some()),
            ("reroll", file.reroll.is_some()),
            ("moved", file.moved.is_some()),
            ("given", file.given.is_some()),
            ("kind", file.kind.is_some()),
            ("back", file.back == Some(true)),
            ("effect", file.effect.is_some()),
            ("aids", file.aids.is_some()),
            ("draws", file.draws.is_some()),
            ("buying", file.buying == Some(true)),
            ("using", file.using == Some(true)),
            ("owed", file.owed.is_some()),
            ("returns_to", file.returns_to.is_some()),
            ("handed_over", file.handed_over == Some(true)),
            ("open", file.open.is_some()),
            ("sniper", file.sniper.is_some()),
            ("rewards", file.rewards.is_some()),
            ("agenda", file.agenda.is_some()),
        ] {
            if given && !row.keys.contains(&key) {
                let (steps, here) = (Row::with_key(key), row.key);
                let problem = if steps.len() > MOST_NAMED {
                    format!("the step \"{here}\" does not have this; leave it out")
                } else {
                    let steps = steps.join("\" or \"");
                    format!("only the step \"{steps}\" has this, not \"{here}\"")
                };
                self.found.add(key, problem);
            }
        }
        self.elsewhere();
        self.game.focused = file.handed_over.unwrap_or(false);
        self.rewards();
        self.open();
        if let Some(place) = &file.sniper {
            self.game.sniper = self.district_ref("sniper", place);
        }
        if let Some(who) = file.acting {
            self.game.acting = self.seat_ref("acting", who).unwrap_or_default();
        } else if row.keys.contains(&"acting") {
            self.found.missing("", "acting", "write whose turn it is");
        }
        let told = self.told();
        let mut details = Details {
            cause: file.cause,
            by: self.by(),
            gift: file.gift.map(|GiftName(gift)| gift),
            again: Some(told.reroll == Some(2)),
            moved: Some(self.small("moved", file.moved.as_ref(), (0, 2), 0)),
            given: kind(self, "given", file.given.as_ref()),
            kind: kind(self, "kind", file.kind.as_ref()),
            back: Some(file.back.unwrap_or(false)),
            effect: file.effect,
            ..Details::default()
        };
        if let Some(place) = &file.district {
            details.district = Some(self.district_ref("district", place));
        }
        if let Some(who) = file.who {
            details.who = self.seat_ref("who", who);
        }
        if let Some(text) = &file.die {
            match dice::read_die(self.rules.catalog(), &text.0) {
                Ok(die) => details.die = Some(die),
                Err(error) => self.found.add("die", error.to_string()),
            }
        }
        self.aids(&mut details);
        if row.key == "after-move" {
            details.card = earning_card(self, "", file.card.as_ref(), Reason::Move);
        } else if let Some(name) = &file.card
            && let Some(card) = self.equipment("card", name)
        {
            self.card(row, card, &mut details);
        }
        details.first = Some(match (row.key, details.swap) {
            ("extra-kind", _) => self.game.swaps.extra.is_none(),
            (_, Some(SwapCard::Herman)) => self.game.swaps.herman.is_none(),
            _ => self.game.swaps.rtich.is_none(),
        });
        match step::now(row.key, &details) {
            Ok(now) => self.game.now = now,
            Err(key) => {
                let (key, remedy) = remedy(row, key);
                self.found.missing("", key, remedy);
            }
        }
    }

    /// Some steps are in several steps of the rulebook; what belongs to the dice in use is in one of them.
    fn elsewhere(&mut self) {
        let file = self.file;
        if !self.row.phases.contains(&Step::Use) || self.game.step == Step::Use {
            return;
        }
        let (roll, epics) = (self.row.key == "roll-dice", self.game.step == Step::Epics);
        for (key, given) in [
            ("open", file.open.is_some()),
            ("owed", file.owed.is_some()),
            ("returns_to", file.returns_to.is_some()),
            ("sniper", file.sniper.is_some()),
            ("rewards", file.rewards.is_some() && (roll || epics)),
        ] {
            let problem = match key {
                _ if !given || !self.row.keys.contains(&key) => continue,
                _ if roll => "only a roll that a gift allows has this: write \"reroll\" too",
                "open" => "nothing interrupts the group in use in this game or step; leave it out",
                _ => {
                    "only while dice are used: write \"open\" too, what is left of the group in use"
                }
            };
            self.found.add(key, problem);
        }
    }

    /// The Dawnslight cards that the step is about.
    fn aids(&mut self, details: &mut Details) {
        let cards = aids::list(self, "aids", self.file.aids.as_deref());
        details.held = Some(cards.first().copied());
        let wanted = match self.row.key {
            "draw-aid" if cards.len() < 2 => return,
            "keep-aid" if cards.len() == 2 => {
                details.pair = Some([cards[0], cards[1]]);
                return;
            }
            "give-aid" if cards.len() == 1 => {
                details.aid = Some(cards[0]);
                return;
            }
            "draw-aid" => "at most one, the card drawn before",
            "keep-aid" => "the two cards drawn",
            "give-aid" => "the card that somebody gets",
            _ => return,
        };
        if !self.found.is_known("aids") && self.file.aids.is_some() {
            let problem = format!("{} cards; write {wanted}", cards.len());
            self.found.add("aids", problem);
        }
    }

    /// The card that the step is about: the bought one, or one that changes dice.
    fn card(&mut self, row: &Row, card: EquipmentId, details: &mut Details) {
        let name = &self.rules.catalog().equipment(card).name;
        let gain = self.rules.catalog().equipment(card).power.gain;
        if row.key == "receive" {
            self.once("card", name);
            self.check_owned("card", CardSet::one(card.0));
            details.card = Some(card);
            return;
        }
        let swaps = [SwapCard::Herman, SwapCard::Rtich];
        details.swap = swaps.into_iter().find(|swap| effect_of(*swap) == gain);
        if details.swap.is_none() && row.keys.contains(&"card") {
            let problem = format!("{name} does not change dice");
            self.found.add("card", problem);
        }
    }

    /// What only the file can tell about the work that follows from the step.
    pub(super) fn told(&mut self) -> Told {
        let file = self.file;
        let most = free_places(self.rules, &self.game).max(1);
        let number = |reader: &mut Self, key, value, most| {
            let number = reader.number_or(key, value, 1, most);
            number.map(|n| n as u8)
        };
        Told {
            draws: number(self, "draws", file.draws.as_ref(), u16::from(most)),
            reroll: number(self, "reroll", file.reroll.as_ref(), 2),
        }
    }

    fn by(&mut self) -> Option<(Source, Via)> {
        let ByText(text) = self.file.by.as_ref()?;
        let origin = read_origin(text);
        if origin.is_none() {
            let given = format!("\"{}\"", shown(text));
            let right = "\"epic\", \"overflow\", \"boss\" or \"city\", with \"copied\", \"powered-up\" or \"boosted\" \
                         after it where it came about so";
            self.found.not("by", given, right);
        }
        origin
    }

    fn rewards(&mut self) {
        let Object(entry) = self.file.rewards.clone().unwrap_or_default();
        let mut pool = self.game.rewards;
        for (key, given, value) in [
            ("enforcement", entry.enforcement, &mut pool.enforcement),
            ("contain", entry.contain, &mut pool.contain),
            ("plan", entry.plan, &mut pool.plan),
            ("money", entry.money, &mut pool.money),
            (
                "boss_research",
                entry.boss_research,
                &mut pool.boss_research,
            ),
            ("research", entry.research, &mut pool.research),
            ("attack", entry.attack, &mut pool.attack),
        ] {
            let path = format!("rewards.{key}");
            *value = self.small(&path, given.as_ref(), (0, u8::MAX), 0);
        }
        self.game.rewards = pool;
    }

    fn open(&mut self) {
        if !self.row.keys.contains(&"open") || self.game.step != Step::Use {
            return;
        }
        let Some(entry) = &self.file.open else {
            let remedy = match self.row.key {
                "spend" => "write the symbols left of the die in use, such as \"2 research\"",
                _ => {
                    "write the symbols left of the die in use, such as \"2 research\" or \"nothing\""
                }
            };
            return self.found.missing("", "open", remedy);
        };
        let Some(text) = &entry.0.symbols else {
            return self
                .found
                .missing("open", "symbols", "write the symbols left");
        };
        let whole = entry.0.whole.unwrap_or(true);
        let anywhere = entry.0.anywhere.unwrap_or(false);
        let fixed = entry.0.district.as_ref();
        let fixed = fixed.map(|place| self.district_ref("open.district", place));
        let origin = entry.0.from.map(|OriginName(origin)| origin);
        if text.0.trim().eq_ignore_ascii_case("move") {
            if !whole || anywhere || fixed.is_some() || origin.is_some() {
                let problem = "a Move is whole and has no symbols that reach anywhere";
                self.found.add("open", problem);
            }
            self.game.open = Open::granted_move();
            return;
        }
        // A group that is used up still waits while something that it brought about is decided.
        let interrupted = self.row.key != "spend";
        let nothing = text.0.trim().eq_ignore_ascii_case(NOTHING);
        let symbols = if nothing && interrupted {
            Ok(SymbolCounts::default())
        } else {
            dice::read_symbols(&text.0)
        };
        match symbols {
            Ok(symbols) if symbols != SymbolCounts::default() || nothing && interrupted => {
                let span = match fixed {
                    Some(district) => Span::Fixed(district),
                    None if anywhere => Span::Anywhere,
                    None => Span::Own,
                };
                if fixed.is_some() && (anywhere || whole) {
                    let problem =
                        "the first symbol fixes the district: the group is neither whole nor free";
                    self.found.add("open.district", problem);
                }
                self.game.open = Open {
                    whole,
                    ..Open::new(symbols, span, origin.unwrap_or_default())
                };
            }
            Ok(_) => {
                let right = "symbols such as \"2 research\", or \"move\"";
                let given = format!("\"{}\"", shown(&text.0));
                self.found.not("open", given, right);
            }
            Err(error) => self.found.add("open", error.to_string()),
        }
    }
}

/// The key of a detail that is missing, and what to write.
fn remedy(row: &Row, detail: &'static str) -> (&'static str, &'static str) {
    match (row.key, detail) {
        ("deal-epic", key) => (key, "write the district that gets the Epic"),
        ("kidnap", key) => (key, "write the district into which things are put"),
        ("steal", key) => (key, "write the district of the Epic that steals"),
        (_, "district") => ("district", "write the district in which it happens"),
        (_, "who") => ("who", "write who rolls now"),
        (_, "die") => (
            "die",
            "write the die that is turned, such as \"blue contain x2\"",
        ),
        (_, "card") => ("card", "write which card was bought"),
        (_, "kind") => ("kind", "write the kind of the die that is lost"),
        (_, "effect") => ("effect", "write the effect that somebody suffers"),
        (_, "pair") => ("aids", "list the two Dawnslight cards drawn"),
        (_, "aid") => ("aids", "list the Dawnslight card that somebody gets"),
        (_, "swap") => ("card", "write the card that changes a die"),
        (_, "by") => ("by", "write who transforms, such as \"epic\""),
        (_, "gift") => ("gift", "write \"move\", \"regain\" or \"reroll\""),
        (_, "given") => ("given", "write the kind of the die that is given"),
        (_, key) => (key, "write why the last population was lost"),
    }
}
