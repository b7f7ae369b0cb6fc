//! Why an option is good: the difference it makes on the board, in plain sentences.

use reckoners_env::cards::catalog::{EquipmentEffect, INFINITE, Reward};
use reckoners_env::event::Event;
use reckoners_env::ids::{EquipmentId, Symbol, Track};
use reckoners_env::obs::Outlook;
use reckoners_env::state::game::NOWHERE;
use reckoners_env::state::{Ending, Now};
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
    fn rules(&self) -> &Rules {
        self.speaker.rules
    }

    /// The reasons for an option, the most telling first; never empty.
    pub fn why(&self, before: &Game, action: Action, line: &Line) -> Vec<String> {
        let mut list = Vec::new();
        self.fights(before, line, &mut list);
        self.boss(before, line, &mut list);
        self.forecast(before, line, &mut list);
        self.board(line, &mut list);
        self.goods(before, line, &mut list);
        self.own(before, action, line, &mut list);
        list.dedup();
        list.truncate(MOST);
        if list.is_empty() {
            list.push(self.nothing(before, action));
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
        let mut names = Vec::new();
        let mut total = 0;
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
                total += hand;
                names.push(format!(
                    "{}'s {hand} {symbol}",
                    self.speaker.seat(game, i as u8)
                ));
            }
        }
        if total >= needed && needed > 0 {
            format!(", so {} can {what} this round", join(&names))
        } else {
            String::new()
        }
    }

    fn boss(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        let (was, is) = (&before.boss, &line.end.boss);
        if line.end.now == Now::Over(Ending::Won) {
            list.insert(0, "defeats Steelheart and wins the game".into());
        } else if was.research > 0 && is.research == 0 {
            list.push(format!(
                "weakens Steelheart: he can be attacked (health {})",
                is.health
            ));
        } else if is.research < was.research {
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
        if before.round == 0 || line.end.round != before.round || before.boss.district == NOWHERE {
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
        if is.enforcement < was.enforcement {
            list.push(format!(
                "{} Enforcement fewer will come",
                was.enforcement - is.enforcement
            ));
        }
    }

    /// Brackets, Enforcement, Barricades, moves.
    fn board(&self, line: &Line, list: &mut Vec<String>) {
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
                    let left = line.end.districts[usize::from(district)].enforcement;
                    let place = self.speaker.district(district);
                    let spaces = if left == 0 {
                        "one space".into()
                    } else {
                        format!("{} spaces", left + 1)
                    };
                    list.retain(|l| !l.starts_with(&format!("{place} is left")));
                    list.push(format!(
                        "{place} is left with {left} Enforcement: its Epic's bracket will move {spaces}"
                    ));
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

    /// What stands where somebody went, and what that Reckoner can do there.
    fn arrived(&self, game: &Game, seat: u8, district: u8) -> String {
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
            format!(" with {} in hand", join(&hand))
        };
        let who = self.speaker.seat(game, seat);
        format!(
            "{who} meets {}{with}",
            if there.is_empty() {
                "nobody".into()
            } else {
                join(&there)
            }
        )
    }

    /// Money, tokens, cards, dice.
    fn goods(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        let end = &line.end;
        if end.money > before.money {
            let catalog = self.rules().catalog();
            let now_payable = end
                .market
                .iter()
                .map(|c| catalog.equipment(EquipmentId(c)))
                .find(|c| (before.money + 1..=end.money).contains(&u16::from(c.price)));
            list.push(match now_payable {
                Some(card) => format!("${} pay for {} (${})", end.money, card.name, card.price),
                None => format!("money grows to ${}", end.money),
            });
        }
        for (i, (was, is)) in before.team().iter().zip(end.team()).enumerate() {
            let who = self.speaker.seat(before, i as u8);
            if is.tokens > was.tokens {
                list.push(format!("{who} has a Plan Token for any symbol"));
            } else if is.fresh_tokens > was.fresh_tokens {
                list.push(format!("{who} has a Plan Token for any symbol next round"));
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
                        ": the dice already show enough"
                    } else {
                        ""
                    };
                    list.push(format!("{symbol} to {}{so}", purpose.what));
                }
            }
            Action::Focus { seat } => {
                let who = self.speaker.seat(before, before.seat_at(seat));
                if let Some((game, next)) = line.moves.get(1) {
                    list.insert(
                        0,
                        format!("{who} goes first ({})", self.speaker.action(game, *next)),
                    );
                }
            }
            _ => {}
        }
    }

    /// When nothing on the board changes.
    fn nothing(&self, before: &Game, action: Action) -> String {
        match action {
            Action::EndDice if before.actor().tokens > 0 => {
                format!("saves {} Plan Tokens for later", before.actor().tokens)
            }
            Action::DonePurchase if before.money > 0 => {
                format!("saves ${} for later", before.money)
            }
            Action::RollRest => {
                format!("{} dice get another chance", before.actor().rolled.total())
            }
            Action::AbilityDie { .. } | Action::FaithRoll => "this die gets another chance".into(),
            Action::KeepAll => "another roll would bring less on average".into(),
            Action::Refresh => "the cards on offer are worth less than new ones on average".into(),
            Action::EndDice | Action::DonePurchase | Action::Forfeit => {
                "nothing better is left to do".into()
            }
            _ => "prepares what follows".into(),
        }
    }
}

fn reward(reward: Reward) -> String {
    let parts = [
        (reward.enforcement, "Enforcement off"),
        (reward.contain, "contain"),
        (reward.plan, "Plan Token"),
        (reward.money, "$"),
        (reward.boss_research, "Steelheart research"),
    ];
    let list: Vec<String> = parts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| {
            if *what == "$" {
                format!("${n}")
            } else {
                format!("{n} {what}")
            }
        })
        .collect();
    if list.is_empty() {
        String::new()
    } else {
        format!(" (reward: {})", list.join(", "))
    }
}

/// A number with the right word.
fn count(n: impl Into<u32>, one: &str, many: &str) -> String {
    match n.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn join(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
