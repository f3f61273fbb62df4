//! Descents whose playouts are made together.

use ludex_game::playouts::{Finished, Start};
use ludex_game::{Ending, Game, Goal};
use smallvec::SmallVec;

/// Some descents, and the playouts they want.
pub(super) struct Batch<G: Game> {
    pub(super) leaves: Vec<Leaf>,
    /// The steps of all descents, one after another.
    pub(super) steps: Vec<Step>,
    /// What to play.
    pub(super) starts: Vec<Start<G>>,
    /// The number of the first playout.
    pub(super) first_playout: u64,
    pub(super) n_playouts: u32,
}

/// Where a descent ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) node: u32,
    /// Its steps end here in the list of steps.
    pub(super) steps_end: u32,
    /// How many playouts it wants.
    pub(super) count: u32,
}

/// An edge on the way. Where several roles choose at once, each has its step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: u32,
    pub(super) edge: u32,
}

impl<G: Game> Batch<G> {
    pub(super) fn new(first_playout: u64) -> Self {
        let (leaves, steps, starts) = (Vec::new(), Vec::new(), Vec::new());
        Self { leaves, steps, starts, first_playout, n_playouts: 0 }
    }

    /// Each leaf with its steps.
    pub(super) fn descents(&self) -> impl Iterator<Item = (Leaf, &[Step])> {
        let mut from = 0;
        self.leaves.iter().map(move |leaf| {
            let steps = &self.steps[from..leaf.steps_end as usize];
            from = leaf.steps_end as usize;
            (*leaf, steps)
        })
    }
}

/// The values of a playout to each role. One that does not end has none.
pub(super) fn push_goals<G: Game>(finished: &Finished<'_, G>, mut push: impl FnMut(u8)) {
    let is_nobodys =
        finished.ending != Ending::Terminal && finished.goals.iter().all(|&goal| goal == Goal::MIN);
    let value = |goal: &Goal| if is_nobodys { 50 } else { goal.value() };
    finished.goals.iter().for_each(|goal| push(value(goal)));
}

/// How the playouts of a batch went.
#[derive(Debug)]
pub(super) struct Scores<M> {
    pub(super) first_playout: u64,
    /// The leaf of each playout.
    leaf_of: Vec<u32>,
    /// For each leaf and role, the sum of goals.
    pub(super) sums: Vec<u32>,
    /// For each leaf, how many playouts have ended.
    pub(super) n_ended: Vec<u32>,
    /// The moves of each playout, if they are wanted.
    pub(super) moves: Vec<Vec<M>>,
    pub(super) goals: Vec<u8>,
    n_open: usize,
    n_roles: usize,
}

impl<M> Scores<M> {
    pub(super) fn new<G: Game<Move = M>>(batch: &Batch<G>, n_roles: usize, log: bool) -> Self {
        let mut leaf_of = Vec::with_capacity(batch.n_playouts as usize);
        for (at, leaf) in (0..).zip(&batch.leaves) {
            leaf_of.extend((0..leaf.count).map(|_| at));
        }
        let n_logged = if log { leaf_of.len() } else { 0 };
        Self {
            first_playout: batch.first_playout,
            sums: vec![0; batch.leaves.len() * n_roles],
            n_ended: vec![0; batch.leaves.len()],
            moves: (0..n_logged).map(|_| Vec::new()).collect(),
            goals: vec![0; n_logged * n_roles],
            n_open: leaf_of.len(),
            leaf_of,
            n_roles,
        }
    }

    /// Whether all playouts have ended.
    pub(super) fn is_complete(&self) -> bool {
        self.n_open == 0
    }

    /// Whether a playout belongs to this batch.
    pub(super) fn has(&self, playout: u64) -> bool {
        playout >= self.first_playout && playout - self.first_playout < self.leaf_of.len() as u64
    }

    /// Takes note of a playout as it is handed over.
    pub(super) fn add_finished<G: Game<Move = M>>(&mut self, finished: &Finished<'_, G>)
    where
        M: Copy,
    {
        let mut goals = SmallVec::<[u8; 8]>::new();
        push_goals(finished, |goal| goals.push(goal));
        let is_logged = !self.moves.is_empty();
        self.add(finished.playout, &goals, is_logged.then(|| finished.moves.to_vec()));
    }

    /// Takes note of a playout that has ended. Sums of whole numbers do not
    /// depend on the order in which they come.
    pub(super) fn add(&mut self, playout: u64, goals: &[u8], moves: Option<Vec<M>>) {
        let at = (playout - self.first_playout) as usize;
        let leaf = self.leaf_of[at] as usize;
        self.n_open -= 1;
        self.n_ended[leaf] += 1;
        let sums = &mut self.sums[leaf * self.n_roles..][..self.n_roles];
        sums.iter_mut().zip(goals).for_each(|(sum, &goal)| *sum += u32::from(goal));
        if let (Some(log), Some(moves)) = (self.moves.get_mut(at), moves) {
            *log = moves;
            self.goals[at * self.n_roles..][..self.n_roles].copy_from_slice(goals);
        }
    }
}
