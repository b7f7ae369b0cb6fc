//! A Reckoner's dice. Each die is one small code: where it lies, its kind and, where that matters, the face
//! it shows. So every die has exactly one owner and one place, by construction.

use std::hash::{Hash, Hasher};

use crate::ids::{DieKind, FACES, FaceIx};

/// Most dice of one Reckoner; the card files are checked against it.
pub const MAX_DICE: usize = 16;

/// Where a die lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Spot {
    /// With its owner, not rolled in this round.
    Tray,
    /// In the air, or chosen to be rolled or turned.
    Air,
    /// Lost to a discovered base.
    Lost,
    /// Laid aside for this round.
    Aside,
    /// Rolled; nothing is decided on it yet.
    Rolled,
    /// Kept; in the Use Dice step still to be used.
    Kept,
    /// Used this round.
    Used,
}

/// Spots in which a die shows no face.
const HIDDEN: [Spot; 4] = [Spot::Tray, Spot::Air, Spot::Lost, Spot::Aside];
/// Spots in which a die shows a face.
const SHOWN: [Spot; 3] = [Spot::Rolled, Spot::Kept, Spot::Used];

/// Every spot, in the order of the enumeration.
const ALL_SPOTS: [Spot; SPOTS] = [
    Spot::Tray,
    Spot::Air,
    Spot::Lost,
    Spot::Aside,
    Spot::Rolled,
    Spot::Kept,
    Spot::Used,
];
const SPOTS: usize = HIDDEN.len() + SHOWN.len();

/// Kinds and faces.
const FACES_OF_ALL: usize = DieKind::COUNT * FACES;
/// The first code with a face.
const FIRST_SHOWN: usize = HIDDEN.len() * DieKind::COUNT;
/// Codes in use.
const CODES: usize = FIRST_SHOWN + SHOWN.len() * FACES_OF_ALL;
/// No die.
const NONE: u8 = u8::MAX;

/// One die on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableDie {
    /// Where it lies.
    pub spot: Spot,
    /// Its kind.
    pub kind: DieKind,
    /// The face it shows; the first where it shows none.
    pub face: FaceIx,
}

impl TableDie {
    /// A die without a face to show.
    pub const fn hidden(spot: Spot, kind: DieKind) -> Self {
        Self {
            spot,
            kind,
            face: FaceIx(0),
        }
    }
    /// A die that shows a face.
    pub const fn shown(spot: Spot, kind: DieKind, face: FaceIx) -> Self {
        Self { spot, kind, face }
    }

    #[inline]
    const fn code(self) -> u8 {
        let (kind, face) = (self.kind.index(), self.face.ix());
        let code = match self.spot {
            Spot::Tray => kind,
            Spot::Air => DieKind::COUNT + kind,
            Spot::Lost => 2 * DieKind::COUNT + kind,
            Spot::Aside => 3 * DieKind::COUNT + kind,
            Spot::Rolled => FIRST_SHOWN + kind * FACES + face,
            Spot::Kept => FIRST_SHOWN + FACES_OF_ALL + kind * FACES + face,
            Spot::Used => FIRST_SHOWN + 2 * FACES_OF_ALL + kind * FACES + face,
        };
        code as u8
    }
}

/// The die of each code.
const DECODED: [TableDie; CODES] = {
    let mut all = [TableDie::hidden(Spot::Tray, DieKind::Basic); CODES];
    let mut k = 0;
    while k < DieKind::COUNT {
        let mut s = 0;
        while s < HIDDEN.len() {
            let die = TableDie::hidden(HIDDEN[s], DieKind::ALL[k]);
            all[die.code() as usize] = die;
            s += 1;
        }
        let mut s = 0;
        while s < SHOWN.len() {
            let mut f = 0;
            while f < FACES {
                let die = TableDie::shown(SHOWN[s], DieKind::ALL[k], FaceIx(f as u8));
                all[die.code() as usize] = die;
                f += 1;
            }
            s += 1;
        }
        k += 1;
    }
    all
};

/// Codes that a byte can hold; tables of this length are read without a check.
pub(crate) const BYTES: usize = 256;

