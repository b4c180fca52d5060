//! A receiver that verifies each delivery with the Rust library of Standard Webhooks and reports the result, like
//! `receive.mjs` and `receive.py` with their libraries. Prints `port N`, reads the secret from a line, then prints `ok
//! ID` or `bad REASON` per delivery.

use std::error::Error;
use std::io::stdin;

use http::{HeaderMap, HeaderName, HeaderValue};
use standardwebhooks::Webhook;
use tiny_http::{Request, Response, Server};

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let server = Server::http("127.0.0.1:0")?;
    println!("port {}", server.server_addr().to_ip().ok_or("no port")?.port());
    let mut secret = String::new();
    stdin().read_line(&mut secret)?;
    let webhook = Webhook::new(secret.trim())?;
    for mut request in server.incoming_requests() {
        let verdict = judge(&webhook, &mut request).unwrap_or_else(|error| format!("bad: {error}"));
        println!("{verdict}");
        let status = if verdict.starts_with("ok ") { 204 } else { 400 };
        request.respond(Response::empty(status))?;
    }
    Ok(())
}

fn judge(webhook: &Webhook, request: &mut Request) -> Result<String, Box<dyn Error + Send + Sync>> {
    let mut body = Vec::new();
    request.as_reader().read_to_end(&mut body)?;
    let mut headers = HeaderMap::new();
    for header in request.headers() {
        let name = HeaderName::from_bytes(header.field.as_str().as_str().as_bytes())?;
        headers.insert(name, HeaderValue::from_str(header.value.as_str())?);
    }
    webhook.verify(&body, &headers)?;
    // An altered delivery must fail, or the check proves nothing.
    let mut altered = body.clone();
    altered.push(b' ');
    if webhook.verify(&altered, &headers).is_ok() {
        return Ok("bad: altered passed".to_owned());
    }
    let id = headers.get("webhook-id").ok_or("no id")?.to_str()?;
    Ok(format!("ok {id}"))
}
