use std::process::Command;

use super::Log;

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

#[test]
fn failed_step_names_earlier_steps() {
    let mut log = Log::default();
    log.step("first", || Ok(())).unwrap();
    let reason = log.step("second", || Err::<(), _>("broken".to_owned())).unwrap_err();
    assert!(reason.starts_with("first "), "{reason}");
    assert!(reason.ends_with("\n== second FAILED: broken"), "{reason}");
}

#[test]
fn script_reports_what_it_could_not_try() {
    let mut log = Log::default();
    log.script("proxies", &mut shell("echo checked; echo 'not tried: no Caddy here'"), None).unwrap();
    assert_eq!(log.lines.last().unwrap(), "proxies      NOT TRIED: no Caddy here");
}

#[test]
fn only_the_agreed_exit_code_means_missing_parts() {
    let mut log = Log::default();
    log.script("fuzz", &mut shell("exit 3"), Some((3, "no C++ compiler"))).unwrap();
    assert_eq!(log.lines.last().unwrap(), "fuzz         NOT TRIED: no C++ compiler");
    assert!(log.script("fuzz", &mut shell("exit 1"), Some((3, "no C++ compiler"))).is_err());
    assert!(log.script("proxies", &mut shell("exit 3"), None).is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn children_have_processor_time() {
    let before = super::processor_time().unwrap();
    let status = shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done").status().unwrap();
    assert!(status.success());
    assert!(super::processor_time().unwrap() > before);
}

#[test]
fn takes_the_steps_of_another_log() {
    let mut log = Log::default();
    log.append_printed("== vectors\n263 vectors, 0 wrong\n== all green\nvectors          9.6 s\n");
    assert_eq!(log.lines, ["vectors          9.6 s"]);
    log.append_printed("== vectors\nvectors          9.6 s FAILED\n");
    assert_eq!(log.lines.len(), 1, "a log that is not green adds nothing");
}
