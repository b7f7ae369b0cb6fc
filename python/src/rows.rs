//! Many games side by side, with every way in which an ended row can go on. Rows are [`GameEnv`]s, so that a row
//! plays what a single environment with its seed plays.

use pyo3::prelude::*;
use rayon::prelude::*;
use reckoners_env::chance::below;
use reckoners_env::rng::GameRng;
use reckoners_env::{EpisodeInfo, GameEnv, OBS_LEN};

use crate::error;
use crate::single::{illegal, write_mask};
use crate::view::known_id;

/// How a row goes on after its episode has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Autoreset {
    /// The next step begins the next episode and ignores its action.
    NextStep,
    /// The same step begins it.
    SameStep,
    /// Somebody else does.
    Disabled,
}

impl std::str::FromStr for Autoreset {
    type Err = PyErr;

    fn from_str(text: &str) -> PyResult<Self> {
        match text {
            "NextStep" => Ok(Self::NextStep),
            "SameStep" => Ok(Self::SameStep),
            "Disabled" => Ok(Self::Disabled),
            _ => Err(error::value(format!(
                "autoreset {text:?}: NextStep, SameStep or Disabled"
            ))),
        }
    }
}

/// One row.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) env: GameEnv,
    /// The episode that ended in the last step.
    pub(crate) finished: Option<EpisodeInfo>,
    /// Its last observation, where the next episode began in the same step.
    pub(crate) last: Vec<f32>,
}

impl Row {
    pub(crate) const fn new(env: GameEnv) -> Self {
        Self {
            env,
            finished: None,
            last: Vec::new(),
        }
    }
}

/// Where all rows write.
pub(crate) struct Out<'a> {
    pub(crate) obs: &'a mut [f32],
    pub(crate) mask: &'a mut [i8],
    pub(crate) reward: &'a mut [f64],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    pub(crate) player: &'a mut [i64],
    pub(crate) illegal: &'a mut [bool],
}

/// One row with where it writes.
struct Place<'a> {
    row: &'a mut Row,
    obs: &'a mut [f32],
    mask: &'a mut [i8],
    reward: &'a mut f64,
    terminated: &'a mut bool,
    truncated: &'a mut bool,
    player: &'a mut i64,
    illegal: &'a mut bool,
}

impl Place<'_> {
    fn write(&mut self) {
        let env = &self.row.env;
        env.observe(self.obs);
        write_mask(env, self.mask);
        *self.player = i64::from(env.game().acting.0);
    }

    fn clear(&mut self) {
        *self.reward = 0.0;
        *self.terminated = false;
        *self.truncated = false;
        *self.illegal = false;
        self.row.finished = None;
    }

    fn step(mut self, action: i64, mode: Autoreset) {
        self.clear();
        let row = &mut *self.row;
        if row.env.has_ended() {
            row.env.reset_next();
        } else {
            match row.env.step(action as usize) {
                Err(_) => *self.illegal = true,
                Ok(played) => {
                    *self.reward = f64::from(played.reward) + f64::from(played.shaping);
                    *self.terminated = played.terminated();
                    *self.truncated = played.truncated();
                    row.finished = played.episode;
                    if played.episode.is_some() && mode == Autoreset::SameStep {
                        row.last.resize(OBS_LEN, 0.0);
                        row.env.observe(&mut row.last);
                        row.env.reset_next();
                    }
                }
            }
        }
        self.write();
    }

    fn observe(mut self) {
        self.clear();
        self.write();
    }
}

/// Rows below which a thread of its own costs more than it gives.
const GRAIN: usize = 16;

/// Does something in every row: in this thread, or in those of a pool.
fn each(
    rows: &mut [Row],
    actions: &[i64],
    out: Out<'_>,
    pool: Option<&rayon::ThreadPool>,
    work: impl Fn(Place<'_>, i64) + Sync,
) {
    let columns = out.mask.len() / rows.len();
    macro_rules! places {
        ($iter:ident, $iter_mut:ident, $chunks:ident) => {
            rows.$iter_mut()
                .zip(actions.$iter())
                .zip(out.obs.$chunks(OBS_LEN))
                .zip(out.mask.$chunks(columns))
                .zip(out.reward.$iter_mut())
                .zip(out.terminated.$iter_mut())
                .zip(out.truncated.$iter_mut())
                .zip(out.player.$iter_mut())
                .zip(out.illegal.$iter_mut())
        };
    }
    macro_rules! one {
        () => {
            |(
                (((((((row, action), obs), mask), reward), terminated), truncated), player),
                illegal,
            )| {
                let place = Place {
                    row,
                    obs,
                    mask,
                    reward,
                    terminated,
                    truncated,
                    player,
                    illegal,
                };
                work(place, *action);
            }
        };
    }
    match pool {
        None => places!(iter, iter_mut, chunks_exact_mut).for_each(one!()),
        Some(pool) => pool.install(|| {
            places!(par_iter, par_iter_mut, par_chunks_exact_mut)
                .with_min_len(GRAIN)
                .for_each(one!());
        }),
    }
}

/// Writes all rows as they are.
pub(crate) fn observe(rows: &mut [Row], out: Out<'_>) {
    let none = vec![0; rows.len()];
    each(rows, &none, out, None, |place, _| place.observe());
}

/// Plays one action in every row.
pub(crate) fn step(
    rows: &mut [Row],
    actions: &[i64],
    out: Out<'_>,
    pool: Option<&rayon::ThreadPool>,
    mode: Autoreset,
) {
    each(rows, actions, out, pool, |place, action| {
        place.step(action, mode);
    });
}

/// Whether these actions can be played; nothing is changed.
pub(crate) fn check(rows: &[Row], actions: &[i64], mode: Autoreset, refuse: bool) -> PyResult<()> {
    for (i, (row, &action)) in rows.iter().zip(actions).enumerate() {
        if row.env.has_ended() {
            if mode == Autoreset::Disabled {
                return Err(error::state(format!(
                    "the episode of environment {i} has ended: reset it with options={{\"reset_mask\": ...}}"
                )));
            }
            continue;
        }
        let id = known_id(action).map_err(|e| error::value(format!("environment {i}: {e}")))?;
        if refuse && !row.env.mask().has(id) {
            return Err(illegal(&row.env, action));
        }
    }
    Ok(())
}

/// A legal action for every row, each equally likely; 0 where the episode has ended.
pub(crate) fn sample(rows: &[Row], luck: &mut GameRng) -> Vec<i64> {
    let pick = |row: &Row| {
        let legal = row.env.mask();
        match legal.len() {
            0 => 0,
            count => {
                let place = below(luck, count as u32) as usize;
                legal.nth(place).unwrap_or(0) as i64
            }
        }
    };
    rows.iter().map(pick).collect()
}
