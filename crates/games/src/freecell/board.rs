//! A position that a search makes and takes back moves on.

use super::card::{Card, KING, N_CARDS, N_SUITS};
use super::key::{Key, code};
use super::shortcut::{Shortcut, Target};
use super::state::{State, is_safe};

/// The most columns.
pub(super) const N_COLUMNS_MAX: usize = super::N_PLACES_MAX;

/// What a card lies on where it is no card.
const BOTTOM: u8 = 0xff;
/// The place of cards in cells, and at home.
const IN_CELL: u8 = 0xfe;
const AT_HOME: u8 = 0xff;

/// Columns of cards by number, with the places of all cards.
#[derive(Clone, Debug)]
pub(super) struct Board {
    n_columns: usize,
    n_cells: usize,
    columns: [[u8; 64]; N_COLUMNS_MAX],
    lengths: [u8; N_COLUMNS_MAX],
    /// The cards in cells, a bit for each.
    cells: u64,
    home: [u8; N_SUITS],
    /// The column of each card, or where else it is.
    places: [u8; N_CARDS],
    heights: [u8; N_CARDS],
    key: Key,
    /// What each card lay on in the root position, if it lay in a column.
    origins: [Option<u8>; N_CARDS],
    /// What was done since the position was set, to be undone.
    done: Vec<Done>,
}

/// A sequence of cards that was moved.
#[derive(Clone, Copy, Debug)]
struct Done {
    base: u8,
    n: u8,
    from: u8,
    to: u8,
    code: u8,
}

impl Board {
    pub fn new(root: &State) -> Self {
        let mut board = Self {
            n_columns: root.columns.len(),
            n_cells: root.cells.len(),
            columns: [[0; 64]; N_COLUMNS_MAX],
            lengths: [0; N_COLUMNS_MAX],
            cells: 0,
            home: root.home,
            places: [AT_HOME; N_CARDS],
            heights: [0; N_CARDS],
            key: Key::default(),
            origins: [None; N_CARDS],
            done: Vec::new(),
        };
        for card in Card::all().filter(|card| card.rank() <= root.home[card.suit()]) {
            board.key.change(card.number(), code::ORIGIN, code::HOME);
        }
        for card in root.cells.iter().flatten() {
            board.key.change(card.number(), code::ORIGIN, code::CELL);
            board.cells |= 1 << card.number();
            board.places[card.number()] = IN_CELL;
        }
        for (at, column) in root.columns.iter().enumerate() {
            let mut below = BOTTOM;
            for &card in column {
                board.origins[card.number()] = Some(below);
                board.push(at, card.number() as u8);
                below = card.number() as u8;
            }
        }
        board
    }

    pub fn key(&self) -> Key {
        self.key
    }

    pub fn home(&self) -> &[u8; N_SUITS] {
        &self.home
    }

    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    #[inline(always)]
    pub fn column(&self, at: usize) -> &[u8] {
        &self.columns[at][..usize::from(self.lengths[at])]
    }

    pub fn n_free(&self) -> usize {
        self.n_cells - self.cells.count_ones() as usize
    }

    pub fn n_empty(&self) -> usize {
        self.lengths[..self.n_columns].iter().filter(|&&length| length == 0).count()
    }

    /// The cards above a card in its column; 0 for a card in a cell.
    #[inline(always)]
    pub fn n_above(&self, card: usize) -> usize {
        match self.places[card] {
            IN_CELL | AT_HOME => 0,
            at => usize::from(self.lengths[usize::from(at)] - 1 - self.heights[card]),
        }
    }

