//! Reads from the events of a game who performed which action, and how it came about.
//!
//! The reader knows the order of an activation on its own: the actions left of the bracket, one for each Copy Token, the
//! blocked spaces; inside each of them gifts, copies, rolls of the Epic Ability Die and blocked Power Ups. Whatever
//! happens in another order makes it fail.

use std::collections::BTreeSet;

use reckoners_env::Game;
use reckoners_env::cards::{Catalog, Deed, Reach, Verb};
use reckoners_env::event::Event;
use reckoners_env::ids::{DistrictIx, EpicId, MAX_DISTRICTS};
use reckoners_env::state::Source;

/// How an action came about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum How {
    /// It is left of the bracket.
    Own,
    /// By a Copy Token.
    Token,
    /// By a blocked space, or a Power Up that was blocked.
    Overflow,
    /// By a Copy.
    Copy,
    /// As a gift of a neighbour.
    Gift,
    /// By the Epic Ability Die.
    Transform,
}

impl How {
    pub(crate) const ALL: [Self; 6] = [
        Self::Own,
        Self::Token,
        Self::Overflow,
        Self::Copy,
        Self::Gift,
        Self::Transform,
    ];
}

/// An action in words, without its number.
pub(crate) fn word(deed: Deed) -> String {
    let text = Deed { times: 1, ..deed }.to_string();
    text.trim_end_matches(" 1").to_owned()
}

/// What was performed.
#[derive(Default)]
pub(crate) struct Performed {
    /// Which action came about how.
    pub(crate) deeds: BTreeSet<(String, How)>,
    /// Which Epic has performed which space of its track.
    pub(crate) spaces: BTreeSet<(u8, u8)>,
    /// The events since the last activation of an Epic began.
    events: Vec<Event>,
    /// The Epic whose activation they are, its bracket and its tokens as it began.
    turn: Option<(DistrictIx, EpicId, u8, u8)>,
}

/// What is known of the districts between two events.
#[derive(Clone, Copy)]
struct Board {
    epics: [Option<EpicId>; MAX_DISTRICTS],
    brackets: [u8; MAX_DISTRICTS],
    tokens: [u8; MAX_DISTRICTS],
}

impl Board {
    fn of(game: &Game) -> Self {
        Self {
            epics: game.districts.map(|d| d.epic),
            brackets: game.districts.map(|d| d.bracket),
            tokens: game.districts.map(|d| d.copy_tokens),
        }
    }

    fn follow(&mut self, event: Event, new_bracket: u8) {
        match event {
            Event::EpicCame { district, epic } => {
                self.epics[district.ix()] = Some(epic);
                self.brackets[district.ix()] = new_bracket;
            }
            Event::Bracket { district, change } => {
                let bracket = &mut self.brackets[district.ix()];
                *bracket = bracket.saturating_add_signed(change);
            }
            Event::CopyTokens { district, change } => {
                let tokens = &mut self.tokens[district.ix()];
                *tokens = tokens.saturating_add_signed(change);
            }
            _ => {}
        }
    }
}

impl Performed {
    /// Hears what one step did, `before` being the position before it.
    pub(crate) fn step(&mut self, catalog: &Catalog, before: &Game, events: &[Event]) {
        let mut board = Board::of(before);
        for event in events {
            if let Event::Activated { district } = event {
                self.end_turn(catalog, true);
                self.turn = district.and_then(|d| {
                    let epic = board.epics[d.ix()]?;
                    Some((d, epic, board.brackets[d.ix()], board.tokens[d.ix()]))
                });
            } else if let Event::Ended { .. } = event {
                self.end_turn(catalog, false);
                self.turn = None;
            } else if self.turn.is_some() {
                self.events.push(*event);
            }
            board.follow(*event, catalog.setup.new_bracket);
        }
    }

    /// The game is left where it is.
    pub(crate) fn leave(&mut self) {
        (self.turn, self.events) = (None, Vec::new());
    }

