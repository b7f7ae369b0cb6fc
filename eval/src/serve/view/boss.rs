//! The boss: where he is, what he has left, what he will do.

use reckoners_env::cards::{Boards, Cell, PowerTables};
use reckoners_env::ids::Track;
use serde_json::{Value, json};

use super::{Scene, deed, track};
use crate::board::told;

impl Scene<'_> {
    pub(super) fn boss(&self) -> Value {
        let (game, boss) = (self.game, &self.game.boss);
        let placed = boss.district.is_somewhere();
        let has_track = self.rules.boss_has_track(game);
        json!({
            "name": self.boss_name(),
            "district": placed.then_some(boss.district.0),
            "research": boss.research,
            "health": boss.health,
            "weakened": boss.research == 0,
            "by_markers": !has_track,
            "value": told::boss_value(self.rules, game),
            "tracks": self.tracks(),
            "cards": self.cards_left(),
        })
    }

    fn tracks(&self) -> Vec<Value> {
        let sheet = self.rules.boss_sheet(self.game);
        let all = Track::ALL.into_iter();
        all.map(|which| {
            let bracket = self.game.boss.brackets[which.index()];
            let mut value = match &sheet.boards {
                Boards::Tracks(tracks) => track(self.boss_name(), &tracks[which.index()], bracket),
                Boards::Tables(tables) => self.table_column(tables, which, bracket),
            };
            value["key"] = json!(which.key());
            if which == Track::Red && sheet.deployment > 0 && sheet.tracks().is_some() {
                value["note"] = json!(format!("in groups of {}", sheet.deployment));
            }
            value
        })
        .collect()
    }

    /// A table: the column in which the bracket is, row by row.
    fn table_column(&self, tables: &PowerTables, which: Track, bracket: u8) -> Value {
        let rows: Vec<Value> = told::table_rows(self.rules, self.game)
            .into_iter()
            .map(|row| {
                let cell = tables.cell(which, row, bracket);
                json!({ "row": row + 1, "deeds": self.cell(cell) })
            })
            .collect();
        json!({
            "column": told::column(bracket),
            "last_column": told::column(tables.columns()),
            "rows": rows,
        })
    }

    /// What a cell of a table or a space of a board does.
    pub(super) fn cell(&self, cell: Cell) -> Vec<Value> {
        cell.deeds().map(|d| deed(self.boss_name(), d)).collect()
    }

    /// The cards left in his deck.
    fn cards_left(&self) -> Vec<Value> {
        let boss = self.rules.catalog().boss(self.game.ruleset.boss);
        let left = boss.cards.iter().zip(self.game.boss.cards);
        left.filter(|(_, left)| *left > 0)
            .map(|(card, left)| {
                let effects: Vec<&str> = card.effects.iter().map(|e| e.meaning()).collect();
                json!({ "left": left, "effects": effects })
            })
            .collect()
    }
}
