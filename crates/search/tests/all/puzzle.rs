//! Puzzles: all methods find the same solutions, and these agree with theory.

use std::sync::Arc;

use ludex_game::{
    Bound, Estimate, Game, Goal, Heuristic, NamedHeuristic, Playable, Role, RoleId, SearchSupport,
};
use ludex_gdl::circuit::Budget;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Limits as GdlLimits, Sheet, library};
use ludex_search::puzzle::{
    Astar, Bfs, Filling, Ida, Knowledge, Meter, Method, Options, Outcome, Parts, Progress, Record,
    Relaxed, Sat, Search, Solver,
};
use ludex_search::{Context, KnownValue, Limits, Probe, Spec, Stop};
use proptest::prelude::*;

const MEMORY: usize = 1 << 28;

/// A bundled game.
fn load(name: &str) -> Arc<CircuitGame> {
    let (sheet, _) = Sheet::parse(library::find(name).expect("bundled").source());
    let loaded = Engine::load(&sheet, &GdlLimits::default(), &Budget::default()).expect("sound");
    match loaded.engine {
        Engine::Circuit(game) => game,
        Engine::Reference(_) => panic!("{name} has no circuit"),
    }
}

fn solve<G: Playable>(game: &Arc<G>, method: Method, nodes: u64) -> Outcome<G::Move> {
    let options = Options { method, memory_bytes_max: MEMORY, ..Options::default() };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let outcome = Solver::new(game, &game.initial(), &options).solve(&limits);
    if let Some(solution) = &outcome.solution {
        assert_eq!(replay(&**game, &solution.moves), solution.goal, "{method:?} misreports");
    }
    outcome
}

/// Plays moves, each of which must be legal, to the end of the game.
fn replay<G: Game>(game: &G, moves: &[G::Move]) -> Goal {
    let (mut state, mut legal) = (game.initial(), Vec::new());
    for mv in moves {
        assert!(!game.is_terminal(&state));
        game.legal_moves(&state, RoleId(0), &mut legal);
        assert!(legal.contains(mv));
        game.apply(&mut state, &[*mv]);
    }
    assert!(game.is_terminal(&state));
    game.goal(&state, RoleId(0))
}

/// Asserts that the shortest path to goal value 100 takes `n_plies` plies, and that
/// these methods prove it within a number of positions.
fn assert_shortest(name: &str, n_plies: usize, nodes: u64, methods: &[Method]) {
    let game = load(name);
    for &method in methods {
        let solution = solve(&game, method, nodes).solution.expect("there is an end");
        let found = (solution.goal, solution.moves.len());
        assert_eq!(found, (Goal::MAX, n_plies), "{name} by {method:?}");
        assert!(solution.is_best && solution.is_shortest, "{name} by {method:?}");
    }
}

const EXACT: [Method; 4] = [Method::Auto, Method::Bfs, Method::Astar, Method::Ida];

/// Bundled puzzles, and the plies of their shortest solutions.
const SHORTEST: [(&str, usize); 4] =
    [("towers-of-hanoi", 31), ("blocks-world", 9), ("eight-queens", 8), ("lights-out", 6)];

#[test]
fn a_sat_solver_wins_and_rules_out_shorter_wins() {
    for (name, n_plies) in SHORTEST {
        let game = load(name);
        let mut sat = Sat::new(&game, &game.initial(), 1, MEMORY).expect("it has logic");
        let (stop, mut record) = (Stop::never(), Record::default());
        while sat.run(&mut Meter::new(1_000_000, &stop), &mut record) == Progress::Paused {}
        let solution = record.solution().unwrap_or_else(|| panic!("no win of {name}"));
        assert_eq!(replay(&*game, &solution.moves), Goal::MAX, "{name}");
        assert!(solution.moves.len() >= n_plies, "{name}");
        // Had it ruled out what is possible, a longer solution would be called shortest.
        assert!(!solution.is_shortest || solution.moves.len() == n_plies, "{name}");
    }
}

