//! What the people at a table have chosen: its name, who plays, whose dice and cards, how well they know the game.

use std::collections::BTreeMap;

use reckoners_agents::AgentSpec;
use reckoners_agents::people::Level;
use reckoners_env::table::Table;
use reckoners_env::{Reckoner, Rules};
use serde::{Deserialize, Serialize};

use crate::analyze::fields::Fault;
use crate::play::{Manual, Player};

/// Who may play a seat: no agent that reads a file, since the name comes over the network.
pub const AGENTS: [&str; 4] = ["net", "scripted", "greedy", "random"];
/// Longest name of a table, in characters.
const LONGEST_NAME: usize = 60;

/// What the people at a table have chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// What the table is called.
    pub name: String,
    /// They roll the dice and tap them in; otherwise the program rolls.
    pub own_dice: bool,
    /// They draw the cards and tap them in; otherwise the program draws.
    pub own_cards: bool,
    /// Agents by the key of the Reckoner that they play; all others are people.
    pub agents: BTreeMap<String, String>,
    /// How well they know the game: for whom hints tell the people's chance.
    pub level: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "Our table".into(),
            own_dice: true,
            own_cards: true,
            agents: BTreeMap::new(),
            level: Level::default().key().into(),
        }
    }
}

impl Settings {
    /// Checks what came over the network.
    pub fn check(&self) -> Result<(), Fault> {
        let letters = self.name.chars().count();
        if letters == 0 || letters > LONGEST_NAME || self.name.contains(char::is_control) {
            let message = format!("a name has 1 to {LONGEST_NAME} characters on one line");
            return Err(Fault::new("settings.name", message));
        }
        self.level()?;
        for (who, agent) in &self.agents {
            let field = || format!("settings.agents.{who}");
            let known: Result<Reckoner, _> = who.parse();
            known.map_err(|e| Fault::new(field(), e.to_string()))?;
            if !AGENTS.contains(&agent.as_str()) {
                let all = AGENTS.join(", ");
                let message = format!("\"{agent}\" cannot be chosen here; one of: {all}");
                return Err(Fault::new(field(), message));
            }
        }
        Ok(())
    }

    /// How well the people know the game.
    pub fn level(&self) -> Result<Level, Fault> {
        let level = self.level.parse::<Level>();
        level.map_err(|e| Fault::new("settings.level", e.to_string()))
    }

    /// The luck that they type in.
    pub const fn manual(&self) -> Manual {
        Manual {
            dice: self.own_dice,
            cards: self.own_cards,
        }
    }

    /// The players of a team in seating order.
    pub fn players(&self, rules: &Rules, table: &Table) -> Result<Vec<Player>, Fault> {
        let seats = table.game.team().iter();
        seats
            .map(|seat| {
                let Some(name) = self.agents.get(seat.reckoner.key()) else {
                    return Ok(Player::Human);
                };
                let loaded = AgentSpec::parse(name).and_then(|spec| spec.load(rules));
                let agent = loaded.map_err(|e| Fault::new("settings.agents", e.to_string()))?;
                Ok(Player::Agent(name.clone(), agent.make()))
            })
            .collect()
    }
}
