//! Actions as integers. One table lists the blocks of ids; nothing else knows a number.

use super::Action;
use crate::cards::load::EQUIPMENT_COUNT;
use crate::ids::{DieKind, EquipmentId, FACES, MAX_DISTRICTS, MAX_SEATS, Symbol, Track};

/// Changes whenever an id changes its meaning.
pub const ACTION_VERSION: u32 = 1;

const DICE: usize = DieKind::COUNT * FACES;
const OWNED_DICE: usize = MAX_SEATS * DieKind::COUNT;
const OTHER_SEATS: usize = MAX_SEATS - 1;
const OTHER_DISTRICTS: usize = MAX_DISTRICTS - 1;

macro_rules! blocks {
    ($($(#[$meta:meta])* $name:ident = $len:expr, $text:literal;)+) => {
        /// A run of ids with one meaning and one parameter space.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Block { $(#[doc = $text] $name,)+ }

        impl Block {
            /// Every block, in id order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
            const LENGTHS: &'static [usize] = &[$($len,)+];
            /// How many ids it has.
            pub const fn len(self) -> usize { Self::LENGTHS[self as usize] }
            /// Whether it has no id; never true.
            pub const fn is_empty(self) -> bool { self.len() == 0 }
            /// Its first id.
            pub const fn start(self) -> usize {
                let (mut sum, mut i) = (0, 0);
                while i < self as usize { sum += Self::LENGTHS[i]; i += 1; }
                sum
            }
            /// What it means, for the documentation.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }
        }
    };
}

blocks! {
    Place = MAX_DISTRICTS, "Start in the district, counted from the boss.";
    Keep = DICE, "Keep one die of this kind and face.";
    RollRest = 1, "Reroll the dice not kept.";
    KeepAll = 1, "Keep the third roll, leaving Faith unused.";
    AbilityDie = DICE, "Choose a die of this kind and face for Faith or Improvise.";
    FaithRoll = 1, "Reroll the dice chosen for Faith.";
    Focus = OTHER_SEATS, "Hand the decision to the Reckoner so many seats clockwise.";
    Take = DICE, "Take a die of this kind and face to use it.";
    TakeToken = Symbol::COUNT, "Take a Plan Token as this symbol.";
    UseCard = EQUIPMENT_COUNT, "Use this Equipment card, free or paid with the whole open die.";
    UseAbility = 1, "Use the own ability card, paid with the whole open die.";
    SetFace = FACES, "Improvise: the chosen die shows this face.";
    Operations = OTHER_SEATS, "Operations: give a Plan Token to the Reckoner so many seats clockwise.";
    Sniper = OTHER_DISTRICTS, "Sniper: place the token so many districts clockwise.";
    EndDice = 1, "Done with dice, tokens and cards for this round.";
    Money = 1, "Spend a symbol: gain $1.";
    Enforcement = MAX_DISTRICTS, "Spend a symbol: remove one Enforcement so many districts clockwise.";
    ContainEpic = MAX_DISTRICTS, "Spend a symbol: contain the Epic so many districts clockwise.";
    ContainBoss = Track::COUNT, "Spend a symbol: contain this track of the boss.";
    ResearchEpic = MAX_DISTRICTS, "Spend a symbol: research the Epic so many districts clockwise.";
    ResearchBoss = 1, "Spend a symbol: research the boss.";
    AttackEpic = MAX_DISTRICTS, "Spend a symbol: attack the Epic so many districts clockwise.";
    AttackBoss = 1, "Spend a symbol: attack the boss.";
    Plan = 1, "Spend a symbol: gain a Plan Token.";
    Move = OTHER_DISTRICTS, "Spend the whole die: move so many districts clockwise.";
    RemoveBarricade = MAX_DISTRICTS, "Spend the whole die: remove a Barricade so many districts clockwise.";
    Forfeit = 1, "Let the remaining symbols lapse.";
    GiveToken = MAX_SEATS, "Reward: a Plan Token for the Reckoner so many seats clockwise.";
    Buy = EQUIPMENT_COUNT, "Buy this market card.";
    Receive = MAX_SEATS, "The Reckoner so many seats clockwise gets the bought card.";
    Refresh = 1, "Pay for a new market.";
    BuyBack = OWNED_DICE, "Pay for a lost die of this owner (seats clockwise) and kind.";
    DonePurchase = 1, "End the Purchase step.";
    LoseDie = OWNED_DICE, "Give up a die of this owner (seats clockwise) and kind.";
}

/// How many ids there are.
pub const ACTION_COUNT: usize = {
    let last = Block::ALL[Block::ALL.len() - 1];
    last.start() + last.len()
};

/// 16 hexadecimal digits that change with any name, length or place of the table.
pub fn layout_hash() -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&ACTION_VERSION.to_le_bytes());
    for block in Block::ALL {
        hasher.update(format!("{}:{} ", block.name(), block.len()).as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

const fn die(kind: DieKind, face: u8) -> usize {
    kind.index() * FACES + face as usize
}

const fn owned(seat: u8, kind: DieKind) -> usize {
    seat as usize * DieKind::COUNT + kind.index()
}

/// The id of an action.
pub const fn encode(action: Action) -> usize {
    let (block, index) = match action {
        Action::Place { district } => (Block::Place, district as usize),
        Action::Keep { kind, face } => (Block::Keep, die(kind, face)),
        Action::RollRest => (Block::RollRest, 0),
        Action::KeepAll => (Block::KeepAll, 0),
        Action::AbilityDie { kind, face } => (Block::AbilityDie, die(kind, face)),
        Action::FaithRoll => (Block::FaithRoll, 0),
        Action::Focus { seat } => (Block::Focus, seat as usize - 1),
        Action::Take { kind, face } => (Block::Take, die(kind, face)),
        Action::TakeToken { symbol } => (Block::TakeToken, symbol.index()),
        Action::UseCard { card } => (Block::UseCard, card.0 as usize),
        Action::UseAbility => (Block::UseAbility, 0),
        Action::SetFace { face } => (Block::SetFace, face as usize),
        Action::Operations { seat } => (Block::Operations, seat as usize - 1),
        Action::Sniper { district } => (Block::Sniper, district as usize - 1),
        Action::EndDice => (Block::EndDice, 0),
        Action::Money => (Block::Money, 0),
        Action::Enforcement { district } => (Block::Enforcement, district as usize),
        Action::ContainEpic { district } => (Block::ContainEpic, district as usize),
        Action::ContainBoss { track } => (Block::ContainBoss, track.index()),
        Action::ResearchEpic { district } => (Block::ResearchEpic, district as usize),
        Action::ResearchBoss => (Block::ResearchBoss, 0),
        Action::AttackEpic { district } => (Block::AttackEpic, district as usize),
        Action::AttackBoss => (Block::AttackBoss, 0),
        Action::Plan => (Block::Plan, 0),
        Action::Move { district } => (Block::Move, district as usize - 1),
        Action::RemoveBarricade { district } => (Block::RemoveBarricade, district as usize),
        Action::Forfeit => (Block::Forfeit, 0),
        Action::GiveToken { seat } => (Block::GiveToken, seat as usize),
        Action::Buy { card } => (Block::Buy, card.0 as usize),
        Action::Receive { seat } => (Block::Receive, seat as usize),
        Action::Refresh => (Block::Refresh, 0),
        Action::BuyBack { seat, kind } => (Block::BuyBack, owned(seat, kind)),
        Action::DonePurchase => (Block::DonePurchase, 0),
        Action::LoseDie { seat, kind } => (Block::LoseDie, owned(seat, kind)),
    };
    block.start() + index
}

/// For each id its block and the place in it.
const PLACES: [(Block, u8); ACTION_COUNT] = {
    let mut places = [(Block::Place, 0); ACTION_COUNT];
    let mut b = 0;
    while b < Block::ALL.len() {
        let block = Block::ALL[b];
        let mut i = 0;
        while i < block.len() {
            places[block.start() + i] = (block, i as u8);
            i += 1;
        }
        b += 1;
    }
    places
};

/// The action with this id, if there is one.
pub fn decode(id: usize) -> Option<Action> {
    let &(block, i) = PLACES.get(id)?;
    let die = || (DieKind::from_index(usize::from(i) / FACES), i % FACES as u8);
    let owned = || {
        (
            i / DieKind::COUNT as u8,
            DieKind::from_index(usize::from(i) % DieKind::COUNT),
        )
    };
    Some(match block {
        Block::Place => Action::Place { district: i },
        Block::Keep => {
            let (kind, face) = die();
            Action::Keep { kind, face }
        }
        Block::RollRest => Action::RollRest,
        Block::KeepAll => Action::KeepAll,
        Block::AbilityDie => {
            let (kind, face) = die();
            Action::AbilityDie { kind, face }
        }
        Block::FaithRoll => Action::FaithRoll,
        Block::Focus => Action::Focus { seat: i + 1 },
        Block::Take => {
            let (kind, face) = die();
            Action::Take { kind, face }
        }
        Block::TakeToken => Action::TakeToken {
            symbol: Symbol::from_index(usize::from(i)),
        },
        Block::UseCard => Action::UseCard {
            card: EquipmentId(i),
        },
        Block::UseAbility => Action::UseAbility,
        Block::SetFace => Action::SetFace { face: i },
        Block::Operations => Action::Operations { seat: i + 1 },
        Block::Sniper => Action::Sniper { district: i + 1 },
        Block::EndDice => Action::EndDice,
        Block::Money => Action::Money,
        Block::Enforcement => Action::Enforcement { district: i },
        Block::ContainEpic => Action::ContainEpic { district: i },
        Block::ContainBoss => Action::ContainBoss {
            track: Track::from_index(usize::from(i)),
        },
        Block::ResearchEpic => Action::ResearchEpic { district: i },
        Block::ResearchBoss => Action::ResearchBoss,
        Block::AttackEpic => Action::AttackEpic { district: i },
        Block::AttackBoss => Action::AttackBoss,
        Block::Plan => Action::Plan,
        Block::Move => Action::Move { district: i + 1 },
        Block::RemoveBarricade => Action::RemoveBarricade { district: i },
        Block::Forfeit => Action::Forfeit,
        Block::GiveToken => Action::GiveToken { seat: i },
        Block::Buy => Action::Buy {
            card: EquipmentId(i),
        },
        Block::Receive => Action::Receive { seat: i },
        Block::Refresh => Action::Refresh,
        Block::BuyBack => {
            let (seat, kind) = owned();
            Action::BuyBack { seat, kind }
        }
        Block::DonePurchase => Action::DonePurchase,
        Block::LoseDie => {
            let (seat, kind) = owned();
            Action::LoseDie { seat, kind }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(encode(decode(id).unwrap()), id);
        }
        assert_eq!(decode(ACTION_COUNT), None);
    }
}
