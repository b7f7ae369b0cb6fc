//! Whole games, pinned move by move in `tests/data/games/*.game`.
//!
//! A file holds the set-up and then one line a step: a decision by its block of ids and place in it, or what chance gave, and
//! a digest of the position after it. Replaying needs neither a generator nor a player.
//! `UPDATE_GOLDEN=1` writes the digests anew, and records another game of the same kind where the
//! old one cannot be played any more; read the difference before keeping it.

use std::fmt::Write;
use std::path::PathBuf;

use reckoners_env::action::{Block, decode, encode};
use reckoners_env::cards::{BossValues, Catalog, load_embedded};
use reckoners_env::chance::Outcome;
use reckoners_env::ids::{Cause, DieKind, FaceIx};
use reckoners_env::state::{Ending, FaceCounts, Now};
use reckoners_env::{Difficulty, Game, GameSetup, Reckoner, Rules};

use crate::support::fixture;
use crate::support::random::{Played, RandomGame, block_of};

/// A kind of game: its name, its cards, its table, and how it ends.
struct Kind {
    name: &'static str,
    cards: &'static str,
    seats: usize,
    difficulty: Difficulty,
    ending: Ending,
    /// Rounds it has at least; not many more.
    rounds: u16,
}

const fn kind(
    name: &'static str,
    cards: &'static str,
    seats: usize,
    difficulty: Difficulty,
    ending: Ending,
    rounds: u16,
) -> Kind {
    Kind {
        name,
        cards,
        seats,
        difficulty,
        ending,
        rounds,
    }
}

const KINDS: [Kind; 9] = {
    use Cause as C;
    use Difficulty as D;
    use Ending::{Lost, Won};
    [
        kind("win", "easy", 3, D::Standard, Won, 2),
        kind("win-of-six", "easy", 6, D::Sparks, Won, 2),
        kind("long", "rich", 2, D::Beginner, Lost(C::EpicAttack), 20),
        kind(
            "epic-attack",
            "shipped",
            4,
            D::Standard,
            Lost(C::EpicAttack),
            3,
        ),
        kind(
            "epic-overflow",
            "shipped",
            2,
            D::Hard,
            Lost(C::EpicOverflow),
            3,
        ),
        kind(
            "boss-attack",
            "shipped",
            5,
            D::Sparks,
            Lost(C::BossAttack),
            3,
        ),
        kind(
            "no-enforcement",
            "shipped",
            6,
            D::Hard,
            Lost(C::NoEnforcement),
            3,
        ),
        kind(
            "no-barricade",
            "shipped",
            3,
            D::Beginner,
            Lost(C::NoBarricade),
            3,
        ),
        kind(
            "fortify-blocked",
            "every-deed",
            4,
            D::Hard,
            Lost(C::FortifyBlocked),
            3,
        ),
    ]
};

fn box_of(name: &str) -> Catalog {
    match name {
        "shipped" => load_embedded(),
        // Random players never win with the shipped numbers.
        "easy" => {
            let mut catalog = fixture::rich(load_embedded());
            for sheet in fixture::boss_sheets(&mut catalog) {
                sheet.values = BossValues {
                    research: 8,
                    health: 8,
                };
            }
            catalog
        }
        "rich" => fixture::rich(load_embedded()),
        "every-deed" => fixture::every_deed(),
        _ => panic!("no cards are called {name}"),
    }
}

/// The word of an awaited chance event.
fn event_word(now: Now) -> &'static str {
    match now {
        Now::DealEpic { .. } => "epic",
        Now::DealEquipment => "equipment",
        Now::PlaceBoss => "place",
        Now::MoveBoss => "move",
        Now::RollDice { .. } => "roll",
        now => panic!("{now:?} is no chance event"),
    }
}

/// A step in words that [`read`] reads back.
fn say(now: Now, played: Played) -> String {
    match played {
        Played::Decision(action) => {
            let id = encode(action);
            let block = block_of(id);
            format!("do {} {}", block.name(), id - block.start())
        }
        Played::Chance(Outcome::Pick(pick)) => format!("{} {pick}", event_word(now)),
        Played::Chance(Outcome::Faces(faces)) => {
            let mut text = event_word(now).to_owned();
            for (kind, face, count) in faces.iter() {
                write!(text, " {kind}:{}x{count}", face.0).unwrap();
            }
            text
        }
        Played::Chance(outcome) => panic!("{outcome:?} is in none of these games"),
    }
}

