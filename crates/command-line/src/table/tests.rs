use clap::{Arg, Command};

use super::{markdown, parts};

#[test]
fn every_setting_has_a_row_below_its_heading() {
    let program = Command::new("brew")
        .arg(Arg::new("bind").long("bind").env("TEA_BIND").help("Address | port. Default: [::1]:80."))
        .arg(Arg::new("verbose").long("verbose").help("A flag outside the settings"))
        .next_help_heading("Milk")
        .arg(Arg::new("key").long("milk-key").env("TEA_MILK_KEY").hide_env_values(true).help("Key of milk"));
    assert_eq!(
        markdown(&program),
        "\n## Service\n\n| Flag | Environment | Default | Meaning |\n|---|---|---|---|\n\
         | `--bind` | `TEA_BIND` | [::1]:80 | Address \\| port |\n\
         \n## Milk\n\n| Flag | Environment | Default | Meaning |\n|---|---|---|---|\n\
         | `--milk-key` | `TEA_MILK_KEY`, `TEA_MILK_KEY_FILE` | none | Key of milk |\n"
    );
}

#[test]
fn default_is_the_last_sentence() {
    assert_eq!(parts("Seconds. Default: 20."), ("Seconds", "20"));
    assert_eq!(parts("A file"), ("A file", "none"));
}
