use super::Events;

fn all(stream: &str, piece: usize) -> Vec<String> {
    let mut events = Events::default();
    let pieces = stream.as_bytes().chunks(piece);
    pieces.flat_map(|piece| events.push(piece)).map(|data| String::from_utf8(data).expect("text")).collect()
}

#[test]
fn events_are_the_same_in_every_cut() {
    let stream = ": hello\n\nid: 1\ndata:\n\nevent: message\ndata: {\"a\":\ndata: 1}\n\nretry: 5\r\ndata:two\r\n\r\n\
                  data: cut off";
    for piece in 1..stream.len() {
        assert_eq!(all(stream, piece), ["{\"a\":\n1}", "two"], "pieces of {piece}");
    }
}

#[test]
fn buffered_bytes_are_counted() {
    let mut events = Events::default();
    assert!(events.push(b"data: abc\ndata: de").is_empty());
    assert_eq!(events.waiting(), 3 + 8);
}
