//! Rulings that hold for all modules: decks, gifts, cards that rest, rewards, the end of the game.

use reckoners_env::cards::{Modules, Ruleset, load_embedded};
use reckoners_env::decision::{Asked, Decision};
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Purple};
use reckoners_env::ids::Reckoner::{Cody, David, Mizzy, Tia, Val};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement as Enf, Money, Plan, Research};
use reckoners_env::ids::{CardSet, Cause, DistrictIx, Module};
use reckoners_env::state::{Ending, Now};
use reckoners_env::{Action, Difficulty};

use crate::support::fixture::track;
use crate::support::steel::{catalog, epic_of, gives, set_power, table, table_of};
use crate::support::{Die, HERE, Table, to};

const SPARE: Die = (Basic, Money, 1);

/// A table whose Epic of district 1 has an action first and is quiet after it.
fn first_action(team: &[reckoners_env::Reckoner], action: &str) -> Table {
    let mut cards = catalog();
    epic_of(&mut cards, 1).track = track(&[action, "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"]);
    table_of(team, cards)
}

#[test]
fn g02_module_2_adds_24_cards_and_module_3_replaces_the_epics() {
    let cards = load_embedded();
    let base = Ruleset::base(Difficulty::Standard);
    for modules in Modules::choices() {
        let ruleset = base.with(modules);
        let (equipment, epics) = (cards.equipment_deck(&ruleset), cards.epic_deck(&ruleset));
        let more = modules.has(Module::Equipment);
        assert_eq!(equipment.len(), if more { 53 } else { 29 });
        for key in ["med-kit", "fuel-cells"] {
            let card = cards.find_equipment(key).unwrap();
            assert_eq!(equipment.has(card.0), more, "{key}");
        }
        let others = modules.has(Module::Epics);
        assert_eq!(epics.len(), if others { 39 } else { 25 });
        let both = epics.and(cards.epic_deck(&base));
        assert_eq!(both.is_empty(), others, "none is in both decks");
    }
}

#[test]
fn g04_free_cards_work_once_a_round_and_between_groups() {
    let keys = [
        "dish-soap",
        "tracking-device",
        "kidnap",
        "spyril",
        "extra-ammo",
        "drone",
        "med-kit",
    ];
    for key in keys {
        let mut t = table(&[David, Tia]);
        let card = t.give(0, key);
        t.use_step(&[&[SPARE, SPARE], &[SPARE]]);
        t.take(SPARE);
        t.refuse(Action::UseCard { card });
        t.act(Action::Money);
        t.use_card(card);
        // The first option to the end of it.
        while t.game.now != Now::Use || t.game.acting.0 != 0 {
            if t.game.now.is_chance() {
                t.first_chances();
            } else if t.game.now == Now::Use {
                t.focus(0);
            } else {
                let action = t.rules.legal(&t.game).actions().next().unwrap();
                t.act(action);
            }
        }
        t.refuse(Action::UseCard { card });
    }
}

#[test]
fn g05_a_recipient_who_was_done_may_act_again() {
    let mut t = table(&[Val, Tia]);
    t.use_step(&[&[SPARE], &[SPARE]]);
    t.focus(1);
    t.act(Action::EndDice);
    t.acts_for(0);
    assert!(!t.can(Action::Focus {
        seat: t.seat_off(1)
    }));
    t.act(Action::UseAbility);
    t.name(1);
    t.go(1);
    t.focus(1);
    t.take(SPARE);
    t.act(Action::Money);
}

#[test]
fn g07_thefts_are_asked_of_the_team_and_are_mandatory() {
    let mut t = first_action(&[David, Tia], "STEAL");
    let cards = [t.give(0, "emp"), t.give(1, "rifle")];
    t.activate(1);
    assert!(matches!(t.game.now, Now::Steal { .. }));
    assert!(!t.can(Action::Forfeit));
    for card in cards {
        assert!(t.can(Action::NameCard { card }));
    }
    for now in [t.game.now, Now::Sell, Now::DiscardToken, Now::LoseDie] {
        let asked = Decision::of(now).map(Decision::asked);
        assert_eq!(asked, Some(Asked::Team), "{now:?}");
    }
}

#[test]
fn g08_what_could_not_occur_costs_one_at_a_time() {
    let mut t = first_action(&[David, Tia], "ATTACK_PLAN 2");
    t.activate(1);
    let lost = |event: &&Event| {
        let (amount, cause) = (1, Cause::CouldNotOccur);
        **event == Event::PopulationLost { amount, cause }
    };
    assert_eq!(t.events.iter().filter(lost).count(), 2);
    assert_eq!(t.game.population, 38);
}

