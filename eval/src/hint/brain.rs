//! Who gives the hints: a guide with a search on top, and where it comes from.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use reckoners_agents::net::agent::{Cards, NetGuide};
use reckoners_agents::scripted::{Scripted, ScriptedGuide};
use reckoners_agents::search::{Guide, Players, SearchOptions};
use reckoners_agents::{AgentSpec, PolicyAgent};

use reckoners_env::rng::GameRng;
use reckoners_env::{ActionMask, Game, Rules};

use super::unusual::unusual;

/// Most playouts of a hint: a few seconds where options are hard to tell apart, far fewer elsewhere.
const PLAYOUTS: u32 = 2048;
/// Most decisions of a network in them: about four seconds on two cores, also where games still last long.
const WORK: u64 = 600_000;
/// Most options looked at.
const WIDTH: usize = 8;

/// A guide ready to give hints.
#[derive(Clone)]
pub struct Brain {
    /// The guide as an agent's name: `scripted`, `net` or `net:FILE`, perhaps with `any-cards`.
    pub name: String,
    /// What to know about it: it has learned other cards, or is not the usual one.
    pub note: Option<String>,
    /// How it searches when a request does not say.
    pub search: SearchOptions,
    guide: Arc<dyn Guide>,
    players: Players,
    net: Option<Arc<NetGuide>>,
}

impl std::fmt::Debug for Brain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Brain")
            .field("name", &self.name)
            .field("note", &self.note)
            .finish()
    }
}

impl Brain {
    /// The agent with this name, or the default one.
    ///
    /// # Errors
    ///
    /// If the named agent does not exist, cannot give hints or has no fitting checkpoint.
    pub fn load(rules: &Rules, agent: Option<&str>) -> anyhow::Result<Self> {
        match agent {
            // The messages are whole sentences; their sources would repeat them.
            Some(name) => {
                let spec = AgentSpec::parse(name).map_err(|e| anyhow!("{e}"))?;
                Self::named(rules, &spec, name)
            }
            None => Ok(Self::usual(rules)),
        }
    }

    /// The default brain: the shipped network, which reads any cards.
    pub fn usual(rules: &Rules) -> Self {
        match NetGuide::shipped(rules, Cards::Known) {
            Ok(net) => Self::net("net".into(), net),
            // A development build whose observations are not those of the checkpoint.
            Err(error) => Self {
                note: Some(format!("{error}; hints come from the scripted player")),
                ..Self::scripted(rules)
            },
        }
    }

    /// An agent as `typed`, which messages repeat.
    fn named(rules: &Rules, spec: &AgentSpec, typed: &str) -> anyhow::Result<Self> {
        match spec {
            AgentSpec::Search { guide, options } => {
                if matches!(**guide, AgentSpec::Search { .. }) {
                    bail!(
                        "agent \"{typed}\": a search cannot guide a search; use search:scripted or \
                         search:net"
                    );
                }
                Ok(Self {
                    search: *options,
                    ..Self::named(rules, guide, typed)?
                })
            }
            AgentSpec::Scripted => Ok(Self::scripted(rules)),
            AgentSpec::Net { sample: true, .. } => bail!(
                "agent \"{typed}\": a hint takes the network's favourite and samples nothing; leave \
                 \"sample\" out"
            ),
            AgentSpec::Net { file, cards, .. } => {
                let net = spec
                    .load_net(rules, file.as_deref(), *cards)
                    .map_err(|e| anyhow!("{e}"))?;
                Ok(Self::net(spec.to_string(), net))
            }
            _ => bail!(
                "agent \"{typed}\": cannot give hints; use scripted, net, net:FILE or search:GUIDE"
            ),
        }
    }

    /// The scripted player.
    pub fn scripted(rules: &Rules) -> Self {
        Self {
            name: "scripted".into(),
            note: None,
            search: SearchOptions {
                playouts: PLAYOUTS,
                width: WIDTH,
                ..SearchOptions::default()
            },
            guide: Arc::new(ScriptedGuide::new(rules)),
            players: {
                let player = Scripted::new(rules);
                Players::new(move || Box::new(PolicyAgent(player.clone())))
            },
            net: None,
        }
    }

    /// A network.
    pub fn net(name: String, net: impl Into<Arc<NetGuide>>) -> Self {
        let net = net.into();
        Self {
            name,
            note: None,
            search: SearchOptions {
                playouts: PLAYOUTS,
                work: WORK,
                width: WIDTH,
                ..SearchOptions::default()
            },
            guide: Arc::clone(&net) as Arc<dyn Guide>,
            players: {
                let own = Arc::clone(&net);
                Players::new(move || Box::new(own.agent(false)))
                    .judged_by(Arc::clone(&net) as Arc<dyn Guide>)
            },
            net: Some(net),
        }
    }

    /// What to know about it at this table.
    pub fn note_at(&self, rules: &Rules, game: &Game) -> Option<String> {
        let mut notes: Vec<String> = self.note.iter().cloned().collect();
        let net = self.net.as_ref();
        if net.is_some_and(|net| !net.knows(&game.ruleset)) {
            notes.push(format!(
                "the network has not learned this game ({}): its chances may be off, and --agent \
                 search:scripted may advise better",
                game.ruleset.unadjusted().name()
            ));
        }
        // The scripted player judges nothing: its playouts go on to the end.
        if let (Some(far), true) = (unusual(rules, game), net.is_some()) {
            notes.push(format!(
                "the network extrapolates: {far}, which is more than it has seen in games, so its \
                 chances are guesses; check these numbers, or ask --agent search:scripted"
            ));
        }
        (!notes.is_empty()).then(|| notes.join("; "))
    }

    /// The players that the guide stands for.
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The guide.
    pub fn guide(&self) -> &dyn Guide {
        self.guide.as_ref()
    }

    /// Whether the guide is a network, whose shares mean something.
    pub fn is_net(&self) -> bool {
        self.net.is_some()
    }

    /// What the guide does by itself. `legal` is not empty.
    pub fn choice(
        &self,
        rules: &Rules,
        game: &Game,
        legal: &ActionMask,
        rng: &mut GameRng,
    ) -> usize {
        match legal.single() {
            Some(only) => only,
            None => self.guide.candidates(rules, game, legal, 1, rng)[0],
        }
    }
}
