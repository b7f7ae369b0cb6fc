//! Worked examples about the phases: W6, W7, W8, W11 to W17.

use reckoners_env::cards::{Catalog, INFINITE};
use reckoners_env::chance::{Outcome, in_the_air, outcomes};
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Purple};
use reckoners_env::ids::Reckoner::{Abraham, David, Megan, Tia};
use reckoners_env::ids::Symbol::Attack;
use reckoners_env::ids::{Cause, DieKind, DistrictIx, Reckoner, SeatIx, Track};
use reckoners_env::state::{Now, Source, Spot};
use reckoners_env::{Action, Difficulty, GameSetup, Rules};

use crate::support::fixture::{QUIET, epic, track};
use crate::support::random::all_tables;
use crate::support::{HERE, Table, fixture, to};

#[test]
fn w06_a_reward_without_a_target_is_lost() {
    let mut catalog = fixture::catalog();
    epic(&mut catalog, "frostbite").reward.enforcement = 2;
    let mut t = Table::new(&[Abraham, Tia], catalog);
    t.put_epic(0, "frostbite");
    t.game.districts[0].health = 1;
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.act(Action::AttackEpic { district: HERE });
    assert_eq!(t.game.rewards.enforcement, 2);
    t.end_use();
    assert_eq!(
        t.game.now,
        Now::Buy,
        "nothing to place, so nothing is asked"
    );
    assert_eq!(t.game.rewards, Default::default());
}

#[test]
fn w07_a_new_epic_has_its_printed_values_bracket_one_and_acts_at_once() {
    let mut catalog = fixture::catalog();
    let card = epic(&mut catalog, "refractionary");
    (card.research, card.health) = (4, 9);
    card.track = track(&["POP 1", "POP 2", QUIET, QUIET, QUIET]);
    let mut t = Table::new(&[Abraham, Tia, David], catalog);
    let refractionary = t.epic("refractionary");
    let other = t
        .game
        .epic_deck
        .iter()
        .find(|c| *c != refractionary.0)
        .unwrap();
    t.no_epic(1);
    t.no_epic(2);
    t.game.boss.district = DistrictIx(2);
    t.buy_step();
    t.act(Action::DonePurchase);
    assert_eq!(
        t.game.now,
        Now::DealEpic {
            district: DistrictIx(2)
        },
        "the boss's district first"
    );
    t.chance(Outcome::Pick(refractionary.0));
    let place = t.game.districts[2];
    assert_eq!((place.research, place.health, place.bracket), (4, 9, 1));
    assert_eq!(
        t.game.now,
        Now::DealEpic {
            district: DistrictIx(1)
        },
        "then clockwise: 3, 0, 1"
    );
    t.chance(Outcome::Pick(other));
    assert_eq!(t.lost(), 1, "the one action left of the bracket");
    assert_eq!(t.game.districts[2].bracket, 2);
    let order: Vec<u8> = t
        .events
        .iter()
        .filter_map(|e| match e {
            Event::Performs {
                district,
                source: Source::Epic | Source::Overflow,
                ..
            } => Some(district.0),
            _ => None,
        })
        .collect();
    assert_eq!(order, [2, 3, 3, 3, 0, 0, 0, 1], "clockwise from the boss");
}

#[test]
fn w08_curveball_adds_attacks_boosts_and_overflows() {
    let mut t = Table::new(&[Abraham, Tia, David], fixture::catalog());
    t.put_epic(1, "curveball");
    t.game.districts[1].enforcement = 1;
    let red = t.game.boss.brackets[Track::Red.index()];
    t.epic_phase();
    let place = t.game.districts[1];
    assert_eq!((place.enforcement, place.bracket), (2, 4));
    assert_eq!(t.lost(), 3, "1 by its action, 2 by the blocked spaces");
    assert_eq!(t.game.boss.brackets[Track::Red.index()], red + 1);
    let causes: Vec<_> = t
        .events
        .iter()
        .filter_map(|e| match e {
            Event::PopulationLost { amount, cause } => Some((*amount, *cause)),
            _ => None,
        })
        .collect();
    let overflow = (1, Cause::EpicOverflow);
    assert_eq!(causes, [(1, Cause::EpicAttack), overflow, overflow]);
}

