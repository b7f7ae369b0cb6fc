//! Whether interrupted work can be finished: the agenda has room for every chain of deeds that it can start, and every
//! deed is one that some card of the game does.

use crate::cards::{ActionTrack, Cell, Deed, Reach, Verb};
use crate::ids::{FACES, Track};
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
    /// Districts and Reckoners in play.
    districts: usize,
    seats: usize,
}

impl Deeds {
    pub(super) fn new(rules: &Rules, game: &Game) -> Self {
        let catalog = rules.catalog();
        let epics = catalog.epic_deck(&game.ruleset);
        let epics = || epics.iter().map(|id| &catalog.epics[usize::from(id)].track);
        let sheet = rules.boss_sheet(game);
        let of_epics = epics().flat_map(ActionTrack::deeds).copied();
        let mut deeds: Vec<Deed> = of_epics.collect();
        if let Some(tracks) = sheet.tracks() {
            deeds.extend(tracks.iter().flat_map(ActionTrack::deeds));
        }
        if let Some(tables) = sheet.tables() {
            for (track, row) in Track::ALL
                .into_iter()
                .flat_map(|t| (0..FACES as u8).map(move |r| (t, r)))
            {
                for column in 1..=tables.columns() {
                    deeds.extend(tables.cell(track, row, column).deeds());
                }
            }
        }
        for board in &rules.city(game).boards {
            deeds.extend(board.track.iter().flat_map(Cell::deeds));
            let cards = board.cards.iter().flatten();
            deeds.extend(
                cards
                    .map(|card| card.action)
                    .filter(|_| !game.ruleset.city_cards.is_none()),
            );
        }
        let boss_lasts = Track::ALL.map(|track| sheet.final_deed(track));
        deeds.extend(boss_lasts);
        if game.ruleset.adjustment.token() > 0 {
            deeds.push(Deed::once(Verb::Population));
        }
        let mut verbs: Vec<Verb> = deeds.into_iter().map(|deed| deed.verb).collect();
        let rolled = verbs.contains(&Verb::Transform);
        let faces: Vec<Deed> = catalog.pieces.ability_die.to_vec();
        let faces = if rolled { faces } else { Vec::new() };
        verbs.extend(faces.iter().map(|deed| deed.verb));
        Self {
            firsts: epics().map(|track| track.at(0)).collect(),
            lasts: epics().map(ActionTrack::last).collect(),
            boss_lasts,
            faces,
            verbs,
            districts: usize::from(game.district_count()),
            seats: usize::from(game.seat_count),
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
        // All districts of a reach wait, then all but one while that one acts.
        let places = match deed.reach {
            Reach::Here => 0,
            Reach::Clockwise | Reach::CounterClockwise => 1,
            Reach::Neighbours => 2,
            Reach::Everywhere => self.districts,
            Reach::Reckoners => self.seats,
        };
        if let Some(others) = places.checked_sub(1) {
            return places.max(others + self.height(deed.here(), via, rolled));
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
            Verb::CopyHere => 1.max(most(&self.firsts, via.and(Via::COPY), false)),
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
