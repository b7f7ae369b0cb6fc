//! The encoder against the slow reference, number by number.

use reckoners_env::cards::{Benefit, BoardCard, Catalog, Cell, Deed, SymbolCounts, Timing, Verb};
use reckoners_env::ids::{DieKind, Effect, Symbol};
use reckoners_env::obs::{OBS_LEN, describe_index};
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::Now;
use reckoners_env::{Encoder, Game, Rules};

use crate::support::fixture::{self, track};
use crate::support::random::{RandomGame, every_table};
use crate::support::reference_obs::observe;

/// A box for what is rare or impossible with the others: many deeds at once, much Enforcement, few
/// Plan Tokens, dice without equal faces.
fn crowded() -> Catalog {
    let mut catalog = fixture::rich(fixture::every_deed());
    catalog.setup.enforcement = 60;
    catalog.setup.plan_tokens = 6;
    catalog.setup.base_track = 2;
    catalog.dice = [*catalog.die(DieKind::Basic); DieKind::COUNT];
    catalog.epics[0].track = track(&["BASE 2", "ADD_ENF 2", "BOOST red 2", "POP 2", "BASE 3"]);
    catalog.epics[1].track = track(&[
        "GIFT BASE 2",
        "FORTIFY 2",
        "GIFT ADD_ENF 2",
        "POP 1",
        "BOOST red 2",
    ]);
    for sheet in fixture::boss_sheets(&mut catalog) {
        fixture::tracks_of(sheet)[1] = track(&[
            "GIFT POP 1",
            "GIFT ADD_ENF",
            "BASE 2",
            "GIFT BARRICADE 2",
            "FORTIFY_BOSS",
        ]);
    }
    crowd_cities(&mut catalog);
    catalog
}

/// Boards of the cities with everything on them that the shipped ones leave out.
fn crowd_cities(catalog: &mut Catalog) {
    let cell = |text: &str| Cell::read(text).unwrap();
    let [cards, researched, _] = &mut catalog.cities;
    for (n, board) in cards.boards.iter_mut().enumerate() {
        let action = Deed::once(Verb::Affect(Effect::Equipment));
        let benefit = Benefit::Exchange {
            cost: Symbol::ALL[n % Symbol::COUNT],
            gives: SymbolCounts::of(Symbol::Attack, 2),
        };
        board.cards = Some([BoardCard { action, benefit }; 2]);
    }
    let spaces = [
        "ADD_ENF",
        "BARRICADE 1",
        "FORTIFY",
        "SHIELD red",
        "BASE | BASE | BASE",
    ];
    for board in &mut researched.boards {
        for (n, space) in board.track.iter_mut().enumerate() {
            *space = cell(spaces[n % spaces.len()]);
        }
    }
}

/// The shipped cards as they are and with long games, fixture cards, the crowded box, and one with drawn tracks.
fn boxes() -> [Rules; 5] {
    let embedded = reckoners_env::cards::load_embedded;
    let mut drawn = fixture::any_tracks(embedded(), &mut stream(5, 0, 0, Purpose::Task));
    // A table of one track of a boss does not know that he boosts another.
    drawn.bosses = embedded().bosses;
    [
        Rules::embedded(),
        Rules::new(fixture::rich(embedded())),
        Rules::new(fixture::rich(fixture::catalog())),
        Rules::new(crowded()),
        Rules::new(drawn),
    ]
}

/// Visits positions of random games of all boxes, numbers of Reckoners, difficulties and choices of modules.
fn positions(mut visit: impl FnMut(&Encoder, &Game)) {
    for (seed, rules) in (50..).zip(boxes()) {
        let encoder = Encoder::new(rules);
        for (seats, ruleset) in every_table() {
            let mut play = RandomGame::eager(encoder.rules(), seats, ruleset, seed);
            for step in 0..2500 {
                // The first games are short; of long ones every 7th position is enough.
                let rare = matches!(play.game.now, Now::LoseFace { .. });
                if step < 200 || step % 7 == 0 || rare {
                    visit(&encoder, &play.game);
                }
                let Some(next) = play.next() else { break };
                play.play(next);
            }
        }
    }
}

#[test]
fn p_every_number_of_an_observation_is_what_the_slow_reference_says() {
    let mut count = 0;
    positions(|encoder, game| {
        let mut fast = [f32::NAN; OBS_LEN];
        encoder.encode(game, &mut fast);
        let slow = observe(encoder.rules().catalog(), game);
        assert_eq!(slow.len(), OBS_LEN);
        for (i, (fast, slow)) in fast.iter().zip(&slow).enumerate() {
            // The encoder multiplies where the reference divides.
            assert!(
                (fast - slow).abs() < 1e-6,
                "{}: {fast}, but {slow} by the reference, in {game:#?}",
                describe_index(i).unwrap()
            );
        }
        count += 1;
    });
    assert!(count > 10_000, "{count} positions");
}

#[test]
fn p_every_number_of_an_observation_is_above_zero_somewhere() {
    let mut ever = [false; OBS_LEN];
    positions(|encoder, game| {
        let mut seen = [f32::NAN; OBS_LEN];
        encoder.encode(game, &mut seen);
        for (ever, number) in ever.iter_mut().zip(seen) {
            *ever |= number > 0.0;
        }
    });
    // What one card in one place of many shows, and what is printed on dice and boards, would take far more
    // positions; the reference has every number of it.
    let rare = |name: &String| {
        let parts = ["].owned[", "].card[", "tracks[", "faces[", "printed."];
        parts.iter().any(|part| name.contains(part))
    };
    let never: Vec<String> = (0..OBS_LEN)
        .filter(|i| !ever[*i])
        .filter_map(describe_index)
        .filter(|name| !rare(name))
        .collect();
    // Cards that are used when they are bought belong to nobody.
    let cards = reckoners_env::cards::load_embedded().equipment;
    let used_up = cards.iter().enumerate();
    let used_up = used_up.filter(|(_, card)| card.power.timing == Timing::Bought);
    let mut expected: Vec<String> = used_up.map(|(i, _)| format!("me.cards[{i}]")).collect();
    // A track by which the boss is researched weakens nobody.
    expected.extend((0..7).map(|n| format!("city[{n}].soon[7]")));
    assert_eq!(never, expected);
}