/// The code of each die once it lies at another spot: a hidden spot has one code for all faces.
const PUT: [[u8; BYTES]; SPOTS] = {
    let mut all = [[NONE; BYTES]; SPOTS];
    let mut to = 0;
    while to < SPOTS {
        let mut code = 0;
        while code < CODES {
            let die = DECODED[code];
            all[to][code] = TableDie {
                spot: ALL_SPOTS[to],
                ..die
            }
            .code();
            code += 1;
        }
        to += 1;
    }
    all
};

/// The bit of the kind and face of each die at a spot that shows them; none for dice at other spots.
const BIT: [[u64; BYTES]; SPOTS] = {
    let mut all = [[0; BYTES]; SPOTS];
    let mut code = 0;
    while code < CODES {
        let die = DECODED[code];
        if matches!(die.spot, Spot::Rolled | Spot::Kept | Spot::Used) {
            all[die.spot as usize][code] = 1 << (die.kind.index() * FACES + die.face.ix());
        }
        code += 1;
    }
    all
};

/// The codes of dice at a spot: the first, and one past the last.
const fn range(spot: Spot) -> (u8, u8) {
    let first = match spot {
        Spot::Tray | Spot::Air | Spot::Lost | Spot::Aside => {
            let first = TableDie::hidden(spot, DieKind::ALL[0]).code();
            return (first, first + DieKind::COUNT as u8);
        }
        Spot::Rolled | Spot::Kept | Spot::Used => {
            TableDie::shown(spot, DieKind::ALL[0], FaceIx(0)).code()
        }
    };
    (first, first + FACES_OF_ALL as u8)
}

/// The dice of one Reckoner, lost ones included. Their order means nothing.
#[derive(Clone, Copy)]
pub struct Dice {
    len: u8,
    codes: [u8; MAX_DICE],
}

impl Dice {
    /// No dice.
    pub const NONE: Self = Self {
        len: 0,
        codes: [NONE; MAX_DICE],
    };

