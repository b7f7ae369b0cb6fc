//! Why an option is good: the difference it makes on the board, in plain sentences.

use reckoners_env::cards::catalog::{EquipmentEffect, INFINITE, Reward};
use reckoners_env::event::Event;
use reckoners_env::ids::{EquipmentId, Symbol, Track};
use reckoners_env::obs::Outlook;
use reckoners_env::state::{Ending, Now, Seat, Step};
use reckoners_env::words::{Speaker, dice};
use reckoners_env::{Action, Game, Rules};

use super::line::Line;
use super::odds::Chase;
use super::purpose::in_hand;

/// Most sentences for one option.
const MOST: usize = 4;

/// Says why.
#[derive(Debug)]
pub struct Reasons<'a> {
    /// The words.
    pub speaker: Speaker<'a>,
    /// The tables of what is coming.
    pub outlook: &'a Outlook,
}

impl Reasons<'_> {
    pub(super) fn rules(&self) -> &Rules {
        self.speaker.rules
    }

    /// The reasons for an option, the most telling first; never empty.
    pub fn why(&self, before: &Game, action: Action, line: &Line) -> Vec<String> {
        let mut list = Vec::new();
        // What the end of a step or round brings is no merit of whoever ends it.
        if !line.moves.iter().all(|(_, a)| only_ends(a)) {
            self.fights(before, line, &mut list);
            self.boss(before, line, &mut list);
            self.forecast(before, line, &mut list);
            self.board(before, line, &mut list);
            self.goods(before, line, &mut list);
        }
        self.own(before, action, line, &mut list);
        list.dedup();
        list.truncate(MOST);
        if list.is_empty() {
            list.push(self.nothing(before, action, line));
        }
        list
    }

    /// Epics defeated, weakened, researched and attacked.
    fn fights(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        for event in &line.events {
            if let Event::Defeated { epic, .. } = event {
                let reward = reward(self.rules().catalog().epic(*epic).reward);
                list.push(format!("defeats {}{reward}", self.speaker.epic(*epic)));
            }
        }
        for (d, (was, is)) in before.ring().iter().zip(line.end.ring()).enumerate() {
            let (Some(epic), true) = (is.epic, was.epic == is.epic) else {
                continue;
            };
            let name = self.speaker.epic(epic);
            let weakened = was.research > 0 && is.research == 0;
            let hurt = is.health < was.health;
            if weakened {
                let help = self.help(&line.end, d as u8, Symbol::Attack, is.health, "defeat it");
                list.push(format!("weakens {name} (health {}){help}", is.health));
            } else if is.research < was.research {
                let help = self.help(
                    &line.end,
                    d as u8,
                    Symbol::Research,
                    is.research,
                    "weaken it",
                );
                list.push(format!("{name}'s research falls to {}{help}", is.research));
            }
            if hurt && !weakened && is.health != INFINITE {
                let help = self.help(&line.end, d as u8, Symbol::Attack, is.health, "defeat it");
                list.push(format!("{name}'s health falls to {}{help}", is.health));
            }
        }
    }

    /// Who in a district still has how much of a symbol, when it is enough for something.
    fn help(&self, game: &Game, district: u8, symbol: Symbol, needed: u8, what: &str) -> String {
        if game.now.is_chance() || matches!(game.now, Now::Over(_)) {
            return String::new();
        }
        let mut hands = Vec::new();
        for (i, seat) in game.team().iter().enumerate() {
            let mut hand = if seat.ended {
                0
            } else {
                in_hand(self.rules(), seat, symbol)
            };
            if game.now == Now::Spend && i == usize::from(game.acting) {
                hand += game.open.symbols[symbol.index()];
            }
            if seat.district == district && hand > 0 {
                hands.push((i as u8, hand));
            }
        }
        if needed == 0 || hands.iter().map(|(_, n)| n).sum::<u8>() < needed {
            return String::new();
        }
        let alone = hands.iter().any(|(_, n)| *n >= needed);
        hands.retain(|(_, n)| !alone || *n >= needed);
        let names: Vec<String> = hands
            .iter()
            .map(|(i, n)| format!("{}'s {n} {symbol}", self.speaker.seat(game, *i)))
            .collect();
        let names = if alone {
            names.join(" or ")
        } else {
            join(&names)
        };
        format!(", so {names} can {what} this round")
    }

    fn boss(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        let (was, is) = (&before.boss, &line.end.boss);
        let researched = credited(before, line, Action::ResearchBoss);
        if line.end.now == Now::Over(Ending::Won) {
            list.insert(0, "defeats Steelheart and wins the game".into());
        } else if researched && was.research > 0 && is.research == 0 {
            list.push(format!(
                "weakens Steelheart: he can be attacked (health {})",
                is.health
            ));
        } else if researched && is.research < was.research {
            list.push(format!("Steelheart's research falls to {}", is.research));
        } else if is.health < was.health {
            list.push(format!("Steelheart's health falls to {}", is.health));
        }
        for track in Track::ALL {
            let (was, is) = (was.brackets[track.index()], is.brackets[track.index()]);
            if is < was {
                let effect = match track {
                    Track::Red => format!(": {is} Enforcement instead of {was}"),
                    Track::Blue => format!(
                        ": {} instead of {was}",
                        count(is, "Barricade", "Barricades")
                    ),
                    Track::Yellow | Track::Black => {
                        format!(": {} instead of {was}", count(is, "action", "actions"))
                    }
                };
                list.push(format!("holds back Steelheart's {track} track{effect}"));
            }
        }
    }

    /// What the coming Epic phase does less.
    fn forecast(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        if !awaits_epics(before, &line.end) {
            return;
        }
        let was = self.outlook.forecast(before);
        let is = self.outlook.forecast(&line.end);
        if is.population < was.population {
            list.push(format!(
                "saves {} in the coming Epic phase (forecast: {} lost)",
                count(was.population - is.population, "person", "people"),
                is.population
            ));
        }
        let red = |game: &Game| game.boss.brackets[Track::Red.index()];
        // What the red track brings less has been told.
        let told = red(before).saturating_sub(red(&line.end));
        let fewer = was.enforcement.saturating_sub(is.enforcement);
        if fewer > told.into() {
            list.push(format!("{fewer} Enforcement fewer will come"));
        }
    }

    /// Brackets, Enforcement, Barricades, moves.
    fn board(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        for event in &line.events {
            match *event {
                Event::Bracket { district, change } if change < 0 => {
                    let place = &line.end.districts[usize::from(district)];
                    if let Some(epic) = place.epic {
                        let name = self.speaker.epic(epic);
                        let actions = count(place.bracket, "action", "actions");
                        list.push(format!("holds {name} to {actions}"));
                    }
                }
                Event::Enforcement { district, change } if change < 0 => {
                    let cleared = self.cleared(before, &line.end, district);
                    if !list.contains(&cleared) {
                        list.push(cleared);
                    }
                }
                Event::Barricades { district, change } if change < 0 => {
                    list.push(self.opened(&line.end, district));
                }
                Event::Moved { seat, district } => {
                    list.push(self.arrived(&line.end, seat, district));
                }
                _ => {}
            }
        }
    }

    /// How much Enforcement is left, and what that means for the Epic there, if one is.
    fn cleared(&self, before: &Game, end: &Game, district: u8) -> String {
        let place = self.speaker.district(district);
        let left = end.districts[usize::from(district)].enforcement;
        let state = match left {
            0 => format!("{place} is free of Enforcement"),
            left => format!("{place} is left with {left} Enforcement"),
        };
        match end.districts[usize::from(district)].epic {
            Some(epic) if awaits_epics(before, end) => {
                let name = self.speaker.epic(epic);
                let spaces = count(left + 1, "space", "spaces");
                format!("{state}: {name}'s bracket will move {spaces}")
            }
            _ => state,
        }
    }

    fn opened(&self, game: &Game, district: u8) -> String {
        let place = self.speaker.district(district);
        let left = game.districts[usize::from(district)].barricades;
        if left > 0 {
            return format!(
                "{place} is left with {}",
                count(left, "Barricade", "Barricades")
            );
        }
        let inside: Vec<&str> = (0..game.seat_count)
            .filter(|&s| game.seats[usize::from(s)].district == district)
            .map(|s| self.speaker.seat(game, s))
            .collect();
        match inside.as_slice() {
            [] => format!("{place} can be entered again"),
            names => format!("{} can leave {place} again", names.join(" and ")),
        }
    }

    /// Who and what stands in a district.
    pub(super) fn there(&self, game: &Game, district: u8) -> String {
        let place = &game.districts[usize::from(district)];
        let mut there = Vec::new();
        if let Some(epic) = place.epic {
            let health = reckoners_env::words::event::health(place.health);
            let name = self.speaker.epic(epic);
            there.push(format!(
                "{name} (research {}, health {health})",
                place.research
            ));
        }
        if game.boss.district == district {
            there.push("Steelheart".into());
        }
        if place.enforcement > 0 {
            there.push(format!("{} Enforcement", place.enforcement));
        }
        if there.is_empty() {
            "nobody".into()
        } else {
            join(&there)
        }
    }

    /// What stands where somebody went, and what that Reckoner has left to use there.
    fn arrived(&self, game: &Game, seat: u8, district: u8) -> String {
        let owner = &game.seats[usize::from(seat)];
        let hand: Vec<String> = Symbol::ALL
            .into_iter()
            .filter(|s| !matches!(s, Symbol::Money | Symbol::Plan))
            .map(|s| (s, in_hand(self.rules(), owner, s)))
            .filter(|(_, n)| *n > 0)
            .map(|(s, n)| format!("{n} {s}"))
            .collect();
        let with = if hand.is_empty() {
            String::new()
        } else {
            format!(", and still has {}", join(&hand))
        };
        let who = self.speaker.seat(game, seat);
        format!("{who} meets {}{with}", self.there(game, district))
    }

    /// Money, tokens, cards, dice.
    fn goods(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        let end = &line.end;
        if end.round != before.round {
            return;
        }
        if end.money > before.money && credited(before, line, Action::Money) {
            let catalog = self.rules().catalog();
            let now_payable = end
                .market
                .iter()
                .map(|c| catalog.equipment(EquipmentId(c)))
                .find(|c| (before.money + 1..=end.money).contains(&u16::from(c.price)));
            list.push(match now_payable {
                Some(card) => {
                    let (name, price) = (&card.name, card.price);
                    format!(
                        "brings the team to ${}: enough for {name} (${price})",
                        end.money
                    )
                }
                None => format!("brings the team to ${}", end.money),
            });
        }
        for (i, (was, is)) in before.team().iter().zip(end.team()).enumerate() {
            let who = self.speaker.seat(before, i as u8);
            // Both together: tokens that only enter the tray are not new.
            let held = |seat: &Seat| seat.tokens + seat.fresh_tokens;
            if held(is) > held(was) {
                let tokens = count(held(is) - held(was), "Plan Token", "Plan Tokens");
                list.push(if is.fresh_tokens > was.fresh_tokens {
                    format!("{who} gets {tokens} for next round")
                } else {
                    format!("{who} gets {tokens}, good for any symbol")
                });
            }
            let new = reckoners_env::ids::CardSet(is.cards.0 & !was.cards.0);
            for card in new.iter() {
                list.push(self.card(who, EquipmentId(card)));
            }
            let (had, has) = (was.dice.iter().sum::<u8>(), is.dice.iter().sum::<u8>());
            if has < had {
                list.push(format!("{who} goes on with {has} dice"));
            } else if has > had && new.is_empty() {
                list.push(format!("{who} rolls {has} dice again"));
            }
        }
    }

    fn card(&self, who: &str, id: EquipmentId) -> String {
        let card = self.rules().catalog().equipment(id);
        let effect = match card.effect {
            EquipmentEffect::Convert(a, b) => format!("{a} counts as {b} and back"),
            EquipmentEffect::ExtraDie(kind) => format!("one more {kind} die every round"),
            EquipmentEffect::Double(symbol) => format!("{symbol} on white dice counts twice"),
            EquipmentEffect::Symbols { cost, gives, .. } => {
                let gives = dice::say_symbols(gives);
                if cost.0 == 0 {
                    format!("{gives} free each round")
                } else {
                    format!("a die becomes {gives}")
                }
            }
            EquipmentEffect::Move => "a free move each round".into(),
        };
        format!("{} gives {who}: {effect}", card.name)
    }

    /// What only the action itself says.
    fn own(&self, before: &Game, action: Action, line: &Line, list: &mut Vec<String>) {
        match action {
            Action::Place { district } => {
                let district = before.district_at(district);
                list.push(self.arrived(&line.end, before.acting, district));
            }
            Action::Keep { kind, face } => {
                let symbols = self.rules().symbols_of(before.actor(), kind, face);
                if let Some(symbol) = symbols.mask().iter().next()
                    && let Some(purpose) = self.purpose(before, before.acting, symbol)
                {
                    let chase = Chase::new(self.rules(), before.actor(), symbol);
                    let seat = before.actor();
                    let have = chase.shown(&seat.kept) + chase.shown(&seat.rolled);
                    let enough = purpose.needed.is_some_and(|n| n <= have);
                    let so = if enough {
                        ": these dice already show enough"
                    } else {
                        ""
                    };
                    list.push(format!("{symbol} to {}{so}", purpose.what));
                }
            }
            Action::AbilityDie { .. } => {
                if let Some((game, next @ Action::SetFace { .. })) = line.moves.get(1) {
                    self.own(game, *next, line, list);
                }
            }
            Action::SetFace { face } => {
                if let Now::SetFace { kind, face: old } = before.now {
                    let faces = self.rules().catalog().dice[kind.index()].faces;
                    let [new, old] = [face, old].map(|f| faces[usize::from(f)]);
                    list.push(format!("the {kind} die shows {new} instead of {old}"));
                }
            }
            Action::Sniper { district } => {
                let district = before.district_at(district);
                list.push(format!(
                    "{} also reaches {} in this step: {}",
                    self.speaker.seat(before, before.acting),
                    self.speaker.district(district),
                    self.there(before, district)
                ));
            }
            Action::Focus { .. } => {
                if let Some((game, next)) = line.moves.get(1) {
                    self.own(game, *next, line, list);
                }
            }
            _ => {}
        }
    }
}

