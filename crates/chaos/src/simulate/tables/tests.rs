//! The model and SQLite give the same answers to the same random operations.

use storage::evidence::{EvidenceRow, append, changed_since};
use storage::{Options, Store, leases};
use webhooks::events::{Audience, Event as _, powder_alert};

use super::super::replica::SLUGS;
use super::*;
use crate::random::Random;

const NOW: Timestamp = Timestamp::from_millis(1_795_176_000_000);

fn store(name: &str) -> Store {
    let folder = std::env::temp_dir().join(format!("snow-simulate-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    Store::open(folder.join("test.sqlite").to_str().unwrap(), &Options::default(), NOW).unwrap()
}

fn below(random: &mut Random, most: u64) -> u64 {
    random.next() % most
}

/// Returns a time within a day of the beginning, often the same one.
fn time(random: &mut Random) -> Timestamp {
    let millis = [0, 1, 60_000, 179_000, 180_000, 3_599_000, 3_700_000, 90_000_000];
    let place = usize::try_from(below(random, 8)).unwrap();
    NOW.plus_millis(millis[place])
}

#[test]
fn leases_are_granted_as_by_sqlite() {
    let (store, mut model, mut random) = (store("leases"), Tables::default(), Random::new(5));
    let mut granted = 0;
    for turn in 0..600 {
        let owner: Rc<str> = format!("owner-{}", below(&mut random, 3)).into();
        let (now, name) = (time(&mut random), owner.to_string());
        if below(&mut random, 5) == 0 {
            model.release("lane", &owner);
            store.run_blocking(move |conn| leases::release(conn, "lane", &name)).unwrap();
            continue;
        }
        let ours = model.acquire("lane", &owner, now, 180_000);
        let lease = store.run_blocking(move |conn| leases::acquire(conn, "lane", &name, now, 180_000));
        assert_eq!(ours, lease.unwrap().is_granted(), "turn {turn}: {owner} at {now}");
        granted += usize::from(ours);
    }
    assert!((100..500).contains(&granted), "{granted}");
}

#[test]
fn changed_rows_are_those_of_sqlite() {
    let (store, mut model, mut random) = (store("rows"), Tables::default(), Random::new(6));
    for turn in 0..300 {
        let (now, captured_at, id) = (time(&mut random), time(&mut random), below(&mut random, 1_000));
        let place = usize::try_from(below(&mut random, 4)).unwrap();
        let row =
            Row { captured_at, id: id * 1_000 + turn, observed_at: captured_at, snow: (turn as i32, 5) };
        model.append(place, row, now);
        let stored = EvidenceRow {
            id: Uuid::from_u128(row.id.into()),
            slug: SLUGS[place].to_owned(),
            lane: "station".to_owned(),
            kind: "stations".to_owned(),
            observed_at: Some(captured_at),
            captured_at,
            payload: turn.to_string(),
        };
        store.run_blocking(move |conn| append(conn, std::slice::from_ref(&stored), now)).unwrap();
        let since = i64::try_from(below(&mut random, turn + 3)).unwrap();
        let (version, rows) = model.changed_since(since);
        let changes = store.read_blocking(move |conn| changed_since(conn, since)).unwrap();
        let ours: Vec<_> = rows.iter().map(|(place, row)| (SLUGS[*place], row.snow.0.to_string())).collect();
        let theirs: Vec<_> =
            changes.rows.iter().map(|row| (row.slug.as_str(), row.payload.clone())).collect();
        assert_eq!((version, ours), (changes.version, theirs), "turn {turn} since {since}");
    }
}

/// An operation on a ledger.
#[derive(Clone, Copy)]
struct Operation {
    kind: u64,
    subject: usize,
    version: u64,
    value: u64,
}

impl Operation {
    fn apply(self, ledger: &mut impl Ledger) -> Result<String, StoreError> {
        let subject = ["alta", "lech", "@evaluated"][self.subject];
        let value = RawValue::from_string(self.value.to_string()).unwrap();
        Ok(match self.kind {
            0 => ledger.begin_baseline(subject, None, &value)?.to_string(),
            1 => ledger.begin_baseline(subject, Some(&format!("report:{subject}:")), &value)?.to_string(),
            2 => ledger.keep_baseline(subject, &Baseline { version: self.version, value })?.to_string(),
            3 => {
                let occurrence = Occurrence {
                    event: powder_alert::Event::NAME,
                    audience: Audience::Resort,
                    resort_slug: subject.to_owned(),
                    dedupe_key: format!("report:{subject}:{}", self.version),
                    data: value,
                    created_at: NOW,
                };
                format!(
                    "{:?}",
                    ledger.record(Uuid::from_u64_pair(self.value, self.version), &occurrence, NOW)?
                )
            }
            _ => {
                let read = ledger.baselines(&[subject, "vail"])?.into_iter();
                read.map(|(name, one)| format!("{name} {} {};", one.version, one.value)).collect()
            }
        })
    }
}

#[test]
fn baselines_and_events_are_those_of_sqlite() {
    let (store, mut model, mut random) = (store("events"), Tables::default(), Random::new(7));
    for turn in 0..400 {
        let operation = Operation {
            kind: below(&mut random, 5),
            subject: usize::try_from(below(&mut random, 3)).unwrap(),
            version: below(&mut random, 30),
            value: random.next() >> 8,
        };
        let ours = operation.apply(&mut model).unwrap();
        let theirs = store.run_blocking(move |conn| operation.apply(conn)).unwrap();
        assert_eq!(ours, theirs, "turn {turn}");
    }
}
