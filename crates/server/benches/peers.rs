//! Compares a tool call with other implementations of the protocol, in requests per second of the server's processor
//! time. `scripts/connector/bench.sh` builds the peers and runs this benchmark; without peers it reports that there is
//! nothing to compare.
//!
//! All servers give the same result to the same request: the answer of this program on simulated weather is saved, and
//! every peer returns it. Each is a process with one worker; rounds alternate, so that other load on the machine
//! affects all. For this program the whole cost of a request counts: limits, metrics, access log line. The peers write
//! no log, so this program is also measured with its access log switched off, and the output says so.

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use actix_web::web::{self, Bytes};
use actix_web::{App, HttpResponse, HttpServer};
use clap::Parser;
use serde_json::{Value, json};

#[path = "support/load.rs"]
#[expect(dead_code, reason = "memory and finer times are measured elsewhere")]
mod load;

use load::Ask;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A call whose result, text and structured content together, is 3 to 4 KB long. It depends only on the catalogue, so
/// every deployment gives the same result.
const TOOL: &str = "search_resorts";
const QUERY: &str = "val";
const LIMIT: u32 = 9;
/// Maximum wait for a filled database and a first answer.
const PATIENCE: Duration = Duration::from_secs(300);

/// Required minimum ratio to the fixed answer: requests per processor second.
const OF_FIXED: f64 = 0.40;
const OF_RMCP: f64 = 3.0;
const OF_TYPESCRIPT: f64 = 25.0;

#[derive(Parser)]
struct Arguments {
    /// Serves the bytes of this file for every request, and measures nothing.
    #[arg(long, value_name = "FILE")]
    serve: Option<PathBuf>,
    /// The peer built with the official Rust library.
    #[arg(long, value_name = "PROGRAM")]
    rmcp: Option<PathBuf>,
    /// Folder with Node and the peers of the TypeScript library.
    #[arg(long, value_name = "FOLDER")]
    node: Option<PathBuf>,
    /// Number of rounds, at least five for a reliable figure.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Milliseconds per server in each round.
    #[arg(long, default_value_t = 1500)]
    turn: u64,
    /// Passed by Cargo to every bench.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Outcome<()> {
    let arguments = Arguments::parse();
    match (&arguments.serve, &arguments.rmcp, &arguments.node) {
        (Some(file), _, _) => serve(file),
        (None, Some(rmcp), Some(node)) => compare(&arguments, rmcp, node),
        _ => {
            print_line("No peers: run scripts/connector/bench.sh, which builds them.");
            Ok(())
        }
    }
}

/// A revision of each era.
#[derive(Clone, Copy, PartialEq)]
enum Era {
    Handshake,
    SelfDescribed,
}

impl Era {
    const ALL: [Self; 2] = [Self::Handshake, Self::SelfDescribed];

    fn revision(self) -> &'static str {
        match self {
            Self::Handshake => "2025-11-25",
            Self::SelfDescribed => "2026-07-28",
        }
    }

    fn headers(self) -> String {
        let about = match self {
            Self::Handshake => String::new(),
            Self::SelfDescribed => format!("mcp-method: tools/call\r\nmcp-name: {TOOL}\r\n"),
        };
        let accept = "accept: application/json, text/event-stream\r\n";
        format!("{accept}mcp-protocol-version: {}\r\n{about}", self.revision())
    }

    fn body(self) -> String {
        let mut params = json!({ "name": TOOL, "arguments": { "query": QUERY, "limit": LIMIT } });
        if self == Self::SelfDescribed {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.revision(),
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string()
    }
}

