//! Checks the subscription endpoints: rejected input, the answer to a creation, access and removal, and the creation
//! limit.

use conditions_core::time::Timestamp;
use serde_json::{Value, json};

use super::deliveries::{POWDER, is_uuid};
use super::text;
use crate::client::{Client, Failure, Reply};
use crate::live::finding;
use crate::results::Results;

/// Path of the subscriptions.
pub(super) const PATH: &str = "/api/v1/webhooks";
/// Maximum new subscriptions per client and hour.
const PER_HOUR: usize = 10;
/// An identifier that no server issues.
const UNKNOWN_ID: &str = "00000000-0000-4000-8000-000000000000";

/// A subscription made by the kit.
#[derive(Debug, Clone)]
pub(super) struct OwnSubscription {
    pub(super) path: &'static str,
    pub(super) id: String,
    pub(super) secret: String,
}

impl OwnSubscription {
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.secret)
    }

    fn at(&self) -> String {
        format!("{PATH}/{}", self.id)
    }
}

/// Addresses to which no delivery may go, in the various spellings of clients. All use `https`, so that the host
/// decides.
const NOT_PUBLIC: [&str; 12] = [
    "https://10.0.0.1/hook",
    "https://172.16.0.1/hook",
    "https://192.168.1.1/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/hook",
    "https://0.0.0.0/hook",
    "https://[fd00::1]/hook",
    "https://[fe80::1]/hook",
    "https://[::ffff:10.0.0.1]/hook",
    "https://0x0a000001/hook",
    "https://user:password@example.org/hook",
    "ftp://example.org/hook",
];
/// Addresses that are rejected unless the receiver has such an address, on a server in development mode.
const NOT_PUBLIC_BUT_FOR_TRIES: [&str; 3] =
    ["http://example.org/hook", "https://127.0.0.1/hook", "https://[::1]/hook"];

async fn post(client: &Client, body: &Value) -> Result<Reply, Failure> {
    client.post(PATH, &[], body).await
}

/// Checks inputs that must be rejected. Subscriptions created nevertheless are removed immediately.
pub(super) async fn refusals(client: &Client, base: &str, verdict: &mut Results) -> Result<(), Failure> {
    let tries = base.starts_with("http://");
    let urls = NOT_PUBLIC.iter().chain(NOT_PUBLIC_BUT_FOR_TRIES.iter().filter(|_| !tries));
    let asked = urls.map(|url| ("webhook/public-url", json!({ "url": url, "events": [POWDER] })));
    let url = format!("{base}/refused");
    let nonsense = [
        json!({ "events": [POWDER] }),
        json!({ "url": url, "events": ["made-up.event"] }),
        json!({ "url": url, "events": POWDER }),
        json!({ "url": url, "events": [POWDER], "resortSlug": "no-resort-has-this-slug" }),
        json!([]),
    ];
    for (nth, (rule, body)) in
        asked.chain(nonsense.map(|body| ("webhook/refuses-nonsense", body))).enumerate()
    {
        let reply = post(client, &body).await?;
        verdict.subjects += 1;
        match reply.status {
            // The server has no webhooks at all; the check that subscribes reports that.
            404 | 405 if nth == 0 => return Ok(()),
            429 => {
                verdict.left_out.push(format!("whether {body} is rejected: the server limits requests"));
                return Ok(());
            }
            400..500 => {}
            status => {
                let found = format!("status {status} to {body}");
                verdict.add(PATH, [finding(rule, "", found, "a refusal, 400 to 499")]);
                let data = reply.json().unwrap_or_default();
                let (id, secret) = (text(&data["data"], "id"), text(&data["data"], "secret"));
                remove(client, id, secret).await?;
            }
        }
    }
    if tries {
        let note = "callbacks to http and to loopback are not tried: the receiver has such an address";
        verdict.left_out.push(note.to_owned());
    }
    Ok(())
}

