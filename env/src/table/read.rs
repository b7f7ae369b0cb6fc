//! From JSON to a checked position: the board, Steelheart, the cards.

use serde_json::Value;

use super::error::{Problem, TableError};
use super::json::{Node, Object};
use super::step::{self, StepName};
use super::{FORMAT, Table, VERSION, seat};
use crate::cards::catalog::INFINITE;
use crate::ids::{CardSet, Difficulty, EpicId, EquipmentId, Reckoner, Track};
use crate::rules::{BadTeam, GameSetup, Rules};
use crate::state::game::{NOWHERE, RewardPool};
use crate::state::{District, Game, check_laws};
use crate::words::DistrictNames;

const KEYS: &[&str] = &[
    "format",
    "version",
    "difficulty",
    "round",
    "step",
    "acting",
    "population",
    "money",
    "base",
    "steelheart",
    "districts",
    "market",
    "discarded",
    "defeated",
    "reckoners",
    "handed_over",
    "district",
    "rolling",
    "improvising",
    "open",
    "rewards",
    "bought",
    "sniper",
    "cause",
    "agenda",
];
const DISTRICT_KEYS: &[&str] = &[
    "name",
    "epic",
    "bracket",
    "research",
    "health",
    "enforcement",
    "barricades",
];
const BOSS_KEYS: &[&str] = &["district", "research", "health", "brackets"];
const REWARD_KEYS: &[&str] = &["enforcement", "contain", "plan", "money", "boss_research"];

/// Most symbols of one kind in the reward pool: every Epic of the ring at once pays less.
const MAX_REWARD: u8 = 60;

/// Reads a whole table.
pub(super) fn table(rules: &Rules, value: &Value) -> Result<Table, TableError> {
    let file = Node::root(value).object(KEYS)?;
    check_version(&file)?;
    let difficulty: Difficulty = named(&file.need(
        "difficulty",
        "write \"beginner\", \"standard\", \"hard\" or \"sparks\"",
    )?)?;
    let setup = team(&file, difficulty)?;
    let step = step::name(&file)?;
    let mut reader = Reader {
        rules,
        game: rules.new_game(&setup),
        names: DistrictNames::default(),
        step,
        seen: Vec::new(),
    };
    reader.game.round = step::round(&file, step)?;
    reader.board(&file)?;
    reader.boss(&file)?;
    reader.cards(&file)?;
    seat::all(&mut reader, &file)?;
    step::apply(&mut reader, &file)?;
    reader.finish()
}

fn check_version(file: &Object<'_>) -> Result<(), TableError> {
    let format = file.need("format", format!("write \"format\": \"{FORMAT}\""))?;
    if format.as_text() != Some(FORMAT) {
        return Err(format.wrong(format!("\"{FORMAT}\"")));
    }
    let version = file.need("version", format!("write \"version\": {VERSION}"))?;
    if version.as_number() != Some(VERSION) {
        return Err(version.wrong(format!("a version that this program reads ({VERSION})")));
    }
    Ok(())
}

/// A word of one of the closed vocabularies.
pub(super) fn named<T>(node: &Node<'_>) -> Result<T, TableError>
where
    T: std::str::FromStr<Err = crate::ids::UnknownName>,
{
    node.text("a name in quotes")?
        .parse()
        .map_err(|e: crate::ids::UnknownName| node.error(e))
}

fn team(file: &Object<'_>, difficulty: Difficulty) -> Result<GameSetup, TableError> {
    let list = file.need(
        "reckoners",
        "list the Reckoners in seating order, clockwise",
    )?;
    let mut team: Vec<Reckoner> = Vec::new();
    for node in list.list()? {
        team.push(named(&seat::name(&node)?)?);
    }
    GameSetup::new(&team, difficulty).map_err(|e| match e {
        BadTeam::Size(_) => list.conflict(e.to_string()),
        BadTeam::Twice(who) => {
            let last = team.iter().rposition(|r| *r == who).unwrap_or_default();
            TableError::conflict(format!("reckoners[{last}]"), e.to_string())
        }
    })
}

/// The position being built.
pub(super) struct Reader<'a> {
    /// The rules with their cards.
    pub(super) rules: &'a Rules,
    /// The position so far.
    pub(super) game: Game,
    /// The names of the districts.
    pub(super) names: DistrictNames,
    /// What the file says the game waits for.
    pub(super) step: StepName,
    /// Cards seen so far, with the place; Epics are kept apart from Equipment by the name.
    seen: Vec<(String, String)>,
}

