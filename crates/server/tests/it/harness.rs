//! The real service on a free local port, and a client that exposes the complete response.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use catalogue::Selection;
use conditions_core::time::{MINUTE_MS, Timestamp};
use ingest::Pauses;
use ingest_runner::options::{CameraUpstream, LaneUpstream, LiftUpstream};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method};
use runtime::clock;
use serde_json::{Value, json};
use server::commands::demo;
use server::config::{Config, LaneKeys, Settings, WebhookSettings};
use server::serve::{self, ServeError};
use sources::breaker;
use sources::retry::Backoff;
use tokio::runtime::Runtime;
use upstream_sim::{Fault, Faults, World};

/// `Cache-Control` of anonymous answers.
pub(crate) const PUBLIC: &str = "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400";

pub(crate) static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static CLIENT: LazyLock<Client> = LazyLock::new(|| {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder().no_gzip().redirect(reqwest::redirect::Policy::none());
    builder.timeout(Duration::from_secs(60)).build().unwrap()
});

/// One service for read-only tests: every resort, no faults.
pub(crate) static SHARED: LazyLock<Harness> = LazyLock::new(|| {
    let harness = Harness::start(Setup { tick: 60, ..Setup::new("shared") });
    harness.wait_for(768);
    harness
});

/// Start settings of a service.
pub(crate) struct Setup {
    pub(crate) folder: PathBuf,
    pub(crate) faults: Faults,
    /// Slugs to serve; all if empty.
    pub(crate) only: Vec<String>,
    pub(crate) tick: u64,
    /// Upstream to use instead of the simulator.
    pub(crate) upstream: Option<SocketAddr>,
    pub(crate) pauses: Pauses,
    pub(crate) stations: Vec<LaneUpstream>,
    pub(crate) lifts: Vec<LiftUpstream>,
    pub(crate) cameras: Vec<CameraUpstream>,
    pub(crate) documents: Vec<LaneUpstream>,
    pub(crate) keys: LaneKeys,
    /// Limit of the tool connector; 0 for none.
    pub(crate) mcp_per_minute: u32,
    pub(crate) webhooks: WebhookSettings,
    /// PostgreSQL instead of a file.
    pub(crate) database_url: Option<String>,
    /// Address that clients use, if it is not the one of this process.
    pub(crate) base_url: Option<String>,
    /// Trusted proxies.
    pub(crate) trusted_proxies: Option<String>,
    /// Admin address.
    pub(crate) admin: Option<SocketAddr>,
    /// Archive of past winters, if it differs from the upstream.
    pub(crate) archive: Option<SocketAddr>,
    /// Daily allowance of the forecasts; `None` for no limit.
    pub(crate) daily_calls: Option<u32>,
    /// Keeps the current winter up to date.
    pub(crate) winter_refresh: bool,
}

/// Pauses in tests: a hundredth of the usual ones.
const QUICK: Pauses = Pauses {
    rest: Duration::from_millis(50),
    failed_rest_ms: 200,
    unreached_ms: 20,
    slow_ms: 500,
    backoff: Backoff { base_ms: 10, cap_ms: 50, retries: 2, longest_wait_ms: 500 },
    breaker: breaker::Config { failures: 50, pause_ms: 200, longest_pause_ms: 400, probe_ms: MINUTE_MS },
};

impl Setup {
    /// Creates settings with an empty folder of that name and a simulator without faults.
    pub(crate) fn new(name: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{number}"));
        let _ = std::fs::remove_dir_all(&folder);
        let (faults, only) = (Faults::default(), Vec::new());
        Self {
            folder,
            faults,
            only,
            tick: 1,
            upstream: None,
            pauses: QUICK,
            stations: Vec::new(),
            lifts: Vec::new(),
            cameras: Vec::new(),
            documents: Vec::new(),
            keys: LaneKeys::new(),
            mcp_per_minute: 0,
            webhooks: WebhookSettings::default(),
            database_url: None,
            base_url: None,
            trusted_proxies: None,
            admin: None,
            archive: None,
            daily_calls: None,
            winter_refresh: true,
        }
    }

    /// Like [`Self::new`], with few resorts, so that little is fetched.
    pub(crate) fn few(name: &str) -> Self {
        let only = ["alta", "les-rousses", "thredbo", "zermatt"].map(str::to_owned).into();
        Self { only, ..Self::new(name) }
    }

    /// Spoils the first answers, one by one, in this order.
    pub(crate) fn spoilt_by(mut self, faults: &[Fault]) -> Self {
        self.faults.script = (0..).zip(faults.iter().cloned()).collect();
        self
    }

    /// Spoils every answer.
    pub(crate) fn always(mut self, fault: Fault) -> Self {
        self.faults.chances = vec![upstream_sim::Chance { fault, probability: 1.0 }];
        self
    }

    pub(crate) fn config(&self) -> Config {
        let upstream = self.upstream.unwrap_or_else(|| {
            demo::start_world(World { seed: 1, faults: self.faults.clone(), ..World::default() }).unwrap()
        });
        let bind = Some("127.0.0.1:0".to_owned());
        let settings = Settings {
            bind,
            data_dir: Some(self.folder.clone()),
            database_url: self.database_url.clone(),
            base_url: self.base_url.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            admin_bind: self.admin.map(|address| address.to_string()),
            // All clients of the tests share one address.
            max_connections_per_client: Some(1_000),
            webhooks: self.webhooks.clone(),
            ..Settings::default()
        };
        let mut config = settings.config().unwrap();
        config.open_meteo.base_url = Some(format!("http://{upstream}"));
        config.open_meteo.archive_url = self.archive.map(|address| format!("http://{address}"));
        config.open_meteo.daily_calls = self.daily_calls;
        config.winter_refresh = self.winter_refresh;
        config.tick = Duration::from_secs(self.tick);
        config.workers = Some(2);
        config.synthetic = true;
        config.selection = Selection::parse(&self.only.join(","), "");
        config.pauses = self.pauses;
        config.stations = self.stations.clone();
        config.lifts = self.lifts.clone();
        config.cameras = self.cameras.clone();
        config.documents = self.documents.clone();
        config.keys = self.keys.clone();
        config.connector.per_minute = self.mcp_per_minute;
        config
    }
}

