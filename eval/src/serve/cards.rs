//! The cards of a table: those of the program, with the values that people corrected from their own box.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use reckoners_env::Rules;

use crate::analyze::fields::Fault;
use crate::corrections::correct;
use crate::hint::{Advisor, Brain};

pub use crate::corrections::{Correction, Corrections};

/// Cards that tables are played with.
#[derive(Debug)]
pub struct Cards {
    /// What differs from the program's cards.
    pub corrections: Corrections,
    /// The rules with these cards.
    pub rules: Rules,
    /// Who gives hints, as typed; the default when not given.
    agent: Option<String>,
    /// Who gives hints for them, while somebody needs it: a network is large, and earlier chapters need none.
    advisor: Mutex<Weak<Advisor>>,
}

impl Cards {
    fn new(corrections: Corrections, rules: Rules, agent: Option<String>) -> Self {
        Self {
            corrections,
            rules,
            agent,
            advisor: Mutex::default(),
        }
    }

    /// Who gives hints for these cards, the same for all who ask at a time.
    pub fn advisor(&self) -> anyhow::Result<Arc<Advisor>> {
        let mut made = self.advisor.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(advisor) = made.upgrade() {
            return Ok(advisor);
        }
        let brain = Brain::load(&self.rules, self.agent.as_deref())?;
        let advisor = Arc::new(Advisor::new(&self.rules, brain));
        *made = Arc::downgrade(&advisor);
        Ok(advisor)
    }
}

/// Where cards come from.
#[derive(Debug)]
pub struct Source {
    /// Card files that replace the embedded ones.
    texts: BTreeMap<String, String>,
    /// The cards without any correction.
    pub plain: Arc<Cards>,
    /// Who gives hints for these.
    pub advisor: Arc<Advisor>,
    /// Imagined games of a hint where a page asks for no number and no time; as many as its patience allows when not given.
    pub playouts: Option<u32>,
    /// Corrected cards that some table is played with.
    corrected: Mutex<Vec<Weak<Cards>>>,
}

impl Source {
    /// Cards from files by path, the embedded ones where there is none.
    pub fn new(
        rules: &Rules,
        texts: BTreeMap<String, String>,
        agent: Option<String>,
    ) -> anyhow::Result<Self> {
        let plain = Arc::new(Cards::new(Vec::new(), rules.clone(), agent));
        let advisor = plain.advisor()?;
        Ok(Self {
            texts,
            plain,
            advisor,
            playouts: None,
            corrected: Mutex::default(),
        })
    }

    fn corrected(&self) -> MutexGuard<'_, Vec<Weak<Cards>>> {
        self.corrected
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The cards with some values corrected; tables with the same corrections share them.
    pub fn with(&self, corrections: Corrections) -> Result<Arc<Cards>, Fault> {
        if corrections.is_empty() {
            return Ok(Arc::clone(&self.plain));
        }
        let find = |made: &[Weak<Cards>]| {
            let mut made = made.iter().filter_map(Weak::upgrade);
            made.find(|cards| cards.corrections == corrections)
        };
        if let Some(cards) = find(&self.corrected()) {
            return Ok(cards);
        }
        // Finding the wrong correction is slow, so the lock is not held meanwhile.
        let rules = Rules::new(correct(&self.texts, &corrections)?);
        let mut made = self.corrected();
        if let Some(cards) = find(&made) {
            return Ok(cards);
        }
        let cards = Arc::new(Cards::new(corrections, rules, self.plain.agent.clone()));
        made.retain(|cards| cards.strong_count() > 0);
        made.push(Arc::downgrade(&cards));
        Ok(cards)
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
        let catalog = cards.rules.catalog();
        let id = catalog.find_epic("Faultline").unwrap();
        assert_eq!(catalog.epic(id).research, 5);
        let plain = source.plain.rules.catalog();
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

    #[test]
    fn the_same_corrections_are_made_once_and_hints_only_when_asked_for() {
        let source = source();
        let cards = |value| source.with(one("faultline", "research", json!(value)));
        let (five, again, four) = (cards(5).unwrap(), cards(5).unwrap(), cards(4).unwrap());
        assert!(Arc::ptr_eq(&five, &again));
        assert!(!Arc::ptr_eq(&five, &four));
        let loaded = |cards: &Cards| cards.advisor.lock().unwrap().strong_count();
        assert_eq!(loaded(&five), 0);
        let advisors = [five.advisor().unwrap(), again.advisor().unwrap()];
        assert!(Arc::ptr_eq(&advisors[0], &advisors[1]));
        drop(advisors);
        assert_eq!(loaded(&five), 0, "nobody needs it any more");
        drop((five, again));
        cards(1).unwrap();
        assert_eq!(
            source.corrected.lock().unwrap().len(),
            2,
            "five is forgotten"
        );
    }
}
