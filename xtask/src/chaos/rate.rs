//! `rate`: two hundred clients' worth of requests at once from one address, each with another forged header, over one
//! process or three replicas: the contract's ten new subscriptions per hour come of it, never eleven.

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

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let settings = Settings { contract: true, ..Settings::default() };
    let replicas = if plan.database.url().is_some() { REPLICAS } else { 1 };
    let services = (0..replicas)
        .map(|_| Service::start(&plan.binary, &plan.database, &settings))
        .collect::<Result<Vec<_>, _>>()?;
    let (made, refused) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let asking: Vec<_> = (0..AT_ONCE)
        .filter_map(|number| {
            let address = services.get(number % services.len())?.address;
            let (made, refused) = (Arc::clone(&made), Arc::clone(&refused));
            // Addresses of this machine, which the development switch lets in: nobody else is named.
            let url = format!("http://127.0.0.1:1026/{number}");
            Some(thread::spawn(move || {
                let body = json!({ "url": url, "events": ["powder-alert"] });
                let forged = format!("198.51.100.{number}");
                let mut client = Client::new(address).forwarded(forged);
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
    let (made, refused) = (made.load(Ordering::Relaxed), refused.load(Ordering::Relaxed));
    Ok(Outcome::Figures(vec![Figure {
        row: 11,
        what: "new subscriptions of one address, 200 requests at once with forged X-Forwarded-For",
        anchor: "no such limit",
        goal: "exactly 10",
        measured: format!("{made} made, {refused} refused with 429, {replicas} processes"),
        holds: made == ALLOWED && refused == AT_ONCE - ALLOWED,
    }]))
}
