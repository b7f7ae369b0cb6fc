//! The board: districts with their Epics, the boss, the cards that nobody owns.

use super::expansion;
use super::file::DistrictEntry;
use super::read::{Reader, USUAL_MONEY, usual_boss};
use super::values::{Health, Object, Whole};
use crate::cards::INFINITE;
use crate::ids::{DistrictIx, EpicId, Track};
use crate::state::District;

impl Reader<'_> {
    /// Whether the boss may still be off the board.
    pub(super) fn before_arrival(&self) -> bool {
        let early = ["deal-board", "deal-epic", "deal-equipment", "place-boss"];
        self.game.round == 0 && early.contains(&self.row.key)
    }

    pub(super) fn board(&mut self) {
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
        let start = setup.population;
        let most = start + expansion::city::population_to_gain(rules, &self.game);
        let population = self.number_or("population", file.population.as_ref(), 0, most);
        self.game.population = population.unwrap_or(start);
        let money = self.usual_number("money", file.money.as_ref(), USUAL_MONEY);
        // What a new game begins with depends on its adjustment.
        self.game.money = money.unwrap_or(self.game.money);
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
        expansion::district::read(self, index, &mut place, entry, at);
        expansion::city::read_district(self, index, &mut place, entry, at);
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

    pub(super) fn boss(&mut self) {
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
        let (research, health) = if rules.boss_has_track(&self.game) {
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
            (research, health.unwrap_or(0))
        } else {
            let all = expansion::city::markers(self, research);
            (all, health.unwrap_or(start.health))
        };
        if health > 0 && research > 0 && rules.boss_has_track(&self.game) {
            let problem = format!(
                "{health}, but {name} still has research {research}: he gets health when it is 0"
            );
            self.found.add("boss.health", problem);
        }
        let alive = self.row.key != "won";
        let stands = research > 0 && rules.boss_has_track(&self.game);
        if alive && !stands && health == 0 {
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
            let last = rules.boss_sheet(&self.game).last_bracket(track);
            let path = format!("boss.brackets.{track}");
            let given = brackets.get_mut(track).as_ref();
            self.game.boss.brackets[track.index()] = self.small(&path, given, (1, last), first);
        }
        expansion::boss::read(self, entry);
    }

    pub(super) fn cards(&mut self) {
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
}
