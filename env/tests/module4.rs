//! The fourth module of the expansion against its rulings: set-up and variants, the merged step, effects on Reckoners,
//! the bosses, the cities and the cards on their boards.

// Shared with the other tests of the rules, which use the rest of it.
#[allow(dead_code)]
mod support;

mod module4 {
    mod babilar;
    mod boxes;
    mod coverage;
    mod effects;
    mod fixture;
    mod ildithia;
    mod laws;
    mod limelight;
    mod merged;
    mod more;
    mod newcago;
    mod random;
    mod regalia;
    mod setup;
}
