//! Random circuits that no rule sheet would produce.

use std::sync::Arc;

use ludex_game::{Rng, Role};
use ludex_gdl::circuit::{Builder, Grounded, Lit, Outputs};
use ludex_gdl::{Symbols, TermStore};
use rand::Rng as _;
use rand::seq::IndexedRandom;

/// A random circuit over 12 facts and 8 moves of 2 roles, of which the second
/// may have a single move, with recursion in gates of states and of moves.
pub fn random(rng: &mut Rng) -> Grounded {
    let (n_bases, role_starts) = (12, vec![0, if rng.random() { 4 } else { 7 }, 8]);
    let mut builder = Builder::new(n_bases, role_starts);
    let mut lits: Vec<Lit> = (0..n_bases).map(|base| builder.base(base)).collect();
    let facts = lits.clone();
    grow(rng, &mut builder, &mut lits, 0.5);
    let any = |rng: &mut Rng, lits: &[Lit]| signed(rng, lits);
    // Often a fact and another condition, as with turns.
    let mut legal: Vec<Lit> = Vec::new();
    for mv in 0..8 {
        let parts = [facts[if mv < 4 { 0 } else { 2 }], any(rng, &lits)];
        legal.push(if rng.random() { builder.and(&parts) } else { parts[1] });
    }
    let terminal = any(rng, &lits);
    let goals =
        (0..2).map(|_| [0, 50, 100].map(|value| (value, any(rng, &lits))).to_vec()).collect();
    let extras = vec![any(rng, &lits), any(rng, &lits)];

    let moves: Vec<Lit> = (0..8).map(|mv| builder.mv(mv)).collect();
    lits.extend(&moves);
    let with_loops = if rng.random() { 0.5 } else { 0.0 };
    grow(rng, &mut builder, &mut lits, with_loops);
    let mut next = Vec::new();
    for &fact in &facts {
        let other = any(rng, &lits);
        next.push(if rng.random() { stays(rng, &mut builder, fact, &moves, other) } else { other });
    }
    let initial = facts.iter().map(|_| rng.random()).collect();
    let outputs = Outputs { initial, next, legal, terminal, goals, extras };
    name(builder.finish(outputs).expect("no gate depends on its own negation"))
}

/// Persistence of a fact: unless some move is made, or for each of the others.
fn stays(rng: &mut Rng, builder: &mut Builder, fact: Lit, moves: &[Lit], other: Lit) -> Lit {
    let mut some: Vec<Lit> = moves[..4].to_vec();
    some.remove(rng.random_range(0..4));
    if rng.random() {
        let conditions: Vec<Lit> = some.iter().map(|&mv| builder.and(&[mv, fact])).collect();
        let stays = builder.or(&conditions);
        return builder.or(&[stays, other]);
    }
    let moved = builder.or(&some[..1]);
    let stays = builder.and(&[fact, !moved]);
    builder.or(&[stays, other])
}

/// Adds gates over `lits` and, with some probability, recursive ones.
fn grow(rng: &mut Rng, builder: &mut Builder, lits: &mut Vec<Lit>, loops: f64) {
    for _ in 0..3 {
        for _ in 0..8 {
            let inputs: Vec<Lit> = (0..rng.random_range(2..5)).map(|_| signed(rng, lits)).collect();
            lits.push(if rng.random() { builder.and(&inputs) } else { builder.or(&inputs) });
        }
        if rng.random_bool(loops) {
            grow_loop(rng, builder, lits);
        }
    }
}

fn grow_loop(rng: &mut Rng, builder: &mut Builder, lits: &mut Vec<Lit>) {
    let forwards: Vec<Lit> = (0..4).map(|_| builder.forward()).collect();
    // No negation within the loop.
    let mut inner = forwards.clone();
    for _ in 0..6 {
        let inputs = [signed(rng, lits), *inner.choose(rng).unwrap(), *inner.choose(rng).unwrap()];
        let inputs = &inputs[..rng.random_range(2..=3)];
        inner.push(if rng.random() { builder.and(inputs) } else { builder.or(inputs) });
    }
    for &forward in &forwards {
        let inputs = [*inner.choose(rng).unwrap(), *inner.choose(rng).unwrap(), signed(rng, lits)];
        builder.define(forward, &inputs[..rng.random_range(1..=3)]);
    }
    lits.extend(inner);
}

fn signed(rng: &mut Rng, lits: &[Lit]) -> Lit {
    let lit = *lits.choose(rng).unwrap();
    if rng.random() { !lit } else { lit }
}

fn name(circuit: ludex_gdl::circuit::Circuit) -> Grounded {
    let mut symbols = Symbols::default();
    let n_terms = circuit.n_bases + circuit.n_moves();
    let names: Vec<_> = (0..n_terms).map(|at| symbols.intern(&format!("t{at}"))).collect();
    let terms = Arc::new(TermStore::new(symbols));
    let mut all: Vec<_> = names.into_iter().map(|name| terms.constant(name)).collect();
    let moves = all.split_off(circuit.n_bases);
    let roles = vec![Role::player("left"), Role::player("right")];
    Grounded {
        circuit,
        bases: all,
        moves,
        roles,
        terms,
        rules: "".into(),
        figures: Default::default(),
    }
}
