//! Command line of the kit. Exit codes: 0 conforms, 1 broken rules, 2 could not check.

use std::io::{IsTerminal as _, Read as _, Write as _};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use conformance::client::Client;
use conformance::report::{self, Format};
use conformance::results::{self, Results};
use conformance::run::{self, CheckError};
use conformance::webhooks::{self, Pace, Plan};
use conformance::{live, selftest, vectors};
use serde_json::Value;

/// Checks any server, file or resolver against the snow-conditions contract.
///
/// Exit codes: 0 conforms, 1 rules are broken, 2 could not check.
#[derive(Debug, Parser)]
#[command(name = "conformance", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Check a running server.
    Check(Check),
    /// Check one envelope from a file, or - for standard input.
    CheckFile {
        /// File with the envelope.
        file: String,
        #[command(flatten)]
        output: Output,
    },
    /// List the rules.
    Rules,
    /// Run the vectors against this project's resolver, or against a command.
    Vectors {
        /// Command to run with `sh -c` for each vector: it reads the vector on standard input and writes the answer to
        /// standard output.
        #[arg(long, value_name = "COMMAND")]
        run: Option<String>,
        /// Print the vectors of this area instead.
        #[arg(long, value_name = "AREA", conflicts_with = "run")]
        print: Option<String>,
        /// Answer the one vector on standard input instead.
        #[arg(long, conflicts_with_all = ["run", "print"])]
        answer: bool,
    },
    /// Check a server's webhooks: subscribe, receive, and check what arrives. Takes two to three minutes.
    Webhooks(Webhooks),
    /// Show that the live checks can fail, with a deliberately faulty server.
    Selftest,
}

#[derive(Debug, clap::Args)]
struct Webhooks {
    /// Base address, such as https://snow.example.org
    base_url: String,
    /// Address on which the receiver listens.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// Public https address that is forwarded to the receiver. Without it the server must run in a development mode
    /// that delivers to loopback (`--webhook-development` in this project).
    #[arg(long, value_name = "URL")]
    callback_url: Option<String>,
    /// Subscribe to this resort instead of all.
    #[arg(long, value_name = "SLUG")]
    resort: Option<String>,
    /// Minimum time to wait for events.
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    wait: u64,
    /// Finish in seconds instead of minutes: skip retries, redirects, removal between attempts, and the end after eight
    /// failures.
    #[arg(long)]
    quick: bool,
    /// Also create subscriptions until the server rejects them; it then rejects this address for an hour.
    #[arg(long)]
    exhaust_limit: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, clap::Args)]
struct Check {
    /// Base address, such as https://snow.example.org
    base_url: String,
    /// Check only this resort; may be repeated.
    #[arg(long, value_name = "SLUG")]
    resort: Vec<String>,
    /// Check only this number of resorts, evenly spread over the list.
    #[arg(long, value_name = "COUNT", conflicts_with = "resort")]
    sample: Option<usize>,
    /// Bearer token of the Pro tier, to compare both views.
    #[arg(long, env = "SNOW_CONFORMANCE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Number of concurrent requests.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Maximum requests per second; unlimited by default.
    #[arg(long, value_name = "REQUESTS")]
    rate: Option<f64>,
    /// Number of resorts for which details, daily rows and a second sample are compared too.
    #[arg(long, default_value_t = 20)]
    deep: usize,
    /// Skip the tool connector.
    #[arg(long)]
    no_connector: bool,
    /// Also check the write connector, with the key of a test resort: a sentence is published and withdrawn.
    #[arg(long, value_name = "KEY", env = "SNOW_CONFORMANCE_WRITE_KEY", hide_env_values = true)]
    write_key: Option<String>,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, clap::Args)]
struct Output {
    /// Format of the report.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Treat warnings as broken rules.
    #[arg(long)]
    strict: bool,
}

const COULD_NOT_CHECK: u8 = 2;

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Check(check) => server(check),
        Task::CheckFile { file, output } => one_file(&file).map(|verdict| show(&verdict, &output)),
        Task::Rules => {
            print_line(format_args!("{}", rules()));
            Ok(true)
        }
        Task::Vectors { run, print, answer } => match print {
            Some(area) => vectors::area(&area).map(|_| {
                say_all(format_args!("{}", vectors::file(&area)));
                true
            }),
            None if answer => answered(),
            None => against(run.as_deref()),
        },
        Task::Webhooks(asked) => webhooks_of(asked),
        Task::Selftest => tried(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("could not check: {why}");
            ExitCode::from(COULD_NOT_CHECK)
        }
    }
}

/// Writes a line. A closed pipe is not an error.
fn print_line(text: std::fmt::Arguments<'_>) {
    say_all(format_args!("{text}\n"));
}

fn say_all(text: std::fmt::Arguments<'_>) {
    let _ = std::io::stdout().write_fmt(text);
}

fn show(verdict: &Results, output: &Output) -> bool {
    say_all(format_args!("{}", report::format(verdict, output.format)));
    verdict.conforms(output.strict)
}