/// Whether a move only hands over or ends a step.
const fn only_ends(action: &Action) -> bool {
    matches!(
        action,
        Action::Focus { .. } | Action::EndDice | Action::DonePurchase
    )
}

/// Whether the Epics of this round have yet to act, before and after.
fn awaits_epics(before: &Game, end: &Game) -> bool {
    let waits = |game: &Game| matches!(game.step(), Step::Use | Step::Rewards | Step::Purchase);
    waits(before) && waits(end) && end.round == before.round
}

/// Whether what such a symbol brings is this line's doing. When the line ends the step, the rewards
/// of the whole step are paid out, whoever earned them.
fn credited(before: &Game, line: &Line, symbol: Action) -> bool {
    line.end.step() == before.step() || line.moves.iter().any(|(_, a)| *a == symbol)
}

fn reward(reward: Reward) -> String {
    let parts = [
        (reward.enforcement, "Enforcement off"),
        (reward.contain, "contain"),
        (reward.plan, "Plan Token"),
        (reward.money, "$"),
        (reward.boss_research, "research on Steelheart"),
    ];
    let list: Vec<String> = parts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| match *what {
            "$" => format!("${n}"),
            "Plan Token" => count(*n, what, "Plan Tokens"),
            what => format!("{n} {what}"),
        })
        .collect();
    if list.is_empty() {
        String::new()
    } else {
        format!(" (reward: {})", list.join(", "))
    }
}

/// A number with the right word.
pub(super) fn count(n: impl Into<u32>, one: &str, many: &str) -> String {
    match n.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn join(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
