//! Cards.

use std::fmt;

/// A card: its rank and suit.
///
/// ```
/// use ludex_games::freecell::Card;
///
/// let [ten, jack] = ["10h", "JS"].map(|text| Card::read(text).unwrap());
/// assert_eq!((ten.to_string().as_str(), ten.rank(), ten.is_red()), ("TH", 10, true));
/// assert!(ten.fits_on(jack) && !jack.fits_on(ten));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The number of cards.
pub const N_CARDS: usize = 52;
/// The number of suits.
pub const N_SUITS: usize = 4;
/// The rank of kings.
pub const KING: u8 = 13;

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";

impl Card {
    /// The card of a number below 52: by rank, and of each rank clubs, diamonds, hearts, spades.
    pub const fn new(number: u8) -> Self {
        assert!(number < N_CARDS as u8, "there are 52 cards");
        Self(number)
    }

    /// The card of a rank from 1 (ace) to 13 (king) and a suit below 4.
    pub const fn of(rank: u8, suit: u8) -> Self {
        Self::new((rank - 1) * N_SUITS as u8 + suit)
    }

    /// All cards, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..N_CARDS as u8).map(Self)
    }

    /// The card that a text such as `TD`, `10D` or `td` names.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is not a card: a rank, {RANKS} or 10, and a suit, {SUITS}");
        let upper = text.to_ascii_uppercase();
        let (rank, suit) = upper.split_at_checked(upper.len().wrapping_sub(1)).ok_or_else(wrong)?;
        let rank = if rank == "10" { "T" } else { rank };
        let at = |all: &str, one: &str| if one.len() == 1 { all.find(one) } else { None };
        let (rank, suit) = at(RANKS, rank).zip(at(SUITS, suit)).ok_or_else(wrong)?;
        Ok(Self::of(rank as u8 + 1, suit as u8))
    }

    /// The number of the card.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// 1 for an ace to 13 for a king.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 / N_SUITS as u8 + 1
    }

    /// 0 for clubs, then diamonds, hearts, spades.
    #[inline(always)]
    pub const fn suit(self) -> usize {
        (self.0 % N_SUITS as u8) as usize
    }

    /// Whether it is a diamond or a heart.
    #[inline(always)]
    pub const fn is_red(self) -> bool {
        matches!(self.suit(), 1 | 2)
    }

    /// Whether it may be put on another card in a column: of the other colour, and one less.
    #[inline(always)]
    pub const fn fits_on(self, other: Self) -> bool {
        self.rank() + 1 == other.rank() && self.is_red() != other.is_red()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |all: &str, at: usize| all.as_bytes()[at] as char;
        let rank = letter(RANKS, usize::from(self.rank()) - 1);
        write!(f, "{rank}{}", letter(SUITS, self.suit()))
    }
}

/// The letter of a suit.
pub(super) fn suit_letter(suit: usize) -> char {
    SUITS.as_bytes()[suit] as char
}

/// The suit of a letter.
pub(super) fn suit_of(letter: &str) -> Option<usize> {
    if letter.len() == 1 { SUITS.find(&letter.to_ascii_uppercase()) } else { None }
}

/// The rank of a word such as `0`, `A`, `10` or `K`: the number of cards in a foundation.
pub(super) fn rank_of(word: &str) -> Option<u8> {
    match word.to_ascii_uppercase().as_str() {
        "0" => Some(0),
        "10" => Some(10),
        one if one.len() == 1 => RANKS.find(one).map(|at| at as u8 + 1),
        _ => None,
    }
}
