//! From the structs of the file to a position: the stages, and what all parts of the file need. Values are checked one
//! by one first, so that every wrong one is told; only then does `fit` look at what belongs together.

use serde_json::Value;

use super::error::{Found, TableErrors};
use super::file::TableFile;
use super::seat::{self, Draft};
use super::step::{self, Row};
use super::values::{CardName, EpicName, Place, Whole};
use super::{Table, agenda, expansion, fit, header, shape, start};
use crate::cards::Timing;
use crate::ids::{CardSet, DistrictIx, EpicId, EquipmentId, Module, Reckoner, SeatIx, UnknownName};
use crate::rules::Rules;
use crate::state::{District, Game, Now, Task, check_laws};
use crate::words::{DistrictNames, shown};

/// The boss's values are usual up to so many times what he begins with.
const USUAL_BOSS: u16 = 4;
/// Money that games reach.
pub(super) const USUAL_MONEY: u16 = 200;
/// Rounds that games last.
pub(super) const USUAL_ROUNDS: u16 = 200;

/// Reads a whole table.
pub(super) fn table(rules: &Rules, value: &Value) -> Result<Table, TableErrors> {
    header::check(value)?;
    let mut found = Found::default();
    let file = shape::read(value, &mut found);
    let mut reader = Reader::new(rules, &file, found);
    reader.board();
    reader.boss();
    reader.cards();
    expansion::city::read(&mut reader);
    expansion::team::read(&mut reader);
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

/// The most that the boss's values usually are.
pub(super) fn usual_boss(rules: &Rules, game: &Game) -> u16 {
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
    pub(super) step_known: bool,
    /// Cards seen so far, with the place; Epics are kept apart from Equipment by the name.
    seen: Vec<(String, String)>,
}

impl<'a> Reader<'a> {
    fn new(rules: &'a Rules, file: &'a TableFile, mut found: Found) -> Self {
        let ruleset = start::ruleset(file, &mut found);
        let setup = start::team(file, ruleset, &mut found);
        let row = start::row(file, &mut found);
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
    pub(super) fn usual_number(
        &mut self,
        path: &str,
        value: Option<&Whole>,
        usual: u16,
    ) -> Option<u16> {
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

    /// An item of a list is `null`, unless it was cut out for another reason.
    pub(super) fn not_null(&mut self, path: &str, right: &str) {
        if !self.found.is_known(path) {
            self.found.not(path, "null", right);
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
    pub(super) fn seat_ref(&mut self, path: &str, who: Reckoner) -> Option<SeatIx> {
        let found = self.game.seated().find(|(_, s)| s.reckoner == who);
        let seat = found.map(|(seat, _)| seat);
        let unread = self.found.is_known("reckoners") || self.found.is_known("rules");
        if seat.is_none() && !unread {
            let team: Vec<&str> = self.game.team().iter().map(|s| s.reckoner.key()).collect();
            let team = team.join(", ");
            let problem = format!("{who} is not in the team ({team})");
            self.found.add(path, problem);
        }
        seat
    }

    /// Remembers where a card is; a second place is an error.
    pub(super) fn once(&mut self, path: &str, name: &str) {
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

    pub(super) fn epic(&mut self, path: &str, name: &EpicName) -> Option<EpicId> {
        let catalog = self.rules.catalog();
        let deck = catalog.epic_deck(&self.game.ruleset);
        let found = catalog.find_epic_in(deck, &name.0);
        if found.is_err() && catalog.find_epic(&name.0).is_ok() {
            self.lacks(path, &shown(&name.0), Module::Epics);
            return None;
        }
        let id = self.named(path, found)?;
        self.once(path, &catalog.epic(id).name);
        Some(id)
    }

    /// An Equipment card, wherever it is.
    pub(super) fn equipment(&mut self, path: &str, name: &CardName) -> Option<EquipmentId> {
        let catalog = self.rules.catalog();
        let deck = catalog.equipment_deck(&self.game.ruleset);
        // A card of another module has a name; where there is none, those in play are told.
        let found = catalog
            .find_equipment_in(deck, &name.0)
            .or_else(|unknown| catalog.find_equipment(&name.0).map_err(|_| unknown));
        let id = self.named(path, found)?;
        if !deck.has(id.0) {
            self.lacks(path, &catalog.equipment(id).name, Module::Equipment);
            return None;
        }
        Some(id)
    }

    /// An Equipment card that lies where only an owned one can be, seen for the first time.
    pub(super) fn owned_equipment(&mut self, path: &str, name: &CardName) -> Option<EquipmentId> {
        let id = self.equipment(path, name)?;
        self.once(path, &self.rules.catalog().equipment(id).name);
        self.check_owned(path, CardSet::one(id.0));
        Some(id)
    }

    /// Nobody ever owns a card that is used at once.
    pub(super) fn check_owned(&mut self, path: &str, cards: CardSet) {
        for id in cards.equipment() {
            let card = self.rules.catalog().equipment(id);
            if card.power.timing == Timing::Bought {
                let problem = format!(
                    "{} is used when it is bought; then it is \"discarded\"",
                    card.name
                );
                self.found.add(path, problem);
            }
        }
    }

    /// A card among those that a Reckoner owns.
    pub(super) fn one_of(
        &mut self,
        path: &str,
        name: &CardName,
        owned: CardSet,
    ) -> Option<EquipmentId> {
        let id = self.equipment(path, name)?;
        if !owned.has(id.0) {
            let name = &self.rules.catalog().equipment(id).name;
            let problem = format!("{name} is not among the \"cards\"");
            self.found.add(path, problem);
            return None;
        }
        Some(id)
    }

    /// A list of cards that a Reckoner owns.
    pub(super) fn cards_of(
        &mut self,
        path: &str,
        list: Option<&[Option<CardName>]>,
        owned: CardSet,
    ) -> CardSet {
        let mut set = CardSet::EMPTY;
        for (i, name) in list.into_iter().flatten().enumerate() {
            let path = format!("{path}[{i}]");
            match name {
                Some(name) => {
                    if let Some(id) = self.one_of(&path, name, owned) {
                        set.insert(id.0);
                    }
                }
                None => self.not_null(&path, "the name of an Equipment card"),
            }
        }
        set
    }

    /// Tells that something belongs to a module that is not in play, if that is so.
    pub(super) fn lacks(&mut self, path: &str, what: &str, module: Module) -> bool {
        let lacks = !self.game.ruleset.modules.has(module);
        // Which modules are in play may stand where nothing could be read.
        if lacks && !self.found.is_known("rules") {
            let problem = format!(
                "{what} belongs to the module \"{module}\": leave it out, or add the module to the \"modules\" of \"rules\""
            );
            self.found.add(path, problem);
        }
        lacks
    }

    /// Tells that something never comes in the base game's boss and city, if the game is played there.
    pub(super) fn lacks_city(&mut self, path: &str, what: &str) -> bool {
        let lacks = !self.game.ruleset.is_merged();
        if lacks && !self.found.is_known("rules") {
            let problem = format!(
                "{what} belongs to the other bosses and cities: leave it out, or write \"boss\", \"city\" or \
                 \"newcago_cards\" in \"rules\""
            );
            self.found.add(path, problem);
        }
        lacks
    }

    /// Tells that something comes neither with a module nor with the other bosses and cities.
    pub(super) fn lacks_both(&mut self, path: &str, what: &str, module: Module) -> bool {
        !self.game.ruleset.is_merged() && self.lacks(path, what, module)
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
            out = out.or(seat.cards).or(seat.stolen);
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
        expansion::city::complete(self);
        if self.file.acting.is_none() {
            self.game.acting = fit::first_able(self.rules, &self.game);
        }
        let told = self.told();
        self.game.agenda = match &self.file.agenda {
            Some(list) => agenda::read(self, list),
            None => agenda::derived(self.rules, &self.game, &told),
        };
        self.game.activating = self.game.agenda.tasks().contains(&Task::EndActivation);
    }
}
