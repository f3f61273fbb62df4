//! Operators keep the types and limits of individuals.

use crate::common::{forest_plan, policy_plan, tree_plan};
use ludex_evolve::operators::{Crossover, Mutation};
use ludex_evolve::{
    Forest, ForestPlan, Genome, IntVector, Policy, PolicyPlan, Proportionate, Rank, RealVector,
    Rng, Selection, Standings, Tournament, Tree, TreePlan, Type, Vector, VectorPlan, Worth,
    WorthPlan,
};
use rand::Rng as _;

/// Applies all operators at random to a small population.
fn apply<G: Genome>(seed: u64, plan: &G::Plan, n_times: usize, check: impl Fn(&G)) {
    let rng: &mut Rng = &mut ludex_evolve::rng(seed, 0);
    let mut all: Vec<G> = (0..20).map(|nth| G::random(rng, plan, nth)).collect();
    all.iter().for_each(&check);
    for _ in 0..n_times {
        let (a, b) = (rng.random_range(0..10), rng.random_range(10..20));
        let (front, back) = all.split_at_mut(10);
        let (one, other) = (&mut front[a], &mut back[b - 10]);
        let crossovers = G::crossovers();
        let crossover: &dyn Crossover<G> = crossovers[rng.random_range(0..crossovers.len())];
        let mutations = G::mutations();
        let mutation: &dyn Mutation<G> = mutations[rng.random_range(0..mutations.len())];
        match rng.random_range(0..5) {
            0 => crossover.exchange(rng, plan, one, other),
            1 => crossover.donate(rng, plan, one, other),
            2 => crossover.donate(rng, plan, other, one),
            3 => mutation.mutate(rng, plan, one),
            _ => mutation.mutate(rng, plan, other),
        }
        check(one);
        check(other);
    }
}

#[test]
fn forests_keep_types_and_limits() {
    let plan = forest_plan();
    apply::<Forest>(1, &plan, 60_000, |one| {
        let mut trees = one.trees().iter().zip(plan.trees());
        assert!(trees.all(|(tree, plan)| plan.admits(tree)));
    });
}

#[test]
fn building_blocks_are_in_about_half_of_the_first_trees() {
    let texts = ["(greater x (mul y 2))", "3*(sub x y)"];
    let plan = tree_plan("main", Type::Float);
    let parse = |text: &str| Tree::parse_part(text, &plan.primitives).expect("an idea");
    let plan = ForestPlan::new([plan.clone().with_building_blocks(texts.map(parse))]);
    let (mut rng, set) = (ludex_evolve::rng(3, 3), &plan.trees()[0].primitives);
    let mut n_with_block = 0;
    for nth in 0..2000 {
        let one = Forest::random(&mut rng, &plan, nth);
        assert!(plan.trees()[0].admits(&one.trees()[0]));
        let text = one.trees()[0].to_text(set);
        n_with_block += usize::from(texts.iter().any(|block| text.contains(block)));
    }
    assert!((900..=1100).contains(&n_with_block), "{n_with_block}");
}

fn check_policy(one: &Policy, plan: &PolicyPlan) {
    assert_eq!(one.rules.len(), plan.n_rules);
    assert!(one.rules.iter().all(|rule| plan.condition.admits(&rule.condition)));
    assert!(one.values().all(|value| match (value, &plan.value) {
        (Worth::Tree(tree), WorthPlan::Tree(plan)) => TreePlan::admits(plan, tree),
        (Worth::Weights(weights), WorthPlan::Weights(plan)) => is_within(weights, plan),
        _ => false,
    }));
}

fn is_within<T: ludex_evolve::Gene>(vector: &Vector<T>, plan: &VectorPlan<T>) -> bool {
    let all = vector.iter().zip(&plan.ranges).all(|(gene, range)| range.contains(gene));
    all && vector.len() == plan.ranges.len()
}

#[test]
fn policies_keep_types_and_limits() {
    for has_weights in [false, true] {
        let plan = policy_plan(has_weights);
        apply::<Policy>(2, &plan, 10_000, |one| check_policy(one, &plan));
    }
}