/// A running service; stopped gracefully on drop.
pub(crate) struct Harness {
    pub(crate) base: String,
    pub(crate) address: SocketAddr,
    handle: ServerHandle,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

impl Harness {
    pub(crate) fn start(setup: Setup) -> Self {
        let listener = edge::server::listen(([127, 0, 0, 1], 0).into()).unwrap();
        let address = listener.local_addr().unwrap();
        let config = setup.config();
        let base = format!("http://{address}");
        let (started, handle) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            serve::run_until(listener, config, move |handle| started.send(handle).unwrap())
        });
        let handle = handle.recv().expect("the service did not start");
        Self { base, address, handle, thread: Some(thread) }
    }

    /// Waits until this number of resorts have a forecast.
    #[track_caller]
    pub(crate) fn wait_for(&self, resorts: usize) {
        self.wait_until(|ready| ready["resortsWithForecast"] == resorts);
    }

    /// Waits until `/readyz` satisfies the condition; gives up after a minute.
    #[track_caller]
    pub(crate) fn wait_until(&self, enough: impl Fn(&Value) -> bool) -> Value {
        let begun = clock::monotonic();
        loop {
            let ready = self.get("/readyz").json();
            if enough(&ready) {
                return ready;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "waited in vain: {ready}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for a publication whose time is later than all evidence so far, so that a replay of that time shows it.
    #[track_caller]
    pub(crate) fn wait_for_next_tick(&self) {
        let now = clock::now();
        let is_later = |at: &str| Timestamp::parse(at).is_some_and(|at| at > now);
        self.wait_until(|ready| ready["publishedAt"].as_str().is_some_and(is_later));
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &[])
    }

    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.send(Method::GET, path, headers)
    }

    pub(crate) fn send(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Reply {
        send(method, &format!("{}{path}", self.base), headers, &[])
    }

    pub(crate) fn post(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        send(Method::POST, &format!("{}{path}", self.base), headers, body)
    }

    /// Returns the result of a tool call.
    pub(crate) fn tool(&self, name: &str, arguments: &Value) -> Value {
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": name, "arguments": arguments } });
        let headers = [("content-type", "application/json"), ("mcp-protocol-version", "2025-11-25")];
        self.post("/mcp", &headers, call.to_string().as_bytes()).json()["result"].clone()
    }

    /// Sends raw bytes, for requests that no client would send; returns everything until the server closes.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The server may reject before it has read everything.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Stops and waits until everything has ended.
    pub(crate) fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let Some(thread) = self.thread.take() {
            RUNTIME.block_on(self.handle.stop(true));
            thread.join().unwrap().unwrap();
        }
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

/// A separate PostgreSQL database, dropped with the value.
pub(crate) struct Database {
    pub(crate) url: String,
    name: String,
    server: String,
}

impl Database {
    /// Creates one on the server of `SNOW_TEST_POSTGRES_URL`; without the variable it prints a note and returns `None`.
    pub(crate) fn postgres() -> Option<Self> {
        let Ok(server) = std::env::var("SNOW_TEST_POSTGRES_URL") else {
            // Bypasses the test harness's capture, which would swallow the line of a passing test.
            let _ = writeln!(
                std::io::stderr(),
                "\n*** NO POSTGRESQL: a test of several replicas is left out ***"
            );
            return None;
        };
        let name = format!("t_{}", uuid::Uuid::new_v4().simple());
        let (authority, _) = server.rsplit_once('/').unwrap();
        let url = format!("{authority}/{name}");
        statement(&server, &format!("CREATE DATABASE {name}"));
        Some(Self { url, name, server })
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        statement(&self.server, &format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

fn statement(url: &str, sql: &str) {
    RUNTIME.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
        let driving = tokio::spawn(connection);
        client.batch_execute(sql).await.unwrap();
        drop(client);
        let _ = driving.await;
    });
}

/// Fetches any address.
pub(crate) fn fetch(url: &str) -> Reply {
    send(Method::GET, url, &[], &[])
}

/// Sends any request.
pub(crate) fn send(method: Method, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let mut request = CLIENT.request(method, url);
    if !body.is_empty() {
        request = request.body(body.to_vec());
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    RUNTIME.block_on(async {
        let response = request.send().await.unwrap();
        Reply {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.bytes().await.unwrap().to_vec(),
        }
    })
}

/// A complete answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }
}

/// Checks the common form of errors and returns the problem's members.
#[track_caller]
pub(crate) fn problem(reply: &Reply, status: u16, code: &str) -> Value {
    assert_eq!(reply.status, status, "{}", reply.text());
    assert_eq!(reply.header("content-type"), "application/problem+json");
    assert_eq!(reply.header("cache-control"), "no-store");
    let problem = reply.json();
    for name in ["type", "title", "detail", "code", "error", "requestId"] {
        assert!(problem[name].as_str().is_some_and(|text| !text.is_empty()), "{name}: {problem}");
    }
    assert_eq!((&problem["status"], &problem["code"]), (&status.into(), &code.into()));
    assert_eq!(problem["type"], format!("/problems/{code}"));
    assert_eq!(problem["error"], problem["detail"]);
    assert_eq!(problem["requestId"], reply.header("x-request-id"));
    problem
}
