//! A table for tests: a real game whose fields are edited into the wanted position.
//!
//! Every edit ends in a check of the component laws, so no test can start from an impossible board.

pub(crate) mod fixture;
pub(crate) mod random;
pub(crate) mod reference;
pub(crate) mod reference_obs;
pub(crate) mod rotate;
pub(crate) mod steel;

use reckoners_env::cards::{Catalog, Ruleset};
use reckoners_env::chance::{Outcome, outcomes};
use reckoners_env::event::Event;
use reckoners_env::ids::{
    DieKind, DistrictIx, DistrictOffset, EpicId, EquipmentId, FaceIx, Reckoner, SeatIx, SeatOffset,
    Symbol,
};
use reckoners_env::state::{FaceCounts, Now, Spot, Step, TableDie, Task, check_laws};
use reckoners_env::{Action, Difficulty, Game, GameSetup, Rules};

/// The district of the acting Reckoner.
pub(crate) const HERE: DistrictOffset = DistrictOffset(0);

/// The district so many places clockwise from the acting Reckoner's.
pub(crate) const fn to(districts: u8) -> DistrictOffset {
    DistrictOffset(districts)
}

/// The seat so many places clockwise from the acting one.
pub(crate) const fn seat(seats: u8) -> SeatOffset {
    SeatOffset(seats)
}

/// One die of a hand: its kind, and the symbol it shows so many times.
pub(crate) type Die = (DieKind, Symbol, u8);

/// A game in the making, its rules, and all that happened since it was set up.
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) game: Game,
    pub(crate) events: Vec<Event>,
}

impl Table {
    /// Round 1 before the first roll: everybody in district 0, the boss in the last district, no
    /// Enforcement and no Barricade anywhere, Epic `i` of the catalog in district `i`.
    pub(crate) fn new(team: &[Reckoner], catalog: Catalog) -> Self {
        Self::at(team, Difficulty::Standard, catalog)
    }

    /// [`Table::new`] in another game.
    pub(crate) fn at(team: &[Reckoner], ruleset: impl Into<Ruleset>, catalog: Catalog) -> Self {
        let rules = Rules::new(catalog);
        let game = rules.new_game(&GameSetup::new(team, ruleset).unwrap());
        let mut table = Self {
            rules,
            game,
            events: Vec::new(),
        };
        table.first_chances();
        table.act(Action::DonePurchase);
        while table.game.now == Now::Place {
            let district = table.off(0);
            table.act(Action::Place { district });
        }
        table.game.boss.district = DistrictIx(table.game.district_count() - 1);
        for district in &mut table.game.districts {
            district.enforcement = 0;
            district.barricades = 0;
        }
        table.check();
        table.events.clear();
        table
    }

    /// Asserts the component laws.
    pub(crate) fn check(&self) {
        assert_eq!(check_laws(self.rules.catalog(), &self.game), Ok(()));
    }

    /// Plays an action that must be legal.
    pub(crate) fn act(&mut self, action: Action) {
        if let Err(error) = self
            .rules
            .apply_watched(&mut self.game, action, &mut self.events)
        {
            panic!(
                "{error}; legal: {:?}",
                self.rules.legal(&self.game).actions().collect::<Vec<_>>()
            );
        }
        self.check();
    }

    /// Plays several actions.
    pub(crate) fn acts(&mut self, actions: &[Action]) {
        for &action in actions {
            self.act(action);
        }
    }

    /// Tries an action that must be refused and must change nothing.
    #[track_caller]
    pub(crate) fn refuse(&mut self, action: Action) {
        let (before, digest) = (self.game, self.game.digest());
        let error = self
            .rules
            .apply(&mut self.game, action)
            .expect_err("must be refused");
        assert_eq!((error.action, error.now), (action, before.now));
        assert!(
            self.game == before && self.game.digest() == digest,
            "a refused action changed the game"
        );
    }

    /// Whether an action is legal now.
    pub(crate) fn can(&self, action: Action) -> bool {
        self.rules.legal(&self.game).actions().any(|a| a == action)
    }

    /// Resolves the pending chance event.
    pub(crate) fn chance(&mut self, outcome: Outcome) {
        self.rules
            .resolve_watched(&mut self.game, outcome, &mut self.events)
            .unwrap();
        self.check();
    }

