//! Generator of rule sheets of random small games, for property tests.
//!
//! A sheet is generated from a seed. Some games are a walk through a graph in
//! which each joint move leads to a node; others move tokens on small graphs by
//! turns, so that different moves lead to the same position. Games have one to
//! three players, with and without chance, simultaneous moves or turns, with
//! and without cycles and step counters, with constant-sum or arbitrary goals,
//! and at most a few thousand positions.

use std::fmt::{self, Write as _};

use ludex_game::Rng;
use rand::Rng as _;

/// The rule sheet of a random game.
///
/// ```
/// use ludex_gdl::random_sheet::RandomSheet;
/// use ludex_gdl::{Sheet, Source, check};
///
/// let random = RandomSheet::new(7);
/// let (sheet, problems) = Sheet::parse(Source::new("random", random.text.clone()));
/// assert!(problems.is_empty() && check::check(&sheet).is_empty());
/// assert_eq!(RandomSheet::new(7).text, random.text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomSheet {
    /// Properties of the game.
    pub kind: Kind,
    /// The rule text.
    pub text: String,
}

/// Properties of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind {
    /// Number of roles other than chance.
    pub n_players: usize,
    /// Whether there is a chance role.
    pub has_chance: bool,
    /// Whether players may move at the same time.
    pub is_simultaneous: bool,
    /// Whether the goals of two players sum to 100.
    pub is_constant_sum: bool,
    /// Whether moves may lead back to earlier nodes.
    pub has_circles: bool,
    /// Number of steps after which the game ends, if steps are counted.
    pub n_steps_max: Option<usize>,
    /// Whether the game moves tokens rather than walking through one graph.
    pub has_tokens: bool,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match (self.n_players, self.is_simultaneous) {
            (1, _) => "puzzle",
            (_, true) => "simultaneous",
            (_, false) => "turns",
        };
        write!(f, "{way}, {}p", self.n_players)?;
        let words = [
            (self.has_chance, "chance"),
            (self.is_constant_sum, "constant sum"),
            (self.has_circles, "circles"),
            (self.n_steps_max.is_some(), "steps"),
        ];
        words.iter().filter(|(is_so, _)| *is_so).try_for_each(|(_, word)| write!(f, ", {word}"))
    }
}

impl RandomSheet {
    /// Generates the sheet of a seed.
    pub fn new(seed: u64) -> Self {
        let mut rng = ludex_game::rng(seed, 0);
        let kind = Kind::random(&mut rng);
        let text = match kind.has_tokens {
            true => tokens(&mut rng, &kind),
            false => walk(&mut rng, &kind),
        };
        Self { kind, text }
    }
}

impl Kind {
    fn random(rng: &mut Rng) -> Self {
        let n_players = [1, 2, 2, 2, 2, 3][rng.random_range(0..6)];
        let has_tokens = rng.random_range(0..3) == 0;
        let is_graph = !has_tokens;
        let is_simultaneous = is_graph && n_players > 1 && rng.random_range(0..3) == 0;
        let has_chance = is_graph && rng.random_range(0..4) == 0;
        let is_constant_sum = n_players == 2 && rng.random_range(0..3) > 0;
        let has_circles = rng.random_range(0..2) == 0;
        // Games with cycles end by the step counter or not at all.
        let is_counted = rng.random_range(0..if has_circles { 2 } else { 4 }) == 0;
        let n_steps_max = is_counted.then(|| rng.random_range(3..9));
        Self {
            n_players,
            has_chance,
            is_simultaneous,
            is_constant_sum,
            has_circles,
            n_steps_max,
            has_tokens,
        }
    }

    /// The names of all roles.
    fn roles(&self) -> Vec<&'static str> {
        let mut roles = ["red", "green", "blue"][..self.n_players].to_vec();
        roles.extend(self.has_chance.then_some("random"));
        roles
    }

    /// Draws a goal for each player.
    fn goals(&self, rng: &mut Rng) -> Vec<u8> {
        let mut goal = || match rng.random_range(0..2) {
            0 => [0, 50, 100][rng.random_range(0..3)],
            _ => rng.random_range(0..=100),
        };
        let first = goal();
        match self.is_constant_sum {
            true => vec![first, 100 - first],
            false => std::iter::once(first).chain((1..self.n_players).map(|_| goal())).collect(),
        }
    }

    /// The rules of the step counter, if there is one.
    fn steps(&self) -> String {
        let Some(n_steps) = self.n_steps_max else { return String::new() };
        let mut text = String::from("(init (step 0))\n(base (step 0))\n");
        text.push_str("(<= (base (step ?n)) (succ ?m ?n))\n");
        text.push_str("(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n");
        let _ = writeln!(text, "(<= terminal (true (step {n_steps})))");
        for at in 0..n_steps {
            let _ = writeln!(text, "(succ {at} {})", at + 1);
        }
        text
    }
}

