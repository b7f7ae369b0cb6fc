//! Module 2: Gottschalk and Climbing Kit, symbols that reach the neighbours.

use reckoners_env::Action;
use reckoners_env::ids::DieKind::Basic;
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Megan, Tia};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Research};
use reckoners_env::ids::Track;

use crate::support::steel::table;
use crate::support::to;

#[test]
fn t31_gottschalk_reaches_both_neighbours_with_its_two_symbols() {
    let mut t = table(&[David, Tia, Megan, Cody]);
    t.give(0, "gottschalk");
    t.stand(0, 1);
    for district in &mut t.game.districts[..5] {
        district.enforcement = 1;
    }
    t.use_step(&[&[
        (Basic, Attack, 1),
        (Basic, Enforcement, 1),
        (Basic, Research, 1),
    ]]);
    t.take((Basic, Attack, 1));
    assert_eq!(
        t.targets(|district| Action::AttackEpic { district }),
        [0, 1, 2]
    );
    t.act(Action::Forfeit);
    t.take((Basic, Enforcement, 1));
    assert_eq!(
        t.targets(|district| Action::Enforcement { district }),
        [0, 1, 2]
    );
    t.act(Action::Forfeit);
    t.take((Basic, Research, 1));
    assert_eq!(t.targets(|district| Action::ResearchEpic { district }), [1]);
    t.refuse(Action::ResearchBoss);
}

#[test]
fn t32_climbing_kit_reaches_the_boss_next_door() {
    let mut t = table(&[David, Tia, Megan, Cody]);
    t.give(0, "climbing-kit");
    t.stand(0, 1);
    t.game.boss.brackets = [2; 4];
    t.tokens(0, 2);
    let research = t.game.boss.research;
    t.act(Action::TakeToken { symbol: Contain });
    t.act(Action::ContainBoss { track: Track::Red });
    assert_eq!(t.game.boss.brackets[Track::Red.index()], 1);
    t.act(Action::TakeToken { symbol: Research });
    t.act(Action::ResearchBoss);
    assert_eq!(t.game.boss.research, research - 1);
}

#[test]
fn t33_what_counts_is_the_symbol_as_it_is_spent() {
    let mut t = table(&[David, Tia, Megan, Cody]);
    t.give(0, "climbing-kit");
    t.give(0, "gravatonics");
    t.stand(0, 1);
    for district in &mut t.game.districts[..5] {
        (district.enforcement, district.bracket) = (1, 3);
    }
    t.use_step(&[&[(Basic, Contain, 1), (Basic, Enforcement, 1)]]);
    for shown in [Contain, Enforcement] {
        t.take((Basic, shown, 1));
        assert_eq!(t.targets(|district| Action::Enforcement { district }), [1]);
        assert_eq!(
            t.targets(|district| Action::ContainEpic { district }),
            [0, 1, 2]
        );
        t.act(Action::ContainEpic { district: to(1) });
    }
    assert_eq!(t.game.districts[2].bracket, 1);
}

#[test]
fn t34_the_sniper_token_does_not_add_its_neighbours() {
    let mut t = table(&[Cody, Tia, Megan, David, Abraham]);
    t.give(0, "gottschalk");
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.act(Action::Sniper { district: to(2) });
    t.take((Basic, Attack, 1));
    assert_eq!(
        t.targets(|district| Action::AttackEpic { district }),
        [0, 1, 2, 5]
    );
}
