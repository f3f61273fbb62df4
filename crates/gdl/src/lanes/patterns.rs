//! Compiles patterns into gates.

use crate::circuit::{Circuit, GateKind, Lit};

/// The circuit with one further extra per pattern: the conjunction of its
/// literals.
///
/// ```
/// use ludex_gdl::circuit::{Builder, Circuit, Outputs};
/// use ludex_gdl::lanes::with_patterns;
///
/// let builder = Builder::new(2, vec![0]);
/// let (x, y) = (builder.base(0), builder.base(1));
/// let circuit = builder.finish(Outputs::default()).unwrap();
/// let circuit = with_patterns(&circuit, &[vec![x, !y], vec![y]]);
/// let values = circuit.evaluate(&[true, false], &[]);
/// let holds = |at: usize| Circuit::value(&values, circuit.extras[at]);
/// assert_eq!((holds(0), holds(1)), (true, false));
/// ```
pub fn with_patterns(circuit: &Circuit, patterns: &[Vec<Lit>]) -> Circuit {
    let mut circuit = circuit.clone();
    // Gates follow their inputs, so those of all patterns can be last.
    if circuit.input_starts.is_empty() {
        circuit.input_starts.push(0);
    }
    for pattern in patterns {
        if let [single] = pattern[..] {
            circuit.extras.push(single);
            continue;
        }
        circuit.extras.push(Lit::of_node(circuit.n_nodes()));
        circuit.kinds.push(GateKind::And);
        circuit.inputs.extend(pattern);
        circuit.input_starts.push(circuit.inputs.len() as u32);
    }
    circuit
}
