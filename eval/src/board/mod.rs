//! A position drawn for the terminal, at most about a hundred columns wide.

mod city;
mod team;
pub(crate) mod told;

use anstyle::{AnsiColor, Style};
use reckoners_env::cards::{ActionTrack, Boards, Modules};
use reckoners_env::forecast::Forecast;
use reckoners_env::ids::{DieKind, Module, Shield, Track};
use reckoners_env::state::{District, Seat};
use reckoners_env::table::Table;
use reckoners_env::words::{Speaker, dice, event, moment};
use reckoners_env::{Game, Rules};

use crate::terminal;
use told::Supply;

/// Whether the drawing uses colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Text only.
    Plain,
    /// With ANSI escape codes.
    Ansi,
}

impl Colour {
    /// What suits the standard output.
    #[must_use]
    pub fn detect() -> Self {
        match terminal::is_coloured() {
            true => Self::Ansi,
            false => Self::Plain,
        }
    }
}

/// What the signs of a drawing mean.
pub fn key(rules: &Rules, game: &Game) -> String {
    let ruleset = &game.ruleset;
    let mut key = KEY.to_owned();
    if ruleset.modules.has(Module::Epics) || ruleset.is_merged() {
        key.push_str(EPICS_KEY);
    }
    if ruleset.is_merged() {
        key.push_str(city::KEY);
    }
    if matches!(rules.boss_sheet(game).boards, Boards::Tables(_)) {
        key.push_str(city::TABLES_KEY);
    }
    key
}

const KEY: &str = "\
Key: [ ] what happens in the coming Epic phase, then what comes as the bracket moves right
  R research, H health (4/2: 2 at most once weakened)   pop people lost   +enf Enforcement   +bar Barricades
  fortify research and health rise   boost one of the boss's brackets moves on
  base the base marker goes down   gift both neighbouring districts get it
  groups of n: the boss's Enforcement comes n to a district, clockwise from his
";

/// What only the Epics of the expansion do.
const EPICS_KEY: &str = "  money, plan the team loses $ or Plan Tokens   steal an Equipment card goes under the Epic
  pop per x one for each x in the district, last of all   shield it goes first, before what it guards
  pull Reckoners next door come, and cannot leave while it fires   repel a Barricade, Reckoners go on
  power up the bracket moves at once   transform the Epic Ability Die decides
  copy the first action of both neighbours   copy token one more action from the left   cw next district
";

/// Draws the table.
pub fn draw(rules: &Rules, table: &Table, colour: Colour) -> String {
    let Table { game, names } = table;
    let board = Board {
        rules,
        game,
        say: Speaker::new(rules, names),
        colour,
    };
    let mut lines = board.head();
    lines.extend(board.boss());
    lines.extend(board.districts());
    lines.extend(board.market());
    lines.extend(board.team());
    let lines = lines.iter().map(|line| line.trim_end());
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const FIRES: Style = AnsiColor::Red.on_default();
const WEAK: Style = AnsiColor::Green.on_default();

struct Board<'a> {
    rules: &'a Rules,
    game: &'a Game,
    say: Speaker<'a>,
    colour: Colour,
}