/// A Latin square of four rows, from which nothing can be taken back.
const SQUARE: &str = "
    (role robot) (number 1) (number 2) (number 3) (number 4)
    (<= (base (blank ?x ?y)) (number ?x) (number ?y))
    (<= (init (blank ?x ?y)) (number ?x) (number ?y))
    (<= (legal robot (put ?x ?y ?n)) (true (blank ?x ?y)) (number ?n) (not (taken ?x ?y ?n)))
    (legal robot quit)
    (<= (taken ?x ?y ?n) (true (cell ?x ?z ?n)) (number ?y))
    (<= (taken ?x ?y ?n) (true (cell ?z ?y ?n)) (number ?x))
    (<= (next (cell ?x ?y ?n)) (does robot (put ?x ?y ?n)))
    (<= (next (cell ?x ?y ?n)) (true (cell ?x ?y ?n)))
    (<= (next (blank ?x ?y)) (true (blank ?x ?y)) (not (put_in ?x ?y)))
    (<= (put_in ?x ?y) (does robot (put ?x ?y ?n)))
    (<= (next over) (does robot quit))
    (<= open (true (blank ?x ?y)))
    (<= terminal (not open)) (<= terminal (true over))
    (<= (goal robot 100) (not open)) (<= (goal robot 0) open)";

#[test]
fn what_is_filled_in_is_found_at_once_and_played_in_order() {
    let game = circuit(SQUARE);
    let mut filling = Filling::new(&game, &game.initial()).expect("it has logic");
    let (stop, mut record) = (Stop::never(), Record::default());
    while filling.run(&mut Meter::new(100_000, &stop), &mut record) == Progress::Paused {}
    let solution = record.solution().expect("there is a win");
    assert_eq!(replay(&*game, &solution.moves), Goal::MAX);
    assert_eq!(solution.moves.len(), 16);
}

/// Two lamps that can be lit, and a goal of 100 that no position has: one lamp alone and
/// an even number of them. The other goals are 40 and 0.
const LAMPS: &str = "
    (role robot) (lamp a) (lamp b) (init (dark a)) (init (dark b))
    (<= (legal robot (light ?x)) (true (dark ?x)))
    (<= (next (lit ?x)) (does robot (light ?x)))
    (<= (next (lit ?x)) (true (lit ?x)))
    (<= (next (dark ?x)) (true (dark ?x)) (not (does robot (light ?x))))
    (<= one (true (lit a)) (not (true (lit b))))
    (<= one (true (lit b)) (not (true (lit a))))
    (<= even (true (lit a)) (true (lit b)))
    (<= even (not (true (lit a))) (not (true (lit b))))
    (<= terminal (true (lit a)))
    (<= (goal robot 100) one even)
    (<= (goal robot 40) (true (lit a)))
    (<= (goal robot 0) (not (true (lit a))))";

#[test]
fn a_goal_that_no_position_has_is_ruled_out() {
    let game = circuit(LAMPS);
    let initial = game.initial();
    let mut sat = Sat::new(&game, &initial, 1, MEMORY).expect("it has logic");
    let (stop, mut record) = (Stop::never(), Record::default());
    record.offer(Goal::new(40).expect("a goal"), 1, Vec::new);
    assert!(!record.is_best());
    sat.run(&mut Meter::new(1_000, &stop), &mut record);
    assert!(record.is_best(), "nothing is worth more than 40");
    let solution = solve(&game, Method::Auto, 1_000_000).solution.expect("there is an end");
    assert_eq!((solution.goal.value(), solution.is_best), (40, true));
}

#[test]
fn a_goal_that_rests_on_what_never_comes_is_ruled_out() {
    let game =
        circuit(&LAMPS.replace("(goal robot 100) one even", "(goal robot 100) (true (lit c))"));
    let mut relaxed = Relaxed::new(&*game).expect("it has logic");
    let highest = relaxed.highest_goal(&game, &game.initial());
    assert_eq!(highest.map(Goal::value), Some(40));
}

#[test]
fn relaxed_rules_lead_to_a_win() {
    // The step limit of the towers leaves no room for detours.
    for &(name, n_plies) in &SHORTEST[1..] {
        let game = load(name);
        let outcome = solve(&game, Method::Greedy, 100_000_000);
        let solution = outcome.solution.expect("there is a win");
        assert_eq!(solution.goal, Goal::MAX, "{name}");
        assert!(solution.moves.len() >= n_plies && !solution.is_shortest, "{name}");
    }
}

/// What cannot be reached even if nothing is ever lost cannot be reached.
#[test]
fn relaxed_rules_see_every_win() {
    for &(name, _) in &SHORTEST[1..] {
        let game = load(name);
        let mut relaxed = Relaxed::new(&*game).expect("it has logic");
        let solution = solve(&game, Method::Greedy, 100_000_000).solution.expect("a win");
        let mut state = game.initial();
        for mv in solution.moves {
            assert!(relaxed.cost(&game, &state).is_finite(), "{name}");
            game.apply(&mut state, &[mv]);
        }
        assert_eq!(relaxed.cost(&game, &state), 0.0, "{name}");
    }
}

