//! The tables of the statements about the fourth module: fixture boards in place of every reconstructed value, quiet
//! Epics, and nothing on the table but what a test puts there. Boards are dealt so that district `d` has board `d`.

use reckoners_env::cards::power_tables::Steps;
use reckoners_env::cards::{
    Aid, AidGain, AttackCard, Benefit, BoardCard, Boards, BossValues, Catalog, Cell, CityCards,
    CityKindRules, Deed, Modules, PowerDice, PowerTables, Reward, Ruleset, Side, SymbolCounts,
    SymbolMask,
};
use reckoners_env::chance::{Outcome, in_the_air, outcomes};
use reckoners_env::ids::{
    AidIx, BossKind, CityKind, DieKind, Difficulty, DistrictIx, Effect, EquipmentId, FACES, FaceIx,
    Reckoner, Symbol, Track,
};
use reckoners_env::state::{Dice, FaceCounts, Now, Source, Spot, Step, TableDie, Task, Via};
use reckoners_env::{Action, GameSetup, Rules};

use crate::support::fixture::{track, tracks_of};
use crate::support::{Die, Table, steel};

/// Places of the Dawnslight cards in the fixture's deck, two of each.
pub(crate) const AID_MONEY: AidIx = AidIx(0);
pub(crate) const AID_ENFORCEMENT: AidIx = AidIx(1);
pub(crate) const AID_CONTAIN: AidIx = AidIx(2);
pub(crate) const AID_PLAN: AidIx = AidIx(5);
pub(crate) const AID_POPULATION: AidIx = AidIx(6);

/// A track of Babilar on which most things happen: 8 is the start.
pub(crate) const TRACK_G: [(u8, &str); 7] = [
    (7, "BASE"),
    (6, "BASE"),
    (4, "DAWNSLIGHT"),
    (3, "POP 1"),
    (2, "ATTACK_MONEY 1"),
    (1, "ATTACK_PLAN 1"),
    (0, "POP 1"),
];

/// A track of Ildithia, from the top down.
pub(crate) const TRACK_K: [&str; 4] = ["ADD_ENF", "BOOST black", "BARRICADE 1", "COPY_HERE"];

/// A game of a boss in a city, all modules in play.
pub(crate) fn game(boss: BossKind, city: CityKind) -> Ruleset {
    Ruleset {
        boss,
        city,
        ..Ruleset::base(Difficulty::Standard).with(Modules::ALL)
    }
}

/// Steelheart in a city.
pub(crate) fn city(city: CityKind) -> Ruleset {
    game(BossKind::Steelheart, city)
}

/// Steelheart in Newcago with cards on the boards, side A up.
pub(crate) fn with_cards() -> Ruleset {
    Ruleset {
        city_cards: CityCards::all(Side::A),
        ..city(CityKind::Newcago)
    }
}

/// A boss in plain Newcago.
pub(crate) fn boss(boss: BossKind) -> Ruleset {
    game(boss, CityKind::Newcago)
}

/// The fixture box.
pub(crate) fn catalog() -> Catalog {
    let mut catalog = steel::catalog();
    catalog.setup.base_track = 6;
    catalog.setup.population = 40;
    for boss in &mut catalog.bosses {
        for sheet in boss.sheets.iter_mut().flatten() {
            (sheet.values.research, sheet.values.health) = (20, 20);
        }
    }
    set_regalia(&mut catalog);
    limelight(&mut catalog, &[]);
    let power = catalog.bosses[BossKind::Limelight.index()].power.as_mut();
    *power.unwrap() = power_dice();
    set_cities(&mut catalog);
    catalog
}

fn set_regalia(catalog: &mut Catalog) {
    let boss = &mut catalog.bosses[BossKind::Regalia.index()];
    for sheet in boss.sheets.iter_mut().flatten() {
        // Where her research comes from her own sheet nothing would stand.
        sheet.values = BossValues::default();
        *tracks_of(sheet) = [
            track(&["POP 1"; 5]),
            track(&["FORTIFY_BOSS"; 5]),
            track(&[
                "CW ADD_ENF 1",
                "CCW ADD_ENF 1",
                "GIFT ADD_ENF 5",
                "GIFT ADD_ENF 1",
                "CW ADD_ENF 2",
            ]),
            track(&[
                "SHIELD blue",
                "COPY_TOKEN",
                "TRANSFORM",
                "TRANSFORM",
                "BARRICADE 1",
            ]),
        ];
    }
    boss.cards = Effect::ALL
        .into_iter()
        .map(|effect| AttackCard {
            effects: vec![effect],
            count: 2,
        })
        .collect();
}

/// The kind of Regalia's card with an effect.
pub(crate) const fn card_of(effect: Effect) -> u8 {
    effect as u8
}

