//! Sampled boxes that are worth playing: what a scripted team always or never wins is drawn again.
//!
//! [`reckoners_env::cards::sample`] draws card sets within the rulebooks' constraints; whether a box is a game at
//! all only play can tell.

use reckoners_env::action::decode;
use reckoners_env::cards::sample::sample;
use reckoners_env::cards::{CardFiles, Catalog, CatalogError, Modules};
use reckoners_env::chance::below;
use reckoners_env::ids::{BossKind, MAX_SEATS, MIN_SEATS};
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::{Difficulty, Episode, EpisodeRules, GameSetup, Rules, Ruleset};

use crate::agent::Policy;
use crate::scripted::Scripted;

/// Rounds after which a game of the test is given up as not won. Won games are over long before.
const ROUNDS: u16 = 25;

/// A part of the test: games of a kind, and the least and most of them that a team of a playable box wins.
struct Trial {
    boss: BossKind,
    modules: Modules,
    games: u64,
    wins: [u64; 2],
}

/// Each boss in his own city. The base game decides: with 64 games of all difficulties and numbers of Reckoners, 5 to
/// 97 per cent are won. Of the bosses and cities of Steelslayer it is only asked that they can be won and lost.
fn trials() -> [Trial; BossKind::COUNT] {
    let all = Modules::choices().last().unwrap_or_default();
    let base = Ruleset::base(Difficulty::ALL[0]).boss;
    BossKind::ALL.map(|boss| {
        let (modules, games, wins) = if boss == base {
            (Modules::NONE, 64, [4, 62])
        } else {
            (all, 24, [1, 23])
        };
        Trial {
            boss,
            modules,
            games,
            wins,
        }
    })
}

/// A box worth playing.
#[derive(Debug, Clone)]
pub struct Playable {
    /// Its card files.
    pub files: CardFiles,
    /// The catalog made of them.
    pub catalog: Catalog,
    /// How many boxes were drawn, this one included.
    pub attempts: u64,
}

/// The playable box of a seed: the first of those that the seed draws one after the other.
///
/// # Errors
/// As [`CardFiles::catalog`]: none for the card files of this program.
pub fn playable(seed: u64) -> Result<Playable, CatalogError> {
    let mut attempt = 0;
    loop {
        let files = sample(seed, attempt);
        let catalog = files.catalog()?;
        let rules = Rules::new(catalog);
        attempt += 1;
        if is_playable(&rules, seed) {
            return Ok(Playable {
                catalog: rules.catalog().clone(),
                files,
                attempts: attempt,
            });
        }
    }
}

/// Whether a scripted team wins some and loses some.
pub fn is_playable(rules: &Rules, seed: u64) -> bool {
    let scripted = Scripted::new(rules);
    let fits = |trial: &Trial| {
        let [least, most] = trial.wins;
        let (mut won, mut lost) = (0, 0);
        for n in 0..trial.games {
            if wins(rules, &scripted, trial, seed, n) {
                won += 1;
            } else {
                lost += 1;
            }
            // Most boxes are neither; no need to play all games to know it.
            if won >= least && trial.games - lost <= most {
                return true;
            }
            if won > most || lost > trial.games - least {
                return false;
            }
        }
        (least..=most).contains(&won)
    };
    trials().iter().all(fits)
}

fn wins(rules: &Rules, scripted: &Scripted, trial: &Trial, seed: u64, n: u64) -> bool {
    // All difficulties with all numbers of Reckoners, so that every start of the list is mixed too.
    let difficulty = Difficulty::ALL[n as usize % Difficulty::COUNT];
    let seats = MIN_SEATS + n as usize % (MAX_SEATS - MIN_SEATS + 1);
    let ruleset = Ruleset {
        boss: trial.boss,
        city: trial.boss.home(),
        ..Ruleset::base(difficulty).with(trial.modules)
    };
    let mut luck = stream(seed, n, 1 + trial.boss.index() as u64, Purpose::Boxes);
    let mut team = ruleset.reckoners().to_vec();
    for i in (1..team.len()).rev() {
        team.swap(i, below(&mut luck, i as u32 + 1) as usize);
    }
    let Ok(setup) = GameSetup::new(&team[..seats], ruleset) else {
        unreachable!("two to six different Reckoners of those in play");
    };
    let mut choices = luck.clone();
    let play = EpisodeRules {
        auto_forced: true,
        round_cap: ROUNDS,
    };
    let mut episode = Episode::new(rules, &setup, luck, play);
    while episode.end().is_none() {
        let id = scripted.pick(rules, &episode.game, &episode.legal, &mut choices);
        let action = decode(id).expect("policies choose legal actions");
        episode.play(rules, action);
    }
    episode.end().is_some_and(reckoners_env::EpisodeEnd::won)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reckoners_env::cards::sample::held_out_box;

    #[test]
    fn a_playable_box_is_the_same_for_the_same_seed_and_soon_found() {
        let mut attempts = 0;
        for n in 0..6 {
            let seed = held_out_box(n);
            let found = playable(seed).expect("it loads");
            let again = playable(seed).expect("it loads");
            assert_eq!(found.catalog.hash, again.catalog.hash);
            assert_eq!(found.files, sample(seed, found.attempts - 1));
            attempts += found.attempts;
        }
        assert!(attempts <= 18, "{attempts} boxes drawn for 6");
    }

    #[test]
    fn what_is_always_or_never_won_is_refused() {
        let with_health = |research: u16| {
            let mut files = CardFiles::embedded().clone();
            for row in &mut files.steelheart.values {
                row.by_difficulty.values_mut().for_each(|v| *v = research);
            }
            is_playable(&Rules::new(files.catalog().expect("it loads")), 1)
        };
        assert!(is_playable(&Rules::embedded(), 1));
        assert!(!with_health(1), "a boss who falls at once");
        assert!(!with_health(500), "a boss who never falls");
    }
}
