//! Tests that receivers in three languages, four with `scripts/receivers/check.sh`, verify random deliveries of the real service, byte for byte and in both
//! schemes, and that the owner sees each of them. `SNOW_DELIVERIES` sets the number per receiver, `SNOW_SEED` the
//! random seed.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver as Lines, channel};
use std::time::Duration;

use reqwest::Method;
use runtime::{clock, opening};
use serde_json::{Value, json};
use server::config::WebhookSettings;
use storage::Store;
use storage::webhooks::outbox;
use uuid::Uuid;
use webhooks::events::EventName;
use webhooks::subscriptions::TestOutcome;
use webhooks::verify::TOLERANCE_SECONDS;
use webhooks::{Secret, verify};

use crate::harness::{Harness, RUNTIME, Setup};
use crate::webhooks::receiver::{Got, Manner, Receiver, plain};

/// Deliveries per transaction.
const BATCH: usize = 50;
/// Maximum length of a random text in characters; at three bytes each it makes 20 KiB.
const LONGEST: u64 = 6_800;

fn number() -> usize {
    std::env::var("SNOW_DELIVERIES").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// A small repeatable random generator (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }

    /// Returns letters of any script, characters that JSON escapes, and pictures beyond the basic plane.
    fn text(&mut self, most: u64) -> String {
        let length = self.next(most + 1);
        (0..length)
            .map(|_| match self.next(6) {
                0 => char::from_u32(0x20 + self.next(0x5f) as u32),
                1 => char::from_u32(self.next(0x20).max(1) as u32),
                2 => char::from_u32(0xa0 + self.next(0x500) as u32),
                3 => char::from_u32(0x3040 + self.next(0x60) as u32),
                4 => char::from_u32(0x1f300 + self.next(0x200) as u32),
                _ => Some(['"', '\\', '/', '\u{2028}', '\u{feff}', '.'][self.next(6) as usize]),
            })
            .map(|letter| letter.unwrap_or('?'))
            .collect()
    }

    fn body(&mut self, delivery: Uuid, subscription: &str) -> String {
        let most = if self.next(10) == 0 { LONGEST } else { 200 };
        let number = self.next(1_000_000) as f64 / 7.0 - 5_000.0;
        let data = json!({ "name": self.text(most), "n": number, "list": [null, true, self.text(20)] });
        json!({
            "id": delivery.to_string(), "event": "powder-alert", "resortSlug": self.text(30), "data": data,
            "createdAt": "2026-01-10T12:00:00.000Z", "subscriptionId": subscription,
        })
        .to_string()
    }
}

/// A receiver in another language: a program that gets its secret and reports its verdict on each delivery.
struct Program {
    child: Child,
    port: u16,
    stdin: ChildStdin,
    lines: Lines<String>,
}

