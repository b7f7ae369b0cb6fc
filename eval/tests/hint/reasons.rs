//! Why: what an option changes, and nothing that comes anyway.

use reckoners_env::Action;
use reckoners_env::action::encode;
use reckoners_env::ids::DistrictOffset;
use reckoners_env::state::Step;
use reckoners_env::table::Table;
use reckoners_eval::hint::{Advisor, HintOptions};
use serde_json::json;

use crate::tables::{positions, sample};
use crate::{advisor, quick};

/// The reasons for one action, which must be legal.
fn reasons(advisor: &Advisor, table: &Table, action: Action) -> Vec<String> {
    let options = HintOptions {
        raw: true,
        allow: vec![encode(action)],
        ..quick(1)
    };
    let hint = advisor.hint(table, &options).unwrap();
    hint.options[0].reasons.clone()
}

#[test]
fn ending_a_step_takes_no_credit_for_what_comes_anyway() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "late-4");
    assert_eq!(table.game.step, Step::Purchase);
    // Tokens gained by dice enter the trays at the end of the step, whoever ends it.
    assert!(table.game.team().iter().any(|s| s.fresh_tokens > 0));
    let money = table.game.money;
    assert_eq!(
        reasons(&advisor, &table, Action::DonePurchase),
        [format!("saves ${money} for later")]
    );
}

#[test]
fn options_without_effect_are_told_by_facts_alone() {
    let advisor = advisor();
    let rules = advisor.rules();
    let late = sample(rules, "late-4");
    let refresh = reasons(&advisor, &late, Action::Refresh).join("; ");
    assert!(refresh.starts_with("new cards instead of "), "{refresh}");
    let middle = sample(rules, "middle-4");
    let lapsing = advisor.hint(
        &middle,
        &HintOptions {
            raw: true,
            ..quick(1)
        },
    );
    let lapsing = lapsing.unwrap().options.into_iter();
    let lapsing: Vec<_> = lapsing
        .filter(|o| o.then == ["let the rest lapse"])
        .collect();
    assert!(!lapsing.is_empty());
    for option in lapsing {
        assert_eq!(
            option.reasons,
            ["lapses unused: 2 attack"],
            "{}",
            option.text
        );
    }
    let end = reasons(&advisor, &middle, Action::EndDice).join("; ");
    assert!(
        end.contains(" dice and ") && end.contains(" unused"),
        "{end}"
    );
    let mut improvise = sample(rules, "late-6").to_value(rules);
    improvise["step"] = json!("use");
    improvise["acting"] = json!("david");
    improvise.as_object_mut().unwrap().remove("open");
    let improvise = Table::from_value(rules, &improvise).unwrap();
    let legal = rules.legal(&improvise.game);
    let change = legal
        .actions()
        .find(|a| matches!(a, Action::AbilityDie { .. }));
    let shows = reasons(&advisor, &improvise, change.unwrap()).join("; ");
    assert!(
        shows.contains(" die shows ") && shows.contains(" instead of "),
        "{shows}"
    );
    // A third roll that stands: no roll is left to speak of.
    let stands = positions(rules, 400)
        .into_iter()
        .find(|g| rules.legal(g).has(encode(Action::KeepAll)))
        .expect("a third roll with Faith unused");
    let kept = reasons(&advisor, &Table::new(&stands), Action::KeepAll).join("; ");
    assert!(kept.contains("stays unused"), "{kept}");
}

#[test]
fn a_bracket_is_spoken_of_only_where_an_epic_stands() {
    let advisor = advisor();
    let rules = advisor.rules();
    let told = |district: usize| {
        let mut table = sample(rules, "late-6").to_value(rules);
        table["open"] = json!("enforcement");
        table["reckoners"][4]["district"] = json!(district);
        table["districts"][district - 1]["enforcement"] = json!(2);
        let table = Table::from_value(rules, &table).unwrap();
        reasons(
            &advisor,
            &table,
            Action::Enforcement {
                district: DistrictOffset(0),
            },
        )
        .join("; ")
    };
    let (with, without) = (told(2), told(4));
    let left = "District 2 is left with 1 Enforcement: Loophole's bracket may advance 1 space less";
    assert!(with.contains(left), "{with}");
    assert_eq!(without, "District 4 is left with 1 Enforcement");
}
