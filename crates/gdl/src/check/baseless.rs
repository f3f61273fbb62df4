//! Check: rules that can never apply because their conditions depend only on
//! each other.
//!
//! Rules and conditions are counting gates that open once enough of their
//! inputs are open. Gates that stay closed have no derivation.

use super::report::Report;
use super::survey::Survey;
use crate::{Diagnostic, Literal, LiteralKind};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    // A rule that could not be parsed may be the missing derivation.
    if !survey.sheet.is_complete() {
        return;
    }
    let holds = possible(survey);
    let n_rules = survey.rules.len();
    for (rule, at) in survey.rules.iter().zip(0..).filter(|&(_, at)| !holds[at as usize]) {
        let mut uses = survey.links.uses(at).iter();
        if let Some(used) = uses.find(|used| !used.negated && !holds[n_rules + used.pattern]) {
            report.push(
                Diagnostic::warning("never-applies", used.atom.span, "this rule can never apply")
                    .label("only rules that depend on this derive it")
                    .note(rule.head.span, "so this is never derived here"),
            );
        }
    }
}

/// For each rule, whether it could apply, then for each pattern, whether a rule
/// could match it. Every `not` and `distinct` is taken to hold, and so is a
/// condition that no head matches: other checks report those.
fn possible(survey: &Survey<'_>) -> Vec<bool> {
    let mut gates = Gates::new(survey.rules.len() + survey.links.n_patterns());
    let pattern_gate = |pattern: usize| survey.rules.len() + pattern;
    for pattern in 0..survey.links.n_patterns() {
        let heads = survey.links.heads(pattern);
        gates.wants[pattern_gate(pattern)] = u32::from(!heads.is_empty());
        for &head in heads {
            gates.feeds[head as usize].push(pattern_gate(pattern) as u32);
        }
    }
    for (rule, at) in survey.rules.iter().zip(0..) {
        let mut uses = survey.links.uses(at).iter().map(|used| pattern_gate(used.pattern));
        for literal in &rule.body {
            if let Some(input) = gates.literal(literal, &mut uses) {
                gates.wants[at as usize] += 1;
                gates.feeds[input].push(at);
            }
        }
    }
    gates.run()
}

/// Gates that each open once a given number of their inputs are open.
struct Gates {
    wants: Vec<u32>,
    feeds: Vec<Vec<u32>>,
}

impl Gates {
    fn new(n_gates: usize) -> Self {
        Self { wants: vec![0; n_gates], feeds: vec![Vec::new(); n_gates] }
    }

    /// The gate of a literal, or `None` if the literal could always hold. Takes
    /// the gates of its atoms from `atoms`.
    fn literal(
        &mut self,
        literal: &Literal,
        atoms: &mut impl Iterator<Item = usize>,
    ) -> Option<usize> {
        match &literal.kind {
            LiteralKind::Atom(_) => atoms.next(),
            LiteralKind::Not(inner) => {
                inner.for_each_atom(&mut |_, _| _ = atoms.next());
                None
            }
            LiteralKind::Distinct(..) => None,
            LiteralKind::Or(options) => {
                let inputs: Vec<_> =
                    options.iter().map(|option| self.literal(option, atoms)).collect();
                let inputs: Vec<_> = inputs.into_iter().collect::<Option<_>>()?;
                let gate = self.wants.len();
                self.wants.push(1);
                self.feeds.push(Vec::new());
                inputs.into_iter().for_each(|input: usize| self.feeds[input].push(gate as u32));
                Some(gate)
            }
        }
    }

    fn run(mut self) -> Vec<bool> {
        let mut open: Vec<usize> =
            (0..self.wants.len()).filter(|&at| self.wants[at] == 0).collect();
        while let Some(gate) = open.pop() {
            for &fed in &self.feeds[gate] {
                let wants = &mut self.wants[fed as usize];
                *wants = wants.saturating_sub(1);
                if *wants == 0 {
                    open.push(fed as usize);
                }
            }
            // A gate opens only once.
            self.feeds[gate].clear();
        }
        self.wants.iter().map(|&wants| wants == 0).collect()
    }
}
