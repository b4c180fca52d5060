//! Counts the system calls of a read, which instruction counts do not see: a wake-up of another thread is a few
//! instructions in the program and most of its time in the kernel.
//!
//! The program is traced twice, and the difference is divided by the additional requests, so that the start and the stop
//! do not count. One connection and one worker make the count repeatable.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

/// Requests of the two runs.
const FEW: u32 = 1_000;
const MANY: u32 = 11_000;
/// Accepted system calls per request: one wait, one read and one write, a tenth for the random bytes of ten request ids,
/// and a margin for background tasks, with which a read of the unoptimised program was 3.42. A wake-up of another thread
/// for each request adds at least one.
const BASELINE: f64 = 3.9;
/// Maximum growth, as for instructions.
const GROWTH: f64 = 1.02;
const REQUEST: &[u8] = b"GET /api/v1/resorts/zermatt/conditions HTTP/1.1\r\nhost: localhost\r\n\r\n";

/// Returns whether system calls can be counted on this machine.
pub(super) fn can_count() -> bool {
    let traced = Command::new("strace").args(["-f", "-c", "-o", "/dev/null", "true"]).output();
    traced.is_ok_and(|output| output.status.success())
}

/// Compares the system calls per request of a program with the baseline.
pub(super) fn check(program: &Path) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("snow-calls-{}", std::process::id()));
    let counted = run(program, &folder, FEW).and_then(|few| Ok((few, run(program, &folder, MANY)?)));
    fs::remove_dir_all(&folder).ok();
    let (few, many) = counted?;
    let each = (f64::from(many) - f64::from(few)) / f64::from(MANY - FEW);
    println!("conditions over one connection: {each:.3} system calls a request, {BASELINE} may be and 2 %");
    if each > BASELINE * GROWTH {
        return Err(format!(
            "{each:.3} system calls a request instead of {BASELINE}: find the additional ones with `strace -f -c`, or \
             raise the bound in xtask/src/bench/calls.rs and say why"
        ));
    }
    Ok(())
}

/// Runs the program for a number of requests and returns the number of its system calls.
fn run(program: &Path, folder: &Path, requests: u32) -> Result<u32, String> {
    let failed = |error: std::io::Error| format!("counting system calls: {error}");
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(failed)?;
    let table = folder.join("calls");
    let mut traced = Command::new("strace")
        .args(["-f", "-c", "-U", "calls,name", "-o"])
        .args([&table, program])
        .args(["--bind", "127.0.0.1:0", "--no-ingest=true", "--workers", "1", "--log-format", "json"])
        .arg("--data-dir")
        .arg(folder.join("data"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let log = traced.stderr.take().ok_or("no standard error")?;
    let read = serve(log, requests);
    let stopped = stop(&mut traced);
    read.and(stopped)?;
    calls(&fs::read_to_string(&table).map_err(failed)?)
}

/// Sends requests one after the other over one connection, and reads the access log as its collector would.
fn serve(log: ChildStderr, requests: u32) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("requests of the gate: {error}");
    let mut log = BufReader::new(log);
    let address = address(&mut log)?;
    std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    let mut stream = BufReader::new(TcpStream::connect(address).map_err(failed)?);
    stream.get_ref().set_nodelay(true).map_err(failed)?;
    let mut body = Vec::new();
    for _ in 0..requests {
        stream.get_mut().write_all(REQUEST).map_err(failed)?;
        let (mut line, mut length) = (String::new(), None);
        while line != "\r\n" {
            line.clear();
            if stream.read_line(&mut line).map_err(failed)? == 0 {
                return Err("the program closed the connection of the gate".to_owned());
            }
            if line.starts_with("HTTP/1.1 ") && !line.starts_with("HTTP/1.1 200 ") {
                return Err(format!("the program answered the gate with {line}"));
            }
            let value = line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
            length = value.and_then(|(_, value)| value.trim().parse::<usize>().ok()).or(length);
        }
        body.resize(length.ok_or("the length of an answer is missing")?, 0);
        stream.read_exact(&mut body).map_err(failed)?;
    }
    Ok(())
}

/// Reads log lines until the program serves, and returns its address.
fn address(log: &mut impl std::io::BufRead) -> Result<String, String> {
    #[derive(serde::Deserialize)]
    struct Serving {
        address: String,
    }
    let mut all = String::new();
    loop {
        let start = all.len();
        if log.read_line(&mut all).map_err(|error| error.to_string())? == 0 {
            return Err(format!("the program of the gate ended before it served:\n{all}"));
        }
        if let Ok(serving) = serde_json::from_str::<Serving>(&all[start..]) {
            return Ok(serving.address);
        }
    }
}

/// Stops the traced program, whose tracer then writes its table.
fn stop(traced: &mut Child) -> Result<(), String> {
    let children = format!("/proc/{0}/task/{0}/children", traced.id());
    let children = fs::read_to_string(children).unwrap_or_default();
    let program = children.split_whitespace().next().ok_or("strace does not run the program")?;
    Command::new("kill").args(["-TERM", program]).status().map_err(|error| format!("kill: {error}"))?;
    let status = traced.wait().map_err(|error| format!("strace: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("the traced program: {status}")) }
}

/// Returns the number of calls in strace's table, whose last line has the total.
fn calls(table: &str) -> Result<u32, String> {
    let total = table.lines().rev().find_map(|line| line.trim().strip_suffix("total"));
    let total = total.and_then(|count| count.trim().parse().ok());
    total.ok_or_else(|| format!("strace counted nothing:\n{table}"))
}

#[cfg(test)]
mod tests {
    use super::calls;

    #[test]
    fn total_of_table_is_read() {
        let table = "    calls syscall\n--------- ----------------\n     1000 recvfrom\n      331 futex\n--------- \
                     ----------------\n     1331 total\n";
        assert_eq!(calls(table), Ok(1331));
        assert!(calls("strace: Process 7 attached\n").is_err());
    }
}
