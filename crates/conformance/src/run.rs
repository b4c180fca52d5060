//! Checks a running server: thresholds, list, schema, the envelope of every resort, and for some resorts consistency
//! across endpoints and over time.

use std::sync::Arc;

use crate::rules::{Answer, Definitions, Subject, Viewer};
use contract::SCHEMA_PATH;
use serde_json::Value;
use tokio::task::JoinSet;

use crate::client::{Client, Failure, Reply, segment};
use crate::live::finding;
use crate::mcp;
use crate::results::Results;
use crate::write;

mod http;
mod plan;

pub use plan::Plan;

/// Reason why the server cannot be checked at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckError(pub String);

/// Number of consecutive failures after which the server counts as down.
const GIVE_UP: usize = 8;

/// Number of rows per page of the list.
const PAGE: usize = 500;

/// Data shared by all tasks.
#[derive(Debug)]
struct Visit {
    client: Client,
    definitions: Definitions,
    token: Option<String>,
}

/// Checks a server. `progress` receives the number of resorts done and the total.
///
/// # Errors
/// Returns an error if the server cannot be reached or returns nothing to check.
pub async fn server(
    client: Client,
    plan: &Plan,
    progress: impl Fn(usize, usize),
) -> Result<Results, CheckError> {
    let mut verdict = Results::default();
    let definitions = match fetch(&client, "/api/v1/definitions", None).await {
        Ok(Ok(answer)) => Definitions::read(&answer),
        Ok(Err(_)) => Definitions::default(),
        Err(failure) => return Err(CheckError(failure.to_string())),
    };
    if !definitions.stated {
        let note = "the server states no thresholds at /api/v1/definitions: findings against the defaults are warnings";
        verdict.left_out.push(note.to_owned());
    }
    let slugs = if plan.resorts.is_empty() {
        sampled(list_slugs(&client, &mut verdict).await?, plan.sample)
    } else {
        plan.resorts.clone()
    };
    if slugs.is_empty() {
        return Err(CheckError("the list of resorts is empty; name a resort with --resort".to_owned()));
    }
    let visit = Arc::new(Visit { client, definitions, token: plan.token.clone() });
    let first = every_resort(&visit, &slugs, plan.concurrency, &mut verdict, progress).await?;
    if let Some((slug, envelope)) = &first {
        schema(&visit.client, envelope, &mut verdict).await;
        http::check_http(&visit.client, slug, plan.token.as_deref(), &mut verdict).await;
        if plan.no_connector {
            verdict.left_out.push("the connector: skipped by --no-connector".to_owned());
        } else {
            mcp::check_connector(&visit.client, slug, envelope, &mut verdict).await;
        }
    }
    if let Some(key) = &plan.write_key {
        write::check_write_connector(&visit.client, key, &mut verdict).await;
    }
    for slug in spread(&slugs, plan.deep) {
        deep(&visit, slug, &mut verdict).await;
    }
    Ok(verdict)
}

