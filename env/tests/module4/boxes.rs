//! Boxes in which every board holds drawn actions: any that may stand there, in any order and reach.

use reckoners_env::cards::{
    ActionTrack, Benefit, Boards, Catalog, Cell, CityKindRules, Deed, Home, PowerTables, Reach,
    SymbolCounts, SymbolMask, load_embedded,
};
use reckoners_env::chance::below;
use reckoners_env::ids::{Effect, FACES, Symbol, Tally, Track};
use reckoners_env::rng::{Purpose, stream};

use crate::support::fixture::rich;

/// Every action that may stand in a place of some homes, with each reach that it can have.
pub(crate) fn deeds_of(homes: &[Home]) -> Vec<Deed> {
    let plain = "FORTIFY, FORTIFY_BOSS, ADD_ENF, POP, BARRICADE, BOOST yellow, BOOST black, BOOST red, BOOST blue, BASE, \
                 PULL, REPEL, POWER_UP, TRANSFORM, STEAL, ATTACK_MONEY, ATTACK_PLAN, POP_PER barricade, \
                 POP_PER enforcement, POP_PER shield, POP_PER copy_token, POP_PER reckoner, POP_PER research, SHIELD red, \
                 SHIELD blue, COPY, COPY_TOKEN, ADD_ENF_PER_CARD, COPY_HERE, DAWNSLIGHT";
    let mut verbs: Vec<String> = plain
        .split(',')
        .map(|verb| verb.trim().to_owned())
        .collect();
    verbs.extend(Tally::ALL.map(|tally| format!("POP_BY {tally}")));
    for effect in Effect::ALL {
        verbs.extend([format!("AFFECT_ALL {effect}"), format!("AFFECT {effect}")]);
    }
    let reaches = ["", "GIFT ", "CW ", "CCW ", "EVERYWHERE ", "RECKONERS "];
    let words = verbs
        .iter()
        .flat_map(|verb| reaches.map(|reach| format!("{reach}{verb} 1")));
    let deeds = words.filter_map(|text| Deed::read(&text).ok());
    let fits = |deed: &Deed| {
        let wide = matches!(deed.reach, Reach::Everywhere | Reach::Reckoners);
        homes.contains(&deed.home()) || deed.home() == Home::Anywhere && !(wide && homes.is_empty())
    };
    deeds.filter(fits).collect()
}

/// Chooses a number below a bound.
pub(crate) type Choice<'a> = &'a mut dyn FnMut(u32) -> u32;

/// Chooses actions for every track, table, space and card of the bosses and cities, and for the Epics.
pub(crate) fn any_boards(mut catalog: Catalog, choose: Choice<'_>) -> Catalog {
    let mut draw = |homes: &[Home]| {
        let deeds = deeds_of(homes);
        let times = 1 + u8::from(choose(3) == 0);
        let deed = deeds[choose(deeds.len() as u32) as usize];
        Deed { times, ..deed }
    };
    for epic in &mut catalog.epics {
        epic.track = ActionTrack::new(&[(); 5].map(|()| draw(&[]))).unwrap();
    }
    for sheet in catalog
        .bosses
        .iter_mut()
        .flat_map(|b| b.sheets.iter_mut().flatten())
    {
        match &mut sheet.boards {
            Boards::Tracks(tracks) if sheet.deployment == 0 => {
                *tracks = [(); 4].map(|()| {
                    ActionTrack::new(&[(); 5].map(|()| draw(&[Home::BossOrCity]))).unwrap()
                });
            }
            // Steelheart's red and blue are no actions.
            Boards::Tracks(tracks) => {
                for track in &mut tracks[..2] {
                    *track =
                        ActionTrack::new(&[(); 5].map(|()| draw(&[Home::BossOrCity]))).unwrap();
                }
            }
            Boards::Tables(tables) => {
                let homes = [Home::BossOrCity, Home::Table];
                let mut cells: [[Vec<Cell>; FACES]; Track::COUNT] = Default::default();
                for row in cells.iter_mut().flatten() {
                    row.extend((0..4).map(|_| cell(&[draw(&homes), draw(&homes)])));
                }
                // This one is performed before anybody is placed.
                cells[Track::Red.index()][0][1] = cell(&[Deed::read("ADD_ENF").unwrap()]);
                let overflow = [(); Track::COUNT].map(|()| draw(&[Home::BossOrCity]));
                *tables = PowerTables::new(4, cells, overflow);
            }
        }
    }
    for city in &mut catalog.cities {
        let home = match city.own {
            CityKindRules::Cards => Home::BoardCard,
            CityKindRules::Researched(_) => Home::ResearchTrack,
            CityKindRules::Moving(_) => Home::PassedTrack,
        };
        for board in &mut city.boards {
            for space in &mut board.track {
                *space = cell(&[draw(&[Home::BossOrCity, home])]);
            }
            for card in board.cards.iter_mut().flatten() {
                card.action = draw(&[Home::BossOrCity, home]);
                card.benefit = benefit(&card.action);
            }
        }
    }
    catalog
}

/// A box with drawn boards.
pub(crate) fn drawn(number: u64) -> Catalog {
    let mut luck = stream(number, 0, 0, Purpose::Task);
    any_boards(rich(load_embedded()), &mut |bound| below(&mut luck, bound))
}

/// A box to which the actions are dealt in turn, once each; another number begins with others.
pub(crate) fn dealt(number: u32) -> Catalog {
    let mut next = number * 13;
    any_boards(rich(load_embedded()), &mut |bound| {
        // How often an action is done is not dealt.
        if bound == 3 {
            return 1;
        }
        next += 1;
        next % bound
    })
}

/// Some benefit, another for another action.
fn benefit(action: &Deed) -> Benefit {
    let words = action.to_string().len();
    let symbol = Symbol::ALL[words % Symbol::COUNT];
    let gives = SymbolCounts::of(symbol, 2);
    match words % 4 {
        0 => Benefit::OnDefeat(gives),
        1 => Benefit::OnWeaken(gives),
        2 => Benefit::Exchange {
            cost: Symbol::ALL[words % 5],
            gives,
        },
        _ => Benefit::Reach(SymbolMask::one(symbol)),
    }
}

fn cell(deeds: &[Deed]) -> Cell {
    let texts: Vec<String> = deeds.iter().map(Deed::to_string).collect();
    Cell::read(&texts.join(" | ")).unwrap()
}
