//! Sampled boxes: plausible card sets that keep every value with a source and draw the others.
//!
//! A real box has other values where ours has placeholders, so a player must cope with any of them. Which values
//! are drawn is read from the card files' own provenance: a value that somebody corrects from a real box is kept from
//! then on. `odds` has every distribution with its reason, `facts` what is known of values that are drawn in
//! part, and one file for each kind of card file draws.

mod cities;
mod dice;
mod draw;
mod epics;
mod equipment;
mod facts;
mod limelight;
mod odds;
mod regalia;
mod setup;
mod steelheart;
mod write;

use super::card_files::CardFiles;
use super::catalog::Catalog;
use super::files::Provenance;
use super::load::CatalogError;
use crate::rng::{Purpose, stream};
use draw::Draw;
use rand::Rng;
pub use write::texts;

/// Boxes from this seed on are for tests and evaluation: training never sees them.
pub const HELD_OUT: u64 = 1_000_000;

/// The seed of the `n`-th box of a training run, below [`HELD_OUT`].
pub fn training_box(run: u64, n: u64) -> u64 {
    stream(run, n, 0, Purpose::Boxes).next_u64() % HELD_OUT
}

/// The seed of the `n`-th box that no training sees.
pub const fn held_out_box(n: u64) -> u64 {
    HELD_OUT + n
}

/// The catalog of a box. It loads, but may be too hard or too easy to be of use: `reckoners_agents::boxes` asks a
/// scripted team and draws such a box again.
///
/// # Errors
/// None for the card files of this program; a card file that was changed may contradict what is drawn.
pub fn sampled(seed: u64) -> Result<Catalog, CatalogError> {
    sample(seed, 0).catalog()
}

/// The card files of a box; `attempt` counts how often it was drawn again.
pub fn sample(seed: u64, attempt: u64) -> CardFiles {
    let mut files = CardFiles::embedded().clone();
    // Each part has luck of its own, so that a value found in a real box moves no other part.
    let mut part = 0;
    let mut luck = || {
        part += 1;
        Draw(stream(seed, attempt, part, Purpose::Boxes))
    };
    let temper = Temper::draw(&mut luck());
    setup::draw(&mut files, &mut luck());
    dice::draw(&mut files.dice, &mut luck());
    equipment::draw(&mut files, &temper, &mut luck());
    for (cards, expanded) in files.epics.iter_mut().zip([false, true]) {
        epics::draw(cards, expanded, &temper, &mut luck());
    }
    steelheart::draw(&mut files.steelheart, &temper, &mut luck());
    regalia::draw(&mut files.regalia, &temper, &mut luck());
    limelight::draw(&mut files.limelight, &temper, &mut luck());
    cities::newcago(&mut files.newcago, &mut luck());
    cities::babilar(&mut files.babilar, &mut luck());
    cities::ildithia(&mut files.ildithia, &mut luck());
    files.setup.version = match attempt {
        0 => format!("sample-{seed}"),
        _ => format!("sample-{seed}-{attempt}"),
    };
    files
}

/// What all cards of a box have in common: designers balance a box as a whole.
#[derive(Debug, Clone, Copy)]
struct Temper {
    /// Per cent of Epics whose first action bites.
    bite: u32,
    /// $ that all Equipment costs more.
    price: i32,
    /// Research that all Epics have more.
    research: i32,
    /// Population that the boss costs more each round at the start, for four Reckoners.
    pressure: i32,
    /// Whether all Epics' tracks have the usual length.
    even: bool,
}

impl Temper {
    fn draw(luck: &mut Draw) -> Self {
        let bite = luck.weighted(odds::BITE);
        let relief = odds::RELIEF.iter().filter(|from| bite >= **from).count() as i32;
        let research = luck.weighted(odds::MORE_RESEARCH);
        Self {
            bite,
            price: luck.weighted(odds::DEARER),
            research,
            pressure: luck.weighted(odds::PRESSURE) - relief - research,
            even: luck.chance(odds::EVEN_TRACKS),
        }
    }
}

/// Whether a value is drawn: it has no source.
fn is_free(provenance: &Provenance, field: &str) -> bool {
    let source = provenance.get(field);
    source.is_some_and(|text| text.starts_with("placeholder"))
}
