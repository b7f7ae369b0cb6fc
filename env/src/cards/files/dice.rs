//! `dice.toml`: the faces of each kind of die.

use serde::{Deserialize, Serialize};

use super::{At, Provenance, all_given};
use crate::cards::catalog::Catalog;
use crate::cards::load::CatalogError;
use crate::cards::symbols::{Die, Face, read_face};
use crate::ids::{DieKind, FACES, Symbol};

const FILE: &str = "base/dice.toml";

/// `dice.toml`: the faces of each kind of die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceFile {
    /// One entry a kind.
    pub die: Vec<DieEntry>,
}

/// One kind of die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieEntry {
    /// Which die.
    pub kind: DieKind,
    /// Six faces: a symbol, or a symbol and how often it shows (`contain 2`).
    pub faces: Vec<String>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl DiceFile {
    /// The dice, by kind.
    pub(crate) fn read(&self) -> Result<[Die; DieKind::COUNT], CatalogError> {
        let mut dice = [None; DieKind::COUNT];
        for entry in &self.die {
            let at = At(FILE, entry.kind.key());
            let count = entry.faces.len();
            if count != FACES {
                return Err(at.error("faces", format!("{count} faces; a die has {FACES}")));
            }
            let blank = Face {
                symbol: Symbol::Money,
                count: 1,
            };
            let mut faces = [blank; FACES];
            for (face, text) in faces.iter_mut().zip(&entry.faces) {
                *face = at.read("faces", read_face(text))?;
                at.range("faces", face.count, 1, 3)?;
            }
            if dice[entry.kind.index()].replace(Die::new(faces)).is_some() {
                return Err(at.error("kind", "given twice"));
            }
        }
        all_given(FILE, "die", dice, DieKind::ALL.map(DieKind::key))
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        for e in &self.die {
            At(FILE, e.kind.key()).sources(catalog, &["faces"], &e.provenance)?;
        }
        Ok(())
    }
}
