use super::*;

const LIVE_MS: i64 = 16_000;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_768_046_400_000 + seconds * 1_000)
}

fn process(id: &str, seen: Timestamp, sources: &[&str]) -> ProcessState {
    ProcessState {
        id: id.to_owned(),
        version: "1".to_owned(),
        started_at: at(0),
        last_seen_at: seen,
        timeline: Some(3),
        counters: r#"{"evidence":7}"#.to_owned(),
        published_at: None,
        sources: serde_json::json!(sources).to_string(),
    }
}

/// Returns the rows that a process would write.
fn rows(healths: &Healths, holder: &str) -> Vec<SourceState> {
    healths.unwritten().iter().map(|change| change.row(holder)).collect()
}

#[test]
fn other_process_adopts_whole_state() {
    let (mut one, mut two) = (Healths::default(), Healths::default());
    one.begin("metar", "metar", at(0));
    let _ = one.succeed("metar", Some(at(1)), None, at(2));
    one.fail("metar", at(3), FailureClass::Tls, "cannot connect");
    one.plan("metar", at(600), at(3));
    let written = rows(&one, "one");
    two.adopt(two.mark(), written.clone(), vec![process("one", at(4), &["metar"])], LIVE_MS, at(4));
    let health = two.all().remove("metar").unwrap();
    let mut own = one.all().remove("metar").unwrap();
    own.holder = Some("one".to_owned());
    assert_eq!(health, own);
    assert_eq!(health.failure_class, Some(FailureClass::Tls));
    assert_eq!(two.processes()[0].counters["evidence"], 7);
    // After a takeover the count of failures continues.
    two.begin("metar", "metar", at(5));
    two.fail("metar", at(6), FailureClass::Timeout, "late");
    assert_eq!(two.all()["metar"].consecutive_failures, 2);
    assert_eq!(two.all()["metar"].last_success_at, Some(at(2)));
    assert_eq!(written[0].last_success_at, rows(&two, "two")[0].last_success_at);
}

#[test]
fn rows_do_not_replace_newer_changes() {
    let mut healths = Healths::default();
    let _ = healths.succeed("metar", None, None, at(1));
    let old = rows(&healths, "one");
    let first = healths.unwritten();
    let mark = healths.mark();
    // A change after the write began stays unwritten, and the read that began before it does not replace it.
    let _ = healths.succeed("metar", None, None, at(2));
    healths.written(&first);
    assert_eq!(healths.unwritten().len(), 1);
    healths.adopt(mark, old.clone(), Vec::new(), LIVE_MS, at(2));
    assert_eq!(healths.all()["metar"].last_success_at, Some(at(2)));
    // A read that began before the write was made does not bring back the previous state.
    let mark = healths.mark();
    healths.written(&healths.unwritten());
    assert_eq!(healths.unwritten().len(), 0);
    healths.adopt(mark, old.clone(), Vec::new(), LIVE_MS, at(3));
    assert_eq!(healths.all()["metar"].last_success_at, Some(at(2)));
    // A later read does: another process writes the source now.
    healths.adopt(healths.mark(), old, Vec::new(), LIVE_MS, at(4));
    assert_eq!(healths.all()["metar"].last_success_at, Some(at(1)));
}

#[test]
fn only_configured_sources_are_listed() {
    let mut healths = Healths::default();
    let mut former = Healths::default();
    let _ = former.succeed("retired", None, None, at(0));
    let rows = rows(&former, "one");
    let adopt = |healths: &mut Healths, processes, now| {
        healths.adopt(healths.mark(), rows.clone(), processes, LIVE_MS, now);
        healths.all().into_keys().collect::<Vec<_>>()
    };
    let (old, new) = (process("old", at(0), &["retired"]), process("new", at(60), &["metar"]));
    assert_eq!(adopt(&mut healths, vec![old.clone(), new.clone()], at(60)), ["metar"]);
    assert_eq!(adopt(&mut healths, vec![old.clone()], at(10)), ["retired"]);
    // Without any process that queries sources, they are silent and not gone.
    assert_eq!(adopt(&mut healths, vec![old, new], at(600)), ["metar", "retired"]);
    assert!(healths.processes().is_empty());
    healths.begin("slf", "slf", at(601));
    let unreadable = ProcessState { sources: "none".to_owned(), ..process("odd", at(601), &[]) };
    assert_eq!(adopt(&mut healths, vec![unreadable], at(601)), ["slf"]);
}

#[test]
fn restarted_lane_is_silent_after_its_limit() {
    let limit = 6 * 3_600_000;
    let health = LaneHealth {
        last_success_at: Some(at(0)),
        last_failure_at: Some(at(3_600)),
        begun_at: Some(at(86_400)),
        ..LaneHealth::default()
    };
    assert!(!health.is_silent(limit, at(86_460)), "it has not been tried since the start");
    let tried = LaneHealth { last_failure_at: Some(at(86_410)), ..health.clone() };
    assert!(tried.is_silent(limit, at(86_460)));
    assert!(health.is_silent(limit, at(2 * 86_400)));
}

#[test]
fn planned_call_is_written_once() {
    let mut healths = Healths::default();
    healths.begin("metar", "metar", at(0));
    healths.plan("metar", at(600), at(1));
    assert!(healths.unwritten().is_empty(), "it was never tried");
    let _ = healths.succeed("metar", None, None, at(2));
    healths.plan("metar", at(600), at(2));
    healths.written(&healths.unwritten());
    healths.plan("metar", at(601), at(3));
    healths.forbid("metar", "robots.txt", at(3));
    healths.written(&healths.unwritten());
    healths.forbid("metar", "robots.txt", at(4));
    assert!(healths.unwritten().is_empty(), "nothing has changed");
    assert_eq!(healths.all()["metar"].next_due_at, Some(at(600)));
}
