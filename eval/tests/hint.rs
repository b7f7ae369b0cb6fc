//! The hint engine: legal, reproducible, consistent, and with reasons.

#[path = "support/tables.rs"]
mod tables;

use reckoners_env::action::decode;
use reckoners_env::state::{Now, Step};
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};
use reckoners_eval::hint::brain::Brain;
use reckoners_eval::hint::{Advisor, Hint, HintError, HintOptions, entry, text};
use tables::{forced, luck, make, positions, random_move, sample, samples, setup};

fn advisor() -> Advisor {
    let rules = Rules::embedded();
    Advisor::new(&rules, Brain::scripted(&rules))
}

fn quick(seed: u64) -> HintOptions {
    HintOptions {
        playouts: Some(32),
        seed,
        ..HintOptions::default()
    }
}

/// Applies the options of a hint, and the steps of its plan, to the position they are for.
fn check_legal(advisor: &Advisor, game: &Game, hint: &Hint) {
    let rules = advisor.rules();
    let legal = rules.legal(game);
    assert_eq!(hint.options.is_empty(), legal.is_empty());
    for option in &hint.options {
        assert!(legal.has(option.id), "{}", option.text);
        assert!((0.0..=1.0).contains(&option.win_chance));
        assert!(!option.reasons.is_empty());
        for odds in &option.odds {
            assert!((0.0..=1.0).contains(&odds.chance), "{odds:?}");
        }
    }
    let mut at = *game;
    for step in hint.plan.iter().flat_map(|p| &p.steps) {
        for id in &step.ids {
            rules.apply(&mut at, decode(*id).unwrap()).unwrap();
        }
    }
}

#[test]
fn every_suggestion_and_every_step_of_a_plan_is_legal_in_all_kinds_of_positions() {
    let advisor = advisor();
    let mut kinds = std::collections::BTreeSet::new();
    for (i, game) in positions(advisor.rules(), 60).iter().enumerate() {
        let table = Table::new(game);
        for raw in [true, false] {
            let options = HintOptions {
                raw,
                plan: true,
                playouts: Some(16),
                ..quick(i as u64)
            };
            let hint = advisor.hint(&table, &options).unwrap();
            check_legal(&advisor, game, &hint);
            assert_eq!(hint.searched, !raw);
            assert!(text::show(&hint).contains("Chance to win"));
            kinds.insert(hint.decision);
        }
    }
    for kind in [
        "place", "roll", "use", "spend", "purchase", "receive", "chance", "over",
    ] {
        assert!(
            kinds.contains(kind),
            "no position of kind {kind} in {kinds:?}"
        );
    }
}

#[test]
fn the_same_seed_and_playouts_give_the_same_answer_and_another_seed_another() {
    let advisor = advisor();
    for (name, table) in samples(advisor.rules()) {
        let ask = |seed| {
            let options = HintOptions {
                plan: true,
                ..quick(seed)
            };
            serde_json::to_string(&advisor.hint(&table, &options).unwrap()).unwrap()
        };
        assert_eq!(ask(3), ask(3), "{name}");
        assert_ne!(ask(3), ask(4), "{name}");
    }
}

#[test]
fn a_forced_move_is_worth_what_its_successor_is_worth() {
    let advisor = advisor();
    let rules = advisor.rules();
    let think = |seed| HintOptions {
        playouts: Some(128),
        ..quick(seed)
    };
    let games = forced(rules, 40);
    let mut apart = 0;
    for game in &games {
        let only = rules.legal(game).single().unwrap();
        let hint = advisor.hint(&Table::new(game), &think(9)).unwrap();
        let mut after = *game;
        rules.apply(&mut after, decode(only).unwrap()).unwrap();
        let same = advisor.evaluate(&after, &think(9));
        assert!(
            (hint.win_chance - f64::from(same.win_chance)).abs() < 1e-4,
            "{}",
            hint.awaited
        );
        // Other luck: equality must not come from equal luck alone.
        let next = advisor.evaluate(&after, &think(10));
        let error = hint.error.unwrap().hypot(f64::from(next.error.unwrap()));
        let gap = (hint.win_chance - f64::from(next.win_chance)).abs();
        apart += usize::from(gap > 2.0 * error + 2e-4);
    }
    // One in twenty lies beyond two standard errors by chance.
    assert!(
        apart * 8 <= games.len(),
        "{apart} of {} are apart",
        games.len()
    );
}

#[test]
fn allowed_and_avoided_actions_are_respected() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "middle-4");
    let free = advisor.hint(&table, &quick(1)).unwrap();
    let best = free.options[0].id;
    let avoid = HintOptions {
        avoid: vec![best],
        ..quick(1)
    };
    let hint = advisor.hint(&table, &avoid).unwrap();
    assert!(hint.options.iter().all(|o| o.id != best));
    let allow = HintOptions {
        allow: vec![best],
        ..quick(1)
    };
    let hint = advisor.hint(&table, &allow).unwrap();
    assert_eq!(
        hint.options.iter().map(|o| o.id).collect::<Vec<_>>(),
        [best]
    );
    assert!(hint.options[0].playouts > 0);
    let nothing = HintOptions {
        allow: vec![best],
        avoid: vec![best],
        ..quick(1)
    };
    let legal = advisor.rules().legal(&table.game).len();
    assert_eq!(
        advisor.hint(&table, &nothing),
        Err(HintError::NothingLeft { legal })
    );
}

