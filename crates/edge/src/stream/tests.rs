//! Tests of the pieces passed on at once, over a local socket.

use std::future::poll_fn;

use actix_web::rt::net::TcpListener;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::*;

/// Returns the pieces in which these bytes arrive, with the framework processing each.
async fn pieces(sent: &[u8]) -> Vec<Vec<u8>> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (io, _) = listener.accept().await.unwrap();
    client.write_all(sent).await.unwrap();
    client.shutdown().await.unwrap();
    let mut stream = Stream::new(io, Arc::new(Connection::new(&Arc::default())));
    let mut pieces = Vec::new();
    loop {
        let mut piece = vec![0; 8 * 1024];
        let length = stream.read(&mut piece).await.unwrap();
        if length == 0 {
            return pieces;
        }
        piece.truncate(length);
        pieces.push(piece);
        poll_fn(|context| Pin::new(&mut stream).poll_flush(context)).await.unwrap();
    }
}

const HEAD: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

#[actix_rt::test]
async fn pipelined_heads_arrive_in_small_groups() {
    let sent = HEAD.repeat(41);
    let pieces = pieces(&sent).await;
    assert_eq!(pieces.concat(), sent);
    let heads = |piece: &Vec<u8>| memmem::find_iter(piece, b"\r\n\r\n").count();
    assert!(pieces.iter().all(|piece| heads(piece) <= HEADS_AT_ONCE), "{}", pieces.len());
}

#[actix_rt::test]
async fn large_body_arrives_complete() {
    let sent = [HEAD, &[b'x'; 5 * READ_AT_ONCE]].concat();
    let pieces = pieces(&sent).await;
    assert_eq!(pieces.concat(), sent);
    assert!(pieces.iter().all(|piece| piece.len() <= READ_AT_ONCE));
}
