//! Every distribution of sampled boxes, with its reason. A list gives items with weights; what is called per cent
//! is one. "As ours" means: around the values of the present reconstruction, which plays well.

/// Something with its weight.
type Odds<T> = &'static [(T, u32)];

// ---- The box as a whole ----

/// Per cent of first actions that bite. Of three known ones all do, of ours 36 per cent: anything between is possible.
pub(super) const BITE: Odds<u32> = &[(25, 2), (40, 4), (55, 3), (70, 3), (85, 3), (100, 2)];
/// Each of these shares of biting first actions takes one off the boss's pressure: a box that bites here is milder there.
pub(super) const RELIEF: [u32; 3] = [50, 65, 80];
/// $ that Equipment costs more than ours. No price is known.
pub(super) const DEARER: Odds<i32> = &[(-1, 2), (0, 4), (1, 3), (2, 2)];
/// Research that Epics have more than ours.
pub(super) const MORE_RESEARCH: Odds<i32> = &[(0, 4), (1, 1)];
/// Population that the boss takes more than ours in a round at the start.
pub(super) const PRESSURE: Odds<i32> = &[(-2, 1), (-1, 3), (0, 5), (1, 3), (2, 1)];
/// Per cent of boxes in which all Epics have as many actions as Curveball, the one known.
pub(super) const EVEN_TRACKS: u32 = 80;

// ---- Counts and dice ----

/// Holes of the base track. A pyramid with a top and a bottom; the length is nowhere told.
pub(super) const BASE_TRACK: Odds<u8> = &[(4, 1), (5, 2), (6, 4), (7, 2), (8, 1)];
/// Faces that the movement die has: read by the letter, es:620 asks for these.
pub(super) const MOVEMENT: [u8; 3] = [3, 4, 5];
/// Its three other faces: none is above 5, and short ways must be there too.
pub(super) const OTHER_MOVEMENT: Odds<u8> = &[(1, 4), (2, 4), (3, 1), (4, 1), (5, 1)];

/// Faces of a special die that show its colour's symbol: "the difference is the ratio of symbols".
pub(super) const OWN_FACES: Odds<usize> = &[(2, 3), (3, 5), (4, 2)];
/// How many of them show it twice; at least one does (each colour has an example).
pub(super) const DOUBLES: Odds<usize> = &[(1, 3), (2, 5), (3, 2)];
/// Per cent of dice one of whose doubles is a triple: no text rules it out.
pub(super) const TRIPLE: u32 = 4;
/// Per cent of dice with a double of another symbol.
pub(super) const FOREIGN_DOUBLE: u32 = 15;

/// Faces of the Epic Ability Die: plain actions of Epics, six of them.
pub(super) const ABILITY_DIE: Odds<&str> = &[
    ("POP 1", 5),
    ("POP 2", 3),
    ("ADD_ENF", 4),
    ("BARRICADE 1", 4),
    ("SHIELD red", 3),
    ("SHIELD blue", 3),
    ("FORTIFY", 3),
    ("BASE", 2),
    ("POWER_UP", 1),
    ("ATTACK_MONEY 1", 1),
    ("ATTACK_PLAN 1", 1),
    ("REPEL", 1),
];

// ---- Equipment and abilities ----

/// What a price differs by from what its effect is worth.
pub(super) const PRICE_NOISE: Odds<i32> = &[(-2, 1), (-1, 4), (0, 7), (1, 4), (2, 1)];
/// Per cent of prices that follow no worth at all: publishers price by theme too.
pub(super) const ANY_PRICE: u32 = 10;
/// The prices of cards: $1 is hinted at, and the team starts with $4.
pub(super) const PRICES: (i32, i32) = (1, 9);

