//! Mutations of valid inputs.

use ludex_game::Rng;
use rand::Rng as _;
use rand::seq::IndexedRandom;

/// Boundary values for numbers, brackets and lines.
const EXTREMES: &[&str] = &[
    "-1",
    "0",
    "1e400",
    "-0.0",
    "NaN",
    "inf",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "1e18",
    "\0",
    "\n",
    "\r\n",
    "\t",
    " ",
    "",
    "(",
    ")",
    "()",
    "[",
    "]",
    "=",
    ",",
    ";",
    ":",
    "*",
    "+",
    "/",
    "'",
    "\"",
    "%",
    "é",
    "\u{feff}",
    "\u{1b}[2J",
    "𝕏",
];

/// Maximum length of an input; longer ones are truncated.
const BYTES_MAX: usize = 1 << 16;

/// A mutation of valid inputs: pieces dropped, duplicated, moved or taken from
/// another input, bits flipped, words and boundary values inserted.
///
/// ```
/// use rand::SeedableRng;
///
/// let seeds = [b"uct:playouts=1000".to_vec()];
/// let mut rng = ludex_game::Rng::seed_from_u64(1);
/// let inputs: Vec<_> = (0..50).map(|_| ludex_fuzzing::mutation::mutated(&mut rng, &seeds, &[])).collect();
/// assert!(inputs.iter().any(|input| *input != seeds[0]));
/// ```
pub fn mutated(rng: &mut Rng, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut bytes = seeds.choose(rng).cloned().unwrap_or_default();
    for _ in 0..rng.random_range(1..=6) {
        mutate(rng, &mut bytes, seeds, words);
        bytes.truncate(BYTES_MAX);
    }
    bytes
}

fn mutate(rng: &mut Rng, bytes: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[&str]) {
    let piece = piece(rng, bytes);
    let at = rng.random_range(0..=bytes.len());
    match rng.random_range(0..9) {
        0 => drop(bytes.drain(piece)),
        1 => {
            let copy = bytes[piece].to_vec();
            bytes.splice(at..at, copy);
        }
        2 => drop(bytes.splice(piece, word(rng, words))),
        3 => drop(bytes.splice(at..at, word(rng, words))),
        4 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
        5 if at < bytes.len() => bytes[at] = rng.random(),
        6 => {
            let other = seeds.choose(rng).cloned().unwrap_or_default();
            let from = self::piece(rng, &other);
            bytes.splice(piece, other[from].iter().copied());
        }
        7 => bytes.truncate(at),
        _ => {
            let n_times = 1 << rng.random_range(0..12);
            let repeated = word(rng, words).repeat(n_times);
            bytes.splice(at..at, repeated);
        }
    }
}

/// The range of a random piece: between two separators, or anywhere.
fn piece(rng: &mut Rng, bytes: &[u8]) -> std::ops::Range<usize> {
    let (a, b) = (rng.random_range(0..=bytes.len()), rng.random_range(0..=bytes.len()));
    if rng.random_bool(0.3) {
        return a.min(b)..a.max(b);
    }
    let is_break = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    let from = bytes[..a].iter().rposition(is_break).map_or(0, |at| at + 1);
    let to = bytes[a..].iter().position(is_break).map_or(bytes.len(), |at| a + at);
    from..to
}

fn word(rng: &mut Rng, words: &[&str]) -> Vec<u8> {
    let list = if rng.random_bool(0.5) && !words.is_empty() { words } else { EXTREMES };
    list.choose(rng).map(|word| word.as_bytes().to_vec()).unwrap_or_default()
}
