//! What the game waits for, and everything that only some steps have.

use super::read::Reader;
use super::step::{self, Details, Row};
use super::values::Object;
use crate::cards::SymbolCounts;
use crate::state::{Open, Span};
use crate::words::{dice, shown};

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
            ("handed_over", file.handed_over == Some(true)),
            ("open", file.open.is_some()),
            ("sniper", file.sniper.is_some()),
            ("rewards", file.rewards.is_some()),
            ("agenda", file.agenda.is_some()),
        ] {
            if given && !row.keys.contains(&key) {
                let steps = Row::with_key(key).join("\" or \"");
                let here = row.key;
                let problem = format!("only the step \"{steps}\" has this, not \"{here}\"");
                self.found.add(key, problem);
            }
        }
        self.game.focused = file.handed_over.unwrap_or(false);
        self.rewards();
        self.open();
        if let Some(place) = &file.sniper {
            self.game.sniper = self.district_ref("sniper", place);
        }
        if let Some(who) = file.acting {
            self.game.acting = self.seat_ref("acting", who).unwrap_or_default();
        } else if matches!(row.key, "faith" | "set-face" | "spend") {
            self.found.missing("", "acting", "write whose turn it is");
        }
        let mut details = Details {
            cause: file.cause,
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
        if let Some(name) = &file.card
            && let Some(card) = self.equipment("card", name)
        {
            self.once("card", &self.rules.catalog().equipment(card).name);
            details.card = Some(card);
        }
        match step::now(row.key, &details) {
            Ok(now) => self.game.now = now,
            Err(key) => self.found.missing("", key, remedy(key)),
        }
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
        ] {
            let path = format!("rewards.{key}");
            *value = self.small(&path, given.as_ref(), (0, u8::MAX), 0);
        }
        self.game.rewards = pool;
    }

    fn open(&mut self) {
        if !self.row.keys.contains(&"open") {
            return;
        }
        let Some(entry) = &self.file.open else {
            let remedy = "write the symbols left of the die in use, such as \"2 research\"";
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
        let origin = entry.0.from;
        if text.0.trim().eq_ignore_ascii_case("move") {
            if !whole || anywhere || fixed.is_some() || origin.is_some() {
                let problem = "a Move is whole and has no symbols that reach anywhere";
                self.found.add("open", problem);
            }
            self.game.open = Open::granted_move();
            return;
        }
        match dice::read_symbols(&text.0) {
            Ok(symbols) if symbols != SymbolCounts::default() => {
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

fn remedy(detail: &str) -> &'static str {
    match detail {
        "district" => "write the district that gets the Epic",
        "who" => "write who rolls now",
        "die" => "write the die that is turned, such as \"blue contain x2\"",
        "card" => "write which card was bought",
        _ => "write why the last population was lost",
    }
}
