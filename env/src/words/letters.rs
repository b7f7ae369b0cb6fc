//! Dice named by the letters of what they show alone: `A$P CC CC R`, for dice whose kinds are known.
//!
//! Letters that stand together can often be read in several ways. Two of them are enough to ask back, and what was tried
//! once is not tried again, so that no text takes long.

use std::collections::HashSet;

use super::dice::{letter, letters, say, say_kinds, short_face};
use super::{WordError, shown};
use crate::cards::{Catalog, Face};
use crate::ids::{DieKind, FaceIx, Symbol};
use crate::state::FaceCounts;

/// Reads dice whose kinds are known, because these dice were rolled or lie there, by what they show: kind after kind in
/// the order in which the program names them (`A$P CC CC R` for 3 basic and 3 blue dice). A space ends a die; letters that
/// stand together are as many dice as fit. None when the text is not of this form.
pub(super) fn read_shown(
    catalog: &Catalog,
    kinds: &[u8; DieKind::COUNT],
    text: &str,
) -> Option<Result<FaceCounts, WordError>> {
    let groups = shown_symbols(text)?;
    let order: Vec<DieKind> = DieKind::ALL
        .into_iter()
        .flat_map(|kind| std::iter::repeat_n(kind, usize::from(kinds[kind.index()])))
        .collect();
    let mut readings = Readings::default();
    readings.spell(
        catalog,
        &order,
        Place::start(&groups),
        FaceCounts::default(),
    );
    Some(match readings.found.as_slice() {
        [one] => Ok(*one),
        [] => Err(WordError(format!(
            "\"{}\" are not {}: {}; write what they show kind by kind, a space after each die that shows \
             a symbol twice, such as \"A$P CC R R\"",
            shown(text),
            say_kinds(kinds),
            why_not(catalog, &order, &groups),
        ))),
        [one, other, ..] => Err(WordError(format!(
            "\"{}\" could be {} or {}; put a space after each die",
            shown(text),
            say(catalog, one),
            say(catalog, other)
        ))),
    })
}

/// Letters that stand together, as symbols; none when the text is anything else.
fn shown_symbols(text: &str) -> Option<Vec<Vec<Symbol>>> {
    let groups: Vec<Vec<Symbol>> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
        .filter(|group| !group.is_empty())
        .map(|group| group.chars().map(symbol_of).collect::<Option<_>>())
        .collect::<Option<_>>()?;
    (!groups.is_empty()).then_some(groups)
}

/// The symbol of a letter, in any case; money is `$` or `M`.
fn symbol_of(c: char) -> Option<Symbol> {
    match letters(&c.to_string())?.as_slice() {
        [Face { symbol, .. }] => Some(*symbol),
        _ => None,
    }
}

/// Why groups of letters are no dice of these kinds in this order: how many they are, or which die cannot show that.
fn why_not(catalog: &Catalog, kinds: &[DieKind], groups: &[Vec<Symbol>]) -> String {
    // As most people write it, equal letters that stand together are one die.
    let runs: Vec<&[Symbol]> = groups
        .iter()
        .flat_map(|group| group.chunk_by(|a, b| a == b))
        .collect();
    let letters: usize = groups.iter().map(Vec::len).sum();
    let dice = kinds.len();
    if runs.len() > dice {
        return format!(
            "that is {} dice, {} too many",
            runs.len(),
            runs.len() - dice
        );
    }
    if letters < dice {
        return format!("that is {letters} dice, {} too few", dice - letters);
    }
    let at = if runs.len() == dice {
        let all = kinds.iter().zip(&runs);
        let fits = |kind: DieKind, run: &[Symbol]| {
            begins(catalog, kind, run).any(|(_, count)| count == run.len())
        };
        let wrong = all.into_iter().find(|(kind, run)| !fits(**kind, run));
        wrong.map(|(kind, run)| (*kind, run.to_vec()))
    } else {
        Stuck::default().find(catalog, kinds, Place::start(groups))
    };
    let Some((kind, run)) = at else {
        return "they do not come to as many dice".to_owned();
    };
    let said: String = run.iter().map(|symbol| letter(*symbol)).collect();
    let die = catalog.die(kind);
    let faces: Vec<String> = die.classes().map(|f| short_face(die.face(f))).collect();
    format!(
        "no {kind} die shows {said} (its faces: {})",
        faces.join(", ")
    )
}

/// The faces of a kind with which a group can begin, each with its number of letters.
fn begins(
    catalog: &Catalog,
    kind: DieKind,
    group: &[Symbol],
) -> impl Iterator<Item = (FaceIx, usize)> {
    let die = catalog.die(kind);
    die.classes().filter_map(move |face| {
        let Face { symbol, count } = die.face(face);
        let count = usize::from(count);
        let shows = group.len() >= count && group[..count].iter().all(|s| *s == symbol);
        shows.then_some((face, count))
    })
}

