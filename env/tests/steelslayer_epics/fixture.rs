//! A quiet table: a real game with all modules on, in which nothing happens by itself, edited into the wanted position.
//!
//! Districts and seats are absolute numbers here. The boss stands in district 0, everybody else too; every Epic has five
//! FORTIFY, research 3, health 6, weakened 3 and no reward; all brackets are at 1; nothing lies on the board, nobody owns
//! anything. Every edit and every step ends in a check of the component laws.

use reckoners_env::cards::{
    ActionTrack, BASE_EPICS, Boards, Catalog, Deed, Epic, Gain, Modules, Power, Reward,
    SymbolCounts, SymbolMask, Timing, load_embedded,
};
use reckoners_env::chance::{Outcome, outcomes};
use reckoners_env::event::Event;
use reckoners_env::ids::{
    CardSet, DieKind, DistrictIx, DistrictOffset, EpicId, EquipmentId, FaceIx, Reckoner, SeatIx,
    SeatOffset, Shield, Symbol, Track,
};
use reckoners_env::state::{
    Agenda, Now, Open, Seat, Source, Spot, Step, TableDie, Task, Via, check_laws,
};
use reckoners_env::{Action, Difficulty, Game, GameSetup, Rules, Ruleset};

/// One die of a hand: its kind, and the symbol it shows so many times.
pub(crate) type Die = (DieKind, Symbol, u8);

/// The position, its rules, and all that happened since it was set up.
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) game: Game,
    pub(crate) events: Vec<Event>,
}

/// A track from its notation; a short one is filled up with FORTIFY to five spaces.
pub(crate) fn track(actions: &[&str]) -> ActionTrack {
    let mut deeds: Vec<_> = actions.iter().map(|a| Deed::read(a).unwrap()).collect();
    if deeds.len() < 4 {
        deeds.resize(5, Deed::read("FORTIFY").unwrap());
    }
    ActionTrack::new(&deeds).unwrap()
}

/// A card that works as long as it is owned.
pub(crate) const fn permanent(gain: Gain) -> Power {
    Power {
        timing: Timing::Permanent,
        gain,
    }
}

/// A free card with these symbols.
pub(crate) fn free(gives: &[(Symbol, u8)], anywhere: bool) -> Power {
    let mut symbols = SymbolCounts::default();
    for (symbol, count) in gives {
        symbols.0[symbol.index()] += count;
    }
    Power {
        timing: Timing::Free,
        gain: Gain::Symbols {
            gives: symbols,
            anywhere,
        },
    }
}

/// A card paid with a die that shows `cost`.
pub(crate) fn paid(cost: Symbol, gives: Symbol, count: u8) -> Power {
    Power {
        timing: Timing::Paid(SymbolMask::one(cost)),
        ..free(&[(gives, count)], false)
    }
}

/// What the cards of the tests do; official or not, it is pinned here.
fn set_cards(catalog: &mut Catalog) {
    use Symbol as S;
    let both = |a, b| [a, b].into_iter().collect::<SymbolMask>();
    let cards = [
        (
            "forensic-kit",
            permanent(Gain::Convert(S::Research, S::Plan)),
        ),
        ("gauss-gun", permanent(Gain::Die(DieKind::Green))),
        ("flash-grenade", permanent(Gain::Double(S::Contain))),
        ("bank-vault", paid(S::Plan, S::Money, 3)),
        ("emp", paid(S::Enforcement, S::Contain, 3)),
        ("notebooks", free(&[(S::Research, 2)], true)),
        ("rifle", free(&[(S::Attack, 2)], false)),
        (
            "gottschalk",
            permanent(Gain::Neighbours(both(S::Attack, S::Enforcement))),
        ),
        (
            "climbing-kit",
            permanent(Gain::Neighbours(both(S::Contain, S::Research))),
        ),
        (
            "submarine",
            permanent(Gain::AfterMove([S::Enforcement, S::Research])),
        ),
        (
            "blind-spot",
            permanent(Gain::OnWeaken(SymbolCounts::of(S::Attack, 1))),
        ),
        (
            "data-chip",
            Power {
                timing: Timing::PaidTwo([S::Plan, S::Research]),
                ..free(&[(S::Research, 5)], false)
            },
        ),
    ];
    for (key, power) in cards {
        let id = catalog.find_equipment(key).unwrap();
        catalog.equipment[usize::from(id.0)].power = power;
    }
    catalog.reckoners[Reckoner::Prof.index()].ability = paid(S::Research, S::Plan, 3);
}