    /// Resolves chance events with their first outcome until a decision is awaited.
    pub(crate) fn first_chances(&mut self) {
        while self.game.now.is_chance() {
            let outcome = outcomes(self.rules.catalog(), &self.game)[0].0;
            self.chance(outcome);
        }
    }

    /// The offset of an absolute district for the acting Reckoner.
    pub(crate) fn off(&self, district: u8) -> DistrictOffset {
        self.game.offset_of(DistrictIx(district))
    }

    /// How far an absolute seat is clockwise from the acting one.
    pub(crate) fn seat_off(&self, seat: u8) -> SeatOffset {
        self.game.seat_offset(SeatIx(seat))
    }

    /// The first face of a die that shows exactly this.
    pub(crate) fn face(&self, (kind, symbol, count): Die) -> FaceIx {
        let die = self.rules.catalog().die(kind);
        let shows = |f: &FaceIx| die.face(*f).symbol == symbol && die.face(*f).count == count;
        die.classes()
            .find(shows)
            .expect("the fixture has such a face")
    }

    /// Dice by kind and face.
    pub(crate) fn faces(&self, dice: &[Die]) -> FaceCounts {
        let mut faces = FaceCounts::default();
        for &die in dice {
            *faces.get_mut(die.0, self.face(die)) += 1;
        }
        faces
    }

    /// How many dice of a kind a seat owns, and how many of them are lost.
    pub(crate) fn owned_and_lost(&self, seat: usize, kind: DieKind) -> (u8, u8) {
        let dice = &self.game.seats[seat].dice;
        let k = kind.index();
        (dice.owned()[k], dice.kinds(Spot::Lost)[k])
    }

    /// How many dice of a seat lie at a spot.
    pub(crate) fn count(&self, seat: usize, spot: Spot) -> u8 {
        self.game.seats[seat].dice.count(spot)
    }

    /// How many dice of a kind a seat has at a spot.
    pub(crate) fn count_kind(&self, seat: usize, spot: Spot, kind: DieKind) -> u8 {
        self.game.seats[seat].dice.kinds(spot)[kind.index()]
    }

    /// A seat loses dice of a kind that lie in its tray or are in the air.
    pub(crate) fn lose(&mut self, seat: usize, kind: DieKind, count: u8) {
        let dice = &mut self.game.seats[seat].dice;
        for _ in 0..count {
            let lost = TableDie::hidden(Spot::Lost, kind);
            let mut from = |spot| dice.change(TableDie::hidden(spot, kind), lost);
            assert!(from(Spot::Tray) || from(Spot::Air), "no {kind} die to lose");
        }
    }

    /// A seat loses all its dice.
    pub(crate) fn lose_all(&mut self, seat: usize) {
        let owned = self.game.seats[seat].dice.owned();
        for (kind, count) in DieKind::ALL.into_iter().zip(owned) {
            self.lose(seat, kind, count);
        }
    }

    /// Takes a die.
    pub(crate) fn take(&mut self, die: Die) {
        let face = self.face(die);
        self.act(Action::Take { kind: die.0, face });
    }

    /// Hands the decision to a seat.
    pub(crate) fn focus(&mut self, seat: u8) {
        let seat = self.seat_off(seat);
        if seat.0 > 0 {
            self.act(Action::Focus { seat });
        }
    }

    /// Goes to the Use Dice step: seat `i` holds `hands[i]`, its other dice count as used.
    pub(crate) fn use_step(&mut self, hands: &[&[Die]]) {
        self.clear_flow(Task::UseStep, Now::Use, Step::Use);
        for (i, hand) in hands.iter().enumerate() {
            for &die in *hand {
                let kept = TableDie::shown(Spot::Kept, die.0, self.face(die));
                let dice = &mut self.game.seats[i].dice;
                if !dice.change(TableDie::hidden(Spot::Tray, die.0), kept) {
                    dice.add(kept);
                }
            }
        }
        for seat in &mut self.game.seats[..usize::from(self.game.seat_count)] {
            seat.rolls = 3;
            seat.dice.put_all(Spot::Tray, Spot::Used);
        }
        self.check();
    }

    /// Goes to the Purchase step; ending it starts the Epics' phase.
    pub(crate) fn buy_step(&mut self) {
        self.clear_flow(Task::BuyStep, Now::Buy, Step::Purchase);
        self.check();
    }

