//! What an observation shows.

use reckoners_env::cards::{ActionTrack, Boards, Deed, load_embedded};
use reckoners_env::forecast::Forecast;
use reckoners_env::ids::{DistrictIx, SeatIx, SeatOffset};
use reckoners_env::obs::{self, OBS_LEN, SECTIONS};
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::{Now, Span};
use reckoners_env::{Difficulty, Encoder, Game, GameSetup, Reckoner, Rules, action};

use crate::play::{encoder, pick, random_positions};

#[test]
fn every_number_is_written_and_lies_between_0_and_1() {
    let mut ever = [false; OBS_LEN];
    // Random teams lose soon: a larger population lets them see the whole game.
    let mut catalog = load_embedded();
    catalog.setup.population = 400;
    for encoder in [encoder(), Encoder::new(Rules::new(catalog)).into()] {
        random_positions(encoder.rules(), 2, |game| {
            let mut seen = [f32::NAN; OBS_LEN];
            encoder.encode(game, &mut seen);
            for (i, value) in seen.iter().enumerate() {
                assert!(
                    (0.0..=1.0).contains(value),
                    "{} is {value}",
                    obs::describe_index(i).unwrap()
                );
                ever[i] |= *value > 0.0;
            }
        });
    }
    for section in SECTIONS {
        let used = ever[section.start..section.start + section.len()]
            .iter()
            .filter(|e| **e)
            .count();
        assert!(
            used * 4 > section.len(),
            "{}: only {used} of {}",
            section.name,
            section.len()
        );
    }
}

/// The same position with the seats and the ring turned.
fn turned(game: &Game, seats: u8, districts: u8) -> Game {
    let mut new = *game;
    let (n, m) = (game.seat_count, game.district_count());
    let district = |d: DistrictIx| {
        if d.is_somewhere() {
            DistrictIx((d.0 + districts) % m)
        } else {
            d
        }
    };
    let seat = |s: SeatIx| SeatIx((s.0 + seats) % n);
    for (i, old) in game.seated() {
        let new = new.seat_mut(seat(i));
        *new = *old;
        new.district = district(old.district);
    }
    for (i, old) in game.placed() {
        *new.district_mut(district(i)) = *old;
    }
    new.acting = seat(game.acting);
    new.boss.district = district(game.boss.district);
    new.sniper = district(game.sniper);
    new.city.passed = district(game.city.passed);
    let turn = |bits: u8, by: u8, of: u8| {
        (0..of).fold(0, |all, i| all | (bits >> i & 1) << ((i + by) % of))
    };
    new.city.exchanged = turn(game.city.exchanged, districts, m);
    new.city.affected = turn(game.city.affected, seats, n);
    if let Span::Fixed(place) = &mut new.open.span {
        *place = district(*place);
    }
    match &mut new.now {
        Now::Kidnap { to: place, .. }
        | Now::Steal { district: place }
        | Now::SecondHalf { to: place }
        | Now::KeepAid {
            district: place, ..
        }
        | Now::GiveAid {
            district: place, ..
        }
        | Now::Suffer {
            district: place, ..
        }
        | Now::Perform { district: place } => *place = district(*place),
        Now::LoseFace { seat: whose, .. } => *whose = seat(*whose),
        _ => {}
    }
    new
}

#[test]
fn turning_the_seats_or_the_ring_changes_neither_observation_nor_mask() {
    let encoder = encoder();
    let mut turn = 0u8;
    random_positions(encoder.rules(), 1, |game| {
        turn = turn.wrapping_add(1);
        let other = turned(
            game,
            turn % game.seat_count,
            (turn / 7) % game.district_count(),
        );
        let (mut a, mut b) = ([0.0; OBS_LEN], [0.0; OBS_LEN]);
        encoder.encode(game, &mut a);
        encoder.encode(&other, &mut b);
        assert_eq!(obs::describe(&a), obs::describe(&b));
        assert_eq!(encoder.rules().legal(game), encoder.rules().legal(&other));
    });
}

#[test]
fn another_acting_seat_sees_another_observation() {
    let encoder = encoder();
    random_positions(encoder.rules(), 1, |game| {
        let mut other = *game;
        other.acting = game.seat_at(SeatOffset(1));
        let (mut a, mut b) = ([0.0; OBS_LEN], [0.0; OBS_LEN]);
        encoder.encode(game, &mut a);
        encoder.encode(&other, &mut b);
        assert_ne!(obs::describe(&a), obs::describe(&b));
    });
}

