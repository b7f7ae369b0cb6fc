//! Options weighed against each other on the same imagined luck: by the chance to win, and where that
//! ties by the people saved at the end and by the rounds that the win takes.
//!
//! All options get the same futures. Those that are clearly worse drop out, and the rest goes on with
//! twice as many, until one option is clearly the best or the limit is reached: thought goes where it
//! matters. An option that fell behind another than the one that leads now comes back.

use std::time::{Duration, Instant};

use reckoners_env::{Game, Rules};

use super::Cancel;
use super::future::{Future, Played, Players, play_to_end};
use super::luck::Luck;
use super::whole::Whole;

/// How long to weigh.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Most futures in all. With this alone the result depends on the seed only.
    pub futures: u32,
    /// Most decisions in all of them, about.
    pub work: u64,
    /// The moment at which the answer must be there.
    pub deadline: Option<Instant>,
    /// Rounds beyond the present one after which the guide judges.
    pub horizon: u16,
    /// Ends it early; what was found until then is the result.
    pub cancel: Cancel,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Chance to win.
    Win,
    /// People left at the end; none in a lost game.
    Population,
    /// Rounds until the win, of games that are won.
    Rounds,
}

impl Measure {
    /// Every measure, the most important first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Population, Self::Rounds];

    /// Differences below this are of no interest to anybody.
    pub const fn least(self) -> f32 {
        match self {
            Self::Win => 0.002,
            Self::Population => 0.1,
            Self::Rounds => 0.02,
        }
    }

    /// Whether more of it is better.
    const fn is_gain(self) -> bool {
        !matches!(self, Self::Rounds)
    }

    fn of(self, future: &Future) -> Option<f32> {
        match self {
            Self::Win => Some(future.win),
            Self::Population => Some(f32::from(future.population)),
            Self::Rounds => future.won.then_some(f32::from(future.rounds)),
        }
    }
}

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mean {
    /// The mean.
    pub value: f32,
    /// Its standard error.
    pub error: f32,
    /// Samples.
    pub count: u32,
    /// Those that are not 0.
    pub moved: u32,
}

/// Samples below which a spread says nothing about an error.
pub const LEAST_SAMPLES: u32 = 12;
/// Fewest differences other than 0 from which a spread is trusted: most options change nothing in nearly all games, and the
/// few that differ may be luck.
const LEAST_MOVED: u32 = 7;

impl Mean {
    /// Of some numbers.
    pub fn of(values: impl Iterator<Item = f32>) -> Self {
        let (mut count, mut moved, mut sum, mut squares) = (0u32, 0u32, 0.0f64, 0.0f64);
        for value in values {
            let value = f64::from(value);
            count += 1;
            moved += u32::from(value != 0.0);
            sum += value;
            squares += value * value;
        }
        let n = f64::from(count.max(1));
        let value = sum / n;
        let spread = (squares - n * value * value).max(0.0) / (n - 1.0).max(1.0);
        Self {
            value: value as f32,
            error: (spread / n).sqrt() as f32,
            count,
            moved,
        }
    }

    /// Whether it differs from nothing by `errors` standard errors and by at least `least`.
    pub fn is_clear(&self, errors: f32, least: f32) -> bool {
        self.count >= LEAST_SAMPLES
            && self.moved >= LEAST_MOVED
            && self.value.abs() > errors * self.error
            && self.value.abs() >= least
    }
}

/// A difference in the chance to win that outweighs people and rounds. They decide nothing while the chance seems to differ
/// by more than this the other way, and they do not end the weighing while it still may.
const WORTH: f32 = 0.01;

/// One option with its futures.
#[derive(Debug, Clone)]
pub struct Weighed {
    /// The option.
    pub whole: Whole,
    /// Its futures; those of all options have the same luck, place by place.
    pub futures: Vec<Future>,
}

impl Weighed {
    /// The mean of a measure.
    pub fn mean(&self, measure: Measure) -> Mean {
        Mean::of(self.futures.iter().filter_map(|f| measure.of(f)))
    }

    /// The share of its futures that end in a win.
    pub fn won(&self) -> Mean {
        Mean::of(self.futures.iter().map(|f| f32::from(u8::from(f.won))))
    }

