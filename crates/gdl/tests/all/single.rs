//! The single-state engine agrees with plain evaluation in every state.

use std::sync::Arc;

use ludex_game::{Game, Rng, RoleId, conformance, rng};
use ludex_gdl::circuit::{Budget, Circuit, Grounded};
use ludex_gdl::single::{BitState, CircuitGame, MoveId, Program, Single};
use ludex_gdl::{Limits, Reference, Sheet, library};
use proptest::prelude::*;
use rand::{Rng as _, SeedableRng};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_circuits_are_followed_exactly(seed in any::<u64>(), with_phases in any::<bool>()) {
        let rng = &mut Rng::seed_from_u64(seed);
        let grounded = Arc::new(crate::single_circuits::random(rng));
        let modes: Vec<usize> = if with_phases { vec![0, 2] } else { vec![] };
        let patterns: &[usize] = if with_phases { &[1, 2] } else { &[0] };
        let program = Arc::new(Program::with_phases(grounded.clone(), &modes, patterns));
        let mut follow = CheckedSingle::new(&grounded, &program);
        for _ in 0..40 {
            match rng.random_range(0..4) {
                0 => follow.jump(&random_state(rng, &program)),
                1 => follow.jump(&flipped(rng, &program, follow.single.state())),
                2 => follow.play(&any_joint(rng, &grounded.circuit)),
                _ => follow.play(&legal_joint(rng, &grounded.circuit, &follow.single)),
            }
        }
    }
}

#[test]
fn bundled_games_are_followed_exactly() {
    for game in library::games() {
        let grounded = grounded(game.name());
        let program = Arc::new(Program::new(grounded.clone()));
        let mut follow = CheckedSingle::new(&grounded, &program);
        let rng = &mut Rng::seed_from_u64(7);
        let n_steps = (400_000 / grounded.circuit.n_gates()).clamp(10, 200);
        for _ in 0..n_steps {
            match rng.random_range(0..20) {
                _ if follow.single.is_terminal() => follow.jump(program.initial()),
                0 => follow.jump(&flipped(rng, &program, follow.single.state())),
                1 => follow.play(&any_joint(rng, &grounded.circuit)),
                _ => follow.play(&legal_joint(rng, &grounded.circuit, &follow.single)),
            }
        }
    }
}

#[test]
fn circuits_keep_the_contracts_of_capabilities() {
    for name in ["tic-tac-toe", "breakthrough", "eight-puzzle"] {
        let game = CircuitGame::new(grounded(name));
        let checked = conformance::check_capabilities(&mut rng(3, 0), &game, 5, 100);
        assert!(checked.is_ok(), "{name}: {}", checked.unwrap_err());
    }
}

#[test]
fn facts_and_moves_have_names() {
    let game = CircuitGame::new(grounded("tic-tac-toe"));
    let state = game.initial();
    assert_eq!(game.state(&game.fact_terms(&state)), Ok(state.clone()));
    let mut moves = Vec::new();
    game.legal_moves(&state, RoleId(0), &mut moves);
    let terms: Vec<_> = moves.iter().map(|&mv| game.move_term(mv)).collect();
    let found: Vec<_> = terms.iter().map(|&mv| game.find_move(RoleId(0), mv).unwrap()).collect();
    assert_eq!(found, moves);
    assert!(game.state(&terms).is_err());
}

fn grounded(name: &str) -> Arc<Grounded> {
    let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
    let reference = Reference::new(&sheet, Limits::default()).unwrap();
    Arc::new(Grounded::new(&sheet, &reference, &Budget::default()).unwrap())
}

/// An engine whose every answer is compared with plain evaluation.
struct CheckedSingle<'a> {
    circuit: &'a Circuit,
    program: &'a Arc<Program>,
    single: Single,
}

impl<'a> CheckedSingle<'a> {
    fn new(grounded: &'a Grounded, program: &'a Arc<Program>) -> Self {
        let mut follow = Self { circuit: &grounded.circuit, program, single: Single::new(program) };
        follow.compare();
        follow
    }

