//! Agents by name: `random`, `greedy`, `scripted`, `net`, `net:FILE`, `search:GUIDE+playouts=64`.
//!
//! A comma separates agents, a plus sign begins a parameter of one. Neither needs quoting in a
//! shell.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reckoners_env::Rules;
use reckoners_env::ids::UnknownName;

use crate::agent::{Agent, PolicyAgent};
use crate::greedy::Greedy;
use crate::net::agent::{Cards, NetGuide};
use crate::net::error::CheckpointError;
use crate::people::{Level, People};
use crate::random::Random;
use crate::scripted::{Scripted, ScriptedGuide};
use crate::search::{Adviser, Guide, Players, SearchAgent, SearchOptions, UNLIMITED};
use crate::team::Team;

/// The names an agent can have.
pub const NAMES: [&str; 8] = [
    "random",
    "greedy",
    "scripted",
    "net",
    "net:FILE",
    "search:GUIDE",
    "hint:GUIDE",
    "people:LEVEL",
];

/// What begins a parameter.
const PLUS: char = '+';
/// Parameters of a search, each with a number.
const SEARCH: [&str; 5] = ["playouts", "ms", "width", "horizon", "certainty"];
/// Parameter of a network that plays its probabilities instead of its favourite.
const SAMPLE: &str = "sample";
/// Parameter of a network that may play with cards that it was not trained on.
const ANY_CARDS: &str = "any-cards";

/// What is wrong with the name of an agent.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// No agent has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A parameter is not understood.
    #[error("agent \"{agent}\": {message}")]
    Parameter {
        /// The agent as written.
        agent: String,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The checkpoint cannot be used.
    #[error("agent \"{agent}\": {cause}")]
    Checkpoint {
        /// The agent as written.
        agent: String,
        /// Why.
        cause: Box<CheckpointError>,
    },
}

/// A named agent, checked but not yet loaded.
#[derive(Debug, Clone, PartialEq)]
pub enum AgentSpec {
    /// Uniform.
    Random,
    /// One step ahead.
    Greedy,
    /// Rules of thumb.
    Scripted,
    /// A network; `sample` plays its probabilities instead of its favourite.
    Net {
        /// The checkpoint; the shipped one unless named.
        file: Option<PathBuf>,
        /// Sample instead of choosing the best.
        sample: bool,
        /// Which cards it may play with.
        cards: Cards,
    },
    /// Rollouts over a guide.
    Search {
        /// The guide.
        guide: Box<AgentSpec>,
        /// The options.
        options: SearchOptions,
    },
    /// What hints over a guide advise.
    Hint {
        /// The guide.
        guide: Box<AgentSpec>,
        /// The options.
        options: SearchOptions,
    },
    /// People at a table.
    People(Level),
    /// One agent a seat.
    Team(Vec<AgentSpec>),
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Scripted => f.write_str("scripted"),
            Self::Net {
                file,
                sample,
                cards,
            } => {
                f.write_str("net")?;
                if let Some(file) = file {
                    write!(f, ":{}", file.display())?;
                }
                if *sample {
                    write!(f, "{PLUS}{SAMPLE}")?;
                }
                if *cards == Cards::Any {
                    write!(f, "{PLUS}{ANY_CARDS}")?;
                }
                Ok(())
            }
            Self::People(level) => write!(f, "people:{level}"),
            Self::Search { guide, options } | Self::Hint { guide, options } => {
                let usual = SearchOptions::default();
                let name = match self {
                    Self::Hint { .. } => "hint",
                    _ => "search",
                };
                write!(f, "{name}:{guide}")?;
                // A limit of time alone leaves the playouts open.
                if options.time.is_none() || options.playouts != UNLIMITED {
                    write!(f, "{PLUS}playouts={}", options.playouts)?;
                }
                if let Some(time) = options.time {
                    write!(f, "{PLUS}ms={}", time.as_millis())?;
                }
                if options.width != usual.width {
                    write!(f, "{PLUS}width={}", options.width)?;
                }
                if options.horizon != usual.horizon {
                    write!(f, "{PLUS}horizon={}", options.horizon)?;
                }
                if options.certainty.to_bits() != usual.certainty.to_bits() {
                    write!(f, "{PLUS}certainty={}", options.certainty)?;
                }
                Ok(())
            }
            Self::Team(seats) => {
                let names: Vec<String> = seats.iter().map(Self::to_string).collect();
                write!(f, "team:{}", names.join(","))
            }
        }
    }
}

