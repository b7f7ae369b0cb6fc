//! From the structs of the file to a position: the board, the boss, the cards. Values are checked one by one
//! first, so that every wrong one is told; only then does `fit` look at what belongs together.

use serde_json::Value;

use super::error::{Found, TableErrors};
use super::file::{DistrictEntry, TableFile};
use super::seat::{self, Draft};
use super::step::{self, Details, Row};
use super::values::{CardName, EpicName, Health, Object, Place, Whole};
use super::{Table, agenda, fit, header, shape};
use crate::cards::{INFINITE, Ruleset, SymbolCounts};
use crate::ids::{
    CardSet, DistrictIx, EpicId, EquipmentId, MAX_SEATS, MIN_SEATS, Reckoner, SeatIx, Track,
    UnknownName,
};
use crate::rules::{BadTeam, GameSetup, Rules};
use crate::state::{District, Game, Now, Open, Span, Step, Task, check_laws};
use crate::words::{DistrictNames, dice};

/// The boss's values are usual up to so many times what he begins with.
const USUAL_BOSS: u16 = 4;
/// Money that games reach.
const USUAL_MONEY: u16 = 200;
/// Rounds that games last.
const USUAL_ROUNDS: u16 = 200;

/// Reads a whole table.
pub(super) fn table(rules: &Rules, value: &Value) -> Result<Table, TableErrors> {
    header::check(value)?;
    let mut found = Found::default();
    let file = shape::read(value, &mut found);
    let mut reader = Reader::new(rules, &file, found);
    reader.board();
    reader.boss();
    reader.cards();
    let drafts = seat::read(&mut reader);
    reader.step();
    std::mem::take(&mut reader.found).check()?;
    reader.complete(&drafts);
    std::mem::take(&mut reader.found).check()?;
    fit::check(&mut reader);
    std::mem::take(&mut reader.found).check()?;
    let Reader { game, names, .. } = reader;
    check_laws(rules.catalog(), &game)
        .map_err(|law| TableErrors::one("", format!("this cannot lie on a table: {law}")))?;
    Ok(Table { game, names })
}

/// Whether some number is far above what games reach.
pub(super) fn is_unusual(rules: &Rules, game: &Game) -> bool {
    let boss = usual_boss(rules, game);
    game.round > USUAL_ROUNDS
        || game.money > USUAL_MONEY
        || game.boss.research > boss
        || game.boss.health > boss
}

fn usual_boss(rules: &Rules, game: &Game) -> u16 {
    let start = rules.boss_values(game);
    start.research.max(start.health).saturating_mul(USUAL_BOSS)
}

/// The position being built.
pub(super) struct Reader<'a> {
    /// The rules with their cards.
    pub(super) rules: &'a Rules,
    /// What is read.
    pub(super) file: &'a TableFile,
    /// What is wrong so far.
    pub(super) found: Found,
    /// The position so far.
    pub(super) game: Game,
    /// The names of the districts.
    pub(super) names: DistrictNames,
    /// What the file says the game waits for.
    pub(super) row: &'static Row,
    /// Whether the step could be read; otherwise a stand-in asks for nothing.
    step_known: bool,
    /// Cards seen so far, with the place; Epics are kept apart from Equipment by the name.
    seen: Vec<(String, String)>,
}

impl<'a> Reader<'a> {
    fn new(rules: &'a Rules, file: &'a TableFile, mut found: Found) -> Self {
        let setup = team(file, ruleset(file, &mut found), &mut found);
        let row = row(file, &mut found);
        let step_known = row.is_some();
        let row = row.unwrap_or_else(|| Row::find(step::KEYS[0]).expect("every key is found"));
        let mut reader = Self {
            rules,
            file,
            found,
            game: rules.new_game(&setup),
            names: DistrictNames::default(),
            row,
            step_known,
            seen: Vec::new(),
        };
        reader.round();
        reader
    }