    /// Whether it goes the same way as another on all the luck that both have met: it only changes the order of things that are
    /// done anyway. Games that are all won or all lost alike say nothing.
    pub fn goes_like(&self, other: &Self) -> bool {
        let met = self.futures.len().min(other.futures.len());
        met >= LEAST_SAMPLES as usize
            && self.futures[..met] == other.futures[..met]
            && self.futures[..met].iter().any(|f| *f != self.futures[0])
    }

    /// How much more of a measure this option has than another, on the luck that both have met.
    pub fn difference(&self, other: &Self, measure: Measure) -> Mean {
        let pairs = self.futures.iter().zip(&other.futures);
        Mean::of(pairs.filter_map(|(a, b)| Some(measure.of(a)? - measure.of(b)?)))
    }

    /// How far its chance to win is from that of another, which has met more luck. Few games in which the other was
    /// unlucky can make the difference larger than any chance allows; the estimate ends where chances end.
    pub fn win_difference(&self, other: &Self) -> Mean {
        let level = other.mean(Measure::Win).value;
        let mut difference = self.difference(other, Measure::Win);
        difference.value = difference.value.clamp(-level, 1.0 - level);
        difference
    }

    /// Whether this option is better (`Some(true)`) or worse than another by so many standard errors, and
    /// by which measure: the first that differs clearly. People and rounds tell nothing where the chance to win seems to
    /// differ the other way.
    pub fn against(&self, other: &Self, errors: f32) -> Option<(bool, Measure)> {
        let clear = |measure: &Measure| {
            let more = self.difference(other, *measure);
            more.is_clear(errors, measure.least())
        };
        let measure = Measure::ALL.into_iter().find(clear)?;
        let better = (self.difference(other, measure).value > 0.0) == measure.is_gain();
        let win = self.difference(other, Measure::Win).value;
        let denied = win.abs() > WORTH && (win > 0.0) != better;
        (!denied).then_some((better, measure))
    }

    /// Whether this option is behind another beyond doubt, by so many standard errors: by its chance to win, or by what
    /// counts less where its chance to win cannot be much higher.
    fn is_behind(&self, other: &Self, errors: f32) -> bool {
        match self.against(other, errors) {
            Some((false, Measure::Win)) => true,
            Some((false, _)) => {
                let win = self.difference(other, Measure::Win);
                win.value + errors * win.error < WORTH
            }
            _ => false,
        }
    }
}

/// Options, the advised one first.
#[derive(Debug, Clone)]
pub struct Weighing {
    /// The options: the advised one, then the others, best first.
    pub options: Vec<Weighed>,
    /// The actions of the guide's own choice.
    pub own: Vec<reckoners_env::Action>,
    /// Futures in all.
    pub futures: u32,
}

/// Standard errors from which one option is told to be better than another. The advice goes by the same number, so that
/// nothing is said to be better than it; only where three options beat each other in a ring this cannot be had.
pub const TOLD: f32 = 2.0;
/// Standard errors by which all others must be behind for the weighing to end early: of many that are looked at, one
/// looks worse than it is.
const CERTAIN: f32 = 2.6;
/// Standard errors by which an option must be worse to drop out.
const DROPPED: f32 = 2.2;
/// Futures of each option in the first wave.
const FIRST: usize = 16;
/// Futures of an option that has no other beside it.
const ALONE: usize = 256;
/// Options that stay to the end at least, so that the advice has something beside it.
const STAY: usize = 2;