#[test]
fn shortest_ways_are_as_theory_has_them() {
    // 2^5 - 1.
    assert_shortest("towers-of-hanoi", 31, 300_000, &EXACT);
    // As their rule sheets say.
    assert_shortest("blocks-world", 9, 1_000_000, &EXACT);
    assert_shortest("maze", 39, 100_000, &EXACT);
    // One move per queen.
    assert_shortest("eight-queens", 8, 100_000, &EXACT);
    // Linear algebra over the field of two elements.
    assert_shortest("lights-out", 6, 2_000_000, &EXACT);
}

#[test]
fn the_eight_puzzle_takes_24_moves() {
    assert_shortest("eight-puzzle", 24, 5_000_000, &[Method::Auto, Method::Bfs]);
}

#[test]
fn a_step_counter_is_no_reason_to_look_twice() {
    let game = load("eight-puzzle");
    let (stop, mut record) = (Stop::never(), Record::default());
    let mut meter = Meter::new(600_000, &stop);
    let mut timeless = Bfs::timeless(&game, &game.initial(), MEMORY).expect("steps are counted");
    timeless.run(&mut meter, &mut record);
    let solution = record.solution().expect("found");
    assert_eq!((solution.goal, solution.moves.len()), (Goal::MAX, 24));
    assert!(solution.is_shortest, "steps only end the game, after 60");
    // Half of the permutations of nine are reachable.
    assert!(meter.nodes() < 181_440 * 3, "{}", meter.nodes());
    let untimed = load("towers-of-hanoi");
    let clock = Bfs::timeless(&untimed, &untimed.initial(), MEMORY);
    assert!(clock.is_some(), "it counts as well");
}

#[test]
fn the_eight_puzzle_takes_no_more_positions_than_it_has_boards() {
    let game = load("eight-puzzle");
    for (method, n_times) in [(Method::Bfs, 3), (Method::Auto, 3 * 4)] {
        let outcome = solve(&game, method, u64::MAX);
        assert!(outcome.is_settled && outcome.nodes < 181_440 * n_times, "{}", outcome.nodes);
        assert!(outcome.solution.expect("found").is_shortest);
    }
}

/// Rules in which the player goes up or down a ladder with a step counter.
fn ladder(rules: &str) -> Arc<CircuitGame> {
    let succ: String = (0..9).map(|at| format!("(succ {at} {})", at + 1)).collect();
    let text = format!(
        "(role climber) (init (at 0)) (init (step 0)) {succ}
        (<= (legal climber up) (true (at ?x)) (succ ?x ?y))
        (<= (legal climber down) (true (at ?x)) (succ ?y ?x))
        (<= (next (at ?y)) (does climber up) (true (at ?x)) (succ ?x ?y))
        (<= (next (at ?y)) (does climber down) (true (at ?x)) (succ ?y ?x))
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
        {rules}"
    );
    circuit(&text)
}

fn circuit(rules: &str) -> Arc<CircuitGame> {
    let (sheet, problems) = Sheet::parse(ludex_gdl::Source::new("rules", rules.to_string()));
    assert!(problems.is_empty());
    let loaded = Engine::load(&sheet, &GdlLimits::default(), &Budget::default()).expect("sound");
    match loaded.engine {
        Engine::Circuit(game) => game,
        Engine::Reference(_) => panic!("no circuit"),
    }
}

#[test]
fn time_counts_where_the_rules_ask_for_it() {
    // Steps only end the game: it is over after the seventh.
    let game = ladder(
        "(<= terminal (true (at 3))) (<= terminal (true (step 7)))
        (<= (goal climber 100) (true (at 3))) (<= (goal climber 30) (true (at 1)))",
    );
    assert_eq!(game.timeless_plies(&game.initial()), Some(6));
    let solution = solve(&game, Method::Bfs, 1_000).solution.expect("found");
    assert_eq!((solution.moves.len(), solution.is_shortest), (3, true));

    // Only the last step ends the game: the rung of the climber at that time counts,
    // which it has visited before.
    let game = ladder(
        "(<= terminal (true (step 7)))
        (<= (goal climber 80) (true (at 1))) (<= (goal climber 20) (true (at 7)))",
    );
    assert_eq!(game.timeless_plies(&game.initial()), Some(6));
    for method in [Method::Bfs, Method::Auto] {
        let solution = solve(&game, method, 10_000).solution.expect("found");
        assert_eq!((solution.goal.value(), solution.moves.len()), (80, 7));
        assert!(solution.is_best && solution.is_shortest);
    }

    // A late arrival is worth more; a rung can be reached late only; the end is at a
    // rung and a time: the time is part of the position.
    for rules in [
        "(<= terminal (true (at 3))) (<= terminal (true (step 7)))
        (<= (goal climber 100) (true (step 5))) (<= (goal climber 10) (true (step 3)))",
        "(<= terminal (true (at 3)) (true (step 5))) (<= terminal (true (step 7)))
        (<= (goal climber 100) (true (at 3)))",
        "(<= (legal climber wait) (true (step 4))) (<= terminal (true (at 3)))
        (<= (goal climber 100) (true (at 3)))",
    ] {
        assert_eq!(ladder(rules).timeless_plies(&ladder(rules).initial()), None, "{rules}");
    }
    let late = ladder(
        "(<= terminal (true (at 3))) (<= terminal (true (step 7)))
        (<= (goal climber 100) (true (step 5))) (<= (goal climber 10) (true (step 3)))",
    );
    let solution = solve(&late, Method::Auto, 10_000).solution.expect("found");
    assert_eq!((solution.goal, solution.moves.len()), (Goal::MAX, 5));
}