/// Finds dice among others by what they show: `RR R` of the dice that lie there. Letters that stand together are
/// as many dice as fit; kinds of which a die shows the same are told apart by writing the kind.
pub(super) fn pick_shown(
    catalog: &Catalog,
    among: &FaceCounts,
    text: &str,
) -> Option<Result<FaceCounts, WordError>> {
    let groups = shown_symbols(text)?;
    let Some(wanted) = faces_of(catalog, among, &groups) else {
        return Some(Err(WordError(format!(
            "\"{}\" is not among the dice that lie there: {}",
            shown(text),
            say(catalog, among)
        ))));
    };
    let first = take(catalog, among.iter(), &wanted);
    let last = take(
        catalog,
        among.iter().collect::<Vec<_>>().into_iter().rev(),
        &wanted,
    );
    Some(match first == last {
        true => Ok(first),
        false => Err(WordError(format!(
            "\"{}\" could be {} or {}; write the kinds",
            shown(text),
            say(catalog, &first),
            say(catalog, &last)
        ))),
    })
}

/// How many dice must show which face, the largest face that fits first: "CC" is one die where one shows it. None when not as
/// many lie there. Which kinds they are makes no difference to that.
fn faces_of(
    catalog: &Catalog,
    among: &FaceCounts,
    groups: &[Vec<Symbol>],
) -> Option<Vec<(Face, u8)>> {
    let mut left: Vec<(Face, u8)> = Vec::new();
    let mut wanted: Vec<(Face, u8)> = Vec::new();
    for (kind, face, dice) in among.iter() {
        *slot(&mut left, catalog.die(kind).face(face)) += dice;
    }
    for run in groups
        .iter()
        .flat_map(|group| group.chunk_by(|a, b| a == b))
    {
        let mut letters = run.len();
        while letters > 0 {
            let fits = |(face, dice): &&mut (Face, u8)| {
                face.symbol == run[0] && *dice > 0 && usize::from(face.count) <= letters
            };
            let (face, dice) = left
                .iter_mut()
                .filter(fits)
                .max_by_key(|(face, _)| face.count)?;
            *dice -= 1;
            *slot(&mut wanted, *face) += 1;
            letters -= usize::from(face.count);
        }
    }
    Some(wanted)
}

/// The number of dice of a face in a list of them.
fn slot(list: &mut Vec<(Face, u8)>, face: Face) -> &mut u8 {
    let at = list
        .iter()
        .position(|(known, _)| *known == face)
        .unwrap_or_else(|| {
            list.push((face, 0));
            list.len() - 1
        });
    &mut list[at].1
}

/// So many dice of each face, those that come first.
fn take(
    catalog: &Catalog,
    dice: impl Iterator<Item = (DieKind, FaceIx, u8)>,
    wanted: &[(Face, u8)],
) -> FaceCounts {
    let mut wanted = wanted.to_vec();
    let mut taken = FaceCounts::default();
    for (kind, face, there) in dice {
        let left = slot(&mut wanted, catalog.die(kind).face(face));
        let some = there.min(*left);
        *left -= some;
        *taken.get_mut(kind, face) += some;
    }
    taken
}

/// A place in groups of letters.
#[derive(Clone, Copy)]
struct Place<'a> {
    groups: &'a [Vec<Symbol>],
    /// Letters of the first group that are read already.
    read: usize,
}

impl<'a> Place<'a> {
    const fn start(groups: &'a [Vec<Symbol>]) -> Self {
        Self { groups, read: 0 }
    }

    /// What is left of the group; none at the end.
    fn group(self) -> Option<&'a [Symbol]> {
        Some(&self.groups.first()?[self.read..])
    }

    fn after(self, letters: usize) -> Self {
        let read = self.read + letters;
        if read < self.groups[0].len() {
            return Self { read, ..self };
        }
        Self::start(&self.groups[1..])
    }

    /// A number of its own for each place of one text.
    const fn key(self) -> (usize, usize) {
        (self.groups.len(), self.read)
    }
}

/// The first two ways to read letters as dice of these kinds in this order.
#[derive(Default)]
struct Readings {
    found: Vec<FaceCounts>,
    /// Places that were reached with these dice.
    tried: HashSet<(usize, usize, FaceCounts)>,
    /// Kinds and places from which no way leads to the end.
    dead: HashSet<(usize, usize, usize)>,
}

impl Readings {
    /// Whether the rest can be read.
    fn spell(
        &mut self,
        catalog: &Catalog,
        kinds: &[DieKind],
        place: Place<'_>,
        dice: FaceCounts,
    ) -> bool {
        let (groups, read) = place.key();
        let key = (kinds.len(), groups, read);
        if self.dead.contains(&key) {
            return false;
        }
        if self.found.len() == 2 || !self.tried.insert((groups, read, dice)) {
            return true;
        }
        let ends = match (kinds.split_first(), place.group()) {
            (None, None) => {
                if !self.found.contains(&dice) {
                    self.found.push(dice);
                }
                true
            }
            (Some((&kind, later)), Some(group)) => {
                let mut ends = false;
                for (face, count) in begins(catalog, kind, group) {
                    let mut more = dice;
                    *more.get_mut(kind, face) += 1;
                    ends |= self.spell(catalog, later, place.after(count), more);
                }
                ends
            }
            _ => false,
        };
        if !ends {
            self.dead.insert(key);
        }
        ends
    }
}

