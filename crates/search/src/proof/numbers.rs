//! Proof and disproof numbers.

/// Lower bounds of the number of positions to prove a claim, and to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// The number of an impossible proof. Only settled positions have it.
pub(super) const INFINITE: u32 = 1 << 30;

/// The greatest number of an unsettled position. Positions that can be reached on many paths
/// are counted many times, so sums may be as large.
pub(super) const FINITE_MAX: u32 = INFINITE - 1;

impl Numbers {
    pub const NEW: Self = Self { proof: 1, disproof: 1 };
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub const REFUTED: Self = Self { proof: INFINITE, disproof: 0 };
    /// No limit.
    pub const UNLIMITED: Self = Self { proof: INFINITE, disproof: INFINITE };

    pub fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    pub fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    /// The numbers from the view of the side to move: for the opponents, a refutation is a
    /// proof.
    pub fn seen(self, is_own: bool) -> Self {
        if is_own { self } else { Self { proof: self.disproof, disproof: self.proof } }
    }
}
