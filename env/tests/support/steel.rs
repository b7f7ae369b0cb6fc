//! The table of the statements about the expansion: all modules, quiet Epics, and nothing on the board but what a test
//! puts there.

use reckoners_env::cards::{
    BASE_EPICS, Catalog, Epic, Gain, Modules, Power, Reward, Ruleset, SymbolCounts, SymbolMask,
    Timing,
};
use reckoners_env::chance::Outcome;
use reckoners_env::ids::{DistrictIx, EquipmentId, Shield, Symbol};
use reckoners_env::state::{Now, Spot, Step, TableDie, Task};
use reckoners_env::{Action, Difficulty, Reckoner};

use super::fixture::{free, permanent, track};
use super::{Table, fixture};

/// The fixture box with quiet Epics and the Equipment of the expansion.
pub(crate) fn catalog() -> Catalog {
    let mut catalog = fixture::catalog();
    for epic in &mut catalog.epics {
        (epic.research, epic.health, epic.weakened) = (3, 6, 3);
        epic.track = track(&["FORTIFY"; 5]);
        epic.reward = Reward::default();
    }
    set_equipment(&mut catalog);
    catalog.pieces.special_dice_per_colour = 7;
    catalog.pieces.basic_dice = 18;
    catalog.pieces.shields = [10, 6];
    catalog.pieces.copy_tokens = 8;
    catalog.pieces.demolitions_tokens = 3;
    catalog
}

fn set_equipment(catalog: &mut Catalog) {
    use Symbol as S;
    let neighbours = |a: Symbol, b: Symbol| {
        let mut symbols = SymbolMask::one(a);
        symbols.insert(b);
        permanent(Gain::Neighbours(symbols))
    };
    let once = |gain| Power {
        timing: Timing::Free,
        gain,
    };
    let at_phase_start = |gain| Power {
        timing: Timing::PhaseStart,
        gain,
    };
    for (key, power) in [
        ("gottschalk", neighbours(S::Attack, S::Enforcement)),
        ("climbing-kit", neighbours(S::Contain, S::Research)),
        ("spyril", once(Gain::Regain)),
        (
            "utility-tool",
            Power {
                timing: Timing::InUse,
                gain: Gain::ChangeSymbol,
            },
        ),
        ("herman", at_phase_start(Gain::SwapDie)),
        ("rtich", at_phase_start(Gain::AnyDie)),
        ("kidnap", once(Gain::Kidnap)),
        ("dish-soap", once(Gain::BaseUp)),
        ("tracking-device", once(Gain::PlanToken)),
        ("illicit-investments", permanent(Gain::Double(S::Money))),
        (
            "submarine",
            permanent(Gain::AfterMove([S::Enforcement, S::Research])),
        ),
        ("blackmail", permanent(Gain::Blackmail)),
        ("sabotage", permanent(Gain::Sabotage)),
        ("fuel-cells", permanent(Gain::Triple)),
        (
            "data-chip",
            costs_two([S::Plan, S::Research], S::Research, 5),
        ),
        (
            "epic-bomb",
            costs_two([S::Enforcement, S::Attack], S::Attack, 6),
        ),
        ("extra-ammo", once(Gain::Reroll)),
        ("predictive-analytics", permanent(Gain::InstantPlans)),
        (
            "blind-spot",
            permanent(Gain::OnWeaken(SymbolCounts::of(S::Attack, 1))),
        ),
        ("drone", free(S::Enforcement, 2, true)),
        ("med-kit", free(S::Plan, 1, false)),
    ] {
        set_power(catalog, key, power);
    }
    for key in ["newcago-dog", "babilar-pizza", "ildithia-tea"] {
        set_power(catalog, key, consumable(Reward::default()));
    }
    for card in &mut catalog.equipment {
        card.price = 2;
    }
}

fn costs_two(cost: [Symbol; 2], gives: Symbol, count: u8) -> Power {
    Power {
        timing: Timing::PaidTwo(cost),
        gain: Gain::Symbols {
            gives: SymbolCounts::of(gives, count),
            anywhere: false,
        },
    }
}

/// A card that is used when it is bought.
pub(crate) const fn consumable(reward: Reward) -> Power {
    Power {
        timing: Timing::Bought,
        gain: Gain::Reward(reward),
    }
}

/// A free card that gives some symbols.
pub(crate) fn gives(symbols: &[(Symbol, u8)], anywhere: bool) -> Power {
    let gives = counts(symbols);
    Power {
        timing: Timing::Free,
        gain: Gain::Symbols { gives, anywhere },
    }
}

/// Symbols with how many of each.
pub(crate) fn counts(symbols: &[(Symbol, u8)]) -> SymbolCounts {
    let mut counts = SymbolCounts::default();
    for (symbol, count) in symbols {
        counts.0[symbol.index()] = *count;
    }
    counts
}