/// Per cent of boxes whose three converters cover each symbol once, as three pairs of six symbols can.
pub(super) const PARTITION: u32 = 70;
/// Per cent of boxes whose cards that cost a die give what their names suggest.
pub(super) const BY_NAME: u32 = 60;
/// Symbols of a card that costs a die: 3 on both known ones.
pub(super) const FOR_A_DIE: Odds<u8> = &[(2, 1), (3, 8), (4, 1)];
/// Per cent of cards that a second symbol pays for too (de:1202 speaks of several).
pub(super) const SECOND_COST: u32 = 15;
/// Symbols of a card that works in any district: 2 on the known ones.
pub(super) const ANYWHERE: Odds<u8> = &[(1, 2), (2, 7), (3, 1)];
/// Symbols of a plain card: "one or more".
pub(super) const PLAIN: Odds<u8> = &[(1, 6), (2, 5), (3, 1)];
/// Per cent of plain cards with two kinds of symbols.
pub(super) const MIXED: u32 = 10;
/// Symbols for two dice.
pub(super) const FOR_TWO_DICE: Odds<u8> = &[(4, 2), (5, 4), (6, 4), (7, 1)];

/// Parts of a reward with the most of each: from the few known ones, and from what is worth as much.
pub(super) const REWARDS: Odds<(&str, u8)> = &[
    (("enforcement", 3), 5),
    (("contain", 2), 5),
    (("plan", 2), 5),
    (("money", 3), 5),
];
/// Per cent of Epics with two parts of it.
pub(super) const SECOND_REWARD: u32 = 20;
/// Research of the boss that an Epic pays: 2 on both known ones, and "each helps you learn" (es:539).
pub(super) const BOSS_RESEARCH: Odds<u8> = &[(1, 3), (2, 15), (3, 5), (4, 1)];

// ---- Epics ----

/// Research, before what the box adds; 5 is the most.
pub(super) const RESEARCH: Odds<i32> = &[(1, 3), (2, 13), (3, 6), (4, 2)];
/// Health once weakened: 4, 4 and 5 are known.
pub(super) const WEAKENED: Odds<u8> = &[(1, 1), (2, 6), (3, 9), (4, 6), (5, 2)];
/// Per cent of Epics that cannot be attacked before.
pub(super) const INFINITE: u32 = 35;
/// How much more health others have before; 10 is the most.
pub(super) const MORE_HEALTH: Odds<u8> = &[(1, 3), (2, 8), (3, 4), (4, 2)];
/// Actions of the tracks of boxes without [`EVEN_TRACKS`]; a bracket at 3 asks for 4.
pub(super) const TRACK_LENGTH: Odds<usize> = &[(4, 1), (5, 4), (6, 1)];
/// The length of the known track.
pub(super) const USUAL_LENGTH: usize = 5;

