//! A small load generator on loopback, and the processor time of another process.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Number of concurrent connections.
const CONNECTIONS: usize = 8;

/// Returns the processor time used by the threads of a process, in seconds.
pub(crate) fn cpu_seconds(pid: u32) -> io::Result<f64> {
    let mut nanos = 0.0;
    for task in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        let text = std::fs::read_to_string(task?.path().join("schedstat"))?;
        let spent = text.split_whitespace().next().and_then(|spent| spent.parse::<f64>().ok());
        nanos += spent.ok_or_else(|| io::Error::other("schedstat has an unexpected format"))?;
    }
    Ok(nanos / 1e9)
}

/// Returns the processor time used by a process, including threads that have ended, in hundredths of a second.
pub(crate) fn cpu_hundredths(pid: u32) -> io::Result<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in brackets, may contain blanks; user and system time are the 12th and 13th word after it.
    let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let times: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    match times.as_deref() {
        Some([user, system]) => Ok(user + system),
        _ => Err(io::Error::other("stat has an unexpected format")),
    }
}

/// Reads a line of `/proc/PID/status`, in MiB.
pub(crate) fn status_mib(pid: u32, name: &str) -> io::Result<f64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok());
    kib.map(|kib| kib / 1024.0).ok_or_else(|| io::Error::other(format!("no {name}")))
}

/// A repeated request.
pub(crate) struct Ask<'a> {
    /// Address of the server.
    pub(crate) address: SocketAddr,
    /// Paths, requested in turn.
    pub(crate) paths: &'a [String],
    /// Additional header lines, each with its line end.
    pub(crate) headers: &'a str,
    /// JSON to post; empty for a GET.
    pub(crate) body: &'a str,
    /// Expected status of every answer.
    pub(crate) status: u16,
}

/// Sends requests for `duration` over several connections; returns the number of answers.
#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
pub(crate) fn drive(ask: &Ask<'_>, duration: Duration) -> io::Result<u64> {
    let until = Instant::now() + duration;
    std::thread::scope(|scope| {
        let hands: Vec<_> = (0..CONNECTIONS)
            .map(|first| scope.spawn(move || one_connection(ask, first * 7919, until)))
            .collect();
        let answers = hands.into_iter().map(|hand| hand.join().map_err(|_| io::Error::other("panicked"))?);
        answers.sum()
    })
}

#[expect(clippy::disallowed_methods, reason = "measuring time is what a benchmark is for")]
fn one_connection(ask: &Ask<'_>, first: usize, until: Instant) -> io::Result<u64> {
    let mut stream = BufReader::with_capacity(32 * 1024, TcpStream::connect(ask.address)?);
    stream.get_ref().set_nodelay(true)?;
    let mut answers = 0;
    for path in ask.paths.iter().cycle().skip(first % ask.paths.len()) {
        if Instant::now() >= until {
            break;
        }
        let status = exchange(&mut stream, path, ask, &mut io::sink())?;
        if status != ask.status {
            return Err(io::Error::other(format!("{path} answered {status}, not {}", ask.status)));
        }
        answers += 1;
    }
    Ok(answers)
}

/// Sends one request over an open connection and reads the whole answer into `sink`.
fn exchange(
    stream: &mut BufReader<TcpStream>,
    path: &str,
    ask: &Ask<'_>,
    sink: &mut impl io::Write,
) -> io::Result<u16> {
    let Ask { headers, body, .. } = ask;
    let (method, about) = match body.len() {
        0 => ("GET", String::new()),
        length => ("POST", format!("content-type: application/json\r\ncontent-length: {length}\r\n")),
    };
    let accept = if headers.contains("accept: ") { "" } else { "accept: */*\r\n" };
    let request =
        format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n{accept}{about}{headers}\r\n{body}");
    stream.get_mut().write_all(request.as_bytes())?;
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("not an answer: {line}")))?;
    let (mut length, mut chunked) = (0, false);
    while line != "\r\n" && !line.is_empty() {
        line.clear();
        stream.read_line(&mut line)?;
        let (name, value) = line.split_once(':').unwrap_or_default();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
        chunked |= name.eq_ignore_ascii_case("transfer-encoding") && value.trim() == "chunked";
    }
    match chunked {
        true => chunks(stream, sink)?,
        false => {
            io::copy(&mut stream.by_ref().take(length), sink)?;
        }
    }
    Ok(status)
}

/// Reads a chunked body without trailers.
fn chunks(stream: &mut BufReader<TcpStream>, sink: &mut impl io::Write) -> io::Result<()> {
    let mut line = String::new();
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let length = u64::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
        io::copy(&mut stream.by_ref().take(length), sink)?;
        // The line end after the chunk.
        line.clear();
        stream.read_line(&mut line)?;
        if length == 0 {
            return Ok(());
        }
    }
}

/// Requests the first path once; returns status and body.
pub(crate) fn whole(ask: &Ask<'_>) -> io::Result<(u16, String)> {
    let mut stream = BufReader::new(TcpStream::connect(ask.address)?);
    let mut body = Vec::new();
    let path = ask.paths.first().ok_or_else(|| io::Error::other("no path"))?;
    let status = exchange(&mut stream, path, ask, &mut body)?;
    Ok((status, String::from_utf8_lossy(&body).into_owned()))
}

/// Requests a path once.
pub(crate) fn once(address: SocketAddr, path: &str) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(
        format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes(),
    )?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.map(|status| (status, text)).ok_or_else(|| io::Error::other("not an answer"))
}
