//! `rate`: two hundred concurrent requests from one address, each with another forged header, and from one IPv6
//! network, each from another address in it; over one process or three replicas. Exactly the contract's ten new
//! subscriptions per hour are created, never eleven.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::json;

use super::client::Client;
use super::report::Figure;
use super::service::{Service, Settings};
use super::{Outcome, Plan};

const AT_ONCE: usize = 200;
const ALLOWED: usize = 10;
const REPLICAS: usize = 3;
/// The trusted proxy whose header identifies clients.
const PROXY: &str = "127.0.0.1";

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let forged = started(plan, None)?;
    let of_one = send_requests(&addresses(&forged), "forged", |number| format!("198.51.100.{number}"));
    drop(forged);
    let behind = started(plan, Some(PROXY))?;
    let at = addresses(&behind);
    let of_network = send_requests(&at, "network", |number| format!("2001:db8:0:1::{number:x}"));
    let of_next = send_requests(&at, "next", |number| format!("2001:db8:0:2:{number:x}::1"));
    let figure = |what, made: &[usize; 2], more: &str| Figure {
        row: 11,
        what,
        anchor: "no such limit",
        goal: "exactly 10",
        measured: format!("{} made, {} refused with 429{more}, {} processes", made[0], made[1], at.len()),
        holds: *made == EXACT,
    };
    let next = format!("; of the network beside it {} made, {} refused", of_next[0], of_next[1]);
    let mut network = figure(
        "new subscriptions of one IPv6 /64, 200 requests at once, each from another address of it",
        &of_network,
        &next,
    );
    network.holds &= of_next == EXACT;
    Ok(Outcome::Figures(vec![
        figure(
            "new subscriptions of one address, 200 requests at once with forged X-Forwarded-For",
            &of_one,
            "",
        ),
        network,
    ]))
}

/// Expected numbers of created and rejected subscriptions.
const EXACT: [usize; 2] = [ALLOWED, AT_ONCE - ALLOWED];

fn started(plan: &Plan, proxy: Option<&str>) -> Result<Vec<Service>, String> {
    let environment = proxy.map(|proxy| ("SNOW_TRUSTED_PROXIES", proxy.to_owned())).into_iter().collect();
    let settings = Settings { contract: true, environment, ..Settings::default() };
    let replicas = if plan.database.url().is_some() { REPLICAS } else { 1 };
    (0..replicas).map(|_| Service::start(&plan.binary, &plan.database, &settings)).collect()
}

fn addresses(services: &[Service]) -> Vec<SocketAddr> {
    services.iter().map(|service| service.address).collect()
}

/// Sends requests concurrently, each for another URL and with its own `X-Forwarded-For`; returns how many were created,
/// and how many correctly rejected.
fn send_requests(services: &[SocketAddr], run: &str, from: impl Fn(usize) -> String) -> [usize; 2] {
    let (made, refused) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let asking: Vec<_> = (0..AT_ONCE)
        .filter_map(|number| {
            let address = *services.get(number % services.len())?;
            let (made, refused) = (Arc::clone(&made), Arc::clone(&refused));
            // Local addresses, which the development switch allows, so that no other host is contacted.
            let url = format!("http://127.0.0.1:1026/{run}/{number}");
            let mut client = Client::new(address).forwarded(from(number));
            Some(thread::spawn(move || {
                let body = json!({ "url": url, "events": ["powder-alert"] });
                match client.send("POST", "/api/v1/webhooks", None, Some(&body)) {
                    Ok(answer) if answer.status == 201 => drop(made.fetch_add(1, Ordering::Relaxed)),
                    Ok(answer) if answer.status == 429 && answer.retry_after => {
                        refused.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(_) | Err(_) => {}
                }
            }))
        })
        .collect();
    for one in asking {
        let _ = one.join();
    }
    [made, refused].map(|count| count.load(Ordering::Relaxed))
}