/// A server in a separate process. The first line it prints is its address unless the address is known.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(command: &mut Command) -> Outcome<Self> {
        let mut process =
            command.stdout(Stdio::piped()).spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let stdout = process.stdout.take().ok_or("no standard output")?;
        let line =
            BufReader::new(stdout).lines().next().ok_or_else(|| format!("{command:?}: no address"))??;
        Ok(Self { process, address: line.parse()? })
    }

    /// Starts this service in the folder, on a free port.
    fn ours(folder: &Path, words: &[&str]) -> Outcome<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let process = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
            .args([
                "--bind",
                &address.to_string(),
                "--workers",
                "1",
                "--tick-seconds",
                "60",
                "--log-format",
                "json",
            ])
            .arg("--data-dir")
            .arg(folder)
            .args(words)
            .stderr(std::fs::File::create(folder.join("log"))?)
            .spawn()?;
        Ok(Self { process, address })
    }

    #[expect(clippy::disallowed_methods, reason = "it waits")]
    fn wait(&mut self, ready: impl Fn(SocketAddr) -> bool) -> Outcome<()> {
        let until = Instant::now() + PATIENCE;
        while !ready(self.address) {
            if Instant::now() > until || self.process.try_wait()?.is_some() {
                return Err("the service did not become ready".into());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Stopped with a signal first, so that the database is closed as in service.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

/// A server measured with one era.
struct Case<'a> {
    name: &'static str,
    era: Era,
    server: &'a Server,
    /// Requests per second of its processor time, one number per round.
    rates: Vec<f64>,
    bytes: usize,
}

fn compare(arguments: &Arguments, rmcp: &Path, node: &Path) -> Outcome<()> {
    if arguments.rounds < 5 {
        return Err("a reliable figure needs at least five rounds".into());
    }
    let folder = std::env::temp_dir().join(format!("bench-peers-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let [ours, silent] = filled(&folder)?;
    let result = result_of(&ours)?;
    let file = folder.join("result.json");
    std::fs::write(&file, &result)?;
    let whole = folder.join("answer.json");
    std::fs::write(&whole, answer_json(&ours, Era::Handshake)?)?;
    print_line(&format!("one result of {} bytes: {TOOL} for `{QUERY}`, simulated", result.len()));

    let fixed = Server::start(Command::new(std::env::current_exe()?).arg("--serve").arg(&whole))?;
    let peer = |way: &str| Server::start(Command::new(rmcp).arg(way).arg(&file));
    let (actix, axum) = (peer("actix")?, peer("axum")?);
    let script = |name: &str| {
        Server::start(Command::new(node.join("node_modules/.bin/node")).arg(node.join(name)).arg(&file))
    };
    let (v2, v1) = (script("v2.mjs")?, script("v1.mjs")?);
    let named = [
        (FIXED, &fixed),
        (OURS, &ours),
        (SILENT, &silent),
        (RMCP, &actix),
        ("rmcp, its own service on axum", &axum),
        ("TypeScript SDK v2", &v2),
        ("TypeScript SDK v1", &v1),
    ];
    let mut cases = Vec::new();
    for era in Era::ALL {
        for (name, server) in named {
            let bytes = answer_json(server, era);
            // Version 1 of that library supports only the handshake era.
            let Ok(bytes) = bytes else { continue };
            // This program's answer contains its generation time, which changes.
            let copied = ![FIXED, OURS, SILENT].contains(&name);
            if copied && !same(&bytes, &result)? {
                return Err(format!("{name} answers something else: {bytes}").into());
            }
            cases.push(Case { name, era, server, rates: Vec::new(), bytes: bytes.len() });
        }
    }
    for round in 0..=arguments.rounds {
        for case in &mut cases {
            let rate = rate(case, Duration::from_millis(arguments.turn))?;
            // The first round is a warm-up for the interpreter's compiler.
            if round > 0 {
                case.rates.push(rate);
            }
        }
    }
    report(&cases);
    drop([ours, silent]);
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

const FIXED: &str = "fixed bytes, actix";
const OURS: &str = "this service";
const SILENT: &str = "this service, no access log";
const RMCP: &str = "rmcp, actix bridge";

/// Starts this service with a database filled from a simulated winter, with and without access log. Fetching is off.
fn filled(folder: &Path) -> Outcome<[Server; 2]> {
    let mut demo = Server::ours(folder, &["demo"])?;
    demo.wait(|address| {
        let Ok((200, text)) = load::once(address, "/metrics") else { return false };
        let resorts = gauge(&text, "snow_resorts ");
        resorts > Some(0.0) && gauge(&text, "snow_resorts_with_forecast ") == resorts
    })?;
    drop(demo);
    let other = folder.join("silent");
    std::fs::create_dir(&other)?;
    for entry in std::fs::read_dir(folder)? {
        let file = entry?.path();
        if let Some(name) = file.file_name().filter(|_| file.is_file()) {
            std::fs::copy(&file, other.join(name))?;
        }
    }
    let mut ours = Server::ours(folder, &["--no-ingest=true", "serve"])?;
    let mut silent = Server::ours(&other, &["--no-ingest=true", "--log", "info,access=off", "serve"])?;
    for server in [&mut ours, &mut silent] {
        server.wait(|address| {
            load::once(address, "/api/v1/resorts/zermatt/conditions").is_ok_and(|(status, _)| status == 200)
        })?;
    }
    Ok([ours, silent])
}

fn gauge(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

/// Returns the JSON of a server's answer to the call, extracted from its event if it sends one.
fn answer_json(server: &Server, era: Era) -> Outcome<String> {
    let (headers, body, paths) = (era.headers(), era.body(), ["/mcp".to_owned()]);
    let ask = Ask { address: server.address, paths: &paths, headers: &headers, body: &body, status: 200 };
    let (status, text) = load::whole(&ask)?;
    if status != 200 {
        return Err(format!("{status}: {text}").into());
    }
    let json = text.lines().find_map(|line| line.strip_prefix("data: ")).unwrap_or(&text);
    Ok(json.to_owned())
}

/// Returns the content and structured content of this program's answer, which a peer has to return.
fn result_of(ours: &Server) -> Outcome<String> {
    let answer: Value = serde_json::from_str(&answer_json(ours, Era::Handshake)?)?;
    let result = &answer["result"];
    Ok(json!({ "content": result["content"], "structuredContent": result["structuredContent"] }).to_string())
}

/// Returns whether an answer contains the result.
fn same(answer: &str, result: &str) -> Outcome<bool> {
    let (answer, result): (Value, Value) = (serde_json::from_str(answer)?, serde_json::from_str(result)?);
    let answer = &answer["result"];
    Ok(["content", "structuredContent"]
        .iter()
        .all(|part| answer[part] == result[part] && !answer[part].is_null()))
}

fn rate(case: &Case<'_>, turn: Duration) -> Outcome<f64> {
    let (headers, body, paths) = (case.era.headers(), case.era.body(), ["/mcp".to_owned()]);
    let ask =
        Ask { address: case.server.address, paths: &paths, headers: &headers, body: &body, status: 200 };
    let pid = case.server.process.id();
    let before = load::cpu_hundredths(pid)?;
    let answers = load::drive(&ask, turn)?;
    let spent = load::cpu_hundredths(pid)?.saturating_sub(before).max(1);
    Ok(answers as f64 * 100.0 / spent as f64)
}

fn report(cases: &[Case<'_>]) {
    let rounds = cases.first().map_or(0, |case| case.rates.len());
    for era in Era::ALL {
        print_line(&format!(
            "\nRevision {}: requests per second of the server's processor time, {rounds} rounds",
            era.revision()
        ));
        print_line(&format!("{:32}{:>9}{:>19}{:>8}", "", "median", "least to most", "bytes"));
        let of = |name: &str| cases.iter().find(|case| case.era == era && case.name == name);
        for case in cases.iter().filter(|case| case.era == era) {
            let [least, median, most] = spread(&case.rates);
            let range = format!("{least:.0} to {most:.0}");
            print_line(&format!("{:32}{median:9.0}{range:>19}{:8}", case.name, case.bytes));
        }
        let others = |case: &&Case<'_>| case.era == era && case.name != OURS && case.name != SILENT;
        let pairs = [OURS, SILENT].into_iter().filter_map(of).flat_map(|ours| {
            let others = cases.iter().filter(others);
            others.map(move |case| (ours, case))
        });
        for (ours, case) in pairs {
            // Compares turns that are adjacent in time, so that other load on the machine affects both.
            let ratios: Vec<f64> =
                ours.rates.iter().zip(&case.rates).map(|(ours, other)| ours / other).collect();
            let [least, median, most] = spread(&ratios);
            let (goal, met) = match goal(case.name) {
                Some(goal) => (format!("at least {goal}"), if median >= goal { "met" } else { "NOT MET" }),
                None => (String::new(), ""),
            };
            let what = format!("{} to {}", ours.name, case.name);
            print_line(&format!("{what:62}{median:7.2} ({least:.2} to {most:.2})  {goal} {met}"));
        }
    }
}

fn goal(name: &str) -> Option<f64> {
    match name {
        FIXED => Some(OF_FIXED),
        RMCP => Some(OF_RMCP),
        name if name.starts_with("TypeScript") => Some(OF_TYPESCRIPT),
        _ => None,
    }
}

/// Returns minimum, median and maximum.
fn spread(numbers: &[f64]) -> [f64; 3] {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    [0, sorted.len() / 2, sorted.len() - 1].map(|place| sorted[place])
}

#[expect(
    clippy::print_stdout,
    reason = "a benchmark prints its result, and the parent process reads the address"
)]
fn print_line(line: &str) {
    println!("{line}");
}

/// Answers every request with the same bytes, and does nothing else except read the posted body.
fn serve(file: &Path) -> Outcome<()> {
    let bytes = Bytes::from(std::fs::read(file)?);
    actix_web::rt::System::new().block_on(async {
        let server = HttpServer::new(move || {
            let bytes = bytes.clone();
            let answer = move |_posted: Bytes| {
                std::future::ready(HttpResponse::Ok().content_type("application/json").body(bytes.clone()))
            };
            App::new().service(web::resource("/mcp").route(web::post().to(answer)))
        });
        let server = server.workers(1).tcp_nodelay(true).bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = server.addrs().first().copied().ok_or("no address")?;
        print_line(&address.to_string());
        server.run().await?;
        Ok(())
    })
}