fn power_dice() -> PowerDice {
    let rising = |upto| Steps {
        upto,
        add: [0, 1, 2, 3],
    };
    PowerDice {
        rows: [0, 1, 2, 3, 4, 5],
        tallies: [
            rising([2, 4, 5]),
            rising([2, 4, 5]),
            Steps {
                upto: [1, 2, 4],
                add: [3, 2, 1, 0],
            },
            rising([0, 1, 2]),
        ],
    }
}

/// Limelight's tables: four columns, six rows, BASE in every cell but these (track, column, row).
pub(crate) fn limelight(catalog: &mut Catalog, given: &[(Track, char, u8, &str)]) {
    let overflow = ["POP 2", "FORTIFY_BOSS", "GIFT ADD_ENF 1", "BARRICADE 1"];
    let mut cells: [[Vec<Cell>; FACES]; Track::COUNT] =
        std::array::from_fn(|_| std::array::from_fn(|_| vec![cell("BASE"); 4]));
    for (track, column, row, text) in given {
        let column = *column as usize - usize::from(b'A');
        cells[track.index()][usize::from(*row) - 1][column] = cell(text);
    }
    let overflow = overflow.map(|text| Deed::read(text).unwrap());
    let boss = &mut catalog.bosses[BossKind::Limelight.index()];
    for sheet in boss.sheets.iter_mut().flatten() {
        sheet.boards = Boards::Tables(PowerTables::new(4, cells.clone(), overflow));
    }
}

/// The actions of a cell or space.
pub(crate) fn cell(text: &str) -> Cell {
    Cell::read(text).unwrap()
}

fn set_cities(catalog: &mut Catalog) {
    use Symbol as S;
    let symbols = [
        S::Money,
        S::Enforcement,
        S::Contain,
        S::Research,
        S::Attack,
        S::Plan,
    ];
    let gains = symbols
        .map(|s| AidGain::Symbols(SymbolCounts::of(s, 2)))
        .into_iter()
        .chain([AidGain::Population(3)]);
    for city in &mut catalog.cities {
        for board in &mut city.boards {
            board.track = match &city.own {
                CityKindRules::Cards => Vec::new(),
                CityKindRules::Researched(_) => vec![Cell::default(); 11],
                CityKindRules::Moving(_) => {
                    let mut track = vec![cell("BASE"); 5];
                    track[0] = Cell::default();
                    track
                }
            };
            let quiet = BoardCard {
                action: Deed::read("POP_PER copy_token").unwrap(),
                benefit: Benefit::Reach(SymbolMask::default()),
            };
            board.cards = board.cards.map(|_| [quiet; 2]);
        }
        match &mut city.own {
            CityKindRules::Cards => {}
            CityKindRules::Researched(own) => {
                (own.health, own.start) = ([15; Difficulty::COUNT], [8; Difficulty::COUNT]);
                own.aids = gains.clone().map(|gain| Aid { gain, count: 2 }).collect();
            }
            CityKindRules::Moving(own) => {
                (own.spots, own.start, own.bottom_research) = ([1; 5], [4; 5], 2);
            }
        }
    }
}

/// Spaces of a Babilar track by height.
pub(crate) fn babilar_track(catalog: &mut Catalog, board: usize, spaces: &[(u8, &str)]) {
    let board = &mut catalog.cities[CityKind::Babilar.index()].boards[board];
    for (height, text) in spaces {
        board.track[usize::from(*height)] = cell(text);
    }
}

/// The actions of an Ildithia track, from the top down.
pub(crate) fn ildithia_track(catalog: &mut Catalog, board: usize, actions: &[&str]) {
    let board = &mut catalog.cities[CityKind::Ildithia.index()].boards[board];
    board.track = [""]
        .iter()
        .chain(actions.iter().rev())
        .map(|text| cell(text))
        .collect();
}

/// The card on a board of Newcago.
pub(crate) fn board_card(catalog: &mut Catalog, board: usize, action: &str, benefit: Benefit) {
    let board = &mut catalog.cities[CityKind::Newcago.index()].boards[board];
    let action = Deed::read(action).unwrap();
    board.cards = Some([BoardCard { action, benefit }; 2]);
}

/// A card that only has a benefit.
pub(crate) fn benefit(catalog: &mut Catalog, board: usize, benefit: Benefit) {
    board_card(catalog, board, "POP_PER copy_token", benefit);
}

/// A track of Regalia or Steelheart.
pub(crate) fn boss_track(catalog: &mut Catalog, which: Track, actions: &[&str]) {
    for boss in [BossKind::Steelheart, BossKind::Regalia] {
        let sheets = &mut catalog.bosses[boss.index()].sheets;
        for sheet in sheets.iter_mut().flatten() {
            tracks_of(sheet)[which.index()] = track(actions);
        }
    }
}

