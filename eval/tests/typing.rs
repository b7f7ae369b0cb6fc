//! How much is typed: a round of three Reckoners with real dice and cards, key by key.

use reckoners_agents::Policy as _;
use reckoners_agents::scripted::Scripted;
use reckoners_env::action::decode;
use reckoners_env::chance::{self, Outcome};
use reckoners_env::ids::DieKind;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::{FaceCounts, Now, Spot, Step};
use reckoners_env::table::Table;
use reckoners_env::trace::TraceMove;
use reckoners_env::words::{Speaker, dice};
use reckoners_env::{Action, Difficulty, Game, GameSetup, Reckoner, Rules, Ruleset};
use reckoners_eval::hint::entry;

/// Dice as letters, kind after kind, in the fewest keys that are understood: without spaces, with spaces
/// between kinds of dice only, or with all of them.
fn shortest(rules: &Rules, faces: &FaceCounts, means: &dyn Fn(&str) -> bool) -> String {
    let spaced = letters(rules, faces);
    let mut by_kind = String::new();
    let mut last = None;
    for (kind, face, count) in faces.iter() {
        if last.is_some_and(|last| last != kind) {
            by_kind.push(' ');
        }
        let shown = dice::short_face(rules.catalog().die(kind).face(face)).to_lowercase();
        by_kind += &shown.repeat(usize::from(count));
        last = Some(kind);
    }
    let together = by_kind.replace(' ', "");
    let texts = [together, by_kind, spaced.clone()];
    let found = texts.into_iter().find(|text| means(text));
    found.unwrap_or(spaced)
}

/// Dice as letters, kind after kind, a space after each die that shows a symbol more than once.
fn letters(rules: &Rules, faces: &FaceCounts) -> String {
    let mut text = String::new();
    let mut last = None;
    for (kind, face, count) in faces.iter() {
        for _ in 0..count {
            let shown = dice::short_face(rules.catalog().die(kind).face(face)).to_lowercase();
            let apart = last != Some(kind) || shown.len() > 1 || text.ends_with(&shown);
            if apart && !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            text += &shown;
            if shown.len() > 1 {
                text.push(' ');
            }
            last = Some(kind);
        }
    }
    text.trim().to_owned()
}

/// The shortest beginning of the outcome's words that is understood.
fn typed(speaker: &Speaker<'_>, game: &Game, outcome: &Outcome) -> String {
    let means = |text: &str| {
        speaker
            .read_outcome(game, text)
            .is_ok_and(|read| read == *outcome)
    };
    if let Outcome::Faces(faces) = outcome {
        let short = shortest(speaker.rules, faces, &means);
        assert!(
            means(&short),
            "{short} for {}",
            speaker.outcome(game, outcome)
        );
        return short;
    }
    let whole = speaker.outcome(game, outcome);
    let ends = whole.char_indices().map(|(i, c)| i + c.len_utf8());
    let short = ends.map(|end| &whole[..end]).find(|text| means(text));
    short.unwrap_or(&whole).to_lowercase()
}

