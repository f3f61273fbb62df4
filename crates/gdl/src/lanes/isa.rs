//! The instruction sets that the kernel is compiled for.

use pulp::NullaryFnOnce;

/// An instruction set. All give the same results, at different speeds.
///
/// ```
/// use ludex_gdl::lanes::Isa;
///
/// assert!(Isa::available().contains(&Isa::best()));
/// assert_eq!(Isa::available()[0], Isa::Baseline);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Isa {
    /// The target features that the whole program was compiled for.
    Baseline,
    /// 256 lanes per instruction.
    Avx2,
    /// 512 lanes per instruction.
    Avx512,
}

impl Isa {
    /// The best instruction set of this machine.
    pub fn best() -> Self {
        *Self::available().last().expect("the baseline is always there")
    }

    /// All instruction sets of this machine, best last.
    pub fn available() -> Vec<Self> {
        let all = [Self::Baseline, Self::Avx2, Self::Avx512];
        all.into_iter().filter(|isa| isa.is_available()).collect()
    }
}

#[cfg(target_arch = "x86_64")]
impl Isa {
    fn is_available(self) -> bool {
        match self {
            Self::Baseline => true,
            Self::Avx2 => pulp::x86::V3::is_available(),
            Self::Avx512 => pulp::x86::V4::is_available(),
        }
    }

    /// Runs `op`, with everything inlined into it, compiled for this
    /// instruction set, or for the baseline if the machine lacks it.
    #[inline(always)]
    pub(super) fn run<Op: NullaryFnOnce>(self, op: Op) -> Op::Output {
        let v4 = pulp::x86::V4::try_new().filter(|_| self == Self::Avx512);
        let v3 = pulp::x86::V3::try_new().filter(|_| self == Self::Avx2);
        match (v4, v3) {
            (Some(v4), _) => v4.vectorize(op),
            (_, Some(v3)) => v3.vectorize(op),
            _ => run_plainly(op),
        }
    }
}

/// Not inlined, so that a caller that is compiled for another set has no copy of its own.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn run_plainly<Op: NullaryFnOnce>(op: Op) -> Op::Output {
    op.call()
}

#[cfg(not(target_arch = "x86_64"))]
impl Isa {
    fn is_available(self) -> bool {
        self == Self::Baseline
    }

    #[inline(always)]
    pub(super) fn run<Op: NullaryFnOnce>(self, op: Op) -> Op::Output {
        op.call()
    }
}
