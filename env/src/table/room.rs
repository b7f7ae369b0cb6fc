//! Whether interrupted work can be finished: the agenda has room for every chain of deeds that it can start, and every
//! deed is one that some card of the game does.

use crate::cards::{ActionTrack, Deed, Reach, Verb};
use crate::ids::Track;
use crate::rules::Rules;
use crate::state::agenda::AGENDA_CAPACITY;
use crate::state::{Game, Task, Via};

/// The deeds that the cards of a game can do.
pub(super) struct Deeds {
    /// The first action of each Epic: what Copy performs.
    firsts: Vec<Deed>,
    /// The final action of each Epic: what a blocked Power Up performs.
    lasts: Vec<Deed>,
    /// The final action of each track of the boss: what a blocked Boost performs.
    boss_lasts: [Deed; Track::COUNT],
    /// The faces of the Epic Ability Die, if something rolls it.
    faces: Vec<Deed>,
    /// Every verb.
    verbs: Vec<Verb>,
}

impl Deeds {
    pub(super) fn new(rules: &Rules, game: &Game) -> Self {
        let catalog = rules.catalog();
        let epics = catalog.epic_deck(&game.ruleset);
        let epics = || epics.iter().map(|id| &catalog.epics[usize::from(id)].track);
        let tracks = &rules.boss_sheet(game).tracks;
        let of_epics = epics().flat_map(ActionTrack::deeds);
        let of_boss = tracks.iter().flat_map(ActionTrack::deeds);
        let mut verbs: Vec<Verb> = of_epics.chain(of_boss).map(|deed| deed.verb).collect();
        let rolled = verbs.contains(&Verb::Transform);
        let faces: Vec<Deed> = catalog.pieces.ability_die.to_vec();
        let faces = if rolled { faces } else { Vec::new() };
        verbs.extend(faces.iter().map(|deed| deed.verb));
        Self {
            firsts: epics().map(|track| track.at(0)).collect(),
            lasts: epics().map(ActionTrack::last).collect(),
            boss_lasts: std::array::from_fn(|track| tracks[track].last()),
            faces,
            verbs,
        }
    }

    /// Whether some card does such a thing.
    pub(super) fn knows(&self, deed: Deed) -> bool {
        self.verbs.contains(&deed.verb)
    }

    /// Whether the work can be finished, whatever it starts: the last task is next.
    pub(super) fn fit(&self, tasks: &[Task]) -> bool {
        tasks.iter().enumerate().all(|(below, task)| match *task {
            Task::Act { via, deed, .. } | Task::Again { via, deed, .. } => {
                below + self.height(deed, via, false) <= AGENDA_CAPACITY
            }
            _ => true,
        })
    }

    /// The most tasks that a deed lays on those below it, by itself and by all that it starts; `rolled` if the Epic Ability Die
    /// has just shown it.
    fn height(&self, deed: Deed, via: Via, rolled: bool) -> usize {
        if deed.reach != Reach::Here {
            // Both neighbours wait, then one of them while the other acts.
            return 2.max(1 + self.height(deed.here(), via, rolled));
        }
        let rest = usize::from(deed.times > 1);
        let most = |deeds: &[Deed], via: Via, rolled: bool| {
            let heights = deeds.iter().map(|deed| self.height(*deed, via, rolled));
            heights.max().unwrap_or(0)
        };
        rest + match deed.verb {
            Verb::Copy if !via.has(Via::COPY) => {
                2.max(1 + most(&self.firsts, via.and(Via::COPY), false))
            }
            Verb::PowerUp if !via.has(Via::POWER_UP) => {
                1.max(most(&self.lasts, via.and(Via::POWER_UP), false))
            }
            Verb::Boost(track) if !via.has(Via::BOOST) => {
                let last = self.boss_lasts[track.index()];
                1.max(self.height(last, via.and(Via::BOOST), false))
            }
            // A die that shows itself again may go on for ever.
            Verb::Transform if rolled => AGENDA_CAPACITY,
            Verb::Transform => most(&self.faces, via, true),
            _ => 0,
        }
    }
}