impl Reader<'_> {
    fn board(&mut self, file: &Object<'_>) -> Result<(), TableError> {
        let setup = &self.rules.catalog().setup;
        let (population, money) = (setup.population, setup.money);
        let in_prologue = self.game.round == 0;
        let or_start = |key, start: u16, least: u16, most: u16| match file.get(key) {
            Some(node) => node.number(least, most),
            None if in_prologue => Ok(start),
            None => Err(file.missing(key, "write what the board shows")),
        };
        self.game.population = or_start("population", population, 0, population)?;
        self.game.money = or_start("money", money, 0, u16::MAX)?;
        let last_hole = setup.base_track - 1;
        self.game.base = file
            .get("base")
            .map_or(Ok(0), |node| node.small(0, last_hole))?;
        let count = self.game.district_count();
        let node = file.need("districts", format!("list the {count} districts clockwise"))?;
        let list = node.list()?;
        if list.len() != usize::from(count) {
            return Err(node.conflict(format!(
                "{} districts; {} Reckoners play with {count}",
                list.len(),
                self.game.seat_count
            )));
        }
        for (i, node) in list.iter().enumerate() {
            self.district(i, &node.object(DISTRICT_KEYS)?)?;
        }
        self.supply(
            &node,
            "Enforcement",
            self.game.enforcement_on_board(),
            setup.enforcement,
        )?;
        self.supply(
            &node,
            "Barricades",
            self.game.barricades_on_board(),
            setup.barricades,
        )
    }

    fn supply(&self, node: &Node<'_>, what: &str, found: u8, most: u8) -> Result<(), TableError> {
        if found > most {
            return Err(node.conflict(format!("{found} {what} on the board; the box has {most}")));
        }
        Ok(())
    }

    fn district(&mut self, index: usize, file: &Object<'_>) -> Result<(), TableError> {
        let rules = self.rules;
        let setup = &rules.catalog().setup;
        if let Some(name) = file.get("name") {
            let text = name.text("a name in quotes")?;
            self.names
                .set(index as u8, text)
                .map_err(|e| name.conflict(e.to_string()))?;
        }
        let mut place = District::EMPTY;
        for (key, value, most) in [
            ("enforcement", &mut place.enforcement, setup.enforcement),
            ("barricades", &mut place.barricades, setup.barricades),
        ] {
            *value = file.get(key).map_or(Ok(0), |node| node.small(0, most))?;
        }
        match file.get("epic") {
            Some(node) => {
                let id = self.epic(&node)?;
                place.epic = Some(id);
                self.epic_values(id, &mut place, file)?;
            }
            None => {
                if let Some(node) = ["bracket", "research", "health"]
                    .iter()
                    .find_map(|k| file.get(k))
                {
                    return Err(node.conflict("there is no \"epic\" in this district"));
                }
            }
        }
        self.game.districts[index] = place;
        Ok(())
    }

    fn epic_values(
        &self,
        id: EpicId,
        place: &mut District,
        file: &Object<'_>,
    ) -> Result<(), TableError> {
        let catalog = self.rules.catalog();
        let (card, setup) = (catalog.epic(id), &catalog.setup);
        place.bracket = match file.get("bracket") {
            Some(node) => node.small(1, card.track.last_bracket())?,
            None if self.game.round == 0 => setup.first_bracket,
            None => {
                let remedy = "write how many actions are left of the bracket";
                return Err(file.missing("bracket", remedy));
            }
        };
        place.research = match file.get("research") {
            Some(node) => node.small(0, setup.max_research)?,
            None => card.research,
        };
        let weakened = place.research == 0;
        let Some(node) = file.get("health") else {
            place.health = if weakened {
                card.health.min(card.weakened)
            } else {
                card.health
            };
            return Ok(());
        };
        let endless = node
            .as_text()
            .is_some_and(|t| t.eq_ignore_ascii_case("infinite"));
        place.health = match (endless, card.health == INFINITE) {
            (true, _) if weakened => {
                let name = &card.name;
                return Err(node.conflict(format!(
                    "{name} has no research left, so it is weakened and its health is a number"
                )));
            }
            (true, true) => INFINITE,
            (true, false) => {
                return Err(node.wrong(format!(
                    "the health of {}: a whole number from 1 to {}",
                    card.name, setup.max_health
                )));
            }
            (false, true) if !weakened => {
                return Err(node.wrong(format!(
                    "the health of {}: \"infinite\" until its research is 0",
                    card.name
                )));
            }
            (false, _) if node.as_number().is_none() => {
                return Err(node.wrong(format!(
                    "a whole number from 1 to {} or \"infinite\"",
                    setup.max_health
                )));
            }
            (false, _) => node.small(1, setup.max_health)?,
        };
        Ok(())
    }

    fn boss(&mut self, file: &Object<'_>) -> Result<(), TableError> {
        let node = match file.get("steelheart") {
            Some(node) => node,
            None if self.step.before_arrival(self.game.round) => return Ok(()),
            None => {
                return Err(file.missing("steelheart", "write where Steelheart is"));
            }
        };
        let file = node.object(BOSS_KEYS)?;
        let setup = &self.rules.catalog().setup;
        self.game.boss.district = match file.get("district") {
            Some(node) => self.district_ref(&node)?,
            None => NOWHERE,
        };
        let start = self.rules.boss_boards(&self.game).value;
        let health = file
            .get("health")
            .map(|n| n.number(0, u16::MAX).map(|v| (n, v)))
            .transpose()?;
        self.game.boss.research = match (file.get("research"), &health) {
            (Some(node), _) => node.number(0, u16::MAX)?,
            (None, Some((_, 1..))) => 0,
            (None, _) if self.game.round == 0 => start,
            (None, _) => {
                return Err(file.missing("research", "write what his dial shows"));
            }
        };
        self.game.boss.health = match health {
            Some((node, value)) if value > 0 && self.game.boss.research > 0 => {
                return Err(node.conflict(format!(
                    "{value}, but Steelheart still has research {}: he gets health when it is 0",
                    self.game.boss.research
                )));
            }
            Some((_, value)) => value,
            None => 0,
        };
        if self.game.boss.research == 0 && self.game.boss.health == 0 && self.step != StepName::Won
        {
            let remedy = "Steelheart has no research left: write his health";
            return Err(TableError::new(
                node.path,
                Problem::Missing {
                    key: "health",
                    remedy: remedy.into(),
                },
            ));
        }
        self.game.boss.brackets = [setup.boss_bracket; Track::COUNT];
        let Some(node) = file.get("brackets") else {
            return Ok(());
        };
        let file = node.object(&["yellow", "black", "red", "blue"])?;
        for track in Track::ALL {
            let last = self.rules.boss_boards(&self.game).tracks[track.index()].last_bracket();
            if let Some(node) = file.get(track.key()) {
                self.game.boss.brackets[track.index()] = node.small(1, last)?;
            }
        }
        Ok(())
    }

    fn cards(&mut self, file: &Object<'_>) -> Result<(), TableError> {
        self.game.market = match file.get("market") {
            Some(node) => self.equipment_list(&node)?,
            None if self.step.before_arrival(self.game.round) => CardSet(0),
            None => {
                let remedy = "list the face-up Equipment cards ([] if there are none)";
                return Err(file.missing("market", remedy));
            }
        };
        let places = self.rules.catalog().setup.market;
        if self.game.market.len() > u32::from(places) {
            let found = self.game.market.len();
            return Err(TableError::conflict(
                "market",
                format!("{found} cards; it has {places} places"),
            ));
        }
        if let Some(node) = file.get("discarded") {
            self.game.discarded = self.equipment_list(&node)?;
        }
        if let Some(list) = file.get("defeated") {
            for node in list.list()? {
                let id = self.epic(&node)?;
                self.game.defeated.insert(id.0);
            }
        }
        Ok(())
    }

    /// One of the districts, by name or by number.
    pub(super) fn district_ref(&self, node: &Node<'_>) -> Result<u8, TableError> {
        let count = self.game.district_count();
        if let Some(text) = node.as_text() {
            return self
                .names
                .find(text, count)
                .map_err(|e| node.conflict(e.to_string()));
        }
        let expected = format!("a district: its name or its number from 1 to {count}");
        match node.as_number() {
            Some(n) if (1..=u64::from(count)).contains(&n) => Ok(n as u8 - 1),
            _ => Err(node.wrong(expected)),
        }
    }

    /// One of the seats, by the Reckoner's name.
    pub(super) fn seat_ref(&self, node: &Node<'_>) -> Result<u8, TableError> {
        let who: Reckoner = named(node)?;
        let found = self.game.team().iter().position(|s| s.reckoner == who);
        found.map(|i| i as u8).ok_or_else(|| {
            let team: Vec<&str> = self.game.team().iter().map(|s| s.reckoner.key()).collect();
            node.conflict(format!("{who} is not in the team ({})", team.join(", ")))
        })
    }

    fn once(&mut self, node: &Node<'_>, name: &str) -> Result<(), TableError> {
        if let Some((_, first)) = self.seen.iter().find(|(n, _)| n == name) {
            let problem = Problem::Twice {
                what: name.to_owned(),
                first: first.clone(),
            };
            return Err(node.error(problem));
        }
        self.seen.push((name.to_owned(), node.path.clone()));
        Ok(())
    }

    fn epic(&mut self, node: &Node<'_>) -> Result<EpicId, TableError> {
        let catalog = self.rules.catalog();
        let id = catalog
            .find_epic(node.text("the name of an Epic")?)
            .map_err(|e| node.error(e))?;
        self.once(node, &catalog.epic(id).name)?;
        Ok(id)
    }

    /// An Equipment card, which may be in one place only.
    pub(super) fn equipment(&mut self, node: &Node<'_>) -> Result<EquipmentId, TableError> {
        let text = node.text("the name of an Equipment card")?;
        let catalog = self.rules.catalog();
        let id = catalog.find_equipment(text).map_err(|e| node.error(e))?;
        self.once(node, &catalog.equipment(id).name)?;
        Ok(id)
    }

    /// A list of Equipment cards.
    pub(super) fn equipment_list(&mut self, node: &Node<'_>) -> Result<CardSet, TableError> {
        let mut set = CardSet(0);
        for item in node.list()? {
            set.insert(self.equipment(&item)?.0);
        }
        Ok(set)
    }

    /// The rewards still to be placed.
    pub(super) fn rewards(&mut self, node: &Node<'_>) -> Result<(), TableError> {
        let file = node.object(REWARD_KEYS)?;
        let mut pool = RewardPool::default();
        for (key, value) in [
            ("enforcement", &mut pool.enforcement),
            ("contain", &mut pool.contain),
            ("plan", &mut pool.plan),
            ("money", &mut pool.money),
            ("boss_research", &mut pool.boss_research),
        ] {
            *value = file
                .get(key)
                .map_or(Ok(0), |node| node.small(0, MAX_REWARD))?;
        }
        self.game.rewards = pool;
        Ok(())
    }

    /// The decks are what was not seen; the laws have the last word.
    fn finish(self) -> Result<Table, TableError> {
        let Self {
            rules, game, names, ..
        } = self;
        check_laws(rules.catalog(), &game).map_err(|e| TableError::new("", e))?;
        Ok(Table { game, names })
    }
}