    /// How many there are, lost ones included.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }
    /// Whether there are none, not even lost ones.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The codes of the dice.
    #[inline]
    pub(crate) fn codes(&self) -> &[u8] {
        &self.codes[..self.len()]
    }
    /// Every die.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = TableDie> + '_ {
        self.codes().iter().map(|&code| DECODED[usize::from(code)])
    }
    /// Adds a die.
    ///
    /// # Panics
    /// When there is no room, as [`Dice::has_room`] says.
    pub fn add(&mut self, die: TableDie) {
        self.codes[self.len()] = die.code();
        self.len += 1;
    }
    /// Whether one more die has room.
    pub const fn has_room(&self) -> bool {
        (self.len as usize) < MAX_DICE
    }
    /// Takes a die away; says whether there was such a die.
    pub fn remove(&mut self, die: TableDie) -> bool {
        let Some(at) = self.find(die) else {
            return false;
        };
        let last = self.len() - 1;
        self.codes.swap(at, last);
        self.codes[last] = NONE;
        self.len -= 1;
        true
    }
    #[inline]
    fn find(&self, die: TableDie) -> Option<usize> {
        let code = die.code();
        self.codes().iter().position(|&c| c == code)
    }
    /// Whether there is such a die.
    pub fn has(&self, die: TableDie) -> bool {
        self.find(die).is_some()
    }
    /// Turns one die into another; says whether there was such a die.
    #[inline]
    pub fn change(&mut self, from: TableDie, to: TableDie) -> bool {
        let at = self.find(from);
        if let Some(at) = at {
            self.codes[at] = to.code();
        }
        at.is_some()
    }
    /// Puts all dice of a spot to another one. Dice that come to show a face keep theirs, the others lose it.
    #[inline]
    pub fn put_all(&mut self, from: Spot, to: Spot) {
        let (first, end) = range(from);
        let len = self.len();
        for code in &mut self.codes[..len] {
            let put = PUT[to as usize][usize::from(*code)];
            *code = if (first..end).contains(code) {
                put
            } else {
                *code
            };
        }
    }
    /// Puts every die that is not lost back into the tray.
    pub fn gather(&mut self) {
        let (first, end) = range(Spot::Lost);
        let len = self.len();
        for code in &mut self.codes[..len] {
            let put = PUT[Spot::Tray as usize][usize::from(*code)];
            *code = if (first..end).contains(code) {
                *code
            } else {
                put
            };
        }
    }
    /// Gives the dice in the air their faces, at a spot that shows them.
    #[inline]
    pub fn land(&mut self, faces: &FaceCounts, spot: Spot) {
        let (first, _) = range(Spot::Air);
        let mut left = faces.0;
        let len = self.len();
        for code in &mut self.codes[..len] {
            let kind = usize::from(code.wrapping_sub(first));
            let Some(left) = left.get_mut(kind) else {
                continue;
            };
            if let Some(face) = left.iter().position(|&count| count > 0) {
                left[face] -= 1;
                let face = FaceIx(face as u8);
                *code = TableDie::shown(spot, DieKind::ALL[kind], face).code();
            }
        }
    }
    /// Whether any die lies at a spot.
    #[inline]
    pub fn any(&self, spot: Spot) -> bool {
        let (first, end) = range(spot);
        // One pass without a branch; absent dice have no code.
        self.codes
            .iter()
            .fold(false, |any, code| any | (first..end).contains(code))
    }
    /// How many dice lie at a spot.
    #[inline]
    pub fn count(&self, spot: Spot) -> u8 {
        let (first, end) = range(spot);
        self.codes
            .iter()
            .map(|code| u8::from((first..end).contains(code)))
            .sum()
    }
    /// The dice at a spot, by kind.
    #[inline]
    pub fn kinds(&self, spot: Spot) -> [u8; DieKind::COUNT] {
        let (first, end) = range(spot);
        self.by_kind(|code| (first..end).contains(&code))
    }
    /// The dice that are not lost, by kind.
    #[inline]
    pub fn owned(&self) -> [u8; DieKind::COUNT] {
        let (first, end) = range(Spot::Lost);
        self.by_kind(|code| !(first..end).contains(&code))
    }
    /// The dice for whose codes `test` holds, by kind; a byte of a word for each, so that nothing branches.
    #[inline]
    fn by_kind(&self, test: impl Fn(u8) -> bool) -> [u8; DieKind::COUNT] {
        let mut sums = 0u64;
        for &code in self.codes() {
            let kind = DECODED[usize::from(code)].kind.index();
            sums += u64::from(test(code)) << (8 * kind);
        }
        let [kinds @ .., _] = sums.to_le_bytes();
        kinds
    }
    /// How many dice are not lost.
    pub fn total(&self) -> u8 {
        self.len - self.count(Spot::Lost)
    }
    /// The dice at a spot, by kind and face.
    pub fn faces(&self, spot: Spot) -> FaceCounts {
        let mut faces = FaceCounts::default();
        for die in self.iter().filter(|die| die.spot == spot) {
            faces.0[die.kind.index()][die.face.ix()] += 1;
        }
        faces
    }
    /// The kinds and faces at a spot as bits, kind by kind.
    #[inline]
    pub fn face_bits(&self, spot: Spot) -> u64 {
        let bit = &BIT[spot as usize];
        let codes = self.codes().iter();
        codes.fold(0, |bits, &code| bits | bit[usize::from(code)])
    }
    /// Every kind and face at a spot, kind by kind, with how many dice show it.
    pub fn shown(&self, spot: Spot) -> impl Iterator<Item = (DieKind, FaceIx, u8)> {
        self.faces(spot).into_dice()
    }

    /// Whether the same dice lie in the same order, which most often is so if they are the same.
    #[inline(always)]
    pub(crate) fn is_in_order_of(&self, other: &Self) -> bool {
        self.codes == other.codes
    }

    fn sorted(&self) -> [u8; MAX_DICE] {
        let mut codes = self.codes;
        codes.sort_unstable();
        codes
    }
}

impl PartialEq for Dice {
    fn eq(&self, other: &Self) -> bool {
        self.is_in_order_of(other) || self.sorted() == other.sorted()
    }
}

impl Eq for Dice {}

impl Hash for Dice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
    }
}

impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The die of a code; none for a code that no die has.
pub(crate) fn decoded(code: usize) -> Option<TableDie> {
    DECODED.get(code).copied()
}

/// Dice counted by kind and face; equal faces are counted at the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct FaceCounts(pub [[u8; FACES]; DieKind::COUNT]);