/// First actions that do not bite. The words of the base game come before those of Steelslayer.
pub(super) const MILD: Odds<&str> = &[("FORTIFY", 8), ("BARRICADE 1", 5), ("BASE", 5)];
/// First actions that bite: what the three known ones do, and an attack.
pub(super) const BITING: Odds<&str> = &[
    ("ADD_ENF", 8),
    ("POP 1", 8),
    ("BOOST yellow", 2),
    ("BOOST black", 3),
    ("BOOST red", 2),
    ("BOOST blue", 2),
    ("GIFT ADD_ENF", 1),
];
/// Actions between the first and the last; weights as ours.
pub(super) const MIDDLE: Odds<&str> = &[
    ("POP 1", 30),
    ("POP 2", 2),
    ("ADD_ENF", 14),
    ("FORTIFY", 13),
    ("BARRICADE 1", 9),
    ("BOOST yellow", 5),
    ("BOOST black", 4),
    ("BOOST red", 4),
    ("BOOST blue", 3),
    ("BASE", 5),
    ("GIFT ADD_ENF", 2),
    ("GIFT POP 1", 1),
    ("GIFT FORTIFY", 1),
];
/// Last actions, which come again and again: mostly an attack.
pub(super) const LAST: Odds<&str> = &[
    ("POP 1", 36),
    ("POP 2", 32),
    ("POP 3", 4),
    ("ADD_ENF", 8),
    ("BASE", 4),
    ("BOOST yellow", 3),
    ("BOOST black", 4),
    ("BOOST red", 4),
    ("BOOST blue", 4),
];
/// Per cent of Steelslayer's spaces that hold one of its own actions, listed below.
pub(super) const NEW_ACTION: u32 = 40;
/// Its first actions that do not bite.
pub(super) const NEW_MILD: Odds<&str> = &[
    ("SHIELD blue", 4),
    ("SHIELD red", 2),
    ("REPEL", 2),
    ("PULL", 2),
    ("COPY_TOKEN", 3),
    ("ATTACK_PLAN 1", 2),
    ("ATTACK_MONEY 1", 2),
    ("COPY", 1),
];
/// Its first actions that bite.
pub(super) const NEW_BITING: Odds<&str> = &[
    ("POWER_UP", 2),
    ("GIFT POWER_UP", 1),
    ("TRANSFORM", 3),
    ("STEAL", 3),
    ("COPY", 2),
    ("POP_PER enforcement", 1),
];
/// Its actions between the first and the last.
pub(super) const NEW_MIDDLE: Odds<&str> = &[
    ("SHIELD red", 6),
    ("SHIELD blue", 5),
    ("TRANSFORM", 4),
    ("COPY_TOKEN", 4),
    ("CW COPY_TOKEN", 2),
    ("POWER_UP", 2),
    ("GIFT POWER_UP", 1),
    ("REPEL", 2),
    ("GIFT REPEL", 1),
    ("PULL", 3),
    ("STEAL", 3),
    ("ATTACK_MONEY 1", 3),
    ("ATTACK_MONEY 2", 1),
    ("ATTACK_PLAN 1", 3),
    ("COPY", 1),
    ("GIFT BARRICADE 1", 1),
    ("GIFT SHIELD blue", 1),
    ("POP_PER enforcement", 1),
    ("POP_PER reckoner", 1),
    ("POP_PER research", 1),
];
/// Its last actions.
pub(super) const NEW_LAST: Odds<&str> = &[
    ("POP_PER barricade", 3),
    ("POP_PER enforcement", 2),
    ("POP_PER reckoner", 3),
    ("POP_PER research", 2),
    ("POP_PER shield", 2),
    ("POP_PER copy_token", 2),
    ("TRANSFORM", 2),
    ("COPY_TOKEN", 1),
];

// ---- Bosses ----

