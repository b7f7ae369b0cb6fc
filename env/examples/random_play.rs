//! A tour of the environment: who acts, masks, an action in words, rewards, the end of an episode and its last
//! observation. `cargo run --release -p reckoners-env --example random_play`

use std::error::Error;
use std::sync::Arc;

use reckoners_env::action::{WORDS, decode};
use reckoners_env::chance::below;
use reckoners_env::reward::Shaping;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::words::{DistrictNames, Speaker};
use reckoners_env::{
    ACTION_COUNT, ActionMask, Batch, BatchOptions, Difficulty, Encoder, EnvOptions, EpisodeRules,
    GameEnv, GameSetup, OBS_LEN, Reckoner, Rules, VecEnv,
};

fn main() -> Result<(), Box<dyn Error>> {
    let encoder = Arc::new(Encoder::new(Rules::embedded()));
    let team = [Reckoner::Tia, Reckoner::Megan, Reckoner::Prof];
    let setup = GameSetup::new(&team, Difficulty::Beginner)?;
    one_game(&encoder, setup)?;
    many_games(&encoder, setup)
}

/// One game, its first decisions told in words.
fn one_game(encoder: &Arc<Encoder>, setup: GameSetup) -> Result<(), Box<dyn Error>> {
    let mut env = GameEnv::new(Arc::clone(encoder), setup, EnvOptions::default());
    let mut rng = stream(1, 0, 0, Purpose::Agent);
    let (names, mut observation) = (DistrictNames::default(), vec![0.0; OBS_LEN]);
    env.reset(1);
    println!("{OBS_LEN} numbers are observed, {ACTION_COUNT} actions have an id");
    for decision in 0.. {
        env.observe(&mut observation);
        let mask = env.mask();
        let id = pick(&mask, &mut rng);
        if decision < 5 {
            // The rules say who acts; the observation is seen from there.
            let action = decode(id).ok_or("no such action")?;
            let told = Speaker::new(encoder.rules(), &names).sentence(env.game(), action);
            println!("{told}   (action {id}, one of {})", mask.len());
        }
        let step = env.step(id)?;
        if let Some(episode) = step.episode {
            println!(
                "reward {:+}: {:?} after {} rounds and {} decisions\n",
                step.reward, episode.end, episode.rounds, episode.decisions
            );
            break;
        }
    }
    Ok(())
}

/// Many games at once. Episodes are cut at round 3, so that some are truncated.
fn many_games(encoder: &Arc<Encoder>, setup: GameSetup) -> Result<(), Box<dyn Error>> {
    const ROWS: usize = 64;
    let options = EnvOptions {
        episode: EpisodeRules {
            round_cap: 3,
            ..EpisodeRules::default()
        },
        shaping: Some(Shaping::default()),
        ..EnvOptions::default()
    };
    let batch = BatchOptions::new(0, ROWS);
    let mut env = VecEnv::new(Arc::clone(encoder), setup, options, batch)?;
    let mut rng = stream(0, 0, 0, Purpose::Agent);
    let mut buffers = Batch::new(ROWS, false);
    env.observe(buffers.buffers())?;
    let (mut ended, mut cut, mut reward, mut shaping) = (0, 0, 0.0, 0.0);
    for _ in 0..1000 {
        let masks = buffers.masks.as_slice().ok_or("one piece")?;
        let mut choose = |row| pick(&ActionMask::from_words(row), &mut rng) as u16;
        let actions: Vec<u16> = masks.chunks_exact(WORDS).map(&mut choose).collect();
        ended += env.step(&actions, buffers.buffers())?.len();
        reward += buffers.reward.sum();
        shaping += buffers.shaping.sum();
        // A row that ended shows the next game already; a critic values what was cut off by its last observation.
        for row in (0..ROWS).filter(|&row| buffers.truncated[row]) {
            cut += 1;
            assert_ne!(buffers.final_obs.row(row), buffers.obs.row(row));
        }
    }
    println!("{ROWS} games at once: {ended} episodes ended, {cut} of them truncated");
    println!("their rewards add up to {reward}, their shaping to {shaping:.1}");
    Ok(())
}

/// Any legal action.
fn pick(mask: &ActionMask, rng: &mut GameRng) -> usize {
    let nth = below(rng, mask.len() as u32) as usize;
    mask.nth(nth).expect("a decision has a legal action")
}
