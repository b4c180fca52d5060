//! Tests of responses that break off.

use super::*;

fn status_of(bytes: &[u8]) -> Option<u16> {
    parse(bytes).map(|partial| partial.status)
}

#[test]
fn status_line_is_enough() {
    assert_eq!(status_of(b"HTTP/1.1 204 No Content\r\n"), Some(204));
    assert_eq!(status_of(b"HTTP/1.0 500\n"), Some(500));
    assert_eq!(status_of(b"HTTP/1.1 200 OK"), None, "the line has no end");
    for wrong in
        ["HTTP/1.1 99999 x\r\n", "HTTP/1.1 2x0 x\r\n", "HTTP/2 200\r\n", "SSH-2.0-OpenSSH_9\r\n", "\r\n"]
    {
        assert_eq!(status_of(wrong.as_bytes()), None, "{wrong}");
    }
}

#[test]
fn informational_heads_are_skipped() {
    assert_eq!(status_of(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 202 x\r\n"), Some(202));
    assert_eq!(status_of(b"HTTP/1.1 100 Continue\r\n\r\n"), None);
    assert_eq!(status_of(b"HTTP/1.1 101 Switching Protocols\r\n\r\n"), Some(101));
}

#[test]
fn failure_retains_body_and_wait() {
    let partial =
        parse(b"HTTP/1.1 503 x\r\nContent-Length: 1\r\nContent-Length: 2\r\nRetry-After: 7\r\n\r\nwhy");
    let expected = Partial { status: 503, retry_after: Some("7".to_owned()), body: b"why".to_vec() };
    assert_eq!(partial, Some(expected));
}