impl Board<'_> {
    fn paint(&self, style: Style, text: &str) -> String {
        match self.colour {
            Colour::Plain => text.to_owned(),
            Colour::Ansi => format!("{style}{text}{style:#}"),
        }
    }

    fn title(&self, text: &str) -> String {
        self.paint(BOLD, text)
    }

    fn head(&self) -> Vec<String> {
        let (game, setup) = (self.game, &self.rules.catalog().setup);
        let round = if game.round == 0 {
            "Prologue".into()
        } else {
            format!("Round {}", game.round)
        };
        let level = game.difficulty().title();
        let mut lines = vec![
            self.title(&format!(
                "{round}, {}: {level}, {} Reckoners{}",
                moment::step(game.step),
                game.seat_count,
                in_play(game.ruleset.modules) + &self.variants(),
            )),
            format!("Now: {}", self.say.awaited(game)),
            format!(
                "Population {}/{}   Money ${}   Base marker {}/{}   Epic deck {}",
                game.population,
                setup.population,
                game.money,
                game.base,
                setup.base_track,
                game.epic_deck.len(),
            ),
            self.supply(),
        ];
        if let Some(open) = self.say.open(game) {
            lines.push(format!("Open: {open}"));
        }
        let owed = self.say.owed(game);
        if !owed.is_empty() {
            lines.push(format!("Then: {}", owed.join(", ")));
        }
        if let Some(rewards) = self.say.rewards(game) {
            lines.push(format!("Rewards: {rewards}"));
        }
        lines.extend(self.forecast());
        lines
    }

    /// Boss, city and what else the base game does not have.
    fn variants(&self) -> String {
        let variants = self.say.variants(self.game);
        variants.iter().map(|part| format!(", {part}")).collect()
    }

    /// What is left of the pieces in play.
    fn supply(&self) -> String {
        let left = Supply::of(self.rules, self.game);
        let base = format!(
            "In the box: {} Enforcement, {} Barricades, {} Plan Tokens",
            left.enforcement, left.barricades, left.plan_tokens,
        );
        let Some(more) = left.expansion else {
            return base;
        };
        let [red, blue] = [Shield::Red, Shield::Blue].map(|shield| more.shields[shield.index()]);
        let tokens = more.copy_tokens;
        format!("{base}, {red} red and {blue} blue Shields, {tokens} Copy Tokens")
    }

    /// What the Epics' phase of this round will do as things stand, while it is still to come.
    fn forecast(&self) -> Option<String> {
        let forecast = Forecast::coming(self.rules, self.game)?;
        let lost = if forecast.fatal {
            ": the game is lost"
        } else {
            ""
        };
        Some(format!(
            "Coming Epic phase: population -{}{lost}, +{} Enforcement, +{} Barricades",
            forecast.population(),
            forecast.enforcement,
            forecast.barricades
        ))
    }

    fn boss(&self) -> Vec<String> {
        let boss = &self.game.boss;
        let place = if boss.district.is_somewhere() {
            format!("in {}", self.say.district(boss.district))
        } else {
            "not on the board yet".into()
        };
        let value = told::boss_value(self.rules, self.game);
        let value = match boss.research {
            0 => self.paint(WEAK, &value),
            _ => value,
        };
        let boards = self.rules.boss_sheet(self.game);
        let name = self.title(self.say.boss(self.game));
        let mut lines = vec![String::new(), format!("{name} {place}, {value}")];
        for track in Track::ALL {
            let bracket = boss.brackets[track.index()];
            match &boards.boards {
                Boards::Tracks(tracks) => {
                    let actions = self.track(&tracks[track.index()], bracket);
                    let groups = match (track, boards.deployment) {
                        (Track::Red, 1..) => format!("  (groups of {})", boards.deployment),
                        _ => String::new(),
                    };
                    lines.push(format!("  {:<7}{actions}{groups}", track.key()));
                }
                Boards::Tables(tables) => lines.extend(self.table_column(tables, track, bracket)),
            }
        }
        lines.extend(self.boss_deck());
        lines
    }

    /// The actions with the bracket drawn around those that happen.
    fn track(&self, track: &ActionTrack, bracket: u8) -> String {
        let names: Vec<String> = track.deeds().iter().map(|d| d.mark()).collect();
        let (fires, rest) = names.split_at(usize::from(bracket).min(names.len()));
        let fires = self.paint(FIRES, &format!("[{}]", fires.join(" · ")));
        format!("{fires} {}", self.paint(DIM, &rest.join(" · ")))
    }

    fn districts(&self) -> Vec<String> {
        let mut lines = vec![String::new(), self.title("Districts, clockwise")];
        for (index, district) in self.game.placed() {
            let mut here: Vec<String> = Vec::new();
            if self.game.boss.district == index {
                here.push(self.title(self.say.boss(self.game)));
            }
            for seat in self.game.team().iter().filter(|s| s.district == index) {
                here.push(self.name(seat));
            }
            if self.game.sniper == index {
                here.push("Sniper token".into());
            }
            let pieces = match (district.enforcement, district.barricades) {
                (0, 0) => String::new(),
                (n, 0) => format!("{n} Enforcement"),
                (0, n) => counted(n, "Barricade"),
                (e, b) => format!("{e} Enforcement, {}", counted(b, "Barricade")),
            };
            let name = match self.say.names.given(index) {
                Some(name) => format!("{} {name}", index.0 + 1),
                None => self.say.district(index),
            };
            lines.push(format!("{name:<19}{pieces:<29}{}", here.join(", ")));
            lines.extend(self.city_board(index, district));
            lines.extend(self.more_pieces(district));
            match district.epic {
                None => lines.push(self.paint(DIM, "    no Epic")),
                Some(epic) => {
                    let card = self.rules.catalog().epic(epic);
                    let health = event::health(district.health);
                    let weakened = if district.research > 0 && card.weakened < district.health {
                        format!("/{}", card.weakened)
                    } else {
                        String::new()
                    };
                    let values = format!("R {}  H {health}{weakened}", district.research);
                    let values = format!("{values:<18}");
                    let values = if district.research == 0 {
                        self.paint(WEAK, &values)
                    } else {
                        values
                    };
                    let track = self.track(&card.track, district.bracket);
                    lines.push(format!("    {:<15}{values}{track}", card.name));
                }
            }
        }
        lines
    }

    /// Pieces of the expansion in a district, and whose cards lie under its Epic.
    fn more_pieces(&self, district: &District) -> Option<String> {
        let mut pieces: Vec<String> = Shield::ALL
            .into_iter()
            .filter(|shield| district.is_shielded(*shield))
            .map(|shield| {
                let count = district.shields[shield.index()];
                counted(count, &format!("{shield} Shield"))
            })
            .collect();
        if district.copy_tokens > 0 {
            pieces.push(counted(district.copy_tokens, "Copy Token"));
        }
        if !district.stolen.is_empty() {
            let cards = told::stolen(&self.say, self.game, district);
            pieces.push(format!("stolen: {}", cards.join(", ")));
        }
        (!pieces.is_empty()).then(|| format!("    {}", pieces.join(", ")))
    }

    fn market(&self) -> Vec<String> {
        let catalog = self.rules.catalog();
        let cards = self.game.market.equipment().map(|id| catalog.equipment(id));
        let cards: Vec<String> = cards.map(|c| format!("{} ${}", c.name, c.price)).collect();
        let list = if cards.is_empty() {
            "empty".into()
        } else {
            cards.join(", ")
        };
        let deck = self.game.equipment_deck.len();
        vec![
            String::new(),
            format!("{} {list}  ({deck} in the deck)", self.title("Market")),
        ]
    }

    fn name(&self, seat: &Seat) -> String {
        let card = self.rules.catalog().reckoner(seat.reckoner);
        let colour = colour_of(told::own_kind(&card.dice));
        self.paint(colour.bold(), &card.name)
    }
}

