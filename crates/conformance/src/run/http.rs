//! HTTP behaviour of the server: caching, revalidation, and machine-readable errors.

use crate::rules::Finding;
use conditions_core::time::Timestamp;
use serde_json::Value;

use crate::client::{Client, Failure, Reply, segment};
use crate::live::finding;
use crate::results::Results;

/// Slug of a resort that does not exist.
const NOBODY: &str = "no-resort-has-this-slug-7f3a";

/// Checks the HTTP behaviour of a server for a known resort.
pub(super) async fn check_http(client: &Client, slug: &str, token: Option<&str>, verdict: &mut Results) {
    verdict.subjects += 1;
    let path = format!("/api/v1/resorts/{}/conditions", segment(slug));
    for outcome in [
        not_found(client).await,
        unknown_parameter(client, &path).await,
        revalidates(client, &path).await,
        private(client, &path, token).await,
    ] {
        match outcome {
            Ok((about, findings)) => verdict.add(&about, findings),
            Err(failure) => verdict.add(&path, [finding("http/answers", "", failure, "a complete answer")]),
        }
    }
}

type Judged = Result<(String, Vec<Finding>), Failure>;

/// Checks that an error answer has its status, its code and the shape of a problem.
fn problem(rule: &'static str, reply: &Reply, status: u16, code: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let body = reply.json().unwrap_or_default();
    if reply.status != status {
        found.push(finding(rule, "", format_args!("status {}", reply.status), status));
    } else if body.get("code").is_none_or(|said| said != code) {
        found.push(finding(rule, "/code", body.get("code").unwrap_or(&Value::Null), code));
    }
    if reply.status < 400 {
        return found;
    }
    if reply.media_type() != "application/problem+json" {
        found.push(finding("http/problem-type", "", reply.media_type(), "application/problem+json"));
    }
    for member in ["type", "title", "code", "error"] {
        if !body.get(member).is_some_and(Value::is_string) {
            found.push(finding("http/problem-type", &format!("/{member}"), "no text", "a text"));
        }
    }
    if body.get("status").and_then(Value::as_u64) != Some(u64::from(reply.status)) {
        let said = body.get("status").unwrap_or(&Value::Null);
        found.push(finding("http/problem-type", "/status", said, reply.status));
    }
    found
}

async fn not_found(client: &Client) -> Judged {
    let path = format!("/api/v1/resorts/{NOBODY}/conditions");
    let reply = client.get(&path, &[]).await?;
    let mut found = problem("http/not-found", &reply, 404, "resort_not_found");
    if reply.status == 404
        && !reply.json().unwrap_or_default().get("suggestions").is_some_and(Value::is_array)
    {
        found.push(finding("http/not-found", "/suggestions", "no list", "a list of the nearest slugs"));
    }
    Ok((path, found))
}

async fn unknown_parameter(client: &Client, path: &str) -> Judged {
    let path = format!("{path}?nobodyKnowsThis=1");
    let reply = client.get(&path, &[]).await?;
    Ok((path, problem("http/unknown-parameter", &reply, 400, "invalid_argument")))
}

async fn revalidates(client: &Client, path: &str) -> Judged {
    let reply = client.get(path, &[]).await?;
    let mut found = Vec::new();
    let control = reply.header("cache-control").to_ascii_lowercase();
    let age =
        control.split("max-age=").nth(1).and_then(|rest| rest.split(',').next()?.trim().parse::<u64>().ok());
    if !control.contains("public") || age.is_none_or(|seconds| seconds > 60) {
        found.push(finding("http/cacheable", "", control, "public, max-age=60"));
    }
    let tag = reply.header("etag");
    if tag.len() < 3 || !tag.starts_with('"') {
        found.push(finding("http/revalidates", "", format_args!("ETag `{tag}`"), "a strong ETag"));
    } else {
        // The answer may have changed between the requests: then the tag must have changed too.
        let again = client.get(path, &[("if-none-match", tag)]).await?;
        if again.status != 304 && again.header("etag") == tag {
            let said = format!("status {} with the same ETag", again.status);
            found.push(finding("http/revalidates", "", said, "304"));
        } else if again.status == 304 && !again.body.is_empty() {
            found.push(finding("http/revalidates", "", "304 with a body", "no body"));
        }
    }
    Ok((path.to_owned(), found))
}

async fn private(client: &Client, path: &str, token: Option<&str>) -> Judged {
    let Some(token) = token else { return Ok((path.to_owned(), Vec::new())) };
    let bearer = format!("Bearer {token}");
    let reply = client.get(path, &[("authorization", &bearer)]).await?;
    let control = reply.header("cache-control").to_ascii_lowercase();
    let shared = control.contains("public") || !(control.contains("private") || control.contains("no-store"));
    let found = shared.then(|| finding("http/cacheable", "", control, "private"));
    Ok((format!("{path} with the token"), found.into_iter().collect()))
}

/// Maximum age of an answer when it is sent, in milliseconds: a minute of cache and a minute of lag.
const LATEST_MS: i64 = 120_000;

/// Checks that the answer was made shortly before it was sent, by the server's clock.
pub(super) fn lag(reply: &Reply, envelope: &Value) -> Option<Finding> {
    let sent = http_date(reply.header("date"))?;
    let said = envelope.pointer("/meta/generatedAt")?;
    let generated = Timestamp::parse(said.as_str()?)?;
    let late = sent.since(generated) > LATEST_MS;
    late.then(|| {
        finding("http/generated-recently", "/meta/generatedAt", said, format_args!("shortly before {sent}"))
    })
}

/// Parses an HTTP date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
pub(crate) fn http_date(text: &str) -> Option<Timestamp> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let [_, day, month, year, time, "GMT"] = words.as_slice() else { return None };
    let month = 1 + MONTHS.iter().position(|known| known == month)?;
    Timestamp::parse(&format!("{year}-{month:02}-{day}T{time}Z"))
}
