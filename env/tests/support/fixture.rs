//! The fixture box: the official counts, and small cards of our own in place of every
//! reconstructed value, so that tests of the rules do not move when a card is rebalanced.

use reckoners_env::cards::{
    ActionTrack, BASE_EPICS, BASE_EQUIPMENT, Boards, BossSheet, Catalog, Deed, Face, Gain,
    INFINITE, Power, Reward, SymbolCounts, SymbolMask, Timing, load_embedded,
};
use reckoners_env::chance::below;
use reckoners_env::ids::{DieKind, Reckoner, Symbol, Track};
use reckoners_env::rng::GameRng;

/// An Epic action without any effect on what the tests count: it only raises the boss's value.
pub(crate) const QUIET: &str = "FORTIFY_BOSS";

/// A track from its notation.
pub(crate) fn track(actions: &[&str]) -> ActionTrack {
    let deeds: Vec<_> = actions.iter().map(|a| Deed::read(a).unwrap()).collect();
    ActionTrack::new(&deeds).unwrap()
}

/// A card paid with a die that shows `cost`.
pub(crate) fn paid(cost: Symbol, gives: Symbol, count: u8) -> Power {
    let gives = SymbolCounts::of(gives, count);
    Power {
        timing: Timing::Paid(SymbolMask::one(cost)),
        gain: Gain::Symbols {
            gives,
            anywhere: false,
        },
    }
}

/// A free card.
pub(crate) fn free(gives: Symbol, count: u8, anywhere: bool) -> Power {
    let gives = SymbolCounts::of(gives, count);
    Power {
        timing: Timing::Free,
        gain: Gain::Symbols { gives, anywhere },
    }
}

/// A card that works as long as it is owned.
pub(crate) const fn permanent(gain: Gain) -> Power {
    Power {
        timing: Timing::Permanent,
        gain,
    }
}

/// The symbol in which a colour is strong.
pub(crate) fn speciality(kind: DieKind) -> Symbol {
    match kind {
        DieKind::Basic | DieKind::Orange => Symbol::Money,
        DieKind::Blue => Symbol::Contain,
        DieKind::Green => Symbol::Attack,
        DieKind::Purple => Symbol::Research,
        DieKind::Red => Symbol::Enforcement,
        DieKind::Black => Symbol::Plan,
    }
}

/// Changes an Epic card of a catalog.
pub(crate) fn epic<'a>(catalog: &'a mut Catalog, key: &str) -> &'a mut reckoners_env::cards::Epic {
    let id = catalog.find_epic(key).unwrap();
    &mut catalog.epics[usize::from(id.0)]
}

/// The boards of every boss who has tracks, by number of Reckoners and difficulty.
pub(crate) fn boss_sheets(catalog: &mut Catalog) -> impl Iterator<Item = &mut BossSheet> {
    let bosses = catalog.bosses.iter_mut();
    let sheets = bosses.flat_map(|boss| boss.sheets.iter_mut().flatten());
    sheets.filter(|sheet| sheet.tracks().is_some())
}

/// The tracks of a boss who has some.
pub(crate) fn tracks_of(sheet: &mut BossSheet) -> &mut [ActionTrack; Track::COUNT] {
    match &mut sheet.boards {
        Boards::Tracks(tracks) => tracks,
        Boards::Tables(_) => panic!("this boss has tables"),
    }
}

