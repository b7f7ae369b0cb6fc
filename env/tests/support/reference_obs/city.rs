//! The sections of bosses, cities and variants a second time, slowly; a part of the reference.

use reckoners_env::Game;
use reckoners_env::cards::{Benefit, BoardCard, Boards, Catalog, Cell, Deed, Reach, Side, Verb};
use reckoners_env::ids::{Adjustment, Effect, Symbol, Track};
use reckoners_env::state::{Now, Seat, Spot};

/// What the city does, in the order of `city.acts`.
pub(super) const ACTS: usize = 9;

pub(super) fn kind_of(verb: Verb) -> usize {
    match verb {
        Verb::Population => 0,
        Verb::AddEnforcement => 1,
        Verb::Barricade | Verb::Repel => 2,
        Verb::Fortify | Verb::FortifyBoss => 3,
        Verb::Base => 4,
        Verb::AttackMoney | Verb::AttackPlan | Verb::Steal => 5,
        Verb::Dawnslight => 6,
        Verb::Affect(_) | Verb::AffectAll(_) => 7,
        _ => 8,
    }
}

fn acts<'a>(cells: impl Iterator<Item = &'a Cell>) -> Vec<f32> {
    let mut all = vec![0.0; ACTS];
    for cell in cells {
        for deed in cell.deeds() {
            let places = if deed.reach == Reach::Neighbours {
                2
            } else {
                1
            };
            all[kind_of(deed.verb)] += f32::from(places * deed.times);
        }
    }
    all
}

fn board_card<'a>(cards: &'a Catalog, game: &Game, index: usize) -> Option<&'a BoardCard> {
    let board = game.districts[index].board?;
    let city = &cards.cities[game.ruleset.city as usize];
    let sides = city.boards[board.ix()].cards.as_ref()?;
    match game.ruleset.city_cards.side(board)? {
        Side::A => Some(&sides[0]),
        Side::B => Some(&sides[1]),
    }
}

/// A field of `city` for the district with this index.
pub(super) fn city(cards: &Catalog, game: &Game, index: Option<usize>, field: &str) -> Vec<f32> {
    let len = match field {
        "acts" | "soon" => ACTS,
        "gives" | "cost" => Symbol::COUNT,
        "benefit" => 4,
        _ => 1,
    };
    let nothing = vec![0.0; len];
    let Some(index) = index else { return nothing };
    let district = &game.districts[index];
    let Some(board) = district.board else {
        return nothing;
    };
    let city = &cards.cities[game.ruleset.city as usize];
    let track = &city.boards[board.ix()].track;
    let marker = usize::from(district.marker);
    let has_markers = city.researched().is_some() || city.moving().is_some();
    let card = board_card(cards, game, index);
    let below = |spaces: usize| acts((0..spaces.min(marker)).map(|n| &track[marker - 1 - n]));
    match field {
        "marker" => vec![marker as f32],
        "bottom" => vec![f32::from(u8::from(has_markers && marker == 0))],
        "away" if city.moving().is_some() && game.city.passed.is_somewhere() => {
            let count = usize::from(game.seat_count) + 1;
            let steps = (1..=count).find(|n| (game.city.passed.ix() + n) % count == index);
            vec![steps.unwrap() as f32]
        }
        "acts" if city.researched().is_some() => below(1),
        "soon" if city.researched().is_some() => below(3),
        "acts" if city.moving().is_some() => acts(track[1..=marker].iter()),
        "acts" => card.map_or(nothing, |card| {
            let mut all = vec![0.0; ACTS];
            all[kind_of(card.action.verb)] = f32::from(card.action.times);
            if card.action.reach == Reach::Neighbours {
                all[kind_of(card.action.verb)] *= 2.0;
            }
            all
        }),
        "benefit" => card.map_or(nothing, |card| {
            let kind = match card.benefit {
                Benefit::OnDefeat(_) => 0,
                Benefit::OnWeaken(_) => 1,
                Benefit::Exchange { .. } => 2,
                Benefit::Reach(_) => 3,
            };
            (0..4).map(|n| f32::from(u8::from(n == kind))).collect()
        }),
        "gives" => card.map_or(nothing, |card| match card.benefit {
            Benefit::OnDefeat(gives)
            | Benefit::OnWeaken(gives)
            | Benefit::Exchange { gives, .. } => gives.0.map(f32::from).to_vec(),
            Benefit::Reach(mask) => Symbol::ALL
                .map(|symbol| f32::from(u8::from(mask.has(symbol))))
                .to_vec(),
        }),
        "cost" => card.map_or(nothing, |card| match card.benefit {
            Benefit::Exchange { cost, .. } => Symbol::ALL
                .map(|symbol| f32::from(u8::from(symbol == cost)))
                .to_vec(),
            _ => vec![0.0; len],
        }),
        "exchanged" => vec![f32::from(game.city.exchanged >> index & 1)],
        _ => nothing,
    }
}

