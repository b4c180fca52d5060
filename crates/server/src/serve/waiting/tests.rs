//! Tests of a start without a reachable database. The peer is a closed local socket, or one that answers like
//! PostgreSQL to a wrong password (synthetic, protocol version 3).

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use super::*;
use crate::config::Settings;

/// Starts a service with this database and without other traffic, on its own thread; returns its address.
fn started(database: SocketAddr) -> (SocketAddr, JoinHandle<Result<(), ServeError>>) {
    let folder = std::env::temp_dir().join(format!("snow-waiting-{}", uuid::Uuid::new_v4()));
    let settings = Settings {
        bind: Some("127.0.0.1:0".to_owned()),
        data_dir: Some(folder),
        database_url: Some(format!("postgres://u:s3cret@{database}/snow?sslmode=disable")),
        no_ingest: Some(true),
        ..Settings::default()
    };
    let listener = edge::server::listen(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    let config = settings.config().unwrap();
    (address, thread::spawn(move || super::super::run_on(listener, config)))
}

fn asked(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn start_waits_unless_password_is_wrong() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (address, service) = started(free);
    let ready = asked(address, "/readyz");
    assert!(ready.starts_with("HTTP/1.1 503") && ready.contains("\"starting\""), "{ready}");
    assert!(asked(address, "/healthz").starts_with("HTTP/1.1 200"));
    let resort = asked(address, "/api/v1/resorts/zermatt");
    assert!(resort.starts_with("HTTP/1.1 503") && resort.contains("retry-after: 5"), "{resort}");
    assert!(!service.is_finished(), "it waits");

    // Now a server answers there, with an error that only a person can correct.
    let database = TcpListener::bind(free).unwrap();
    let refusal = b"SFATAL\0C28P01\0Mpassword authentication failed\0\0";
    let length = u32::try_from(refusal.len() + 4).unwrap().to_be_bytes();
    let refusal = [b"E".as_slice(), &length, refusal].concat();
    let (mut stream, _) = database.accept().unwrap();
    let mut startup = [0; 4];
    stream.read_exact(&mut startup).unwrap();
    stream.write_all(&refusal).unwrap();
    let refused = service.join().unwrap().unwrap_err().to_string();
    assert!(refused.contains("password authentication failed") && !refused.contains("s3cret"), "{refused}");
}