impl AgentSpec {
    /// Reads a name such as `search:scripted+playouts=64`.
    pub fn parse(text: &str) -> Result<Self, AgentError> {
        let text = text.trim();
        refuse_commas(text)?;
        if text.contains(',') {
            return Err(AgentError::Parameter {
                agent: text.to_owned(),
                message: "a comma separates agents, and one agent is asked for here".into(),
            });
        }
        let end = text.find([':', PLUS]).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let bad = |message: String| AgentError::Parameter {
            agent: text.to_owned(),
            message,
        };
        let plain = |spec: Self| {
            if rest.is_empty() {
                Ok(spec)
            } else {
                Err(bad(format!(
                    "\"{}\": {name} takes no parameters",
                    &rest[1..]
                )))
            }
        };
        match name.to_ascii_lowercase().as_str() {
            "random" => plain(Self::Random),
            "greedy" => plain(Self::Greedy),
            "scripted" => plain(Self::Scripted),
            "net" => {
                // `net:FILE+sample` or `net+sample`.
                let (file, parameters) = match rest.strip_prefix(':') {
                    Some(named) => {
                        let (file, rest) = named.split_at(named.find(PLUS).unwrap_or(named.len()));
                        (Some(file), rest)
                    }
                    None => (None, rest),
                };
                if file == Some("") {
                    return Err(bad(
                        "name a checkpoint, as in net:runs/standard/best.safetensors, or the \
                         shipped one with net alone"
                            .into(),
                    ));
                }
                let (mut sample, mut cards) = (false, Cards::Known);
                for part in parameters.split(PLUS).skip(1) {
                    match part.trim() {
                        SAMPLE => sample = true,
                        ANY_CARDS => cards = Cards::Any,
                        other if file.is_some() && other.contains(['.', '/']) => {
                            return Err(bad(format!(
                                "\"{other}\" is not a parameter; the name of a checkpoint cannot \
                                 hold a plus sign: rename it, or link to it under another name"
                            )));
                        }
                        other => {
                            let known = [SAMPLE, ANY_CARDS].into_iter();
                            return Err(bad(
                                UnknownName::new("parameter", other, known).to_string()
                            ));
                        }
                    }
                }
                Ok(Self::Net {
                    file: file.map(PathBuf::from),
                    sample,
                    cards,
                })
            }
            "search" => parse_search(text, rest.strip_prefix(':').unwrap_or_default()),
            "hint" => match parse_search(text, rest.strip_prefix(':').unwrap_or_default())? {
                Self::Search { guide, options } => Ok(Self::Hint { guide, options }),
                other => Ok(other),
            },
            "people" => {
                let level = rest.strip_prefix(':').unwrap_or_default();
                level
                    .parse()
                    .map(Self::People)
                    .map_err(|e: UnknownName| bad(e.to_string()))
            }
            _ => Err(UnknownName::new("agent", text, NAMES.into_iter()).into()),
        }
    }