/// Weighs options, the guide's own choice first; there is at least one. `tell` hears of every stage.
pub fn weigh(
    rules: &Rules,
    players: &Players,
    game: &Game,
    wholes: Vec<Whole>,
    limits: &Limits,
    seed: u64,
    tell: &mut dyn FnMut(&Weighing),
) -> Weighing {
    let own = wholes[0].actions.clone();
    let mut racing: Vec<Weighed> = wholes
        .into_iter()
        .map(|whole| Weighed {
            whole,
            futures: Vec::new(),
        })
        .collect();
    let mut dropped: Vec<Weighed> = Vec::new();
    let mut budget = Budget::new(limits);
    loop {
        let done = racing[0].futures.len();
        let first = if racing.len() == 1 { ALONE } else { FIRST };
        let wanted = if done == 0 { first } else { 2 * done };
        let each = aim(&racing, wanted, budget.left());
        let luck = |option: &Weighed| {
            let (from, end) = (option.futures.len(), option.whole.end);
            (from..each).map(move |i| (end, Luck::new(seed, i as u64)))
        };
        let starts: Vec<(Game, Luck)> = racing.iter().flat_map(luck).collect();
        // A small wave adds little to a large sample.
        if starts.is_empty() || done > 0 && starts.len() < 4 * racing.len().min(done) {
            break;
        }
        let begun = Instant::now();
        let ahead = game.round.saturating_add(limits.horizon);
        let Some(played) = play_to_end(rules, players, &starts, ahead, &limits.cancel) else {
            break;
        };
        budget.took(begun.elapsed(), &played);
        let mut results = played.futures.into_iter();
        for option in &mut racing {
            let more = each.saturating_sub(option.futures.len());
            option.futures.extend(results.by_ref().take(more));
        }
        leave_out_same(&mut racing);
        let best = leader(&racing);
        let told = told_apart(&racing, best);
        drop_worse(&mut racing, &mut dropped, best);
        let back = bring_back(&mut racing, &mut dropped);
        tell(&result(&racing, &dropped, &own, budget.futures));
        if !back && (told || racing.len() < 2) {
            break;
        }
    }
    result(&racing, &dropped, &own, budget.futures)
}

/// How many futures each option has after the next wave: `wanted`, or as many as `left` more in all allow.
fn aim(racing: &[Weighed], wanted: usize, left: usize) -> usize {
    let missing = |each: usize| -> usize {
        let lacks = |option: &Weighed| each.saturating_sub(option.futures.len());
        racing.iter().map(lacks).sum()
    };
    let have: usize = racing.iter().map(|option| option.futures.len()).sum();
    let fair = (have + left) / racing.len();
    let most = wanted.min(fair);
    // Options that came back catch up first, those with the most wait.
    (0..=most)
        .rev()
        .find(|each| missing(*each) <= left)
        .unwrap_or(0)
}

/// Lets options race again that fell behind one that does not lead any more, and are not behind the leader. Whether there
/// was one.
fn bring_back(racing: &mut Vec<Weighed>, dropped: &mut Vec<Weighed>) -> bool {
    let best = leader(racing);
    let is_behind = |option: &Weighed| option.is_behind(&racing[best], DROPPED);
    let (behind, back): (Vec<Weighed>, Vec<Weighed>) = dropped.drain(..).partition(is_behind);
    *dropped = behind;
    let some = !back.is_empty();
    racing.extend(back);
    some
}

/// Leaves out options whose futures are those of an earlier one to the last number. What was asked for stays.
fn leave_out_same(racing: &mut Vec<Weighed>) {
    let mut kept: Vec<Weighed> = Vec::with_capacity(racing.len());
    for option in racing.drain(..) {
        if option.whole.asked || !kept.iter().any(|other| option.goes_like(other)) {
            kept.push(option);
        }
    }
    *racing = kept;
}

/// The option to advise: the guide's own unless another is told to be better.
fn leader(racing: &[Weighed]) -> usize {
    let is_better = |option: &Weighed, than: &Weighed| {
        let told = option.against(than, TOLD);
        told.is_some_and(|(better, _)| better)
    };
    let mut best = 0;
    // Once around is not enough: an earlier one can be better than a later one that was better than the one before it.
    // It need not end either, because each pair goes by its own measure.
    for i in (0..racing.len()).cycle().take(2 * racing.len()) {
        if is_better(&racing[i], &racing[best]) {
            best = i;
        }
    }
    best
}

/// Whether every other option is told apart from the advised one, with a margin.
fn told_apart(racing: &[Weighed], best: usize) -> bool {
    let others = racing.iter().enumerate().filter(|(i, _)| *i != best);
    others
        .into_iter()
        .all(|(_, option)| option.is_behind(&racing[best], CERTAIN))
}

