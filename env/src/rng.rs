//! Seeds and streams. Every game has its own generator, made by hashing what identifies it, so
//! no game's luck depends on another's, on threads, or on the order of play.

use rand::SeedableRng;

/// The generator: named, portable, the same on every machine and in every version.
pub type GameRng = rand_chacha::ChaCha8Rng;

/// What a stream of luck is for. Training and evaluation can never share one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Dice and decks of training games.
    Training,
    /// Dice and decks of evaluation games.
    Evaluation,
    /// Choice of team, difficulty and number of Reckoners.
    Task,
    /// Choices of an agent.
    Agent,
    /// Imagined luck of a search.
    Search,
    /// Initial weights of a network.
    Weights,
    /// Actions drawn from a policy that is being trained.
    Actions,
    /// Order of the samples of an update.
    Shuffle,
    /// Order of a teacher's decisions.
    Lessons,
    /// The cards of sampled boxes.
    Boxes,
}

impl Purpose {
    const fn label(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Evaluation => "evaluation",
            Self::Task => "task",
            Self::Agent => "agent",
            Self::Search => "search",
            Self::Weights => "weights",
            Self::Actions => "actions",
            Self::Shuffle => "shuffle",
            Self::Lessons => "lessons",
            Self::Boxes => "boxes",
        }
    }
}

/// The generator for one episode of one environment of one run. For what belongs to no game, the two
/// numbers are counters of its own, for example an update and an environment.
pub fn stream(run: u64, env: u64, episode: u64, purpose: Purpose) -> GameRng {
    let mut hasher = blake3::Hasher::new_derive_key("reckoners 1 game stream");
    hasher.update(purpose.label().as_bytes());
    for number in [run, env, episode] {
        hasher.update(&number.to_le_bytes());
    }
    GameRng::from_seed(*hasher.finalize().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn the_stream_is_pinned_and_every_part_of_the_key_matters() {
        let first = |run, env, episode, purpose| stream(run, env, episode, purpose).next_u32();
        let pinned: [(u32, u32); 13] = [
            (first(1, 2, 3, Purpose::Training), 748_884_801),
            (first(0, 2, 3, Purpose::Training), 1_338_128_486),
            (first(1, 0, 3, Purpose::Training), 3_596_603_553),
            (first(1, 2, 0, Purpose::Training), 1_512_183_545),
            (first(1, 2, 3, Purpose::Evaluation), 201_389_531),
            (first(1, 2, 3, Purpose::Task), 3_624_177_114),
            (first(1, 2, 3, Purpose::Agent), 1_493_723_096),
            (first(1, 2, 3, Purpose::Search), 1_383_227_966),
            (first(1, 2, 3, Purpose::Weights), 2_782_184_214),
            (first(1, 2, 3, Purpose::Actions), 3_727_940_113),
            (first(1, 2, 3, Purpose::Shuffle), 1_096_150_851),
            (first(1, 2, 3, Purpose::Lessons), 2_835_778_242),
            (first(1, 2, 3, Purpose::Boxes), 1_074_184_386),
        ];
        let drawn: Vec<u32> = pinned.iter().map(|(drawn, _)| *drawn).collect();
        // Another number here means that every seed plays other games than before.
        assert_eq!(drawn, pinned.map(|(_, number)| number));
        let different: std::collections::HashSet<u32> = drawn.into_iter().collect();
        assert_eq!(different.len(), pinned.len());
    }
}
