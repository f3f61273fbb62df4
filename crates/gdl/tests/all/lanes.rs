//! The lanes compared with the plain evaluation of the same circuits.

use crate::lanes_common::breakthrough;
use ludex_game::Ending;
use ludex_game::draw::{below, draw};
use ludex_gdl::circuit::{Builder, Circuit, Lit, Outputs};
use ludex_gdl::lanes::{
    Inspection, Isa, Job, LaneOptions, Lanes, NumberedPlayouts, Outcome, Weights, pack,
};
use proptest::prelude::*;

/// Each width with each instruction set of this machine, with and without phases.
fn widths_and_sets() -> impl Iterator<Item = LaneOptions> {
    let with_width = |isa| [64, 512].map(|n_lanes| (n_lanes, isa)).into_iter();
    let all = Isa::available().into_iter().flat_map(with_width).enumerate();
    all.map(|(at, (n_lanes, isa))| LaneOptions {
        n_lanes: Some(n_lanes),
        isa: Some(isa),
        exact: at % 3 == 1,
    })
}

/// A playout by plain evaluation: the expected result of the lanes.
fn playout(circuit: &Circuit, job: Job, number: u64, state: &[bool]) -> Outcome {
    let mut state = state.to_vec();
    let no_moves = vec![false; circuit.n_moves()];
    let mut moves_made = Vec::new();
    for ply in 0.. {
        let values = circuit.evaluate(&state, &no_moves);
        let holds = |lit: Lit| Circuit::value(&values, lit);
        let mut made = no_moves.clone();
        let mut stuck = false;
        let mut joint = Vec::new();
        for role in 0..circuit.n_roles() {
            let legal: Vec<usize> =
                circuit.moves_of(role).filter(|&mv| holds(circuit.legal[mv])).collect();
            stuck |= legal.is_empty();
            if !legal.is_empty() {
                let mv = legal[below(draw(job.seed, number, ply, role), legal.len())];
                made[mv] = true;
                joint.push(mv as u32);
            }
        }
        let ending = match () {
            () if holds(circuit.terminal) => Some(Ending::Terminal),
            () if ply >= job.length_max => Some(Ending::Capped),
            () if stuck => Some(Ending::Stuck),
            () => None,
        };
        if let Some(ending) = ending {
            let goal = |goals: &Vec<(u8, Lit)>| {
                goals.iter().rev().find(|(_, lit)| holds(*lit)).map_or(0, |&(value, _)| value)
            };
            return Outcome {
                playout: number,
                ending,
                length: ply,
                goals: circuit.goals.iter().map(goal).collect(),
                moves: if job.log_moves { moves_made } else { vec![] },
            };
        }
        moves_made.extend(joint);
        let values = circuit.evaluate(&state, &made);
        state = circuit.next.iter().map(|&lit| Circuit::value(&values, lit)).collect();
    }
    unreachable!("plies are counted without end")
}

fn run(lanes: &mut Lanes, job: Job, n_playouts: u64, starts: &[Vec<u64>]) -> Vec<Outcome> {
    let mut feed = NumberedPlayouts::new(0..n_playouts, starts);
    lanes.run(job, &mut feed);
    feed.outcomes.sort_by_key(|outcome| outcome.playout);
    feed.outcomes
}

/// The choices that define a random circuit: numbers that are reduced modulo
/// the available options when they are used.
#[derive(Clone, Debug)]
struct Recipe {
    n_bases: usize,
    n_moves: Vec<usize>,
    gates: Vec<(bool, Vec<u32>)>,
    /// Gates that depend on later ones, for recursion.
    forwards: Vec<Vec<u32>>,
    outputs: Vec<u32>,
    initial: Vec<bool>,
}

fn recipes() -> impl Strategy<Value = Recipe> {
    let inputs = || prop::collection::vec(any::<u32>(), 1..7);
    (
        1..70_usize,
        prop::collection::vec(1..70_usize, 1..4),
        prop::collection::vec((any::<bool>(), inputs()), 0..120),
        prop::collection::vec(inputs(), 0..6),
        prop::collection::vec(any::<u32>(), 400),
        prop::collection::vec(any::<bool>(), 70),
    )
        .prop_map(|(n_bases, n_moves, gates, forwards, outputs, initial)| Recipe {
            n_bases,
            n_moves,
            gates,
            forwards,
            outputs,
            initial,
        })
}