/// Rules of a walk: all roles walk through one graph, and a joint move leads to
/// a node.
fn walk(rng: &mut Rng, kind: &Kind) -> String {
    let roles = kind.roles();
    let n_places = rng.random_range(4..40);
    let mut text = String::new();
    for role in &roles {
        let _ = writeln!(text, "(role {role})");
    }
    text.push_str("(init (at 0))\n");
    let mut leads = String::new();
    for place in 0..n_places {
        let _ = writeln!(text, "(base (at {place}))");
        for (role, goal) in roles.iter().zip(kind.goals(rng)) {
            let _ = writeln!(text, "(worth {place} {role} {goal})");
        }
        let is_end = place > 0 && (place + 2 >= n_places || rng.random_range(0..4) == 0);
        if is_end {
            let _ = writeln!(text, "(end {place})");
            continue;
        }
        let n_moves = numbers_of_moves(rng, kind);
        for (role, &n) in roles.iter().zip(&n_moves) {
            for mv in 0..n {
                let _ = writeln!(text, "(can {place} {role} m{mv})");
            }
        }
        for joint in 0..n_moves.iter().product() {
            let least = if kind.has_circles { 0 } else { place + 1 };
            let to = rng.random_range(least..n_places);
            let _ = write!(leads, "(leads {place}");
            let mut rest: usize = joint;
            for &n in &n_moves {
                let _ = write!(leads, " m{}", rest % n);
                rest /= n;
            }
            let _ = writeln!(leads, " {to})");
        }
    }
    text.push_str(&leads);
    let moves: Vec<String> = (0..roles.len()).map(|at| format!("?m{at}")).collect();
    let does = roles.iter().zip(&moves).map(|(role, mv)| format!(" (does {role} {mv})"));
    let does: String = does.collect();
    let moves = moves.join(" ");
    let _ = write!(
        text,
        "(<= (input ?role ?move) (can ?place ?role ?move))
(<= (legal ?role ?move) (true (at ?place)) (can ?place ?role ?move))
(<= (next (at ?to)) (true (at ?place)){does} (leads ?place {moves} ?to))
(<= terminal (true (at ?place)) (end ?place))
(<= (goal ?role ?value) (true (at ?place)) (worth ?place ?role ?value))
"
    );
    if kind.has_chance {
        text.push_str("(<= (goal random 0) (true (at ?place)))\n");
    }
    text.push_str(&kind.steps());
    text
}

/// Draws the number of moves of each role in a node.
fn numbers_of_moves(rng: &mut Rng, kind: &Kind) -> Vec<usize> {
    let n_roles = kind.n_players + usize::from(kind.has_chance);
    let mover = rng.random_range(0..n_roles);
    let mut number = |role: usize| match role == mover || kind.is_simultaneous {
        true => rng.random_range(1..4),
        false => 1,
    };
    (0..n_roles).map(|role| number(role).min(if role < kind.n_players { 3 } else { 2 })).collect()
}

/// Rules of tokens, each on a small graph, moved by turns. The first token that
/// reaches an end of its graph ends the game, as does a turn without a move.
fn tokens(rng: &mut Rng, kind: &Kind) -> String {
    let roles = kind.roles();
    let (n_tokens, n_places) = (rng.random_range(1..4), rng.random_range(3..7));
    let mut text = String::new();
    for (at, role) in roles.iter().enumerate() {
        let next = roles[(at + 1) % roles.len()];
        let _ = writeln!(text, "(role {role})\n(then {role} {next})");
    }
    for token in 0..n_tokens {
        let _ = writeln!(text, "(init (on {token} 0))");
        for place in 0..n_places {
            let _ = writeln!(text, "(base (on {token} {place}))");
            for _ in 0..rng.random_range(1..4) {
                let least = if kind.has_circles { 0 } else { place + 1 };
                if least < n_places && place + 1 < n_places {
                    let to = rng.random_range(least..n_places);
                    let _ = writeln!(text, "(arc {token} {place} {to})");
                }
            }
        }
    }
    // Goals by node of the first token and role to move.
    for place in 0..n_places {
        for turn in &roles {
            for (role, goal) in roles.iter().zip(kind.goals(rng)) {
                let _ = writeln!(text, "(worth {place} {turn} {role} {goal})");
            }
        }
    }
    let last = n_places - 1;
    let _ = write!(
        text,
        "(init (turn red))
(<= (base (turn ?role)) (role ?role))
(<= (input ?role (move ?token ?to)) (role ?role) (arc ?token ?from ?to))
(<= (input ?role wait) (role ?role))
(<= (legal ?role (move ?token ?to))
  (true (turn ?role)) (true (on ?token ?from)) (arc ?token ?from ?to))
(<= (legal ?role wait) (role ?role) (not (true (turn ?role))))
(<= (next (on ?token ?to)) (does ?role (move ?token ?to)))
(<= (next (on ?token ?from)) (true (on ?token ?from)) (not (moved ?token)))
(<= (moved ?token) (does ?role (move ?token ?to)))
(<= (next (turn ?next)) (true (turn ?role)) (then ?role ?next))
(<= movable (true (on ?token ?from)) (arc ?token ?from ?to))
(<= terminal (true (on ?token {last})))
(<= terminal (not movable))
(<= (goal ?role ?value)
  (true (on 0 ?place)) (true (turn ?turn)) (worth ?place ?turn ?role ?value))
"
    );
    text.push_str(&kind.steps());
    text
}
