//! The floor under a server: a loop over epoll on one thread that answers every request with the same prebuilt bytes.

use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::SocketAddr;

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};

const LISTENER: Token = Token(usize::MAX);

/// Returns the bytes of an answer, with its head.
pub(crate) fn captured(address: SocketAddr, path: &str) -> io::Result<Vec<u8>> {
    let mut stream = BufReader::new(std::net::TcpStream::connect(address)?);
    stream.get_mut().write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes())?;
    let (mut answer, mut length) = (Vec::new(), 0);
    while !answer.ends_with(b"\r\n\r\n") {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
        answer.extend_from_slice(line.as_bytes());
    }
    stream.take(length).read_to_end(&mut answer)?;
    Ok(answer)
}

/// Answers every request with `answer`, until an error.
pub(crate) fn serve(listener: std::net::TcpListener, answer: &[u8]) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let mut listener = TcpListener::from_std(listener);
    let (mut poll, mut events) = (Poll::new()?, Events::with_capacity(64));
    poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
    let mut streams: Vec<Option<TcpStream>> = Vec::new();
    loop {
        poll.poll(&mut events, None)?;
        for event in &events {
            if event.token() == LISTENER {
                while let Some((mut stream, _)) = unless_blocked(listener.accept())? {
                    stream.set_nodelay(true)?;
                    poll.registry().register(&mut stream, Token(streams.len()), Interest::READABLE)?;
                    streams.push(Some(stream));
                }
            } else if let Some(slot) = streams.get_mut(event.token().0)
                && let Some(stream) = slot
                && !exchange(stream, answer)?
            {
                *slot = None;
            }
        }
    }
}

/// Answers a request, which arrives in one piece; returns false at the end of the connection.
fn exchange(stream: &mut TcpStream, answer: &[u8]) -> io::Result<bool> {
    let mut request = [0; 4096];
    match unless_blocked(stream.read(&mut request))? {
        Some(0) => Ok(false),
        Some(_) => stream.write_all(answer).map(|()| true),
        None => Ok(true),
    }
}

fn unless_blocked<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
        other => other.map(Some),
    }
}
