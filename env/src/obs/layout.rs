//! The layout of an observation: one table of sections and fields. Offsets, documentation, names
//! and the layout's hash all come from it.

use crate::cards::{EPIC_COUNT, EQUIPMENT_COUNT};
use crate::decision::Decision;
use crate::ids::{
    BossKind, CityKind, DieKind, Difficulty, Effect, FACES, MAX_AIDS, MAX_DISTRICTS, MAX_SEATS,
    Module, Reckoner, Symbol, Track,
};
use crate::state::Gift;

/// Changes whenever a number changes its place or its meaning.
pub const OBS_VERSION: u32 = 5;

/// Kinds and faces of dice.
pub(super) const DICE: usize = DieKind::COUNT * FACES;
/// Kinds of things that a city does, as `city.acts` counts them.
pub(super) const ACTS: usize = 9;
/// Scale of what is there or not.
const FLAG: f32 = 1.0;
/// Scale of what is a share already.
const SHARE: f32 = 1.0;

/// A named run of numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// How many numbers it has.
    pub len: usize,
    /// The count that is shown as 1; larger ones are too.
    pub most: f32,
    /// What they mean.
    pub meaning: &'static str,
}

/// A named group of fields, repeated for each seat or district.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    ($($section:ident[$count:expr], $about:literal { $($field:ident: $len:expr, $most:expr, $text:literal;)+ })+) => {
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
                    most: $most,
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

/// Rounds from which the flags of `turn.late` are set.
pub const LATE: [u16; 4] = [4, 8, 12, 20];
/// Populations up to which the flags of `turn.few` are set.
pub const FEW: [u16; 5] = [3, 6, 10, 15, 22];
/// Sums from which the flags of `turn.can_pay` are set.
pub const PRICES: [u16; 5] = [2, 3, 4, 5, 6];