fn catalog() -> Catalog {
    let mut catalog = load_embedded();
    for epic in &mut catalog.epics {
        (epic.research, epic.health, epic.weakened) = (3, 6, 3);
        epic.track = track(&[]);
        epic.reward = Reward::default();
    }
    for sheet in catalog.bosses[0].sheets.iter_mut().flatten() {
        sheet.boards = Boards::Tracks([
            track(&["FORTIFY_BOSS"; 5]),
            track(&["FORTIFY_BOSS"; 5]),
            track(&["ADD_ENF"; 5]),
            track(&["BARRICADE 1"; 5]),
        ]);
    }
    set_cards(&mut catalog);
    catalog
}

impl Table {
    /// The quiet table of a team.
    pub(crate) fn of(team: &[Reckoner]) -> Self {
        let rules = Rules::new(catalog());
        let ruleset = Ruleset::base(Difficulty::Standard).with(Modules::ALL);
        let mut game = rules.new_game(&GameSetup::new(team, ruleset).unwrap());
        game.epic_deck = rules.catalog().epic_deck(&ruleset);
        for (d, place) in (0..).zip(&mut game.districts[..=team.len()]) {
            let epic = EpicId(BASE_EPICS as u8 + d);
            game.epic_deck.remove(epic.0);
            (place.epic, place.bracket) = (Some(epic), 1);
            (place.research, place.health) = (3, 6);
        }
        game.boss.district = DistrictIx(0);
        game.boss.brackets = [1; Track::COUNT];
        game.round = 1;
        for seat in &mut game.seats[..team.len()] {
            seat.district = DistrictIx(0);
            game.token_supply += std::mem::take(&mut seat.tokens);
        }
        let mut table = Self {
            rules,
            game,
            events: Vec::new(),
        };
        table.wait_in_epics_phase();
        table
    }

    /// The Epics' phase with nothing to do but the end of the round.
    fn wait_in_epics_phase(&mut self) {
        let game = &mut self.game;
        game.step = Step::Epics;
        game.now = Now::MoveBoss;
        game.agenda = Agenda::from_iter([Task::EndRound]);
        game.open = Open::default();
        (game.activating, game.counting) = (false, Default::default());
        for seat in &mut game.seats {
            (seat.rolls, seat.kept_now) = (0, 0);
            seat.dice.gather();
        }
        self.check();
    }

    #[track_caller]
    pub(crate) fn check(&self) {
        assert_eq!(check_laws(self.rules.catalog(), &self.game), Ok(()));
    }

    // ---- edits ----

    /// Changes the cards of the box.
    pub(crate) fn cards(&mut self, change: impl FnOnce(&mut Catalog)) {
        let mut catalog = self.rules.catalog().clone();
        change(&mut catalog);
        self.rules = Rules::new(catalog);
        self.check();
    }

    fn epic_card(&mut self, district: usize, change: impl FnOnce(&mut Epic)) {
        let epic = self.game.districts[district].epic.unwrap();
        self.cards(|catalog| change(&mut catalog.epics[usize::from(epic.0)]));
    }

    /// The actions of the Epic in a district; the rest of its five is FORTIFY.
    pub(crate) fn track(&mut self, district: usize, actions: &[&str]) {
        self.epic_card(district, |epic| epic.track = track(actions));
    }

    /// What the Epic of a district pays.
    pub(crate) fn reward(&mut self, district: usize, reward: Reward) {
        self.epic_card(district, |epic| epic.reward = reward);
    }

    /// What an Equipment card does.
    pub(crate) fn power(&mut self, key: &str, power: Power) {
        let card = self.card(key);
        self.cards(|catalog| catalog.equipment[usize::from(card.0)].power = power);
    }

    /// The price of an Equipment card.
    pub(crate) fn price(&mut self, key: &str, price: u8) {
        let card = self.card(key);
        self.cards(|catalog| catalog.equipment[usize::from(card.0)].price = price);
    }

    /// The faces of the Epic Ability Die.
    pub(crate) fn ability_die(&mut self, faces: [&str; 6]) {
        self.cards(|catalog| {
            catalog.pieces.ability_die = faces.map(|face| Deed::read(face).unwrap());
        });
    }