/// The die at which reading gets no further, of all ways the one that got furthest.
#[derive(Default)]
struct Stuck {
    furthest: Option<(usize, DieKind, Vec<Symbol>)>,
    tried: HashSet<(usize, (usize, usize))>,
}

impl Stuck {
    fn find(
        mut self,
        catalog: &Catalog,
        kinds: &[DieKind],
        place: Place<'_>,
    ) -> Option<(DieKind, Vec<Symbol>)> {
        self.go(catalog, kinds, place, 0);
        self.furthest.map(|(_, kind, run)| (kind, run))
    }

    fn go(&mut self, catalog: &Catalog, kinds: &[DieKind], place: Place<'_>, read: usize) {
        let (Some((&kind, later)), Some(group)) = (kinds.split_first(), place.group()) else {
            return;
        };
        if !self.tried.insert((read, place.key())) {
            return;
        }
        let mut faces = begins(catalog, kind, group).peekable();
        let is_further = self.furthest.as_ref().is_none_or(|(far, ..)| read > *far);
        if faces.peek().is_none() && is_further {
            let run = group.iter().take_while(|s| **s == group[0]);
            self.furthest = Some((read, kind, run.copied().collect()));
        }
        for (_, count) in faces {
            self.go(catalog, later, place.after(count), read + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dice::read;
    use super::*;
    use crate::cards::load_embedded;

    #[test]
    fn dice_are_read_by_what_they_show_alone() {
        let catalog = load_embedded();
        let [mut kinds, mut other] = [[0; DieKind::COUNT]; 2];
        kinds[DieKind::Basic.index()] = 3;
        kinds[DieKind::Blue.index()] = 3;
        let dice = read_shown(&catalog, &kinds, "a$P cc CC c")
            .unwrap()
            .unwrap();
        let whole = "basic attack, basic money, basic plan, 2 blue contain x2, blue contain";
        assert_eq!(dice, read(&catalog, whole).unwrap());
        // What was said is what was read, whatever the spaces between single symbols.
        assert_eq!(
            read_shown(&catalog, &kinds, "A $ P CC CC C"),
            Some(Ok(dice))
        );
        let error = read_shown(&catalog, &kinds, "a$P").unwrap().unwrap_err();
        assert!(
            error.to_string().contains("are not 3 basic, 3 blue"),
            "{error}"
        );
        // What cannot be is said of the very die, and how many dice are missing.
        let refused = |text: &str| read_shown(&catalog, &kinds, text).unwrap().unwrap_err().0;
        for (text, why) in [
            ("A$P AA C R", ": no blue die shows AA (its faces: "),
            (
                "CC A$P C R",
                ": no basic die shows CC (its faces: $, E, C, R, A, P)",
            ),
            ("AAP $ C C", ": no blue die shows $ "),
            ("A$P CC", ": that is 5 dice, 1 too few"),
            ("A$P CC C R E", ": that is 7 dice, 1 too many"),
        ] {
            assert!(refused(text).contains(why), "{text}: {}", refused(text));
        }
        other[DieKind::Blue.index()] = 2;
        let two = read_shown(&catalog, &other, "ccc").unwrap().unwrap();
        assert_eq!(say(&catalog, &two), "blue contain x2, blue contain");
        // Words are no letters.
        assert_eq!(read_shown(&catalog, &kinds, "white $"), None);
    }

    #[test]
    fn dice_that_lie_there_are_picked_by_what_they_show() {
        let catalog = load_embedded();
        let there = read(&catalog, "2 basic contain, blue contain x2, basic research").unwrap();
        let picked = |text: &str| pick_shown(&catalog, &there, text).unwrap();
        assert_eq!(picked("cc r"), read(&catalog, "blue CC, white R"));
        assert_eq!(picked("ccc"), read(&catalog, "blue CC, white C"));
        assert!(
            picked("a")
                .unwrap_err()
                .to_string()
                .contains("not among the dice")
        );
        let same = read(&catalog, "basic contain, blue contain").unwrap();
        let error = pick_shown(&catalog, &same, "c").unwrap().unwrap_err();
        assert!(error.to_string().contains("write the kinds"), "{error}");
    }

    #[test]
    fn many_letters_that_could_be_many_dice_take_no_time() {
        let catalog = load_embedded();
        let kinds = [9; DieKind::COUNT];
        for text in ["r".repeat(90), "rc".repeat(45), "cra$pe".repeat(20)] {
            // Who tries all orders of these dice is still at it tomorrow.
            assert!(read_shown(&catalog, &kinds, &text).is_some());
        }
        let mut there = FaceCounts::default();
        for kind in DieKind::ALL {
            for face in catalog.die(kind).classes() {
                *there.get_mut(kind, face) = 5;
            }
        }
        assert!(pick_shown(&catalog, &there, &"r".repeat(60)).is_some());
    }
}
