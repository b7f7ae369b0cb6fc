//! The cards of a table: those of the program, with the values that people corrected from their own box.

use std::collections::BTreeMap;
use std::sync::Arc;

use reckoners_env::Rules;

use crate::analyze::fields::Fault;
use crate::corrections::correct;
use crate::hint::{Advisor, Brain};

pub use crate::corrections::{Correction, Corrections};

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
        let catalog = correct(&self.texts, &corrections)?;
        let rules = Rules::new(catalog);
        let brain = Brain::load(&rules, self.agent.as_deref())
            .map_err(|e| Fault::new("cards", format!("{e:#}")))?;
        Ok(Arc::new(Cards {
            corrections,
            advisor: Arc::new(Advisor::new(&rules, brain)),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corrections::tests::one;
    use serde_json::json;

    fn source() -> Source {
        Source::new(&Rules::embedded(), BTreeMap::new(), Some("scripted".into())).unwrap()
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
            ("nobody", "research", json!(5), "unknown card"),
            ("faultline", "colour", json!(5), "unknown field"),
            ("faultline", "research", json!(1000), "1000"),
            ("faultline", "research", json!("many"), "research"),
            ("faultline", "track", json!(["FLY"]), "FLY"),
        ] {
            let fault = source.with(one(card, field, value)).unwrap_err();
            assert!(fault.message.contains(said), "{fault:?}");
        }
    }
}
