//! Plans for the team, and which dice to keep.

use reckoners_env::action::decode;
use reckoners_env::state::{Now, Spot, Step};
use reckoners_env::table::Table;
use reckoners_eval::hint::HintOptions;

use crate::tables::{positions, sample, samples};
use crate::{advisor, quick};

#[test]
fn every_step_of_a_plan_has_a_reason() {
    let advisor = advisor();
    for (name, table) in samples(advisor.rules()) {
        let options = HintOptions {
            plan: true,
            ..quick(5)
        };
        let plan = advisor.hint(&table, &options).unwrap().plan.unwrap();
        for step in &plan.steps {
            assert!(!step.why.is_empty(), "{name}: {step:?}");
        }
    }
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
    let deciding = game
        .team()
        .iter()
        .filter(|s| s.dice.any(Spot::Rolled))
        .count();
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
    assert_eq!(table.game.step, Step::Use);
    let options = HintOptions {
        plan: true,
        ..quick(5)
    };
    let hint = advisor.hint(&table, &options).unwrap();
    let plan = hint.plan.unwrap();
    let who: std::collections::BTreeSet<&str> =
        plan.steps.iter().map(|s| s.reckoner.as_str()).collect();
    // Four Reckoners, and the team for its rewards and for what it buys.
    assert_eq!(who.len(), 6, "{who:?}");
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
