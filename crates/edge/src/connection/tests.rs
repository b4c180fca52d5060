//! What happens on a connection, and which clock it starts.

use super::*;

fn at(now_ms: u64) -> (Arc<Ticks>, Arc<Connection>) {
    let ticks = Arc::new(Ticks::default());
    ticks.set(now_ms);
    let connection = Arc::new(Connection::new(&ticks));
    (ticks, connection)
}

#[test]
fn the_clock_of_a_head_starts_at_its_first_byte_and_not_again() {
    let (ticks, connection) = at(1_000);
    assert_eq!(connection.state(), (Phase::Idle, 1_000));
    ticks.set(3_000);
    connection.heard();
    ticks.set(7_000);
    connection.heard();
    assert_eq!(connection.state(), (Phase::Head, 3_000));
}

#[test]
fn the_second_head_of_a_connection_has_a_clock_like_the_first() {
    let (ticks, connection) = at(0);
    connection.heard();
    drop(connection.begin());
    ticks.set(2_000);
    connection.flushed();
    assert_eq!(connection.state(), (Phase::Idle, 2_000));
    ticks.set(9_000);
    connection.heard();
    connection.flushed();
    assert_eq!(connection.state(), (Phase::Head, 9_000));
}

#[test]
fn what_is_left_of_a_body_after_the_answer_is_no_exchange() {
    let (ticks, connection) = at(0);
    connection.heard();
    let running = connection.begin();
    connection.heard();
    connection.flushed();
    assert_eq!(connection.state(), (Phase::Exchange, 0), "its answer is still being made");
    drop(running);
    ticks.set(250);
    connection.flushed();
    connection.heard();
    assert_eq!(connection.state(), (Phase::Head, 250));
}

#[test]
fn an_answer_that_is_read_slowly_is_waited_for_anew_and_one_that_is_not_read_is_not() {
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
fn after_the_last_answer_there_is_little_time_to_go() {
    let (_, connection) = at(0);
    let running = connection.begin();
    running.connection().end();
    drop(running);
    connection.flushed();
    connection.heard();
    assert_eq!(connection.state().0, Phase::Closing);
}

#[test]
fn it_is_cut_once() {
    let (_, connection) = at(0);
    assert!(connection.cut(CloseReason::Head));
    assert!(!connection.cut(CloseReason::Displaced));
    assert_eq!(connection.why_cut(), Some(CloseReason::Head));
}
