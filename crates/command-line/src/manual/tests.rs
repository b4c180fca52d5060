use clap::{Arg, ArgAction, Command};

use super::write;

fn page() -> String {
    let program = Command::new("brew")
        .version("1.2.3")
        .about("Makes tea")
        .arg(Arg::new("kettle").long("kettle").global(true).value_name("FILE").help("Kettle to use"))
        .subcommand(
            Command::new("pour").about("Pour.").subcommand(
                Command::new("cup")
                    .about("Fill one cup")
                    .arg(Arg::new("who").value_name("WHO").required(true).help("Guest"))
                    .arg(Arg::new("milk").long("milk").action(ArgAction::SetTrue).help("Add milk")),
            ),
        );
    let mut page = Vec::new();
    write(program, &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

#[test]
fn page_has_settings_and_nested_commands() {
    let page = page();
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no `{text}` in {page}"));
    let (commands, options) = (at(".SH COMMANDS"), at(".SH OPTIONS"));
    assert!(at(".SH NAME") < at(".SH SYNOPSIS") && at(".SH SYNOPSIS") < commands);
    let cup = at("\\fBpour cup\\fR \\fIWHO\\fR [\\fB\\-\\-milk\\fR]");
    assert!(commands < cup && cup < options);
    assert!(at("Fill one cup.") > cup && at("Guest.") > cup);
    // A setting is described once, not again for each command.
    assert_eq!(page.matches("Kettle to use").count(), 1, "{page}");
    assert!(at("1.2.3") > 0 && !page.contains("brew\\-pour"), "no page that does not exist: {page}");
}

#[test]
fn equal_programs_have_equal_pages() {
    assert_eq!(page(), page());
}