/// The fixture box.
pub(crate) fn catalog() -> Catalog {
    let mut catalog = load_embedded();
    set_dice(&mut catalog);
    for epic in &mut catalog.epics {
        (epic.research, epic.health, epic.weakened) = (2, 6, 3);
        epic.track = track(&[QUIET; 5]);
        epic.reward = Reward::default();
    }
    {
        let nightwielder = epic(&mut catalog, "nightwielder");
        (
            nightwielder.research,
            nightwielder.health,
            nightwielder.weakened,
        ) = (3, INFINITE, 5);
        let faultline = epic(&mut catalog, "faultline");
        (faultline.research, faultline.health, faultline.weakened) = (3, 7, 4);
        epic(&mut catalog, "curveball").track =
            track(&["ADD_ENF", "POP 1", "BOOST red", QUIET, "POP 1"]);
        epic(&mut catalog, "fortuity").track = track(&["BASE", QUIET, QUIET, QUIET, QUIET]);
    }
    // Some of the expansion's Epics attack too: games with them end.
    for epic in catalog.epics[BASE_EPICS..].iter_mut().step_by(5) {
        epic.track = track(&["ADD_ENF", "POP 1", "BOOST red", QUIET, "POP 1"]);
    }
    for boards in boss_sheets(&mut catalog) {
        *tracks_of(boards) = [
            track(&[QUIET; 5]),
            track(&[QUIET; 5]),
            track(&["ADD_ENF"; 5]),
            track(&["BARRICADE 1"; 5]),
        ];
        boards.deployment = 2;
    }
    set_equipment(&mut catalog);
    catalog.reckoners[Reckoner::Prof.index()].ability = paid(Symbol::Research, Symbol::Plan, 3);
    catalog.reckoners[Reckoner::Megan.index()].ability = paid(Symbol::Contain, Symbol::Attack, 3);
    catalog.setup.base_track = 4;
    catalog.setup.movement_die = vec![1, 2, 2, 3, 4, 5];
    catalog
}

/// Basic: each symbol once. Special: the speciality twice double and once single, then the next
/// three symbols, so that two faces are equal.
fn set_dice(catalog: &mut Catalog) {
    for kind in DieKind::ALL {
        let strong = speciality(kind);
        let faces = if kind == DieKind::Basic {
            Symbol::ALL.map(|symbol| Face { symbol, count: 1 })
        } else {
            std::array::from_fn(|f| match f {
                0 | 1 => Face {
                    symbol: strong,
                    count: 2,
                },
                n => {
                    let symbol = Symbol::from_index((strong.index() + n - 2) % Symbol::COUNT);
                    Face { symbol, count: 1 }
                }
            })
        };
        catalog.dice[kind.index()] = reckoners_env::cards::Die::new(faces);
    }
}

fn set_equipment(catalog: &mut Catalog) {
    use DieKind as D;
    use Gain::{Convert, Die, Double};
    use Symbol as S;
    let a_move = Power {
        timing: Timing::Free,
        gain: Gain::Move,
    };
    let powers = [
        ("forensic-kit", permanent(Convert(S::Research, S::Plan))),
        (
            "gravatonics",
            permanent(Convert(S::Contain, S::Enforcement)),
        ),
        ("trap", permanent(Convert(S::Attack, S::Money))),
        ("dowser", permanent(Die(D::Purple))),
        ("epic-dna", permanent(Die(D::Black))),
        ("gauss-gun", permanent(Die(D::Green))),
        ("harmsway", permanent(Die(D::Blue))),
        ("jacket", permanent(Die(D::Orange))),
        ("tensors", permanent(Die(D::Red))),
        ("camera", permanent(Double(S::Plan))),
        ("evidence", permanent(Double(S::Research))),
        ("explosives", permanent(Double(S::Enforcement))),
        ("flash-grenade", permanent(Double(S::Contain))),
        ("twin-pistols", permanent(Double(S::Attack))),
        ("bank-vault", paid(S::Plan, S::Money, 3)),
        ("bribe", paid(S::Money, S::Enforcement, 3)),
        ("emp", paid(S::Enforcement, S::Contain, 3)),
        ("imager", paid(S::Attack, S::Research, 3)),
        ("grenade-launcher", free(S::Attack, 2, true)),
        ("notebooks", free(S::Research, 2, true)),
        ("safe-house", free(S::Contain, 2, true)),
        ("disguise", free(S::Contain, 1, false)),
        ("grenade", free(S::Enforcement, 2, false)),
        ("night-vision-goggles", free(S::Research, 1, false)),
        ("rifle", free(S::Attack, 2, false)),
        ("schematics", free(S::Plan, 1, false)),
        ("helicopter", a_move),
        ("motorcycle", a_move),
    ];
    for card in &mut catalog.equipment[..BASE_EQUIPMENT] {
        card.price = 2;
        let known = powers.iter().find(|(key, _)| *key == card.key);
        // The one reconstructed card has no official name, so its key may change.
        card.power = known.map_or_else(|| free(S::Money, 1, false), |(_, power)| *power);
    }
}