/// What the Epic of a district pays.
pub(crate) fn reward(catalog: &mut Catalog, district: usize, reward: Reward) {
    steel::epic_of(catalog, district).reward = reward;
}

/// The table of a team in a game.
pub(crate) fn table(ruleset: Ruleset, team: &[Reckoner]) -> Table {
    table_with(ruleset, team, |_| {})
}

/// The table with changed cards.
pub(crate) fn table_with(
    ruleset: Ruleset,
    team: &[Reckoner],
    change: impl FnOnce(&mut Catalog),
) -> Table {
    let mut catalog = catalog();
    change(&mut catalog);
    let mut t = Table::at(team, ruleset, catalog);
    let game = &mut t.game;
    game.boss.district = DistrictIx(0);
    let bracket = if ruleset.boss == BossKind::Steelheart {
        1
    } else {
        2
    };
    game.boss.brackets = [bracket; Track::COUNT];
    (game.population, game.money, game.base) = (40, 4, 0);
    if game.city.passed.is_somewhere() {
        game.city.passed = DistrictIx(0);
    }
    for seat in 0..team.len() {
        t.tokens(seat, 0);
    }
    for district in 0..=team.len() {
        t.game.districts[district].bracket = 1;
    }
    t.use_step(&[]);
    t.events.clear();
    t
}

/// A new game with the cards of the box, waiting for its first chance event.
pub(crate) fn new_game(ruleset: Ruleset, team: &[Reckoner]) -> Table {
    fresh(ruleset, team, reckoners_env::cards::load_embedded())
}

/// A new game with these cards.
pub(crate) fn fresh(ruleset: Ruleset, team: &[Reckoner], catalog: Catalog) -> Table {
    let rules = Rules::new(catalog);
    let game = rules.new_game(&GameSetup::new(team, ruleset).unwrap());
    Table {
        rules,
        game,
        events: Vec::new(),
    }
}

impl Table {
    /// Goes to the Epics' phase; who decided last still has the decision.
    fn begin_epics(&mut self) {
        let acting = self.game.acting;
        self.buy_step();
        self.game.acting = acting;
        (self.game.step, self.game.now) = (Step::Epics, Now::Busy);
        self.events.clear();
    }

    /// Does work in the Epics' phase; afterwards the movement die is awaited, unless something else is.
    pub(crate) fn work(&mut self, task: Task) {
        self.begin_epics();
        self.game.agenda = [Task::EndRound, Task::BossMoves].into_iter().collect();
        self.rules.perform(&mut self.game, task, &mut self.events);
        self.check();
    }

    /// The work is done.
    #[track_caller]
    pub(crate) fn is_done(&self) {
        assert_eq!(self.game.now, Now::MoveBoss);
    }

    /// The boss does something in his district.
    pub(crate) fn boss_does(&mut self, deed: &str) {
        let district = self.game.boss.district.0;
        self.does(Source::Boss, district, deed);
    }

    /// An Epic does something in a district, outside any activation.
    pub(crate) fn epic_does(&mut self, district: u8, deed: &str) {
        self.does(Source::Epic, district, deed);
    }

    fn does(&mut self, source: Source, district: u8, deed: &str) {
        self.work(Task::Act {
            district: DistrictIx(district),
            source,
            via: Via::NOTHING,
            deed: Deed::read(deed).unwrap(),
        });
    }

    /// Begins a new round, up to its first decision or roll.
    pub(crate) fn round(&mut self) {
        self.begin_epics();
        self.game.agenda.clear();
        self.rules
            .perform(&mut self.game, Task::StartRound, &mut self.events);
        self.check();
    }

    /// The boss's activation, up to the first chance or decision.
    pub(crate) fn activate_boss(&mut self) {
        self.work(Task::BossStep { part: 0 });
    }

    /// One of the boss's tracks, from his bracket on the left.
    pub(crate) fn boss_track(&mut self, track: Track) {
        let end = self.game.boss.brackets[track.index()];
        self.work(Task::BossPerform {
            track,
            next: 0,
            end,
        });
    }

    /// What comes after the current question is not the next round but the movement die: a place to stop.
    pub(crate) fn stop_before_round(&mut self) {
        self.game.agenda = [Task::StartRound, Task::BossMoves].into_iter().collect();
    }

    /// Resolves a drawn card or number.
    #[track_caller]
    pub(crate) fn pick(&mut self, pick: u8) {
        self.chance(Outcome::Pick(pick));
    }

