//! The table of actions. Everything about ids comes from it: the [`Action`] itself, runs of ids ([`Block`]),
//! encoding and decoding, what an action points at, its phrase, the page that documents them.

use super::answers::{self, Answer, Part};
use crate::ids::{
    AidIx, DieKind, DistrictOffset, EquipmentId, FaceIx, SeatOffset, Shield, Symbol, TokenCount,
    Track,
};

/// Changes whenever an id changes its meaning.
pub const ACTION_VERSION: u32 = 2;

/// How many ids some answers make together.
macro_rules! all_of {
    ($($answer:ident)*) => { 1 $(* answers::$answer::COUNT)* };
}

/// What answers name, and its first number. A kind and a face name a die, somebody's die is a kind first; other
/// pairs name no one thing.
const fn named(answers: &[(Answer, u8)]) -> (Answer, u8) {
    match answers {
        [only] => *only,
        [(Answer::Kind, _), (Answer::Face, _)] => (Answer::Die, 0),
        [(Answer::Seat, _), (Answer::Kind, first)] => (Answer::Kind, *first),
        _ => (Answer::Other, 0),
    }
}

/// The action at a place of its block; the last answer varies fastest.
macro_rules! build {
    ($place:ident, $name:ident) => {
        Action::$name
    };
    ($place:ident, $name:ident, $field:ident = $answer:ident) => {
        Action::$name {
            $field: answers::$answer::value($place),
        }
    };
    ($place:ident, $name:ident, $field:ident = $answer:ident, $field2:ident = $answer2:ident) => {
        Action::$name {
            $field: answers::$answer::value($place / answers::$answer2::COUNT),
            $field2: answers::$answer2::value($place % answers::$answer2::COUNT),
        }
    };
}

macro_rules! actions {
    ($($name:ident $({ $($field:ident: $type:ty = $answer:ident,)+ })? $phrase:literal $text:literal;)+) => {
        /// One decision.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Action { $(#[doc = $text] $name $({ $($field: $type,)+ })?,)+ }

        /// A run of ids with one meaning and one parameter space.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Block { $(#[doc = $text] $name,)+ }

        impl Block {
            /// Every block, in id order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
            const LENGTHS: &'static [usize] = &[$(all_of!($($($answer)+)?),)+];
            const NAMED: &'static [(Answer, u8)] = &[$(named(&[$($((answers::$answer::NAMES, answers::$answer::FIRST),)+)?]),)+];
            /// What it means, for the documentation.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }
            /// How it is said, with names in braces for `words/action.rs`; what a game waits for may have other words for it.
            pub(crate) const fn phrase(self) -> &'static str {
                match self { $(Self::$name => $phrase,)+ }
            }
            const fn action(self, place: usize) -> Action {
                match self { $(Self::$name => build!(place, $name $($(, $field = $answer)+)?),)+ }
            }
        }

        impl Action {
            /// Its block.
            pub const fn block(self) -> Block {
                match self { $(Self::$name { .. } => Block::$name,)+ }
            }
            /// What it names, in the order of the table.
            pub(crate) fn parts(self) -> Vec<Part> {
                match self { $(Self::$name $({ $($field,)+ })? => vec![$($(Part::from($field),)+)?],)+ }
            }
        }

        /// The id of an action, if its numbers are in range.
        pub const fn try_encode(action: Action) -> Option<usize> {
            match action {
                $(Action::$name $({ $($field,)+ })? => {
                    #[allow(unused_mut)]
                    let mut place = 0;
                    $($(
                        place = match answers::$answer::index($field) {
                            Some(index) => place * answers::$answer::COUNT + index,
                            None => return None,
                        };
                    )+)?
                    Some(Block::$name.start() + place)
                })+
            }
        }
    };
}