    /// Sets the position of a key, which must belong to the same root.
    pub fn set(&mut self, key: Key) {
        self.done.clear();
        self.key = key;
        self.cells = 0;
        self.home = [0; N_SUITS];
        self.lengths = [0; N_COLUMNS_MAX];
        let mut on = [BOTTOM; N_CARDS];
        let mut bottoms = [0; N_COLUMNS_MAX];
        let mut n_bottoms = 0;
        for number in 0..N_CARDS {
            let card = Card::new(number as u8);
            let below = match key.code(number) {
                code::HOME => {
                    // Cards come by ascending rank.
                    self.home[card.suit()] = card.rank();
                    self.places[number] = AT_HOME;
                    continue;
                }
                code::CELL => {
                    self.cells |= 1 << number;
                    self.places[number] = IN_CELL;
                    continue;
                }
                code::ORIGIN => self.origins[number].unwrap_or(BOTTOM),
                code::BOTTOM => BOTTOM,
                code => fits(card)[usize::from(code - code::ON_FIRST)],
            };
            if below == BOTTOM {
                bottoms[n_bottoms] = number as u8;
                n_bottoms += 1;
            } else {
                on[usize::from(below)] = number as u8;
            }
        }
        for (at, &bottom) in bottoms[..n_bottoms].iter().enumerate() {
            let mut card = bottom;
            while card != BOTTOM {
                self.push(at, card);
                card = on[usize::from(card)];
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, at: usize, card: u8) {
        let height = self.lengths[at];
        self.columns[at][usize::from(height)] = card;
        self.lengths[at] = height + 1;
        self.places[usize::from(card)] = at as u8;
        self.heights[usize::from(card)] = height;
    }

    /// All shortcuts: sequences onto cards, to an empty column, single cards to a cell and home.
    /// `is_plain` allows single cards only.
    pub fn shortcuts(&self, is_plain: bool, shortcuts: &mut Vec<Shortcut>) {
        shortcuts.clear();
        let (n_free, n_empty) = (self.n_free(), self.n_empty());
        let room = |n_empty: usize| if is_plain { 1 } else { (n_free + 1) << n_empty.min(6) };
        for from in 0..self.n_columns {
            let cards = self.column(from);
            let Some(&top) = cards.last() else { continue };
            let top_card = Card::new(top);
            if self.home[top_card.suit()] + 1 == top_card.rank() {
                shortcuts.push(Shortcut { base: top, n: 1, to: Target::Home });
            }
            let n_run = run_length(cards);
            for to in (0..self.n_columns).filter(|&to| to != from) {
                let Some(&below) = self.column(to).last() else { continue };
                let n = usize::from(Card::new(below).rank()).wrapping_sub(top_card.rank().into());
                if n == 0 || n > n_run || n > room(n_empty) {
                    continue;
                }
                let base = cards[cards.len() - n];
                if Card::new(base).fits_on(Card::new(below)) {
                    shortcuts.push(Shortcut { base, n: n as u8, to: Target::Onto(below) });
                }
            }
            if n_empty > 0 {
                let n = n_run.min(room(n_empty - 1));
                if n < cards.len() {
                    let base = cards[cards.len() - n];
                    shortcuts.push(Shortcut { base, n: n as u8, to: Target::Empty });
                }
            }
            if n_free > 0 {
                shortcuts.push(Shortcut { base: top, n: 1, to: Target::Cell });
            }
        }
        let mut cells = self.cells;
        while cells != 0 {
            let number = cells.trailing_zeros() as u8;
            cells &= cells - 1;
            let card = Card::new(number);
            if self.home[card.suit()] + 1 == card.rank() {
                shortcuts.push(Shortcut { base: number, n: 1, to: Target::Home });
            }
            for to in 0..self.n_columns {
                if let Some(&below) = self.column(to).last()
                    && card.fits_on(Card::new(below))
                {
                    shortcuts.push(Shortcut { base: number, n: 1, to: Target::Onto(below) });
                }
            }
            if n_empty > 0 {
                shortcuts.push(Shortcut { base: number, n: 1, to: Target::Empty });
            }
        }
    }

    /// Makes a shortcut and then all safe moves home; returns the columns that changed, as bits.
    pub fn make(&mut self, shortcut: Shortcut) -> u32 {
        let Shortcut { base, n, to } = shortcut;
        let from = self.places[usize::from(base)];
        let to = match to {
            Target::Onto(below) => self.places[usize::from(below)],
            Target::Empty => {
                let empty = self.lengths[..self.n_columns].iter().position(|&length| length == 0);
                empty.unwrap_or_default() as u8
            }
            Target::Cell => IN_CELL,
            Target::Home => AT_HOME,
        };
        self.shift(base, n, from, to) | self.go_home()
    }

    /// Makes all safe moves home; returns the columns that changed.
    pub fn go_home(&mut self) -> u32 {
        let mut changed = 0;
        loop {
            let mut is_over = true;
            for suit in 0..N_SUITS {
                while self.home[suit] < KING {
                    let card = Card::of(self.home[suit] + 1, suit as u8);
                    if self.n_above(card.number()) > 0 || !is_safe(&self.home, card) {
                        break;
                    }
                    let from = self.places[card.number()];
                    changed |= self.shift(card.number() as u8, 1, from, AT_HOME);
                    is_over = false;
                }
            }
            if is_over {
                return changed;
            }
        }
    }

    /// Takes back everything since the position was set.
    pub fn undo(&mut self) {
        while let Some(Done { base, n, from, to, code }) = self.done.pop() {
            self.carry(base, n, to, from);
            let now = self.key.code(base.into());
            self.key.change(base.into(), now, code);
        }
    }

    fn shift(&mut self, base: u8, n: u8, from: u8, to: u8) -> u32 {
        let before = self.key.code(base.into());
        self.done.push(Done { base, n, from, to, code: before });
        let after = match to {
            IN_CELL => code::CELL,
            AT_HOME => code::HOME,
            to => {
                let below = self.column(to.into()).last().copied().unwrap_or(BOTTOM);
                let [first, _] = fits(Card::new(base));
                match below {
                    below if self.origins[usize::from(base)] == Some(below) => code::ORIGIN,
                    BOTTOM => code::BOTTOM,
                    below if below == first => code::ON_FIRST,
                    _ => code::ON_SECOND,
                }
            }
        };
        self.key.change(base.into(), before, after);
        self.carry(base, n, from, to);
        let bit = |place: u8| if place < IN_CELL { 1 << place } else { 0 };
        bit(from) | bit(to)
    }

    /// Moves the uppermost `n` cards of a column, from `base` on, or one of a cell or at home.
    #[inline(always)]
    fn carry(&mut self, base: u8, n: u8, from: u8, to: u8) {
        match from {
            IN_CELL => self.cells &= !(1 << base),
            AT_HOME => self.home[Card::new(base).suit()] -= 1,
            from => self.lengths[usize::from(from)] -= n,
        }
        match to {
            IN_CELL => {
                self.cells |= 1 << base;
                self.places[usize::from(base)] = IN_CELL;
            }
            AT_HOME => {
                self.home[Card::new(base).suit()] += 1;
                self.places[usize::from(base)] = AT_HOME;
            }
            to if n == 1 => self.push(to.into(), base),
            to => {
                let first = usize::from(self.lengths[usize::from(from)]);
                for at in first..first + usize::from(n) {
                    let card = self.columns[usize::from(from)][at];
                    self.push(to.into(), card);
                }
            }
        }
    }
}

/// The two cards that a card fits on. There are none for kings.
#[inline(always)]
fn fits(card: Card) -> [u8; 2] {
    let above = (card.number() + N_SUITS - card.suit()) as u8;
    if card.is_red() { [above, above + 3] } else { [above + 1, above + 2] }
}

/// The number of cards at the top of a column that are in sequence.
fn run_length(cards: &[u8]) -> usize {
    let fits = |pair: &[u8]| Card::new(pair[1]).fits_on(Card::new(pair[0]));
    1 + cards.windows(2).rev().take_while(|pair| fits(pair)).count()
}