/// Subscribes. Returns the id and the secret, or the reason why there is no subscription.
pub(super) async fn create(
    client: &Client,
    url: &str,
    events: &[&str],
    resort: Option<&str>,
    verdict: &mut Results,
) -> Result<Result<(String, String), String>, Failure> {
    let mut body = json!({ "url": url, "events": events });
    if let Some(resort) = resort {
        body["resortSlug"] = json!(resort);
    }
    let reply = post(client, &body).await?;
    let answer = reply.json().unwrap_or_default();
    if matches!(reply.status, 400..500) {
        let said = ["detail", "error", "title"]
            .map(|name| text(&answer, name))
            .into_iter()
            .find(|said| !said.is_empty());
        let why = said.unwrap_or_default();
        return Ok(Err(format!("the server rejects {url}: status {}: {why}", reply.status)));
    }
    verdict.subjects += 1;
    let data = &answer["data"];
    let (id, secret) = (text(data, "id"), text(data, "secret"));
    let given: Vec<&str> =
        data["events"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let scope =
        data.get("resortSlug").filter(|scope| !scope.is_null()).map(|scope| scope.as_str().unwrap_or(""));
    let checks = [
        (reply.status == 201, "", "status 201"),
        (is_uuid(id), "/data/id", "a UUID"),
        (!secret.is_empty(), "/data/secret", "the secret"),
        (text(data, "url") == url, "/data/url", "the requested url"),
        (given == events, "/data/events", "the requested events"),
        (scope == resort, "/data/resortSlug", "the requested resort, absent for all"),
        (Timestamp::parse(text(data, "createdAt")).is_some(), "/data/createdAt", "an instant"),
    ];
    for (_, path, expected) in checks.into_iter().filter(|(right, ..)| !right) {
        // The secret must not appear in a report.
        let found = match path {
            "" => format!("status {}", reply.status),
            "/data/secret" => "none".to_owned(),
            path => answer.pointer(path).unwrap_or(&Value::Null).to_string(),
        };
        verdict.add(PATH, [finding("webhook/created", path, found, expected)]);
    }
    let usable = !id.is_empty() && !secret.is_empty();
    Ok(if usable {
        Ok((id.to_owned(), secret.to_owned()))
    } else {
        Err("the answer has no id and secret".to_owned())
    })
}

/// Checks that the owner sees the subscription and other callers do not.
pub(super) async fn access(
    client: &Client,
    made: &[OwnSubscription],
    verdict: &mut Results,
) -> Result<(), Failure> {
    let Some(one) = made.first() else { return Ok(()) };
    let bearer = one.bearer();
    let shown = client.get(&one.at(), &[("authorization", &bearer)]).await?;
    let answer = shown.json().unwrap_or_default();
    let data = &answer["data"];
    let whole = shown.status == 200
        && text(data, "id") == one.id
        && data["url"].is_string()
        && data["events"].is_array()
        && data["state"] == "active"
        && data["consecutiveFailures"].is_u64();
    if !whole {
        let found = format!("status {}: {data}", shown.status).replace(&one.secret, "(the secret)");
        verdict.add(
            PATH,
            [finding("webhook/inspects", "/data", found, "the active subscription with its failures")],
        );
    }
    if String::from_utf8_lossy(&shown.body).contains(&one.secret) {
        verdict.add(PATH, [finding("webhook/secret-once", "", "the secret, a second time", "never again")]);
    }
    let wrong = format!("{bearer}x");
    let other = made.get(1).map(OwnSubscription::bearer);
    let nobody = format!("{PATH}/{UNKNOWN_ID}");
    let at = one.at();
    let mut strangers: Vec<(&str, Option<&str>, bool)> = vec![
        (&at, Some(&wrong), false),
        (&at, None, false),
        (&nobody, Some(&bearer), false),
        (&nobody, None, false),
        (&at, Some(&wrong), true),
        (&nobody, Some(&bearer), true),
    ];
    strangers.extend(other.as_deref().map(|other| (at.as_str(), Some(other), false)));
    let mut answers: Vec<(u16, Value)> = Vec::new();
    for (path, bearer, delete) in strangers {
        let headers: Vec<(&'static str, &str)> =
            bearer.map(|bearer| ("authorization", bearer)).into_iter().collect();
        let reply =
            if delete { client.delete(path, &headers).await? } else { client.get(path, &headers).await? };
        let mut said = reply.json().unwrap_or_default();
        // These members identify the request, not the subscription.
        for name in ["requestId", "instance"] {
            said.as_object_mut().map(|members| members.remove(name));
        }
        answers.push((reply.status, said));
    }
    verdict.subjects += answers.len();
    let first = answers.first();
    for (status, said) in &answers {
        if *status != 401 || first.is_some_and(|(_, known)| known != said) {
            let found = format!("status {status}: {said}");
            let expected = "one 401 for all: wrong secret, none, unknown id, another's secret";
            verdict.add(PATH, [finding("webhook/uniform-401", "", found, expected)]);
        }
    }
    Ok(())
}

/// Removes a subscription without a check.
pub(super) async fn remove(client: &Client, id: &str, secret: &str) -> Result<Reply, Failure> {
    let bearer = format!("Bearer {secret}");
    client.delete(&format!("{PATH}/{id}"), &[("authorization", &bearer)]).await
}

/// Removes a subscription and checks that it is gone.
pub(super) async fn removed(
    client: &Client,
    one: &OwnSubscription,
    verdict: &mut Results,
) -> Result<(), Failure> {
    let bearer = one.bearer();
    let first = remove(client, &one.id, &one.secret).await?.status;
    let then = client.get(&one.at(), &[("authorization", &bearer)]).await?.status;
    if (first, then) != (204, 401) {
        let found = format!("DELETE {first}, GET after it {then}");
        verdict.add(PATH, [finding("webhook/removed", "", found, "DELETE 204, and 401 after it")]);
    }
    Ok(())
}

/// Returns whether the server no longer delivers to the subscription.
pub(super) async fn is_ended(client: &Client, one: &OwnSubscription) -> Result<bool, Failure> {
    let bearer = one.bearer();
    let shown = client.get(&one.at(), &[("authorization", &bearer)]).await?;
    let state = shown.json().unwrap_or_default();
    Ok(shown.status != 200 || state.pointer("/data/state").is_some_and(|state| state != "active"))
}

/// Creates subscriptions until the server rejects them. `earlier` were created before. The number that other clients
/// created from this address is unknown, so fewer than ten in total prove nothing.
pub(super) async fn limit(
    client: &Client,
    base: &str,
    earlier: usize,
    verdict: &mut Results,
) -> Result<(), Failure> {
    let mut made = Vec::new();
    let refused = loop {
        // Each has its own URL: a server may reject two equal subscriptions.
        let body = json!({ "url": format!("{base}/limit-{}", made.len()), "events": [POWDER] });
        let reply = post(client, &body).await?;
        if reply.status != 201 || earlier + made.len() > PER_HOUR {
            break reply;
        }
        let answer = reply.json().unwrap_or_default();
        made.push((text(&answer["data"], "id").to_owned(), text(&answer["data"], "secret").to_owned()));
    };
    let all = earlier + made.len();
    let waits = refused.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds > 0);
    if all > PER_HOUR || refused.status != 429 || !waits {
        let found = format!("{all}, then status {}, with Retry-After: {waits}", refused.status);
        let expected = "10 per hour, then 429 with Retry-After";
        verdict.add(PATH, [finding("webhook/creation-limit", "", found, expected)]);
    } else if all < PER_HOUR {
        let note = format!(
            "the limit of new subscriptions: rejected after {all} of this run; others were created before"
        );
        verdict.left_out.push(note);
    }
    for (id, secret) in made {
        remove(client, &id, &secret).await?;
    }
    Ok(())
}