actions! {
    Place { district: DistrictOffset = district, } "start in {district}"
        "Start in the district, counted from the boss. Kidnap: into the district so many places clockwise.";
    Keep { kind: DieKind = kind, face: FaceIx = face, } "keep {die}"
        "Keep one die of this kind and face.";
    RollRest "roll the other {rolled}"
        "Reroll the dice not kept.";
    KeepAll "keep the third roll"
        "Keep the last roll, leaving Faith unused.";
    AbilityDie { kind: DieKind = kind, face: FaceIx = face, } "{ability}: reroll {die}"
        "Choose a die of this kind and face for Faith, Improvise, Spyril or Extra Ammo.";
    FaithRoll "roll the chosen {chosen}"
        "Reroll the dice chosen for Faith.";
    Focus { seat: SeatOffset = other_seat, } "let {seat} go on"
        "Hand the decision to the Reckoner so many seats clockwise.";
    Take { kind: DieKind = kind, face: FaceIx = face, } "take {die}"
        "Take a die of this kind and face to use it.";
    TakeToken { symbol: Symbol = symbol, } "take a Plan Token as {symbol}"
        "Take a Plan Token as this symbol.";
    UseCard { card: EquipmentId = card, } "{card_use}"
        "Use this Equipment card, free or paid with the whole open die.";
    UseAbility "{ability_use}"
        "Use the own ability card, free or paid with the whole open die.";
    SetFace { face: FaceIx = face, } "turn the die to face {number}"
        "Improvise: the chosen die shows this face.";
    Operations { seat: SeatOffset = other_seat, } "{ability}: give {seat} a Plan Token"
        "Operations: give a Plan Token to the Reckoner so many seats clockwise.";
    Sniper { district: DistrictOffset = other_district, } "{ability}: aim at {district}"
        "Sniper: place the token so many districts clockwise.";
    EndDice "done with dice"
        "Done with dice, tokens and cards for this round.";
    Money "gain $1"
        "Spend a symbol: gain $1.";
    Enforcement { district: DistrictOffset = district, } "remove {red_piece} from {district}"
        "Spend a symbol: remove one Enforcement so many districts clockwise.";
    ContainEpic { district: DistrictOffset = district, } "{contain}"
        "Spend a symbol: contain the Epic so many districts clockwise.";
    ContainBoss { track: Track = track, } "contain {boss}'s {track} track"
        "Spend a symbol: contain this track of the boss.";
    ResearchEpic { district: DistrictOffset = district, } "research {epic}"
        "Spend a symbol: research the Epic so many districts clockwise.";
    ResearchBoss "research {boss}"
        "Spend a symbol: research the boss.";
    AttackEpic { district: DistrictOffset = district, } "attack {epic}"
        "Spend a symbol: attack the Epic so many districts clockwise.";
    AttackBoss "attack {boss}"
        "Spend a symbol: attack the boss.";
    Plan "gain a Plan Token"
        "Spend a symbol: gain a Plan Token.";
    Move { district: DistrictOffset = other_district, } "move to {district}"
        "Spend the whole die: move so many districts clockwise.";
    RemoveBarricade { district: DistrictOffset = district, } "remove a Barricade from {district}"
        "Spend the whole die: remove a Barricade so many districts clockwise.";
    Forfeit "let the rest lapse"
        "Let the remaining symbols lapse, stop, or change nothing.";
    GiveToken { seat: SeatOffset = seat, } "reward: a Plan Token for {seat}"
        "Reward: a Plan Token for the Reckoner so many seats clockwise.";
    Buy { card: EquipmentId = card, } "buy {card} (${price})"
        "Buy this market card.";
    Receive { seat: SeatOffset = seat, } "give the card to {seat}"
        "The Reckoner so many seats clockwise gets the bought card or the gift, or loses a Plan Token.";
    Refresh "lay out a new market (${refresh})"
        "Pay for a new market.";
    BuyBack { seat: SeatOffset = seat, kind: DieKind = kind, } "buy back {seat}'s {kind} die (${buy_back})"
        "Pay for a lost die of this owner (seats clockwise) and kind.";
    DonePurchase "done buying"
        "End the Purchase step.";
    LoseDie { seat: SeatOffset = seat, kind: DieKind = kind, } "give up {seat}'s {kind} die"
        "Give up a die of this owner (seats clockwise) and kind, for good or for another one.";
    RemoveCopyToken { district: DistrictOffset = district, } "remove a Copy Token from {district}"
        "Spend the whole die: remove a Copy Token so many districts clockwise.";
    TakeShield { shield: Shield = shield, district: DistrictOffset = district, } "take a {shield} Shield of {district}"
        "Kidnap: take a Shield of this colour so many districts clockwise.";
    TakeBoss "take {boss}"
        "Kidnap: take the boss.";
    Symbol { symbol: Symbol = symbol, } "choose {symbol}"
        "Choose this symbol.";
    Tradecraft { symbol: Symbol = symbol, } "{ability}: one more {symbol}"
        "Tradecraft: the open die has one more of this symbol.";
    ChangeSymbol { from: Symbol = symbol, to: Symbol = symbol, } "change {from} into {to}"
        "Utility Tool: one symbol of the open die becomes another.";
    DemolitionsAdd "{ability}: save a token"
        "Demolitions: put a token on the card.";
    DemolitionsRemove { count: TokenCount = tokens, } "{ability}: use {count} of the tokens ({attacks} attack)"
        "Demolitions: take so many tokens off the card and attack.";
    Kind { kind: DieKind = kind, } "take {a_kind} die"
        "Take a die of this kind.";
    NameCard { card: EquipmentId = card, } "let {card} be stolen"
        "Name this Equipment card: it is stolen, sold, or does not work this round.";
    Marker { district: DistrictOffset = district, } "{lower} {district}"
        "Spend a symbol: lower the city's marker so many districts clockwise.";
    Exchange "exchange the die on the card of {here}"
        "Spend the whole die: get the symbols of the card on the own district's board.";
    Aid { card: AidIx = aid, } "use the Dawnslight card ({aid})"
        "Use or keep a Dawnslight card of this kind, or spend it on a Move.";
}