/// Lets clearly worse options go, but neither the guide's own (every comparison starts from it), nor so
/// many that nothing is left to compare with.
fn drop_worse(racing: &mut Vec<Weighed>, dropped: &mut Vec<Weighed>, best: usize) {
    let worse: Vec<bool> = racing
        .iter()
        .enumerate()
        .map(|(i, option)| i != best && i != 0 && option.is_behind(&racing[best], DROPPED))
        .collect();
    let mut staying = worse.iter().filter(|worse| !**worse).count();
    let mut kept = Vec::new();
    for (option, worse) in racing.drain(..).zip(worse) {
        if worse && staying >= STAY {
            dropped.push(option);
        } else {
            staying += usize::from(worse);
            kept.push(option);
        }
    }
    *racing = kept;
}

fn result(
    racing: &[Weighed],
    dropped: &[Weighed],
    own: &[reckoners_env::Action],
    futures: u32,
) -> Weighing {
    let mut options: Vec<Weighed> = racing.iter().chain(dropped).cloned().collect();
    // Of all: one that dropped out behind a former leader may be ahead of the present one when the limit is reached.
    let best = leader(&options);
    let first = options.remove(best);
    // Behind the first: by what each differs from it in its most telling measure.
    options.sort_by(|a, b| place(a, &first).total_cmp(&place(b, &first)));
    options.insert(0, first);
    Weighing {
        options,
        own: own.to_vec(),
        futures,
    }
}

/// How far an option stands behind the first; what is within its error counts for little.
fn place(option: &Weighed, first: &Weighed) -> f32 {
    behind(option, first, 0.2)
}

/// How far an option stands behind the first: by win chance, and among equals by people and rounds. Differences
/// within their errors count with this weight.
fn behind(option: &Weighed, first: &Weighed, unclear: f32) -> f32 {
    let unit = |measure: Measure| match measure {
        Measure::Win => 1.0,
        Measure::Population => 0.005,
        Measure::Rounds => 0.01,
    };
    let behind = |measure: Measure| {
        let more = option.difference(first, measure);
        let sign = if measure.is_gain() { -1.0 } else { 1.0 };
        let weight = if more.is_clear(TOLD, measure.least()) {
            1.0
        } else {
            unclear
        };
        sign * weight * unit(measure) * more.value
    };
    Measure::ALL.into_iter().map(behind).sum()
}

/// How an option compares with the first, to be told in this order: better, about as good, worse; and the further
/// behind in what is clear, the later.
pub fn told_order(option: &Weighed, first: &Weighed) -> (u8, f32) {
    match option.against(first, TOLD) {
        Some((true, _)) => (0, behind(option, first, 0.0)),
        None => (1, behind(option, first, 1.0)),
        Some((false, _)) => (2, behind(option, first, 0.0)),
    }
}

/// What is left of the limits, by what futures have cost so far.
struct Budget<'a> {
    limits: &'a Limits,
    futures: u32,
    decisions: u64,
    /// Seconds that a future takes on this machine, all threads together.
    seconds: f64,
}

impl<'a> Budget<'a> {
    const fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            futures: 0,
            decisions: 0,
            seconds: 0.004,
        }
    }

    /// Futures that there is number, work and time for.
    fn left(&self) -> usize {
        let mut left = f64::from(self.limits.futures.saturating_sub(self.futures));
        if self.decisions > 0 {
            let work = self.limits.work.saturating_sub(self.decisions) as f64;
            left = left.min(work * f64::from(self.futures) / self.decisions as f64);
        }
        if let Some(deadline) = self.limits.deadline {
            let time = deadline.saturating_duration_since(Instant::now());
            // The last future of a batch ends later than the mean.
            left = left.min(0.7 * time.as_secs_f64() / self.seconds);
        }
        left as usize
    }

    fn took(&mut self, time: Duration, played: &Played) {
        let count = played.futures.len();
        self.seconds = time.as_secs_f64() / count.max(1) as f64;
        self.futures += count as u32;
        self.decisions += played.decisions;
    }
}

#[cfg(test)]
mod tests;
