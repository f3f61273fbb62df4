//! Bundled games are embedded: a change in `games/` must rebuild the crate.

fn main() {
    println!("cargo:rerun-if-changed=../../games");
}