impl Recipe {
    fn circuit(&self) -> Circuit {
        let mut role_starts = vec![0];
        self.n_moves.iter().for_each(|n| role_starts.push(role_starts[role_starts.len() - 1] + n));
        let n_moves = *role_starts.last().unwrap();
        let mut builder = Builder::new(self.n_bases, role_starts);
        let mut state: Vec<Lit> = (0..self.n_bases).map(|base| builder.base(base)).collect();
        state.extend([Lit::FALSE, Lit::TRUE]);
        let negatable = state.len();
        let pick = |from: &[Lit], n_negatable: usize, x: u32| {
            let at = (x >> 1) as usize % from.len();
            if at < n_negatable && x & 1 == 1 { !from[at] } else { from[at] }
        };
        // Gates of the state: recursive ones first, used positively only.
        let forwards: Vec<Lit> = self.forwards.iter().map(|_| builder.forward()).collect();
        state.extend(&forwards);
        let half = self.gates.len() / 2;
        let gate = |builder: &mut Builder, all: &[Lit], negatable, (and, xs): &(bool, Vec<u32>)| {
            let lits: Vec<Lit> = xs.iter().map(|&x| pick(all, negatable, x)).collect();
            if *and { builder.and(&lits) } else { builder.or(&lits) }
        };
        for recipe in &self.gates[..half] {
            let lit = gate(&mut builder, &state, negatable, recipe);
            state.push(lit);
        }
        for (&forward, xs) in forwards.iter().zip(&self.forwards) {
            let lits: Vec<Lit> = xs.iter().map(|&x| pick(&state, negatable, x)).collect();
            builder.define(forward, &lits);
        }
        // Gates of the moves: recursive gates may be negated from here on.
        let mut all = state.clone();
        all.extend((0..n_moves).map(|mv| builder.mv(mv)));
        for recipe in &self.gates[half..] {
            let n_all = all.len();
            let lit = gate(&mut builder, &all, n_all, recipe);
            all.push(lit);
        }
        let mut xs = self.outputs.iter().cycle().copied();
        let mut some = |from: &[Lit], n: usize| -> Vec<Lit> {
            (0..n).map(|_| pick(from, from.len(), xs.next().unwrap())).collect()
        };
        let outputs = Outputs {
            initial: self.initial[..self.n_bases].to_vec(),
            next: some(&all, self.n_bases),
            legal: some(&state, n_moves),
            terminal: some(&state, 1)[0],
            goals: self.n_moves.iter().map(|_| (0..3).zip(some(&state, 3)).collect()).collect(),
            extras: some(&state, 5),
        };
        builder.finish(outputs).expect("no gate depends on its own negation")
    }
}

