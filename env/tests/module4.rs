//! The fourth module of the expansion against its rulings: set-up and variants, the merged step, effects on Reckoners,
//! the bosses, the cities and the cards on their boards.

// Shared with the other tests of the rules, which use the rest of it.
#[allow(dead_code)]
mod support;

mod module4 {
    mod babilar;
    mod effects;
    mod fixture;
    mod ildithia;
    mod limelight;
    mod merged;
    mod more;
    mod newcago;
    mod regalia;
    mod setup;
}
