//! Reference traces.

use std::io::Write as _;

use ludex_gdl::trace::Trace;

use super::TIC_TAC_TOE;
use crate::Reader;

pub const READER: Reader = Reader {
    name: "trace",
    seeds,
    words: &[
        "\"true\"",
        "\"terminal\"",
        "\"legal\"",
        "\"goal\"",
        "\"move\"",
        "\"playout\"",
        "\"ply\"",
        "null",
        "true",
        "false",
        "[",
        "]",
        "{",
        "}",
        "\n",
    ],
    n_short: 1_500,
    check: survives,
};

const START: &str = r#"{"game":"tic-tac-toe","sha1":"0","roles":["x","o"]}
{"playout":0,"ply":0,"true":["(control x)"],"terminal":false,"legal":[["(mark 1 1)"],["noop"]],"goal":[[50],[50]],"move":["(mark 1 1)","noop"]}
"#;

fn seeds() -> Vec<Vec<u8>> {
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    // A stored (uncompressed) block with a wrong checksum.
    let length = START.len() as u16;
    packed.push(1);
    packed.extend(length.to_le_bytes());
    packed.extend((!length).to_le_bytes());
    let _ = packed.write_all(START.as_bytes());
    packed.extend([0; 8]);
    vec![START.as_bytes().to_vec(), packed]
}

fn survives(bytes: &[u8]) -> bool {
    let Ok(trace) = Trace::read(bytes) else { return bytes.starts_with(&[0x1f, 0x8b]) };
    let _ = trace.replay(&**TIC_TAC_TOE);
    true
}