    /// The dice in the air all show their first face.
    #[track_caller]
    pub(crate) fn roll(&mut self) {
        let mut faces = FaceCounts::default();
        for (kind, count) in DieKind::ALL.into_iter().zip(in_the_air(&self.game)) {
            *faces.get_mut(kind, FaceIx(0)) += count;
        }
        self.chance(Outcome::Faces(faces));
    }

    /// Resolves chance events with their first outcome as long as they are of some kind.
    pub(crate) fn first_chances_while(&mut self, kind: impl Fn(Now) -> bool) {
        while kind(self.game.now) {
            let outcome = outcomes(self.rules.catalog(), &self.game)[0].0;
            self.chance(outcome);
        }
    }

    /// All first rolls.
    pub(crate) fn first_rolls(&mut self) {
        while matches!(self.game.now, Now::RollDice { .. }) {
            self.roll();
        }
    }

    /// How many outcomes the pending event has, and their weights if they are all the same.
    pub(crate) fn odds(&self) -> (usize, Option<u64>) {
        let list = outcomes(self.rules.catalog(), &self.game);
        let weight = list.first().map(|(_, weight)| *weight);
        let alike = list.iter().all(|(_, w)| Some(*w) == weight);
        (list.len(), weight.filter(|_| alike))
    }

    /// An effect is in force on a Reckoner.
    pub(crate) fn affected(&mut self, seat: usize, effect: Effect) {
        self.game.seats[seat].effects.insert(effect);
        self.check();
    }

    /// An effect comes with the next round.
    pub(crate) fn comes(&mut self, seat: usize, effect: Effect) {
        self.game.seats[seat].coming.insert(effect);
        self.check();
    }

    /// A card of a Reckoner is disabled this round.
    pub(crate) fn disabled(&mut self, seat: usize, card: EquipmentId) {
        self.game.seats[seat].effects.insert(Effect::Equipment);
        self.game.marks.disabled.insert(card.0);
        self.check();
    }

    /// Sets the markers by district.
    pub(crate) fn set_markers(&mut self, markers: &[u8]) {
        for (place, marker) in self.game.districts.iter_mut().zip(markers) {
            place.marker = *marker;
        }
        if !self.rules.boss_has_track(&self.game) {
            self.game.boss.research = markers.iter().map(|m| u16::from(*m)).sum();
        }
        self.check();
    }

    /// The markers by district.
    pub(crate) fn markers(&self) -> Vec<u8> {
        self.game.ring().iter().map(|d| d.marker).collect()
    }

    /// Enforcement by district.
    pub(crate) fn enforcement(&self) -> Vec<u8> {
        self.game.ring().iter().map(|d| d.enforcement).collect()
    }

    /// Barricades by district.
    pub(crate) fn barricades(&self) -> Vec<u8> {
        self.game.ring().iter().map(|d| d.barricades).collect()
    }

    /// The Epic of a district has these values.
    pub(crate) fn epic_values(&mut self, district: usize, research: u8, health: u8) {
        let place = &mut self.game.districts[district];
        (place.research, place.health) = (research, health);
        self.check();
    }

    /// Spends a symbol on the marker of a district.
    #[track_caller]
    pub(crate) fn lower(&mut self, district: u8) {
        let district = self.off(district);
        self.act(Action::Marker { district });
    }

    /// The districts whose marker the open group can lower.
    pub(crate) fn lowerable(&self) -> Vec<u8> {
        self.targets(|district| Action::Marker { district })
    }

    /// Attacks the Epic of a district.
    #[track_caller]
    pub(crate) fn attack(&mut self, district: u8) {
        let district = self.off(district);
        self.act(Action::AttackEpic { district });
    }

    /// Researches the Epic of a district.
    #[track_caller]
    pub(crate) fn research(&mut self, district: u8) {
        let district = self.off(district);
        self.act(Action::ResearchEpic { district });
    }

    /// Names owner and kind of a lost die.
    #[track_caller]
    pub(crate) fn lose_named(&mut self, seat: u8, kind: DieKind) {
        let seat = self.seat_off(seat);
        self.act(Action::LoseDie { seat, kind });
    }

    /// A Reckoner has exactly these dice: unused ones and used ones.
    pub(crate) fn dice_of(&mut self, seat: usize, unused: &[Die], used: &[Die]) {
        let shown = |spot, die: &Die| TableDie::shown(spot, die.0, self.face(*die));
        let mut dice = Dice::NONE;
        unused
            .iter()
            .for_each(|die| dice.add(shown(Spot::Kept, die)));
        used.iter().for_each(|die| dice.add(shown(Spot::Used, die)));
        self.game.seats[seat].dice = dice;
        self.check();
    }

    /// The legal actions.
    pub(crate) fn legal(&self) -> Vec<Action> {
        self.rules.legal(&self.game).actions().collect()
    }
}
