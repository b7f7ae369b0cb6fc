//! Options: legal, reproducible, compared with each other.

use std::time::{Duration, Instant};

use reckoners_agents::search::weigh::Measure;
use reckoners_env::Rules;
use reckoners_env::action::{decode, encode};
use reckoners_env::table::Table;
use reckoners_eval::hint::brain::Brain;
use reckoners_eval::hint::{Difference, HintError, HintOptions, entry, text};

use crate::tables::{forced, positions, sample, samples};
use crate::{advisor, check_legal, quick};

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
fn a_search_that_nobody_waits_for_ends() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "middle-4");
    for evaluates in [false, true] {
        let options = HintOptions {
            playouts: Some(1_000_000),
            time: Some(Duration::from_secs(60)),
            ..HintOptions::default()
        };
        let begun = Instant::now();
        let stopped = std::thread::scope(|threads| {
            threads.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                options.cancel.cancel();
            });
            match evaluates {
                true => advisor.evaluate(&table.game, &options).err(),
                false => advisor.hint(&table, &options).err(),
            }
        });
        assert_eq!(stopped, Some(HintError::Stopped));
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(15), "{took:?}");
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
        let same = advisor.evaluate(&after, &think(9)).unwrap();
        assert!(
            (hint.win_chance - f64::from(same.win_chance)).abs() < 1e-4,
            "{}",
            hint.awaited
        );
        // Other luck: equality must not come from equal luck alone.
        let next = advisor.evaluate(&after, &think(10)).unwrap();
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
    let told = |win_chance, population, rounds, clear: [bool; 3]| {
        text::compared(&Difference {
            win_chance,
            population,
            rounds,
            told_apart: clear[0].then_some(Measure::Win),
            clear,
            same: false,
            few: false,
        })
    };
    let all = told([-0.014, 0.005], [-1.25, 0.25], Some([0.21, 0.1]), [true; 3]);
    let words = "chance to win 1.4 ± 0.5 points lower, 1.2 ± 0.2 people fewer at the end, won 0.21 ± 0.10 rounds later";
    assert_eq!(all, words);
    let win_alone = [true, false, false];
    let better = told([0.03, 0.01], [0.1, 0.2], Some([0.0, 0.1]), win_alone);
    assert_eq!(better, "chance to win 3.0 ± 1.0 points higher");
    // What may be luck is no verdict, but its size is told.
    let close = told([-0.004, 0.009], [-1.2, 0.8], None, [false; 3]);
    assert_eq!(
        close,
        "perhaps worse, but it may be luck: -0.4 ± 0.9 points of win chance, -1.2 ± 0.8 people"
    );
    let tie = told([-0.004, 0.009], [-0.1, 0.8], None, [false; 3]);
    assert_eq!(
        tie,
        "about as good: -0.4 ± 0.9 points of win chance, -0.1 ± 0.8 people"
    );
    // Of too few games even a large number says nothing.
    let few = Difference {
        win_chance: [-0.192, 0.038],
        population: [0.1, 0.2],
        rounds: None,
        told_apart: None,
        clear: [false; 3],
        same: false,
        few: true,
    };
    assert_eq!(text::compared(&few), "too few games to tell");
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

#[test]
fn only_what_cannot_be_done_any_more_is_given_up() {
    let advisor = advisor();
    let given_up = |name: &str, words: &str| {
        let table = sample(advisor.rules(), name);
        let speaker = reckoners_env::words::Speaker::new(advisor.rules(), &table.names);
        let asked = entry::read_actions(&speaker, &table.game, words).unwrap();
        let options = HintOptions {
            why: vec![encode(asked[0])],
            ..quick(3)
        };
        let hint = advisor.hint(&table, &options).unwrap();
        let mut others = hint.options.into_iter().skip(1);
        let option = others.find(|o| o.id == encode(asked[0]));
        let reasons = option.expect("not the advice itself").reasons;
        reasons.iter().any(|r| r.starts_with("gives up "))
    };
    // After the purchase nothing can be bought; the advice of a round can still follow a die that is used before it, what
    // another Reckoner does first, but not what Megan has her only such die for.
    assert!(given_up("late-4", "done buying"));
    for words in ["tia: take basic plan", "let prof go on"] {
        assert!(!given_up("middle-4", words), "{words}");
    }
    assert!(given_up("middle-4", "let megan go on"));
    // Who stops cannot do any more what the advice was, though others could do the like of it.
    assert!(given_up("regalia-babilar-3", "done"));
    // Dice that are kept say nothing of others before they are rolled.
    assert!(!given_up("early-2", "keep basic enforcement"));
}

