//! The option tables of docs/PLAYERS.md are generated from the declarations:
//! `UPDATE_EXPECT=1 cargo test -p ludex-search --test all player_options` rewrites them.

use std::fmt::Write as _;

use ludex_search::options::Declared;
use ludex_search::players::kinds;

const BEGIN: &str = "<!-- options: generated from crates/search/src/players -->\n";
const END: &str = "<!-- end of options -->\n";

#[test]
fn the_documented_options_are_the_declared_ones() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/PLAYERS.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("the marker before the tables");
    let (found, after) = rest.split_once(END).expect("the marker after the tables");
    let wanted = tables();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let page = [before, BEGIN, &wanted, END, after].concat();
        std::fs::write(path, page).expect("the page is written");
    } else {
        assert!(found == wanted, "docs/PLAYERS.md differs (UPDATE_EXPECT=1 accepts):\n{wanted}");
    }
}

#[test]
fn no_kind_declares_an_option_twice() {
    for kind in kinds() {
        let mut names: Vec<&str> = kind.options().iter().map(|option| option.name).collect();
        let n = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n, "{}", kind.name);
        assert!(names.contains(&"time"), "{}", kind.name);
    }
}

/// One table for each list of options, with all kinds that have this list.
fn tables() -> String {
    let mut lists: Vec<(Vec<Declared>, Vec<&str>)> = Vec::new();
    for kind in kinds() {
        let options = kind.options();
        match lists.iter_mut().find(|(known, _)| *known == options) {
            Some((_, names)) => names.push(kind.name),
            None => lists.push((options, vec![kind.name])),
        }
    }
    let mut text = String::new();
    for (options, names) in &lists {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        write!(text, "\n### {}\n\n", names.join(", ")).expect("a string");
        text += "| option | type | meaning | default |\n| --- | --- | --- | --- |\n";
        for Declared { name, of, help, default, .. } in options {
            let help = help.replace('|', "\\|");
            writeln!(text, "| `{name}` | {of} | {help} | {default} |").expect("a string");
        }
    }
    text + "\n"
}