#[test]
fn w08_enforcement_added_by_blocked_spaces_does_not_lengthen_this_move() {
    let mut catalog = fixture::catalog();
    epic(&mut catalog, "curveball").track = track(&[QUIET, QUIET, QUIET, QUIET, "ADD_ENF"]);
    let mut t = Table::new(&[Abraham, Tia, David], catalog);
    t.put_epic(1, "curveball");
    t.game.districts[1].enforcement = 2;
    t.epic_phase();
    // Three spaces: one free, two blocked, so exactly two more Enforcement.
    assert_eq!(
        (t.game.districts[1].bracket, t.game.districts[1].enforcement),
        (4, 4)
    );
}

#[test]
fn w11_a_discovered_base_costs_a_die_until_it_is_bought_back() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.put_epic(0, "fortuity");
    t.game.districts[0].bracket = 1;
    t.game.base = 3;
    t.epic_phase();
    assert_eq!(t.game.now, Now::LoseDie);
    assert_eq!(t.game.base, 0, "the marker is back at the top");
    let seat = t.seat_off(1);
    t.act(Action::LoseDie { seat, kind: Purple });
    assert_eq!(t.owned_and_lost(1, Purple), (2, 1));
    // The die is not rolled meanwhile.
    t.chance(Outcome::Pick(1));
    while t.game.now.is_chance() {
        if t.game.now == (Now::RollDice { seat: SeatIx(1) }) {
            assert_eq!(in_the_air(&t.game)[Purple.index()], 2);
        }
        let outcome = outcomes(t.rules.catalog(), &t.game)[0].0;
        t.chance(outcome);
    }
    assert_eq!(t.count_kind(1, Spot::Rolled, Purple), 2);
    t.buy_step();
    t.game.money = 1;
    let back = Action::BuyBack {
        seat: t.seat_off(1),
        kind: Purple,
    };
    t.refuse(back);
    t.game.money = 3;
    t.act(back);
    assert_eq!(t.game.money, 1);
    assert_eq!(t.owned_and_lost(1, Purple), (3, 0));
    t.game.money = 9;
    t.refuse(back);
}

#[test]
fn w11_above_the_bottom_the_marker_only_moves_down() {
    for base in 0..3 {
        let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
        t.put_epic(0, "fortuity");
        t.game.districts[0].bracket = 1;
        t.game.base = base;
        t.epic_phase();
        assert_eq!((t.game.now, t.game.base), (Now::MoveBoss, base + 1));
        assert!(t.game.team().iter().all(|s| !s.dice.any(Spot::Lost)));
    }
}

/// What the boss's phase adds to each district, with so many actions left of a bracket.
fn boss_adds(catalog: Catalog, track: Track, bracket: u8) -> (Vec<u8>, Vec<u8>) {
    let mut t = Table::new(&[Abraham, Tia, David], catalog);
    t.game.boss.district = DistrictIx(3);
    t.game.boss.brackets = [1; 4];
    t.game.boss.brackets[track.index()] = bracket;
    t.epic_phase();
    assert_eq!(t.game.now, Now::MoveBoss);
    (
        t.game.ring().iter().map(|d| d.enforcement).collect(),
        t.game.ring().iter().map(|d| d.barricades).collect(),
    )
}

#[test]
fn w12_the_red_track_deploys_in_groups_clockwise() {
    let (enforcement, _) = boss_adds(fixture::catalog(), Track::Red, 3);
    assert_eq!(
        enforcement,
        [1, 0, 0, 2],
        "two with Steelheart, one in the next district"
    );
}

#[test]
fn w13_the_blue_track_places_one_barricade_a_district() {
    let (_, barricades) = boss_adds(fixture::catalog(), Track::Blue, 2);
    assert_eq!(barricades, [1, 0, 0, 1]);
}

/// Starting research by Reckoners (2 to 6) and difficulty, es:223.
const VALUES: [[u16; 4]; 5] = [
    [18, 20, 25, 28],
    [23, 26, 30, 33],
    [28, 32, 35, 38],
    [32, 36, 40, 44],
    [36, 41, 45, 49],
];

/// The colour of a Reckoner's dice.
fn colour_of(who: Reckoner) -> DieKind {
    match who {
        Reckoner::David => DieKind::Blue,
        Reckoner::Prof => DieKind::Black,
        Reckoner::Megan => DieKind::Red,
        Reckoner::Cody => DieKind::Orange,
        Reckoner::Abraham => DieKind::Green,
        Reckoner::Tia => DieKind::Purple,
        other => panic!("{other} is not of the base game"),
    }
}