    /// Reads the round; the steps of the prologue need not write it.
    fn round(&mut self) {
        let given = self.file.round.as_ref();
        self.game.round = match self.usual_number("round", given, USUAL_ROUNDS) {
            Some(round) => round,
            None => {
                if !self.row.is_early() && given.is_none() {
                    let remedy = "write the round, 0 for the prologue";
                    self.found.missing("", "round", remedy);
                }
                0
            }
        };
        match self.row.phase(self.game.round) {
            Some(phase) => self.game.step = phase,
            None if !self.step_known || given.is_none() => {}
            None if self.found.is_known("round") => {}
            None => {
                let (round, key) = (self.game.round, self.row.key);
                let when = if round > 0 {
                    "the prologue, round 0"
                } else {
                    "rounds from 1 on"
                };
                let problem = format!("{round}, but the step \"{key}\" belongs to {when}");
                self.found.add("round", problem);
            }
        }
    }

    /// A whole number in a range, if one is given.
    pub(super) fn number_or(
        &mut self,
        path: &str,
        value: Option<&Whole>,
        least: u16,
        most: u16,
    ) -> Option<u16> {
        self.number(path, value, (least, most), "")
    }

    /// A number of which more than usual must be meant.
    fn usual_number(&mut self, path: &str, value: Option<&Whole>, usual: u16) -> Option<u16> {
        match self.file.unusual {
            Some(true) => self.number(path, value, (0, u16::MAX), ""),
            _ => self.number(path, value, (0, usual), " (\"unusual\": true allows more)"),
        }
    }

    fn number(
        &mut self,
        path: &str,
        value: Option<&Whole>,
        (least, most): (u16, u16),
        hint: &str,
    ) -> Option<u16> {
        let range = || format!("a whole number from {least} to {most}{hint}");
        match value? {
            Whole::Number(n) => {
                let fits = u16::try_from(*n)
                    .ok()
                    .filter(|n| (least..=most).contains(n));
                if fits.is_none() {
                    self.found.not(path, n, &range());
                }
                fits
            }
            Whole::Other(text) => {
                self.found.not(path, text, &range());
                None
            }
        }
    }

    /// A small number, or what stands for it when it is left out or wrong.
    pub(super) fn small(
        &mut self,
        path: &str,
        value: Option<&Whole>,
        (least, most): (u8, u8),
        default: u8,
    ) -> u8 {
        self.number_or(path, value, u16::from(least), u16::from(most))
            .map_or(default, |n| n as u8)
    }

    /// Whether the boss may still be off the board.
    pub(super) fn before_arrival(&self) -> bool {
        let early = ["deal-epic", "deal-equipment", "place-boss"];
        self.game.round == 0 && early.contains(&self.row.key)
    }

    fn board(&mut self) {
        let rules = self.rules;
        let setup = &rules.catalog().setup;
        let file = self.file;
        if self.game.round > 0 {
            for (key, given) in [("population", &file.population), ("money", &file.money)] {
                if given.is_none() {
                    self.found.missing("", key, "write what the board shows");
                }
            }
        }
        let most = setup.population;
        let population = self.number_or("population", file.population.as_ref(), 0, most);
        self.game.population = population.unwrap_or(most);
        let money = self.usual_number("money", file.money.as_ref(), USUAL_MONEY);
        self.game.money = money.unwrap_or(setup.money);
        self.game.base = self.small("base", file.base.as_ref(), (0, setup.base_track - 1), 0);
        let count = self.game.district_count();
        let Some(list) = &file.districts else {
            let remedy = format!("list the {count} districts clockwise");
            return self.found.missing("", "districts", &remedy);
        };
        if list.len() != usize::from(count) && !self.found.is_known("reckoners") {
            let (given, seats) = (list.len(), self.game.seat_count);
            let problem = format!("{given} districts; {seats} Reckoners play with {count}");
            self.found.add("districts", problem);
        }
        for (i, entry) in (0..).zip(list) {
            let at = format!("districts[{i}]");
            match entry {
                Some(entry) if i < count => self.district(DistrictIx(i), &entry.0, &at),
                Some(_) => {}
                None => self.not_null(&at, "an object { ... }"),
            }
        }
    }

    /// An item of a list is `null`, unless it was cut out for another reason.
    pub(super) fn not_null(&mut self, path: &str, right: &str) {
        if !self.found.is_known(path) {
            self.found.not(path, "null", right);
        }
    }