/// The step that a line names.
fn read(line: &str) -> Option<Played> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "do" => {
            let name = words.next()?;
            let block = Block::ALL.iter().find(|block| block.name() == name)?;
            let place: usize = words.next()?.parse().ok()?;
            decode(block.start() + place).map(Played::Decision)
        }
        "roll" => {
            let mut faces = FaceCounts::default();
            for word in words {
                let (kind, rest) = word.split_once(':')?;
                let (face, count) = rest.split_once('x')?;
                let kind: DieKind = kind.parse().ok()?;
                *faces.get_mut(kind, FaceIx(face.parse().ok()?)) = count.parse().ok()?;
            }
            Some(Played::Chance(Outcome::Faces(faces)))
        }
        _ => Some(Played::Chance(Outcome::Pick(words.next()?.parse().ok()?))),
    }
}

/// A recorded game: the team and the steps.
struct Record {
    team: Vec<Reckoner>,
    steps: Vec<Played>,
}

/// Plays a record from its beginning and writes its file.
fn text_of(kind: &Kind, rules: &Rules, record: &Record) -> Option<String> {
    let Record { team, steps } = record;
    let names: Vec<&str> = team.iter().map(|who| who.key()).collect();
    let mut text = format!(
        "cards {} {}\ndifficulty {}\nteam {}\n",
        kind.cards,
        rules.catalog().hash,
        kind.difficulty,
        names.join(" ")
    );
    let mut game = rules.new_game(&GameSetup::new(team, kind.difficulty).ok()?);
    for &played in steps {
        let line = say(game.now, played);
        match played {
            Played::Decision(action) => rules.apply(&mut game, action).ok()?,
            Played::Chance(outcome) => rules.resolve(&mut game, outcome).ok()?,
        }
        // Half of the digest is enough to see a difference.
        writeln!(text, "{line} {:08x}", game.digest() as u32).unwrap();
    }
    writeln!(text, "{}", end_line(&game)).unwrap();
    (game.now == Now::Over(kind.ending)).then_some(text)
}

fn end_line(game: &Game) -> String {
    let Now::Over(ending) = game.now else {
        return format!("end of the record in {:?}", game.now);
    };
    let ending = match ending {
        Ending::Won => "won".to_owned(),
        Ending::Lost(cause) => format!("lost {cause}"),
    };
    format!(
        "end {ending} round {} population {}",
        game.round, game.population
    )
}

fn parse(text: &str) -> Option<Record> {
    let mut lines = text.lines().skip(2);
    let team = lines.next()?.strip_prefix("team ")?.split(' ');
    let team = team.map(|name| name.parse().ok()).collect::<Option<_>>()?;
    let steps = lines.take_while(|line| !line.starts_with("end "));
    // The last word of a line is the digest.
    let step = |line: &str| read(line.rsplit_once(' ')?.0);
    let steps = steps.map(step).collect::<Option<_>>()?;
    Some(Record { team, steps })
}

/// Looks for a game of a kind among those of the eager random player.
fn search(kind: &Kind, rules: &Rules) -> Option<Record> {
    (0..20_000).find_map(|seed| {
        let mut play = RandomGame::eager(rules, kind.seats, kind.difficulty, seed);
        let team = play.game.team().iter().map(|seat| seat.reckoner).collect();
        let mut steps = Vec::new();
        while let Some(next) = play.next() {
            steps.push(next);
            play.play(next);
        }
        let rounds = kind.rounds..kind.rounds + 12;
        let fits = play.game.now == Now::Over(kind.ending) && rounds.contains(&play.game.round);
        fits.then_some(Record { team, steps })
    })
}

#[test]
fn golden_games_are_pinned() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for kind in &KINDS {
        let rules = Rules::new(box_of(kind.cards));
        let path = folder.join(kind.name).with_extension("game");
        let pinned = std::fs::read_to_string(&path).unwrap_or_default();
        let replayed = parse(&pinned).and_then(|record| text_of(kind, &rules, &record));
        if update {
            let another = || search(kind, &rules).and_then(|r| text_of(kind, &rules, &r));
            let text = replayed.or_else(another);
            let text = text.unwrap_or_else(|| panic!("no game of the kind {} found", kind.name));
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, text).unwrap();
            continue;
        }
        let replayed = replayed.unwrap_or_else(|| {
            panic!("{}: the game cannot be played: {PLEA}", path.display());
        });
        for (n, (old, new)) in (1..).zip(pinned.lines().zip(replayed.lines())) {
            assert_eq!(old, new, "{}:{n}: {PLEA}", path.display());
        }
        assert_eq!(pinned, replayed, "{}", path.display());
    }
}

const PLEA: &str = "if the cards changed, bless with UPDATE_GOLDEN=1; if not, a rule moved";
