//! Measures the cost of a read over HTTP, as processor time of the server per request. `cargo bench -p server --bench
//! http`.
//!
//! The cases alternate within one run: a handler that returns fixed bytes, with and without the middleware; the real
//! conditions; the real conditions among 6,000 resorts; and a resort page that is in the response cache. Then the same
//! through the whole program, with its edge and the answers before the router, and the floor: a loop over epoll that
//! writes the same bytes. Each server is a separate process with one worker per address; its access log is JSON in a
//! file.

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use ::world::{View, World};
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use actix_web::{App, HttpResponse, HttpServer};
use http_api::observe;
use http_api::options::Options;
use http_api::pages::HTML;
use pages::{Ask, Language, PAGES};
use publication::published::Published;
use publication::rendered::{AcceptedCodings, Coding, RenderedAnswer};
use runtime::logging;

#[path = "support/floor.rs"]
mod floor;
#[path = "support/load.rs"]
#[expect(dead_code, reason = "memory and single requests are measured elsewhere")]
mod load;
#[path = "../../http-api/benches/support/shared.rs"]
mod shared;
#[path = "../../http-api/benches/support/world.rs"]
mod world;

type Outcome<T> = Result<T, Box<dyn Error>>;

const FEW: usize = 600;
const MANY: usize = 6_000;
const TURNS: usize = 41;
const TURN: Duration = Duration::from_millis(120);
/// Path of the fixed answer, as long as a real one, because the access event contains it.
const PLAIN: &str = "/fixed/v1/resorts/kitzbuehel/conditions";
const GZIPPED: &str = "/fixed/v1/resorts/kitzbuehel/conditions.gz";
const JSON: &str = "application/json";
const PAGE: &str = "/fixed/resorts/kitzbuehel";
const GZIP: &str = "accept-encoding: gzip\r\n";

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--serve").skip(1);
    match arguments.next() {
        Some(resorts) => serve(resorts.parse()?),
        None => compare(),
    }
}

/// A server in a separate process.
struct ServerProcess {
    process: Child,
    /// Addresses without and with the middleware.
    bare: SocketAddr,
    whole: SocketAddr,
    /// Address of the whole program.
    program: SocketAddr,
    /// Address of the loop that writes the same bytes.
    floor: SocketAddr,
}

