//! Checkpoints of evolution: whole files, and bodies with a matching header.

use std::path::Path;
use std::sync::LazyLock;

use ludex_evolve::{
    Config, Evaluation, Problem, RealVector, Repeated, Run, Stage, VectorPlan, config_of,
};

use crate::Reader;

pub const READER: Reader = Reader {
    name: "checkpoint",
    seeds: || vec![VALID.clone(), VALID[HEADER..].to_vec()],
    words: &["seed = 1\n", "population = 2\n", "ludex evolution\n", "\u{1}", "\u{7f}"],
    n_short: 800,
    check: survives,
};

/// Length of the header: title, version, length and checksum.
const HEADER: usize = b"ludex evolution\n".len() + 4 + 8 + 8;

struct Sums(VectorPlan<f64>);

impl Problem for Sums {
    type Genome = RealVector;
    type Rival = ();

    fn plan(&self) -> &VectorPlan<f64> {
        &self.0
    }

    fn evaluate(&self, stage: &Stage<'_, RealVector, ()>) -> Evaluation {
        let exam = |one: &RealVector, _: usize, _: u64| one.iter().sum::<f64>();
        stage.evaluate(&[&Repeated { exam: &exam, times: 1 }])
    }
}

/// A checkpoint file of a real run.
static VALID: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("valid.run");
    let problem = Sums(VectorPlan::new(2, 0.0..1.0));
    let config = Config { population: 3, generations: 2, ..Config::default() };
    let mut run = Run::new(&problem, config).expect("it is possible");
    run.keep_in(&path).expect("it can be written");
    run.step().expect("it can be written");
    std::fs::read(&path).expect("it was written")
});

fn survives(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fuzz.run");
    let is_read = survives_in(&path, bytes);
    is_read | survives_in(&path, &with_header(bytes))
}

fn survives_in(path: &Path, bytes: &[u8]) -> bool {
    std::fs::write(path, bytes).expect("it can be written");
    let _ = config_of(path);
    let problem = Sums(VectorPlan::new(2, 0.0..1.0));
    let run = Run::resume(&problem, path);
    let is_read = run.as_ref().is_ok_and(|run| run.history().len() < usize::MAX);
    drop(run);
    assert!(std::fs::read(path).is_ok_and(|after| after == bytes), "reading changes nothing");
    is_read
}

/// A body with a matching header: without it, the checksum would reject most
/// mutations before they are read.
fn with_header(body: &[u8]) -> Vec<u8> {
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut bytes = VALID[..HEADER - 16].to_vec();
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(sum.to_le_bytes());
    bytes.extend(body);
    bytes
}
