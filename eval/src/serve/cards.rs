//! The cards of a table: those of the program, with the values that people corrected from their own box.

use std::collections::BTreeMap;
use std::sync::Arc;

use reckoners_env::Rules;
use reckoners_env::cards::{FILES, build};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::analyze::fields::{Fault, shown};
use crate::hint::{Advisor, Brain};

/// Most corrected values of a table.
const MOST: usize = 500;

/// A printed value that differs in the box on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The file of the card, such as `base/epics.toml`.
    pub file: String,
    /// The card's key, such as `faultline`.
    pub card: String,
    /// The field, such as `research`.
    pub field: String,
    /// What the box says.
    pub value: Value,
}

/// All corrected values of a table.
pub type Corrections = Vec<Correction>;

/// Cards with who gives hints for them.
#[derive(Debug)]
pub struct Cards {
    /// What differs from the program's cards.
    pub corrections: Corrections,
    /// Who gives hints; it has the rules with these cards.
    pub advisor: Arc<Advisor>,
}

/// Where cards come from.
#[derive(Debug)]
pub struct Source {
    /// Card files that replace the embedded ones.
    texts: BTreeMap<String, String>,
    /// Who gives hints, as typed; the default when not given.
    agent: Option<String>,
    /// The cards without any correction.
    pub plain: Arc<Cards>,
}

impl Source {
    /// Cards from files by path, the embedded ones where there is none.
    pub fn new(
        rules: &Rules,
        texts: BTreeMap<String, String>,
        agent: Option<String>,
    ) -> anyhow::Result<Self> {
        let brain = Brain::load(rules, agent.as_deref())?;
        let plain = Cards {
            corrections: Vec::new(),
            advisor: Arc::new(Advisor::new(rules, brain)),
        };
        Ok(Self {
            texts,
            agent,
            plain: Arc::new(plain),
        })
    }

    /// The cards with some values corrected.
    pub fn with(&self, corrections: Corrections) -> Result<Arc<Cards>, Fault> {
        if corrections.is_empty() {
            return Ok(Arc::clone(&self.plain));
        }
        if corrections.len() > MOST {
            let message = format!("{} values; at most {MOST}", corrections.len());
            return Err(Fault::new("cards", message));
        }
        let mut files: BTreeMap<String, toml::Table> = BTreeMap::new();
        for (i, correction) in corrections.iter().enumerate() {
            let place = format!("cards[{i}]");
            let file = match files.get_mut(&correction.file) {
                Some(file) => file,
                None => {
                    let parsed = self.parse(&correction.file, &place)?;
                    files.entry(correction.file.clone()).or_insert(parsed)
                }
            };
            put(file, correction, &place)?;
        }
        let mut texts = self.texts.clone();
        for (path, file) in files {
            let text = toml::to_string(&file).map_err(|e| Fault::new("cards", e.to_string()))?;
            texts.insert(path, text);
        }
        let catalog = build(&texts).map_err(|e| Fault::new("cards", e.to_string()))?;
        let rules = Rules::new(catalog);
        let brain = Brain::load(&rules, self.agent.as_deref())
            .map_err(|e| Fault::new("cards", format!("{e:#}")))?;
        Ok(Arc::new(Cards {
            corrections,
            advisor: Arc::new(Advisor::new(&rules, brain)),
        }))
    }

    fn parse(&self, path: &str, place: &str) -> Result<toml::Table, Fault> {
        let embedded = || FILES.iter().find(|(p, _)| *p == path).map(|(_, t)| *t);
        let text = self.texts.get(path).map(String::as_str).or_else(embedded);
        let Some(text) = text else {
            let known: Vec<&str> = FILES.iter().map(|(p, _)| *p).collect();
            let message = format!(
                "there is no card file {}; one of: {}",
                shown(&Value::from(path)),
                known.join(", ")
            );
            return Err(Fault::new(format!("{place}.file"), message));
        };
        text.parse()
            .map_err(|e| Fault::new(format!("{place}.file"), format!("{e}")))
    }
}

/// Puts a value into a card file.
fn put(file: &mut toml::Table, correction: &Correction, place: &str) -> Result<(), Fault> {
    let cards = file.iter_mut().find_map(|(_, value)| match value {
        toml::Value::Array(cards) => Some(cards),
        _ => None,
    });
    let is_it = |card: &&mut toml::Value| {
        card.get("id").and_then(toml::Value::as_str) == Some(correction.card.as_str())
    };
    let card = cards.and_then(|cards| cards.iter_mut().find(is_it));
    let Some(toml::Value::Table(card)) = card else {
        let message = format!(
            "{} has no card {}",
            correction.file,
            shown(&Value::from(correction.card.as_str()))
        );
        return Err(Fault::new(format!("{place}.card"), message));
    };
    let Some(old) = card.get_mut(&correction.field) else {
        let message = format!(
            "{} has no field {}",
            correction.card,
            shown(&Value::from(correction.field.as_str()))
        );
        return Err(Fault::new(format!("{place}.field"), message));
    };
    let new = toml::Value::try_from(&correction.value)
        .map_err(|e| Fault::new(format!("{place}.value"), e.to_string()))?;
    *old = new;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn source() -> Source {
        Source::new(&Rules::embedded(), BTreeMap::new(), Some("scripted".into())).unwrap()
    }

    fn one(card: &str, field: &str, value: Value) -> Corrections {
        vec![Correction {
            file: "base/epics.toml".into(),
            card: card.into(),
            field: field.into(),
            value,
        }]
    }

    #[test]
    fn a_corrected_value_is_played_and_a_wrong_one_is_named() {
        let source = source();
        let cards = source.with(one("faultline", "research", json!(5))).unwrap();
        let catalog = cards.advisor.rules().catalog();
        let id = catalog.find_epic("Faultline").unwrap();
        assert_eq!(catalog.epic(id).research, 5);
        let plain = source.plain.advisor.rules().catalog();
        assert_ne!(catalog.hash, plain.hash);
        assert_ne!(plain.epic(id).research, 5);
        for (card, field, value, said) in [
            ("nobody", "research", json!(5), "no card"),
            ("faultline", "colour", json!(5), "no field"),
            ("faultline", "research", json!(1000), "1000"),
            ("faultline", "research", json!("many"), "research"),
            ("faultline", "track", json!(["FLY"]), "FLY"),
        ] {
            let fault = source.with(one(card, field, value)).unwrap_err();
            assert!(fault.message.contains(said), "{fault:?}");
        }
    }
}