fn plain_inspection(circuit: &Circuit, state: &[bool], moves: &[usize]) -> Inspection {
    let made: Vec<bool> = (0..circuit.n_moves())
        .map(|mv| moves.contains(&mv) && circuit.legal[mv] != Lit::FALSE)
        .collect();
    let values = circuit.evaluate(state, &made);
    let all = |lits: &[Lit]| -> Vec<usize> {
        (0..lits.len()).filter(|&at| Circuit::value(&values, lits[at])).collect()
    };
    let goals = circuit.goals.iter().map(|goals| {
        let held = goals.iter().rev().filter(|(_, lit)| Circuit::value(&values, *lit));
        held.map(|&(value, _)| value).collect()
    });
    Inspection {
        terminal: Circuit::value(&values, circuit.terminal),
        legal: all(&circuit.legal),
        goals: goals.collect(),
        extras: all(&circuit.extras),
        next: all(&circuit.next),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_kernel_agrees_with_plain_evaluation(recipe in recipes(), seed in any::<u64>()) {
        let circuit = recipe.circuit();
        let random = |lane: usize, at: usize| draw(seed, lane as u64, at as u32, 0);
        for options in widths_and_sets() {
            let mut lanes = Lanes::new(&circuit, options);
            let width = lanes.n_lanes();
            let states: Vec<Vec<bool>> = (0..width)
                .map(|lane| (0..circuit.n_bases).map(|at| random(lane, at) & 1 == 1).collect())
                .collect();
            let moves: Vec<Vec<usize>> = (0..width)
                .map(|lane| (0..circuit.n_moves()).filter(|&at| random(lane, at) & 6 == 6).collect())
                .collect();
            let packed: Vec<Vec<u64>> = states.iter().map(|state| pack(state)).collect();
            let found = lanes.inspect(&packed, &moves);
            for lane in (0..width).step_by(width / 32 + 1) {
                let expected = plain_inspection(&circuit, &states[lane], &moves[lane]);
                prop_assert_eq!(&found[lane], &expected, "width {}, lane {}", width, lane);
            }
        }
    }

    #[test]
    fn playouts_agree_with_plain_ones(recipe in recipes(), seed in any::<u64>()) {
        let circuit = recipe.circuit();
        let job = Job { seed, length_max: 12, log_moves: true };
        let expected: Vec<Outcome> =
            (0..100).map(|number| playout(&circuit, job, number, &circuit.initial)).collect();
        for options in widths_and_sets() {
            let found = run(&mut Lanes::new(&circuit, options), job, 100, &[]);
            prop_assert_eq!(&found, &expected, "{:?}", options);
        }
    }
}

#[test]
fn breakthrough_is_the_same_at_every_width() {
    let circuit = breakthrough(6);
    let job = Job { seed: 5, length_max: 40, log_moves: true };
    let expected: Vec<Outcome> =
        (0..200).map(|number| playout(&circuit, job, number, &circuit.initial)).collect();
    assert!(expected.iter().any(|outcome| outcome.ending == Ending::Terminal));
    assert!(expected.iter().any(|outcome| outcome.ending == Ending::Capped));
    for options in widths_and_sets() {
        assert_eq!(run(&mut Lanes::new(&circuit, options), job, 200, &[]), expected);
    }
}

#[test]
fn playouts_start_from_any_state() {
    let circuit = breakthrough(6);
    let job = Job { seed: 9, ..Job::default() };
    // Some pieces are missing.
    let starts: Vec<Vec<bool>> = (0..7)
        .map(|n| (0..circuit.n_bases).map(|at| circuit.initial[at] && at % 7 != n).collect())
        .collect();
    let packed: Vec<Vec<u64>> = starts.iter().map(|state| pack(state)).collect();
    let found = run(&mut Lanes::new(&circuit, LaneOptions::default()), job, 1500, &packed);
    for outcome in found.iter().step_by(31) {
        let start = &starts[outcome.playout as usize % starts.len()];
        assert_eq!(outcome, &playout(&circuit, job, outcome.playout, start));
    }
}

/// One role picks one of `n` moves, of which the first of every three are not
/// legal, and the game is over.
fn one_choice(n: usize) -> Circuit {
    let builder = Builder::new(1 + n, vec![0, n]);
    let next = (0..n).map(|mv| builder.mv(mv)).chain([Lit::TRUE]).collect();
    let legal = (0..n).map(|mv| if mv % 3 == 0 { builder.base(mv) } else { !builder.base(mv) });
    let legal = legal.collect();
    let outputs = Outputs {
        initial: vec![false; 1 + n],
        next,
        legal,
        terminal: builder.base(n),
        goals: vec![vec![]],
        extras: vec![],
    };
    builder.finish(outputs).unwrap()
}

/// The deviation of counts from their expectation, in standard deviations of
/// the chi-square statistic.
fn deviation(counts: &[f64], expected: &[f64]) -> f64 {
    let terms = counts.iter().zip(expected).filter(|(_, e)| **e > 0.0);
    let (chi, n) = terms.fold((0.0, 0.0), |(chi, n), (c, e)| (chi + (c - e).powi(2) / e, n + 1.0));
    (chi - (n - 1.0)) / (2.0 * (n - 1.0_f64)).sqrt()
}

fn counts(circuit: &Circuit, lanes: &mut Lanes, n_playouts: u64) -> Vec<f64> {
    let job = Job { seed: 3, log_moves: true, ..Job::default() };
    let mut counts = vec![0.0; circuit.n_moves()];
    for outcome in run(lanes, job, n_playouts, &[]) {
        counts[outcome.moves[0] as usize] += 1.0;
    }
    counts
}

#[test]
fn legal_moves_are_drawn_evenly() {
    for n in [2, 8, 9, 17, 40, 150, 700] {
        let circuit = one_choice(n);
        let counts = counts(&circuit, &mut Lanes::new(&circuit, LaneOptions::default()), 200_000);
        let n_legal = (0..n).filter(|mv| mv % 3 > 0).count();
        let expected = |mv| if mv % 3 > 0 { 200_000.0 / n_legal as f64 } else { 0.0 };
        let expected: Vec<f64> = (0..n).map(expected).collect();
        assert!((0..n).step_by(3).all(|mv| counts[mv] == 0.0));
        assert!(n_legal == 1 || deviation(&counts, &expected) < 4.0);
    }
}

#[test]
fn weighted_moves_are_drawn_by_their_weights() {
    let circuit = one_choice(80);
    let weights: Vec<u32> = (0..80).collect();
    let total: u32 = weights.iter().filter(|mv| *mv % 3 > 0).sum();
    let expected: Vec<f64> = (0..80)
        .map(|mv| if mv % 3 > 0 { 100_000.0 * mv as f64 / total as f64 } else { 0.0 })
        .collect();
    let mut lanes = Lanes::new(&circuit, LaneOptions::default());
    lanes.set_policy(Some(Box::new(Weights::new(vec![weights]))));
    assert!(deviation(&counts(&circuit, &mut lanes, 100_000), &expected) < 4.0);
}
