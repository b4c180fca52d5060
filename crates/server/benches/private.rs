//! Measures the cost of an answer for an account, compared with the same answer for an anonymous caller. `cargo bench
//! -p server --bench private`.
//!
//! An endpoint, a page and a tool are requested without an account, with a free one and with a Pro one, by token or
//! session, as often as one worker can answer. Each is measured twice: from the response cache, and rendered for each
//! request by a server whose cache budget is used up. Time is the processor time of the server per request, in
//! alternating turns. `-- instructions` instead counts the instructions of a request inside the process (valgrind),
//! without the kernel and the socket; and also those of a request with a token that is not cached.

use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::{App, HttpServer, web};
use http_api::{self, Shared, observe};
use publication::published::Published;
use runtime::logging;

#[path = "../../http-api/benches/support/counted.rs"]
mod counted;
#[path = "support/load.rs"]
#[expect(dead_code, reason = "memory and single requests are measured elsewhere")]
mod load;
#[path = "support/members.rs"]
mod members;
#[path = "../../http-api/benches/support/shared.rs"]
mod shared;
#[path = "../../http-api/benches/support/world.rs"]
mod world;

use members::BenchCaller;

type Outcome<T> = Result<T, Box<dyn Error>>;

const RESORTS: usize = 660;
const TURNS: usize = 21;
const TURN: Duration = Duration::from_millis(120);
const FEW: u64 = 10;
const MANY: u64 = 2_010;
/// Number of requests with uncached tokens: each needs a new account.
const MANY_FIRST: u64 = 210;
/// Time for which each kind of caller requests every resort's answers, to fill the cache budget of a server.
const FILLING: Duration = Duration::from_secs(2);

/// The requested resource.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    Conditions,
    Forecast,
    Page,
    Call,
}

impl Target {
    const ALL: [Self; 4] = [Self::Conditions, Self::Forecast, Self::Page, Self::Call];

    const fn name(self) -> &'static str {
        match self {
            Self::Conditions => "conditions",
            Self::Forecast => "forecast",
            Self::Page => "page",
            Self::Call => "tool",
        }
    }

    /// Returns the path for a caller and a resort.
    fn path(self, who: BenchCaller, slug: &str) -> String {
        match (self, who) {
            (Self::Conditions, _) => format!("/api/v1/resorts/{slug}/conditions"),
            (Self::Forecast, _) => format!("/api/v1/resorts/{slug}/forecast"),
            (Self::Page, _) => format!("/resorts/{slug}"),
            (Self::Call, BenchCaller::Nobody) => "/mcp".to_owned(),
            (Self::Call, BenchCaller::Free | BenchCaller::Pro | BenchCaller::Another(_)) => {
                "/mcp/account".to_owned()
            }
        }
    }

    fn headers(self, who: BenchCaller) -> String {
        let proof = if self == Self::Page { who.session() } else { who.bearer() };
        let proof = proof.map(|(name, value)| format!("{name}: {value}\r\n")).unwrap_or_default();
        let own = if self == Self::Call {
            "mcp-protocol-version: 2025-11-25\r\n"
        } else {
            "accept-encoding: gzip\r\n"
        };
        format!("{proof}{own}")
    }

    /// Returns the body to post; empty for a GET.
    fn body(self, slug: &str) -> String {
        if self != Self::Call {
            return String::new();
        }
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\
             \"params\":{{\"name\":\"get_weather_forecast\",\"arguments\":{{\"slug\":\"{slug}\"}}}}}}"
        )
    }
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => compare(),
        ["instructions"] => count(),
        ["--serve"] => serve(),
        ["--case", what, who, rounds] => work(what, who, rounds.parse()?),
        _ => Err("usage: [instructions]".into()),
    }
}

/// A server in a separate process.
struct ServerProcess {
    process: Child,
    address: SocketAddr,
}