    /// Reads names separated by commas.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, AgentError> {
        refuse_commas(text)?;
        text.split(',').map(Self::parse).collect()
    }

    /// Fewest seats in which everyone of a team plays.
    pub fn seats(&self) -> usize {
        match self {
            Self::Team(seats) => seats.len(),
            _ => 1,
        }
    }

    /// Loads what the agent needs. The result makes as many agents as there are workers.
    pub fn load(&self, rules: &Rules) -> Result<AgentFactory, AgentError> {
        let kind = match self {
            Self::Random => Kind::Random,
            Self::Greedy => Kind::Greedy(Greedy::new(rules)),
            Self::Scripted => Kind::Scripted(Scripted::new(rules)),
            Self::Net {
                file,
                sample,
                cards,
            } => Kind::Net(self.load_net(rules, file.as_deref(), *cards)?, *sample),
            Self::Search { guide, options } => {
                Kind::Search(SearchAgent::new(guide.load_guide(rules)?, *options))
            }
            Self::Hint { guide, options } => {
                let own = guide.load(rules)?;
                let players = Players::new(move || own.make());
                let judge = guide.load_guide(rules)?;
                let players = match **guide {
                    Self::Net { .. } => players.judged_by(Arc::clone(&judge)),
                    _ => players,
                };
                Kind::Hint(Adviser::new(judge, players, *options))
            }
            Self::People(level) => Kind::People(Box::new(People::new(rules, *level))),
            Self::Team(seats) => Kind::Team(
                seats
                    .iter()
                    .map(|s| s.load(rules))
                    .collect::<Result<_, _>>()?,
            ),
        };
        Ok(AgentFactory { kind })
    }

    /// Loads a guide for searching and hinting.
    pub fn load_guide(&self, rules: &Rules) -> Result<Arc<dyn Guide>, AgentError> {
        match self {
            Self::Scripted => Ok(Arc::new(ScriptedGuide::new(rules))),
            Self::Net { file, cards, .. } => Ok(self.load_net(rules, file.as_deref(), *cards)?),
            other => Err(AgentError::Parameter {
                agent: other.to_string(),
                message: "cannot guide a search or predict; use scripted, net or net:FILE".into(),
            }),
        }
    }

    /// Loads the network of a file, or the shipped one, on behalf of this agent.
    ///
    /// # Errors
    /// When it cannot be read or does not fit.
    pub fn load_net(
        &self,
        rules: &Rules,
        file: Option<&Path>,
        cards: Cards,
    ) -> Result<Arc<NetGuide>, AgentError> {
        let net = match file {
            Some(file) => NetGuide::load(rules, file, cards),
            None => NetGuide::shipped(rules, cards),
        };
        net.map(Arc::new).map_err(|cause| AgentError::Checkpoint {
            agent: self.to_string(),
            cause: Box::new(cause),
        })
    }
}

/// Refuses `search:scripted,playouts=32`, which reads as two agents, and gives the spelling that
/// is right.
fn refuse_commas(text: &str) -> Result<(), AgentError> {
    let is_parameter = |part: &&str| {
        let part = part.trim();
        let key = part.split('=').next().unwrap_or_default();
        [SAMPLE, ANY_CARDS].contains(&part) || part.contains('=') && SEARCH.contains(&key.trim())
    };
    let parts = || text.split(',');
    if !parts().skip(1).any(|part| is_parameter(&part)) {
        return Ok(());
    }
    let mut spelled = String::new();
    for (i, part) in parts().enumerate() {
        match i {
            0 => {}
            _ if is_parameter(&part) => spelled.push(PLUS),
            _ => spelled.push(','),
        }
        spelled.push_str(part.trim());
    }
    Err(AgentError::Parameter {
        agent: text.to_owned(),
        message: format!("parameters follow a plus sign, not a comma: write {spelled}"),
    })
}

fn parse_search(text: &str, rest: &str) -> Result<AgentSpec, AgentError> {
    let bad = |message: String| AgentError::Parameter {
        agent: text.to_owned(),
        message,
    };
    let mut options = SearchOptions::default();
    let mut guide = Vec::new();
    let mut playouts_given = false;
    for part in rest.split(PLUS) {
        let Some((key, value)) = part.split_once('=') else {
            guide.push(part);
            continue;
        };
        let whole = |low: u32, high: u32| -> Result<u32, AgentError> {
            let number = value.parse().ok().filter(|n| (low..=high).contains(n));
            number.ok_or_else(|| {
                bad(format!(
                    "{key}={value}: not a whole number from {low} to {high}"
                ))
            })
        };
        match key.trim() {
            "playouts" => {
                options.playouts = whole(2, 10_000_000)?;
                playouts_given = true;
            }
            "ms" => options.time = Some(Duration::from_millis(whole(1, 10_000_000)?.into())),
            "width" => options.width = whole(2, 64)? as usize,
            "horizon" => options.horizon = whole(0, 50)? as u16,
            "certainty" => {
                let number = value.parse().ok().filter(|n| (0.0..=10.0).contains(n));
                options.certainty = number
                    .ok_or_else(|| bad(format!("{key}={value}: not a number from 0 to 10")))?;
            }
            other => {
                return Err(bad(UnknownName::new(
                    "parameter",
                    other,
                    SEARCH.into_iter(),
                )
                .to_string()));
            }
        }
    }
    if options.time.is_some() && !playouts_given {
        options.playouts = UNLIMITED;
    }
    let guide = guide.join("+");
    if guide.is_empty() {
        return Err(bad(
            "name a guide, as in search:scripted, search:net or search:net:FILE".into(),
        ));
    }
    Ok(AgentSpec::Search {
        guide: Box::new(AgentSpec::parse(&guide)?),
        options,
    })
}

