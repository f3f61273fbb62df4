//! One-point crossover of vectors.

use rand::Rng as _;

use super::Crossover;
use crate::genome::{Gene, Policy, PolicyPlan, Vector, VectorPlan, Worth};
use crate::{Genome, Rng};

/// One-point crossover: two vectors exchange all genes behind a point.
#[derive(Clone, Copy, Debug)]
pub struct PointCrossover;

impl<T: Gene> Crossover<Vector<T>> for PointCrossover
where
    Vector<T>: Genome<Plan = VectorPlan<T>>,
{
    fn name(&self) -> &'static str {
        "point"
    }

    fn exchange(&self, rng: &mut Rng, _: &VectorPlan<T>, a: &mut Vector<T>, b: &mut Vector<T>) {
        let point = cut(rng, a);
        a.0[point..].swap_with_slice(&mut b.0[point..]);
    }

    fn donate(
        &self,
        rng: &mut Rng,
        _: &VectorPlan<T>,
        donor: &Vector<T>,
        receiver: &mut Vector<T>,
    ) {
        let point = cut(rng, donor);
        receiver.0[point..].copy_from_slice(&donor[point..]);
    }
}

/// A point inside, so that both parts have genes if there are two.
fn cut<T: Gene>(rng: &mut Rng, vector: &Vector<T>) -> usize {
    if vector.len() < 2 { 0 } else { rng.random_range(1..vector.len()) }
}

/// Two policies exchange weights of a rule behind a point.
#[derive(Clone, Copy, Debug)]
pub struct WeightCrossover;

impl Crossover<Policy> for WeightCrossover {
    fn name(&self) -> &'static str {
        "weights"
    }

    fn exchange(&self, rng: &mut Rng, _: &PolicyPlan, a: &mut Policy, b: &mut Policy) {
        let (p, q) = (rng.random_range(0..=a.rules.len()), rng.random_range(0..=b.rules.len()));
        if let (Worth::Weights(a), Worth::Weights(b)) = (a.value_mut(p), b.value_mut(q)) {
            let point = cut(rng, a);
            a.0[point..].swap_with_slice(&mut b.0[point..]);
        }
    }

    fn donate(&self, rng: &mut Rng, plan: &PolicyPlan, donor: &Policy, receiver: &mut Policy) {
        self.exchange(rng, plan, &mut donor.clone(), receiver);
    }
}