#[test]
fn solving_may_be_interrupted() {
    let game = load("towers-of-hanoi");
    let options = Options { memory_bytes_max: MEMORY, ..Options::default() };
    let mut solver = Solver::new(&game, &game.initial(), &options);
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let outcomes = std::iter::repeat_with(|| solver.solve(&limits)).take(1000);
    let settled = outcomes.filter(|outcome| outcome.is_settled).last().expect("settled");
    let solution = settled.solution.expect("solved");
    assert!(solution.is_best && solution.is_shortest && solution.moves.len() == 31);
}

/// A long corridor with many dead ends, and the exact distance to its end.
struct Corridor([Role; 1]);

const LENGTH: u32 = 60;

impl SearchSupport for Corridor {}

impl Playable for Corridor {
    fn heuristics(&self) -> Vec<NamedHeuristic<Self>> {
        vec![
            NamedHeuristic {
                name: "distance",
                about: "the exact distance",
                make: |_| Ok(Heuristic::Bound(Box::new(Distance))),
            },
            NamedHeuristic {
                name: "guess",
                about: "twice the distance",
                make: |_| Ok(Heuristic::Estimate(Box::new(Twice))),
            },
        ]
    }
}

impl Game for Corridor {
    /// Distance along the corridor, and the position in a dead end.
    type State = (u32, u32);
    type Move = bool;

    fn roles(&self) -> &[Role] {
        &self.0
    }

    fn initial(&self) -> (u32, u32) {
        (0, 1)
    }

    fn is_terminal(&self, state: &(u32, u32)) -> bool {
        *state == (LENGTH, 1)
    }

    fn legal_moves(&self, _: &(u32, u32), _: RoleId, moves: &mut Vec<bool>) {
        *moves = vec![false, true];
    }

    fn apply(&self, (along, off): &mut (u32, u32), joint: &[bool]) {
        match joint[0] && *off == 1 {
            true => *along += 1,
            // Each dead end branches in two at every step, without end.
            false => *off = off.wrapping_mul(2).wrapping_add(u32::from(joint[0])).max(2),
        }
    }

    fn goal(&self, state: &(u32, u32), _: RoleId) -> Goal {
        if self.is_terminal(state) { Goal::MAX } else { Goal::MIN }
    }

    fn move_name(&self, mv: bool) -> String {
        mv.to_string()
    }
}

/// The exact distance.
struct Distance;

impl Bound<Corridor> for Distance {
    fn cost_min(&mut self, _: &Corridor, &(along, off): &(u32, u32)) -> u32 {
        if off == 1 { LENGTH - along } else { u32::MAX }
    }
}

/// Twice as far as it is.
struct Twice;

impl Estimate<Corridor> for Twice {
    fn cost(&mut self, _: &Corridor, &(along, off): &(u32, u32)) -> f64 {
        if off == 1 { 2.0 * f64::from(LENGTH - along) } else { f64::INFINITY }
    }
}