enum Kind {
    Random,
    Greedy(Greedy),
    Scripted(Scripted),
    Net(Arc<NetGuide>, bool),
    Search(SearchAgent),
    Hint(Adviser),
    People(Box<People>),
    Team(Vec<AgentFactory>),
}

/// A loaded agent, ready to be made once a worker.
pub struct AgentFactory {
    kind: Kind,
}

impl fmt::Debug for AgentFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AgentFactory")
    }
}

impl AgentFactory {
    /// An agent for one worker.
    pub fn make(&self) -> Box<dyn Agent> {
        match &self.kind {
            Kind::Random => Box::new(PolicyAgent(Random)),
            Kind::Greedy(policy) => Box::new(PolicyAgent(policy.clone())),
            Kind::Scripted(policy) => Box::new(PolicyAgent(policy.clone())),
            Kind::Net(guide, sample) => Box::new(guide.agent(*sample)),
            Kind::Search(agent) => Box::new(agent.clone()),
            Kind::Hint(agent) => Box::new(agent.clone()),
            Kind::People(people) => people.make(),
            Kind::Team(seats) => Box::new(Team::new(seats.iter().map(Self::make).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_with_their_parameters() {
        let list =
            AgentSpec::parse_list("random, search:scripted+playouts=64+ms=20,net+any-cards,greedy")
                .unwrap();
        assert_eq!(list.len(), 4);
        let AgentSpec::Search { options, .. } = &list[1] else {
            panic!("{list:?}")
        };
        assert_eq!(
            (options.playouts, options.time),
            (64, Some(Duration::from_millis(20)))
        );
        assert_eq!(list[1].to_string(), "search:scripted+playouts=64+ms=20");
    }

    #[test]
    fn a_name_says_every_option_and_reads_back() {
        for name in [
            "random",
            "net",
            "net+sample",
            "net:a.safetensors+sample",
            "net+any-cards",
            "search:net+any-cards+playouts=7",
            "search:net+playouts=7",
            "search:scripted+playouts=256",
            "search:scripted+ms=20",
            "search:net:b+playouts=7+ms=5+width=3+horizon=0+certainty=2.5",
        ] {
            let spec = AgentSpec::parse(name).unwrap();
            assert_eq!(spec.to_string(), name);
            assert_eq!(AgentSpec::parse(&spec.to_string()).unwrap(), spec);
        }
    }

    #[test]
    fn bad_names_say_what_would_be_right() {
        let message = |text: &str| AgentSpec::parse(text).unwrap_err().to_string();
        assert!(message("scirpted").contains("did you mean \"scripted\"?"));
        assert!(message("search:scripted+playouts=0").contains("not a whole number from 2 to"));
        assert!(message("search:scripted+playout=3").contains("did you mean \"playouts\"?"));
        assert!(message("net:").contains("name a checkpoint"));
        assert!(message("net+smaple").contains("did you mean \"sample\"?"));
        assert!(message("random:3").contains("takes no parameters"));
        assert!(message("search:").contains("name a guide"));
        assert!(message("net:a+b.safetensors").contains("cannot hold a plus sign"));
        assert!(message("net,scripted").contains("one agent is asked for"));
    }

    #[test]
    fn a_parameter_after_a_comma_is_refused_with_the_right_spelling() {
        let list = |text: &str| AgentSpec::parse_list(text).unwrap_err().to_string();
        let old = "random,search:net,any-cards,playouts=32, ms=5,net,sample";
        let new = "random,search:net+any-cards+playouts=32+ms=5,net+sample";
        assert!(
            list(old).ends_with(&format!("write {new}")),
            "{}",
            list(old)
        );
        assert_eq!(AgentSpec::parse_list(new).unwrap().len(), 3);
        let one = AgentSpec::parse("net,any-cards").unwrap_err().to_string();
        assert!(one.ends_with("write net+any-cards"), "{one}");
    }

    #[test]
    fn a_mixed_team_is_named_as_it_was_typed() {
        let seats = AgentSpec::parse_list("search:net+playouts=7,random").unwrap();
        assert_eq!(
            AgentSpec::Team(seats).to_string(),
            "team:search:net+playouts=7,random"
        );
    }
}
