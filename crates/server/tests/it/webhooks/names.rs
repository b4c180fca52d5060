//! A name server for the tests: answers what it is told to, over UDP, and may change its mind with each question.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::net::UdpSocket;
use tokio::task::AbortHandle;

/// Record types (RFC 1035, RFC 3596).
const A: u16 = 1;
const AAAA: u16 = 28;

/// A running name server; ends with it.
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
    /// `answers` gets the name, lower case and without its last dot, and how many questions were asked before; every
    /// address of it goes into the answer of its record type. Nothing is kept by anybody: the time to live is 0.
    pub(crate) async fn start(answers: impl Fn(&str, u32) -> Vec<IpAddr> + Send + 'static) -> Self {
        let socket = UdpSocket::bind(("127.0.0.1", 0)).await.unwrap();
        let address = socket.local_addr().unwrap();
        let asked = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&asked);
        let task = tokio::spawn(async move {
            let mut packet = [0; 1_024];
            while let Ok((length, from)) = socket.recv_from(&mut packet).await {
                let before = counter.fetch_add(1, Ordering::SeqCst);
                if let Some(answer) = answer(&packet[..length], |name| answers(name, before)) {
                    let _ = socket.send_to(&answer, from).await;
                }
            }
        });
        Self { address, asked, task: task.abort_handle() }
    }

    /// Questions so far.
    pub(crate) fn asked(&self) -> u32 {
        self.asked.load(Ordering::SeqCst)
    }
}

fn answer(question: &[u8], addresses: impl Fn(&str) -> Vec<IpAddr>) -> Option<Vec<u8>> {
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
    let records: Vec<Vec<u8>> = addresses(&labels.join("."))
        .into_iter()
        .filter_map(|address| match address {
            IpAddr::V4(address) if kind == A => Some(address.octets().to_vec()),
            IpAddr::V6(address) if kind == AAAA => Some(address.octets().to_vec()),
            IpAddr::V4(_) | IpAddr::V6(_) => None,
        })
        .collect();
    // The question's identifier; an answer, recursion available, no error; one question, the records.
    let mut packet = vec![question[0], question[1], 0x81, 0x80, 0, 1, 0, records.len() as u8, 0, 0, 0, 0];
    packet.extend_from_slice(question.get(HEAD..end)?);
    for record in records {
        packet.extend_from_slice(&[0xc0, HEAD as u8]);
        packet.extend_from_slice(&kind.to_be_bytes());
        packet.extend_from_slice(&[0, 1, 0, 0, 0, 0]);
        packet.extend_from_slice(&(record.len() as u16).to_be_bytes());
        packet.extend_from_slice(&record);
    }
    Some(packet)
}