#[test]
fn vectors_keep_ranges() {
    let plan = VectorPlan::new(9, 0.0..1.0);
    apply::<RealVector>(3, &plan, 10_000, |one| assert!(is_within(one, &plan)));
    let plan = VectorPlan::new(6, 1..32_001i64);
    apply::<IntVector>(4, &plan, 10_000, |one| assert!(is_within(one, &plan)));
}

#[test]
fn what_something_is_inserted_into_is_kept() {
    let plan = forest_plan();
    let rng = &mut ludex_evolve::rng(8, 0);
    let mut n_larger = 0;
    for nth in 0..200 {
        let one = Forest::random(rng, &plan, nth);
        let mut other = one.clone();
        ludex_evolve::operators::InsertMutation.mutate(rng, &plan, &mut other);
        let pairs = one.trees().iter().zip(other.trees());
        for ((old, new), plan) in pairs.zip(plan.trees()).filter(|((old, new), _)| old != new) {
            assert!(new.size() > old.size());
            // All old nodes are present, in their order.
            let mut left = new.nodes().iter();
            assert!(old.nodes().iter().all(|node| left.any(|other| other == node)));
            assert!(plan.admits(new));
            n_larger += 1;
        }
    }
    assert!(n_larger > 80, "{n_larger} of 200");
}

#[test]
fn an_echo_is_a_copy_next_door() {
    let plan = ForestPlan::new([tree_plan("main", Type::Float)]);
    let rng = &mut ludex_evolve::rng(9, 0);
    let one = Forest::parse("(add x (if (is_empty 0 2) 3 y))", &plan).expect("a tree");
    let squares = |text: &str| {
        let behind = text.split("(is_empty ").skip(1);
        behind.map(|rest| [rest.as_bytes()[0], rest.as_bytes()[2]]).collect::<Vec<_>>()
    };
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let mut other = one.clone();
        ludex_evolve::operators::EchoMutation.mutate(rng, &plan, &mut other);
        let text = other.to_text(&plan);
        let [old, new] = squares(&text)[..] else { panic!("{text} has no echo") };
        assert_eq!(old, *b"02");
        assert!((old[0] == new[0]) != (old[1] == new[1]), "{new:?} is next door");
        assert!(plan.trees()[0].admits(&other.trees()[0]));
        seen.insert(text);
    }
    // Four neighbours, of the square, the choice and the whole.
    assert_eq!(seen.len(), 12, "{seen:?}");
}

#[test]
fn donors_stay_and_receivers_change() {
    let plan = forest_plan();
    let rng = &mut ludex_evolve::rng(5, 0);
    let all: Vec<Forest> = (0..40).map(|nth| Forest::random(rng, &plan, nth)).collect();
    let n_changed = all
        .windows(2)
        .filter(|pair| {
            let mut receiver = pair[1].clone();
            ludex_evolve::operators::SubtreeCrossover.donate(rng, &plan, &pair[0], &mut receiver);
            receiver != pair[1]
        })
        .count();
    assert!(n_changed > 20, "{n_changed} of 39");
}

#[test]
fn chances_are_as_they_should_be() {
    let standings = Standings::new(vec![1.0, 3.0, 0.0, 6.0]);
    let shares = |selection: &dyn Selection| {
        let (wheel, rng) = (selection.prepare(&standings), &mut ludex_evolve::rng(6, 0));
        let mut counts = [0.0; 4];
        (0..40_000).for_each(|_| counts[wheel(rng)] += 1.0 / 40_000.0);
        counts
    };
    let are = |found: [f64; 4], wanted: [f64; 4]| {
        assert!(
            found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.01),
            "{found:?} {wanted:?}"
        );
    };
    are(shares(&Proportionate), [0.1, 0.3, 0.0, 0.6]);
    are(shares(&Tournament { size: 2 }), [1.0 / 6.0, 2.0 / 6.0, 0.0, 3.0 / 6.0]);
    are(shares(&Tournament { size: 1 }), [0.25; 4]);
    are(shares(&Rank { pressure: 2.0 }), [1.0 / 6.0, 2.0 / 6.0, 0.0, 3.0 / 6.0]);
    let equal = Standings::new(vec![1.0, 1.0]).prefer_small(vec![9, 3]);
    assert_eq!(equal.order(), [1, 0]);
}
