//! Component laws: true after every step of every game. Those of cities are in `city`, those of effects on Reckoners in
//! `effects`.

mod city;
mod effects;

use crate::cards::{Catalog, INFINITE};
use crate::ids::{
    CardSet, DieKind, DistrictIx, FaceIx, MAX_DISTRICTS, MAX_SEATS, Reckoner, SeatIx, Shield, Track,
};
use crate::state::agenda::Task;
use crate::state::board::District;
use crate::state::dice::Spot;
use crate::state::game::Game;
use crate::state::now::{Ending, Now, Step};
use crate::state::open::Span;
use crate::state::seat::Seat;

/// A broken law, with both sides of the equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// More Enforcement on the board than in the box.
    #[error("Enforcement: {on_board} on the board, {box_total} in the box")]
    Enforcement {
        /// On the board.
        on_board: u8,
        /// In the box.
        box_total: u8,
    },
    /// More Barricades on the board than in the box.
    #[error("Barricades: {on_board} on the board, {box_total} in the box")]
    Barricades {
        /// On the board.
        on_board: u8,
        /// In the box.
        box_total: u8,
    },
    /// More pieces in use than in the box.
    #[error("{what}: {on_board} in use, {box_total} in the box")]
    Pieces {
        /// Which.
        what: &'static str,
        /// In use.
        on_board: u8,
        /// In the box.
        box_total: u8,
    },
    /// Plan Tokens appeared or vanished.
    #[error("Plan Tokens: {found} found, {box_total} in the box")]
    PlanTokens {
        /// Supply, trays and beside them.
        found: u16,
        /// In the box.
        box_total: u8,
    },
    /// An Epic card is in two places or in none.
    #[error("Epic cards: places hold {found}, the box {expected}")]
    EpicCards {
        /// Cards found, each place counted.
        found: u32,
        /// Cards in the box.
        expected: u32,
    },
    /// An Equipment card is in two places or in none.
    #[error("Equipment cards: places hold {found}, the box {expected}")]
    EquipmentCards {
        /// Cards found, each place counted.
        found: u32,
        /// Cards in the box.
        expected: u32,
    },
    /// A card that nobody owns is marked as used, resting, half paid or disabled.
    #[error("there are marks on cards that no Reckoner owns")]
    Marked,
    /// More or fewer cards are disabled than the effects on a Reckoner say.
    #[error("seat {}: the disabled cards do not fit the effects", seat.0)]
    Disabled {
        /// The seat.
        seat: SeatIx,
    },
    /// More cards face up than the market has places.
    #[error("market: {found} cards, {places} places")]
    Market {
        /// Cards face up.
        found: u32,
        /// Places.
        places: u8,
    },
    /// A die lies where none can be in this step.
    #[error("dice of seat {}: {count} are {spot:?}, which does not fit {now:?}", seat.0)]
    Dice {
        /// The seat.
        seat: SeatIx,
        /// Where they lie.
        spot: Spot,
        /// How many.
        count: u8,
        /// What the game waits for.
        now: Now,
    },
    /// More dice of a colour than in the box.
    #[error("{kind} dice: {found} with the team, {box_total} in the box")]
    DieSupply {
        /// The kind.
        kind: DieKind,
        /// With the team, lost ones included.
        found: u8,
        /// In the box.
        box_total: u8,
    },
    /// A die shows a face that stands for another equal one.
    #[error("dice of seat {}, {kind}: face {} is not the first of its equals", seat.0, face.0)]
    FaceClass {
        /// The seat.
        seat: SeatIx,
        /// The kind.
        kind: DieKind,
        /// The face.
        face: FaceIx,
    },
    /// A district's Epic values are impossible.
    #[error(
        "district {}: bracket {bracket}, research {research}, health {health} cannot be",
        district.0
    )]
    EpicValues {
        /// The district.
        district: DistrictIx,
        /// Bracket.
        bracket: u8,
        /// Research.
        research: u8,
        /// Health.
        health: u8,
    },
    /// One of the boss's brackets is off its track.
    #[error("boss track {track}: bracket {bracket} of {last}")]
    BossBracket {
        /// The track.
        track: Track,
        /// The bracket.
        bracket: u8,
        /// Right-most position.
        last: u8,
    },
    /// A district's marker is off its track.
    #[error("district {}: marker {marker}, which starts at {start}", district.0)]
    Marker {
        /// The district.
        district: DistrictIx,
        /// The marker.
        marker: u8,
        /// Where it starts.
        start: u8,
    },
    /// The boss's values are impossible.
    #[error("boss: research {research}, health {health} cannot be")]
    BossValues {
        /// Research.
        research: u16,
        /// Health.
        health: u16,
    },
    /// The base marker is off its track.
    #[error("base marker: {base} below the top of a track of {length}")]
    BaseMarker {
        /// The marker.
        base: u8,
        /// Holes.
        length: u8,
    },
    /// A game without population goes on, or a game with population was lost.
    #[error("population {population} does not fit {now:?}")]
    Population {
        /// Population left.
        population: u16,
        /// What the game waits for.
        now: Now,
    },
    /// A seat or district index is out of range, or an absent one is not empty.
    #[error("{what} {index} is out of play")]
    OutOfPlay {
        /// What it is.
        what: &'static str,
        /// Which one.
        index: u8,
    },
    /// The step is not one in which the game can wait for this.
    #[error("the step {step:?} does not fit {now:?}")]
    Step {
        /// The step.
        step: Step,
        /// What the game waits for.
        now: Now,
    },
    /// A die is open in the wrong place.
    #[error("an open die does not fit {now:?}")]
    OpenDie {
        /// What the game waits for.
        now: Now,
    },
}

