//! A TCP proxy whose connections can hang: it accepts them and passes nothing on, as a network that drops packets.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

const LOOK: Duration = Duration::from_millis(20);
const PASS: u8 = 0;
const HANG: u8 = 1;
const CUT: u8 = 2;

/// A proxy to a port of this machine, for the whole run.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    mode: Arc<AtomicU8>,
}

impl Proxy {
    pub(crate) fn new(target: u16) -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        let mode = Arc::new(AtomicU8::new(PASS));
        let shared = Arc::clone(&mode);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let mode = Arc::clone(&shared);
                thread::spawn(move || serve(client, target, &mode));
            }
        });
        Ok(Self { port, mode })
    }

    pub(crate) fn pass(&self) {
        self.mode.store(PASS, Ordering::Relaxed);
    }

    pub(crate) fn hang(&self) {
        self.mode.store(HANG, Ordering::Relaxed);
    }

    /// Closes all connections, with the bytes that hang in them.
    pub(crate) fn cut(&self) {
        self.mode.store(CUT, Ordering::Relaxed);
    }
}

fn serve(client: TcpStream, target: u16, mode: &Arc<AtomicU8>) {
    if !may_pass(mode) {
        return;
    }
    let Ok(server) = TcpStream::connect(("127.0.0.1", target)) else { return };
    let (Ok(from_server), Ok(to_client)) = (server.try_clone(), client.try_clone()) else { return };
    let other = Arc::clone(mode);
    thread::spawn(move || pump(from_server, to_client, &other));
    pump(client, server, mode);
}

/// Waits while connections hang; returns false if they are cut.
fn may_pass(mode: &AtomicU8) -> bool {
    loop {
        match mode.load(Ordering::Relaxed) {
            PASS => return true,
            CUT => return false,
            _ => thread::sleep(LOOK),
        }
    }
}

fn pump(mut from: TcpStream, mut to: TcpStream, mode: &AtomicU8) {
    let mut buffer = vec![0; 64 << 10];
    // A connection without traffic has to notice that it is cut.
    let _ = from.set_read_timeout(Some(LOOK));
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => 0,
            Err(_) => break,
        };
        if !may_pass(mode) || to.write_all(buffer.get(..read).unwrap_or_default()).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
