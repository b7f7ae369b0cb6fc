//! `reckoners hint`.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use reckoners_agents::people::Level;
use reckoners_agents::search::weigh::{Measure, Weighing};
use reckoners_env::action::encode;
use reckoners_env::table::Table;
use reckoners_env::words::Speaker;
use reckoners_eval::hint::{Advisor, Brain, HintOptions, bench, entry, phrase, text};

use super::corrected::CardSet;
use super::table::{SAMPLES, read_table};

/// The table and what to know about it.
///
/// The table file is described in docs/table-file.md. What happened since it was written can be
/// added in short words, in order: --then "tia: purple RR, white $" --then "keep purple RR".
#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    /// Table file, or - for the standard input
    #[arg(value_name = "TABLE")]
    tables: Vec<PathBuf>,
    /// A decision made or dice rolled since then, in words; may be repeated
    #[arg(long, value_name = "TEXT")]
    then: Vec<String>,
    /// Who gives the hint: scripted, net, net:FILE or search:GUIDE, as in eval [default: net,
    /// which plays any cards]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Only the network's (or scripted player's) own opinion, without search
    #[arg(long)]
    raw: bool,
    /// Plan the whole team's round
    #[arg(long)]
    plan: bool,
    /// How well the people know the game whose chance is told: beginner, club or expert
    #[arg(long, default_value = "club")]
    level: Level,
    /// Why not this action (words)? It is weighed like the others and listed; may be repeated
    #[arg(long, value_name = "ACTION")]
    why: Vec<String>,
    /// Most playouts of a hint [default: 2048; most hints need far fewer]. The same seed and playouts
    /// give the same answer
    #[arg(long, value_name = "N", conflicts_with = "raw", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    playouts: Option<u32>,
    /// Most time in milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "raw", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    ms: Option<u64>,
    /// Seed of the imagined luck
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Options to show
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    top: u16,
    /// Only this action (id or words); may be repeated
    #[arg(long, value_name = "ACTION")]
    allow: Vec<String>,
    /// Not this action (id or words); may be repeated
    #[arg(long, value_name = "ACTION")]
    avoid: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Measure how long hints take, over the given tables or configs/tables
    #[arg(long, conflicts_with_all = ["then", "raw", "plan", "allow", "avoid", "why"])]
    bench: bool,
}

pub(crate) fn run(cards: &CardSet, args: &HintArgs) -> Result<ExitCode> {
    let mut options = HintOptions {
        raw: args.raw,
        plan: args.plan,
        playouts: args.playouts,
        time: args.ms.map(Duration::from_millis),
        seed: args.seed,
        top: usize::from(args.top),
        level: Some(args.level),
        ..HintOptions::default()
    };
    if args.bench {
        return measure(cards, args, &options);
    }
    let [file] = args.tables.as_slice() else {
        bail!(
            "give one table file, as in: reckoners hint {SAMPLES}/middle-4.json (its format is in \
             docs/table-file.md)"
        );
    };
    let rules = &cards.at(file)?;
    let advisor = Advisor::new(rules, Brain::load(rules, args.agent.as_deref())?);
    let mut table = read_table(rules, file)?;
    let speaker = Speaker::new(rules, &table.names);
    let played = entry::play_texts(&speaker, &mut table.game, &args.then).context("--then")?;
    options.allow = actions(&speaker, &table, &args.allow).context("--allow")?;
    options.avoid = actions(&speaker, &table, &args.avoid).context("--avoid")?;
    options.why = firsts(&speaker, &table, &args.why).context("--why")?;
    let live = !args.json && std::io::stderr().is_terminal();
    let hint = advisor.hint_watched(&table, &options, &mut |weighing| {
        if live {
            progress(&speaker, &table, weighing);
        }
    })?;
    if live {
        eprint!("\r\x1b[K");
    }
    if args.json {
        say_line!("{}", serde_json::to_string_pretty(&hint)?);
    } else {
        for sentence in played {
            say_line!("Played: {sentence}");
        }
        say!("{}", text::show(&hint));
        if table.game.now.is_chance() {
            say_line!("When it is known, ask again with --then \"...\" for what came.");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The leading option while others are still weighed, on a line that is written over.
fn progress(speaker: &Speaker<'_>, table: &Table, weighing: &Weighing) {
    let first = &weighing.options[0];
    let mut text = format!(
        "{} playouts: {:.1} % with {}",
        weighing.futures,
        100.0 * first.mean(Measure::Win).value,
        phrase::whole(speaker, &table.game, &first.whole.actions)
    );
    if let Some((end, _)) = text.char_indices().nth(78) {
        text.truncate(end);
    }
    eprint!("\r\x1b[K{text}");
}

/// Legal actions by id or in words, as ids.
fn actions(speaker: &Speaker<'_>, table: &Table, texts: &[String]) -> Result<Vec<usize>> {
    let legal = speaker.rules.legal(&table.game);
    let read = |text: &String| match text.trim().parse::<usize>() {
        Ok(id) if legal.has(id) => Ok(id),
        Ok(id) => bail!(
            "{id} is not the id of one of the {} legal actions",
            legal.len()
        ),
        Err(_) => Ok(encode(speaker.read_action(&table.game, text)?)),
    };
    texts.iter().map(read).collect()
}

/// The first actions of options as they are printed, of another Reckoner too, or legal actions by id.
fn firsts(speaker: &Speaker<'_>, table: &Table, texts: &[String]) -> Result<Vec<usize>> {
    let read = |text: &String| match text.trim().parse::<usize>() {
        Ok(_) => actions(speaker, table, std::slice::from_ref(text)),
        Err(_) => {
            let all = entry::read_actions(speaker, &table.game, text)?;
            Ok(all
                .first()
                .map(|first| encode(*first))
                .into_iter()
                .collect())
        }
    };
    let all: Result<Vec<Vec<usize>>> = texts.iter().map(read).collect();
    Ok(all?.concat())
}

fn measure(cards: &CardSet, args: &HintArgs, options: &HintOptions) -> Result<ExitCode> {
    let files = if args.tables.is_empty() {
        samples()?
    } else {
        args.tables.clone()
    };
    let rules = cards.plain(&files)?;
    let advisor = Advisor::new(rules, Brain::load(rules, args.agent.as_deref())?);
    let mut tables = Vec::new();
    for file in &files {
        tables.push((file.display().to_string(), read_table(rules, file)?));
    }
    let timing = bench::run(&advisor, &tables, options)?;
    if args.json {
        say_line!("{}", serde_json::to_string_pretty(&timing)?);
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(note) = &advisor.brain().note {
        say_line!("note: {note}");
    }
    for table in &timing.tables {
        say_line!(
            "{:40} raw {:8.2} ms   searched {:8.1} ms",
            table.table,
            table.raw_ms,
            table.searched_ms
        );
    }
    say_line!(
        "{}, {} playouts, {} threads: raw {:.2} ms, searched {:.1} ms (medians)",
        timing.brain,
        timing.playouts,
        timing.threads,
        timing.raw_ms,
        timing.searched_ms
    );
    Ok(ExitCode::SUCCESS)
}

/// The sample tables in the working folder.
fn samples() -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(SAMPLES)
        .with_context(|| {
            format!("{SAMPLES}: run this in the project's folder, or name table files")
        })?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    ensure!(!files.is_empty(), "{SAMPLES} holds no table files");
    Ok(files)
}
