//! Tests of the real program, without the development switch, in a network in which every address leads to this
//! machine: a name server and receivers that try everything to reach internal addresses, and a trace of all its
//! connections.

use std::collections::BTreeMap;
use std::env;
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use reqwest::Method;
use runtime::clock;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

use super::super::names::{Answer, Names};
use super::super::receiver::{Manner, Receiver, plain};
use super::vectors::{INNER, by_text};
use super::{address, registry, trace};
use crate::harness::{Database, RUNTIME, Reply};
use crate::program::{self, Program};

/// Set for the inner process.
const INSIDE: &str = "SNOW_TEST_INSIDE";
/// Socket of the database, and its name in the inner network.
const DOOR: &str = "SNOW_TEST_DOOR";
const DATABASE: &str = "SNOW_TEST_DATABASE";

const PATH: &str = "/api/v1/webhooks";

/// A public address, and so this machine in a network in which every address is.
const PUBLIC: &str = "8.8.8.8";
const BESIDE: &str = "2606:4700:4700::1111";

/// Later addresses of names: one of each kind of internal address.
const TURNS_TO: [&str; 12] = [
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "0.0.0.0",
    "::1",
    "fe80::1",
    "fd00:ec2::254",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
];

/// Targets of redirects; `PORT` is the port of this machine's listener.
const REDIRECTS: [&str; 6] = [
    "https://127.0.0.1:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "https://10.0.0.1:PORT/",
    "https://[::1]:PORT/",
    "http://localhost:PORT/",
    "//192.168.0.1:PORT/",
];

#[test]
fn program_stays_outside_on_sqlite() {
    tried(None);
}

#[test]
fn program_stays_outside_on_postgres() {
    if let Some(database) = Database::postgres() {
        tried(Some(&database));
    }
}

/// Runs [`inside`] in a separate network.
fn tried(database: Option<&Database>) {
    let network = trace::own_network().filter(|_| trace::can_trace());
    let Some(mut command) = network else { return not_tried("no network namespace or no strace here") };
    command.arg(env::current_exe().unwrap());
    command.args(["--exact", "webhooks::ssrf::program::inside", "--nocapture"]).env(INSIDE, "1");
    let _door = database.map(|database| {
        let (server, name) = database.url.rsplit_once('/').unwrap();
        let door = env::temp_dir().join(format!("snow-door-{}", std::process::id()));
        command.env(DOOR, &door).env(DATABASE, name);
        Door::open(door, server.rsplit_once('@').unwrap().1.parse().unwrap())
    });
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(trace::NO_NETWORK) {
        return not_tried("no network of every address can be set up here");
    }
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let figures: Vec<&str> =
        said.lines().filter_map(|line| line.split_once("figure: ")).map(|(_, it)| it).collect();
    assert_eq!(figures.len(), 1, "{said}");
    println!("figure: {}", figures[0]);
}

/// Bypasses the test harness's capture, which would swallow the line of a passing test.
fn not_tried(why: &str) {
    let _ = writeln!(std::io::stderr(), "\nnot tried: {why}");
}

/// A passage into the separate network for the database's protocol: sockets that are files do not belong to a network.
struct Door(PathBuf);

impl Door {
    fn open(path: PathBuf, database: SocketAddr) -> Self {
        let _ = std::fs::remove_file(&path);
        let _runtime = RUNTIME.enter();
        let listener = UnixListener::bind(&path).unwrap();
        RUNTIME.spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(database).await else { return };
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
        Self(path)
    }