#[test]
fn a_keep_comes_with_exact_odds_and_the_whole_choice_of_dice() {
    let advisor = advisor();
    let rules = advisor.rules();
    let mut told = 0;
    for game in positions(rules, 100) {
        if game.now != Now::Keep || game.actor().rolls != 1 || game.actor().ability_spent {
            continue;
        }
        let hint = advisor.hint(&Table::new(&game), &quick(2)).unwrap();
        let Some(keep) = &hint.keep else {
            panic!("no advice for {}", hint.awaited)
        };
        assert!(!keep.keep.is_empty() || !keep.roll.is_empty() || keep.text.contains("reroll"));
        told += hint.options.iter().map(|o| o.odds.len()).sum::<usize>();
    }
    assert!(told >= 10, "only {told} odds were told");
}

#[test]
fn a_plan_for_the_roll_step_has_dice_to_keep_and_goals() {
    let advisor = advisor();
    let rules = advisor.rules();
    let game = positions(rules, 100)
        .into_iter()
        .find(|g| g.now == Now::Keep && g.round > 1)
        .expect("a position with dice to keep");
    let options = HintOptions {
        plan: true,
        ..quick(5)
    };
    let plan = advisor
        .hint(&Table::new(&game), &options)
        .unwrap()
        .plan
        .unwrap();
    let deciding = game.team().iter().filter(|s| !s.rolled.is_empty()).count();
    assert_eq!(plan.keep.len(), deciding);
    assert!(!plan.goals.is_empty());
    assert!(
        plan.goals.iter().all(|g| (0.15..=1.0).contains(&g.share)),
        "{:?}",
        plan.goals
    );
}

#[test]
fn a_plan_for_the_use_step_covers_the_team_until_luck_decides() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "middle-4");
    assert_eq!(table.game.step(), Step::Use);
    let options = HintOptions {
        plan: true,
        ..quick(5)
    };
    let hint = advisor.hint(&table, &options).unwrap();
    let plan = hint.plan.unwrap();
    let who: std::collections::BTreeSet<&str> =
        plan.steps.iter().map(|s| s.reckoner.as_str()).collect();
    // Four Reckoners, and the team for rewards.
    assert_eq!(who.len(), 5, "{who:?}");
    let mut at = table.game;
    let ids: Vec<usize> = plan.steps.iter().flat_map(|s| s.ids.clone()).collect();
    assert_eq!(
        ids[0], hint.options[0].id,
        "the plan begins with the best option"
    );
    for id in ids {
        advisor.rules().apply(&mut at, decode(id).unwrap()).unwrap();
    }
}

#[test]
fn dice_may_be_typed_in_any_order_of_reckoners() {
    let advisor = advisor();
    let rules = advisor.rules();
    let mut game = rules.new_game(&setup(2));
    let mut rng = luck(2);
    while !(matches!(game.now, Now::RollDice { .. }) && game.round == 1) {
        let play = random_move(rules, &game, &mut rng).expect("the game has not ended yet");
        make(rules, &mut game, &play);
    }
    let table = Table::new(&game);
    let speaker = reckoners_env::words::Speaker::new(rules, &table.names);
    let mut own = game;
    let mut typed = Vec::new();
    while let Now::RollDice { seat } = own.now {
        let outcome = reckoners_env::chance::sample(rules.catalog(), &own, &mut rng);
        typed.push(format!(
            "{}: {}",
            speaker.seat(&own, seat),
            speaker.outcome(&outcome)
        ));
        rules.resolve(&mut own, outcome).unwrap();
    }
    typed.reverse();
    entry::play_texts(&speaker, &mut game, &typed).unwrap();
    assert_eq!(game, own);
    let error = entry::play_texts(&speaker, &mut game, &["dance".into()]).unwrap_err();
    assert!(error.to_string().starts_with("\"dance\": "), "{error}");
}

#[test]
fn a_missing_or_unfit_checkpoint_falls_back_and_says_so() {
    let rules = Rules::embedded();
    let none = Brain::shipped(&rules, None);
    assert_eq!(none.name, "scripted");
    assert!(
        none.note
            .unwrap()
            .contains("no checkpoint at checkpoints/base.safetensors")
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("base.safetensors");
    std::fs::write(&file, b"not a checkpoint").unwrap();
    let unfit = Brain::shipped(&rules, Some(&file));
    assert_eq!(unfit.name, "scripted");
    let note = unfit.note.unwrap();
    assert!(
        note.contains("base.safetensors") && note.contains("scripted player"),
        "{note}"
    );
    // A checkpoint that was asked for by name is an error instead.
    let named = format!("net:{}", file.display());
    assert!(
        Brain::load(&rules, Some(&named))
            .unwrap_err()
            .to_string()
            .contains("base.safetensors")
    );
    let error = Brain::load(&rules, Some("random")).unwrap_err().to_string();
    assert!(
        error.contains("cannot give hints; use scripted, net:FILE"),
        "{error}"
    );
}