/// Checks every law.
pub fn check_laws(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    pieces(catalog, game)?;
    cards(catalog, game)?;
    dice(catalog, game)?;
    epics(catalog, game)?;
    city::check(catalog, game)?;
    effects::check(game)?;
    absent(game)?;
    flow(game)
}

fn pieces(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    let setup = &catalog.setup;
    let on_board = game.enforcement_on_board();
    if on_board > setup.enforcement {
        return Err(Violation::Enforcement {
            on_board,
            box_total: setup.enforcement,
        });
    }
    let on_board = game.barricades_on_board();
    if on_board > setup.barricades {
        return Err(Violation::Barricades {
            on_board,
            box_total: setup.barricades,
        });
    }
    for shield in Shield::ALL {
        let on_board = game.shields_on_board(shield);
        let box_total = catalog.pieces.shields[shield.index()];
        if on_board > box_total {
            return Err(Violation::Pieces {
                what: "Shields",
                on_board,
                box_total,
            });
        }
    }
    let on_board = game.copy_tokens_on_board();
    if on_board > catalog.pieces.copy_tokens {
        return Err(Violation::Pieces {
            what: "Copy Tokens",
            on_board,
            box_total: catalog.pieces.copy_tokens,
        });
    }
    let on_cards = game.team().iter().map(|s| s.demolitions).sum();
    if on_cards > catalog.pieces.demolitions_tokens {
        return Err(Violation::Pieces {
            what: "Demolitions Tokens",
            on_board: on_cards,
            box_total: catalog.pieces.demolitions_tokens,
        });
    }
    let with_team: u16 = game
        .team()
        .iter()
        .map(|s| u16::from(s.tokens) + u16::from(s.fresh_tokens))
        .sum();
    let found = with_team + u16::from(game.token_supply);
    if found != u16::from(setup.plan_tokens) {
        return Err(Violation::PlanTokens {
            found,
            box_total: setup.plan_tokens,
        });
    }
    if game.base >= setup.base_track {
        return Err(Violation::BaseMarker {
            base: game.base,
            length: setup.base_track,
        });
    }
    Ok(())
}

/// Sets that should partition the cards of a game.
fn partition(places: impl Iterator<Item = CardSet>, expected: CardSet) -> Result<(), (u32, u32)> {
    let (union, found) = places.fold((0, 0), |(u, n), set| (u | set.0, n + set.len()));
    if union == expected.0 && found == expected.len() {
        Ok(())
    } else {
        Err((found, expected.len()))
    }
}

fn cards(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    let in_play = game
        .ring()
        .iter()
        .filter_map(|d| d.epic)
        .map(|e| CardSet::one(e.0));
    partition(
        in_play.chain([game.epic_deck, game.defeated]),
        catalog.epic_deck(&game.ruleset),
    )
    .map_err(|(found, expected)| Violation::EpicCards { found, expected })?;
    let bought = match game.now {
        Now::Receive { card } => CardSet::one(card.0),
        _ => CardSet::EMPTY,
    };
    let owned = game.team().iter().map(|s| s.cards);
    let places = owned.chain(game.ring().iter().map(|d| d.stolen)).chain([
        game.equipment_deck,
        game.market,
        game.discarded,
        bought,
    ]);
    partition(places, catalog.equipment_deck(&game.ruleset))
        .map_err(|(found, expected)| Violation::EquipmentCards { found, expected })?;
    let under_epics = (game.ring().iter()).fold(CardSet::EMPTY, |all, d| all.or(d.stolen));
    partition(game.team().iter().map(|s| s.stolen), under_epics)
        .map_err(|(found, expected)| Violation::EquipmentCards { found, expected })?;
    let owned = (game.team().iter()).fold(CardSet::EMPTY, |all, s| all.or(s.cards));
    if !game.marks.any().without(owned).is_empty() {
        return Err(Violation::Marked);
    }
    if game.market.len() > u32::from(catalog.setup.market) {
        return Err(Violation::Market {
            found: game.market.len(),
            places: catalog.setup.market,
        });
    }
    Ok(())
}

