//! A bound on work, counted in steps: the same on any machine.

/// The steps that are left.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new(n_steps: usize) -> Self {
        Self { left: n_steps }
    }

    /// Takes some steps. `false`, from then on, if there are not so many left.
    pub(super) fn spend(&mut self, n_steps: usize) -> bool {
        let left = self.left.checked_sub(n_steps);
        self.left = left.unwrap_or(0);
        left.is_some() && self.left > 0
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }
}
