//! What bosses and cities of the expansion add to a drawing.

use reckoners_env::cards::{Benefit, BoardCard, Cell, PowerTables};
use reckoners_env::ids::{DistrictIx, Track};
use reckoners_env::state::{District, Seat, Spot};

use super::{Board, DIM, FIRES, counted, told};

/// What the signs of a boss mean who acts by tables.
pub(super) const TABLES_KEY: &str =
    "  A of D his bracket is in column A of a table with the columns A to D; his die of that colour decides
    which of the numbered actions happens
";

/// What the signs of these bosses and cities mean.
pub(super) const KEY: &str =
    "  everywhere in all districts   reckoners once for each Reckoner   ccw the district before
  pop -n+x n people and more with x: shields and enforcement the more of them on the board, equipment the less
    evenly it is shared, defeated the fewer Epics were defeated this round   affect a Reckoner is weakened next round
  copy here the first action of the Epic here   dawnslight the Reckoners here draw cards
";

impl Board<'_> {
    /// A table of the boss: the column in which the bracket is, row by row.
    pub(super) fn table_column(
        &self,
        tables: &PowerTables,
        track: Track,
        bracket: u8,
    ) -> Vec<String> {
        let rows = told::table_rows(self.rules, self.game);
        let cells = rows.iter().map(|row| {
            let cell = tables.cell(track, *row, bracket);
            format!("{} {}", row + 1, marks(cell))
        });
        let head = format!(
            "{} {} of {}",
            track.key(),
            told::column(bracket),
            told::column(tables.columns())
        );
        let cells: Vec<String> = cells.collect();
        let (first, second) = cells.split_at(cells.len().div_ceil(2));
        let line = |cells: &[String]| self.paint(FIRES, &cells.join(" · "));
        vec![
            format!("  {head:<14}{}", line(first)),
            format!("  {:<14}{}", "", line(second)),
        ]
    }

    /// The cards left in the boss's deck.
    pub(super) fn boss_deck(&self) -> Option<String> {
        let boss = self.rules.catalog().boss(self.game.ruleset.boss);
        let left = boss.cards.iter().zip(self.game.boss.cards);
        let left = left.filter(|(_, left)| *left > 0).map(|(card, left)| {
            let names: Vec<&str> = card.effects.iter().map(|effect| effect.key()).collect();
            format!("{left} {}", names.join("+"))
        });
        let left: Vec<String> = left.collect();
        (!boss.cards.is_empty()).then(|| format!("  cards left: {}", left.join(", ")))
    }

    /// The board of a district: its name, its marker and what the city does there.
    pub(super) fn city_board(&self, index: DistrictIx, district: &District) -> Vec<String> {
        let Some(board) = district.board else {
            return Vec::new();
        };
        let (game, city) = (self.game, self.rules.city(self.game));
        let board_card = city.board(board);
        let mut text = board_card.name.clone();
        if city.researched().is_some() {
            let next = match district.marker {
                0 => "at the bottom".into(),
                marker => {
                    let below = (0..marker).rev().take(3).map(|h| board_card.space(h));
                    let below: Vec<String> = below.map(marks).collect();
                    format!("below it {}", below.join(" · "))
                }
            };
            text = format!("{text}: marker {}, {next}", district.marker);
        } else if city.moving().is_some() {
            let fires = (1..=district.marker).rev().map(|h| board_card.space(h));
            let fires: Vec<String> = fires.map(marks).collect();
            let fires = self.paint(FIRES, &format!("[{}]", fires.join(" · ")));
            let when = told::city_passes(game, index).map(|when| format!(", {when}"));
            let when = when.unwrap_or_default();
            text = format!("{text}: marker {} {fires}{when}", district.marker);
        }
        let card = game.ruleset.city_cards.side(board);
        if let Some(card) = card.and_then(|side| board_card.card(side)) {
            text = format!("{text}: {}", self.board_card(index, card));
        }
        vec![format!("    {}", self.paint(DIM, &text))]
    }

    fn board_card(&self, index: DistrictIx, card: &BoardCard) -> String {
        let used = matches!(card.benefit, Benefit::Exchange { .. })
            && self.game.city.exchanged >> index.0 & 1 == 1;
        let used = if used { " (used)" } else { "" };
        format!("{}; {}{used}", card.action.mark(), card.benefit.phrase())
    }

    /// What lies on a Reckoner: effects, dice laid aside, Dawnslight cards.
    pub(super) fn on_reckoner(&self, seat: &Seat) -> Vec<(&'static str, Vec<String>)> {
        let named = |effects: reckoners_env::state::Effects| -> Vec<String> {
            effects.iter().map(|e| e.meaning().to_owned()).collect()
        };
        let aids = self.rules.city(self.game).aids().iter().zip(seat.aids);
        let aids = aids.filter(|(_, count)| *count > 0);
        let aids = aids.map(|(aid, count)| counted(count, &format!("card with {}", aid.name())));
        vec![
            ("weak", named(seat.effects)),
            ("next", named(seat.coming)),
            ("aside", super::kinds(&seat.dice.kinds(Spot::Aside))),
            ("aids", aids.collect()),
        ]
    }
}

/// What a cell or space does, in a word or two.
fn marks(cell: Cell) -> String {
    let marks: Vec<String> = cell.deeds().map(reckoners_env::cards::Deed::mark).collect();
    match marks.as_slice() {
        [] => "-".into(),
        marks => marks.join(" + "),
    }
}
