//! Run files of evolution.

use ludex_evolve::Config;
use ludex_problems::ProblemConfig;

use super::assert_same;
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "run_file",
    seeds: || {
        let own = "seed = 7\ngenerations = 3\npopulation = 12\n\
            retest = { every = 2, top = 1, games = 10 }\n[problem]\ngame = 'tic-tac-toe'\n\
            depth = 1\nguides = [{ player = 'random', games = 4 }]\n\
            seeds = ['(if middle 0 lead)']\n[problem.building_blocks]\nlead = '(sub number_of_x 1)'\n\
            [[problem.queries]]\nname = 'middle'\ntest = '(true (cell 2 2 o))'\n";
        texts(&[&[own][..], &[&full()]].concat())
    },
    words: &[
        "[problem]\n",
        "[trees]\n",
        "[breeding]\n",
        "[selection]\n",
        "[islands]\n",
        "[retest]\n",
        "[crossovers]\n",
        "[mutations]\n",
        "seed = ",
        "population = ",
        "generations = ",
        "kind = 'tournament'\n",
        "size = ",
        "depth = ",
        "-1",
        "0.5",
        "'",
        "[[",
        "]]",
        "= {",
        "}",
    ],
    n_short: 1_500,
    check: survives,
};

/// A run file with every setting.
fn full() -> String {
    Config::default().to_text().expect("the default can be written")
}

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let Ok(config) = Config::parse(text) else { return false };
    if let Ok(printed) = config.to_text() {
        assert_same(&config, &printed, Config::parse(&printed));
    }
    let _ = ProblemConfig::read(&config);
    true
}
