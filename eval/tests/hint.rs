//! The hint engine: legal, reproducible, consistent, and with reasons.

#[path = "support/tables.rs"]
mod tables;

use reckoners_env::action::{decode, encode};
use reckoners_env::ids::DistrictOffset;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Now, Spot, Step};
use reckoners_env::table::Table;
use reckoners_env::{Action, Game, Rules};
use reckoners_eval::hint::brain::Brain;
use reckoners_eval::hint::{Advisor, Difference, Hint, HintError, HintOptions, entry, text};
use serde_json::json;
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
        assert_eq!(option.id, option.ids[0]);
        let mut at = *game;
        for id in &option.ids {
            rules.apply(&mut at, decode(*id).unwrap()).unwrap();
        }
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
            let sure = hint.win.as_ref().is_some_and(|win| win.sure);
            let words = if sure {
                "You win this round"
            } else {
                "Chance to win"
            };
            assert!(text::show(&hint).contains(words));
            kinds.insert(hint.decision);
        }
    }
    for kind in [
        "place", "keep", "use", "spend", "buy", "receive", "chance", "over",
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
    assert!(hint.options.iter().all(|o| o.id == best));
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
fn the_guides_choice_is_the_one_among_all_legal_actions() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "middle-4");
    for raw in [true, false] {
        let ask = |options: HintOptions| {
            let options = HintOptions { raw, ..options };
            advisor.hint(&table, &options).unwrap().options
        };
        let free = ask(quick(1));
        let own = free.iter().find(|o| o.guide_choice).unwrap().id;
        let other = free.iter().find(|o| o.id != own).unwrap().id;
        let without = ask(HintOptions {
            avoid: vec![own],
            ..quick(1)
        });
        assert!(without.iter().all(|o| !o.guide_choice), "{without:?}");
        for (only, is_own) in [(own, true), (other, false)] {
            let single = ask(HintOptions {
                allow: vec![only],
                ..quick(1)
            });
            assert_eq!(single[0].guide_choice, is_own, "{single:?}");
        }
    }
}

#[test]
fn options_are_compared_with_the_first_in_words_that_fit_the_numbers() {
    let told = |win_chance, population, rounds| {
        text::compared(&Difference {
            win_chance,
            population,
            rounds,
            told_apart: None,
        })
    };
    let all = told([-0.014, 0.005], [-1.25, 0.25], Some([0.21, 0.1]));
    let words =
        "1.4 ± 0.5 points worse, 1.2 ± 0.2 people fewer at the end, won 0.21 ± 0.10 rounds later";
    assert_eq!(all, words);
    let better = told([0.03, 0.01], [0.1, 0.2], Some([0.0, 0.1]));
    assert_eq!(better, "3.0 ± 1.0 points better");
    // What may be luck is no verdict, but its size is told.
    let close = told([-0.004, 0.009], [-1.2, 0.8], None);
    assert_eq!(close, "about as good: -0.4 ± 0.9 points, -1.2 ± 0.8 people");
}

#[test]
fn a_limit_of_time_is_kept() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "middle-4");
    for ms in [1, 50] {
        let options = HintOptions {
            time: Some(std::time::Duration::from_millis(ms)),
            ..HintOptions::default()
        };
        // Once without a clock: what is made when first asked for.
        advisor.hint(&table, &options).unwrap();
        let begun = std::time::Instant::now();
        let hint = advisor.hint(&table, &options).unwrap();
        let took = begun.elapsed().as_millis() as u64;
        assert!(!hint.searched && !hint.options.is_empty());
        // A busy machine may be late by much, but not by a search.
        assert!(took < ms + 150, "{took} ms");
    }
}

#[test]
fn what_is_asked_for_is_weighed_and_listed() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "middle-4");
    let speaker = reckoners_env::words::Speaker::new(advisor.rules(), &table.names);
    let asked = entry::read_actions(&speaker, &table.game, "tia: take basic plan").unwrap();
    let options = HintOptions {
        why: vec![encode(asked[0])],
        top: 1,
        ..quick(3)
    };
    let hint = advisor.hint(&table, &options).unwrap();
    let listed = hint
        .options
        .iter()
        .find(|o| o.id == encode(asked[0]))
        .unwrap();
    assert!(listed.behind.is_some() || listed.order == 1, "{listed:?}");
}

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
    let left = "District 2 is left with 1 Enforcement: Loophole's bracket will move 2 spaces";
    assert!(with.contains(left), "{with}");
    assert_eq!(without, "District 4 is left with 1 Enforcement");
}

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

/// The first position of a random game that is wanted.
fn first(rules: &Rules, rng: &mut GameRng, wanted: impl Fn(&Game) -> bool) -> Game {
    let mut game = rules.new_game(&setup(2));
    while !wanted(&game) {
        let play = random_move(rules, &game, rng).expect("the game has not ended yet");
        make(rules, &mut game, &play);
    }
    game
}