    fn district(&mut self, index: DistrictIx, entry: &DistrictEntry, at: &str) {
        let rules = self.rules;
        let setup = &rules.catalog().setup;
        if let Some(name) = &entry.name
            && let Err(error) = self.names.set(index, &name.0)
        {
            self.found.add(format!("{at}.name"), error.to_string());
        }
        let mut place = District::EMPTY;
        let path = format!("{at}.enforcement");
        place.enforcement =
            self.small(&path, entry.enforcement.as_ref(), (0, setup.enforcement), 0);
        let path = format!("{at}.barricades");
        place.barricades = self.small(&path, entry.barricades.as_ref(), (0, setup.barricades), 0);
        match &entry.epic {
            Some(name) => {
                if let Some(id) = self.epic(&format!("{at}.epic"), name) {
                    place.epic = Some(id);
                    self.epic_values(id, &mut place, entry, at);
                }
            }
            None if self.found.is_known(&format!("{at}.epic")) => {}
            None => {
                let given = [
                    ("bracket", entry.bracket.is_some()),
                    ("research", entry.research.is_some()),
                    ("health", entry.health.is_some()),
                ];
                for (key, _) in given.iter().filter(|(_, given)| *given) {
                    let path = format!("{at}.{key}");
                    self.found
                        .add(path, "there is no \"epic\" in this district");
                }
            }
        }
        *self.game.district_mut(index) = place;
    }

    fn epic_values(&mut self, id: EpicId, place: &mut District, entry: &DistrictEntry, at: &str) {
        let catalog = self.rules.catalog();
        let (card, setup) = (catalog.epic(id), &catalog.setup);
        if entry.bracket.is_none() && self.game.round > 0 {
            let remedy = "write how many actions are left of the bracket";
            self.found.missing(at, "bracket", remedy);
        }
        let spaces = (1, card.track.last_bracket());
        let path = format!("{at}.bracket");
        place.bracket = self.small(&path, entry.bracket.as_ref(), spaces, setup.first_bracket);
        let most = setup.max_research;
        let path = format!("{at}.research");
        place.research = self.small(&path, entry.research.as_ref(), (0, most), card.research);
        let weakened = place.research == 0;
        let printed = if weakened {
            card.health.min(card.weakened)
        } else {
            card.health
        };
        let path = format!("{at}.health");
        let (name, most) = (&card.name, setup.max_health);
        place.health = match &entry.health {
            None => printed,
            Some(Health::Infinite) if weakened => {
                let problem = format!(
                    "{name} has no research left, so it is weakened and its health is a number"
                );
                self.found.add(path, problem);
                printed
            }
            Some(Health::Infinite) if card.health == INFINITE => INFINITE,
            Some(Health::Infinite) => {
                let right = format!("the health of {name}: a whole number from 1 to {most}");
                self.found.not(path, "\"infinite\"", &right);
                printed
            }
            Some(Health::Finite(Whole::Number(n))) if card.health == INFINITE && !weakened => {
                let right = format!("the health of {name}: \"infinite\" until its research is 0");
                self.found.not(path, n, &right);
                printed
            }
            Some(Health::Finite(n @ Whole::Number(_))) => {
                self.small(&path, Some(n), (1, most), printed)
            }
            Some(Health::Finite(Whole::Other(text))) => {
                let right = format!("a whole number from 1 to {most} or \"infinite\"");
                self.found.not(path, text, &right);
                printed
            }
        };
    }

