//! Bundled games are embedded: a new one must lead to a new build.

fn main() {
    println!("cargo:rerun-if-changed=../../games");
}