/// ", with the modules ..." where the expansion is in play.
fn in_play(modules: Modules) -> String {
    if modules.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = modules.iter().map(Module::key).collect();
    format!(", with {}", names.join(", "))
}

fn counted(count: u8, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}

fn list(text: &str) -> Vec<String> {
    text.split(", ")
        .filter(|t| !t.is_empty())
        .map(str::to_owned)
        .collect()
}

fn kinds(counts: &[u8; DieKind::COUNT]) -> Vec<String> {
    list(&dice::say_kinds(counts))
}

const fn colour_of(kind: DieKind) -> Style {
    let colour = match kind {
        DieKind::Basic => AnsiColor::White,
        DieKind::Blue => AnsiColor::Blue,
        DieKind::Green => AnsiColor::Green,
        DieKind::Purple => AnsiColor::Magenta,
        DieKind::Red => AnsiColor::Red,
        DieKind::Black => AnsiColor::BrightBlack,
        DieKind::Orange => AnsiColor::Yellow,
    };
    colour.on_default()
}

#[cfg(test)]
mod tests {
    use super::team::WIDTH;
    use super::*;
    use reckoners_env::rng::{Purpose, stream};
    use reckoners_env::{Difficulty, GameSetup, Reckoner, Ruleset, action, chance};

    /// Every position of a random game of six, the widest board.
    fn positions(rules: &Rules) -> Vec<Table> {
        game_of(rules, &Reckoner::BASE, Difficulty::Sparks.into())
    }

    /// The same with the whole expansion.
    fn with_modules(rules: &Rules) -> Vec<Table> {
        let ruleset = Ruleset::base(Difficulty::Sparks).with(Modules::ALL);
        game_of(rules, &Reckoner::ALL[4..], ruleset)
    }