#[test]
fn w14_set_up_and_prologue_at_every_number_of_reckoners_and_difficulty() {
    // The embedded box: every value here is official.
    let rules = Rules::embedded();
    for (seats, difficulty) in all_tables() {
        let setup = GameSetup::new(&Reckoner::BASE[..seats], difficulty).unwrap();
        let mut t = Table {
            game: rules.new_game(&setup),
            rules: rules.clone(),
            events: Vec::new(),
        };
        assert_eq!(t.game.boss.research, VALUES[seats - 2][difficulty.index()]);
        while t.game.now != Now::PlaceBoss {
            let outcome = outcomes(t.rules.catalog(), &t.game)[0].0;
            t.chance(outcome);
        }
        let n = seats as u8;
        assert_eq!(t.game.ring().len(), seats + 1);
        for place in t.game.ring() {
            let card = t.rules.catalog().epic(place.epic.unwrap());
            assert_eq!(
                (place.bracket, place.research, place.health),
                (3, card.research, card.health)
            );
            assert_eq!((place.enforcement, place.barricades), (0, 0));
        }
        assert_eq!(
            (
                t.game.population,
                t.game.money,
                t.game.market.len(),
                t.game.base
            ),
            (40, 4, 4, 0)
        );
        assert_eq!((t.game.boss.brackets, t.game.boss.health), ([2; 4], 0));
        assert_eq!(t.game.token_supply, 20 - n);
        for seat in t.game.team() {
            let of_kind = |kind| seat.dice.owned()[kind as usize];
            let colour = colour_of(seat.reckoner);
            assert_eq!((seat.tokens, of_kind(Basic), of_kind(colour)), (1, 3, 3));
            assert_eq!(seat.dice.total(), 6);
        }
        // Prologue: the boss arrives, only red fires, he moves, purchase, miniatures.
        t.chance(Outcome::Pick(1));
        assert_eq!(t.game.now, Now::MoveBoss);
        assert_eq!(
            (t.game.enforcement_on_board(), t.game.barricades_on_board()),
            (2, 0)
        );
        assert_eq!(t.lost(), 0);
        t.chance(Outcome::Pick(1));
        assert_eq!(
            (t.game.now, t.game.boss.district),
            (Now::Buy, DistrictIx(2))
        );
        t.act(Action::DonePurchase);
        for i in 0..n {
            assert_eq!((t.game.now, t.game.acting), (Now::Place, SeatIx(i)));
            t.refuse(Action::Place {
                district: to(n + 1),
            });
            t.act(Action::Place { district: to(i) });
        }
        assert_eq!(
            (t.game.now, t.game.round),
            (Now::RollDice { seat: SeatIx(0) }, 1)
        );
    }
}

#[test]
fn w14_difficulty_chooses_the_sides_of_the_boards() {
    let rules = Rules::embedded();
    for row in &rules.catalog().bosses[0].sheets {
        let [beginner, standard, hard, sparks] = row
            .each_ref()
            .map(|sheet| sheet.tracks().expect("Steelheart has tracks"));
        let (power, adjustment) = (1..4, 0);
        assert_eq!(beginner[power.clone()], standard[power.clone()], "Power A");
        assert_eq!(hard[power.clone()], sparks[power], "Power B");
        assert_eq!(beginner[adjustment], hard[adjustment], "Adjustment A");
        assert_eq!(standard[adjustment], sparks[adjustment], "Adjustment B");
        assert_eq!(
            [row[0].deployment, row[1].deployment],
            [row[2].deployment, row[3].deployment]
        );
    }
}

#[test]
fn w15_a_gift_goes_to_both_neighbours_and_hastens_only_those_still_to_act() {
    let mut catalog = fixture::catalog();
    epic(&mut catalog, "frostbite").track = track(&["GIFT ADD_ENF", QUIET, QUIET, QUIET, QUIET]);
    let mut t = Table::new(&[Abraham, Tia, David, Megan], catalog);
    t.put_epic(1, "frostbite");
    t.game.boss.district = DistrictIx(0);
    for place in &mut t.game.districts[..5] {
        place.bracket = 1;
    }
    t.game.boss.brackets = [1; 4];
    t.epic_phase();
    let enforcement: Vec<u8> = t.game.ring().iter().map(|d| d.enforcement).collect();
    assert_eq!(
        enforcement,
        [2, 0, 1, 0, 0],
        "neighbours 0 and 2, and one of the red track in 0"
    );
    let brackets: Vec<u8> = t.game.ring().iter().map(|d| d.bracket).collect();
    assert_eq!(brackets, [2, 2, 3, 2, 2], "0 had acted before, 2 had not");
}