fn on_a_runtime<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    Ok(runtime.map_err(|error| format!("cannot start: {error}"))?.block_on(work))
}

fn server(check: Check) -> Result<bool, String> {
    let Check { base_url, resort, sample, token, concurrency, rate, deep, no_connector, write_key, output } =
        check;
    let plan = run::Plan {
        resorts: resort,
        sample,
        token,
        concurrency: usize::from(concurrency),
        deep,
        no_connector,
        write_key,
    };
    let terminal = std::io::stderr().is_terminal();
    let progress = move |done: usize, all: usize| {
        if terminal {
            eprint!("\r{done} of {all} resorts{}", if done == all { "\n" } else { "" });
            let _ = std::io::stderr().flush();
        } else if done == all {
            eprintln!("{done} of {all} resorts");
        }
    };
    let judged = on_a_runtime(async {
        let client = Client::new(&base_url, rate).map_err(CheckError)?;
        run::server(client, &plan, progress).await
    })?;
    judged.map(|verdict| show(&verdict, &output)).map_err(|CheckError(why)| why)
}

fn webhooks_of(asked: Webhooks) -> Result<bool, String> {
    let Webhooks { base_url, listen, callback_url, resort, wait, quick, exhaust_limit, output } = asked;
    let wait = Duration::from_secs(wait);
    let plan = Plan { listen, callback_url, resort, wait, quick, exhaust_limit, pace: Pace::CONTRACT };
    let judged = on_a_runtime(async {
        let client = Client::new(&base_url, None).map_err(CheckError)?;
        webhooks::check_webhooks(&client, &plan, |what| eprintln!("waiting for {what}")).await
    })?;
    judged.map(|verdict| show(&verdict, &output)).map_err(|CheckError(why)| why)
}

/// Maximum size of a file, in bytes.
const LARGEST: u64 = 16 << 20;

fn input() -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(LARGEST)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("standard input: {error}"))?;
    Ok(bytes)
}

fn one_file(file: &str) -> Result<Results, String> {
    let bytes = if file == "-" {
        input()?
    } else {
        let mut bytes = Vec::new();
        let opened = std::fs::File::open(file).map_err(|error| format!("{file}: {error}"))?;
        opened.take(LARGEST).read_to_end(&mut bytes).map_err(|error| format!("{file}: {error}"))?;
        bytes
    };
    Ok(match serde_json::from_slice::<Value>(&bytes) {
        Ok(envelope) => results::envelope(file, &envelope),
        Err(error) => {
            let mut verdict = Results { subjects: 1, ..Results::default() };
            verdict.add(file, [live::finding("http/json", "", error, "JSON")]);
            verdict
        }
    })
}

fn rules() -> String {
    let mut lines = Vec::new();
    for rule in conformance::rules::rules().chain(live::RULES) {
        lines.push(format!(
            "{:34} {:9} {}\n{:45}{}",
            rule.id,
            rule.severity.as_str(),
            rule.checks,
            "",
            rule.clause
        ));
    }
    lines.join("\n")
}

fn answered() -> Result<bool, String> {
    let vector = serde_json::from_slice(&input()?).map_err(|error| format!("standard input: {error}"))?;
    print_line(format_args!("{}", vectors::resolved(&vector)?));
    Ok(true)
}

/// Runs every vector. Differences are broken rules; a command that does not answer could not be checked.
fn against(command: Option<&str>) -> Result<bool, String> {
    let (mut count, mut wrong) = (0, 0);
    for area in vectors::areas() {
        for vector in vectors::area(area)? {
            let found = match command {
                Some(command) => run_command(command, &vector)?,
                None => vectors::resolved(&vector)?,
            };
            let differences = vectors::differences(&found, &vector["expected"]);
            count += 1;
            wrong += usize::from(!differences.is_empty());
            for (path, found, expected) in differences {
                print_line(format_args!("{} {path}: found {found}, expected {expected}", vector["name"]));
            }
        }
    }
    print_line(format_args!("{count} vectors, {wrong} wrong"));
    Ok(wrong == 0)
}

fn run_command(command: &str, vector: &Value) -> Result<Value, String> {
    use std::process::{Command, Stdio};
    let failed = |error: std::io::Error| format!("`{command}`: {error}");
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A command that stops reading early reveals it by its answer.
        let _ = stdin.write_all(vector.to_string().as_bytes());
    }
    let output = child.wait_with_output().map_err(failed)?;
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("`{command}` for {}: {error}", vector["name"]))
}

fn tried() -> Result<bool, String> {
    let all = on_a_runtime(selftest::run())??;
    for one in &all {
        let verdict = if one.is_right() { "found by" } else { "NOT found by" };
        let rule = if one.rule.is_empty() { "no rule" } else { one.rule };
        print_line(format_args!("{:42} {verdict} {rule}", one.fault));
        if !one.is_right() {
            print_line(format_args!("    but by {:?}", one.broken));
        }
    }
    let wrong = all.iter().filter(|one| !one.is_right()).count();
    print_line(format_args!("{} tried, {wrong} not found as intended", all.len()));
    Ok(wrong == 0)
}
