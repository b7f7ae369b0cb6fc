//! Limelight: a die for each colour names the row of its table, the bracket the column; he keeps away from the
//! Reckoners.

use super::Play;
use crate::event::{Event, Watch};
use crate::ids::Track;
use crate::state::{Now, Source, Task, Via};

/// The parts of his activation before he moves: the dice, then one for each table.
pub(super) const PARTS: u8 = 1 + Track::COUNT as u8;

impl<W: Watch> Play<'_, W> {
    /// The first row of the red table; nothing is rolled.
    pub(super) fn limelight_prologue(&mut self) {
        self.perform_table(Track::Red);
    }

    /// The dice, the tables from top to bottom; then he moves.
    pub(super) fn limelight_step(&mut self, part: u8) {
        match part {
            0 => {
                self.push(Task::BossStep { part: 1 });
                self.game.now = Now::PowerDice;
            }
            PARTS => {
                self.game.boss.rows = [0; Track::COUNT];
                self.push(Task::EndRound);
                self.limelight_moves();
            }
            _ => {
                self.push(Task::BossStep { part: part + 1 });
                let track = Track::ALL[usize::from(part) - 1];
                if track == Track::Yellow {
                    self.adjustment_token();
                }
                self.perform_table(track);
            }
        }
    }

    /// The cell of a table: the row as rolled, the column by the bracket as it stands now.
    fn perform_table(&mut self, track: Track) {
        let boss = &self.game.boss;
        let (row, bracket) = (boss.rows[track.index()], boss.brackets[track.index()]);
        let district = boss.district;
        let tables = self.rules.boss_sheet(self.game).tables();
        let cell = tables.expect("he has tables").cell(track, row, bracket);
        self.perform_cell(cell, district, Source::Boss, Via::NOTHING);
    }

    pub(in crate::rules) fn power_dice_rolled(&mut self, rows: [u8; Track::COUNT]) {
        self.game.boss.rows = rows;
        self.watch.event(Event::PowerDice { rows });
    }

    /// To the first district without a miniature, clockwise; his own comes last.
    fn limelight_moves(&mut self) {
        let with_miniature = |to| self.game.team().iter().any(|seat| seat.district == to);
        let from = self.game.boss.district;
        let ring = (1..=self.game.district_count()).map(|n| self.game.clockwise(from, n));
        let to = ring.into_iter().find(|to| !with_miniature(*to));
        self.boss_to(to.unwrap_or(from));
    }
}