#[test]
fn g11_rewards_are_neither_converted_nor_tripled() {
    let mut t = table(&[David, Tia]);
    t.give(0, "fuel-cells");
    t.give(0, "gravatonics");
    t.game.districts[1].bracket = 4;
    t.game.districts[1].enforcement = 1;
    t.game.rewards.contain = 2;
    t.end_use();
    let district = t.off(1);
    t.refuse(Action::Enforcement { district });
    t.acts(&[Action::ContainEpic { district }; 2]);
    assert_eq!((t.game.districts[1].bracket, t.game.now), (2, Now::Buy));
}

#[test]
fn g12_a_resting_card_gives_nothing_until_the_next_phase_start() {
    let mut t = first_action(&[David, Tia], "POP 2");
    let keys = [
        "gravatonics",
        "flash-grenade",
        "fuel-cells",
        "climbing-kit",
        "utility-tool",
        "rifle",
        "emp",
        "blackmail",
        "herman",
    ];
    let cards = keys.map(|key| t.give(0, key));
    let mut rest = CardSet::EMPTY;
    for card in cards {
        rest.insert(card.0);
    }
    t.game.marks.resting = rest;
    t.stand(0, 1);
    t.game.districts[1].enforcement = 1;
    t.game.districts[2].bracket = 3;
    t.use_step(&[&[(Basic, Contain, 1), (Basic, Enf, 1)]]);
    t.refuse(Action::UseCard { card: cards[5] });
    t.take((Basic, Contain, 1));
    t.is_open(&[(Contain, 1)]);
    assert!(!t.can(Action::Enforcement { district: HERE }));
    assert!(!t.can(Action::ContainEpic { district: to(1) }));
    let (from, to) = (Contain, Attack);
    t.refuse(Action::ChangeSymbol { from, to });
    t.act(Action::Forfeit);
    t.take((Basic, Enf, 1));
    t.refuse(Action::UseCard { card: cards[6] });
    // In the Epics' phase neither; at the next phase start all of it works.
    t.activate(1);
    assert_eq!(t.game.population, 38);
    t.start_round();
    assert!(matches!(t.game.now, Now::SwapGive { .. }));
    assert!(t.game.marks.resting.is_empty());
}

#[test]
fn g13_nothing_happens_after_the_end_of_the_game() {
    let mut t = first_action(&[David, Tia], "REPEL");
    t.stand(0, 1);
    t.game.districts[2].barricades = 8;
    t.game.population = 1;
    t.activate(1);
    assert_eq!(t.game.now, Now::Over(Ending::Lost(Cause::NoBarricade)));
    assert_eq!(t.game.seats[0].district, DistrictIx(1));
}

#[test]
fn g14_a_regained_die_is_turned_by_improvise_and_its_face_is_natural() {
    let mut t = table(&[Tia, David]);
    let spyril = t.give(0, "spyril");
    t.give(1, "flash-grenade");
    t.use_step(&[&[SPARE], &[SPARE]]);
    t.focus(1);
    t.take(SPARE);
    t.act(Action::Money);
    t.use_card(spyril);
    t.name(1);
    let money = t.face(SPARE);
    let chosen = Action::AbilityDie {
        kind: Basic,
        face: money,
    };
    t.act(chosen);
    t.focus(1);
    t.act(chosen);
    let face = t.face((Basic, Contain, 1));
    t.act(Action::SetFace { face });
    t.take((Basic, Contain, 1));
    t.is_open(&[(Contain, 2)]);
}

#[test]
fn g15_what_needs_no_place_fixes_none_and_once_fixed_nothing_widens_it() {
    let mut cards = catalog();
    let all = [(Money, 1), (Research, 2), (Plan, 1)];
    set_power(&mut cards, "notebooks", gives(&all, true));
    let mut t = table_of(&[Cody, Tia, David, Mizzy], cards);
    t.give(0, "climbing-kit");
    let card = t.give(0, "notebooks");
    t.use_step(&[&[(Purple, Research, 2)]]);
    t.act(Action::Sniper { district: to(3) });
    t.use_card(card);
    let research = |district| Action::ResearchEpic { district };
    t.acts(&[Action::Money, Action::Plan]);
    assert_eq!(t.targets(research), [0, 1, 2, 3, 4]);
    assert!(t.can(Action::ResearchBoss));
    t.act(research(to(2)));
    // Not the own district, not a neighbour, not the Sniper token's, not the boss's.
    assert_eq!(t.targets(research), [2]);
    t.refuse(Action::ResearchBoss);
}

#[test]
fn a10_ability_cards_are_never_stolen() {
    let mut t = first_action(&[Mizzy, Tia], "STEAL");
    t.activate(1);
    assert_eq!((t.game.population, t.game.now), (39, Now::MoveBoss));
}
