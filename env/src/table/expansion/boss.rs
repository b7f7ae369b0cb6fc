//! What the bosses of the expansion have besides their tracks: the rows that dice have named, and a deck of cards.

use crate::cards::AttackCard;
use crate::ids::{FACES, Track, UnknownName};
use crate::rules::Rules;
use crate::state::{Game, MAX_BOSS_CARDS, Now, Task};
use crate::table::file::{BossEntry, Counts, TracksEntry};
use crate::table::read::Reader;
use crate::table::values::{Object, Whole};

/// What a card is called: by its effects.
fn name(card: &AttackCard) -> String {
    let names: Vec<&str> = card.effects.iter().map(|effect| effect.key()).collect();
    names.join(" + ")
}

/// Reads rows and cards; a deck that is not listed is whole.
pub(in crate::table) fn read(reader: &mut Reader<'_>, entry: &BossEntry) {
    let mut rows = entry.rows.clone().unwrap_or_default().0;
    for track in Track::ALL {
        let path = format!("boss.rows.{track}");
        let given = rows.get_mut(track).take();
        let row = reader.small(&path, given.as_ref(), (1, FACES as u8), 1);
        reader.game.boss.rows[track.index()] = row - 1;
    }
    let Some(counts) = &entry.cards else {
        return;
    };
    let cards = &reader.rules.catalog().boss(reader.game.ruleset.boss).cards;
    if cards.is_empty() {
        let boss = reader.rules.boss_name(&reader.game);
        let problem = format!("{boss} has no cards; leave it out");
        return reader.found.add("boss.cards", problem);
    }
    let names: Vec<String> = cards.iter().map(name).collect();
    let mut left = [0; MAX_BOSS_CARDS];
    for (key, count) in counts {
        match names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(key.trim()))
        {
            Some(kind) => {
                let path = format!("boss.cards.{}", names[kind]);
                left[kind] = reader.small(&path, Some(count), (0, cards[kind].count), 0);
            }
            None => {
                let known = names.iter().map(String::as_str);
                let error = UnknownName::new("card of the boss", key, known);
                reader.found.add("boss.cards", error.to_string());
            }
        }
    }
    reader.game.boss.cards = left;
}

/// Writes rows and cards.
pub(in crate::table) fn write(rules: &Rules, game: &Game, entry: &mut BossEntry) {
    let rows = game.boss.rows;
    if rows != [0; Track::COUNT] {
        let mut entries = TracksEntry::default();
        for track in Track::ALL {
            let row = u64::from(rows[track.index()]) + 1;
            *entries.get_mut(track) = Some(Whole::Number(row));
        }
        entry.rows = Some(Object(entries));
    }
    let cards = &rules.catalog().boss(game.ruleset.boss).cards;
    if !cards.is_empty() {
        let left = cards.iter().zip(game.boss.cards);
        let left = left.map(|(card, left)| (name(card), Whole::Number(left.into())));
        entry.cards = Some(left.collect::<Counts>());
    }
}

/// Checks rows, and whether the boss can do what is awaited.
pub(super) fn check(reader: &mut Reader<'_>) {
    let game = reader.game;
    let boss = reader.rules.boss_name(&game).to_owned();
    let sheet = reader.rules.boss_sheet(&game);
    let acting = matches!(game.agenda.tasks().first(), Some(Task::BossStep { .. }));
    let rolled = sheet.tables().is_some() && acting && game.now != Now::PowerDice;
    if game.boss.rows != [0; Track::COUNT] && !rolled {
        let problem = "only dice of the boss name rows, and only while he acts; leave it out";
        reader.found.add("boss.rows", problem);
    }
    let problem = match game.now {
        Now::PowerDice if sheet.tables().is_none() => format!("{boss} rolls no dice"),
        Now::BossCard
            if reader
                .rules
                .catalog()
                .boss(game.ruleset.boss)
                .cards
                .is_empty() =>
        {
            format!("{boss} has no cards")
        }
        Now::BossCard if game.boss.cards == [0; MAX_BOSS_CARDS] => {
            let problem = "none is left to turn; all of them are shuffled first";
            return reader.found.add("boss.cards", problem);
        }
        Now::MoveBoss if game.round > 0 && !reader.rules.boss_rolls_to_move(&game) => {
            format!("{boss} moves by a die only in the prologue")
        }
        _ => return,
    };
    reader.found.add("step", problem);
}