    fn game_of(rules: &Rules, team: &[Reckoner], ruleset: Ruleset) -> Vec<Table> {
        let setup = GameSetup::new(team, ruleset).unwrap();
        let mut game = rules.new_game(&setup);
        let mut rng = stream(4, 0, 0, Purpose::Evaluation);
        let mut list = vec![Table::new(&game)];
        while !game.now.is_over() {
            if game.now.is_chance() {
                let outcome = chance::sample(rules.catalog(), &game, &mut rng);
                rules.resolve(&mut game, outcome).unwrap();
            } else {
                let legal = rules.legal(&game);
                let n = chance::below(&mut rng, legal.len() as u32) as usize;
                let id = legal.nth(n).unwrap();
                rules.apply(&mut game, action::decode(id).unwrap()).unwrap();
            }
            list.push(Table::new(&game));
        }
        list
    }

    #[test]
    fn the_board_fits_a_hundred_columns_and_shows_everything() {
        let rules = Rules::embedded();
        for table in positions(&rules).into_iter().chain(with_modules(&rules)) {
            let text = draw(&rules, &table, Colour::Plain);
            for line in text.lines() {
                assert!(
                    line.chars().count() <= WIDTH,
                    "{} columns: {line}",
                    line.chars().count()
                );
            }
            assert!(!text.contains('\u{1b}'));
            for epic in table.game.ring().iter().filter_map(|d| d.epic) {
                assert!(text.contains(rules.catalog().epic(epic).name.as_str()));
            }
            for seat in table.game.team() {
                assert!(text.contains(rules.catalog().reckoner(seat.reckoner).name.as_str()));
            }
            let whole = table.game.ruleset.modules == Modules::ALL;
            assert_eq!(text.contains("Copy Tokens"), whole, "{text}");
            for district in table.game.ring() {
                for card in district.stolen.equipment() {
                    let name = rules.catalog().equipment(card).name.as_str();
                    assert!(text.contains(&format!("'s {name}")), "{text}");
                }
            }
        }
    }

    #[test]
    fn signs_of_a_board_are_explained_and_epics_show_what_weakening_leaves() {
        let rules = Rules::embedded();
        let samples = [
            (include_str!("../../../configs/tables/middle-4.json"), false),
            (
                include_str!("../../../configs/tables/limelight-ildithia-4.json"),
                true,
            ),
        ];
        for (text, tables) in samples {
            let table = Table::parse(&rules, text).unwrap();
            assert_eq!(key(&rules, &table.game).contains("A of D"), tables);
            let board = draw(&rules, &table, Colour::Plain);
            assert_eq!(board.contains("yellow A of D"), tables, "{board}");
            for epic in table.game.ring() {
                let Some(id) = epic.epic else { continue };
                let weakened = rules.catalog().epic(id).weakened;
                let shown = format!("/{weakened} ");
                let less = epic.research > 0 && weakened < epic.health;
                let name = &rules.catalog().epic(id).name;
                let line = board.lines().find(|line| line.contains(name)).unwrap();
                assert_eq!(line.contains(&shown), less, "{line}");
            }
        }
    }

    #[test]
    fn colours_only_add_escape_codes() {
        let rules = Rules::embedded();
        for table in positions(&rules)
            .iter()
            .chain(&with_modules(&rules))
            .step_by(50)
        {
            let coloured = draw(&rules, table, Colour::Ansi);
            assert!(coloured.contains('\u{1b}'));
            let mut plain = String::new();
            let mut rest = coloured.as_str();
            while let Some((before, code)) = rest.split_once('\u{1b}') {
                plain.push_str(before);
                rest = code.split_once('m').unwrap().1;
            }
            plain.push_str(rest);
            let trimmed: Vec<&str> = plain.lines().map(str::trim_end).collect();
            assert_eq!(
                trimmed.join("\n") + "\n",
                draw(&rules, table, Colour::Plain)
            );
        }
    }

    #[test]
    fn the_bracket_stands_between_what_happens_and_what_does_not() {
        let rules = Rules::embedded();
        let table = &positions(&rules)[0];
        let names = reckoners_env::words::DistrictNames::default();
        let say = Speaker::new(&rules, &names);
        let board = Board {
            rules: &rules,
            game: &table.game,
            say,
            colour: Colour::Plain,
        };
        let actions = ["POP 1", "GIFT ADD_ENF", "BOOST red"]
            .map(|a| reckoners_env::cards::Deed::read(a).unwrap());
        let track = ActionTrack::new(&actions).unwrap();
        assert_eq!(board.track(&track, 2), "[pop -1 · gift +enf] boost red");
    }
}
