//! Tests of the contract's limit of ten new subscriptions per hour and client: exactly ten, however they are requested,
//! over all replicas.

use std::sync::Arc;
use std::thread;

use reqwest::Method;
use serde_json::json;
use server::config::WebhookSettings;

use super::{NOBODY, PATH, create, development, lenient, quiet, started, subscribe};
use crate::harness::{Database, Harness, Setup, problem};

/// Sends 200 requests at once, each for another URL, and counts the answers.
fn two_hundred(harnesses: &[Arc<Harness>], from: impl Fn(usize) -> Option<String>) -> (usize, usize) {
    const AT_ONCE: usize = 200;
    let asking: Vec<_> = (0..AT_ONCE)
        .map(|at| {
            let harness = Arc::clone(&harnesses[at % harnesses.len()]);
            let from = from(at);
            thread::spawn(move || {
                let url = format!("https://8.8.{}.{}/", at / 200, at % 200 + 1);
                let body = json!({ "url": url, "events": ["powder-alert"] }).to_string();
                let mut headers = vec![("Content-Type", "application/json")];
                headers.extend(from.as_deref().map(|from| ("X-Forwarded-For", from)));
                let reply = harness.post(PATH, &headers, body.as_bytes());
                if reply.status != 201 {
                    problem(&reply, 429, "rate_limited");
                    assert!(reply.header("retry-after").parse::<u64>().unwrap() >= 1);
                }
                reply.status
            })
        })
        .collect();
    let statuses: Vec<u16> = asking.into_iter().map(|asked| asked.join().unwrap()).collect();
    let made = statuses.iter().filter(|status| **status == 201).count();
    (made, statuses.len() - made)
}

fn limited(name: &str, trusted: Option<&str>) -> Arc<Harness> {
    let trusted_proxies = trusted.map(str::to_owned);
    Arc::new(Harness::start(Setup { trusted_proxies, ..quiet(name) }))
}

#[test]
fn limit_holds_for_concurrent_requests() {
    let harness = [limited("rate", None)];
    assert_eq!(two_hundred(&harness, |_| None), (10, 190));
}

#[test]
fn client_header_does_not_evade_the_limit() {
    let harness = [limited("rate-spoofed", None)];
    let spoofed = |at: usize| Some(format!("198.51.100.{at}, 203.0.113.{at}"));
    assert_eq!(two_hundred(&harness, spoofed), (10, 190));
    // Nor through a trusted proxy: the address that it saw is the last one.
    let behind = [limited("rate-proxied", Some("127.0.0.1"))];
    let spoofed = |at: usize| Some(format!("198.51.100.{at}, 8.8.8.8"));
    assert_eq!(two_hundred(&behind, spoofed), (10, 190));
}

#[test]
fn ipv6_network_counts_as_one_client() {
    let harness = [limited("rate-v6", Some("127.0.0.1"))];
    assert_eq!(two_hundred(&harness, |at| Some(format!("2001:db8:0:1::{at:x}"))), (10, 190));
    let body = json!({ "url": "https://8.8.9.9/", "events": ["powder-alert"] }).to_string();
    let other = [("Content-Type", "application/json"), ("X-Forwarded-For", "2001:db8:0:2::1")];
    assert_eq!(harness[0].post(PATH, &other, body.as_bytes()).status, 201);
}

#[test]
fn limit_holds_over_replicas() {
    let Some(database) = Database::postgres() else { return };
    let key = Some("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=".to_owned());
    let replicas: Vec<Arc<Harness>> = (0..3)
        .map(|at| {
            let webhooks = WebhookSettings { webhook_keys: key.clone(), ..WebhookSettings::default() };
            let database_url = Some(database.url.clone());
            let name = format!("rate-replica-{at}");
            Arc::new(Harness::start(Setup { webhooks, database_url, ..quiet(&name) }))
        })
        .collect();
    assert_eq!(two_hundred(&replicas, |_| None), (10, 190));
}

#[test]
fn removed_subscription_frees_its_place() {
    let webhooks = WebhookSettings { webhook_subscriptions_per_host: Some(2), ..lenient() };
    let harness = started("per-host", webhooks);
    let first = subscribe(&harness, "https://8.8.8.8/1");
    subscribe(&harness, "https://8.8.8.8:8443/2");
    let body = json!({ "url": "https://8.8.8.8/3", "events": ["powder-alert"] });
    problem(&create(&harness, &body), 409, "conflict");
    subscribe(&harness, "https://8.8.4.4/3");
    assert_eq!(first.send(&harness, Method::DELETE, "").status, 204);
    assert_eq!(create(&harness, &body).status, 201);
}

#[test]
fn tests_are_limited_per_subscription() {
    let webhooks = WebhookSettings { webhook_tests_per_minute: Some(2), ..development() };
    let harness = started("per-subscription", webhooks);
    // It is unknown whether the receivers want anything: one per minute.
    let (one, other) =
        (subscribe(&harness, &format!("{NOBODY}/1")), subscribe(&harness, &format!("{NOBODY}/2")));
    let statuses = [&one, &one, &one, &other].map(|owner| owner.send(&harness, Method::POST, "/test").status);
    assert_eq!(statuses, [202, 429, 429, 202]);
}

#[test]
fn wrong_secrets_lock_no_owner_out() {
    let harness = started("wrong-secrets", lenient());
    let owner = subscribe(&harness, "https://8.8.8.8/hook");
    let wrong = format!("Bearer whsec_{}", "A".repeat(44));
    let guess = || harness.get_with(&owner.path(""), &[("Authorization", &wrong)]).status;
    let refused = (0..70).map(|_| guess()).filter(|status| *status == 429).count();
    assert!(refused > 0, "who guesses is limited");
    assert_eq!(owner.send(&harness, Method::GET, "").status, 200, "from the same address, with the secret");
    assert_eq!(guess(), 429);
    assert_eq!(owner.send(&harness, Method::DELETE, "").status, 204);
}