#[test]
fn specs_name_heuristics_of_the_game() {
    let game = Arc::new(Corridor([Role::player("walker")]));
    for (name, is_proof) in [("distance", true), ("guess", false)] {
        for method in ["auto", "astar", "ida"] {
            if method == "ida" && !is_proof {
                // An estimate orders moves but does not prune: 2^60 positions.
                continue;
            }
            let spec = format!("puzzle:nodes=2000,memory=64MB,method={method},heur={name}");
            let spec = Spec::parse(&spec).unwrap();
            let mut seat = spec.seat(&game, &Context::default()).unwrap();
            let report = seat.player.choose(&game.initial(), RoleId(0), &Stop::never());
            assert_eq!((report.value, report.depth), (Some(100.0), LENGTH), "{spec}");
        }
        let options = Options { method: Method::Astar, ..Options::default() };
        let knowledge = Knowledge::named(&game, name).unwrap();
        let mut solver = Solver::informed(&game, &game.initial(), &options, knowledge);
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let solution = solver.solve(&limits).solution.expect("found");
        assert_eq!((solution.cost, solution.is_shortest), (LENGTH, is_proof), "{name}");
    }
    let spec = Spec::parse("puzzle:heur=distanze").unwrap();
    let error = spec.seat(&game, &Context::default()).err().unwrap().to_string();
    assert!(error.contains("did you mean `distance`?"), "{error}");
    let error = Spec::parse("puzzle:heur=distance")
        .unwrap()
        .seat(&load("eight-puzzle"), &Context::default());
    let error = error.err().unwrap().to_string();
    assert!(error.contains("this game has no heuristics"), "{error}");
}

#[test]
fn a_full_memory_costs_no_heuristic() {
    let game = Arc::new(Corridor([Role::player("walker")]));
    for method in [Method::Astar, Method::Auto] {
        // The memory is full at once. A blind search would visit 2^60 positions.
        let options = Options { method, memory_bytes_max: 0, ..Options::default() };
        let knowledge =
            Knowledge::default().with_heuristic(|| Heuristic::Bound(Box::new(Distance)));
        let mut solver = Solver::informed(&game, &game.initial(), &options, knowledge);
        let outcome = solver.solve(&Limits { nodes: Some(200_000), ..Limits::default() });
        let solution = outcome.solution.expect("found");
        assert!(solution.is_shortest && solution.moves.len() == LENGTH as usize, "{method:?}");
    }
}

#[test]
fn large_puzzles_are_solved_without_proof() {
    let solved = |name: &str, method, nodes| {
        solve(&load(name), method, nodes).solution.is_some_and(|way| way.goal == Goal::MAX)
    };
    assert!(solved("knights-tour", Method::Auto, 300_000));
    assert!(solved("knights-tour", Method::Nested, 300_000));
    assert!(solved("peg-solitaire", Method::Auto, 3_000_000));
    assert!(solved("towers-of-hanoi", Method::Beam, 300_000));
}

#[test]
fn the_same_limits_give_the_same_result() {
    let game = load("peg-solitaire");
    for (_, method) in Method::NAMES {
        let (one, two) = (solve(&game, method, 50_000), solve(&game, method, 50_000));
        assert_eq!((one.solution, one.nodes), (two.solution, two.nodes), "{method:?}");
    }
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let game = load("peg-solitaire");
    let limits = Limits { stop: Stop::when(|| true), ..Limits::default() };
    let outcome = Solver::new(&game, &game.initial(), &Options::default()).solve(&limits);
    assert_eq!((outcome.nodes, outcome.solution), (0, None));
}

#[test]
fn the_puzzle_player_follows_its_plan() {
    let game = load("towers-of-hanoi");
    let spec = Spec::parse("puzzle:nodes=200k,memory=64MB").unwrap();
    let mut seat = spec.seat(&game, &Context::default()).unwrap();
    let (mut state, mut nodes) = (game.initial(), Vec::new());
    while !game.is_terminal(&state) {
        let report = seat.player.choose(&state, RoleId(0), &Stop::never());
        assert!(report.is_proven && report.value == Some(100.0));
        nodes.push(report.nodes);
        game.apply(&mut state, &[report.mv]);
    }
    assert_eq!(game.goal(&state, RoleId(0)), Goal::MAX);
    assert!(nodes[0] > 0 && nodes[1..].iter().all(|&nodes| nodes == 0), "{nodes:?}");
}

#[test]
fn the_puzzle_player_wins_time_where_moves_can_be_undone() {
    let game = load("eight-puzzle");
    // Far too few nodes for one turn, but the search continues over turns.
    let spec = Spec::parse("puzzle:nodes=200k,memory=64MB").unwrap();
    let mut seat = spec.seat(&game, &Context::default()).unwrap();
    let (mut state, mut n_plies) = (game.initial(), 0);
    while !game.is_terminal(&state) {
        let report = seat.player.choose(&state, RoleId(0), &Stop::never());
        game.apply(&mut state, &[report.mv]);
        n_plies += 1;
    }
    assert_eq!(game.goal(&state, RoleId(0)), Goal::MAX);
    assert!((25..60).contains(&n_plies), "{n_plies}");
}