/// Population that the first two spaces of Steelheart's yellow track take on side A, by Reckoners - 2: as ours.
pub(super) const EARLY: [i32; 5] = [0, 3, 5, 6, 7];
/// What it differs by besides the pressure of the box.
pub(super) const EARLY_NOISE: Odds<i32> = &[(-1, 1), (0, 3), (1, 1)];
/// How much more side B takes: it is the harder one of every pair of difficulties.
pub(super) const SIDE_B: Odds<i32> = &[(0, 1), (1, 4), (2, 1)];
/// What the pressure of a box comes to for other numbers of Reckoners than four, in quarters.
pub(super) const PRESSURE_SHARE: [i32; 5] = [1, 2, 4, 4, 5];
/// Its later spaces; one is added for four Reckoners and more.
pub(super) const LATER: Odds<i32> = &[(0, 1), (1, 6), (2, 2)];
/// Enforcement in a group: 2 in the example, fewer with few Reckoners.
pub(super) const DEPLOYMENT: [Odds<u8>; 5] = [
    &[(1, 4), (2, 1)],
    &[(1, 1), (2, 3)],
    &[(1, 1), (2, 4)],
    &[(2, 4), (3, 1)],
    &[(2, 4), (3, 1)],
];
/// Spaces of Steelheart's red track: 3 left of a bracket were seen.
pub(super) const RED_LENGTH: Odds<usize> = &[(4, 1), (5, 3), (6, 3), (7, 1)];
/// Spaces of his blue track: 2 left of a bracket were seen.
pub(super) const BLUE_LENGTH: Odds<usize> = &[(3, 1), (4, 3), (5, 3), (6, 1)];
/// Spaces of every other track of a boss.
pub(super) const BOSS_LENGTH: Odds<usize> = &[(4, 1), (5, 5), (6, 2)];
/// A boss's black track: Limelight's one known black cell fortifies.
pub(super) const BLACK: Odds<&str> = &[
    ("FORTIFY_BOSS", 10),
    ("FORTIFY", 7),
    ("GIFT FORTIFY", 2),
    ("BARRICADE 1", 4),
    ("BASE", 3),
    ("ATTACK_MONEY 1", 1),
];
/// The first two spaces of side B, in force from the start: harder, so they attack too.
pub(super) const BLACK_B: Odds<&str> = &[("POP 1", 6), ("FORTIFY_BOSS", 6), ("POP 2", 1)];
/// The last space of a black track: most of them attack.
pub(super) const BLACK_LAST: Odds<&str> = &[("POP 1", 3), ("POP 2", 3), ("FORTIFY_BOSS", 2)];
/// Regalia's red track, left to right: three forms are official, and the strong ones come late.
pub(super) const REGALIA_RED: [Odds<&str>; 2] = [
    &[
        ("CW ADD_ENF", 4),
        ("CCW ADD_ENF", 4),
        ("GIFT ADD_ENF", 3),
        ("ADD_ENF", 2),
    ],
    &[
        ("GIFT ADD_ENF", 6),
        ("GIFT ADD_ENF 2", 3),
        ("CW ADD_ENF 2", 1),
        ("CCW ADD_ENF 2", 1),
    ],
];
/// The last space of Regalia's blue track, after those of the example.
pub(super) const REGALIA_BLUE: Odds<&str> = &[
    ("TRANSFORM", 4),
    ("COPY_TOKEN", 2),
    ("SHIELD blue", 2),
    ("BARRICADE 1", 1),
];
/// Population that Regalia's yellow track takes at the start, by Reckoners - 2: as ours, and one more from one
/// difficulty to the next half of the time.
pub(super) const REGALIA_EARLY: [i32; 5] = [0, 1, 3, 3, 4];
/// Per cent of decks whose cards are not two of each kind: 12 cards for 6 effects.
pub(super) const UNEVEN_DECK: u32 = 35;

/// Rows of Limelight's tables: an example tells of a fourth, a die has six faces.
pub(super) const ROWS: Odds<usize> = &[(4, 2), (5, 2), (6, 8)];
/// Per cent of cells beside an official one that are another row's.
pub(super) const OTHER_CELL: u32 = 30;
/// Limelight's health in per cent of his research: as ours, equal, or less known.
pub(super) const HEALTH: Odds<u16> = &[(80, 1), (90, 2), (100, 7), (110, 1)];
/// What a page's number p differs by besides the box's pressure.
pub(super) const PAGE_NOISE: Odds<i8> = &[(-1, 1), (0, 4), (1, 1)];
/// What a BOOST does in the last column.
pub(super) const OVERFLOW: [Odds<&str>; 4] = [
    &[("POP 1", 1), ("POP 2", 3), ("POP 3", 1)],
    &[("FORTIFY_BOSS", 4), ("GIFT FORTIFY", 1), ("FORTIFY 2", 1)],
    &[("GIFT ADD_ENF", 3), ("ADD_ENF 2", 2), ("SHIELD red", 1)],
    &[("BARRICADE 1", 3), ("COPY_TOKEN", 2), ("SHIELD blue", 1)],
];