/// Changes what a card does.
pub(crate) fn set_power(catalog: &mut Catalog, key: &str, power: Power) {
    let id = catalog.find_equipment(key).unwrap();
    catalog.equipment[usize::from(id.0)].power = power;
}

/// The Epic that will lie in a district.
pub(crate) fn epic_of(catalog: &mut Catalog, district: usize) -> &mut Epic {
    &mut catalog.epics[BASE_EPICS + district]
}

/// The table of so many Reckoners in the seats 0, 1, ..
pub(crate) fn table(team: &[Reckoner]) -> Table {
    table_of(team, catalog())
}

/// The table with changed cards.
pub(crate) fn table_of(team: &[Reckoner], catalog: Catalog) -> Table {
    let ruleset = Ruleset::base(Difficulty::Standard).with(Modules::ALL);
    let mut t = Table::at(team, ruleset, catalog);
    t.game.boss.district = DistrictIx(0);
    t.game.boss.brackets = [1; 4];
    (t.game.population, t.game.money) = (40, 4);
    for seat in 0..team.len() {
        t.tokens(seat, 0);
    }
    for district in 0..=team.len() {
        t.game.districts[district].bracket = 1;
    }
    t.use_step(&[]);
    t
}

impl Table {
    /// Puts a Reckoner into a district.
    pub(crate) fn stand(&mut self, seat: usize, district: u8) {
        self.game.seats[seat].district = DistrictIx(district);
        self.check();
    }

    /// Uses a free card, or pays one with the open group.
    pub(crate) fn use_card(&mut self, card: EquipmentId) {
        self.act(Action::UseCard { card });
    }

    /// The symbols of the open group are these.
    #[track_caller]
    pub(crate) fn is_open(&self, symbols: &[(Symbol, u8)]) {
        assert_eq!(self.game.now, Now::Spend);
        assert_eq!(self.game.open.symbols, counts(symbols));
    }

    /// Nothing is open and nobody else is asked: the Use Dice step goes on.
    #[track_caller]
    pub(crate) fn is_closed(&self) {
        assert_eq!(self.game.now, Now::Use);
    }

    /// The seat that decides.
    #[track_caller]
    pub(crate) fn acts_for(&self, seat: u8) {
        assert_eq!(self.game.acting.0, seat);
    }

    /// Dice of a seat at a spot that show this.
    pub(crate) fn dice_at(&self, seat: usize, spot: Spot, die: super::Die) -> usize {
        let wanted = TableDie::shown(spot, die.0, self.face(die));
        let dice = &self.game.seats[seat].dice;
        dice.iter().filter(|die| *die == wanted).count()
    }

    /// Shields of a colour in a district.
    pub(crate) fn shields(&mut self, district: usize, shield: Shield, count: u8) {
        self.game.districts[district].shields[shield.index()] = count;
        self.check();
    }

    /// Sets the pending work in the Epics' phase and starts it: a drawn market card is the push.
    fn start(&mut self, tasks: &[Task]) {
        self.buy_step();
        self.market(&[]);
        self.game.agenda = tasks.iter().copied().collect();
        (self.game.now, self.game.step) = (Now::DealEquipment, Step::Epics);
        self.events.clear();
        let card = self.game.equipment_deck.iter().next().unwrap();
        self.chance(Outcome::Pick(card));
    }

    /// Activates the Epic of a district; afterwards the boss's movement is awaited.
    pub(crate) fn activate(&mut self, district: u8) {
        let district = DistrictIx(district);
        self.start(&[Task::BossMoves, Task::ActivateEpic { district }]);
    }

    /// Begins a new round.
    pub(crate) fn start_round(&mut self) {
        self.start(&[Task::StartRound]);
    }

    /// Whether a card may be used now.
    pub(crate) fn can_use(&self, card: EquipmentId) -> bool {
        self.can(Action::UseCard { card })
    }

    /// Whether a Reckoner of a seat may be named now.
    pub(crate) fn can_name(&self, seat: u8) -> bool {
        let seat = self.seat_off(seat);
        self.can(Action::Receive { seat })
    }

    /// Names a Reckoner.
    pub(crate) fn name(&mut self, seat: u8) {
        let seat = self.seat_off(seat);
        self.act(Action::Receive { seat });
    }

    /// Moves the acting Reckoner to a district.
    pub(crate) fn go(&mut self, district: u8) {
        let district = self.off(district);
        self.act(Action::Move { district });
    }

    /// The districts to which the acting Reckoner may Move.
    pub(crate) fn goals(&self) -> Vec<u8> {
        let may = |d: &u8| {
            let district = self.off(*d);
            district.0 > 0 && self.can(Action::Move { district })
        };
        (0..self.game.district_count()).filter(may).collect()
    }

    /// The districts for which an action is legal.
    pub(crate) fn targets(
        &self,
        action: fn(reckoners_env::ids::DistrictOffset) -> Action,
    ) -> Vec<u8> {
        let may = |d: &u8| self.can(action(self.off(*d)));
        (0..self.game.district_count()).filter(may).collect()
    }
}
