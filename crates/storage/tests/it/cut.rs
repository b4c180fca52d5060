//! PostgreSQL connections that break while they open. Most tests need no server: a scripted peer on loopback speaks as
//! much of the protocol (version 3, synthetic) as each failure needs.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use storage::{Options, Store, StoreError, settings};

use crate::support::{Fresh, now, read, run};

/// The peer's fault.
#[derive(Clone, Copy, Debug)]
enum Fault {
    HangUp,
    /// An `ErrorResponse` with this SQLSTATE and text, after which the peer hangs up.
    Fatal(&'static str, &'static str),
    /// An `ErrorResponse`, after which the peer continues.
    Error(&'static str, &'static str),
    Silence,
}

/// The step of a connection at which the fault happens.
#[derive(Clone, Copy, Debug)]
enum Until {
    Startup,
    SignedIn,
    /// After this number of simple queries.
    Queries(usize),
}

const READY: [u8; 6] = [b'Z', 0, 0, 0, 5, b'I'];
const SIGNED_IN: [u8; 9] = [b'R', 0, 0, 0, 8, 0, 0, 0, 0];

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap();
    [&[kind], length.to_be_bytes().as_slice(), body].concat()
}

fn error(severity: &str, code: &str, text: &str) -> Vec<u8> {
    message(b'E', format!("S{severity}\0C{code}\0M{text}\0\0").as_bytes())
}

/// Reads one message without a kind (the startup) or with one; returns `None` at the end.
fn heard(stream: &mut TcpStream, has_kind: bool) -> Option<u8> {
    let mut kind = [0];
    if has_kind {
        stream.read_exact(&mut kind).ok()?;
    }
    let mut length = [0; 4];
    stream.read_exact(&mut length).ok()?;
    let mut body = vec![0; usize::try_from(u32::from_be_bytes(length)).unwrap().checked_sub(4)?];
    stream.read_exact(&mut body).ok()?;
    Some(kind[0])
}

fn played(mut stream: TcpStream, until: Until, fault: Fault) -> Option<()> {
    heard(&mut stream, false)?;
    let mut left = match until {
        Until::Startup => None,
        Until::SignedIn => {
            stream.write_all(&SIGNED_IN).ok()?;
            None
        }
        Until::Queries(count) => {
            stream.write_all(&[SIGNED_IN.as_slice(), &READY].concat()).ok()?;
            Some(count)
        }
    };
    while let Some(count) = left.as_mut().filter(|count| **count > 0) {
        if heard(&mut stream, true)? != b'Q' {
            return None;
        }
        *count -= 1;
        stream.write_all(&[message(b'C', b"SET\0").as_slice(), &READY].concat()).ok()?;
    }
    loop {
        if left.is_some() {
            heard(&mut stream, true)?;
        }
        match fault {
            Fault::HangUp => return None,
            Fault::Fatal(code, text) => return stream.write_all(&error("FATAL", code, text)).ok(),
            Fault::Error(code, text) => {
                stream.write_all(&[error("ERROR", code, text).as_slice(), &READY].concat()).ok()?;
            }
            // Until the other side gives up.
            Fault::Silence => while heard(&mut stream, true).is_some() {},
        }
    }
}

/// Starts a peer on a free loopback port that treats every connection alike.
fn peer(until: Until, fault: Fault) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            std::thread::spawn(move || played(stream, until, fault));
        }
    });
    address
}

fn refusal(until: Until, fault: Fault) -> StoreError {
    let address = peer(until, fault);
    let options = Options { connect_timeout: Duration::from_millis(300), ..Options::default() };
    let location = format!("postgres://u:s3cret@{address}/snow?sslmode=disable");
    Store::open(&location, &options, now()).unwrap_err()
}

/// Starts a peer that behaves like a pool in transaction mode: every session has the same server process.
fn pool() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            std::thread::spawn(move || {
                heard(&mut stream, false)?;
                stream.write_all(&[SIGNED_IN.as_slice(), &READY].concat()).ok()?;
                // One text column of one row: 4711.
                let columns = [
                    [0, 1].as_slice(),
                    b"pid\0",
                    &[0; 6],
                    &[0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0],
                ];
                let row = [[0, 1].as_slice(), &4_u32.to_be_bytes(), b"4711"].concat();
                let answer =
                    [message(b'T', &columns.concat()), message(b'D', &row), message(b'C', b"SELECT 1\0")];
                let answer = [answer.concat().as_slice(), &READY].concat();
                while heard(&mut stream, true)? == b'Q' {
                    stream.write_all(&answer).ok()?;
                }
                Some(())
            });
        }
    });
    address
}