/// Rows of Limelight's tables, by colour: the four cells go from mild to strong. The known kinds of tables, attacks on
/// the population by counts among them, and their like.
pub(super) const TABLE_ROWS: [&[[&str; 4]]; 4] = [
    &[
        ["POP p-2", "POP p-1", "POP p", "POP p+1"],
        ["POP p-1", "POP p", "POP p+1", "POP p+2"],
        ["POP p-1", "POP p-1", "POP p", "POP p+2"],
        [
            "POP_BY shields p-3",
            "POP_BY shields p-2",
            "POP_BY shields p-1",
            "POP_BY shields p",
        ],
        [
            "POP_BY enforcement p-2",
            "POP_BY enforcement p-1",
            "POP_BY enforcement p",
            "POP_BY enforcement p+1",
        ],
        [
            "POP_BY enforcement p-3",
            "POP_BY enforcement p-2",
            "POP_BY enforcement p-1",
            "POP_BY enforcement p",
        ],
        [
            "POP_BY defeated p-3",
            "POP_BY defeated p-2",
            "POP_BY defeated p-1",
            "POP_BY defeated p",
        ],
        [
            "POP p-2",
            "BASE | POP p-2",
            "BASE | POP p-1",
            "BASE | POP p",
        ],
    ],
    &[
        [
            "FORTIFY",
            "FORTIFY_BOSS",
            "FORTIFY_BOSS | FORTIFY",
            "FORTIFY_BOSS 2",
        ],
        [
            "FORTIFY",
            "FORTIFY 2",
            "FORTIFY_BOSS | FORTIFY",
            "FORTIFY_BOSS 2 | FORTIFY",
        ],
        [
            "FORTIFY",
            "EVERYWHERE FORTIFY",
            "EVERYWHERE FORTIFY",
            "EVERYWHERE FORTIFY | FORTIFY_BOSS",
        ],
        [
            "FORTIFY_BOSS",
            "FORTIFY_BOSS",
            "FORTIFY_BOSS 2",
            "FORTIFY_BOSS 2",
        ],
        ["BASE", "BASE | FORTIFY", "BASE 2", "BASE 2 | FORTIFY_BOSS"],
        [
            "ATTACK_MONEY 1",
            "ATTACK_MONEY 1 | FORTIFY",
            "ATTACK_MONEY 2",
            "ATTACK_MONEY 2 | FORTIFY_BOSS",
        ],
        [
            "ATTACK_PLAN 1",
            "ATTACK_PLAN 1",
            "ATTACK_PLAN 1 | FORTIFY",
            "ATTACK_PLAN 2 | FORTIFY",
        ],
    ],
    &[
        [
            "ADD_ENF",
            "GIFT ADD_ENF",
            "GIFT ADD_ENF e",
            "GIFT ADD_ENF e | ADD_ENF e",
        ],
        [
            "ADD_ENF",
            "ADD_ENF e",
            "RECKONERS ADD_ENF",
            "RECKONERS ADD_ENF 2",
        ],
        [
            "SHIELD red",
            "ADD_ENF | SHIELD red",
            "ADD_ENF_PER_CARD",
            "ADD_ENF_PER_CARD | ADD_ENF e",
        ],
        [
            "SHIELD red",
            "EVERYWHERE ADD_ENF",
            "EVERYWHERE ADD_ENF | SHIELD red",
            "EVERYWHERE ADD_ENF | EVERYWHERE SHIELD red",
        ],
        [
            "ADD_ENF",
            "ADD_ENF e",
            "GIFT ADD_ENF | SHIELD red",
            "GIFT ADD_ENF e | GIFT SHIELD red",
        ],
        [
            "CW ADD_ENF",
            "CW ADD_ENF e",
            "CW ADD_ENF 2 | CCW ADD_ENF",
            "CW ADD_ENF 2 | CCW ADD_ENF 2",
        ],
        [
            "POWER_UP",
            "GIFT POWER_UP",
            "EVERYWHERE POWER_UP",
            "EVERYWHERE POWER_UP | ADD_ENF e",
        ],
    ],
    &[
        [
            "BARRICADE 1",
            "BARRICADE b",
            "GIFT BARRICADE 1",
            "GIFT BARRICADE b",
        ],
        [
            "SHIELD blue",
            "SHIELD blue | BARRICADE 1",
            "GIFT SHIELD blue",
            "GIFT SHIELD blue | SHIELD blue",
        ],
        [
            "BARRICADE 1",
            "AFFECT_ALL move",
            "AFFECT_ALL move",
            "AFFECT_ALL ability",
        ],
        [
            "SHIELD red",
            "AFFECT_ALL reroll",
            "AFFECT_ALL singles",
            "AFFECT_ALL equipment",
        ],
        [
            "COPY_TOKEN",
            "COPY_TOKEN | SHIELD blue",
            "TRANSFORM 2",
            "AFFECT_ALL die",
        ],
        [
            "COPY_TOKEN",
            "GIFT COPY_TOKEN",
            "EVERYWHERE COPY_TOKEN",
            "EVERYWHERE COPY_TOKEN | SHIELD blue",
        ],
        [
            "BARRICADE 1",
            "AFFECT_ALL reroll",
            "AFFECT_ALL ability",
            "AFFECT_ALL singles",
        ],
    ],
];
/// The second row of the red table for two and three Reckoners, milder than the official cell of another page.
pub(super) const FEW_RED_ROW: [&str; 4] = [
    "GIFT ADD_ENF e",
    "GIFT ADD_ENF e | POWER_UP",
    "GIFT ADD_ENF e | GIFT POWER_UP",
    "EVERYWHERE ADD_ENF | EVERYWHERE POWER_UP",
];