    /// Plays from the Purchase step through the Epics' phase up to the boss's movement (or the
    /// first decision or end before it), dealing the first Epic of the deck where one is missing.
    pub(crate) fn epic_phase(&mut self) {
        self.buy_step();
        self.events.clear();
        self.act(Action::DonePurchase);
        while matches!(self.game.now, Now::DealEpic { .. }) {
            let outcome = outcomes(self.rules.catalog(), &self.game)[0].0;
            self.chance(outcome);
        }
    }

    fn clear_flow(&mut self, task: Task, now: Now, step: Step) {
        let game = &mut self.game;
        game.agenda.clear();
        game.agenda.push(task);
        (game.now, game.step) = (now, step);
        game.acting = SeatIx(0);
        game.focused = false;
        game.open = Default::default();
        for seat in &mut game.seats {
            seat.rolls = 0;
            seat.kept_now = 0;
            seat.dice.gather();
        }
    }

    /// Everybody ends the dice; rewards and market choices are left to the test.
    pub(crate) fn end_use(&mut self) {
        while self.game.now == Now::Use {
            self.act(Action::EndDice);
        }
    }

    /// The Epic card with this key.
    pub(crate) fn epic(&self, key: &str) -> EpicId {
        self.rules.catalog().find_epic(key).unwrap()
    }

    /// Puts an Epic into a district with its printed values and three actions left of the bracket.
    pub(crate) fn put_epic(&mut self, district: u8, key: &str) {
        let id = self.epic(key);
        let game = &mut self.game;
        let old = game.districts[usize::from(district)].epic;
        if old != Some(id) {
            if let Some(other) = game.districts.iter().position(|d| d.epic == Some(id)) {
                game.districts[other].epic = old;
                self.reset_epic(other);
            } else {
                game.epic_deck.remove(id.0);
                game.defeated.remove(id.0);
                if let Some(old) = old {
                    game.epic_deck.insert(old.0);
                }
            }
        }
        self.game.districts[usize::from(district)].epic = Some(id);
        self.reset_epic(usize::from(district));
        self.check();
    }

    fn reset_epic(&mut self, district: usize) {
        let place = &mut self.game.districts[district];
        let card = self.rules.catalog().epic(place.epic.unwrap());
        (place.bracket, place.research, place.health) = (3, card.research, card.health);
    }

    /// Takes the Epic out of a district, as if it had been defeated.
    pub(crate) fn no_epic(&mut self, district: u8) {
        let place = &mut self.game.districts[usize::from(district)];
        let epic = place.epic.take().expect("an Epic is there");
        (place.bracket, place.research, place.health) = (0, 0, 0);
        self.game.defeated.insert(epic.0);
        self.check();
    }

    /// The Equipment card with this key.
    pub(crate) fn card(&self, key: &str) -> EquipmentId {
        self.rules.catalog().find_equipment(key).unwrap()
    }

    /// Gives a Reckoner a card from wherever it lies.
    pub(crate) fn give(&mut self, seat: usize, key: &str) -> EquipmentId {
        let card = self.card(key);
        self.game.equipment_deck.remove(card.0);
        self.game.market.remove(card.0);
        self.game.discarded.remove(card.0);
        self.game.seats[seat].cards.insert(card.0);
        self.check();
        card
    }

    /// Makes the market exactly these cards; the rest of the old market goes under the deck.
    pub(crate) fn market(&mut self, keys: &[&str]) {
        self.game.equipment_deck.0 |= self.game.market.0;
        self.game.market.0 = 0;
        for key in keys {
            let card = self.card(key);
            self.game.equipment_deck.remove(card.0);
            self.game.market.insert(card.0);
        }
        self.check();
    }

    /// Sets the tokens in a tray, the supply giving or taking the difference.
    pub(crate) fn tokens(&mut self, seat: usize, tokens: u8) {
        let game = &mut self.game;
        game.token_supply = game.token_supply + game.seats[seat].tokens - tokens;
        game.seats[seat].tokens = tokens;
        self.check();
    }

    /// The population lost so far, with all causes.
    pub(crate) fn lost(&self) -> u16 {
        self.rules.catalog().setup.population - self.game.population
    }
}
