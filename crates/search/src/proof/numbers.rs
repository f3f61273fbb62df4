//! Proof and disproof numbers.

/// How much is needed at least to prove a claim, and to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// So much cannot be done. Sums stay far below the end of the type.
pub(super) const INFINITE: u32 = 1 << 30;

impl Numbers {
    pub const NEW: Self = Self { proof: 1, disproof: 1 };
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub const REFUTED: Self = Self { proof: INFINITE, disproof: 0 };

    pub fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// For the opponents, to refute is to prove.
    pub fn seen(self, is_own: bool) -> Self {
        if is_own { self } else { Self { proof: self.disproof, disproof: self.proof } }
    }
}