    fn jump(&mut self, state: &BitState) {
        self.single.turn_to(state);
        assert_eq!(self.single.state(), state);
        self.compare();
    }

    fn play(&mut self, joint: &[MoveId]) {
        let values = self.evaluate(joint);
        self.single.play(joint);
        let next = self.circuit.next.iter().map(|&lit| Circuit::value(&values, lit));
        let next = state(self.program, next);
        assert_eq!(self.single.state(), &next);
        assert_eq!(self.single.state().stable_hash(), next.stable_hash());
        self.compare();
    }

    fn compare(&mut self) {
        let values = self.evaluate(&[]);
        let value = |lit| Circuit::value(&values, lit);
        assert_eq!(self.single.is_terminal(), value(self.circuit.terminal));
        for role in 0..self.circuit.n_roles() {
            let id = RoleId::new(role);
            let moves = self.circuit.moves_of(role).filter(|&mv| value(self.circuit.legal[mv]));
            let moves: Vec<MoveId> = moves.map(|mv| MoveId(mv as u32)).collect();
            assert_eq!(self.single.legal_moves(id).collect::<Vec<_>>(), moves);
            assert_eq!(self.single.count_legal(id), moves.len());
            for (at, &mv) in moves.iter().enumerate() {
                assert_eq!(self.single.nth_legal(id, at), mv);
            }
            let goals = self.circuit.goals[role].iter().filter(|&&(_, lit)| value(lit));
            let goals: Vec<u8> = goals.map(|&(goal, _)| goal).collect();
            assert_eq!(self.single.goals(id), goals);
            assert_eq!(self.single.goal(id).value(), goals.last().copied().unwrap_or(0));
        }
        for (at, &lit) in self.circuit.extras.iter().enumerate() {
            assert_eq!(self.single.extra(at), value(lit));
        }
    }

    fn evaluate(&self, joint: &[MoveId]) -> Vec<bool> {
        let state = self.single.state();
        let bases: Vec<bool> = (0..self.circuit.n_bases).map(|base| state.contains(base)).collect();
        let mut moves = vec![false; self.circuit.n_moves()];
        joint.iter().for_each(|mv| moves[mv.index()] = true);
        self.circuit.evaluate(&bases, &moves)
    }
}

fn state(program: &Program, bases: impl Iterator<Item = bool>) -> BitState {
    let mut state = BitState::empty(program.grounded().circuit.n_bases);
    for (base, _) in bases.enumerate().filter(|&(_, holds)| holds) {
        state.flip(base, program.hash(base));
    }
    state
}

fn random_state(rng: &mut Rng, program: &Program) -> BitState {
    let share = rng.random();
    let n_bases = program.grounded().circuit.n_bases;
    let bases: Vec<bool> = (0..n_bases).map(|_| rng.random_bool(share)).collect();
    state(program, bases.into_iter())
}

/// A state with one to three facts added or removed.
fn flipped(rng: &mut Rng, program: &Program, state: &BitState) -> BitState {
    let mut state = state.clone();
    for _ in 0..rng.random_range(1..4) {
        let base = rng.random_range(0..program.grounded().circuit.n_bases);
        state.flip(base, program.hash(base));
    }
    state
}

fn any_joint(rng: &mut Rng, circuit: &Circuit) -> Vec<MoveId> {
    let roles = 0..circuit.n_roles();
    roles.map(|role| MoveId(rng.random_range(circuit.moves_of(role)) as u32)).collect()
}

/// A legal move for each role that has one.
fn legal_joint(rng: &mut Rng, circuit: &Circuit, single: &Single) -> Vec<MoveId> {
    let mut joint = any_joint(rng, circuit);
    for (role, mv) in joint.iter_mut().enumerate() {
        let role = RoleId::new(role);
        if let n @ 1.. = single.count_legal(role) {
            *mv = single.nth_legal(role, rng.random_range(0..n));
        }
    }
    joint
}
