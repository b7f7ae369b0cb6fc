//! What is known of tracks that are not known as a whole: the rulebooks' examples tell single actions.

/// What an example tells of a track.
pub(super) struct Known {
    /// The actions of the first spaces; where there is none, it is drawn.
    pub(super) spaces: &'static [Option<&'static str>],
    /// Whether these are all spaces.
    pub(super) whole: bool,
    /// Actions that stand somewhere in the first four spaces besides.
    pub(super) somewhere: &'static [&'static str],
}

const NOTHING: Known = Known {
    spaces: &[],
    whole: false,
    somewhere: &[],
};

/// What is known of the track of an Epic, base game or Steelslayer.
pub(super) fn epic(id: &str, expanded: bool) -> Known {
    match (id, expanded) {
        // es:605-609: bracket, actions and steps of the example leave only the fourth open.
        ("curveball", false) => Known {
            spaces: &[
                Some("ADD_ENF"),
                Some("POP 1"),
                Some("BOOST red"),
                None,
                Some("POP 1"),
            ],
            whole: true,
            ..NOTHING
        },
        // es:796
        ("fortuity", false) => Known {
            somewhere: &["BASE"],
            ..NOTHING
        },
        // steelslayer:1015
        ("loophole", _) => Known {
            spaces: &[Some("BOOST black")],
            ..NOTHING
        },
        // steelslayer:608, of the re-mastered card.
        ("ozone", false) => Known {
            spaces: &[Some("ADD_ENF")],
            somewhere: &["ADD_ENF", "BOOST blue"],
            ..NOTHING
        },
        // steelslayer:568
        ("refractionary", true) => Known {
            somewhere: &["SHIELD blue"],
            ..NOTHING
        },
        _ => NOTHING,
    }
}

/// es:284: Faultline has finite health above 4.
pub(super) const FAULTLINE: (&str, u8) = ("faultline", 5);

/// A card shown in a video has this research and this health; its name is not known.
pub(super) const SEEN: (u8, u8) = (3, 7);

/// steelslayer:757: the fewest symbols that Bank Vault gives.
pub(super) const BANK_VAULT: (&str, u8) = ("bank-vault", 3);

/// steelslayer:143: re-issued for $1 more, so these cost at least $2.
pub(super) const RAISED: [&str; 2] = ["med-kit", "fuel-cells"];

/// steelslayer:414: one of the three cards that are used at once shows attack.
pub(super) const SHOWS_ATTACK: &str = "ildithia-tea";

/// steelslayer:450: one of the two symbols that pay for Data Chip.
pub(super) const DATA_CHIP: (&str, &str) = ("data-chip", "plan");

/// steelslayer:809: in Grand Central two spaces with BASE follow each other, and an Aid is in the next two.
pub(super) const GRAND_CENTRAL: &str = "grand-central";

/// The cells of Limelight's tables that an example tells, by row and column from 0 (steelslayer:904-907).
pub(super) const YELLOW_CELL: (usize, usize) = (3, 1);
/// See [`YELLOW_CELL`].
pub(super) const BLACK_CELL: (usize, usize) = (2, 3);
/// See [`YELLOW_CELL`].
pub(super) const RED_CELL: (usize, usize) = (1, 0);
/// See [`YELLOW_CELL`].
pub(super) const BLUE_CELL: (usize, usize) = (1, 2);