    /// Reads the events of a turn; one that ended the game may stop anywhere.
    fn end_turn(&mut self, catalog: &Catalog, whole: bool) {
        let events = std::mem::take(&mut self.events);
        let Some((_, epic, bracket, tokens)) = self.turn else {
            return;
        };
        let track = &catalog.epic(epic).track;
        let last = track.last_bracket();
        let own = (0..bracket).map(|space| (space, How::Own));
        let by_token = (0..tokens).map(|space| (space.min(last), How::Token));
        let mut reader = Reader {
            events: &events,
            deeds: &mut self.deeds,
        };
        for (space, how) in own.chain(by_token) {
            let done = reader.deed(how, Chain::default(), Some(track.at(space)));
            if done.is_none() {
                assert!(!whole, "an action of {} is missing", epic.0);
                return;
            }
            self.spaces.insert((epic.0, space));
        }
        while reader.rest().any(|e| matches!(e, Event::Performs { .. })) {
            let final_action = Some(track.last());
            if reader
                .deed(How::Overflow, Chain::default(), final_action)
                .is_none()
            {
                assert!(!whole, "a blocked space of {} is cut short", epic.0);
                return;
            }
            self.spaces.insert((epic.0, last));
        }
    }
}

/// Through what the present action came.
#[derive(Clone, Copy, Default)]
struct Chain {
    copy: bool,
    power_up: bool,
}

struct Reader<'a> {
    events: &'a [Event],
    deeds: &'a mut BTreeSet<(String, How)>,
}

impl Reader<'_> {
    fn rest(&self) -> impl Iterator<Item = &Event> {
        self.events.iter()
    }

    /// The next action, whatever lies before it.
    fn next(&mut self) -> Option<(DistrictIx, Source, Deed)> {
        while let Some((first, rest)) = self.events.split_first() {
            self.events = rest;
            if let Event::Performs {
                district,
                source,
                deed,
            } = *first
            {
                return Some((district, source, deed));
            }
        }
        None
    }

    /// Reads an action with all that it starts; none when the events end before.
    fn deed(&mut self, how: How, chain: Chain, expected: Option<Deed>) -> Option<()> {
        let (district, source, deed) = self.next()?;
        if let Some(expected) = expected {
            assert_eq!(deed, expected, "{how:?}");
        }
        let is_boss = source == Source::Boss;
        if !is_boss {
            self.deeds.insert((word(deed), how));
        }
        let children = match deed.reach {
            Reach::Here => 0,
            Reach::Neighbours => 2,
            Reach::Clockwise => 1,
            other => panic!("{other:?} is no reach of an Epic"),
        };
        for _ in 0..children {
            self.deed(How::Gift, chain, Some(deed.here()))?;
        }
        if deed.reach != Reach::Here {
            return Some(());
        }
        for _ in 0..deed.times {
            match deed.verb {
                Verb::Copy if !chain.copy => {
                    let copy = true;
                    for _ in 0..2 {
                        self.deed(How::Copy, Chain { copy, ..chain }, None)?;
                    }
                }
                Verb::Transform => {
                    let is_roll = |event: &Event| matches!(event, Event::Transformed { .. });
                    let at = self.events.iter().position(is_roll)?;
                    self.events = &self.events[at + 1..];
                    self.deed(How::Transform, chain, None)?;
                }
                Verb::PowerUp => match self.events.split_first() {
                    Some((Event::Bracket { district: at, .. }, rest)) if *at == district => {
                        self.events = rest;
                    }
                    _ if !chain.power_up => {
                        let power_up = true;
                        self.deed(How::Overflow, Chain { power_up, ..chain }, None)?;
                    }
                    _ => {}
                },
                Verb::Boost(_) => match self.events.split_first()? {
                    (Event::BossBracket { .. }, rest) => self.events = rest,
                    _ => self.deed(how, chain, None)?,
                },
                _ => {}
            }
        }
        Some(())
    }
}