    /// Changes the position.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut Game)) {
        change(&mut self.game);
        self.check();
    }

    /// Where the Reckoners stand, by seat.
    pub(crate) fn stand(&mut self, districts: &[u8]) {
        self.edit(|game| {
            for (seat, district) in game.seats.iter_mut().zip(districts) {
                seat.district = DistrictIx(*district);
            }
        });
    }

    /// A Reckoner gets a card, without the die that it may give.
    pub(crate) fn give(&mut self, seat: usize, key: &str) -> EquipmentId {
        let card = self.card(key);
        self.edit(|game| {
            assert!(game.equipment_deck.has(card.0), "{key} is in the deck");
            game.equipment_deck.remove(card.0);
            game.seats[seat].cards.insert(card.0);
        });
        card
    }

    /// A card of a Reckoner lies under the Epic of a district.
    pub(crate) fn tuck(&mut self, seat: usize, key: &str, district: usize) -> EquipmentId {
        let card = self.card(key);
        self.edit(|game| {
            game.equipment_deck.remove(card.0);
            game.seats[seat].stolen.insert(card.0);
            game.districts[district].stolen.insert(card.0);
        });
        card
    }

    /// The tokens in a Reckoner's tray.
    pub(crate) fn tokens(&mut self, seat: usize, tokens: u8) {
        self.edit(|game| {
            game.token_supply = game.token_supply + game.seats[seat].tokens - tokens;
            game.seats[seat].tokens = tokens;
        });
    }

    /// Shields of a colour in a district.
    pub(crate) fn shields(&mut self, district: usize, shield: Shield, count: u8) {
        self.edit(|game| game.districts[district].shields[shield.index()] = count);
    }

    /// The Epic of a district is gone.
    pub(crate) fn empty(&mut self, district: usize) {
        self.edit(|game| {
            let place = &mut game.districts[district];
            let epic = place.epic.take().unwrap();
            (place.bracket, place.research, place.health) = (0, 0, 0);
            game.defeated.insert(epic.0);
        });
    }

    /// The Use Dice step: the Reckoner of this seat acts and has these unused dice, all other dice are used.
    pub(crate) fn use_step(&mut self, acting: usize, dice: &[Die]) {
        let shown: Vec<TableDie> = dice.iter().map(|die| self.shown(*die)).collect();
        let game = &mut self.game;
        game.step = Step::Use;
        game.now = Now::Use;
        game.agenda = Agenda::from_iter([Task::UseStep]);
        game.acting = SeatIx(acting as u8);
        for (i, seat) in game.seats[..usize::from(game.seat_count)]
            .iter_mut()
            .enumerate()
        {
            seat.dice.gather();
            seat.rolls = 3;
            if i == acting {
                for die in &shown {
                    let own = TableDie::hidden(Spot::Tray, die.kind);
                    if !seat.dice.change(own, *die) {
                        seat.dice.add(*die);
                    }
                }
            }
            use_up(seat);
        }
        self.check();
    }

    /// Another Reckoner has these unused dice too.
    pub(crate) fn hand(&mut self, seat: usize, dice: &[Die]) {
        let shown: Vec<TableDie> = dice.iter().map(|die| self.shown(*die)).collect();
        self.edit(|game| shown.iter().for_each(|die| game.seats[seat].dice.add(*die)));
    }

    fn shown(&self, (kind, symbol, count): Die) -> TableDie {
        TableDie::shown(Spot::Kept, kind, self.face((kind, symbol, count)))
    }

    fn face(&self, (kind, symbol, count): Die) -> FaceIx {
        let die = self.rules.catalog().die(kind);
        let shows = |f: &FaceIx| (die.face(*f).symbol, die.face(*f).count) == (symbol, count);
        die.classes().find(shows).expect("such a face")
    }

    // ---- steps ----

    /// Activates the Epic of a district.
    pub(crate) fn activate(&mut self, district: usize) {
        let district = DistrictIx(district as u8);
        self.work(Task::ActivateEpic { district });
    }

    /// The whole phase: every Epic from the boss's district on, then the boss.
    pub(crate) fn activate_all(&mut self) {
        self.work(Task::Activate { offset: 0 });
    }

    /// An Epic action happens in a district, outside any activation.
    pub(crate) fn perform(&mut self, district: usize, deed: &str) {
        self.work(Task::Act {
            district: DistrictIx(district as u8),
            source: Source::Epic,
            via: Via::NOTHING,
            deed: Deed::read(deed).unwrap(),
        });
    }

    fn work(&mut self, task: Task) {
        self.wait_in_epics_phase();
        self.game.now = Now::Busy;
        // The movement die is where the work stops.
        self.game.agenda = match task {
            Task::Activate { .. } => Agenda::EMPTY,
            _ => Agenda::from_iter([Task::EndRound, Task::BossMoves]),
        };
        self.rules.perform(&mut self.game, task, &mut self.events);
        self.check();
    }

    /// Plays an action that must be legal.
    #[track_caller]
    pub(crate) fn act(&mut self, action: Action) {
        let done = self
            .rules
            .apply_watched(&mut self.game, action, &mut self.events);
        if let Err(error) = done {
            panic!("{error}; legal: {:?}", self.legal());
        }
        self.check();
    }

    /// Resolves the pending chance event.
    #[track_caller]
    pub(crate) fn chance(&mut self, pick: u8) {
        let outcome = Outcome::Pick(pick);
        self.rules
            .resolve_watched(&mut self.game, outcome, &mut self.events)
            .unwrap();
        self.check();
    }

    /// Goes on without doing anything until `stop` holds; chance takes its first outcome.
    #[track_caller]
    pub(crate) fn pass_until(&mut self, stop: impl Fn(&Game) -> bool) {
        while !stop(&self.game) {
            let idle = match self.game.now {
                Now::Use => Action::EndDice,
                Now::Buy => Action::DonePurchase,
                Now::Spend => Action::Forfeit,
                now if now.is_chance() => {
                    let outcome = outcomes(self.rules.catalog(), &self.game)[0].0;
                    self.rules
                        .resolve_watched(&mut self.game, outcome, &mut self.events)
                        .unwrap();
                    self.check();
                    continue;
                }
                now => panic!("nothing idle to do at {now:?}"),
            };
            self.act(idle);
        }
    }

    /// Takes a die.
    #[track_caller]
    pub(crate) fn take(&mut self, die: Die) {
        let face = self.face(die);
        self.act(Action::Take { kind: die.0, face });
    }

    /// Takes a Plan Token.
    #[track_caller]
    pub(crate) fn take_token(&mut self, symbol: Symbol) {
        self.act(Action::TakeToken { symbol });
    }

    /// Uses a card.
    #[track_caller]
    pub(crate) fn use_card(&mut self, key: &str) {
        let card = self.card(key);
        self.act(Action::UseCard { card });
    }

    // ---- what is legal ----

    pub(crate) fn legal(&self) -> Vec<Action> {
        self.rules.legal(&self.game).actions().collect()
    }

    pub(crate) fn can(&self, action: Action) -> bool {
        self.legal().contains(&action)
    }

    pub(crate) fn can_use(&self, key: &str) -> bool {
        let card = self.card(key);
        self.can(Action::UseCard { card })
    }

    /// Whether the acting Reckoner can Move at all.
    pub(crate) fn can_move(&self) -> bool {
        self.legal()
            .iter()
            .any(|a| matches!(a, Action::Move { .. }))
    }

    /// The cards that can be named.
    pub(crate) fn nameable(&self) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for action in self.legal() {
            if let Action::NameCard { card } = action {
                cards.insert(card.0);
            }
        }
        cards
    }

    /// The districts to which an action of one kind may go.
    pub(crate) fn districts_of(&self, action: impl Fn(DistrictOffset) -> Action) -> Vec<u8> {
        let count = self.game.district_count();
        (0..count)
            .filter(|d| self.can(action(self.off(*d))))
            .collect()
    }

    // ---- words ----

    pub(crate) fn card(&self, key: &str) -> EquipmentId {
        self.rules.catalog().find_equipment(key).unwrap()
    }

    /// The offset of a district for the acting Reckoner.
    pub(crate) fn off(&self, district: u8) -> DistrictOffset {
        self.game.offset_of(DistrictIx(district))
    }

    /// How far a seat is clockwise from the acting one.
    pub(crate) fn seat_off(&self, seat: u8) -> SeatOffset {
        self.game.seat_offset(SeatIx(seat))
    }

    /// Where everybody stands.
    pub(crate) fn standing(&self) -> Vec<u8> {
        self.game.team().iter().map(|s| s.district.0).collect()
    }

    /// How many of a symbol the open group has.
    pub(crate) fn open(&self, symbol: Symbol) -> u8 {
        self.game.open.symbols.get(symbol)
    }

    /// How many dice of a kind a Reckoner has at a spot.
    pub(crate) fn dice(&self, seat: usize, spot: Spot, kind: DieKind) -> u8 {
        self.game.seats[seat].dice.kinds(spot)[kind.index()]
    }

    /// The activation or action is over.
    pub(crate) fn is_done(&self) -> bool {
        self.game.now == Now::MoveBoss
    }
}

/// All dice in a tray are used.
fn use_up(seat: &mut Seat) {
    for kind in DieKind::ALL {
        let used = TableDie::shown(Spot::Used, kind, FaceIx(0));
        while seat.dice.change(TableDie::hidden(Spot::Tray, kind), used) {}
    }
}