    fn boss(&mut self) {
        let rules = self.rules;
        let name = rules.boss_name(&self.game);
        let Some(Object(entry)) = &self.file.boss else {
            if !self.before_arrival() {
                let remedy = format!("write where {name} is");
                self.found.missing("", "boss", &remedy);
            }
            return;
        };
        let start = rules.boss_values(&self.game);
        let usual = usual_boss(rules, &self.game);
        self.game.boss.district = match &entry.district {
            Some(place) => self.district_ref("boss.district", place),
            None => {
                if !self.before_arrival() {
                    let remedy = format!("write {name}'s district");
                    self.found.missing("boss", "district", &remedy);
                }
                DistrictIx::NOWHERE
            }
        };
        let health = self.usual_number("boss.health", entry.health.as_ref(), usual);
        let research = self.usual_number("boss.research", entry.research.as_ref(), usual);
        let research = match (research, health) {
            (Some(research), _) => research,
            (None, Some(1..)) => 0,
            (None, _) => {
                if self.game.round > 0 {
                    let remedy = "write what his dial shows";
                    self.found.missing("boss", "research", remedy);
                }
                start.research
            }
        };
        let health = health.unwrap_or(0);
        if health > 0 && research > 0 {
            let problem = format!(
                "{health}, but {name} still has research {research}: he gets health when it is 0"
            );
            self.found.add("boss.health", problem);
        }
        let alive = self.row.key != "won";
        if alive && research == 0 && health == 0 {
            let remedy = format!("{name} has no research left: write his health");
            if entry.health.is_some() {
                self.found.add("boss.health", "0, but the game is not won");
            } else {
                self.found.missing("boss", "health", &remedy);
            }
        }
        (self.game.boss.research, self.game.boss.health) = (research, health);
        let mut brackets = entry.brackets.clone().unwrap_or_default().0;
        let first = rules.catalog().setup.boss_bracket;
        for track in Track::ALL {
            let last = rules.boss_sheet(&self.game).tracks[track.index()].last_bracket();
            let path = format!("boss.brackets.{track}");
            let given = brackets.get_mut(track).as_ref();
            self.game.boss.brackets[track.index()] = self.small(&path, given, (1, last), first);
        }
    }

    fn cards(&mut self) {
        let file = self.file;
        if file.market.is_none() && !self.before_arrival() {
            let remedy = "list the face-up Equipment cards ([] if there are none)";
            self.found.missing("", "market", remedy);
        }
        self.game.market = self.equipment_list("market", file.market.as_deref());
        self.game.discarded = self.equipment_list("discarded", file.discarded.as_deref());
        for (i, name) in file.defeated.iter().flatten().enumerate() {
            let path = format!("defeated[{i}]");
            match name {
                Some(name) => {
                    if let Some(id) = self.epic(&path, name) {
                        self.game.defeated.insert(id.0);
                    }
                }
                None => self.not_null(&path, "the name of an Epic"),
            }
        }
    }

    /// One of the districts, by name or by number; nowhere when it is none.
    pub(super) fn district_ref(&mut self, path: &str, place: &Place) -> DistrictIx {
        let count = self.game.district_count();
        match place {
            Place::Name(text) => match self.names.find(text, count) {
                Ok(district) => return district,
                // Its name may stand where nothing could be read.
                Err(_) if self.found.is_known("districts") => {}
                Err(error) => self.found.add(path, error.to_string()),
            },
            Place::Number(n) if (1..=u64::from(count)).contains(n) => {
                return DistrictIx(*n as u8 - 1);
            }
            Place::Number(n) => {
                let right = format!("a district: its name or its number from 1 to {count}");
                self.found.not(path, n, &right);
            }
        }
        DistrictIx::NOWHERE
    }

    /// One of the seats, by the Reckoner's name.
    fn seat_ref(&mut self, path: &str, who: Reckoner) -> Option<SeatIx> {
        let found = self.game.seated().find(|(_, s)| s.reckoner == who);
        let seat = found.map(|(seat, _)| seat);
        if seat.is_none() && !self.found.is_known("reckoners") {
            let team: Vec<&str> = self.game.team().iter().map(|s| s.reckoner.key()).collect();
            let team = team.join(", ");
            let problem = format!("{who} is not in the team ({team})");
            self.found.add(path, problem);
        }
        seat
    }

    /// Remembers where a card is; a second place is an error.
    fn once(&mut self, path: &str, name: &str) {
        match self.seen.iter().find(|(n, _)| n == name) {
            Some((_, first)) => {
                let problem = format!("{name} is already in {first}");
                self.found.add(path, problem);
            }
            None => self.seen.push((name.to_owned(), path.to_owned())),
        }
    }

    fn named<T>(&mut self, path: &str, found: Result<T, UnknownName>) -> Option<T> {
        match found {
            Ok(id) => Some(id),
            Err(error) => {
                self.found.add(path, error.to_string());
                None
            }
        }
    }