#[test]
fn the_puzzle_player_needs_a_puzzle() {
    let error = Spec::parse("puzzle").unwrap().seat(&load("tic-tac-toe"), &Context::default());
    assert!(error.err().unwrap().to_string().contains("has 2 roles"));
}

/// Walks in a random graph. Terminal nodes have goal values.
#[derive(Clone, Debug)]
struct Walk {
    roles: [Role; 1],
    edges: Vec<Vec<u8>>,
    goals: Vec<Option<u8>>,
    /// Whether a step costs more than 1: as much as the place it leads to says.
    is_costly: bool,
}

impl SearchSupport for Walk {}

impl Playable for Walk {
    fn move_cost(&self, _: &u8, joint: &[u8]) -> u32 {
        if self.is_costly { 1 + u32::from(joint[0]) % 5 } else { 1 }
    }

    fn has_unit_costs(&self) -> bool {
        !self.is_costly
    }
}

impl Game for Walk {
    type State = u8;
    type Move = u8;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> u8 {
        0
    }

    fn is_terminal(&self, state: &u8) -> bool {
        self.goals[usize::from(*state)].is_some()
    }

    fn legal_moves(&self, state: &u8, _: RoleId, moves: &mut Vec<u8>) {
        moves.clone_from(&self.edges[usize::from(*state)]);
    }

    fn apply(&self, state: &mut u8, joint: &[u8]) {
        *state = joint[0];
    }

    fn goal(&self, state: &u8, _: RoleId) -> Goal {
        Goal::new(self.goals[usize::from(*state)].unwrap_or(0)).expect("at most 100")
    }

    fn move_name(&self, mv: u8) -> String {
        mv.to_string()
    }
}

impl Walk {
    /// The distance of every node from the start, by an independent method: relaxing
    /// edges until nothing changes.
    fn distances(&self, start: usize) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.edges.len()];
        distances[start] = Some(0);
        for _ in 0..self.edges.len() {
            for (from, edges) in self.edges.iter().enumerate() {
                let Some(distance) = distances[from].filter(|_| self.goals[from].is_none()) else {
                    continue;
                };
                for &to in edges {
                    let known: &mut Option<usize> = &mut distances[usize::from(to)];
                    let distance = distance + self.move_cost(&0, &[to]) as usize;
                    *known = Some(known.map_or(distance, |known| known.min(distance)));
                }
            }
        }
        distances
    }

    /// The cost of the nearest end that is worth this much.
    fn nearest(&self, start: usize, goal_min: u8) -> Option<usize> {
        let ends = self.distances(start).into_iter().zip(&self.goals);
        let ends = ends.filter(|(_, goal)| goal.is_some_and(|goal| goal >= goal_min));
        ends.filter_map(|(distance, _)| distance).min()
    }

    /// The best goal value and the least cost of it.
    fn expected(&self) -> Option<(u8, usize)> {
        let ends = self.distances(0).into_iter().zip(&self.goals);
        let best = ends.filter_map(|(distance, goal)| goal.filter(|_| distance.is_some())).max()?;
        Some((best, self.nearest(0, best)?))
    }
}

/// Admissible but inconsistent bounds: the true distance to a terminal node worth 100,
/// in some nodes less a few plies.
#[derive(Clone)]
struct Bounds(Vec<u32>);

impl Bounds {
    fn new(walk: &Walk, less: &[u32]) -> Self {
        let bound = |(start, less): (usize, &u32)| match walk.nearest(start, 100) {
            None => u32::MAX,
            Some(cost) => (cost as u32).saturating_sub(*less),
        };
        Self((0..walk.edges.len()).zip(less.iter().cycle()).map(bound).collect())
    }
}

impl Bound<Walk> for Bounds {
    fn cost_min(&mut self, _: &Walk, state: &u8) -> u32 {
        self.0[usize::from(*state)]
    }
}

/// Knows the best ends of all places from a number on, and the cost to them.
struct Places(u8);

impl Probe<Walk> for Places {
    fn probe(&self, walk: &Walk, state: &u8, _: RoleId) -> Option<KnownValue> {
        if *state < self.0 {
            return None;
        }
        let ends = walk.distances((*state).into()).into_iter().zip(&walk.goals);
        let ends = ends.filter_map(|(cost, goal)| cost.zip(*goal));
        let (cost, goal) = ends.max_by_key(|&(cost, goal)| (goal, std::cmp::Reverse(cost)))?;
        Some(KnownValue { distance: Some(cost as u32), ..KnownValue::exact(goal.into()) })
    }
}