fn dice(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    for (i, seat) in game.seated() {
        let wrong = |spot| Violation::Dice {
            seat: i,
            spot,
            count: seat.dice.count(spot),
            now: game.now,
        };
        // A seat that has rolled has no die left in its tray, one that has not has them all there.
        let out = [Spot::Rolled, Spot::Kept, Spot::Used, Spot::Air];
        if seat.rolls > 0 && seat.dice.any(Spot::Tray) {
            return Err(wrong(Spot::Tray));
        }
        if seat.rolls == 0
            && let Some(spot) = out.into_iter().find(|spot| seat.dice.any(*spot))
        {
            return Err(wrong(spot));
        }
        let in_the_air = match game.now {
            Now::RollDice { seat } => seat == i,
            Now::Faith | Now::SetFace { .. } => game.acting == i,
            _ => false,
        };
        if seat.dice.any(Spot::Air) != in_the_air {
            return Err(wrong(Spot::Air));
        }
        // Only one die is turned, of the kind that is asked about.
        if let Now::SetFace { kind, .. } = game.now
            && in_the_air
            && (
                seat.dice.count(Spot::Air),
                seat.dice.kinds(Spot::Air)[kind.index()],
            ) != (1, 1)
        {
            return Err(wrong(Spot::Air));
        }
        for die in seat.dice.iter() {
            if catalog.die(die.kind).weight[die.face.ix()] == 0 {
                return Err(Violation::FaceClass {
                    seat: i,
                    kind: die.kind,
                    face: die.face,
                });
            }
        }
    }
    for kind in &DieKind::ALL[1..] {
        let of_kind = |s: &Seat| s.dice.iter().filter(|die| die.kind == *kind).count();
        let found = game.team().iter().map(of_kind).sum::<usize>() as u8;
        let box_total = catalog.dice_in_box(&game.ruleset, *kind);
        if found > box_total {
            return Err(Violation::DieSupply {
                kind: *kind,
                found,
                box_total,
            });
        }
    }
    Ok(())
}

fn epics(catalog: &Catalog, game: &Game) -> Result<(), Violation> {
    for (i, d) in game.placed() {
        let wrong = Violation::EpicValues {
            district: i,
            bracket: d.bracket,
            research: d.research,
            health: d.health,
        };
        let fits = match d.epic {
            None => (d.bracket, d.research, d.health, d.stolen) == (0, 0, 0, CardSet::EMPTY),
            Some(id) => {
                let card = catalog.epic(id);
                let setup = &catalog.setup;
                let infinite = d.health == INFINITE && card.health == INFINITE && d.research > 0;
                (1..=card.track.last_bracket()).contains(&d.bracket)
                    && d.research <= setup.max_research
                    && (infinite || (1..=setup.max_health).contains(&d.health))
            }
        };
        if !fits {
            return Err(wrong);
        }
    }
    let sheet = boss_sheet(catalog, game);
    for track in Track::ALL {
        let bracket = game.boss.brackets[track.index()];
        let last = sheet.last_bracket(track);
        if !(1..=last).contains(&bracket) {
            return Err(Violation::BossBracket {
                track,
                bracket,
                last,
            });
        }
    }
    let Game { boss, .. } = game;
    let dead = game.now == Now::Over(Ending::Won);
    let has_track = catalog.city(game.ruleset.city).researched().is_none();
    let values_fit = if boss.research > 0 && has_track {
        boss.health == 0
    } else {
        (boss.health == 0) == dead
    };
    if !values_fit {
        return Err(Violation::BossValues {
            research: boss.research,
            health: boss.health,
        });
    }
    Ok(())
}

/// The boss's boards in this game.
pub fn boss_sheet<'a>(catalog: &'a Catalog, game: &Game) -> &'a crate::cards::BossSheet {
    &catalog.boss(game.ruleset.boss).sheets[usize::from(game.seat_count) - 2]
        [game.difficulty().index()]
}