    /// Returns an address inside that leads to the socket.
    fn within(path: PathBuf) -> SocketAddr {
        let listener = RUNTIME.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        RUNTIME.spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let path = path.clone();
                tokio::spawn(async move {
                    let Ok(mut far) = UnixStream::connect(path).await else { return };
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
        address
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Not a test: the two above run it in a separate network.
#[test]
fn inside() {
    if env::var_os(INSIDE).is_none() {
        return;
    }
    let names = RUNTIME.block_on(Names::start(leads()));
    let database = env::var_os(DOOR).map(|door| Door::within(door.into()));
    let traced = Traced::start(names.address, database);
    let ground = Ground::new(&traced.program);
    let refused = ground.refused();
    let (turned, kept_out) = ground.turned();
    let redirected = ground.redirected();
    ground.lets_through();
    let vectors = refused + turned + redirected;
    assert!(vectors >= 150, "{vectors}");
    assert_eq!(ground.proxy.connections(), 0, "a proxy of the environment was used");
    let [allowed, public] = traced.ends_at(&[Some(names.address), database]);
    println!(
        "figure: vectors: 0 connects to anything not public in {vectors} vectors: {refused} refused when subscribing, \
         {kept_out} of {turned} names that turned at the send, the others when it was asked for, {redirected} redirects \
         not followed; {public} connects to public addresses, {allowed} to the name server and the database"
    );
}

/// Returns the resolution of the tests' names: the first letter is the behaviour, and a number selects the address.
///
/// `n` resolves to internal addresses; `m` to internal and public ones, `w` the other way round; `c` by an alias, `l`
/// by a local name that no name server is queried for, `o` in a circle; `p` is public; `f3x7` becomes internal at the
/// fourth check.
fn leads() -> impl Fn(&str, u32) -> Answer + Send + 'static {
    let asked: Mutex<BTreeMap<String, u32>> = Mutex::default();
    move |name, _| {
        let first = name.split('.').next().unwrap();
        let (manner, rest) = first.split_at(1);
        let before = {
            let mut asked = asked.lock().unwrap();
            let count = asked.entry(name.to_owned()).or_default();
            *count += 1;
            *count - 1
        };
        let (public, beside) = (address(PUBLIC), address(BESIDE));
        let inner = |table: &[&str], number: &str| address(table[number.parse::<usize>().unwrap()]);
        match manner {
            "n" => vec![inner(INNER, rest)].into(),
            "m" => vec![inner(INNER, rest), public, beside].into(),
            "w" => vec![public, beside, inner(INNER, rest)].into(),
            "c" => Answer {
                alias: Some(format!("n{rest}.hooks.example.com")),
                addresses: vec![inner(INNER, rest)],
            },
            "l" => Answer { alias: Some("localhost".to_owned()), addresses: Vec::new() },
            "o" => Answer { alias: Some(name.to_owned()), addresses: Vec::new() },
            "f" => {
                // The part after a hyphen distinguishes names that change alike.
                let (judgements, number) = rest.split('-').next().unwrap().split_once('x').unwrap();
                // Both record types are queried at each check.
                let turned = before / 2 >= judgements.parse::<u32>().unwrap();
                vec![if turned { inner(&TURNS_TO, number) } else { public }].into()
            }
            "p" => vec![public].into(),
            _ => Vec::<IpAddr>::new().into(),
        }
    }
}

/// The program with its trace.
struct Traced {
    program: Program,
    trace: PathBuf,
}

/// Port of a proxy, if the program used one.
const PROXY_PORT: u16 = 3128;

impl Traced {
    fn start(names: SocketAddr, database: Option<SocketAddr>) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("guarded-{}", database.is_some()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let roots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/webhooks/tls/root.pem");
        let trace = folder.join("trace");
        let mut command = trace::traced(&trace);
        command.arg(program::path()).arg("--no-ingest").arg("--data-dir").arg(&folder);
        command.arg("--webhook-name-servers").arg(names.to_string()).arg("--webhook-roots").arg(roots);
        // The limits of callers and receivers are not tested here.
        command.args([
            "--webhook-creations-per-hour",
            "100000",
            "--webhook-subscriptions-per-host",
            "100000",
            "--webhook-subscriptions-per-client",
            "100000",
        ]);
        command.args(["--webhook-tests-per-minute", "0", "--webhook-requests-per-second", "0"]);
        if let Some(address) = database {
            let name = env::var(DATABASE).unwrap();
            command.arg("--database-url").arg(format!("postgres://postgres@{address}/{name}"));
        }
        for name in ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"] {
            command.env(name, format!("http://10.0.0.1:{PROXY_PORT}"));
        }
        Self { program: Program::start(command), trace }
    }

    /// Stops it and counts its connections: to those of `own`, and to public addresses. Any other connection fails.
    fn ends_at(self, own: &[Option<SocketAddr>]) -> [usize; 2] {
        let Self { program, trace } = self;
        let id = program.id();
        assert!(program.stop().success());
        let (mut allowed, mut public, mut inside) = (0, 0, Vec::new());
        for (end, count) in trace::ends(&trace, id) {
            match end {
                Ok(end) if own.contains(&Some(end)) => allowed += count,
                Ok(end) if !registry::is_special(end.ip()) => public += count,
                // The kernel is queried for the machine's own addresses.
                Err(end) if end.starts_with("AF_NETLINK") => {}
                end => inside.push((end, count)),
            }
        }
        assert!(inside.is_empty(), "it connected to {inside:?}");
        assert!(allowed > 0 && public > 0, "the trace has seen nothing");
        [allowed, public]
    }
}

/// A subscription owned by the test.
struct Subscribed {
    id: String,
    secret: String,
}

/// The environment of the program.
struct Ground<'a> {
    program: &'a Program,
    /// Accepts everything.
    good: Receiver,
    /// Requests a second attempt at once.
    later: Receiver,
    proxy: Receiver,
}

impl<'a> Ground<'a> {
    fn new(program: &'a Program) -> Self {
        let later = "HTTP/1.1 503 x\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n".to_owned();
        let secure = |manner| RUNTIME.block_on(Receiver::secure_at("::", manner, &["http/1.1"]));
        let good = secure(Manner::Answers(plain("200 OK")));
        let later = secure(Manner::Answers(later));
        let proxy = RUNTIME.block_on(Receiver::start_at("::", PROXY_PORT, Manner::Closes));
        Self { program, good, later, proxy }
    }