#[test]
fn a_position_that_is_not_played_out_is_judged_and_said_to_be() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "middle-4");
    let options = HintOptions {
        playouts: Some(2),
        ..quick(1)
    };
    let hint = advisor.hint(&table, &options).unwrap();
    assert!(!hint.searched && hint.playouts == 0 && hint.options.len() > 1);
    let text = text::show(&hint);
    assert!(text.contains("without search"), "{text}");
    assert!(!text.contains("imagined games, judged") && !text.contains("about as good"));
}

#[test]
fn a_plan_token_for_a_plan_token_is_no_advice() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "modules-3");
    for seed in 1..3 {
        let hint = advisor.hint(&table, &quick(seed)).unwrap();
        for option in &hint.options {
            let idle = option.text.contains("as plan, gain a Plan Token");
            assert!(!idle, "{}", option.text);
        }
    }
}

#[test]
fn what_a_moving_city_does_less_is_a_reason() {
    let advisor = advisor();
    let table = sample(advisor.rules(), "limelight-ildithia-4");
    let speaker = reckoners_env::words::Speaker::new(advisor.rules(), &table.names);
    let words = "megan: take red EE, protect District 2";
    let asked = entry::read_actions(&speaker, &table.game, words).unwrap();
    let options = HintOptions {
        why: vec![encode(asked[0])],
        top: 50,
        plan: true,
        ..quick(3)
    };
    let plan = advisor.hint(&table, &options).unwrap().plan.unwrap();
    let idle = |s: &&reckoners_eval::hint::plan::PlanStep| s.text.contains("as plan, gain a Plan");
    assert_eq!(plan.steps.iter().find(idle), None);
    let protects = plan.steps.iter().find(|s| s.text.contains("protect "));
    let why = protects
        .expect("the plan protects a district")
        .why
        .join("; ");
    assert!(
        why.contains("the city does ") && why.contains(" instead of "),
        "{why}"
    );
}

#[test]
fn a_coming_loss_is_told_with_what_must_be_saved() {
    let advisor = advisor();
    let mut table = sample(advisor.rules(), "middle-4");
    assert!(advisor.hint(&table, &quick(1)).unwrap().danger.is_none());
    table.game.population = 8;
    let danger = advisor.hint(&table, &quick(1)).unwrap().danger.unwrap();
    assert_eq!((danger.population, danger.lost), (8, 14));
    let begins = "As things stand you lose in the coming Epic phase: 8 people are left, and it costs 14, so 7 must be saved";
    assert!(danger.text.starts_with(begins), "{}", danger.text);
    let after = danger.after.expect("a way out is known here");
    assert!(after < 8, "{danger:?}");
    // What each of the options saves is told although the game is still lost after it alone.
    let speaker = reckoners_env::words::Speaker::new(advisor.rules(), &table.names);
    let words = "use safe house (2 contain, anywhere), contain nightwielder x2";
    let asked = entry::read_actions(&speaker, &table.game, words).unwrap();
    let options = HintOptions {
        why: vec![encode(asked[0])],
        ..quick(1)
    };
    let hint = advisor.hint(&table, &options).unwrap();
    let option = hint
        .options
        .iter()
        .find(|o| o.id == encode(asked[0]))
        .unwrap();
    let saves = |r: &String| r.starts_with("saves ") && r.ends_with("which is still too many");
    assert!(option.reasons.iter().any(saves), "{:?}", option.reasons);
    let then = format!("hen the phase costs {after} ");
    assert!(danger.text.contains(&then), "{}", danger.text);
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
