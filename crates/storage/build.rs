//! Rebuilds the crate when a migration directory appears: the embedding macro only tracks files that it has seen.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