impl FaceCounts {
    /// How many dice of each kind.
    pub fn kinds(&self) -> [u8; DieKind::COUNT] {
        self.0.map(|faces| faces.iter().sum())
    }
    /// Whether there is no die.
    pub fn is_empty(&self) -> bool {
        self.0 == [[0; FACES]; DieKind::COUNT]
    }
    /// How many dice show a face.
    pub fn get(&self, kind: DieKind, face: FaceIx) -> u8 {
        self.0[kind.index()][face.ix()]
    }
    /// The count of a face, to be changed.
    pub fn get_mut(&mut self, kind: DieKind, face: FaceIx) -> &mut u8 {
        &mut self.0[kind.index()][face.ix()]
    }
    /// Every kind and face with at least one die, with how many show it.
    pub fn iter(&self) -> impl Iterator<Item = (DieKind, FaceIx, u8)> + '_ {
        (*self).into_dice()
    }
    /// [`FaceCounts::iter`] that keeps the counts.
    fn into_dice(self) -> impl Iterator<Item = (DieKind, FaceIx, u8)> {
        DieKind::ALL.into_iter().flat_map(move |kind| {
            FaceIx::all().filter_map(move |face| {
                let count = self.get(kind, face);
                (count > 0).then_some((kind, face, count))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_a_die_of_its_own() {
        for (code, die) in DECODED.iter().enumerate() {
            assert_eq!(usize::from(die.code()), code, "{die:?}");
        }
        const { assert!(CODES < NONE as usize) };
        for (place, spot) in ALL_SPOTS.into_iter().enumerate() {
            assert_eq!(spot as usize, place);
        }
    }

    #[test]
    fn dice_in_the_air_land_with_their_faces_and_the_others_stay() {
        let mut dice = Dice::NONE;
        for kind in [DieKind::Basic, DieKind::Red, DieKind::Basic] {
            dice.add(TableDie::hidden(Spot::Air, kind));
        }
        let kept = TableDie::shown(Spot::Kept, DieKind::Red, FaceIx(1));
        dice.add(kept);
        dice.add(TableDie::hidden(Spot::Lost, DieKind::Basic));
        let mut faces = FaceCounts::default();
        *faces.get_mut(DieKind::Basic, FaceIx(2)) = 1;
        *faces.get_mut(DieKind::Basic, FaceIx(5)) = 1;
        *faces.get_mut(DieKind::Red, FaceIx(3)) = 1;
        dice.land(&faces, Spot::Rolled);
        assert_eq!(dice.faces(Spot::Rolled), faces);
        assert!(dice.has(kept) && !dice.any(Spot::Air));
        assert_eq!(dice.kinds(Spot::Rolled), faces.kinds());
        assert_eq!(dice.owned()[DieKind::Basic.index()], 2);
        assert_eq!(dice.owned()[DieKind::Red.index()], 2);
    }

    #[test]
    fn dice_change_places_and_their_order_means_nothing() {
        let blue = |spot| TableDie::hidden(spot, DieKind::Blue);
        let face = |f| TableDie::shown(Spot::Kept, DieKind::Blue, FaceIx(f));
        let (mut a, mut b) = (Dice::NONE, Dice::NONE);
        for die in [blue(Spot::Tray), blue(Spot::Air), face(3)] {
            a.add(die);
        }
        for die in [face(3), blue(Spot::Air), blue(Spot::Tray)] {
            b.add(die);
        }
        assert_eq!(a, b);
        assert!(a.change(blue(Spot::Tray), face(5)) && !a.change(blue(Spot::Tray), face(5)));
        assert_ne!(a, b);
        assert_eq!(
            (a.count(Spot::Kept), a.any(Spot::Used), a.total()),
            (2, false, 3)
        );
        assert_eq!(a.face_bits(Spot::Kept), 1 << (FACES + 3) | 1 << (FACES + 5));
        a.put_all(Spot::Kept, Spot::Used);
        assert_eq!(a.faces(Spot::Used).get(DieKind::Blue, FaceIx(3)), 1);
        assert!(a.remove(blue(Spot::Air)) && a.len() == 2);
        a.gather();
        assert_eq!(a.kinds(Spot::Tray)[DieKind::Blue.index()], 2);
    }
}
