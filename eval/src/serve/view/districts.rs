//! The ring of districts with everything in it.

use reckoners_env::cards::{Benefit, BoardCard};
use reckoners_env::ids::{DistrictIx, Shield};
use reckoners_env::state::District;
use reckoners_env::words::event;
use serde_json::{Value, json};

use super::{Scene, deed, track};
use crate::board::told;

impl Scene<'_> {
    pub(super) fn districts(&self) -> Vec<Value> {
        let placed = self.game.placed();
        placed.map(|(ix, d)| self.district(ix, d)).collect()
    }

    fn district(&self, ix: DistrictIx, district: &District) -> Value {
        let game = self.game;
        let here = game.seated().filter(|(_, seat)| seat.district == ix);
        let reckoners: Vec<u8> = here.map(|(seat, _)| seat.0).collect();
        let costs = self.forecast.map_or(0, |f| f.by_district[ix.ix()]);
        json!({
            "name": self.say.district(ix),
            "epic": self.epic(district),
            "enforcement": district.enforcement,
            "barricades": district.barricades,
            "red_shields": district.shields[Shield::Red.index()],
            "blue_shields": district.shields[Shield::Blue.index()],
            "copy_tokens": district.copy_tokens,
            "stolen": told::stolen(&self.say, game, district),
            "reckoners": reckoners,
            "boss": game.boss.district == ix,
            "sniper": game.sniper == ix,
            "costs": costs,
            "board": self.city_board(ix, district),
        })
    }

    fn epic(&self, district: &District) -> Option<Value> {
        let card = self.rules.catalog().epic(district.epic?);
        Some(json!({
            "name": card.name,
            "key": card.key,
            "research": district.research,
            "health": event::health(district.health),
            "weakened": district.research == 0,
            "reward": card.reward.to_string(),
            "track": track(self.boss_name(), &card.track, district.bracket),
        }))
    }

    /// The board of a district: its name, its marker and what the city does there.
    fn city_board(&self, ix: DistrictIx, district: &District) -> Option<Value> {
        let (game, city) = (self.game, self.rules.city(self.game));
        let printed = city.board(district.board?);
        let mut value = json!({ "name": printed.name });
        if city.researched().is_some() {
            let below = (0..district.marker).rev().take(3);
            let below: Vec<Value> = below
                .flat_map(|height| self.cell(printed.space(height)))
                .collect();
            value["marker"] = json!(district.marker);
            value["below"] = json!(below);
        } else if city.moving().is_some() {
            let fires = (1..=district.marker).rev();
            let fires: Vec<Value> = fires
                .flat_map(|height| self.cell(printed.space(height)))
                .collect();
            value["marker"] = json!(district.marker);
            value["fires"] = json!(fires);
            if let Some(when) = told::city_passes(game, ix) {
                value["city_passes"] = json!(when);
            }
        }
        let side = game.ruleset.city_cards.side(district.board?);
        if let Some(card) = side.and_then(|side| printed.card(side)) {
            value["card"] = self.board_card(ix, card);
        }
        Some(value)
    }

    fn board_card(&self, ix: DistrictIx, card: &BoardCard) -> Value {
        let used = matches!(card.benefit, Benefit::Exchange { .. })
            && self.game.city.exchanged >> ix.0 & 1 == 1;
        json!({
            "action": deed(self.boss_name(), card.action),
            "benefit": card.benefit.phrase(),
            "used": used,
        })
    }
}
