//! The table of commands in README.md is that of the command line.

use std::path::Path;

use clap::{Command, CommandFactory};

const BEGIN: &str =
    "<!-- commands: written by UPDATE_EXPECT=1 cargo test -p ludex-cli --test readme -->\n";
const END: &str = "<!-- end of commands -->\n";

/// A row for each command; commands of commands have rows of their own.
fn rows(command: &Command, path: &str, table: &mut String) {
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let path = format!("{path} {}", below.get_name());
        if below.has_subcommands() {
            rows(below, &path, table);
            continue;
        }
        let mut usage = path;
        for arg in below.get_positionals() {
            let names = arg.get_value_names().unwrap_or_default().iter().map(|name| name.as_str());
            let many = arg.get_num_args().is_some_and(|range| range.max_values() > 1);
            let name = names.collect::<Vec<_>>().join(" ") + if many { "..." } else { "" };
            let name = name.replace('|', " or ");
            usage += &if arg.is_required_set() { format!(" {name}") } else { format!(" [{name}]") };
        }
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        *table += &format!("| `{usage}` | {} |\n", about.replace('\n', " "));
    }
}

#[test]
fn the_table_of_commands_is_that_of_the_command_line() {
    let mut command = ludex_cli::args::Args::command();
    command.build();
    let mut table = "| command | does |\n| --- | --- |\n".to_string();
    rows(&command, "ludex", &mut table);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(&path).expect("README.md");
    let (before, rest) = text.split_once(BEGIN).expect("the table begins");
    let (found, after) = rest.split_once(END).expect("the table ends");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let text = format!("{before}{BEGIN}{table}{END}{after}");
        return std::fs::write(&path, text).expect("writable");
    }
    assert_eq!(found, table, "README.md is old: UPDATE_EXPECT=1 writes it");
}