#[test]
fn words_name_each_number_that_is_not_zero() {
    let mut seen = [0.0; OBS_LEN];
    seen[0] = 1.0;
    seen[OBS_LEN - 1] = 0.5;
    assert_eq!(
        obs::describe(&seen),
        "turn.decision[0] 1\nprinted.base_left 0.5\n"
    );
}

/// Plays on from the first purchase of a round to the end of the Epic phase without a choice that
/// changes the board, and gives what the population lost.
fn epic_phase_loss(rules: &Rules, mut game: Game) -> u16 {
    let before = game.population;
    let round = game.round;
    let mut rng = stream(9, 9, 9, Purpose::Evaluation);
    rules
        .apply(&mut game, action::Action::DonePurchase)
        .unwrap();
    while game.round == round && !matches!(game.now, Now::Over(_)) {
        if game.now.is_chance() {
            let outcome = reckoners_env::chance::sample(rules.catalog(), &game, &mut rng);
            rules.resolve(&mut game, outcome).unwrap();
        } else {
            let id = rules.legal(&game).nth(0).unwrap();
            rules.apply_unchecked(&mut game, action::decode(id).unwrap());
        }
    }
    before - game.population
}

#[test]
fn the_forecast_is_what_the_epic_phase_takes() {
    // Cards without boosts, gifts and Fortify, and with more Enforcement than can run out.
    let mut catalog = load_embedded();
    let tracks = [
        ["POP 1", "ADD_ENF", "POP 2", "BASE", "POP 1"],
        ["BASE", "POP 2", "ADD_ENF", "POP 1", "POP 3"],
    ]
    .map(|deeds| ActionTrack::new(&deeds.map(|deed| Deed::read(deed).unwrap())).unwrap());
    for (i, epic) in catalog.epics.iter_mut().enumerate() {
        epic.track = tracks[i % 2];
    }
    for sheet in catalog.bosses[0].sheets.iter_mut().flatten() {
        if let Boards::Tracks(of_boss) = &mut sheet.boards {
            of_boss[..2].fill(tracks[0]);
        }
    }
    catalog.setup.enforcement = 200;
    catalog.setup.barricades = 100;
    catalog.setup.population = 500;
    let encoder = Encoder::new(Rules::new(catalog));
    let rules = encoder.rules();
    let (mut checked, mut overflowed) = (0, 0);
    for seed in 0..60 {
        let setup = GameSetup::new(&Reckoner::BASE[..3], Difficulty::Standard).unwrap();
        let mut game = rules.new_game(&setup);
        let mut rng = stream(seed, 0, 0, Purpose::Evaluation);
        for _ in 0..400 {
            rules.play_chance(&mut game, &mut rng);
            if matches!(game.now, Now::Over(_)) {
                break;
            }
            // A new Epic's actions cannot be foreseen, so only full rings are compared.
            let full = game.ring().iter().all(|d| d.epic.is_some());
            if game.now == Now::Buy && game.round > 0 && full {
                let activations = encoder.activations();
                let forecast = activations.population(rules, &game);
                let lost = epic_phase_loss(rules, game);
                assert_eq!(forecast.min(game.population), lost);
                assert_eq!(Forecast::of(rules, &game).population(), lost);
                checked += 1;
                let blocked = |d| activations.of(rules, d).overflow > 0;
                overflowed += u32::from(game.ring().iter().any(blocked));
            }
            let id = pick(&rules.legal(&game), &mut rng);
            rules.apply_unchecked(&mut game, action::decode(id).unwrap());
        }
    }
    assert!(
        checked > 50 && overflowed > 20,
        "{checked} phases, {overflowed} with overflow"
    );
}

#[test]
fn containing_saves_what_the_observation_says() {
    let encoder = encoder();
    let (rules, activations) = (encoder.rules(), encoder.activations());
    let mut helped = 0;
    random_positions(rules, 1, |game| {
        for district in game.ring().iter().filter(|d| d.bracket > 1) {
            let now = activations.of(rules, district);
            let mut contained = *district;
            contained.bracket -= 1;
            let then = activations.of(rules, &contained).effects.population;
            assert_eq!(now.effects.population.saturating_sub(then), now.saved);
            helped += u32::from(now.saved > 0);
        }
    });
    assert!(helped > 100);
}