impl Program {
    fn start(program: &str, script: Option<&str>) -> Option<Self> {
        let mut command = Command::new(program);
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/receivers");
        command.args(script.map(|script| scripts.join(script)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                assert!(libraries().is_none(), "{program}: {error}");
                let _ = writeln!(std::io::stderr(), "\n*** NO {program}: its receiver is left out ***");
                return None;
            }
        };
        let (said, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| said.send(line)));
        let first = lines.recv_timeout(Duration::from_secs(20)).unwrap();
        let port = first.strip_prefix("port ").unwrap().parse().unwrap();
        let stdin = child.stdin.take().unwrap();
        Some(Self { child, port, stdin, lines })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the location of the Standard Webhooks libraries that `scripts/receivers/check.sh` installed. If set, the
/// receivers in Node and Python also use their library, and the ones in Rust and Go are separate programs.
fn libraries() -> Option<String> {
    std::env::var("SNOW_STANDARD_WEBHOOKS").ok()
}

struct Subscription {
    id: String,
    secret: String,
}

fn subscribe(harness: &Harness, port: u16) -> Subscription {
    let body = json!({ "url": format!("http://127.0.0.1:{port}/hook"), "events": ["powder-alert"] });
    let kind = [("Content-Type", "application/json")];
    let reply = harness.post("/api/v1/webhooks", &kind, body.to_string().as_bytes());
    assert_eq!(reply.status, 201, "{}", reply.text());
    let text = |name: &str| reply.json()["data"][name].as_str().unwrap().to_owned();
    Subscription { id: text("id"), secret: text("secret") }
}

/// Puts random deliveries into the outbox and returns their ids.
fn enqueue(store: &Store, subscription: &Subscription, number: usize, random: &mut Random) -> BTreeSet<Uuid> {
    let id = Uuid::parse_str(&subscription.id).unwrap();
    let made: Vec<(Uuid, String)> = (0..number)
        .map(|_| {
            let delivery = Uuid::new_v4();
            (delivery, random.body(delivery, &subscription.id))
        })
        .collect();
    for batch in made.chunks(BATCH) {
        let (batch, now) = (batch.to_vec(), clock::now());
        let queued = store.run_blocking(move |conn| {
            let event = EventName::parse("powder-alert").unwrap();
            batch.iter().try_fold(true, |all, (delivery, body)| {
                let made = outbox::test(conn, *delivery, id, event, body, usize::MAX, now)?;
                Ok(made == TestOutcome::Queued && all)
            })
        });
        assert!(queued.unwrap());
    }
    made.into_iter().map(|(delivery, _)| delivery).collect()
}

/// Verifies a delivery like the receiver in Rust; returns its id.
fn believed(secret: &str, got: &Got) -> Uuid {
    let secret = Secret::parse(secret).unwrap();
    let header = |name: &str| got.header(name).unwrap();
    assert_eq!(verify::service(&[&secret], header("x-service-signature"), &got.body), Ok(()));
    let standard = verify::StandardHeaders {
        id: header("webhook-id"),
        timestamp: header("webhook-timestamp"),
        signature: header("webhook-signature"),
    };
    let seconds = clock::now().millis() / 1_000;
    let at = |seconds| verify::standard(&[&secret], standard, &got.body, seconds, TOLERANCE_SECONDS);
    assert_eq!(at(seconds), Ok(()));
    assert_eq!(at(seconds + TOLERANCE_SECONDS + 60), Err(verify::VerifyError::TooOld));
    let mut altered = got.body.clone();
    let middle = altered.len() / 2;
    altered[middle] ^= 1;
    assert!(verify::service(&[&secret], header("x-service-signature"), &altered).is_err());
    let body: Value = serde_json::from_slice(&got.body).unwrap();
    assert_eq!(
        (body["id"].as_str().unwrap(), "true"),
        (header("x-service-delivery"), header("x-service-test"))
    );
    Uuid::parse_str(header("x-service-delivery")).unwrap()
}

#[test]
fn receivers_verify_random_deliveries() {
    let number = number();
    let seed = std::env::var("SNOW_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let _ = writeln!(std::io::stderr(), "receivers: {number} deliveries each, seed {seed}");
    let webhooks = WebhookSettings {
        webhook_development: Some(true),
        webhook_requests_per_second: Some(0),
        ..WebhookSettings::default()
    };
    let setup = Setup { webhooks, tick: 60, ..Setup::few("receivers") };
    let file: PathBuf = setup.folder.join("snow-conditions.sqlite");
    let harness = Harness::start(setup);
    let store = opening::open(&file.to_string_lossy()).unwrap();
    let mut random = Random(seed);

    let rust = RUNTIME.block_on(Receiver::start("127.0.0.1", Manner::Answers(plain("204 No Content"))));
    let own = subscribe(&harness, rust.address.port());
    let own_ids = enqueue(&store, &own, number, &mut random);
    let built = libraries()
        .map(|parts| ["rust/debug/standard-receiver", "receive-go"].map(|name| format!("{parts}/{name}")));
    let programs = [("node", Some("receive.mjs")), ("python3", Some("receive.py"))];
    let programs = programs.into_iter().chain(built.iter().flatten().map(|program| (program.as_str(), None)));
    let others = programs.map(|(program, script)| {
        let mut receiver = Program::start(program, script)?;
        let subscription = subscribe(&harness, receiver.port);
        writeln!(receiver.stdin, "{}", subscription.secret).unwrap();
        let ids = enqueue(&store, &subscription, number, &mut random);
        Some((program, receiver, subscription, ids))
    });
    let others: Vec<_> = others.flatten().collect();
    // A receiver in Node or Python that also uses its library counts twice.
    let believing = 1 + others.len() + if libraries().is_some() { 2 } else { 0 };
    for (program, receiver, subscription, mut ids) in others {
        while !ids.is_empty() {
            let line = receiver.lines.recv_timeout(Duration::from_secs(60)).unwrap();
            let id = line.strip_prefix("ok ").unwrap_or_else(|| panic!("{program}: {line}"));
            assert!(ids.remove(&Uuid::parse_str(id).unwrap()), "{program}: {id} came twice");
        }
        everything_is_seen(&harness, &subscription, number);
    }
    everything_is_seen(&harness, &own, number);
    let got: BTreeSet<Uuid> = rust.requests().iter().map(|got| believed(&own.secret, got)).collect();
    assert_eq!(got, own_ids);
    println!("figure: {believing} receivers verified {number} each");
}

/// Returns the maximum wait. A queue is emptied one by one: longer for more, on a machine with other load.
fn patience(number: usize) -> Duration {
    Duration::from_secs(60) + Duration::from_millis(500) * u32::try_from(number).unwrap()
}

/// Checks that every delivery is in the owner's list, each with its one attempt.
fn everything_is_seen(harness: &Harness, subscription: &Subscription, number: usize) {
    let bearer = format!("Bearer {}", subscription.secret);
    let path = format!("/api/v1/webhooks/{}/deliveries?limit=100", subscription.id);
    let begun = clock::monotonic();
    loop {
        let (mut seen, mut before) = (0, String::new());
        loop {
            let reply = harness.send(Method::GET, &format!("{path}{before}"), &[("Authorization", &bearer)]);
            let page = reply.json();
            let done = |row: &&Value| row["state"] == "delivered" && row["attempts"][0]["status"] == 204;
            seen += page["data"].as_array().unwrap().iter().filter(done).count();
            let Some(next) = page["meta"]["next"].as_i64() else { break };
            before = format!("&before={next}");
        }
        if seen == number {
            return;
        }
        assert!(begun.elapsed() < patience(number), "{seen} of {number} are seen as delivered");
        std::thread::sleep(Duration::from_millis(500));
    }
}

#[test]
fn documentation_shows_tested_receivers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/webhooks.md")).unwrap();
    for script in ["receive.mjs", "receive.py", "receive.go"] {
        let code = std::fs::read_to_string(root.join("scripts/receivers").join(script)).unwrap();
        let (_, rest) = code.split_once("mark: example\n").unwrap();
        let (example, _) = rest.split_once("mark: end").unwrap();
        let functions = example.trim_end_matches(['/', '#', ' ', '\n']);
        let of_functions =
            functions.lines().skip_while(|line| !line.starts_with("func") && !line.starts_with("def"));
        let functions: Vec<&str> = of_functions.collect();
        assert!(functions.len() > 10 && text.contains(&functions.join("\n")), "{script}");
    }
}
