//! The card files compiled into the binary. With the shipped network in `agents`, all
//! the data that is.

/// Names of the card files, in the order in which they are read.
pub const FILES: [(&str, &str); 6] = [
    (
        "setup.toml",
        include_str!("../../../configs/cards/setup.toml"),
    ),
    (
        "dice.toml",
        include_str!("../../../configs/cards/dice.toml"),
    ),
    (
        "reckoners.toml",
        include_str!("../../../configs/cards/reckoners.toml"),
    ),
    (
        "equipment.toml",
        include_str!("../../../configs/cards/equipment.toml"),
    ),
    (
        "epics.toml",
        include_str!("../../../configs/cards/epics.toml"),
    ),
    (
        "steelheart.toml",
        include_str!("../../../configs/cards/steelheart.toml"),
    ),
];
