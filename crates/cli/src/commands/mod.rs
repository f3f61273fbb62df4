//! The commands: one file each, and one line in the list below.

use std::collections::BTreeMap;

use anyhow::Result;
use clap::Subcommand;
use schemars::SchemaGenerator;

use crate::args::Common;
use crate::output::Output;

/// A command whose arguments are read.
pub trait Run {
    /// Runs the command. The result is `false` where a check failed, such as `ludex check`
    /// on rules with errors.
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool>;

    /// The schema of what the command prints with `--json`, where it is one document.
    fn schema(generator: &mut SchemaGenerator) -> Option<schemars::Schema>
    where
        Self: Sized,
    {
        let _ = generator;
        None
    }
}

/// The schemas of commands by their names.
pub type Schemas = BTreeMap<String, schemars::Schema>;

/// Declares the enum of some commands from their modules. Each module has a struct `Args`
/// that implements [`Run`]; its doc comment is the command's help.
macro_rules! commands {
    ($(#[$meta:meta])* $name:ident { $($command:ident($module:ident),)* }) => {
        $(mod $module;)*

        $(#[$meta])*
        #[derive(Debug, Subcommand)]
        #[allow(missing_docs, reason = "the help of a command is that of its arguments")]
        pub enum $name {
            $($command($module::Args),)*
        }

        impl $name {
            /// Adds the schemas of the commands, whose names begin with a prefix.
            pub fn schemas(prefix: &str, generator: &mut SchemaGenerator, schemas: &mut Schemas) {
                $(
                    let name = kebab_case(stringify!($command));
                    let schema = $module::Args::schema(generator);
                    schemas.extend(schema.map(|schema| (format!("{prefix}{name}"), schema)));
                )*
            }
        }

        impl Run for $name {
            fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
                match self {
                    $(Self::$command(args) => args.run(common, out),)*
                }
            }
        }
    };
}

/// The name of a command on the command line.
fn kebab_case(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('-');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

commands! {
    /// The commands of `ludex`.
    Command {
        Games(games),
        Info(info),
        Check(check),
        Fmt(fmt),
        Perft(perft),
        Learn(learn),
        Evolve(evolve),
        Playthrough(playthrough),
        Conform(conform),
        Structure(structure),
        Scramble(scramble),
        Search(search),
        Match(matches),
        Tournament(tournament),
        Experiment(experiment),
        Analyse(analyse),
        Runs(runs),
        Resume(resume),
        Replay(replay),
        Export(export),
        Play(play),
        Players(players),
        Solve(solve),
        Verify(verify),
        Serve(serve),
        Host(host),
        Explain(explain),
        Bench(bench),
        Completions(completions),
        Man(man),
        Schema(schema),
    }
}

commands! {
    /// The commands of `ludex explain`.
    Explanation {
        Tree(explain_tree),
        Evolved(explain_evolved),
    }
}

commands! {
    /// The commands of `ludex bench`.
    Benchmark {
        Strength(strength),
        Accuracy(accuracy),
        Claims(claims),
        Exploitability(exploitability),
        Overrun(overrun),
        Signature(signature),
        Playouts(playouts),
        Uct(uct),
    }
}
