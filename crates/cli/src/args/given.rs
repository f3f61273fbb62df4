//! Which options the command line gives.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// Which options of [`Common`](super::Common) the command line gives, where a command must
/// tell them from defaults. It has no options of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Whether `--seed` is given.
    pub seed: bool,
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self { seed: matches.value_source("seed") == Some(ValueSource::CommandLine) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::args::Args;

    #[test]
    fn a_seed_is_given_wherever_it_stands() {
        let of = |line: &str| Args::parse_from(line.split(' ')).common;
        assert!(of("ludex games --seed 1").given.seed);
        assert!(of("ludex --seed 1 games").given.seed);
        let common = of("ludex games");
        assert_eq!((common.given.seed, common.seed), (false, 1));
    }
}