/// The fixture box with every deed on some Epic's track, here and for the neighbours.
pub(crate) fn every_deed() -> Catalog {
    let mut catalog = catalog();
    let plain = [
        "FORTIFY",
        "FORTIFY_BOSS",
        "ADD_ENF",
        "POP 1",
        "BARRICADE 1",
        "BASE",
    ];
    let mut deeds: Vec<String> = plain.map(str::to_owned).to_vec();
    deeds.extend(Track::ALL.map(|t| format!("BOOST {t}")));
    deeds.extend(deeds.clone().iter().map(|deed| format!("GIFT {deed}")));
    for (i, epic) in catalog.epics.iter_mut().enumerate() {
        let own: Vec<&str> = (0..5)
            .map(|n| deeds[(i + n * 4) % deeds.len()].as_str())
            .collect();
        epic.track = track(&own);
    }
    for boards in boss_sheets(&mut catalog) {
        tracks_of(boards)[0] = track(&["POP 1"; 5]);
    }
    catalog
}

/// The verbs of the expansion, as card files write them.
const NEW_VERBS: [&str; 17] = [
    "PULL",
    "REPEL",
    "POWER_UP",
    "TRANSFORM",
    "STEAL",
    "ATTACK_MONEY",
    "ATTACK_PLAN",
    "POP_PER barricade",
    "POP_PER enforcement",
    "POP_PER shield",
    "POP_PER copy_token",
    "POP_PER reckoner",
    "POP_PER research",
    "SHIELD red",
    "SHIELD blue",
    "COPY",
    "COPY_TOKEN",
];

/// A box with drawn tracks: any deeds in any order, up to three times, for Epics, bosses and the Epic Ability Die.
pub(crate) fn any_tracks(mut catalog: Catalog, rng: &mut GameRng) -> Catalog {
    let old = [
        "FORTIFY",
        "FORTIFY_BOSS",
        "ADD_ENF",
        "POP",
        "BARRICADE",
        "BASE",
    ];
    let mut verbs: Vec<String> = old
        .iter()
        .chain(&NEW_VERBS)
        .map(|v| (*v).to_owned())
        .collect();
    verbs.extend(Track::ALL.map(|t| format!("BOOST {t}")));
    let mut draw = |on_die: bool| loop {
        let verb = &verbs[below(rng, verbs.len() as u32) as usize];
        let reach = ["", "", "GIFT ", "CW "][below(rng, 4) as usize];
        let times = 1 + below(rng, 3);
        let endless = on_die && ["TRANSFORM", "COPY"].contains(&verb.as_str());
        if let Ok(deed) = Deed::read(&format!("{reach}{verb} {times}"))
            && !endless
        {
            break deed;
        }
    };
    catalog.pieces.ability_die = std::array::from_fn(|_| draw(true));
    let mut drawn = || ActionTrack::new(&[(); 5].map(|()| draw(false))).unwrap();
    for epic in &mut catalog.epics {
        epic.track = drawn();
    }
    for boards in boss_sheets(&mut catalog) {
        *tracks_of(boards) = [(); Track::COUNT].map(|()| drawn());
    }
    catalog
}

/// A box in which money is plenty and the population many, so that random games are long and rich.
pub(crate) fn rich(mut catalog: Catalog) -> Catalog {
    catalog.setup.money = 40;
    catalog.setup.population = 300;
    catalog
}
