//! The guides of chapter 3 against each other.

use ludex_search::Spec;

use super::{About, Match, Matches};

/// Who meets whom, by depth (0 plays at random), and what the first one scored.
const TABLE: [(u32, u32, f64); 9] = [
    (2, 0, 0.9665),
    (3, 2, 0.8502),
    (5, 3, 0.82535),
    (7, 5, 0.8478),
    (3, 4, 0.76925),
    (3, 6, 0.6171),
    (3, 8, 0.41270),
    (5, 6, 0.7652),
    (5, 8, 0.55620),
];

/// How the book can be read, and what a guide is called then.
const READINGS: [(&str, &str); 2] = [
    ("As the book describes it", ""),
    ("With a search that begins at the value of a draw", ",low=50"),
];

/// Table 3.5, in two readings.
pub(super) fn experiment() -> Matches {
    let matches = READINGS.iter().flat_map(|&(group, options)| {
        TABLE.iter().map(move |&(one, other, paper)| Match {
            group,
            label: format!("{} - {}", name(one), name(other)),
            players: [guide(one, options), guide(other, options)],
            paper,
        })
    });
    Matches {
        about: ABOUT,
        game_name: "native:lose-checkers",
        n_games: [100, 1_000, 10_000],
        matches: matches.collect(),
    }
}

fn name(depth: u32) -> String {
    if depth == 0 { "random".into() } else { format!("αβ{depth}") }
}

fn guide(depth: u32, options: &str) -> Spec {
    let spec = match depth {
        0 => "random".into(),
        depth => format!("alphabeta:depth={depth},eval=random,plain=yes{options}"),
    };
    spec.parse().expect("a spec of our own")
}

const ABOUT: About = About {
    id: "evolved-to-win-3.5",
    title: "Lose checkers: alpha-beta with random values against itself",
    source: "Sipper, Evolved to Win (2011), Table 3.5; after Benbassat and Sipper (CIG 2010)",
    claim: "Searches to an odd depth beat searches to a greater even depth.",
    figure: "games won by the first player, draws by half, as a share of all",
    sizes: [
        "100 games for each match",
        "1,000 games for each match",
        "10,000 games for each match, as published",
    ],
    method: &[
        "αβi is plain alpha-beta to depth i: no table, no deepening, moves in the order of the \
         game. A position at depth i has a fresh random value between loss and win, unless the \
         game is over there; then it is won, lost or drawn, and a win outranks any random value. \
         A whole turn is one ply, however many pieces it captures. Captures are compulsory, and \
         a player with a single move makes it without a search, which changes no move. Of equal \
         moves the first one is made. Players change colours from game to game.",
        "The source does not tell its draw rule. Here a game is drawn after 80 plies in a row \
         without a capture and without a man's move; with 30 plies the figures change by less \
         than the intervals of 1,000 games, for hardly any game is drawn.",
        "As described, these players show an effect of parity, but the other way: random values \
         reward having many moves at the last ply of one's own, or leaving the opponent few at \
         the last ply of theirs. At lose checkers the latter is stronger, since an opponent with \
         few moves is one who must capture. So an even depth beats the odd one below it, and \
         deeper is always better. The first four matches agree with the source to within 0.03; \
         in the five with even depths above 2 it has the other winner, or a close match where \
         ours is none.",
        "The second reading changes one thing: the search begins with alpha at the value of a \
         draw, in the middle of the random values, instead of below all of them. Whatever is not \
         better than that is all the same then, losses included, and the first move is made when \
         no move is better. That hurts even depths, where the opponent chooses last and values \
         are low, and hardly touches odd ones, where they are high. It brings back the claimed \
         effect and, in 1,000 games each, eight of nine figures to within about 0.05, the other \
         to within 0.09. What is left depends on which move is made when none is better: other \
         orders of moves gave 0.65 to 0.76 for αβ3 against αβ4 (source: 0.77) and 0.44 to 0.62 \
         for αβ3 against αβ6 (source: 0.62). An initial alpha of about 0 is what Java's \
         Double.MIN_VALUE gives where minus infinity is meant, but the program of the source is \
         not at hand, so this is a conjecture.",
        "What does not bring the claimed effect about: values kept per position, ends of games \
         not recognised at the last ply or only by the lack of pieces, captures searched beyond \
         the depth, single moves not counted as plies, random values beyond win and loss, moves in \
         another or in random order, another draw rule.",
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_played_in_both_readings() {
        let matches = experiment().matches;
        assert_eq!(matches.len(), 2 * TABLE.len());
        assert_eq!(matches[4].label, "αβ3 - αβ4");
        let spec = "alphabeta:depth=4,eval=random,plain=yes,low=50";
        assert_eq!(matches[13].players[1].to_string(), spec);
    }
}