/// What is not in play is empty and looks alike, so that equal positions compare equal.
fn absent(game: &Game) -> Result<(), Violation> {
    let nobody = Seat::new(Reckoner::ALL[0]);
    let seats = usize::from(game.seat_count);
    if let Some(i) = (seats..MAX_SEATS).find(|&i| game.seats[i] != nobody) {
        return Err(Violation::OutOfPlay {
            what: "seat",
            index: i as u8,
        });
    }
    if let Some(i) = (seats + 1..MAX_DISTRICTS).find(|&i| game.districts[i] != District::EMPTY) {
        return Err(Violation::OutOfPlay {
            what: "district",
            index: i as u8,
        });
    }
    Ok(())
}

fn flow(game: &Game) -> Result<(), Violation> {
    if game.now == Now::Busy {
        return Err(Violation::Step {
            step: game.step,
            now: game.now,
        });
    }
    let lost = matches!(game.now, Now::Over(Ending::Lost(_)));
    if (game.population == 0) != lost {
        return Err(Violation::Population {
            population: game.population,
            now: game.now,
        });
    }
    // A group is in use while its symbols are spent, and while something interrupts that.
    let interrupted = game.agenda.tasks().contains(&Task::SpendOn);
    let spending = game.now == Now::Spend || interrupted;
    if game.open.is_closed() == (game.now == Now::Spend) && !interrupted && !game.now.is_over()
        || interrupted && (game.now == Now::Spend || game.step != Step::Use)
        || !spending && !game.open.is_closed()
    {
        return Err(Violation::OpenDie { now: game.now });
    }
    if game.acting.0 >= game.seat_count {
        return Err(Violation::OutOfPlay {
            what: "acting seat",
            index: game.acting.0,
        });
    }
    let between = game.owed.is_empty() && game.returns_to.is_none();
    let counting = game.counting.iter().flatten().any(|n| *n > 0);
    // At the start of a round decisions are lent too, but nothing is owed.
    let lent = game.owed.is_empty() && game.step == Step::Roll;
    let early = !between && game.step != Step::Use && !lent;
    let outside_epics = game.activating && game.step != Step::Epics;
    if early || outside_epics || counting && !game.activating {
        return Err(Violation::Step {
            step: game.step,
            now: game.now,
        });
    }
    let count = game.district_count();
    let outside = |what: &'static str, district: DistrictIx| Violation::OutOfPlay {
        what,
        index: district.0,
    };
    for seat in game.team() {
        let early = game.round == 0 && !seat.district.is_somewhere();
        if seat.district.0 >= count && !early {
            return Err(outside("a Reckoner's district", seat.district));
        }
    }
    let arriving = game.round == 0 && !game.boss.district.is_somewhere();
    if game.boss.district.0 >= count && !arriving {
        return Err(outside("the boss's district", game.boss.district));
    }
    let aimed = game.sniper.is_somewhere();
    if aimed && (game.sniper.0 >= count || !matches!(game.step, Step::Use | Step::Over)) {
        return Err(outside("the Sniper token's district", game.sniper));
    }
    let elsewhere = |task: &Task| match task {
        Task::ActivateEpic { district }
        | Task::Perform { district, .. }
        | Task::Act { district, .. }
        | Task::Again { district, .. }
        | Task::CopyTokens { district, .. }
        | Task::Advance { district }
        | Task::Repeat { district, .. }
        | Task::Pass { district, .. }
        | Task::BossResearch { district, .. }
        | Task::LowerMarker { district, .. }
        | Task::Aid { district, .. }
            if district.0 >= count =>
        {
            Some(*district)
        }
        _ => None,
    };
    if let Some(district) = game.agenda.tasks().iter().find_map(elsewhere) {
        return Err(outside("the district of pending work", district));
    }
    let fixed = match game.open.span {
        Span::Fixed(district) => Some(district),
        _ => None,
    };
    let asked = game.now.district().or(fixed);
    if let Some(district) = asked.filter(|district| district.0 >= count) {
        return Err(outside("the district that is asked about", district));
    }
    let owed = game.owed.iter().map(|owed| owed.seat);
    if let Some(seat) = owed.chain(game.returns_to).find(|s| s.0 >= game.seat_count) {
        return Err(Violation::OutOfPlay {
            what: "the seat of an earned group",
            index: seat.0,
        });
    }
    if game.now.is_over() != (game.step == Step::Over) {
        return Err(Violation::Step {
            step: game.step,
            now: game.now,
        });
    }
    Ok(())
}
