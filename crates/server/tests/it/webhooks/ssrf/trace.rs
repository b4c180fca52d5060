//! A separate network for a process, in which every address leads to this machine, and the addresses that a traced
//! program connected or sent to.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use runtime::clock;

/// Every address of both protocols is local, so that a listener is reached by all of them and nothing leaves the
/// machine.
const SETUP: &str =
    "ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo || exit 77
exec \"$@\"";

/// Exit code if the network cannot be set up.
pub(super) const NO_NETWORK: i32 = 77;

/// Returns a command in such a network, without its program yet; `None` if this user may not create one.
pub(super) fn own_network() -> Option<Command> {
    let allowed = |arguments: &[&str]| {
        let mut unshare = Command::new("unshare");
        unshare.args(arguments).arg("true").stderr(Stdio::null());
        unshare.status().is_ok_and(|status| status.success())
    };
    let ways: [&[&str]; 2] = [&["--net"], &["--net", "--map-root-user"]];
    let way = ways.into_iter().find(|way| allowed(way))?;
    let mut command = Command::new("unshare");
    command.args(way).args(["sh", "-c", SETUP, "sh"]);
    Some(command)
}

/// Returns whether programs can be traced here.
pub(super) fn can_trace() -> bool {
    Command::new("strace")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Returns a command that traces the connections and sends of its program into `file`. The program is the child; the
/// tracer is a separate process.
pub(super) fn traced(file: &Path) -> Command {
    let mut strace = Command::new("strace");
    strace.args(["-D", "-f", "-s", "0", "-e", "signal=none"]);
    strace.args(["-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o"]).arg(file);
    strace
}

/// Counts the addresses that a traced program has connected or sent to, after it has ended. Non-network addresses are
/// listed as text.
pub(super) fn ends(file: &Path, process: u32) -> BTreeMap<Result<SocketAddr, String>, usize> {
    let begun = clock::monotonic();
    let process = process.to_string();
    let is_last = |line: &str| {
        let mut words = line.split_whitespace();
        words.next() == Some(&process) && words.next() == Some("+++")
    };
    let text = loop {
        let text = std::fs::read_to_string(file).unwrap();
        if text.lines().any(is_last) {
            break text;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the trace does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut ends = BTreeMap::new();
    for end in text.lines().flat_map(of_line) {
        *ends.entry(end).or_default() += 1;
    }
    ends
}

/// Parses the addresses in one line of a trace.
fn of_line(line: &str) -> Vec<Result<SocketAddr, String>> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some((_, behind)) = rest.split_once("sa_family=") {
        rest = behind;
        let family: String = behind.chars().take_while(|sign| !",}".contains(*sign)).collect();
        found.push(match family.as_str() {
            "AF_INET" | "AF_INET6" => Ok(SocketAddr::new(address(behind), port(behind))),
            _ => Err(behind.chars().take(60).collect()),
        });
    }
    found
}

fn port(text: &str) -> u16 {
    let (_, behind) = text.split_once("_port=htons(").unwrap();
    behind.split_once(')').unwrap().0.parse().unwrap()
}

fn address(text: &str) -> IpAddr {
    let (_, behind) = text.split_once("_addr").unwrap();
    // IPv4 is written `sin_addr=inet_addr("…")`, IPv6 `inet_pton(AF_INET6, "…", &sin6_addr)`.
    let quoted = if text.starts_with("AF_INET6") { text.split_once("inet_pton(").unwrap().1 } else { behind };
    quoted.split('"').nth(1).unwrap().parse().unwrap()
}

#[test]
fn trace_is_parsed() {
    let lines = r#"7 connect(9, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.1")}, 16) = 0
8 connect(9, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2606:4700::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 EINPROGRESS
8 connect(9, {sa_family=AF_UNIX, sun_path="/run/x"}, 9 <unfinished ...>
7 sendto(9, ""..., 28, MSG_NOSIGNAL, NULL, 0) = 28
7 sendmmsg(9, [{msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.1")}, msg_namelen=16}}, {msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(54), sin_addr=inet_addr("10.0.0.2")}}}], 2, 0) = 2"#;
    let found: Vec<String> = lines
        .lines()
        .flat_map(of_line)
        .map(|end| end.map_or_else(|other| other, |address| address.to_string()))
        .collect();
    let expected = [
        "127.0.0.1:53",
        "[2606:4700::1]:443",
        "AF_UNIX, sun_path=\"/run/x\"}, 9 <unfinished ...>",
        "10.0.0.1:53",
        "10.0.0.2:54",
    ];
    assert_eq!(found, expected);
}
