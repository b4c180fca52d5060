//! Rebuilds when a migration directory appears: the embedding macro only tracks the files that it has seen.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
