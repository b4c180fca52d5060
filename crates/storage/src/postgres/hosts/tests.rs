use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};

use super::super::trust;
use super::*;
use crate::address::{self, Address};
use crate::thread::here;

const READY: [u8; 6] = [b'Z', 0, 0, 0, 5, b'I'];
const SIGNED_IN: [u8; 9] = [b'R', 0, 0, 0, 8, 0, 0, 0, 0];
const LIMIT: Duration = Duration::from_secs(5);

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap();
    [&[kind], length.to_be_bytes().as_slice(), body].concat()
}

/// Reads one message without a kind (the startup) or with one; returns its text, or `None` at the end.
fn read(stream: &mut TcpStream, has_kind: bool) -> Option<String> {
    if has_kind {
        stream.read_exact(&mut [0]).ok()?;
    }
    let mut length = [0; 4];
    stream.read_exact(&mut length).ok()?;
    let mut body = vec![0; usize::try_from(u32::from_be_bytes(length)).unwrap().checked_sub(4)?];
    stream.read_exact(&mut body).ok()?;
    Some(String::from_utf8_lossy(&body).into_owned())
}

/// A row of text columns, as the answer to a simple query.
fn row(values: &[&str]) -> Vec<u8> {
    let count = u16::try_from(values.len()).unwrap().to_be_bytes();
    let column = [b"c\0".as_slice(), &[0; 6], &[0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]].concat();
    let columns = [count.as_slice(), &column.repeat(values.len())].concat();
    let cells = values.iter().flat_map(|value| {
        [u32::try_from(value.len()).unwrap().to_be_bytes().as_slice(), value.as_bytes()].concat()
    });
    let cells = count.into_iter().chain(cells).collect::<Vec<u8>>();
    [message(b'T', &columns), message(b'D', &cells), message(b'C', b"SELECT 1\0"), READY.to_vec()].concat()
}

fn answer(mut stream: TcpStream, timeline: u32, delay: Duration) -> Option<()> {
    read(&mut stream, false)?;
    std::thread::sleep(delay);
    stream.write_all(&[SIGNED_IN.as_slice(), &READY].concat()).ok()?;
    loop {
        let query = read(&mut stream, true)?;
        let answer = if query.contains("pg_control_system") {
            row(&["f", "7", &format!("{timeline:08X}")])
        } else if query.contains("transaction_read_only") {
            row(&["off"])
        } else {
            [message(b'C', b"SELECT 0\0").as_slice(), &READY].concat()
        };
        stream.write_all(&answer).ok()?;
    }
}

/// Starts a primary with this timeline that answers late.
fn primary(timeline: u32, delay: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            std::thread::spawn(move || answer(stream, timeline, delay));
        }
    });
    address
}

/// Connects twice, the second time during the first one; returns the chosen hosts.
fn chosen(fence: &Fence, hosts: [SocketAddr; 2]) -> [String; 2] {
    let location = format!("postgres://u@{},{}/snow?sslmode=disable", hosts[0], hosts[1]);
    let Ok(Address::Postgres(address)) = address::parse(&location) else { panic!("{location}") };
    let tls = MakeRustlsConnect::new(trust::tls_config(&address).unwrap());
    let opened = async |delay| {
        sleep(delay).await;
        connect(&address.config, &tls, LIMIT, fence).await.ok().map(|opened| opened.host)
    };
    let both = here(async { tokio::join!(opened(Duration::ZERO), opened(Duration::from_millis(200))) });
    let (first, second) = both.unwrap();
    [first.unwrap(), second.unwrap()]
}

#[test]
fn first_connects_wait_for_a_slow_newer_primary() {
    let (old, new) = (primary(2, Duration::ZERO), primary(3, Duration::from_millis(1300)));
    for hosts in [[old, new], [new, old]] {
        let fence = Fence::default();
        let expected = new.to_string();
        assert_eq!(chosen(&fence, hosts), [expected.clone(), expected.clone()]);
        let state = HostState::OldPrimary { timeline: 2, highest: 3 };
        assert_eq!(fence.states()[&old.to_string()], state);
        assert_eq!(fence.states()[&expected], HostState::Primary);
    }
}

#[test]
fn known_primary_is_used_without_waiting() {
    let (current, late) = (primary(3, Duration::ZERO), primary(2, LIMIT));
    let fence = Fence::default();
    let timeline = Some(Timeline { system: 7, number: 3 });
    assert_eq!(fence.admit(&current.to_string(), timeline), Ok(()));
    let expected = current.to_string();
    let begun = tokio::time::Instant::now();
    assert_eq!(chosen(&fence, [late, current]), [expected.clone(), expected]);
    assert!(begun.elapsed() < LIMIT / 2);
}
