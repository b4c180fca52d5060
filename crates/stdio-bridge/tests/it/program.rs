//! Tests the program: its streams, its arguments and its exit code.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::harness::{Reply, Server, request};

fn run(arguments: &[&str], environment: &[(&str, &str)], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snow-conditions-bridge"));
    command.args(arguments).env_remove("SNOW_MCP_URL").env_remove("SNOW_MCP_TOKEN");
    command.envs(environment.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    // A program that exits at once does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("ends")
}

#[test]
fn program_ends_with_input() {
    let server = Server::start(|_, asked| Reply::echo(asked).after(100));
    let input = format!("{}\n{}", request(1, "a"), request(2, "b"));
    let environment = [("SNOW_MCP_URL", server.url.as_str()), ("SNOW_MCP_TOKEN", "s3cret")];
    let output = run(&[], &environment, &input);
    assert!(output.status.success(), "{output:?}");
    let lines = String::from_utf8(output.stdout).expect("text");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{lines}");
    assert_eq!(String::from_utf8(output.stderr).expect("text"), "", "quiet unless asked");
    assert_eq!(server.asked()[0].header("authorization"), Some("Bearer s3cret"));
}

#[test]
fn verbose_logs_to_standard_error() {
    let input = request(1, "a");
    let output = run(&["--url", "http://127.0.0.1:9/mcp", "--token", "s3cret", "--verbose"], &[], &input);
    assert!(output.status.success(), "{output:?}");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(out.lines().count() == 1 && out.contains("127.0.0.1:9"), "{out}");
    assert!(err.contains("Again in"), "{err}");
    assert!(!out.contains("s3cret") && !err.contains("s3cret"));
}

#[test]
fn argument_errors_are_reported() {
    let wrong = run(&["--url", "nowhere"], &[], "");
    assert!(!wrong.status.success() && wrong.stdout.is_empty());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("--url nowhere"));
    assert!(!run(&[], &[], "").status.success(), "no address");
    let help = run(&["--help"], &[("SNOW_MCP_TOKEN", "s3cret")], "");
    assert!(help.status.success() && !String::from_utf8_lossy(&help.stdout).contains("s3cret"));
}