/// What a keep of the scripted player takes: `k`, the dice, and the rest flies.
fn keep_line(rules: &Rules, game: &mut Game, player: &Scripted) -> String {
    let mut luck = stream(0, 0, 0, Purpose::Agent);
    let (seat, mut kept) = (game.acting, FaceCounts::default());
    let start = *game;
    let mut roll = false;
    while matches!(game.now, Now::Keep) && game.acting == seat {
        let legal = rules.legal(game);
        let action = decode(player.pick(rules, game, &legal, &mut luck)).unwrap();
        match action {
            Action::Keep { kind, face } => *kept.get_mut(kind, face) += 1,
            Action::RollRest => roll = true,
            // Abilities and hand-overs are said in words.
            other => {
                rules.apply(game, other).unwrap();
                return Speaker::new(rules, &Table::new(&start).names).action(&start, other);
            }
        }
        rules.apply(game, action).unwrap();
    }
    let rolled = start.actor().dice.faces(Spot::Rolled);
    let names = Table::new(&start).names;
    let speaker = Speaker::new(rules, &names);
    let means = |text: &str| {
        let mut read = start;
        let line = format!("k {text}");
        let moves = entry::read_moves(&speaker, &start, &line).unwrap_or_default();
        let mut played = moves
            .iter()
            .map(|play| entry::play_move(rules, &mut read, play, &mut Vec::new()).is_ok());
        !moves.is_empty() && played.all(|ok| ok) && read == *game
    };
    let line = match (kept == rolled, roll) {
        (true, _) => "k all".to_owned(),
        _ => format!("k {}", shortest(rules, &kept, &means)),
    };
    let mut read = start;
    match entry::read_moves(&speaker, &start, &line) {
        Ok(moves) => {
            for play in &moves {
                entry::play_move(rules, &mut read, play, &mut Vec::new()).unwrap();
            }
            assert_eq!(read, *game, "{line}");
            line
        }
        // Two kinds show the same: with their kinds.
        Err(_) => {
            let items = kept.iter().map(|(kind, face, count)| {
                let shown = dice::short_face(rules.catalog().die(kind).face(face)).to_lowercase();
                let kind = if kind == DieKind::Basic {
                    "white".into()
                } else {
                    kind.to_string()
                };
                match count {
                    1 => format!("{kind} {shown}"),
                    n => format!("{n} {kind} {shown}"),
                }
            });
            let line = format!("k {}", items.collect::<Vec<_>>().join(","));
            let moves = entry::read_moves(&speaker, &start, &line).unwrap();
            for play in &moves {
                entry::play_move(rules, &mut read, play, &mut Vec::new()).unwrap();
            }
            assert_eq!(read, *game, "{line}");
            line
        }
    }
}

#[test]
fn a_round_of_three_takes_at_most_150_keys() {
    let rules = Rules::embedded();
    let team = [Reckoner::Tia, Reckoner::Cody, Reckoner::Megan];
    let player = Scripted::new(&rules);
    // Each round: its keys, and the lines that were typed.
    let mut rounds: Vec<(usize, Vec<String>)> = Vec::new();
    for seed in 0..4 {
        let setup = GameSetup::new(&team, Ruleset::base(Difficulty::Standard)).unwrap();
        let mut game = rules.new_game(&setup);
        let names = Table::new(&game).names;
        let speaker = Speaker::new(&rules, &names);
        let mut luck = stream(seed, 1, 0, Purpose::Evaluation);
        let (mut lines, mut round): (Vec<String>, u16) = (Vec::new(), 0);
        while !game.now.is_over() && game.round < 8 {
            if game.round != round {
                let lines = std::mem::take(&mut lines);
                if round > 0 {
                    // Each line ends with the return key.
                    let keys = lines.iter().map(|line| line.chars().count() + 1).sum();
                    rounds.push((keys, lines));
                }
                round = game.round;
            }
            if game.now.is_chance() {
                let outcome = chance::sample(rules.catalog(), &game, &mut luck);
                lines.push(typed(&speaker, &game, &outcome));
                let play = TraceMove::Chance(outcome);
                entry::play_move(&rules, &mut game, &play, &mut Vec::new()).unwrap();
            } else if rules.legal(&game).len() < 2 {
                let only = rules.legal(&game).single().and_then(decode).unwrap();
                rules.apply(&mut game, only).unwrap();
            } else if game.now == Now::Keep {
                lines.push(keep_line(&rules, &mut game, &player));
            } else if game.step == Step::Use {
                // "do plan" until luck decides or the round's purchases are done.
                lines.push("d p".into());
                let begun = game.round;
                while game.now.is_decision() && game.round == begun {
                    let legal = rules.legal(&game);
                    let action = decode(player.pick(&rules, &game, &legal, &mut luck)).unwrap();
                    rules.apply(&mut game, action).unwrap();
                }
            } else {
                lines.push("d".into());
                let legal = rules.legal(&game);
                let action = decode(player.pick(&rules, &game, &legal, &mut luck)).unwrap();
                rules.apply(&mut game, action).unwrap();
            }
        }
    }
    let (most, longest) = rounds.iter().max().unwrap();
    let mean = rounds.iter().map(|(keys, _)| keys).sum::<usize>() / rounds.len();
    println!(
        "{} rounds of three Reckoners: {mean} keys on average, {most} at most",
        rounds.len()
    );
    assert!(
        rounds.len() >= 20,
        "{} rounds are too few to tell",
        rounds.len()
    );
    assert!(*most <= 150, "{most} keys: {longest:#?}");
}
