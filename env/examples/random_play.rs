//! Steps a batch of games with random legal actions and prints how they went.

use std::sync::Arc;

use reckoners_env::rng::{Purpose, stream};
use reckoners_env::{ActionMask, chance::below};
use reckoners_env::{Batch, BatchOptions, Difficulty, Encoder, EnvOptions, Rules, TaskSet, VecEnv};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let encoder = Arc::new(Encoder::new(Rules::embedded()));
    let tasks = TaskSet::new(&[Difficulty::Beginner], &[2, 3, 4])?;
    let mut env = VecEnv::new(
        encoder,
        tasks,
        EnvOptions::default(),
        BatchOptions::new(1, 64),
    )?;
    let mut batch = Batch::new(env.len(), false);
    env.observe(batch.buffers())?;
    let mut rng = stream(1, 0, 0, Purpose::Agent);
    let (mut games, mut wins, mut rounds) = (0u32, 0u32, 0u32);
    while games < 1000 {
        let mut actions = Vec::with_capacity(env.len());
        for row in batch.masks.rows() {
            let mask = ActionMask::from_words(row.as_slice().ok_or("rows are contiguous")?);
            let nth = below(&mut rng, mask.len() as u32) as usize;
            actions.push(mask.nth(nth).ok_or("a row always has a legal action")? as u16);
        }
        for episode in env.step(&actions, batch.buffers())? {
            games += 1;
            wins += u32::from(episode.won());
            rounds += u32::from(episode.rounds);
        }
    }
    println!(
        "{games} games, {wins} won, {:.1} rounds a game",
        f64::from(rounds) / f64::from(games)
    );
    Ok(())
}
