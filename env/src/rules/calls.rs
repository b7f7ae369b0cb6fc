//! From what the game waits for, and from pending work, to the methods that know it. The tables say which
//! (`state/waits.rs`, `state/tasks.rs`), so a new row needs no line here.

use super::{Play, Rules};
use crate::action::{Action, ActionMask};
use crate::chance::{FromOutcome, Outcome};
use crate::event::Watch;
use crate::state::{Game, Now, Task, waits, works};

macro_rules! chance_calls {
    (
        chance {
            $($(#[$about:meta])* $name:ident $({ $($(#[$field_about:meta])* $field:ident: $type:ty,)+ })? = $key:literal
                $says:literal [draws $thing:ident then $then:ident($($given:ident),*)] over $over:ident $below:tt $file:tt;)+
        }
        decisions { $($decisions:tt)+ }
    ) => {
        impl<W: Watch> Play<'_, W> {
            /// Goes on with what chance decided.
            pub(super) fn settle(&mut self, outcome: &Outcome) {
                match std::mem::replace(&mut self.game.now, Now::Busy) {
                    $(Now::$name $({ $($field,)+ })? => self.$then($($given,)* FromOutcome::of(outcome)),)+
                    now => unreachable!("{outcome:?} for {now:?}"),
                }
            }
        }
    };
}

macro_rules! decision_calls {
    (
        chance { $($chance:tt)+ }
        decisions {
            $($(#[$about:meta])* $name:ident $({ $($(#[$field_about:meta])* $field:ident: $type:ty,)+ })? = $key:literal
                $asks:literal
                [$asked:ident $(, $midway:ident)? offers $offers:ident($($of:ident),*) then $then:ident($($given:ident),*) $($says:tt)*]
                over $over:ident $below:tt $file:tt;)+
        }
    ) => {
        impl Rules {
            /// Adds the legal actions to a mask; not inlined, so that it is filled where it is returned and not copied there.
            #[inline(never)]
            #[allow(unused_variables)] // Few methods want all fields.
            pub(super) fn offer(&self, game: &Game, mask: &mut ActionMask) {
                match game.now {
                    $(Now::$name $({ $($field,)+ })? => self.$offers(game, $($of,)* mask),)+
                    _ => {}
                }
            }
        }

        impl<W: Watch> Play<'_, W> {
            /// Goes on with what was decided.
            #[allow(unused_variables)] // Few methods want all fields.
            pub(super) fn decide(&mut self, action: Action) {
                self.game.focused = matches!(action, Action::Focus { .. });
                match self.game.now {
                    $(Now::$name $({ $($field,)+ })? => self.$then($($given,)* action),)+
                    now => unreachable!("no decision is awaited: {now:?}"),
                }
            }
        }
    };
}

macro_rules! task_calls {
    ($($(#[$about:meta])* $name:ident $({ $($(#[$field_about:meta])* $field:ident: $type:ty,)+ })? = $word:literal
        $call:ident($($given:ident),*);)+) => {
        impl<W: Watch> Play<'_, W> {
            /// Does pending work until the position waits for something.
            pub(super) fn run(&mut self) {
                // Not `==`: what the game waits for has many forms, and only this one matters.
                while matches!(self.game.now, Now::Busy) {
                    // The agenda of a real game is never empty here, a law checks that. That of a preview may be.
                    let Some(next) = self.game.agenda.pop() else {
                        break;
                    };
                    match *next {
                        $(Task::$name $({ $($field,)+ })? => self.$call($($given),*),)+
                    }
                }
            }
        }
    };
}

waits!(chance_calls);
waits!(decision_calls);
works!(task_calls);