impl ServerProcess {
    fn start(resorts: usize) -> Outcome<Self> {
        let log = std::fs::File::create(std::env::temp_dir().join(format!("bench-http-{resorts}.log")))?;
        let mut process = Command::new(std::env::current_exe()?)
            .args(["--serve", &resorts.to_string()])
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let stdout = process.stdout.take().ok_or("no standard output")?;
        let mut addresses = BufReader::new(stdout).lines();
        let mut next = || -> Outcome<SocketAddr> { Ok(addresses.next().ok_or("no address")??.parse()?) };
        let (bare, whole, program, floor) = (next()?, next()?, next()?, next()?);
        Ok(Self { process, bare, whole, program, floor })
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Case<'a> {
    name: &'static str,
    pid: u32,
    ask: load::Ask<'a>,
    /// Microseconds of the server's processor time per request, one number per turn.
    taken: Vec<f64>,
}

fn compare() -> Outcome<()> {
    let (few, many) = (ServerProcess::start(FEW)?, ServerProcess::start(MANY)?);
    let paths = |count| -> Outcome<Vec<String>> {
        let resorts = world::resorts(count)?;
        Ok(resorts.iter().map(|resort| format!("/api/v1/resorts/{}/conditions", resort.slug)).collect())
    };
    let (all, many_paths) = (paths(FEW)?, paths(MANY)?);
    let same = all.get(..1).ok_or("no resort")?;
    let (plain, gzip, fixed_page) = ([PLAIN.to_owned()], [GZIPPED.to_owned()], [PAGE.to_owned()]);
    let case = |name, served: &ServerProcess, whole: bool, paths, headers, status| {
        let address = if whole { served.whole } else { served.bare };
        let ask = load::Ask { address, paths, headers, body: "", status };
        Case { name, pid: served.process.id(), ask, taken: Vec::new() }
    };
    let slug = &world::resorts(1)?.into_iter().next().ok_or("no resort")?.slug;
    let page = [format!("/resorts/{slug}")];
    // An empty query: the same answer, found by the router.
    let (routed, routed_page) = ([format!("{}?", same[0])], [format!("{}?", page[0])]);
    let (connector, call) = (["/mcp".to_owned()], tool_call(slug));
    let mut called = case("tools/call", &few, true, &connector, "mcp-protocol-version: 2025-11-25\r\n", 200);
    called.ask.body = &call;
    let seen = "if-none-match: *\r\n";
    let mut cases = [
        case("static, nothing around it", &few, false, &plain[..], "", 200),
        case("static", &few, true, &plain, "", 200),
        case("conditions, the same bytes", &few, true, same, "", 200),
        case("static, gzip", &few, true, &gzip, GZIP, 200),
        case("conditions, the same bytes, gzip", &few, true, same, GZIP, 200),
        case("conditions, not modified", &few, true, same, seen, 304),
        case("conditions of 600 resorts in turn", &few, true, &all, "", 200),
        case("conditions of 6,000 resorts in turn", &many, true, &many_paths, "", 200),
        called,
        case("static, as long as a page, gzip", &few, true, &fixed_page, GZIP, 200),
        case("page of a resort, the same, gzip", &few, true, &page, GZIP, 200),
        case("floor", &few, true, same, "", 200),
        case("whole program, conditions", &few, true, same, "", 200),
        case("whole program, the same, routed", &few, true, &routed, "", 200),
        case("whole program, page, gzip", &few, true, &page, GZIP, 200),
        case("whole program, the same, routed", &few, true, &routed_page, GZIP, 200),
    ];
    let [.., floor, conditions, routed, page, routed_page] = &mut cases;
    floor.ask.address = few.floor;
    [conditions, routed, page, routed_page].into_iter().for_each(|case| case.ask.address = few.program);
    for turn in 0..=TURNS {
        for case in &mut cases {
            let before = load::cpu_seconds(case.pid)?;
            let answers = load::drive(&case.ask, TURN)?;
            let micros = (load::cpu_seconds(case.pid)? - before) * 1e6 / answers as f64;
            if turn > 0 {
                case.taken.push(micros);
            }
        }
    }
    print(cases);
    Ok(())
}

/// Builds a tool call whose result is about as long as the conditions.
fn tool_call(slug: &str) -> String {
    let arguments = format!("{{\"slug\":\"{slug}\"}}");
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\
         \"params\":{{\"name\":\"get_snow_quality\",\"arguments\":{arguments}}}}}"
    )
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn print(cases: [Case<'_>; 16]) {
    println!(
        "Processor time of the server per request, {TURNS} turns\n{:36}{:>9}{:>9}",
        "", "median", "fastest"
    );
    for case in &cases {
        let [fastest, _, median, _] = spread(case.taken.clone());
        println!("{:36}{median:6.2} us{fastest:6.2} us", case.name);
    }
    let taken = cases.map(|case| case.taken);
    let [bare, fixed, real, fixed_gzip, real_gzip, _, of_few, of_many, called, fixed_page, page, ..] = &taken;
    let [.., floor, program, routed, ready_page, routed_page] = &taken;
    // Compares turns that are adjacent in time, so that other load on the machine affects both.
    let ratio = |name: &str, goal: &str, above: &[f64], below: &[f64], less: f64| {
        let [_, low, median, high] = spread(above.iter().zip(below).map(|(a, b)| a / b - less).collect());
        println!("{name:60} {median:.2} ({low:.2} to {high:.2}); goal: {goal}");
    };
    println!("\nMedian of the turns' ratios, and the middle half of them");
    ratio("requests per processor second, conditions to static", "at least 0.80", fixed, real, 0.0);
    ratio("requests per processor second, tools/call to static", "at least 0.72", fixed, called, 0.0);
    ratio("the same in gzip", "at least 0.80", fixed_gzip, real_gzip, 0.0);
    ratio("id, metrics and access event to static only", "at most 0.20", fixed, bare, 1.0);
    ratio(
        "processor time, whole program, a page from memory to static",
        "at most 1.60",
        ready_page,
        fixed_page,
        0.0,
    );
    ratio("the same through the router", "-", page, fixed_page, 0.0);
    ratio("6,000 resorts to 600", "at most 1.20", of_many, of_few, 0.0);
    ratio("processor time, whole program to the floor", "at most 1.50", program, floor, 0.0);
    ratio("the same through the router", "-", routed, floor, 0.0);
    ratio("processor time, conditions before the router to routed", "less than 1", program, routed, 0.0);
    ratio("the same for a page in gzip", "less than 1", ready_page, routed_page, 0.0);
}

/// Returns the minimum, lower quartile, median and upper quartile of a case's turns.
fn spread(mut numbers: Vec<f64>) -> [f64; 4] {
    numbers.sort_by(f64::total_cmp);
    [0, TURNS / 4, TURNS / 2, TURNS * 3 / 4].map(|place| numbers[place])
}

/// Renders the page of the first resort for an anonymous caller.
fn page(world: &World) -> Outcome<String> {
    let page =
        PAGES.iter().find(|page| page.meta().path == "/resorts/{slug}").ok_or("no page of a resort")?;
    #[expect(clippy::disallowed_methods, reason = "a page as anonymous callers get it")]
    let view = View::public(world);
    let slug = view.resorts().next().ok_or("no resort")?.resort().slug.clone();
    let mut ask = Ask::new(view, world::full::NOW, Language::En, format!("/resorts/{slug}"));
    ask.arguments = vec![("slug".to_owned(), slug)];
    Ok(pages::answer(*page, &ask).html)
}

#[expect(clippy::print_stdout, reason = "the parent process reads the addresses")]
fn serve(resorts: usize) -> Outcome<()> {
    let _last_lines =
        logging::start(logging::Options { format: Some("json"), ..logging::Options::default() })?;
    let service = world::service();
    let world = world::world(resorts, Arc::clone(&service))?;
    let page = Arc::new(RenderedAnswer::with_gzip(page(&world)?.into_bytes(), world::full::NOW));
    let published = Published::new(world, world::full::NOW);
    let slug = world::resorts(1)?.into_iter().next().ok_or("no resort")?.slug;
    let rendered = Arc::clone(published.conditions(::world::Tier::Anonymous, &slug).ok_or("not rendered")?);
    let shared = shared::shared(published, &service)?;
    let program_shared = Arc::clone(&shared);
    let fixed = move |config: &mut ServiceConfig| {
        for (path, rendered, accepted, media_type) in [
            (PLAIN, &rendered, AcceptedCodings::either(Coding::Identity), JSON),
            (GZIPPED, &rendered, AcceptedCodings::either(Coding::Gzip), JSON),
            (PAGE, &page, AcceptedCodings::either(Coding::Gzip), HTML),
        ] {
            let (bytes, coding) = rendered.bytes(accepted);
            let answer = move || {
                let mut response = HttpResponse::Ok();
                response.content_type(media_type);
                if let Some(token) = coding.token() {
                    response.insert_header(("content-encoding", token));
                }
                std::future::ready(response.body(bytes.clone()))
            };
            config.service(web::resource(path).name(path).route(web::get().to(answer)));
        }
    };
    actix_web::rt::System::new().block_on(async {
        let data = web::Data::from(shared);
        let (bare_data, bare_fixed) = (data.clone(), fixed.clone());
        let bare = HttpServer::new(move || {
            App::new().app_data(bare_data.clone()).configure(bare_fixed.clone()).configure(http_api::routes)
        });
        let whole = HttpServer::new(move || {
            let app = App::new().app_data(data.clone()).wrap(from_fn(observe::observe));
            app.configure(fixed.clone()).configure(http_api::routes)
        });
        let listen = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
        let (program, floor) = (edge::server::listen((Ipv4Addr::LOCALHOST, 0).into())?, listen()?);
        let (program_address, floor_address) = (program.local_addr()?, floor.local_addr()?);
        let options = Options { workers: Some(1), ..Options::default() };
        let program = http_api::server::server(program, None, program_shared, &options)?;
        let path = format!("/api/v1/resorts/{slug}/conditions");
        std::thread::spawn(move || {
            floor::captured(program_address, &path).and_then(|answer| floor::serve(floor, &answer))
        });
        let bare = bare.workers(1).tcp_nodelay(true).bind((Ipv4Addr::LOCALHOST, 0))?;
        let whole = whole.workers(1).tcp_nodelay(true).bind((Ipv4Addr::LOCALHOST, 0))?;
        for address in bare.addrs().iter().chain(&whole.addrs()).chain([&program_address, &floor_address]) {
            println!("{address}");
        }
        let (first, second, third) = futures_util::future::join3(bare.run(), whole.run(), program).await;
        first.and(second).and(third)?;
        Ok(())
    })
}
