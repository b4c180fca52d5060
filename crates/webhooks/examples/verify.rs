//! Verifies a delivery as a receiver does: the headers and the raw body first, the JSON afterwards. Run it with `cargo
//! run -p webhooks --example verify`. The delivery and its secret are synthetic and published: never use that secret.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;

use webhooks::Secret;
use webhooks::verify::{self, StandardHeaders, TOLERANCE_SECONDS, VerifyError};

/// One attempt as sent over the wire.
const DELIVERY: &str = include_str!("../../../fixtures/deliveries/powder-alert.http");
/// The secret that the service showed once, when the subscription was created. A real receiver reads it from its
/// settings.
const SECRET: &str = "whsec_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=";
/// The receiver's clock, seconds since 1970: two seconds after the attempt was signed.
const NOW: i64 = 1_768_046_402;

/// A delivery: its headers and its body.
struct ReceivedDelivery<'a> {
    headers: &'a str,
    body: &'a str,
}

impl<'a> ReceivedDelivery<'a> {
    fn header(&self, name: &str) -> &'a str {
        let pairs = self.headers.lines().filter_map(|line| line.split_once(": "));
        pairs.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }

    fn check(&self, secret: &Secret, now: i64) -> Result<(), VerifyError> {
        let headers = StandardHeaders {
            id: self.header("webhook-id"),
            timestamp: self.header("webhook-timestamp"),
            signature: self.header("webhook-signature"),
        };
        verify::standard(&[secret], headers, self.body.as_bytes(), now, TOLERANCE_SECONDS)
    }
}

fn shown(what: &str, outcome: Result<(), VerifyError>) {
    match outcome {
        Ok(()) => println!("{what}: accepted"),
        Err(reason) => println!("{what}: rejected: {reason}"),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let secret = Secret::parse(SECRET)?;
    let (headers, body) =
        DELIVERY.split_once("\n\n").ok_or("a delivery has an empty line after its headers")?;
    let received = ReceivedDelivery { headers, body: body.trim_end_matches('\n') };
    println!("{} {}", received.header("X-Service-Event"), received.header("X-Service-Delivery"));
    shown("as it came", received.check(&secret, NOW));
    shown("sent again ten minutes later", received.check(&secret, NOW + 600));
    let altered = received.body.replace("31", "310");
    shown("with another depth", ReceivedDelivery { headers, body: &altered }.check(&secret, NOW));
    println!("{}", received.body);
    Ok(())
}