/// Fetches a JSON answer, or returns a finding if it is not JSON. Only a failed connection is an error.
async fn fetch(
    client: &Client,
    path: &str,
    token: Option<&str>,
) -> Result<Result<Value, crate::rules::Finding>, Failure> {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let headers: Vec<(&'static str, &str)> =
        bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
    Ok(match client.get(path, &headers).await {
        Ok(reply) => parsed(&reply),
        Err(Failure::Broken(why)) => Err(finding("http/answers", "", why, "a complete answer")),
        Err(unreachable) => return Err(unreachable),
    })
}

/// Parses the JSON of a reply.
fn parsed(reply: &Reply) -> Result<Value, crate::rules::Finding> {
    if reply.status != 200 {
        return Err(finding("http/answers", "", format_args!("status {}", reply.status), "status 200"));
    }
    if reply.media_type() != "application/json" {
        let found = format!("content type `{}`", reply.media_type());
        return Err(finding("http/json", "", found, "application/json"));
    }
    reply.json().map_err(|error| finding("http/json", "", error, "JSON"))
}

/// Returns every slug that the server lists.
async fn list_slugs(client: &Client, verdict: &mut Results) -> Result<Vec<String>, CheckError> {
    let mut slugs: Vec<String> = Vec::new();
    loop {
        let path = format!("/api/v1/resorts?limit={PAGE}&offset={}", slugs.len());
        let list = match fetch(client, &path, None).await {
            Ok(Ok(list)) => list,
            Ok(Err(broken)) if slugs.is_empty() => {
                let why = format!("{path}: {}; name a resort with --resort", broken.found);
                return Err(CheckError(why));
            }
            Ok(Err(broken)) => {
                verdict.add(&path, [broken]);
                return Ok(slugs);
            }
            Err(failure) => return Err(CheckError(failure.to_string())),
        };
        verdict.check(&path, &Subject::List(&list));
        let rows = list.get("data").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let before = slugs.len();
        for slug in rows.iter().filter_map(|row| row.get("slug").and_then(Value::as_str)) {
            slugs.push(slug.to_owned());
        }
        let total = list.pointer("/meta/total").and_then(Value::as_u64).unwrap_or(0);
        if slugs.len() == before || slugs.len() as u64 >= total {
            return Ok(slugs);
        }
    }
}

fn sampled(slugs: Vec<String>, sample: Option<usize>) -> Vec<String> {
    match sample {
        Some(count) => spread(&slugs, count).cloned().collect(),
        None => slugs,
    }
}

/// Returns `count` items, evenly spread over the list.
fn spread<T>(items: &[T], count: usize) -> impl Iterator<Item = &T> {
    let count = count.min(items.len());
    (0..count).filter_map(move |nth| items.get(nth * items.len() / count.max(1)))
}

/// Checks the envelope of each resort and returns the first one.
async fn every_resort(
    visit: &Arc<Visit>,
    slugs: &[String],
    concurrency: usize,
    verdict: &mut Results,
    progress: impl Fn(usize, usize),
) -> Result<Option<(String, Value)>, CheckError> {
    let mut tasks = JoinSet::new();
    let mut waiting = slugs.iter();
    let (mut done, mut failures, mut first) = (0, 0, None);
    loop {
        while tasks.len() < concurrency.max(1) {
            let Some(slug) = waiting.next() else { break };
            tasks.spawn(one_resort(Arc::clone(visit), slug.clone()));
        }
        let Some(joined) = tasks.join_next().await else { return Ok(first) };
        let outcome = joined.map_err(|error| CheckError(format!("a check was aborted: {error}")))?;
        done += 1;
        progress(done, slugs.len());
        match outcome {
            Ok((part, answered)) => {
                verdict.merge(part);
                // Without this limit a server that never answers in time would block the kit for hours.
                failures = if answered.is_some() { 0 } else { failures + 1 };
                first = first.or(answered);
            }
            Err(failure) => return Err(CheckError(failure.to_string())),
        }
        if failures >= GIVE_UP && done < slugs.len() {
            verdict.left_out.push(format!(
                "{} resorts: {failures} consecutive requests had no answer",
                slugs.len() - done
            ));
            return Ok(first);
        }
    }
}

type OneResort = (Results, Option<(String, Value)>);

async fn one_resort(visit: Arc<Visit>, slug: String) -> Result<OneResort, Failure> {
    let path = conditions(&slug);
    let mut verdict = Results::default();
    let reply = match visit.client.get(&path, &[]).await {
        Ok(reply) => reply,
        Err(Failure::Broken(why)) => {
            verdict.add(&path, [finding("http/answers", "", why, "a complete answer")]);
            return Ok((verdict, None));
        }
        Err(unreachable) => return Err(unreachable),
    };
    let envelope = match parsed(&reply) {
        Ok(envelope) => envelope,
        Err(broken) => {
            verdict.add(&path, [broken]);
            return Ok((verdict, None));
        }
    };
    let anonymous = Answer { json: &envelope, viewer: Viewer::Anonymous, definitions: &visit.definitions };
    verdict.check(&path, &Subject::Envelope(anonymous));
    let named = envelope.pointer("/meta/slug").unwrap_or(&Value::Null);
    if *named != slug {
        verdict.add(&path, [finding("http/slug-asked", "/meta/slug", named, &slug)]);
    }
    verdict.add(&path, http::lag(&reply, &envelope));
    if let Some(token) = &visit.token {
        match fetch(&visit.client, &path, Some(token)).await? {
            Ok(seen) => {
                let about = format!("{path} with the token");
                let pro = Answer { json: &seen, viewer: Viewer::Pro, definitions: &visit.definitions };
                verdict.check(&about, &Subject::Envelope(pro));
                verdict.check(&about, &Subject::Tiers(anonymous, pro));
            }
            Err(broken) => verdict.add(&path, [broken]),
        }
    }
    Ok((verdict, Some((slug, envelope))))
}

fn conditions(slug: &str) -> String {
    format!("/api/v1/resorts/{}/conditions", segment(slug))
}

/// Checks the published schema, and that it accepts the served answers.
async fn schema(client: &Client, envelope: &Value, verdict: &mut Results) {
    let served = match fetch(client, SCHEMA_PATH, None).await {
        Ok(Ok(served)) => served,
        // Schemas have their own media type; only the body matters.
        Ok(Err(_)) | Err(_) => {
            let reply = client.get(SCHEMA_PATH, &[]).await.ok().filter(|reply| reply.status == 200);
            let Some(served) = reply.and_then(|reply| reply.json().ok()) else {
                let expected = "a JSON Schema";
                return verdict.add(SCHEMA_PATH, [finding("schema/accepts", "", "no schema", expected)]);
            };
            served
        }
    };
    let address = envelope.get("schema").and_then(Value::as_str);
    verdict.check(SCHEMA_PATH, &Subject::Schema(&served, address));
    let validator = jsonschema::options().should_validate_formats(true).build(&served);
    match validator {
        Err(error) => verdict.add(SCHEMA_PATH, [finding("schema/accepts", "", error, "a JSON Schema")]),
        Ok(validator) => {
            let errors = validator.iter_errors(envelope).take(5);
            let broken = errors.map(|error| {
                finding(
                    "schema/accepts",
                    &error.instance_path().to_string(),
                    &error,
                    "valid by the published schema",
                )
            });
            verdict.add(SCHEMA_PATH, broken);
        }
    }
}

/// Checks one resort across endpoints and over time. The server may publish between two requests, so mismatches are
/// fetched again before they count.
async fn deep(visit: &Visit, slug: &str, verdict: &mut Results) {
    let mut part = together(visit, slug).await;
    if !part.found.is_empty() {
        part = together(visit, slug).await;
    }
    verdict.merge(part);
    check_optional(
        visit,
        slug,
        ("avalanche", "avalanche bulletins"),
        |answer| Subject::Avalanche(answer),
        verdict,
    )
    .await;
    check_optional(visit, slug, ("photos", "photos"), |answer| Subject::Photos(answer), verdict).await;
    let mut part = check_question(visit, slug).await;
    if !part.found.is_empty() {
        part = check_question(visit, slug).await;
    }
    verdict.merge(part);
}

/// Checks the answer to a question about the resort against its record.
async fn check_question(visit: &Visit, slug: &str) -> Results {
    let mut verdict = Results::default();
    let path = format!("/api/v1/ask?question=How%20deep%20is%20the%20snow%3F&slug={}", segment(slug));
    match fetch(&visit.client, &path, None).await {
        Ok(Ok(answer)) => match fetch(&visit.client, &conditions(slug), None).await {
            Ok(Ok(record)) => verdict.check(&path, &Subject::Asked(&answer, &record)),
            Ok(Err(broken)) => verdict.add(&path, [broken]),
            Err(failure) => verdict.left_out.push(format!("{path}: {failure}")),
        },
        // The specification does not name the path.
        Ok(Err(broken)) if broken.found == "status 404" => {
            verdict.left_out.push(format!("{path}: not served; answers to questions are not checked"));
        }
        Ok(Err(broken)) => verdict.add(&path, [broken]),
        Err(failure) => verdict.left_out.push(format!("{path}: {failure}")),
    }
    verdict
}

/// Checks an answer about one resort at a path that the specification does not name, if the server has it.
async fn check_optional(
    visit: &Visit,
    slug: &str,
    (last, what): (&str, &str),
    subject: fn(&Value) -> Subject<'_>,
    verdict: &mut Results,
) {
    let path = format!("/api/v1/resorts/{}/{last}", segment(slug));
    match fetch(&visit.client, &path, None).await {
        Ok(Ok(answer)) => verdict.check(&path, &subject(&answer)),
        Ok(Err(broken)) if broken.found == "status 404" => {
            verdict.left_out.push(format!("{path}: not served; the rules of {what} are not checked"));
        }
        Ok(Err(broken)) => verdict.add(&path, [broken]),
        Err(failure) => verdict.left_out.push(format!("{path}: {failure}")),
    }
}

async fn together(visit: &Visit, slug: &str) -> Results {
    let mut verdict = Results::default();
    let (record, resort) = (conditions(slug), format!("/api/v1/resorts/{}", segment(slug)));
    let rows = format!("{resort}/forecast");
    let mut answers = Vec::new();
    for path in [&record, &resort, &rows, &record] {
        match fetch(&visit.client, path, None).await {
            Ok(Ok(answer)) => answers.push(answer),
            Ok(Err(broken)) => {
                // The specification does not name the path of the daily rows.
                if *path == rows && broken.found == "status 404" {
                    verdict
                        .left_out
                        .push(format!("{rows}: not served; the rows of the resort's detail are compared"));
                    answers.push(Value::Null);
                } else {
                    verdict.add(path, [broken]);
                    return verdict;
                }
            }
            Err(failure) => {
                verdict.left_out.push(format!("{path}: {failure}"));
                return verdict;
            }
        }
    }
    let [envelope, detail, daily, again] = answers.as_slice() else { return verdict };
    let view = |json| Answer { json, viewer: Viewer::Anonymous, definitions: &visit.definitions };
    verdict.check(&resort, &Subject::Detail(view(envelope), detail));
    let (about, daily) = if daily.is_null() { (&resort, detail) } else { (&rows, daily) };
    verdict.check(about, &Subject::Rows(view(envelope), daily));
    verdict.check(&record, &Subject::Samples(view(envelope), view(again)));
    road(&visit.client, &format!("{resort}/road"), &mut verdict).await;
    verdict
}

/// Checks the answer about the road to a resort, if the server has it.
async fn road(client: &Client, path: &str, verdict: &mut Results) {
    match fetch(client, path, None).await {
        Ok(Ok(answer)) => verdict.check(path, &Subject::Road(&answer)),
        Ok(Err(broken)) if broken.found == "status 404" => {
            verdict.left_out.push(format!("{path}: not served"))
        }
        Ok(Err(broken)) => verdict.add(path, [broken]),
        Err(failure) => verdict.left_out.push(format!("{path}: {failure}")),
    }
}
