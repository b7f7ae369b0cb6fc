//! Boxes for random games.

use reckoners_env::cards::{ActionTrack, Catalog, Deed, load_embedded};

use super::performed::{How, word};

/// Money and population are plenty, so that random games are long.
pub(crate) fn rich(mut catalog: Catalog) -> Catalog {
    catalog.setup.money = 40;
    catalog.setup.population = 600;
    catalog
}

/// Every action that an Epic may have, in every reach.
pub(crate) fn every_deed() -> Vec<Deed> {
    let verbs = "FORTIFY, FORTIFY_BOSS, ADD_ENF, POP, BARRICADE, BOOST yellow, BOOST black, BOOST red, BOOST blue, \
                 BASE, PULL, REPEL, POWER_UP, TRANSFORM, STEAL, ATTACK_MONEY, ATTACK_PLAN, POP_PER barricade, \
                 POP_PER enforcement, POP_PER shield, POP_PER copy_token, POP_PER reckoner, POP_PER research, \
                 SHIELD red, SHIELD blue, COPY, COPY_TOKEN";
    let verbs: Vec<&str> = verbs.split(',').map(str::trim).collect();
    let reaches = ["", "GIFT ", "CW "];
    let words = verbs
        .iter()
        .flat_map(|verb| reaches.map(|reach| format!("{reach}{verb}")));
    // COPY is never given to others.
    words.filter_map(|text| Deed::read(&text).ok()).collect()
}

/// Why an action cannot come about in some way, or that it can.
pub(crate) fn impossible(deed: &str, how: How) -> Option<&'static str> {
    let elsewhere = deed.starts_with("GIFT ") || deed.starts_with("CW ");
    match how {
        How::Gift if elsewhere => Some("a gift is done where it arrives"),
        How::Gift if deed == "COPY" => Some("it is never given to others"),
        How::Transform if deed.ends_with("TRANSFORM") => Some("the die has no such face"),
        How::Transform if deed == "COPY" => Some("the die has no such face"),
        _ => None,
    }
}

/// A box in which the actions are dealt to tracks and the die anew.
pub(crate) fn dealt(box_number: usize) -> Catalog {
    let deeds = every_deed();
    let mut catalog = rich(load_embedded());
    let mut next = box_number * 41;
    let mut deal = || {
        next += 1;
        deeds[next % deeds.len()]
    };
    for epic in &mut catalog.epics {
        let track: [Deed; 5] = std::array::from_fn(|_| deal());
        epic.track = ActionTrack::new(&track).unwrap();
    }
    for face in &mut catalog.pieces.ability_die {
        *face = std::iter::repeat_with(&mut deal)
            .find(|deed| impossible(&word(*deed), How::Transform).is_none())
            .unwrap();
    }
    catalog
}