/// Runs one action of the Epic in district 1 and returns the table after the phase.
fn perform(action: &str, edit: impl FnOnce(&mut Table)) -> Table {
    let mut catalog = fixture::catalog();
    epic(&mut catalog, "frostbite").track = track(&[action, QUIET, QUIET, QUIET, QUIET]);
    let mut t = Table::new(&[Abraham, Tia, David], catalog);
    t.put_epic(1, "frostbite");
    t.game.districts[1].bracket = 1;
    t.game.boss.brackets = [1; 4];
    edit(&mut t);
    t.epic_phase();
    t
}

/// The losses by Epics, without those of the boss's own red and blue track.
fn causes(t: &Table) -> Vec<Cause> {
    let boss_acts = |e: &Event| {
        matches!(
            e,
            Event::Performs {
                source: Source::Boss,
                ..
            }
        )
    };
    let until = t
        .events
        .iter()
        .position(boss_acts)
        .unwrap_or(t.events.len());
    t.events[..until]
        .iter()
        .filter_map(|e| match e {
            Event::PopulationLost { cause, .. } => Some(*cause),
            _ => None,
        })
        .collect()
}

#[test]
fn w16_exhausted_components_cost_population_instead() {
    let t = perform("ADD_ENF", |t| t.game.districts[3].enforcement = 25);
    assert_eq!(causes(&t), [Cause::NoEnforcement]);
    assert_eq!(t.game.enforcement_on_board(), 25);
    let t = perform("BARRICADE 2", |t| t.game.districts[3].barricades = 8);
    assert_eq!(causes(&t), [Cause::NoBarricade; 2]);
    let t = perform("BARRICADE 2", |t| t.game.districts[3].barricades = 7);
    assert_eq!(causes(&t), [Cause::NoBarricade]);
    assert_eq!(t.game.districts[1].barricades, 1, "the eighth was placed");
}

#[test]
fn w16_fortify_costs_population_only_when_nothing_can_rise() {
    let blocked = [Cause::FortifyBlocked].to_vec();
    let cases = [
        // (research, health) before, after, loss
        ((5, 10), (5, 10), true),
        ((0, 10), (0, 10), true),
        ((5, 9), (5, 10), false),
        ((4, 10), (5, 10), false),
        ((2, 6), (3, 7), false),
        ((0, 3), (0, 4), false),
        ((4, INFINITE), (5, INFINITE), false),
        ((5, INFINITE), (5, INFINITE), true),
    ];
    for (before, after, loss) in cases {
        let mut catalog = fixture::catalog();
        let card = epic(&mut catalog, "nightwielder");
        card.track = track(&["FORTIFY", QUIET, QUIET, QUIET, QUIET]);
        let mut t = Table::new(&[Abraham, Tia, David], catalog);
        t.put_epic(1, "nightwielder");
        let place = &mut t.game.districts[1];
        (place.research, place.health) = before;
        place.bracket = 1;
        t.epic_phase();
        let place = t.game.districts[1];
        assert_eq!((place.research, place.health), after, "from {before:?}");
        assert_eq!(
            causes(&t),
            if loss { blocked.clone() } else { Vec::new() },
            "from {before:?}"
        );
    }
}

#[test]
fn w17_buying_pays_hands_over_and_refills_and_a_refresh_clears_the_market() {
    let mut catalog = fixture::catalog();
    let price = catalog.find_equipment("rifle").unwrap();
    catalog.equipment[usize::from(price.0)].price = 3;
    let mut t = Table::at(&[Abraham, Tia], Difficulty::Standard, catalog);
    t.market(&["rifle", "emp", "trap", "grenade"]);
    t.buy_step();
    t.game.money = 2;
    let card = t.card("rifle");
    t.refuse(Action::Buy { card });
    t.game.money = 4;
    t.act(Action::Buy { card });
    assert_eq!((t.game.money, t.game.now), (1, Now::Receive { card }));
    t.act(Action::Receive {
        seat: t.seat_off(1),
    });
    assert!(t.game.seats[1].cards.has(card.0) && !t.game.market.has(card.0));
    assert_eq!(
        (t.game.now, t.game.market.len()),
        (Now::DealEquipment, 3),
        "the place is refilled at once"
    );
    t.first_chances();
    let old = t.game.market;
    assert_eq!((t.game.now, old.len()), (Now::Buy, 4));
    t.act(Action::Refresh);
    assert_eq!((t.game.money, t.game.discarded), (0, old));
    t.first_chances();
    assert_eq!(t.game.market.len(), 4);
    assert_eq!(
        t.game.market.0 & old.0,
        0,
        "the four old cards are out of the game"
    );
    t.refuse(Action::Refresh);
}