impl Block {
    /// How many ids it has.
    pub const fn len(self) -> usize {
        Self::LENGTHS[self as usize]
    }
    /// Whether it has no id; never true.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// Its first id.
    pub const fn start(self) -> usize {
        let (mut sum, mut i) = (0, 0);
        while i < self as usize {
            sum += Self::LENGTHS[i];
            i += 1;
        }
        sum
    }
    /// What its actions point at, and the number of the first of these: `(District, 1)` for districts that begin
    /// with the next one clockwise.
    pub const fn points_at(self) -> (Answer, u8) {
        Self::NAMED[self as usize]
    }
}

impl Action {
    /// The number of what it points at, if that is an `answer`.
    fn pointed(self, answer: Answer) -> Option<u8> {
        let block = self.block();
        let (names, first) = block.points_at();
        let place = try_encode(self)? - block.start();
        (names == answer).then_some(place as u8 + first)
    }
    /// The district that it points at.
    pub fn district(self) -> Option<DistrictOffset> {
        self.pointed(Answer::District).map(DistrictOffset)
    }
    /// The Reckoner that it points at.
    pub fn seat(self) -> Option<SeatOffset> {
        self.pointed(Answer::Seat).map(SeatOffset)
    }
}

/// How many ids there are.
pub const ACTION_COUNT: usize = {
    let last = Block::ALL[Block::ALL.len() - 1];
    last.start() + last.len()
};

/// Every action, by id.
static ACTIONS: [Action; ACTION_COUNT] = {
    let mut actions = [Action::RollRest; ACTION_COUNT];
    let mut b = 0;
    while b < Block::ALL.len() {
        let block = Block::ALL[b];
        let mut place = 0;
        while place < block.len() {
            actions[block.start() + place] = block.action(place);
            place += 1;
        }
        b += 1;
    }
    actions
};

/// The action with this id, if there is one.
#[inline]
pub fn decode(id: usize) -> Option<Action> {
    ACTIONS.get(id).copied()
}

/// The id of an action.
///
/// # Panics
/// When a number in it is out of range, as no action of the rules has; [`try_encode`] says so instead.
pub const fn encode(action: Action) -> usize {
    try_encode(action).expect("the numbers of an action are in range")
}

/// 16 hexadecimal digits that change with any name, length or place of the table.
pub fn layout_hash() -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&ACTION_VERSION.to_le_bytes());
    for block in Block::ALL {
        hasher.update(format!("{}:{} ", block.name(), block.len()).as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MAX_SEATS;

    #[test]
    fn ids_tile_the_space_and_round_trip() {
        let mut next = 0;
        for block in Block::ALL {
            assert_eq!(block.start(), next, "{}", block.name());
            assert!(!block.is_empty());
            next += block.len();
        }
        assert_eq!(next, ACTION_COUNT);
        for id in 0..ACTION_COUNT {
            let action = decode(id).unwrap();
            assert_eq!(try_encode(action), Some(id));
            let block = action.block();
            assert!((block.start()..block.start() + block.len()).contains(&id));
        }
        assert_eq!(decode(ACTION_COUNT), None);
    }

    #[test]
    fn actions_point_at_one_district_or_one_reckoner() {
        let (district, seat) = (DistrictOffset(3), SeatOffset(2));
        let kind = DieKind::Blue;
        assert_eq!(Action::Move { district }.district(), Some(district));
        assert_eq!(Action::Focus { seat }.seat(), Some(seat));
        assert_eq!(Action::Receive { seat }.seat(), Some(seat));
        assert_eq!(Action::Receive { seat }.district(), None);
        // A die of somebody is a die first.
        assert_eq!(Action::BuyBack { seat, kind }.seat(), None);
    }

    #[test]
    fn numbers_out_of_range_have_no_id() {
        let nobody = SeatOffset(MAX_SEATS as u8);
        assert_eq!(try_encode(Action::GiveToken { seat: nobody }), None);
        assert_eq!(
            try_encode(Action::Focus {
                seat: SeatOffset(0)
            }),
            None
        );
        let here = DistrictOffset(0);
        assert_eq!(try_encode(Action::Move { district: here }), None);
    }
}
