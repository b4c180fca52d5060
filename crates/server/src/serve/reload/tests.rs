use clap::Args as _;
use command_line::effective::Origin;

use super::*;
use crate::config::Settings;

fn setting(key: &str, value: &str) -> Effective {
    Effective { key: key.to_owned(), value: value.to_owned(), origin: Origin::Flag }
}

#[test]
fn changed_settings_that_need_a_restart_are_named() {
    let before = [setting("log", "info"), setting("bind", "[::]:1"), setting("workers", "2")];
    let after = [
        setting("log", "debug"),
        setting("bind", "[::]:2"),
        setting("workers", "2"),
        setting("lifts", "1 entries"),
    ];
    assert_eq!(later(&before, &after), ["bind", "lifts"]);
    assert!(later(&before, &before).is_empty());
}

#[test]
fn applied_settings_exist() {
    let program = Settings::augment_args(clap::Command::new("x"));
    for key in APPLIED {
        let flag = key.replace('_', "-");
        assert!(program.get_arguments().any(|argument| argument.get_long() == Some(flag.as_str())), "{key}");
    }
}