    fn url(&self, name: &str) -> String {
        format!("https://{name}.hooks.example.com:{}/hook", self.good.address.port())
    }

    fn create(&self, url: &str) -> Reply {
        let body = json!({ "url": url, "events": ["powder-alert"] });
        self.program.send(Method::POST, PATH, None, Some(&body))
    }

    #[track_caller]
    fn subscribed(&self, url: &str) -> Subscribed {
        let reply = self.create(url);
        assert_eq!(reply.status, 201, "{url}: {}", reply.text());
        let data = &reply.json()["data"];
        let text = |name: &str| data[name].as_str().unwrap().to_owned();
        Subscribed { id: text("id"), secret: text("secret") }
    }

    fn ask(&self, owner: &Subscribed, what: &str) -> Reply {
        self.program.send(Method::POST, &format!("{PATH}/{}{what}", owner.id), Some(&owner.secret), None)
    }

    /// Waits until the newest delivery has ended, or has had this many attempts; returns the codes or statuses of its
    /// attempts.
    #[track_caller]
    fn attempts(&self, owner: &Subscribed, most: usize) -> Vec<String> {
        let begun = clock::monotonic();
        loop {
            let path = format!("{PATH}/{}/deliveries", owner.id);
            let reply = self.program.send(Method::GET, &path, Some(&owner.secret), None);
            let newest = &reply.json()["data"][0];
            let attempts = newest["attempts"].as_array().unwrap();
            if ["delivered", "failed"].contains(&newest["state"].as_str().unwrap()) || attempts.len() >= most
            {
                let said = |attempt: &Value| {
                    attempt["error"].as_str().map_or_else(|| attempt["status"].to_string(), str::to_owned)
                };
                return attempts.iter().map(said).collect();
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{}", reply.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Counts subscriptions that are rejected by their text or by the resolution of their name.
    fn refused(&self) -> usize {
        let mut urls = by_text(self.good.address.port());
        for index in 0..INNER.len() {
            urls.extend(["n", "m", "w", "c"].map(|manner| self.url(&format!("{manner}{index}"))));
        }
        urls.extend(["l0", "o0", "x0"].map(|name| self.url(name)));
        for url in &urls {
            let reply = self.create(url);
            let known = [(400, "invalid_argument"), (422, "callback_url_not_public")];
            let code = reply.json()["code"].as_str().unwrap_or_default().to_owned();
            assert!(known.contains(&(reply.status, &code)), "{url}: {}", reply.text());
        }
        urls.len()
    }

    /// Tries names that are public at first and internal later: at the test, at its attempt, at the attempt after it,
    /// under a reused connection, and at a redelivery. Returns their number, and how many of them were stopped at a
    /// send.
    fn turned(&self) -> (usize, usize) {
        let later = self.later.address.port();
        let mut stopped = 0;
        for index in 0..TURNS_TO.len() {
            let at = |judgements: usize| self.url(&format!("f{judgements}x{index}"));
            let early = self.subscribed(&at(1));
            assert_eq!(self.ask(&early, "/test").status, 422);

            let at_send = self.subscribed(&at(2));
            assert_eq!(self.ask(&at_send, "/test").status, 202);
            assert_eq!(self.attempts(&at_send, 2), ["E_TARGET"]);

            let again = self.subscribed(&format!("https://f3x{index}.hooks.example.com:{later}/"));
            assert_eq!(self.ask(&again, "/test").status, 202);
            assert_eq!(self.attempts(&again, 2), ["503", "E_TARGET"]);

            let kept = self.subscribed(&at(4));
            for expected in ["200", "E_TARGET"] {
                assert_eq!(self.ask(&kept, "/test").status, 202);
                assert_eq!(self.attempts(&kept, 2), [expected]);
            }
            let more = self.subscribed(&self.url(&format!("f4x{index}-more")));
            let delivery = self.ask(&more, "/test").json()["data"]["id"].as_str().unwrap().to_owned();
            assert_eq!(self.attempts(&more, 2), ["200"]);
            assert_eq!(self.ask(&more, &format!("/deliveries/{delivery}/redeliver")).status, 202);
            assert_eq!(self.attempts(&more, 2), ["200", "E_TARGET"]);
            stopped += 4;
        }
        (TURNS_TO.len() * 5, stopped)
    }

    /// Tries receivers that redirect in every way that HTTP has.
    fn redirected(&self) -> usize {
        let port = self.good.address.port().to_string();
        let mut count = 0;
        for code in [300, 301, 302, 303, 307, 308] {
            for to in REDIRECTS {
                let to = to.replace("PORT", &port);
                let answer = format!(
                    "HTTP/1.1 {code} x\r\nLocation: {to}\r\nRefresh: 0; url={to}\r\nAlt-Svc: h2=\"10.0.0.1:{port}\"\r\n\
                     Content-Length: 0\r\n\r\n"
                );
                let receiver =
                    RUNTIME.block_on(Receiver::secure_at("::", Manner::Answers(answer), &["http/1.1"]));
                let url = format!("https://p{count}.hooks.example.com:{}/", receiver.address.port());
                let owner = self.subscribed(&url);
                assert_eq!(self.ask(&owner, "/test").status, 202);
                assert_eq!(self.attempts(&owner, 1), [code.to_string()]);
                count += 1;
            }
        }
        count
    }

    /// Checks that public targets are delivered: everything above could have arrived.
    fn lets_through(&self) {
        let owner = self.subscribed(&self.url("p"));
        assert_eq!(self.ask(&owner, "/test").status, 202);
        assert_eq!(self.attempts(&owner, 1), ["200"]);
    }
}