/// Numbers unrelated to distances.
#[derive(Clone)]
struct Guesses(Vec<u32>);

impl Estimate<Walk> for Guesses {
    fn cost(&mut self, _: &Walk, state: &u8) -> f64 {
        match self.0[usize::from(*state) % self.0.len()] {
            u32::MAX => f64::INFINITY,
            cost => f64::from(cost),
        }
    }
}

#[test]
fn known_positions_save_nodes() {
    let (edges, mut goals) = ((1..=40).map(|to| vec![to % 40]).collect(), vec![None; 40]);
    goals[39] = Some(100);
    let roles = [Role::player("walker")];
    let game = Arc::new(Walk { roles, edges, goals, is_costly: false });
    for method in [Method::Bfs, Method::Astar, Method::Ida] {
        let options = Options { method, ..Options::default() };
        let solve =
            |knowledge| Solver::informed(&game, &0, &options, knowledge).solve(&Limits::default());
        let without = solve(Knowledge::default());
        let with = solve(Knowledge::default().with_probe(Arc::new(Places(3))));
        assert_eq!(with.solution, without.solution, "{method:?}");
        assert_eq!((with.solution.map(|way| way.cost), with.is_settled), (Some(39), true));
        assert!(with.nodes < without.nodes, "{method:?}");
    }
}

fn walks() -> impl Strategy<Value = Walk> {
    let node = |n: u8| {
        let goal =
            prop_oneof![8 => Just(None), 1 => Just(Some(100)), 2 => (0..=99u8).prop_map(Some)];
        (prop::collection::btree_set(0..n, 0..4), goal)
    };
    (2..40u8, any::<bool>()).prop_flat_map(move |(n, is_costly)| {
        prop::collection::vec(node(n), usize::from(n)).prop_map(move |nodes| {
            let (edges, mut goals): (Vec<Vec<u8>>, Vec<Option<u8>>) =
                nodes.into_iter().map(|(edges, goal)| (edges.into_iter().collect(), goal)).unzip();
            goals[0] = None;
            Walk { roles: [Role::player("walker")], edges, goals, is_costly }
        })
    })
}

/// Runs a search a few positions at a time, so that it is interrupted often.
fn run(search: &mut dyn Search<Walk>) -> Record<u8> {
    let (mut record, stop) = (Record::default(), Stop::never());
    for _ in 0..100_000 {
        if search.run(&mut Meter::new(3, &stop), &mut record) != Progress::Paused {
            return record;
        }
    }
    panic!("a walk of forty places takes no such number of steps");
}

proptest! {
    #[test]
    fn all_exact_searches_agree(
        walk in walks(),
        less in prop::collection::vec(0..4u32, 1..8),
        known in 0..40u8,
    ) {
        let game = Arc::new(walk);
        let start = game.initial();
        let bounds = || Some(Heuristic::Bound(Box::new(Bounds::new(&game, &less))));
        let probe = || -> Option<Arc<dyn Probe<Walk>>> { Some(Arc::new(Places(known))) };
        let bfs = || Bfs::new(&game, &start, MEMORY);
        let blind = || Astar::new(&game, &start, None, MEMORY);
        let astar = || Astar::new(&game, &start, bounds(), MEMORY);
        let blind_ida = || Ida::new(&game, &start, None, 1 << 20);
        let ida = || Ida::new(&game, &start, bounds(), 1 << 20);
        let searches: [(&str, Box<dyn Search<Walk>>); 10] = [
            ("bfs", Box::new(bfs())),
            ("blind a*", Box::new(blind())),
            ("a*", Box::new(astar())),
            ("blind ida*", Box::new(blind_ida())),
            ("ida*", Box::new(ida())),
            ("bfs with a probe", Box::new(bfs().with_probe(probe()))),
            ("blind a* with a probe", Box::new(blind().with_probe(probe()))),
            ("a* with a probe", Box::new(astar().with_probe(probe()))),
            ("blind ida* with a probe", Box::new(blind_ida().with_probe(probe()))),
            ("ida* with a probe", Box::new(ida().with_probe(probe()))),
        ];
        for (name, mut search) in searches {
            if game.is_costly && name.starts_with("bfs") {
                continue;
            }
            let record = run(&mut *search);
            let solution = record.solution();
            let found = solution.as_ref().map(|way| (way.goal.value(), way.cost as usize));
            prop_assert_eq!(found, game.expected(), "{}", name);
            prop_assert!(record.is_settled(), "{} does not settle it", name);
            if let Some(solution) = solution {
                prop_assert!(solution.is_best && solution.is_shortest);
                prop_assert_eq!(replay(&*game, &solution.moves), solution.goal);
            }
        }
    }

    #[test]
    fn guesses_prove_nothing_before_all_is_seen(
        walk in walks(),
        guesses in prop::collection::vec(prop_oneof![9 => 0..50u32, 1 => Just(u32::MAX)], 1..40),
        nodes in 1..200u64,
    ) {
        let game = Arc::new(walk);
        for method in [Method::Astar, Method::Ida, Method::Auto] {
            // Full at once, or never.
            for memory_bytes_max in [0, MEMORY] {
                let options = Options { method, memory_bytes_max, ..Options::default() };
                let guesses = Guesses(guesses.clone());
                let guesses = move || Heuristic::Estimate(Box::new(guesses.clone()));
                let knowledge = Knowledge::default().with_heuristic(guesses);
                let mut solver = Solver::informed(&game, &0, &options, knowledge);
                for nodes in [nodes, 100_000] {
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    if let Some(solution) = solver.solve(&limits).solution {
                        let goal = solution.goal.value();
                        let (best, _) = game.expected().expect("one was found");
                        prop_assert!(!solution.is_best || goal == best);
                        let shortest = game.nearest(0, goal).expect("one was found");
                        prop_assert!(!solution.is_shortest || shortest == solution.cost as usize);
                    }
                }
            }
        }
    }

    #[test]
    fn claims_hold_wherever_search_is_cut_off(walk in walks(), nodes in 1..60u64, at in 0..6usize) {
        let game = Arc::new(walk);
        let outcome = solve(&game, Method::NAMES[at].1, nodes);
        if let Some(solution) = outcome.solution {
            let (best, _) = game.expected().expect("one was found");
            let goal = solution.goal.value();
            prop_assert!(goal <= best && (!solution.is_best || goal == best));
            let shortest = game.nearest(0, goal).expect("one was found");
            prop_assert!(shortest <= solution.cost as usize);
            prop_assert!(!solution.is_shortest || shortest == solution.cost as usize);
        }
    }
}

