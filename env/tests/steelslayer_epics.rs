//! Steelslayer's Epics against the rulings: what each new action does, what the Reckoners can do about it, and random games
//! in which every action happens and every chain of effects ends.

mod steelslayer_epics {
    mod boxes;
    mod chains;
    mod copies;
    mod counting;
    mod coverage;
    mod effects;
    mod fixture;
    mod groups;
    mod moving;
    mod performed;
    mod power_up;
    mod random;
    mod shields;
    mod thefts;
}