    fn epic(&mut self, path: &str, name: &EpicName) -> Option<EpicId> {
        let catalog = self.rules.catalog();
        let deck = catalog.epic_deck(&self.game.ruleset);
        let id = self.named(path, catalog.find_epic_in(deck, &name.0))?;
        self.once(path, &catalog.epic(id).name);
        Some(id)
    }

    /// An Equipment card, wherever it is.
    pub(super) fn equipment(&mut self, path: &str, name: &CardName) -> Option<EquipmentId> {
        self.named(path, self.rules.catalog().find_equipment(&name.0))
    }

    /// A list of Equipment cards; each may be in one place only.
    pub(super) fn equipment_list(
        &mut self,
        path: &str,
        list: Option<&[Option<CardName>]>,
    ) -> CardSet {
        let mut set = CardSet::EMPTY;
        for (i, name) in list.into_iter().flatten().enumerate() {
            let path = format!("{path}[{i}]");
            let Some(name) = name else {
                self.not_null(&path, "the name of an Equipment card");
                continue;
            };
            if let Some(id) = self.equipment(&path, name) {
                self.once(&path, &self.rules.catalog().equipment(id).name);
                set.insert(id.0);
            }
        }
        set
    }

    /// Reads everything that only some steps have.
    fn step(&mut self) {
        if !self.step_known {
            return;
        }
        let file = self.file;
        let row = self.row;
        let given = [
            ("district", file.district.is_some()),
            ("who", file.who.is_some()),
            ("die", file.die.is_some()),
            ("card", file.card.is_some()),
            ("cause", file.cause.is_some()),
        ];
        for (key, _) in given.iter().filter(|(_, given)| *given) {
            if !row.details.contains(key) {
                self.only(key, &Row::with_detail(key));
            }
        }
        let in_use = row.is_in(Step::Use);
        for (key, given, fits, steps) in [
            (
                "handed_over",
                file.handed_over == Some(true),
                matches!(row.key, "keep" | "use"),
                &["keep", "use"][..],
            ),
            ("open", file.open.is_some(), row.key == "spend", &["spend"]),
            (
                "sniper",
                file.sniper.is_some(),
                in_use || row.key == "won",
                &["use", "set-face", "spend", "won"],
            ),
            (
                "rewards",
                file.rewards.is_some(),
                in_use || matches!(row.key, "reward" | "won"),
                &["use", "set-face", "spend", "reward", "won"],
            ),
            (
                "agenda",
                file.agenda.is_some(),
                row.is_in(Step::Epics) && row.key == "lose-die",
                &["lose-die"],
            ),
        ] {
            if given && !fits {
                self.only(key, steps);
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

    fn only(&mut self, key: &str, steps: &[&str]) {
        let steps: Vec<String> = steps.iter().map(|s| format!("\"{s}\"")).collect();
        let (steps, here) = (steps.join(" or "), self.row.key);
        let problem = format!("only the step {steps} has this, not \"{here}\"");
        self.found.add(key, problem);
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
        if self.row.key != "spend" {
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
                let given = format!("\"{}\"", crate::words::shown(&text.0));
                self.found.not("open", given, right);
            }
            Err(error) => self.found.add("open", error.to_string()),
        }
    }

    /// Works out what the file need not say: dice, supplies, decks, who acts, what comes after.
    fn complete(&mut self, drafts: &[Draft]) {
        seat::lay_dice(self, drafts);
        let setup = &self.rules.catalog().setup;
        let team = self.game.team().iter();
        let with_team: u16 = team
            .map(|s| u16::from(s.tokens) + u16::from(s.fresh_tokens))
            .sum();
        let most = setup.plan_tokens;
        match u16::from(most).checked_sub(with_team) {
            Some(supply) => self.game.token_supply = supply as u8,
            None => {
                let problem = format!("{with_team} Plan Tokens with the team; the box has {most}");
                self.found.add("reckoners", problem);
            }
        }
        let ring = |of: fn(&District) -> u8| -> u16 {
            self.game.ring().iter().map(|d| u16::from(of(d))).sum()
        };
        for (what, lying, most) in [
            ("Enforcement", ring(|d| d.enforcement), setup.enforcement),
            ("Barricades", ring(|d| d.barricades), setup.barricades),
        ] {
            if lying > u16::from(most) {
                let problem = format!("{lying} {what} on the board; the box has {most}");
                self.found.add("districts", problem);
            }
        }
        let mut out = self.game.market.or(self.game.discarded);
        for seat in self.game.team() {
            out = out.or(seat.cards);
        }
        if let Now::Receive { card } = self.game.now {
            out.insert(card.0);
        }
        let catalog = self.rules.catalog();
        self.game.equipment_deck = catalog.equipment_deck(&self.game.ruleset).without(out);
        let mut out = self.game.defeated;
        for epic in self.game.ring().iter().filter_map(|d| d.epic) {
            out.insert(epic.0);
        }
        self.game.epic_deck = catalog.epic_deck(&self.game.ruleset).without(out);
        if self.file.acting.is_none() {
            self.game.acting = fit::first_able(self.rules, &self.game);
        }
        self.game.agenda = match &self.file.agenda {
            Some(list) => agenda::read(self, list),
            None => agenda::derived(self.rules, &self.game),
        };
        self.game.activating = self.game.agenda.tasks().contains(&Task::EndActivation);
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

fn ruleset(file: &TableFile, found: &mut Found) -> Ruleset {
    match (&file.rules, file.difficulty) {
        (Some(Object(rules)), Some(difficulty)) if rules.difficulty != difficulty => {
            let problem = format!("{difficulty}, but \"rules\" says {}", rules.difficulty);
            found.add("difficulty", problem);
            *rules
        }
        (Some(Object(rules)), _) if !rules.modules.is_empty() => {
            let problem = "table files hold the base game; leave the modules out";
            found.add("rules.modules", problem);
            Ruleset::base(rules.difficulty)
        }
        (Some(Object(rules)), _) => *rules,
        (None, Some(difficulty)) => Ruleset::base(difficulty),
        (None, None) => {
            if !found.is_known("rules") {
                let remedy = "write \"beginner\", \"standard\", \"hard\" or \"sparks\"";
                found.missing("", "difficulty", remedy);
            }
            Ruleset::base(crate::ids::Difficulty::Standard)
        }
    }
}

/// The team; when it cannot be read, one of the same size stands for it, so that the rest can be checked.
fn team(file: &TableFile, ruleset: Ruleset, found: &mut Found) -> GameSetup {
    let stand_in = |size: usize| {
        let size = size.clamp(MIN_SEATS, MAX_SEATS);
        GameSetup::new(&Reckoner::BASE[..size], ruleset).expect("all are different")
    };
    let Some(list) = &file.reckoners else {
        let remedy = "list the Reckoners in seating order, clockwise";
        found.missing("", "reckoners", remedy);
        return stand_in(
            file.districts
                .as_ref()
                .map_or(0, |d| d.len().saturating_sub(1)),
        );
    };
    let mut team = Vec::new();
    for (i, entry) in list.iter().enumerate() {
        let at = format!("reckoners[{i}]");
        match entry {
            Some(entry) => match entry.0.name {
                Some(name) => team.push(name),
                None => found.missing(&at, "name", "write which Reckoner this is"),
            },
            None if found.is_known(&at) => {}
            None => found.not(at, "null", "a Reckoner's name or an object { ... }"),
        }
    }
    if team.len() < list.len() {
        return stand_in(list.len());
    }
    GameSetup::new(&team, ruleset).unwrap_or_else(|error| {
        match error {
            BadTeam::Size(_) => found.add("reckoners", error.to_string()),
            BadTeam::Twice(who) | BadTeam::NotInPlay(who) => {
                let last = team.iter().rposition(|r| *r == who).unwrap_or_default();
                found.add(format!("reckoners[{last}]"), error.to_string());
            }
        }
        stand_in(list.len())
    })
}

/// The step, if it can be read.
fn row(file: &TableFile, found: &mut Found) -> Option<&'static Row> {
    let Some(name) = &file.step else {
        let remedy = "write what happens now, such as \"keep\", \"use\" or \"buy\"";
        found.missing("", "step", remedy);
        return None;
    };
    let row = Row::find(name.0.trim());
    if row.is_none() {
        let keys = step::KEYS.iter().copied();
        found.add("step", UnknownName::new("step", &name.0, keys).to_string());
    }
    row
}