impl ServerProcess {
    fn start(name: &str) -> Outcome<Self> {
        let log = std::fs::File::create(std::env::temp_dir().join(format!("bench-private-{name}.log")))?;
        let mut process = Command::new(std::env::current_exe()?)
            .arg("--serve")
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let stdout = process.stdout.take().ok_or("no standard output")?;
        let address = BufReader::new(stdout).lines().next().ok_or("no address")??.parse()?;
        Ok(Self { process, address })
    }

    /// Requests other resorts until the cache has no room for this one. Small answers come last, so the remaining room
    /// is smaller than one of them.
    fn filled(self, slugs: &[String]) -> Outcome<Self> {
        for what in ["forecast", "models", "conditions", "snow-quality"] {
            for who in BenchCaller::ALL {
                let paths: Vec<String> =
                    slugs.iter().skip(1).map(|slug| format!("/api/v1/resorts/{slug}/{what}")).collect();
                self.asks(&paths, &Target::Forecast.headers(who))?;
            }
        }
        for who in BenchCaller::ALL {
            let paths: Vec<String> = slugs.iter().skip(1).map(|slug| Target::Page.path(who, slug)).collect();
            self.asks(&paths, &Target::Page.headers(who))?;
        }
        Ok(self)
    }

    fn asks(&self, paths: &[String], headers: &str) -> Outcome<()> {
        load::drive(&load::Ask { address: self.address, paths, headers, body: "", status: 200 }, FILLING)?;
        Ok(())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Microseconds of the server's processor time per request, one number per turn, for each [`BenchCaller`].
struct Case {
    what: Target,
    is_made: bool,
    taken: [Vec<f64>; 3],
}

fn compare() -> Outcome<()> {
    let slugs = slugs()?;
    let slug = slugs.first().ok_or("no resort")?;
    let (kept, full) = (ServerProcess::start("kept")?, ServerProcess::start("full")?.filled(&slugs)?);
    let mut cases: Vec<Case> = [false, true]
        .into_iter()
        .flat_map(|is_made| Target::ALL.map(|what| Case { what, is_made, taken: Default::default() }))
        .collect();
    for turn in 0..=TURNS {
        for Case { what, is_made, taken } in &mut cases {
            let served = if *is_made { &full } else { &kept };
            for (who, taken) in BenchCaller::ALL.into_iter().zip(taken) {
                let (paths, headers, body) = ([what.path(who, slug)], what.headers(who), what.body(slug));
                let ask = load::Ask {
                    address: served.address,
                    paths: &paths,
                    headers: &headers,
                    body: &body,
                    status: 200,
                };
                let before = load::cpu_seconds(served.process.id())?;
                let answers = load::drive(&ask, TURN)?;
                let micros = (load::cpu_seconds(served.process.id())? - before) * 1e6 / answers as f64;
                if turn > 0 {
                    taken.push(micros);
                }
            }
        }
    }
    print(&cases);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn print(cases: &[Case]) {
    println!(
        "Processor time of the server per request, us, median of {TURNS} turns; and as a multiple of the anonymous time in the same turns"
    );
    println!("{:18}{:>9}{:>9}{:>7}{:>9}{:>7}", "", "nobody", "free", "times", "Pro", "times");
    for Case { what, is_made, taken: [nobody, free, pro] } in cases {
        let times = |private: &[f64]| median(private.iter().zip(nobody).map(|(a, b)| a / b).collect());
        println!(
            "{:18}{:9.1}{:9.1}{:7.2}{:9.1}{:7.2}",
            format!("{}, {}", what.name(), if *is_made { "made" } else { "kept" }),
            median(nobody.clone()),
            median(free.clone()),
            times(free),
            median(pro.clone()),
            times(pro),
        );
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn count() -> Outcome<()> {
    println!("Instructions per request, cached; and as a multiple of the anonymous ones");
    println!(
        "{:18}{:>9}{:>9}{:>7}{:>9}{:>7}{:>11}{:>7}",
        "", "nobody", "free", "times", "Pro", "times", "first", "times"
    );
    for what in Target::ALL {
        let counted = |who: &str, many| counted::per_round(&[], &["--case", what.name(), who], FEW, many);
        let (nobody, free) = (counted("nobody", MANY)?, counted("free", MANY)?);
        let (pro, first) = (counted("pro", MANY)?, counted("first", MANY_FIRST)?);
        let times = |private: u64| private as f64 / nobody as f64;
        let (of_free, of_pro, of_first) = (times(free), times(pro), times(first));
        println!(
            "{:18}{nobody:9}{free:9}{of_free:7.2}{pro:9}{of_pro:7.2}{first:11}{of_first:7.2}",
            what.name()
        );
    }
    Ok(())
}

fn slugs() -> Outcome<Vec<String>> {
    Ok(world::resorts(RESORTS)?.into_iter().map(|resort| resort.slug).collect())
}

/// Builds the state shared by workers, with the given numbers of resorts and accounts. Must run inside a runtime.
fn shared(resorts: usize, accounts: u64) -> Outcome<web::Data<Shared>> {
    let service = world::service();
    let published = Published::new(world::world(resorts, Arc::clone(&service))?, world::full::NOW);
    let mut shared = shared::shared(published, &service)?;
    let saved = slugs()?.into_iter().take(10).collect::<Vec<_>>();
    members::join(Arc::get_mut(&mut shared).ok_or("shared already")?, accounts, &saved)?;
    Ok(web::Data::from(shared))
}

/// Runs the work of a case, to be counted from outside: everything that the service does for a request except reading
/// from and writing to the socket.
fn work(what: &str, who: &str, rounds: u64) -> Outcome<()> {
    let _last_lines =
        logging::start(logging::Options { format: Some("json"), ..logging::Options::default() })?;
    let what = Target::ALL.into_iter().find(|one| one.name() == what).ok_or("what?")?;
    let slug = slugs()?.swap_remove(0);
    actix_web::rt::System::new().block_on(async {
        // The number of accounts is the same for few and many rounds, so that the difference is the work of the rounds
        // only.
        let shared = shared(3, if who == "first" { MANY_FIRST + 2 } else { 2 })?;
        let app = App::new().app_data(shared).wrap(from_fn(observe::observe)).configure(http_api::routes);
        let app = init_service(app).await;
        // Secrets are made before counting begins: in service the callers already have them.
        let callers = match who {
            "nobody" => vec![BenchCaller::Nobody],
            "free" => vec![BenchCaller::Free],
            "pro" => vec![BenchCaller::Pro],
            _ => (2..MANY_FIRST + 2).map(BenchCaller::Another).collect(),
        };
        let asked: Vec<_> = callers.iter().map(|who| (what.path(*who, &slug), what.headers(*who))).collect();
        for (_, (path, headers)) in (0..rounds).zip(asked.iter().cycle()) {
            let mut request = TestRequest::default().uri(path).insert_header(("host", "localhost"));
            for line in headers.lines() {
                request = request.insert_header(line.split_once(": ").ok_or("no header")?);
            }
            let body = what.body(&slug);
            if !body.is_empty() {
                request = request
                    .method(Method::POST)
                    .insert_header(("content-type", "application/json"))
                    .set_payload(body);
            }
            let response = call_service(&app, request.to_request()).await;
            if !response.status().is_success() {
                return Err(format!("answered with {}", response.status()).into());
            }
            black_box(response);
        }
        Ok(())
    })
}

#[expect(clippy::print_stdout, reason = "the parent process reads the address")]
fn serve() -> Outcome<()> {
    let _last_lines =
        logging::start(logging::Options { format: Some("json"), ..logging::Options::default() })?;
    actix_web::rt::System::new().block_on(async {
        let shared = shared(RESORTS, 2)?;
        let server = HttpServer::new(move || {
            let app = App::new().app_data(shared.clone());
            app.wrap(from_fn(observe::observe)).configure(http_api::routes)
        });
        let server = server.workers(1).tcp_nodelay(true).bind((Ipv4Addr::LOCALHOST, 0))?;
        for address in server.addrs() {
            println!("{address}");
        }
        server.run().await?;
        Ok(())
    })
}