#[test]
fn dice_may_be_typed_in_any_order_of_reckoners() {
    let advisor = advisor();
    let rules = advisor.rules();
    let mut rng = luck(2);
    let rolling = |g: &Game| matches!(g.now, Now::RollDice { .. }) && g.round == 1;
    let mut game = first(rules, &mut rng, rolling);
    let table = Table::new(&game);
    let speaker = reckoners_env::words::Speaker::new(rules, &table.names);
    let mut own = game;
    let mut typed = Vec::new();
    while let Now::RollDice { seat } = own.now {
        let outcome = reckoners_env::chance::sample(rules.catalog(), &own, &mut rng);
        typed.push(format!(
            "{}: {}",
            speaker.seat(&own, seat),
            speaker.outcome(&game, &outcome)
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
fn several_dice_are_kept_by_one_text_or_none_of_them() {
    let advisor = advisor();
    let rules = advisor.rules();
    let mut game = first(rules, &mut luck(2), |g| g.now == Now::Keep);
    let table = Table::new(&game);
    let speaker = reckoners_env::words::Speaker::new(rules, &table.names);
    let rolled =
        reckoners_env::words::dice::say(rules.catalog(), &game.actor().dice.faces(Spot::Rolled));
    let mut after = game;
    let played = entry::play_texts(&speaker, &mut after, &[format!("keep {rolled}")]).unwrap();
    assert!(played.len() > 1 && played.iter().all(|text| text.contains(": keep a")));
    assert_eq!(
        usize::from(after.seat(game.acting).dice.count(Spot::Kept)),
        played.len()
    );
    // One more die than there are: the next Reckoner has such a die, and it must stay there.
    let next = after.actor().dice.shown(Spot::Rolled);
    let (kind, face, _) = next.last().unwrap();
    let other = reckoners_env::words::dice::die(rules.catalog(), kind, face);
    assert_ne!(after.acting, game.acting);
    let mut untouched = game;
    let surplus = format!("keep {rolled}, {other}");
    let error = entry::play_texts(&speaker, &mut untouched, &[surplus]).unwrap_err();
    assert!(
        error.to_string().contains("there is no die to keep"),
        "{error}"
    );
    assert_eq!(untouched, game);
    let too_many = format!("keep {rolled}, {rolled}");
    let error = entry::play_texts(&speaker, &mut game, &[too_many]).unwrap_err();
    assert!(
        error.to_string().contains("there is no die to keep"),
        "{error}"
    );
    assert_eq!(game, table.game);
}

#[test]
fn every_printed_option_and_step_can_be_typed_back() {
    let advisor = advisor();
    let rules = advisor.rules();
    let mut typed = 0;
    for (i, game) in positions(rules, 60).iter().enumerate() {
        let options = HintOptions {
            plan: true,
            playouts: Some(16),
            level: None,
            ..quick(i as u64)
        };
        let table = Table::new(game);
        let speaker = reckoners_env::words::Speaker::new(rules, &table.names);
        let hint = advisor.hint(&table, &options).unwrap();
        let end = |ids: &[usize]| {
            let mut at = *game;
            for id in ids {
                rules.apply(&mut at, decode(*id).unwrap()).unwrap();
            }
            at
        };
        for option in &hint.options {
            let mut at = *game;
            let text = option.text.clone();
            let played = entry::play_texts(&speaker, &mut at, &[text]);
            assert!(played.is_ok(), "{}: {played:?}", option.text);
            assert_eq!(at, end(&option.ids), "{}", option.text);
            typed += 1;
        }
    }
    assert!(typed > 100, "{typed}");
}

#[test]
fn agents_that_cannot_give_hints_are_refused() {
    let rules = Rules::embedded();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("some.safetensors");
    std::fs::write(&file, b"not a checkpoint").unwrap();
    let named = format!("net:{}", file.display());
    let error = Brain::load(&rules, Some(&named)).unwrap_err().to_string();
    assert!(
        error.contains("some.safetensors: not a complete safetensors file"),
        "{error}"
    );
    for (agent, words) in [
        ("random", "cannot give hints; use scripted, net, net:FILE"),
        (
            "search:random",
            "cannot give hints; use scripted, net, net:FILE",
        ),
        (
            "search:search:scripted",
            "a search cannot guide a search; use search:scripted",
        ),
        (
            "net:some.safetensors+sample",
            "samples nothing; leave \"sample\" out",
        ),
    ] {
        let error = Brain::load(&rules, Some(agent)).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
        assert!(
            error.starts_with(&format!("agent \"{agent}\": ")),
            "{error}"
        );
    }
}
