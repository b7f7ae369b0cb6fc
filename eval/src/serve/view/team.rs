//! The Reckoners: tokens, ability, cards and dice.

use reckoners_env::ids::{DieKind, Effect, EquipmentId, FaceIx, SeatIx};
use reckoners_env::state::{Effects, Seat, Spot};
use reckoners_env::words::dice;
use serde_json::{Value, json};

use super::Scene;
use crate::board::told;

impl Scene<'_> {
    pub(super) fn team(&self) -> Vec<Value> {
        let seated = self.game.seated();
        seated.map(|(ix, seat)| self.reckoner(ix, seat)).collect()
    }

    fn reckoner(&self, ix: SeatIx, seat: &Seat) -> Value {
        let (game, card) = (self.game, self.rules.catalog().reckoner(seat.reckoner));
        let placed = seat.district.is_somewhere();
        let said =
            |effects: Effects| -> Vec<&str> { effects.iter().map(Effect::meaning).collect() };
        let aids = self.rules.city(game).aids().iter().zip(seat.aids);
        let aids: Vec<Value> = aids
            .filter(|(_, count)| *count > 0)
            .map(|(aid, count)| json!({ "text": aid.name(), "count": count }))
            .collect();
        json!({
            "key": seat.reckoner.key(),
            "name": card.name,
            "kind": told::own_kind(&card.dice).key(),
            "district": placed.then_some(seat.district.0),
            "place": placed.then(|| self.say.district(seat.district)),
            "acting": ix == game.acting && game.now.is_decision(),
            "tokens": seat.tokens,
            "fresh_tokens": seat.fresh_tokens,
            "done": seat.ended,
            "rolls": seat.rolls,
            "ability": {
                "name": card.ability_name,
                "text": card.ability.phrase(),
                "used": seat.ability_spent,
                "tokens": seat.demolitions,
            },
            "cards": self.cards(seat),
            "dice": self.dice(seat),
            "effects": said(seat.effects),
            "coming": said(seat.coming),
            "aids": aids,
        })
    }

    fn cards(&self, seat: &Seat) -> Vec<Value> {
        let one = |id: EquipmentId| {
            let card = self.rules.catalog().equipment(id);
            json!({
                "name": card.name,
                "text": card.power.phrase(),
                "state": told::card_state(self.game, id),
                "gives": told::dice_of(self.rules, self.game, id),
            })
        };
        seat.cards.equipment().map(one).collect()
    }

    fn dice(&self, seat: &Seat) -> Value {
        let shown = |spot: Spot| -> Vec<Value> {
            let faces = seat.dice.faces(spot);
            let each = faces.iter().flat_map(|(kind, face, count)| {
                let die = die(self.rules, kind, face);
                std::iter::repeat_n(die, usize::from(count)).collect::<Vec<_>>()
            });
            each.collect()
        };
        let hidden = |spot: Spot| kinds(&seat.dice.kinds(spot));
        json!({
            "tray": hidden(Spot::Tray),
            "air": hidden(Spot::Air),
            "rolled": shown(Spot::Rolled),
            "kept": shown(Spot::Kept),
            "used": shown(Spot::Used),
            "lost": hidden(Spot::Lost),
            "aside": hidden(Spot::Aside),
        })
    }
}

/// A die that shows a face.
pub(super) fn die(rules: &reckoners_env::Rules, kind: DieKind, face: FaceIx) -> Value {
    let catalog = rules.catalog();
    let shown = catalog.die(kind).face(face);
    json!({
        "kind": kind.key(),
        "face": face.0,
        "symbol": shown.symbol.key(),
        "count": shown.count,
        "text": dice::die(catalog, kind, face),
    })
}

/// The kinds of dice that show no face, one entry a die.
fn kinds(counts: &[u8; DieKind::COUNT]) -> Vec<&'static str> {
    let all = DieKind::ALL.into_iter();
    all.flat_map(|kind| std::iter::repeat_n(kind.key(), usize::from(counts[kind.index()])))
        .collect()
}
