//! Tests of events on a connection and the clocks that they start.

use super::*;

fn at(now_ms: u64) -> (Arc<Ticks>, Arc<Connection>) {
    let ticks = Arc::new(Ticks::default());
    ticks.set(now_ms);
    let connection = Arc::new(Connection::new(&ticks));
    (ticks, connection)
}

#[test]
fn head_clock_starts_once() {
    let (ticks, connection) = at(1_000);
    assert_eq!(connection.state(), (Phase::Idle, 1_000));
    ticks.set(3_000);
    connection.bytes_arrived();
    ticks.set(7_000);
    connection.bytes_arrived();
    assert_eq!(connection.state(), (Phase::Head, 3_000));
}

#[test]
fn second_head_has_its_own_clock() {
    let (ticks, connection) = at(0);
    connection.bytes_arrived();
    drop(connection.begin());
    ticks.set(2_000);
    connection.flushed();
    assert_eq!(connection.state(), (Phase::Idle, 2_000));
    ticks.set(9_000);
    connection.bytes_arrived();
    connection.flushed();
    assert_eq!(connection.state(), (Phase::Head, 9_000));
}

#[test]
fn rest_of_a_body_is_not_an_exchange() {
    let (ticks, connection) = at(0);
    connection.bytes_arrived();
    let running = connection.begin();
    connection.bytes_arrived();
    connection.flushed();
    assert_eq!(connection.state(), (Phase::Exchange, 0), "its answer is still being made");
    drop(running);
    ticks.set(250);
    connection.flushed();
    connection.bytes_arrived();
    assert_eq!(connection.state(), (Phase::Head, 250));
}

#[test]
fn slow_reader_restarts_the_clock() {
    let (ticks, connection) = at(0);
    drop(connection.begin());
    connection.stalled();
    ticks.set(9_000);
    connection.stalled();
    assert_eq!(connection.state(), (Phase::Unread, 0));
    connection.moved();
    assert_eq!(connection.state(), (Phase::Unread, 9_000));
    connection.flushed();
    assert_eq!(connection.state().0, Phase::Idle);
}

#[test]
fn closing_connection_ends_soon() {
    let (_, connection) = at(0);
    let running = connection.begin();
    running.connection().end();
    drop(running);
    connection.flushed();
    connection.bytes_arrived();
    assert_eq!(connection.state().0, Phase::Closing);
}

#[test]
fn connection_is_cut_once() {
    let (_, connection) = at(0);
    assert!(connection.cut(CloseReason::Head));
    assert!(!connection.cut(CloseReason::Displaced));
    assert_eq!(connection.why_cut(), Some(CloseReason::Head));
}
