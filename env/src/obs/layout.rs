//! The layout of an observation: one table of sections and fields. Offsets, documentation, names
//! and the layout's hash all come from it.

use crate::cards::load::EQUIPMENT_COUNT;
use crate::ids::{DieKind, Difficulty, FACES, MAX_DISTRICTS, MAX_SEATS, Reckoner, Symbol, Track};

/// Changes whenever a number changes its place or its meaning.
pub const OBS_VERSION: u32 = 1;

const DICE: usize = DieKind::COUNT * FACES;

/// A named run of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// How many numbers it has.
    pub len: usize,
    /// What they mean.
    pub meaning: &'static str,
}

/// A named group of fields, repeated for each seat or district.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// How often the fields are repeated.
    pub count: usize,
    /// Index of its first number.
    pub start: usize,
    /// Numbers of one repetition.
    pub stride: usize,
    /// What it describes.
    pub meaning: &'static str,
    /// The fields of one repetition.
    pub fields: &'static [Field],
}

impl Section {
    /// How many numbers it has in all.
    pub const fn len(&self) -> usize {
        self.count * self.stride
    }
    /// Whether it has no number; never true.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

const fn sum(lengths: &[usize], until: usize) -> usize {
    let (mut total, mut i) = (0, 0);
    while i < until {
        total += lengths[i];
        i += 1;
    }
    total
}

macro_rules! sections {
    ($($section:ident[$count:expr], $about:literal { $($field:ident: $len:expr, $text:literal;)+ })+) => {
        /// The sections in order, as indices of [`SECTIONS`].
        #[allow(non_camel_case_types)]
        enum Order { $($section,)+ }

        const SIZES: &[usize] = &[$($count * $section::STRIDE,)+];

        /// How many numbers an observation has.
        pub const OBS_LEN: usize = sum(SIZES, SIZES.len());

        /// Every section, in order.
        pub const SECTIONS: &[Section] = &[$(Section {
            name: stringify!($section),
            count: $count,
            start: $section::START,
            stride: $section::STRIDE,
            meaning: $about,
            fields: $section::FIELDS,
        },)+];

        $(
            #[doc = $about]
            #[allow(non_upper_case_globals, dead_code)]
            pub(super) mod $section {
                use super::*;

                #[allow(non_camel_case_types)]
                enum Order { $($field,)+ }
                const LENGTHS: &[usize] = &[$($len,)+];
                pub(in super::super) const START: usize = sum(SIZES, super::Order::$section as usize);
                pub(in super::super) const STRIDE: usize = sum(LENGTHS, LENGTHS.len());
                pub(super) const FIELDS: &[Field] = &[$(Field {
                    name: stringify!($field),
                    len: $len,
                    meaning: $text,
                },)+];
                $(
                    #[doc = $text]
                    pub(in super::super) const $field: usize = START + sum(LENGTHS, Order::$field as usize);
                )+
            }
        )+
    };
}

/// Kinds of decision, in the order of the field `turn.decision`.
pub const DECISIONS: [&str; 10] = [
    "place", "keep", "faith", "use", "set-face", "spend", "reward", "buy", "receive", "lose-die",
];

/// Rounds from which the flags of `turn.late` are set.
pub const LATE: [u16; 4] = [4, 8, 12, 20];
/// Populations up to which the flags of `turn.few` are set.
pub const FEW: [u16; 5] = [3, 6, 10, 15, 22];
/// Sums from which the flags of `turn.can_pay` are set.
pub const PRICES: [u16; 5] = [2, 3, 4, 5, 6];

sections! {
    turn[1], "The decision and the team's common things." {
        decision: DECISIONS.len(), "What is to be decided, one-hot: place, keep, faith, use, set-face, spend, reward, buy, receive, lose-die.";
        prologue: 1, "Whether the game is in its prologue.";
        focused: 1, "Whether the decision was just handed over and may not be handed on.";
        round: 1, "Round / 50.";
        late: LATE.len(), "Whether the round is at least 4, 8, 12, 20.";
        difficulty: Difficulty::COUNT, "Difficulty, one-hot.";
        seats: MAX_SEATS - 1, "Number of Reckoners, one-hot from 2.";
        money: 1, "Money / 20.";
        can_pay: PRICES.len(), "Whether the money is at least 2, 3, 4, 5, 6.";
        population: 1, "Population / 40.";
        few: FEW.len(), "Whether the population is at most 3, 6, 10, 15, 22.";
        base: 1, "Holes of the base marker below the top / 4.";
        base_next: 1, "Whether the next discovery costs a die.";
        tokens_left: 1, "Plan Tokens in the supply / 20.";
        no_tokens: 1, "Whether the supply has no Plan Token.";
        enforcement_left: 1, "Enforcement in the box / 25.";
        no_enforcement: 1, "Whether the box has no Enforcement.";
        barricades_left: 1, "Barricades in the box / 8.";
        no_barricades: 1, "Whether the box has no Barricade.";
        epic_deck: 1, "Epics in the deck as a share of all.";
        defeated: 1, "Defeated Epics as a share of all.";
        equipment_deck: 1, "Equipment in the deck as a share of all.";
        team_symbols: Symbol::COUNT, "Symbols of all dice of the team that are kept or undecided / 24.";
    }
    forecast[1], "The coming Epic phase if nothing changed, without what boosts, shortages and newly dealt Epics add." {
        population: 1, "Population lost / 20.";
        share: 1, "Population lost as a share of what is left.";
        fatal: 1, "Whether that ends the game.";
        enforcement: 1, "Enforcement that comes / 12.";
    }
    me[1], "The Reckoner who decides." {
        reckoner: Reckoner::COUNT, "Who it is, one-hot.";
        ability_spent: 1, "Whether the ability was used this round.";
        tokens: 1, "Plan Tokens in the tray / 5.";
        any_token: 1, "Whether there is a Plan Token in the tray.";
        fresh_tokens: 1, "Plan Tokens gained by dice this round / 5.";
        rolls: 3, "Rolls made this round, one-hot from 1.";
        kept_now: 1, "Whether a die of this roll was kept.";
        dice: DieKind::COUNT, "Dice owned, by kind / 4.";
        lost: DieKind::COUNT, "Dice lost to discovered bases, by kind / 2.";
        rolled: DICE, "Undecided dice by kind and face / 3.";
        kept: DICE, "Dice kept or still to be used, by kind and face / 3.";
        rolled_symbols: Symbol::COUNT, "Symbols of the undecided dice / 8.";
        kept_symbols: Symbol::COUNT, "Symbols of the kept dice / 8.";
        cards: EQUIPMENT_COUNT, "Equipment owned: 1, or 0.5 when used this round.";
    }
    open[1], "The die, token or card in use." {
        symbols: Symbol::COUNT, "Symbols left / 4.";
        acts_as: Symbol::COUNT, "Symbols it can be spent as.";
        whole: 1, "Whether nothing of it was spent.";
        anywhere: 1, "Whether it reaches every district.";
        is_move: 1, "Whether it is a granted Move.";
        change_kind: DieKind::COUNT, "Improvise: kind of the die to change, one-hot.";
        change_face: FACES, "Improvise: face of the die to change, one-hot.";
        faith: DieKind::COUNT, "Faith: dice chosen so far, by kind / 4.";
    }
    others[MAX_SEATS - 1], "The other Reckoners, clockwise from the next seat; zeros where there is none." {
        present: 1, "Whether the seat is taken.";
        reckoner: Reckoner::COUNT, "Who it is, one-hot.";
        district: MAX_DISTRICTS, "Where, clockwise from the deciding Reckoner, one-hot.";
        tokens: 1, "Plan Tokens in the tray / 5.";
        fresh_tokens: 1, "Plan Tokens gained by dice this round / 5.";
        active: 1, "Whether there is still a die, token or card to decide on.";
        ability_spent: 1, "Whether the ability was used this round.";
        rolls: 1, "Rolls made this round / 3.";
        undecided: 1, "Undecided dice / 9.";
        kept: 1, "Dice kept or still to be used / 9.";
        symbols: Symbol::COUNT, "Symbols of these dice / 8.";
        basic_dice: 1, "Basic dice owned / 4.";
        special_dice: 1, "Other dice owned / 6.";
        lost: 1, "Dice lost / 3.";
        cards: 1, "Equipment owned / 6.";
        ready_cards: 1, "Free Equipment not yet used this round / 4.";
    }
    districts[MAX_DISTRICTS], "The districts, clockwise from the deciding Reckoner's (from the boss before that Reckoner is placed)." {
        boss: 1, "Whether the boss is here.";
        sniper: 1, "Whether the Sniper token is here.";
        reckoners: 1, "Reckoners here / 3.";
        epic: 1, "Whether an Epic is here.";
        weakened: 1, "Whether it is weakened.";
        research: 1, "Its research / 5.";
        health: 1, "Its health / 10; 1 when infinite.";
        infinite: 1, "Whether it cannot be attacked.";
        weakened_health: 1, "Its health once weakened / 10.";
        bracket: 1, "Actions left of its bracket / 7.";
        room: 1, "Spaces its bracket can still move right / 7.";
        enforcement: 1, "Enforcement here / 6.";
        guarded: 1, "Whether Enforcement is here.";
        barricades: 1, "Barricades here / 3.";
        blocked: 1, "Whether a Barricade is here.";
        population: 1, "Next activation: population lost / 6.";
        saved: 1, "Population that containing it by one space saves / 3.";
        later: 1, "Population lost in the activation after that, at its new bracket / 6.";
        overflow: 1, "Next activation: repeated final actions / 4.";
        enforcement_in: 1, "Next activation: Enforcement that comes here, gifts of the neighbours included / 4.";
        barricades_in: 1, "Next activation: Barricades that come here, gifts of the neighbours included / 3.";
        fortify_in: 1, "Next activation: times it is fortified, gifts of the neighbours included / 3.";
        boosts: Track::COUNT, "Next activation: times it boosts each of the boss's tracks / 3.";
        base: 1, "Next activation: holes the base marker falls / 2.";
        reward: 5, "What defeating it pays: Enforcement / 3, contain / 3, Plan Tokens / 3, money / 5, boss research / 5.";
    }
    boss[1], "The boss." {
        research: 1, "Research left / 50.";
        research_share: 1, "Research left as a share of its start.";
        weakened: 1, "Whether he is weakened.";
        health: 1, "Health left / 50.";
        health_share: 1, "Health left as a share of its start.";
        brackets: Track::COUNT, "Actions left of each bracket as a share of the most.";
        population: 1, "Next activation: population lost / 6.";
        enforcement: 1, "Next activation: Enforcement he deploys / 8.";
        barricades: 1, "Next activation: Barricades he places / 6.";
        fortify: 1, "Next activation: times he fortifies himself / 3.";
        base: 1, "Next activation: holes the base marker falls / 2.";
    }
    market[1], "Equipment face up; while a bought card waits for its owner, that card alone." {
        cards: EQUIPMENT_COUNT, "Whether the card is there.";
    }
    rewards[1], "Rewards not yet placed." {
        pool: 5, "Enforcement / 4, contain / 4, Plan Tokens / 4, money / 6, boss research / 8.";
    }
}

/// 16 hexadecimal digits that change with any name, length or place of the layout.
pub fn layout_hash() -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&OBS_VERSION.to_le_bytes());
    for section in SECTIONS {
        hasher.update(format!("{}[{}]", section.name, section.count).as_bytes());
        for field in section.fields {
            hasher.update(format!(" {}:{}", field.name, field.len).as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The name of one number, such as `districts[3].enforcement`; `None` past the end.
pub fn describe_index(index: usize) -> Option<String> {
    let section = SECTIONS
        .iter()
        .find(|s| (s.start..s.start + s.len()).contains(&index))?;
    let (repetition, mut rest) = (
        (index - section.start) / section.stride,
        (index - section.start) % section.stride,
    );
    for field in section.fields {
        if rest < field.len {
            let repeated = if section.count > 1 {
                format!("[{repetition}]")
            } else {
                String::new()
            };
            let part = if field.len > 1 {
                format!("[{rest}]")
            } else {
                String::new()
            };
            return Some(format!("{}{repeated}.{}{part}", section.name, field.name));
        }
        rest -= field.len;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_tile_the_vector_and_every_number_has_its_own_name() {
        let mut next = 0;
        for section in SECTIONS {
            assert_eq!(section.start, next, "{}", section.name);
            assert_eq!(
                section.stride,
                section.fields.iter().map(|f| f.len).sum::<usize>()
            );
            assert!(!section.is_empty());
            next += section.len();
        }
        assert_eq!(next, OBS_LEN);
        let names: std::collections::BTreeSet<_> =
            (0..OBS_LEN).map(|i| describe_index(i).unwrap()).collect();
        assert_eq!(names.len(), OBS_LEN);
        assert_eq!(describe_index(OBS_LEN), None);
        let third =
            districts::START + 3 * districts::STRIDE + districts::enforcement - districts::START;
        assert_eq!(
            describe_index(third).as_deref(),
            Some("districts[3].enforcement")
        );
    }
}
