//! Checks cards and web pages in Chromium, if its parts are installed.

use std::process::Command;

use super::log::Log;
use super::programs::script;
use super::suites;
use crate::part::Form;
use crate::workspace::root;

const CARDS: &str = "scripts/cards.sh";
const CARDS_PARTS: &str = "scripts/cards/node_modules/.installed";
const CARDS_LIMIT: &str = "15m";

const PAGES: &str = "scripts/pages.sh";
const PAGES_PARTS: &str = "scripts/pages/node_modules/.installed";
const PAGES_LIMIT: &str = "30m";

pub(super) fn run(log: &mut Log, form: Form) -> Result<(), String> {
    let mut command = script(CARDS, CARDS_LIMIT, form);
    // Without the tests' file the script runs the test that writes it.
    let written = suites::cards()?;
    if written.exists() {
        command.arg("--from").arg(written);
    }
    with_parts(log, "cards", CARDS_PARTS, &mut command)?;
    with_parts(log, "pages", PAGES_PARTS, &mut script(PAGES, PAGES_LIMIT, form))
}

fn with_parts(log: &mut Log, name: &str, parts: &str, command: &mut Command) -> Result<(), String> {
    if !root().join(parts).exists() {
        log.not_tried(name, "no browser parts; scripts/install-browser-parts.sh installs them");
        return Ok(());
    }
    log.script(name, command, None)
}
