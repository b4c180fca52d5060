//! A regression gate: instructions per resolution, per rendered answer and per tool call, compared with a committed
//! baseline.
//!
//! `cargo xtask bench --gate instructions` fails if a count of the development build rose by more than 2 %. `-- --bless`
//! rewrites the baseline, after a change that is worth its cost or a change of toolchain. Valgrind's callgrind counts.
//! Every case runs with few and with many rounds; the difference is the work without the program start. Counts depend
//! neither on the machine nor on its load, but on the compiler: with a compiler other than the baseline's the bound is
//! 15 %, which still finds a careless loop.

use std::collections::BTreeMap;
use std::error::Error;
use std::future::{Future as _, poll_fn};
use std::hint::black_box;
use std::path::Path;
use std::pin::pin;
use std::process::Command;
use std::sync::Arc;

use ::world::{Caller, View};
use actix_web::middleware::from_fn;
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::{App, web};
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::{forecast, resolve};
use http_api::{self, observe};
use operations::{AnyOperation as _, ops};
use publication::published::Published;
use runtime::logging;
use serde::Deserialize;

#[path = "support/counted.rs"]
mod counted;
#[path = "support/shared.rs"]
mod shared;
#[path = "support/world.rs"]
mod world;

use world::full;

type Outcome<T> = Result<T, Box<dyn Error>>;

const CASES: [(&str, &str); 4] = [
    ("resolve", "one resort from all evidence"),
    ("daily", "fourteen daily rows of one band"),
    ("render", "the conditions of one resort as JSON"),
    (CALL, "a repeated tool call through routes and access log"),
];
const CALL: &str = "call";
/// Callgrind counts in this function alone, on its thread.
const GATED: [&str; 1] = ["--toggle-collect=*gated*"];
const FEW: u64 = 10;
const MANY: u64 = 110;
/// Per cent by which a count may rise: with the baseline's compiler, and with another.
const TOLERANCE: (f64, f64) = (2.0, 15.0);

/// The committed counts.
#[derive(Deserialize)]
struct Baseline {
    toolchain: String,
    instructions: BTreeMap<String, u64>,
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => compare(),
        ["--bless"] => bless(),
        ["--case", case, rounds] => work(case, rounds.parse()?),
        _ => Err("usage: [--bless]".into()),
    }
}

/// Runs the work of a case, to be counted from outside.
fn work(case: &str, rounds: u64) -> Outcome<()> {
    if case == CALL {
        return calls(rounds);
    }
    let policy = Policy::contract();
    let (profile, evidence) = full::resort(7);
    let world = world::world(3, world::service())?;
    #[expect(clippy::disallowed_methods, reason = "nearly every caller is anonymous")]
    let caller = Caller::anonymous();
    let view = View::new(&world, &caller);
    let slug = view.at(1).ok_or("no resort")?.resort().slug.as_str();
    for _ in 0..rounds {
        gated(|| -> Outcome<()> {
            match case {
                "resolve" => drop(black_box(resolve(full::NOW, &policy, &profile, black_box(&evidence)))),
                "daily" => {
                    let snapshot = black_box(evidence.forecast.as_ref());
                    black_box(forecast::daily(full::NOW, &policy, &profile, snapshot, Band::Mid));
                }
                _ => drop(black_box(ops::get_conditions::Op.answer(&view, &[("slug", slug)], full::NOW)?)),
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Does work whose instructions are counted.
#[inline(never)]
fn gated<T>(work: impl FnOnce() -> T) -> T {
    black_box(work())
}

/// Handles requests as the service does, except for reading from and writing to the socket. The thread of the log does
/// its work as time passes, so only the handling thread is counted.
fn calls(rounds: u64) -> Outcome<()> {
    let _last_lines =
        logging::start(logging::Options { format: Some("json"), ..logging::Options::default() })?;
    let service = world::service();
    let published = Published::new(world::world(3, Arc::clone(&service))?, full::NOW);
    let slug = world::resorts(1)?.into_iter().next().ok_or("no resort")?.slug;
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\
         \"params\":{{\"name\":\"get_snow_quality\",\"arguments\":{{\"slug\":\"{slug}\"}}}}}}"
    );
    let shared = web::Data::from(shared::shared(published, &service)?);
    actix_web::rt::System::new().block_on(async {
        let app = App::new().app_data(shared).wrap(from_fn(observe::observe)).configure(http_api::routes);
        let app = init_service(app).await;
        for _ in 0..rounds {
            let request = TestRequest::post()
                .uri("/mcp")
                .insert_header(("host", "localhost"))
                .insert_header(("content-type", "application/json"))
                .insert_header(("accept", "application/json, text/event-stream"))
                .insert_header(("mcp-protocol-version", "2025-11-25"))
                .set_payload(body.clone());
            let mut answered = pin!(call_service(&app, request.to_request()));
            let response = poll_fn(|cx| gated(|| answered.as_mut().poll(cx))).await;
            if !response.status().is_success() {
                return Err(format!("the call was answered with {}", response.status()).into());
            }
            black_box(response);
        }
        Ok(())
    })
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn compare() -> Outcome<()> {
    let baseline: Baseline = toml::from_str(&std::fs::read_to_string(baseline_file())?)?;
    let same = baseline.toolchain == toolchain()?;
    let percent = if same { TOLERANCE.0 } else { TOLERANCE.1 };
    if !same {
        println!("the baseline is of {}: bound {percent} %; renew it with --bless", baseline.toolchain);
    }
    let mut slower = Vec::new();
    for (case, what) in CASES {
        let known =
            *baseline.instructions.get(case).ok_or("the baseline lacks a case; add it with --bless")?;
        let counted = count(case)?;
        let change = 100.0 * (counted as f64 / known as f64 - 1.0);
        println!("{case:8} {counted:>9} instructions, {change:+.2} % against {known}: {what}");
        if change > percent {
            slower.push(case);
        }
    }
    if slower.is_empty() {
        return Ok(());
    }
    Err(format!(
        "above the baseline by more than {percent} %: {}; see docs/performance.md",
        slower.join(", ")
    )
    .into())
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn bless() -> Outcome<()> {
    let mut text = format!(
        "# Instructions per call, written by `CARGO_INCREMENTAL=0 cargo bench --profile dev --workspace --bench instructions -- --bless`.\n\
         toolchain = \"{}\"\n\n[instructions]\n",
        toolchain()?
    );
    for (case, _) in CASES {
        text.push_str(&format!("{case} = {}\n", count(case)?));
    }
    std::fs::write(baseline_file(), &text)?;
    println!("{text}");
    Ok(())
}

/// Counts the instructions of one call.
fn count(case: &str) -> Outcome<u64> {
    counted::per_round(&GATED, &["--case", case], FEW, MANY)
}

fn toolchain() -> Outcome<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Ok(String::from_utf8(Command::new(rustc).arg("--version").output()?.stdout)?.trim().to_owned())
}

fn baseline_file() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.toml")
}