#[test]
fn transaction_pool_is_rejected() {
    let location = format!("postgres://u:s3cret@{}/snow?sslmode=disable", pool());
    let error = Store::open(&location, &Options::default(), now()).unwrap_err();
    assert!(matches!(error, StoreError::Pooled { .. }) && !error.is_transient(), "{error}");
    assert!(error.to_string().contains("transaction mode"), "{error}");
}

/// Every fault is an error that waiting may cure; none ends the thread that opened the connection.
#[test]
fn cut_while_opening_is_unreachable() {
    let steps = [Until::Startup, Until::SignedIn].into_iter().chain((0..4).map(Until::Queries));
    for until in steps {
        let error = refusal(until, Fault::HangUp);
        assert!(matches!(error, StoreError::Unreachable { .. }), "{until:?}: {error}");
        assert!(error.is_transient() && !error.to_string().contains("s3cret"), "{until:?}: {error}");
    }
}

#[test]
fn late_failures_keep_their_reason() {
    for (fault, reason) in [
        (Fault::Fatal("08P01", "query_wait_timeout"), "query_wait_timeout"),
        (Fault::Fatal("57P01", "terminating connection"), "terminating connection"),
        (Fault::Fatal("08006", "server is away"), "server is away"),
        (Fault::Error("22023", "invalid value for statement_timeout"), "statement_timeout"),
        (Fault::Silence, "no answer in time"),
    ] {
        let error = refusal(Until::Queries(0), fault);
        assert!(matches!(&error, StoreError::Unreachable { .. }), "{fault:?}: {error}");
        assert!(error.to_string().contains(reason), "{fault:?}: {error}");
    }
    let error = refusal(Until::Queries(0), Fault::Error("42501", "permission denied to set parameter"));
    assert!(matches!(&error, StoreError::Denied { .. }), "{error}");
    let error = refusal(Until::Startup, Fault::Fatal("28P01", "password authentication failed"));
    assert!(matches!(&error, StoreError::Denied { .. }), "{error}");
}

#[test]
fn every_host_reports_its_reason() {
    let (away, closing) = (peer(Until::Startup, Fault::HangUp), "127.0.0.1:1");
    let refusing = peer(Until::Startup, Fault::Fatal("57P03", "the database system is starting up"));
    let location = format!("postgres://u:s3cret@{away},{closing},{refusing}/snow?sslmode=disable");
    let error = Store::open(&location, &Options::default(), now()).unwrap_err().to_string();
    for reason in [
        format!("{away}: "),
        format!("{closing}: error connecting to server: Connection refused"),
        format!("{refusing}: db error: FATAL: the database system is starting up"),
    ] {
        assert!(error.contains(&reason), "no `{reason}` in {error}");
    }
}

/// A proxy in front of the test server that can cut connections at their first statement.
struct Proxy {
    address: SocketAddr,
    is_cutting: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    fn before(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (is_cutting, open) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let (cuts, all) = (Arc::clone(&is_cutting), Arc::clone(&open));
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(upstream) = TcpStream::connect(&server) else { return };
                all.lock().unwrap().extend([client.try_clone().unwrap(), upstream.try_clone().unwrap()]);
                let cut = cuts.load(Ordering::SeqCst);
                let (from_server, to_client) = (upstream.try_clone().unwrap(), client.try_clone().unwrap());
                std::thread::spawn(move || pumped(client, upstream, cut));
                std::thread::spawn(move || pumped(from_server, to_client, false));
            }
        });
        Self { address, is_cutting, open }
    }

    fn cut(&self) {
        self.is_cutting.store(true, Ordering::SeqCst);
        for stream in self.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn pumped(mut from: TcpStream, mut to: TcpStream, cuts_statements: bool) {
    let mut bytes = [0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        let is_statement = matches!(bytes[0], b'Q' | b'P');
        if cuts_statements && is_statement || to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

#[test]
fn store_recovers_from_early_cuts() {
    let Some(fresh) = Fresh::postgres() else { return };
    let (user, rest) = fresh.location.split_once('@').unwrap();
    let (server, name) = rest.split_once('/').unwrap();
    let proxy = Proxy::before(server.to_owned());
    let location = format!("{user}@{}/{name}?sslmode=disable", proxy.address);
    let store = Store::open(&location, &Options { connections: 2, ..Options::default() }, now()).unwrap();
    run(&store, |conn| settings::set(conn, "a", "1"));
    proxy.cut();
    // More often than there are threads.
    for _ in 0..6 {
        let refused = store.run_blocking(|conn| settings::set(conn, "a", "2")).unwrap_err();
        assert!(refused.is_transient(), "{refused}");
        assert!(!store.has_no_threads());
    }
    proxy.is_cutting.store(false, Ordering::SeqCst);
    run(&store, |conn| settings::set(conn, "a", "3"));
    assert_eq!(read(&store, |conn| settings::get(conn, "a")).as_deref(), Some("3"));
}
