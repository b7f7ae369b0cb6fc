//! Why an option is good: the difference it makes on the board, in plain sentences.

use reckoners_env::cards::{ActionTrack, INFINITE, Verb};
use reckoners_env::event::Event;
use reckoners_env::forecast::Forecast;
use reckoners_env::ids::{DistrictIx, EquipmentId, SeatIx, Symbol, Track};
use reckoners_env::state::{Ending, Now, Seat, Spot, Step};
use reckoners_env::words::Speaker;
use reckoners_env::{Action, Game, Rules};

use super::line::Line;
use super::odds::Chase;
use super::outlook::whole_cost;
use super::purpose::in_hand;

/// Most sentences for one option.
const MOST: usize = 4;

/// Says why.
#[derive(Debug)]
pub struct Reasons<'a> {
    /// The words.
    pub speaker: Speaker<'a>,
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
            self.protected(before, &line.end, &mut list);
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
                let reward = self.rules().catalog().epic(*epic).reward;
                let reward = match reward.phrase(self.speaker.boss(before)).as_str() {
                    "" => String::new(),
                    phrase => format!(" (reward: {phrase})"),
                };
                list.push(format!("defeats {}{reward}", self.speaker.epic(*epic)));
            }
        }
        for ((d, was), is) in before.placed().zip(line.end.ring()) {
            let (Some(epic), true) = (is.epic, was.epic == is.epic) else {
                continue;
            };
            let name = self.speaker.epic(epic);
            let weakened = was.research > 0 && is.research == 0;
            let hurt = is.health < was.health;
            if weakened {
                let help = self.help(&line.end, d, Symbol::Attack, is.health, "defeat it");
                list.push(format!("weakens {name} (health {}){help}", is.health));
            } else if is.research < was.research {
                let help = self.help(&line.end, d, Symbol::Research, is.research, "weaken it");
                list.push(format!("{name}'s research falls to {}{help}", is.research));
            }
            if hurt && !weakened && is.health != INFINITE {
                let help = self.help(&line.end, d, Symbol::Attack, is.health, "defeat it");
                list.push(format!("{name}'s health falls to {}{help}", is.health));
            }
        }
    }

    /// Who in a district still has how much of a symbol, when it is enough for something.
    fn help(
        &self,
        game: &Game,
        district: DistrictIx,
        symbol: Symbol,
        needed: u8,
        what: &str,
    ) -> String {
        if !game.now.is_decision() {
            return String::new();
        }
        let mut hands = Vec::new();
        for (i, seat) in game.seated() {
            let mut hand = if seat.ended {
                0
            } else {
                in_hand(self.rules(), game, seat, symbol)
            };
            if game.now == Now::Spend && i == game.acting {
                hand += game.open.symbols.get(symbol);
            }
            if seat.district == district && hand > 0 {
                hands.push((i, hand));
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
        let boss = self.speaker.boss(before);
        let researched = credited(before, line, Action::ResearchBoss);
        if line.end.now == Now::Over(Ending::Won) {
            list.insert(0, format!("defeats {boss} and wins the game"));
        } else if researched && was.research > 0 && is.research == 0 {
            list.push(format!(
                "weakens {boss}: he can be attacked (health {})",
                is.health
            ));
        } else if researched && is.research < was.research {
            list.push(format!("{boss}'s research falls to {}", is.research));
        } else if is.health < was.health {
            list.push(format!("{boss}'s health falls to {}", is.health));
        }
        for track in Track::ALL {
            let (was, is) = (was.brackets[track.index()], is.brackets[track.index()]);
            if is < was {
                let tracks = self.rules().boss_sheet(before).tracks();
                let now = match tracks.and_then(|tracks| only_verb(&tracks[track.index()])) {
                    Some(Verb::AddEnforcement) => format!("{is} Enforcement"),
                    Some(Verb::Barricade) => count(is, "Barricade", "Barricades"),
                    _ => count(is, "action", "actions"),
                };
                list.push(format!(
                    "holds back {boss}'s {track} track: {now} instead of {was}"
                ));
            }
        }
    }

    /// What the coming Epic phase does less.
    fn forecast(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        if !awaits_epics(before, &line.end) {
            return;
        }
        let was = Forecast::of(self.rules(), before);
        let is = Forecast::of(self.rules(), &line.end);
        // A phase that ends with the game does not show all that it would have cost.
        let lost = |game: &Game, forecast: &Forecast| match forecast.fatal {
            true => whole_cost(self.rules(), game),
            false => forecast.population(),
        };
        let (lost_before, lost) = (lost(before, &was), lost(&line.end, &is));
        let costs = costs(&line.end, lost);
        if was.fatal && !is.fatal {
            list.push(format!(
                "the game is not lost in the coming Epic phase, which then {costs}"
            ));
        } else if lost < lost_before {
            let saved = count(lost_before - lost, "person", "people");
            let enough = match is.fatal && lost >= line.end.population {
                true => ", which is still too many",
                false => "",
            };
            list.push(format!(
                "saves {saved} in the coming Epic phase, which then {costs}{enough}"
            ));
        }
        let fewer = was.enforcement.saturating_sub(is.enforcement);
        if fewer > u16::from(self.told_enforcement(before, &line.end)) {
            list.push(format!("{fewer} Enforcement fewer will come"));
        }
    }

    /// The Enforcement that was told of already: what tracks of it bring less.
    fn told_enforcement(&self, before: &Game, end: &Game) -> u8 {
        let Some(tracks) = self.rules().boss_sheet(before).tracks() else {
            return 0;
        };
        let deploys = |t: &Track| only_verb(&tracks[t.index()]) == Some(Verb::AddEnforcement);
        let bracket = |game: &Game, t: Track| game.boss.brackets[t.index()];
        let told = Track::ALL.into_iter().filter(deploys);
        told.map(|t| bracket(before, t).saturating_sub(bracket(end, t)))
            .sum()
    }

    /// Brackets, Enforcement, Barricades, moves.
    fn board(&self, before: &Game, line: &Line, list: &mut Vec<String>) {
        for event in &line.events {
            match *event {
                Event::Bracket { district, change } if change < 0 => {
                    let place = line.end.district(district);
                    if let Some(epic) = place.epic {
                        let name = self.speaker.epic(epic);
                        let actions = count(place.bracket, "action", "actions");
                        let was = before.district(district).bracket;
                        list.push(format!("holds {name} back: {actions} instead of {was}"));
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
                    let mut arrived = self.arrived(&line.end, seat, district);
                    let second =
                        |(game, _): &(Game, Action)| matches!(game.now, Now::SecondHalf { .. });
                    if line.moves.iter().any(second) {
                        let who = self.speaker.seat(&line.end, seat);
                        arrived += &format!(" (a Move costs {who} two dice this round)");
                    }
                    list.push(arrived);
                }
                Event::Shields {
                    district,
                    shield,
                    change,
                } if change < 0 => {
                    let left = line.end.district(district).shields[shield.index()];
                    let place = self.speaker.district(district);
                    list.push(match left {
                        0 => format!("no {shield} Shield is left in {place}"),
                        n => format!("{place} is left with {n} of its {shield} Shields"),
                    });
                }
                Event::CopyTokens { district, change } if change < 0 => {
                    let place = self.speaker.district(district);
                    list.push(format!(
                        "one Copy Token less in {place}: its Epic acts once less"
                    ));
                }
                Event::CardReturned { seat, card } => {
                    let who = self.speaker.seat(before, seat);
                    let card = self.speaker.card(card);
                    list.push(format!("{who} gets {card} back for the next round"));
                }
                Event::BaseMarker { base } if base < before.base => {
                    list.push("the base marker goes up".into());
                }
                _ => {}
            }
        }
    }

    /// What a city that moves does less where it will pass.
    fn protected(&self, before: &Game, end: &Game, list: &mut Vec<String>) {
        if self.rules().city(before).moving().is_none() || end.round != before.round {
            return;
        }
        for ((district, was), is) in before.placed().zip(end.ring()) {
            if is.marker < was.marker {
                list.push(format!(
                    "the city does {} when it passes {} instead of {}",
                    count(is.marker, "action", "actions"),
                    self.speaker.district(district),
                    was.marker
                ));
            }
        }
    }

    /// How much Enforcement is left, and what that means for the Epic there, if one is.
    fn cleared(&self, before: &Game, end: &Game, district: DistrictIx) -> String {
        let place = self.speaker.district(district);
        let left = end.district(district).enforcement;
        let state = match left {
            0 => format!("{place} is free of Enforcement"),
            left => format!("{place} is left with {left} Enforcement"),
        };
        match end.district(district).epic {
            Some(epic) if awaits_epics(before, end) => {
                let name = self.speaker.epic(epic);
                let fewer = before.district(district).enforcement.saturating_sub(left);
                let last = self.rules().catalog().epic(epic).track.last_bracket();
                // How far it moves depends on what it does first, and past the end it repeats its last action.
                if end.district(district).bracket < last {
                    let spaces = count(fewer, "space", "spaces");
                    format!("{state}: {name}'s bracket may advance {spaces} less")
                } else {
                    let times = count(fewer, "time", "times");
                    format!("{state}: {name} will repeat its last action {times} less")
                }
            }
            _ => state,
        }
    }

    fn opened(&self, game: &Game, district: DistrictIx) -> String {
        let place = self.speaker.district(district);
        let left = game.district(district).barricades;
        if left > 0 {
            return format!(
                "{place} is left with {}",
                count(left, "Barricade", "Barricades")
            );
        }
        let inside: Vec<&str> = game
            .seated()
            .filter(|(_, seat)| seat.district == district)
            .map(|(s, _)| self.speaker.seat(game, s))
            .collect();
        match inside.as_slice() {
            [] => format!("{place} can be entered again"),
            names => format!(
                "{place} is open again: {} can leave, others can enter",
                names.join(" and ")
            ),
        }
    }

    /// Who and what stands in a district.
    pub(super) fn there(&self, game: &Game, district: DistrictIx) -> String {
        let place = game.district(district);
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
            there.push(self.speaker.boss(game).into());
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
    fn arrived(&self, game: &Game, seat: SeatIx, district: DistrictIx) -> String {
        let owner = game.seat(seat);
        let hand: Vec<String> = Symbol::ALL
            .into_iter()
            .filter(|s| !matches!(s, Symbol::Money | Symbol::Plan))
            .map(|s| (s, in_hand(self.rules(), game, owner, s)))
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
                .equipment()
                .map(|c| catalog.equipment(c))
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
        for ((i, was), is) in before.seated().zip(end.team()) {
            let who = self.speaker.seat(before, i);
            // Both together: tokens that only enter the tray are not new.
            let held = |seat: &Seat| seat.tokens + seat.fresh_tokens;
            if held(is) > held(was) {
                let tokens = count(held(is) - held(was), "Plan Token", "Plan Tokens");
                list.push(if is.fresh_tokens > was.fresh_tokens {
                    format!("{who} gets {tokens} for next round")
                } else {
                    let there = match self.there(end, is.district).as_str() {
                        "nobody" => String::new(),
                        there => format!(" against {there}"),
                    };
                    format!("{who} gets {tokens}, good for any symbol{there}")
                });
            }
            let new = is.cards.without(was.cards);
            list.extend(new.equipment().map(|card| self.card(who, card)));
            let (had, has) = (was.dice.total(), is.dice.total());
            if has < had {
                list.push(format!("{who} goes on with {}", count(has, "die", "dice")));
            } else if has > had && new.is_empty() {
                list.push(format!("{who} has {has} dice again"));
            }
        }
    }

    fn card(&self, who: &str, id: EquipmentId) -> String {
        let card = self.rules().catalog().equipment(id);
        format!("{} gives {who}: {}", card.name, card.power.phrase())
    }

    /// What only the action itself says.
    fn own(&self, before: &Game, action: Action, line: &Line, list: &mut Vec<String>) {
        match action {
            Action::Place { district } => {
                let district = before.district_at(district);
                list.push(self.arrived(&line.end, before.acting, district));
            }
            Action::Keep { kind, face } => {
                let symbols = self
                    .rules()
                    .traits(before, before.actor())
                    .symbols_of(kind, face);
                if let Some(symbol) = symbols.mask().iter().next()
                    && let Some(purpose) = self.purpose(before, before.acting, symbol)
                {
                    let chase = Chase::new(self.rules(), before, before.actor(), symbol);
                    let seat = before.actor();
                    let shown = |spot| chase.shown(&seat.dice.faces(spot));
                    let have = shown(Spot::Kept) + shown(Spot::Rolled);
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
                    let die = self.rules().catalog().die(kind);
                    let [new, old] = [face, old].map(|f| die.face(f));
                    let purpose = self.purpose(before, before.acting, new.symbol);
                    let what = purpose.map_or_else(String::new, |p| format!(", to {}", p.what));
                    list.push(format!("the {kind} die shows {new} instead of {old}{what}"));
                }
            }
            Action::DemolitionsAdd => {
                let tokens = line
                    .end
                    .actor()
                    .demolitions
                    .max(before.actor().demolitions + 1);
                list.push(format!(
                    "a later attack of up to {} at once",
                    2 * tokens + 1
                ));
            }
            Action::NameCard { card } => {
                let power = self.rules().catalog().equipment(card).power;
                list.push(format!("without it: {}", power.phrase()));
            }
            Action::Kind { kind } => {
                let faces = self.rules().catalog().die(kind).faces;
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                list.push(format!("the {kind} die has {}", faces.join(", ")));
            }
            Action::Sniper { district } => {
                let district = before.district_at(district);
                list.push(format!(
                    "{} can use dice and cards in {} too until the Epics act: {}",
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
    let waits = |game: &Game| matches!(game.step, Step::Use | Step::Rewards | Step::Purchase);
    waits(before) && waits(end) && end.round == before.round
}

/// What the coming Epic phase costs from a position on. Epics that are still to be drawn act in it too; nobody knows them.
pub(super) fn costs(game: &Game, lost: u16) -> String {
    let new = match game.ring().iter().any(|place| place.epic.is_none()) {
        true => " besides what a new Epic does",
        false => "",
    };
    let people = match lost {
        0 => "nobody".to_owned(),
        lost => count(lost, "person", "people"),
    };
    format!("costs {people}{new}")
}

/// Whether what such a symbol brings is this line's doing. When the line ends the step, the rewards
/// of the whole step are paid out, whoever earned them.
fn credited(before: &Game, line: &Line, symbol: Action) -> bool {
    line.end.step == before.step || line.moves.iter().any(|(_, a)| *a == symbol)
}

/// What a track does, when all its actions are alike.
fn only_verb(track: &ActionTrack) -> Option<Verb> {
    let first = track.at(0).verb;
    let alike = track.deeds().iter().all(|deed| deed.verb == first);
    alike.then_some(first)
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