/// A field of `weakened` for a Reckoner.
pub(super) fn weakened(game: &Game, seat: Option<&Seat>, field: &str) -> Vec<f32> {
    let flags = |has: &dyn Fn(Effect) -> bool| Effect::ALL.map(|e| f32::from(u8::from(has(e))));
    let count = |n: usize| vec![n as f32];
    match (field, seat) {
        ("effects" | "coming", None) => vec![0.0; Effect::COUNT],
        (_, None) => vec![0.0],
        ("effects", Some(seat)) => flags(&|e| seat.effects.has(e)).to_vec(),
        ("coming", Some(seat)) => flags(&|e| seat.coming.has(e)).to_vec(),
        ("disabled", Some(seat)) => count(seat.cards.and(game.marks.disabled).iter().count()),
        ("aside", Some(seat)) => count(seat.dice.iter().filter(|d| d.spot == Spot::Aside).count()),
        ("aids", Some(seat)) => count(seat.aids.iter().map(|n| usize::from(*n)).sum()),
        _ => panic!("weakened.{field}"),
    }
}

/// A field of `variants`.
pub(super) fn variants(cards: &Catalog, game: &Game, me: &Seat, field: &str) -> Vec<f32> {
    let one_hot = |len: usize, on: &dyn Fn(usize) -> bool| -> Vec<f32> {
        (0..len).map(|n| f32::from(u8::from(on(n)))).collect()
    };
    match field {
        "token" => vec![match game.ruleset.adjustment {
            Adjustment::None | Adjustment::Casual => 0.0,
            Adjustment::One => 1.0,
            Adjustment::Two => 2.0,
            Adjustment::Three => 3.0,
            Adjustment::Four => 4.0,
        }],
        "casual" => one_hot(1, &|_| game.ruleset.adjustment == Adjustment::Casual),
        "cards" => one_hot(1, &|_| !game.ruleset.city_cards.is_none()),
        // In the other games nothing asks for it.
        "defeated_now" if !game.ruleset.is_merged() => vec![0.0],
        "defeated_now" => vec![f32::from(game.defeated_now)],
        "aids" => me.aids.map(f32::from).to_vec(),
        "drawn" => one_hot(7, &|n| match game.now {
            Now::KeepAid { pair, .. } => pair.iter().any(|card| card.ix() == n),
            Now::GiveAid { card, .. } => card.ix() == n,
            _ => false,
        }),
        "suffered" => one_hot(Effect::COUNT, &|n| match game.now {
            Now::Suffer { effect, .. } => effect as usize == n,
            _ => false,
        }),
        "boss_cards" => {
            let boss = &cards.bosses[game.ruleset.boss as usize];
            let left = |effect: Effect| {
                let with = boss.cards.iter().zip(game.boss.cards);
                let with = with.filter(|(card, _)| card.effects.contains(&effect));
                with.map(|(_, left)| f32::from(left)).sum::<f32>()
            };
            Effect::ALL.map(left).to_vec()
        }
        _ => panic!("variants.{field}"),
    }
}

/// Places in which a deed of the boss happens; nobody is placed on the board on which he is looked at.
fn places(game: &Game, deed: &Deed) -> u32 {
    match deed.reach {
        Reach::Here | Reach::Clockwise | Reach::CounterClockwise => 1,
        Reach::Neighbours => 2,
        Reach::Everywhere => u32::from(game.seat_count) + 1,
        Reach::Reckoners => 0,
    }
}

/// How often a boss other than the first does something in his activation; rounded for each table.
pub(super) fn boss_does(cards: &Catalog, game: &Game, verb: Verb) -> u32 {
    let boss = &cards.bosses[game.ruleset.boss as usize];
    let sheet = &boss.sheets[usize::from(game.seat_count) - 2][game.ruleset.difficulty as usize];
    let same = |deed: &Deed| {
        let both = matches!((verb, deed.verb), (Verb::Barricade, Verb::Repel))
            || matches!((verb, deed.verb), (Verb::Population, Verb::PopulationBy(_)));
        deed.verb == verb || both
    };
    let times = |deed: Deed| {
        if same(&deed) {
            places(game, &deed) * u32::from(deed.times)
        } else {
            0
        }
    };
    let of_track = |track: Track| {
        let bracket = game.boss.brackets[track as usize];
        match &sheet.boards {
            Boards::Tracks(tracks) => {
                let fired = &tracks[track as usize].deeds()[..usize::from(bracket)];
                fired.iter().map(|deed| times(*deed)).sum::<u32>()
            }
            Boards::Tables(tables) => {
                let rows = boss.power.as_ref().unwrap().rows;
                let cells = rows.map(|row| tables.cell(track, row, bracket));
                let sum: u32 = cells
                    .iter()
                    .flat_map(reckoners_env::cards::Cell::deeds)
                    .map(times)
                    .sum();
                (sum + 3) / 6
            }
        }
    };
    Track::ALL.map(of_track).iter().sum()
}

/// Research and health with which the boss begins.
pub(super) fn boss_start(cards: &Catalog, game: &Game) -> (u16, u16) {
    let difficulty = game.ruleset.difficulty as usize;
    let page = |boss: usize| {
        let values = cards.bosses[boss].sheets[usize::from(game.seat_count) - 2][difficulty].values;
        (values.research, values.health)
    };
    let city = &cards.cities[game.ruleset.city as usize];
    match (city.researched(), city.moving()) {
        (Some(own), _) => {
            let districts = u16::from(game.seat_count) + 1;
            let research = u16::from(own.start[difficulty]) * districts;
            (research, own.health[difficulty])
        }
        (None, Some(_)) => page(2),
        (None, None) => page(0),
    }
}