/// Two rings of eight lamps, in which a press changes a lamp and its two neighbours.
const TWO_RINGS: &str = "
    (role robot) (ring a) (ring b)
    (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 1)
    (<= (lamp ?n) (succ ?n ?m))
    (<= (base (lit ?r ?n)) (ring ?r) (lamp ?n)) (<= (input robot (press ?r ?n)) (ring ?r) (lamp ?n))
    (init (lit a 1)) (init (lit b 3)) (init (lit b 6))
    (<= (legal robot (press ?r ?n)) (ring ?r) (lamp ?n))
    (<= (changes ?r ?n) (does robot (press ?r ?n)))
    (<= (changes ?r ?n) (does robot (press ?r ?m)) (succ ?m ?n))
    (<= (changes ?r ?n) (does robot (press ?r ?m)) (succ ?n ?m))
    (<= (next (lit ?r ?n)) (true (lit ?r ?n)) (not (changes ?r ?n)))
    (<= (next (lit ?r ?n)) (ring ?r) (lamp ?n) (not (true (lit ?r ?n))) (changes ?r ?n))
    (<= dark (ring ?r) (lamp ?n) (not (true (lit ?r ?n))))
    (<= terminal (not dark))
    (<= (goal robot 100) (not dark)) (<= (goal robot 0) dark)";

#[test]
fn parts_of_a_puzzle_are_solved_apart() {
    let (sheet, _) = Sheet::parse(ludex_gdl::Source::new("two rings", TWO_RINGS));
    let loaded = Engine::load(&sheet, &GdlLimits::default(), &Budget::default()).expect("sound");
    let Engine::Circuit(game) = loaded.engine else { panic!("it grounds") };
    assert_eq!(game.parts().len(), 2);
    let stop = Stop::never();
    let nodes_of = |search: &mut dyn Search<CircuitGame>| {
        let (mut meter, mut record) = (Meter::new(1 << 20, &stop), Record::default());
        while search.run(&mut meter, &mut record) == Progress::Paused && !meter.is_over() {}
        let solution = record.solution().expect("it can be solved");
        assert_eq!(replay(&*game, &solution.moves), Goal::MAX);
        meter.nodes()
    };
    let root = game.initial();
    let options = Options { memory_bytes_max: MEMORY, ..Options::default() };
    let apart = nodes_of(&mut Parts::new(&game, &root, &options).expect("two parts"));
    let together = nodes_of(&mut Bfs::new(&game, &root, MEMORY));
    assert!(10 * apart < together, "{apart} and {together} positions");
}
