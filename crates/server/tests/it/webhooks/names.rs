//! A name server for the tests: gives configured answers over UDP, which may change with each question.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::net::UdpSocket;
use tokio::task::AbortHandle;

/// Record types (RFC 1035, RFC 3596).
const A: u16 = 1;
const CNAME: u16 = 5;
const AAAA: u16 = 28;

/// The answer for a name.
pub(crate) struct Answer {
    /// Canonical name that the addresses belong to.
    pub(crate) alias: Option<String>,
    pub(crate) addresses: Vec<IpAddr>,
}

impl From<Vec<IpAddr>> for Answer {
    fn from(addresses: Vec<IpAddr>) -> Self {
        Self { alias: None, addresses }
    }
}

/// A running name server; ends on drop.
pub(crate) struct Names {
    pub(crate) address: SocketAddr,
    asked: Arc<AtomicU32>,
    task: AbortHandle,
}

impl Drop for Names {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Names {
    /// Starts a name server. `answers` gets the name, in lower case and without its final dot, and the number of
    /// earlier questions; each of its addresses goes into the answer of its record type. Nothing is cached: the time to
    /// live is 0.
    pub(crate) async fn start<A: Into<Answer>>(answers: impl Fn(&str, u32) -> A + Send + 'static) -> Self {
        let socket = UdpSocket::bind(("127.0.0.1", 0)).await.unwrap();
        let address = socket.local_addr().unwrap();
        let asked = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&asked);
        let task = tokio::spawn(async move {
            let mut packet = [0; 1_024];
            while let Ok((length, from)) = socket.recv_from(&mut packet).await {
                let before = counter.fetch_add(1, Ordering::SeqCst);
                if let Some(answer) = answer(&packet[..length], |name| answers(name, before).into()) {
                    let _ = socket.send_to(&answer, from).await;
                }
            }
        });
        Self { address, asked, task: task.abort_handle() }
    }

    /// Returns the number of questions so far.
    pub(crate) fn asked(&self) -> u32 {
        self.asked.load(Ordering::SeqCst)
    }
}

fn answer(question: &[u8], answers: impl Fn(&str) -> Answer) -> Option<Vec<u8>> {
    const HEAD: usize = 12;
    let mut labels = Vec::new();
    let mut at = HEAD;
    while *question.get(at)? != 0 {
        let length = usize::from(question[at]);
        labels.push(String::from_utf8_lossy(question.get(at + 1..at + 1 + length)?).to_lowercase());
        at += 1 + length;
    }
    let end = at + 5;
    let kind = u16::from_be_bytes([*question.get(at + 1)?, *question.get(at + 2)?]);
    let Answer { alias, addresses } = answers(&labels.join("."));
    // The name of the question, as a pointer to it.
    let mut owner = vec![0xc0, HEAD as u8];
    let mut records = Vec::new();
    if let Some(alias) = alias {
        let name = wire(&alias);
        records.push(record(&owner, CNAME, &name));
        owner = name;
    }
    records.extend(addresses.into_iter().filter_map(|address| match address {
        IpAddr::V4(address) if kind == A => Some(record(&owner, kind, &address.octets())),
        IpAddr::V6(address) if kind == AAAA => Some(record(&owner, kind, &address.octets())),
        IpAddr::V4(_) | IpAddr::V6(_) => None,
    }));
    // The question's identifier; an answer, recursion available, no error; one question, the records.
    let mut packet = vec![question[0], question[1], 0x81, 0x80, 0, 1, 0, records.len() as u8, 0, 0, 0, 0];
    packet.extend_from_slice(question.get(HEAD..end)?);
    packet.extend(records.concat());
    Some(packet)
}

/// Encodes a name as labels.
fn wire(name: &str) -> Vec<u8> {
    let labels = name.split('.').flat_map(|label| [&[label.len() as u8], label.as_bytes()].concat());
    labels.chain([0]).collect()
}

/// Encodes a record of the internet class with time to live 0.
fn record(owner: &[u8], kind: u16, data: &[u8]) -> Vec<u8> {
    let [class, live] = [&[0, 1][..], &[0; 4]];
    [owner, &kind.to_be_bytes(), class, live, &(data.len() as u16).to_be_bytes(), data].concat()
}