sections! {
    turn[1], "The decision and the team's common things." {
        decision: Decision::COUNT, FLAG, "What is to be decided, one-hot in the order below.";
        prologue: 1, FLAG, "Whether the game is in its prologue.";
        focused: 1, FLAG, "Whether the decision was just handed over and may not be handed on.";
        round: 1, 50.0, "Round.";
        late: LATE.len(), FLAG, "Whether the round is at least 4, 8, 12, 20.";
        difficulty: Difficulty::COUNT, FLAG, "Difficulty, one-hot.";
        seats: MAX_SEATS - 1, FLAG, "Number of Reckoners, one-hot from 2.";
        money: 1, 20.0, "Money.";
        can_pay: PRICES.len(), FLAG, "Whether the money is at least 2, 3, 4, 5, 6.";
        population: 1, 40.0, "Population.";
        few: FEW.len(), FLAG, "Whether the population is at most 3, 6, 10, 15, 22.";
        base: 1, 4.0, "Holes of the base marker below the top.";
        base_next: 1, FLAG, "Whether the next discovery costs a die.";
        tokens_left: 1, 20.0, "Plan Tokens in the supply.";
        no_tokens: 1, FLAG, "Whether the supply has no Plan Token.";
        enforcement_left: 1, 25.0, "Enforcement in the box.";
        no_enforcement: 1, FLAG, "Whether the box has no Enforcement.";
        barricades_left: 1, 8.0, "Barricades in the box.";
        no_barricades: 1, FLAG, "Whether the box has no Barricade.";
        epic_deck: 1, 39.0, "Epics in the deck.";
        defeated: 1, 39.0, "Defeated Epics.";
        equipment_deck: 1, 53.0, "Equipment in the deck.";
        team_symbols: Symbol::COUNT, 24.0, "Symbols of all dice of the team that are kept or undecided.";
    }
    forecast[1], "The coming Epic phase if nothing changed, without what boosts, shortages, newly dealt Epics and what counts or copies add." {
        population: 1, 20.0, "Population lost.";
        share: 1, SHARE, "Population lost as a share of what is left.";
        fatal: 1, FLAG, "Whether that ends the game.";
        enforcement: 1, 12.0, "Enforcement that comes.";
    }
    me[1], "The Reckoner who decides." {
        reckoner: Reckoner::COUNT, FLAG, "Who it is, one-hot.";
        ability_spent: 1, FLAG, "Whether the ability was used this round.";
        tokens: 1, 5.0, "Plan Tokens in the tray.";
        any_token: 1, FLAG, "Whether there is a Plan Token in the tray.";
        fresh_tokens: 1, 5.0, "Plan Tokens gained by dice this round.";
        rolls: 3, FLAG, "Rolls made this round, one-hot from 1.";
        kept_now: 1, FLAG, "Whether a die of this roll was kept.";
        dice: DieKind::COUNT, 4.0, "Dice owned, by kind.";
        lost: DieKind::COUNT, 2.0, "Dice lost to discovered bases, by kind.";
        rolled: DICE, 3.0, "Undecided dice by kind and face.";
        kept: DICE, 3.0, "Dice kept or still to be used, by kind and face.";
        rolled_symbols: Symbol::COUNT, 8.0, "Symbols of the undecided dice.";
        kept_symbols: Symbol::COUNT, 8.0, "Symbols of the kept dice.";
        cards: EQUIPMENT_COUNT, 2.0, "Equipment owned: 1, or 0.5 when used this round, resting or disabled.";
        resting: 1, 4.0, "Equipment that came back and rests until the next round.";
        waiting: 1, 2.0, "Equipment that waits for its second payment.";
        demolitions: 1, 3.0, "Demolitions Tokens on the ability card.";
    }
    open[1], "The die, token or card in use." {
        symbols: Symbol::COUNT, 4.0, "Symbols left.";
        acts_as: Symbol::COUNT, FLAG, "Symbols it can be spent as.";
        whole: 1, FLAG, "Whether nothing of it was spent.";
        anywhere: 1, FLAG, "Whether it reaches every district.";
        is_move: 1, FLAG, "Whether it is a granted Move.";
        of_token: 1, FLAG, "Whether a Plan Token opened it.";
        after_move: 1, FLAG, "Whether a Move earned it, so that it cannot Move.";
        place: MAX_DISTRICTS, FLAG, "The one district it is about, clockwise: that of an any-district card once fixed, of a kidnapping, a theft, a Move to pay, an Aid, a card.";
        gift: Gift::COUNT, FLAG, "Which gift is given, one-hot: Move, a used die, rerolls.";
        change_kind: DieKind::COUNT, FLAG, "Kind of the die to change (Improvise, Herman, Rtich) or to lose, one-hot.";
        change_face: FACES, FLAG, "Improvise: face of the die to change, one-hot.";
        faith: DieKind::COUNT, 4.0, "Faith: dice chosen so far, by kind.";
    }
    others[MAX_SEATS - 1], "The other Reckoners, clockwise from the next seat; zeros where there is none." {
        present: 1, FLAG, "Whether the seat is taken.";
        reckoner: Reckoner::COUNT, FLAG, "Who it is, one-hot.";
        district: MAX_DISTRICTS, FLAG, "Where, clockwise from the deciding Reckoner, one-hot.";
        tokens: 1, 5.0, "Plan Tokens in the tray.";
        fresh_tokens: 1, 5.0, "Plan Tokens gained by dice this round.";
        active: 1, FLAG, "Whether there is still a die, token or card to decide on.";
        ability_spent: 1, FLAG, "Whether the ability was used this round.";
        rolls: 1, 3.0, "Rolls made this round.";
        undecided: 1, 9.0, "Undecided dice.";
        kept: 1, 9.0, "Dice kept or still to be used.";
        symbols: Symbol::COUNT, 8.0, "Symbols of these dice.";
        basic_dice: 1, 4.0, "Basic dice owned.";
        special_dice: 1, 6.0, "Other dice owned.";
        lost: 1, 3.0, "Dice lost.";
        cards: 1, 6.0, "Equipment owned.";
        ready_cards: 1, 4.0, "Free Equipment not yet used this round.";
        resting: 1, 4.0, "Equipment that came back and rests until the next round.";
        waiting: 1, 2.0, "Equipment that waits for its second payment.";
        demolitions: 1, 3.0, "Demolitions Tokens on the ability card.";
        owned: EQUIPMENT_COUNT, 2.0, "Equipment owned: 1, or 0.5 when used this round, resting or disabled.";
    }
    districts[MAX_DISTRICTS], "The districts, clockwise from the deciding Reckoner's (from the boss before that Reckoner is placed)." {
        boss: 1, FLAG, "Whether the boss is here.";
        sniper: 1, FLAG, "Whether the Sniper token is here.";
        reckoners: 1, 3.0, "Reckoners here.";
        epic: 1, FLAG, "Whether an Epic is here.";
        weakened: 1, FLAG, "Whether it is weakened.";
        research: 1, 5.0, "Its research.";
        health: 1, 10.0, "Its health; 1 when infinite.";
        infinite: 1, FLAG, "Whether it cannot be attacked.";
        weakened_health: 1, 10.0, "Its health once weakened.";
        bracket: 1, 7.0, "Actions left of its bracket.";
        room: 1, 7.0, "Spaces its bracket can still move right.";
        enforcement: 1, 6.0, "Enforcement here.";
        guarded: 1, FLAG, "Whether Enforcement is here.";
        barricades: 1, 3.0, "Barricades here.";
        blocked: 1, FLAG, "Whether a Barricade is here.";
        red_shields: 1, 4.0, "Red Shields here.";
        blue_shields: 1, 3.0, "Blue Shields here.";
        copy_tokens: 1, 4.0, "Copy Tokens here.";
        stolen: 1, 3.0, "Equipment under its Epic.";
        holds: 1, FLAG, "Whether its Epic lets no Reckoner Move away.";
        population: 1, 6.0, "Next activation: population lost.";
        saved: 1, 3.0, "Population that containing it by one space saves.";
        later: 1, 6.0, "Population lost in the activation after that, at its new bracket.";
        overflow: 1, 4.0, "Next activation: repeated final actions.";
        enforcement_in: 1, 4.0, "Next activation: Enforcement that comes here, gifts of the neighbours included.";
        barricades_in: 1, 3.0, "Next activation: Barricades that come here, gifts of the neighbours included.";
        fortify_in: 1, 3.0, "Next activation: times it is fortified, gifts of the neighbours included.";
        boosts: Track::COUNT, 3.0, "Next activation: times it boosts each of the boss's tracks.";
        base: 1, 2.0, "Next activation: holes the base marker falls.";
        reward_enforcement: 1, 3.0, "What defeating it pays: Enforcement.";
        reward_contain: 1, 3.0, "What defeating it pays: bracket spaces.";
        reward_plan: 1, 3.0, "What defeating it pays: Plan Tokens.";
        reward_money: 1, 5.0, "What defeating it pays: money.";
        reward_research: 1, 5.0, "What defeating it pays: research of the boss.";
        card: EPIC_COUNT, FLAG, "Which Epic card lies here, one-hot.";
    }
    boss[1], "The boss." {
        research: 1, 50.0, "Research left.";
        research_share: 1, SHARE, "Research left as a share of its start.";
        weakened: 1, FLAG, "Whether he is weakened.";
        health: 1, 50.0, "Health left.";
        health_share: 1, SHARE, "Health left as a share of its start.";
        brackets: Track::COUNT, SHARE, "Actions left of each bracket as a share of the most.";
        population: 1, 6.0, "Next activation: population lost.";
        enforcement: 1, 8.0, "Next activation: Enforcement he deploys.";
        barricades: 1, 6.0, "Next activation: Barricades he places.";
        fortify: 1, 3.0, "Next activation: times he fortifies himself.";
        base: 1, 2.0, "Next activation: holes the base marker falls.";
    }
    ruleset[1], "Which game is played." {
        boss: BossKind::COUNT, FLAG, "The boss, one-hot.";
        city: CityKind::COUNT, FLAG, "The city, one-hot.";
        modules: Module::COUNT, FLAG, "The modules of the expansion in play.";
    }
    variants[1], "Variants, and what the bosses and cities of the expansion bring." {
        token: 1, 4.0, "Population that the Difficulty Adjustment Token costs in each activation of the boss.";
        casual: 1, FLAG, "Whether the game is casual.";
        cards: 1, FLAG, "Whether cards lie on the district boards.";
        defeated_now: 1, 5.0, "Epics defeated this round.";
        aids: MAX_AIDS, 2.0, "Dawnslight cards of the deciding Reckoner, by kind.";
        drawn: MAX_AIDS, FLAG, "Dawnslight cards that are to be kept or given, by kind.";
        suffered: Effect::COUNT, FLAG, "The effect for which a Reckoner is to be named, one-hot.";
        boss_cards: Effect::COUNT, 2.0, "Cards left in the boss's deck with each effect.";
    }
    weakened[MAX_SEATS], "What attacks on the Reckoners do to each, clockwise from the one who decides." {
        effects: Effect::COUNT, FLAG, "Effects in force.";
        coming: Effect::COUNT, FLAG, "Effects that come with the next round.";
        disabled: 1, FLAG, "Whether an Equipment card does not work this round.";
        aside: 1, 2.0, "Dice laid aside for this round.";
        aids: 1, 4.0, "Dawnslight cards.";
    }
    city[MAX_DISTRICTS], "The boards of the city, in the order of the districts; zeros where nothing is printed on them." {
        marker: 1, 10.0, "Spaces of the marker above the bottom.";
        bottom: 1, FLAG, "Whether it is at the bottom.";
        away: 1, 7.0, "In a city that moves: districts from its board, counted from 1.";
        acts: ACTS, 3.0, "What the city does here next: as the marker goes one space down, as the city passes, or by the card. Counts of population, Enforcement, Barricades, fortified, base, money and cards taken, Dawnslight Aids, Reckoners weakened, other.";
        soon: ACTS, 3.0, "The same for the next three spaces of the marker.";
        benefit: 4, FLAG, "The benefit of the card, one-hot: on a defeat, on a weakening, an exchange, reach.";
        gives: Symbol::COUNT, 3.0, "The symbols that it gives or lets reach.";
        cost: Symbol::COUNT, FLAG, "The symbol that an exchange costs, one-hot.";
        exchanged: 1, FLAG, "Whether the exchange was used this round.";
    }
    market[1], "Equipment face up; while a bought card waits for its owner, that card alone." {
        cards: EQUIPMENT_COUNT, FLAG, "Whether the card is there.";
    }
    rewards[1], "Rewards not yet placed." {
        enforcement: 1, 4.0, "Enforcement to remove.";
        contain: 1, 4.0, "Bracket spaces.";
        plan: 1, 4.0, "Plan Tokens.";
        money: 1, 6.0, "Money.";
        boss_research: 1, 8.0, "Research of the boss.";
        research: 1, 4.0, "Research on any Epic or the boss.";
        attack: 1, 4.0, "Attacks on any Epic or the boss.";
    }
    tracks[Track::COUNT], "The boss's tracks, or his tables as the mean over the faces of their dice." {
        bracket: 1, 8.0, "Where the bracket stands.";
        room: 1, 8.0, "Spaces it can still move right.";
        acts: ACTS, 3.0, "What he does by this track, counted as in `city.acts`.";
        contained: ACTS, 3.0, "The same with the bracket one space further left.";
        boosted: ACTS, 3.0, "The same with the bracket one space further right, or after a boost that finds no space.";
    }
    faces[FACES], "The faces of the die to change (Improvise); zeros in every other decision." {
        symbols: Symbol::COUNT, 3.0, "What the face shows.";
    }
    printed[1], "What the box of this table says, where it is not on a card." {
        movement: 7, SHARE, "Share of the faces of the boss's movement die with 0, 1, ... 6 or more steps.";
        base_left: 1, 8.0, "Holes that the base marker can still fall before the next discovery costs a die.";
    }
}

/// For each number the factor from its count.
pub(super) const SCALE: [f32; OBS_LEN] = {
    let mut scale = [0.0; OBS_LEN];
    let mut s = 0;
    while s < SECTIONS.len() {
        let section = &SECTIONS[s];
        let (mut field, mut at) = (0, 0);
        while field < section.fields.len() {
            let Field { len, most, .. } = section.fields[field];
            let mut i = 0;
            while i < section.count * len {
                scale[section.start + i / len * section.stride + at + i % len] = 1.0 / most;
                i += 1;
            }
            at += len;
            field += 1;
        }
        s += 1;
    }
    scale
};

/// 16 hexadecimal digits that change with any name, length or place of the layout, and with any feature of what is
/// printed.
pub fn layout_hash() -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&OBS_VERSION.to_le_bytes());
    for section in SECTIONS {
        hasher.update(format!("{}[{}]", section.name, section.count).as_bytes());
        for field in section.fields {
            hasher.update(format!(" {}:{}:{}", field.name, field.len, field.most).as_bytes());
        }
    }
    hasher.update(super::features::features_hash().as_bytes());
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