// ---- Cities ----

/// Actions of the cards on Newcago's boards (the types are official, steelslayer:1041-1063).
pub(super) const CARD_ACTIONS: Odds<&str> = &[
    ("AFFECT move", 3),
    ("AFFECT reroll", 3),
    ("AFFECT singles", 3),
    ("AFFECT ability", 3),
    ("AFFECT die", 2),
    ("AFFECT equipment", 1),
    ("BARRICADE 1", 4),
    ("BASE", 4),
    ("FORTIFY", 3),
    ("SHIELD red", 2),
    ("SHIELD blue", 2),
];
/// Per cent of these cards that reach the neighbours like an Equipment card, then those used when an Epic is
/// defeated, when one is weakened; the others change a die.
pub(super) const BENEFITS: [u32; 3] = [12, 40, 70];
/// Symbols that they give when an Epic is defeated or weakened, and for a die.
pub(super) const BENEFIT: Odds<u8> = &[(1, 3), (2, 6), (3, 2)];
/// See [`BENEFIT`].
pub(super) const BENEFIT_FOR_A_DIE: Odds<u8> = &[(2, 2), (3, 6)];

/// Actions on a track of Babilar besides its two Aids, and how many there are: as ours.
pub(super) const RESEARCHED: Odds<&str> = &[
    ("POP 1", 6),
    ("BASE", 6),
    ("ATTACK_MONEY 1", 4),
    ("ATTACK_PLAN 1", 2),
    ("POP 2", 1),
    ("ADD_ENF", 2),
    ("BARRICADE 1", 2),
];
/// See [`RESEARCHED`].
pub(super) const RESEARCHED_COUNT: (i32, i32) = (2, 4);
/// Symbols of a Dawnslight card: 2 on the known one.
pub(super) const AID: Odds<u8> = &[(1, 1), (2, 6), (3, 2)];

/// Actions of Ildithia's tracks: three of them are known.
pub(super) const PASSED: Odds<&str> = &[
    ("FORTIFY", 6),
    ("BARRICADE 1", 4),
    ("POP 1", 4),
    ("COPY_HERE", 4),
    ("BASE", 3),
    ("ADD_ENF", 3),
    ("BOOST black", 1),
    ("BOOST blue", 1),
    ("BOOST red", 1),
    ("ATTACK_MONEY 1", 1),
    ("SHIELD red", 1),
    ("SHIELD blue", 1),
];
/// Their length; three Reckoners start four spaces above the bottom.
pub(super) const PASSED_LENGTH: Odds<usize> = &[(4, 5), (5, 1)];
/// Districts that the city passes in a round, by Reckoners - 2.
pub(super) const SPOTS: [Odds<u8>; 5] = [
    &[(1, 1)],
    &[(1, 1)],
    &[(1, 4), (2, 1)],
    &[(1, 1), (2, 4)],
    &[(1, 1), (2, 5), (3, 1)],
];
/// Spaces above the bottom at the start, by Reckoners - 2.
pub(super) const STARTS: [Odds<u8>; 5] = [
    &[(1, 3), (2, 3), (3, 1)],
    &[(4, 1)],
    &[(3, 1), (4, 4)],
    &[(2, 1), (3, 3), (4, 1)],
    &[(2, 1), (3, 3), (4, 1)],
];
