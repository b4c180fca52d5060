//! Checks of what is around the service: mail server, name servers, ports, and the clock.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use command_line::one_line;
use outbound::guard::Guard;
use runtime::clock;
use services::mail::Mailer;

use super::{Checkup, Finding, Line};

/// Maximum wait for a reply.
const PATIENCE: Duration = Duration::from_secs(8);
/// Address whose name is resolved.
const PUBLIC: &str = "https://api.open-meteo.com";
/// Largest difference of the clocks without a warning, in seconds. Signatures of webhooks are valid for five minutes.
const CLOCK_S: i64 = 30;

pub(super) async fn lines(checkup: &Checkup) -> Vec<Line> {
    let mut lines = vec![
        Line::new("mail", mail(checkup).await),
        Line::new("name servers", names(checkup).await),
        Line::new("clock", time(&checkup.upstream).await),
        Line::new("port", port(checkup, checkup.bind)),
    ];
    lines.extend(checkup.admin_bind.map(|address| Line::new("admin port", port(checkup, address))));
    lines
}

/// Connects to the mail server; sends nothing.
async fn mail(checkup: &Checkup) -> Finding {
    let options = &checkup.mail;
    let mailer = match Mailer::new(options, &checkup.service_name, &checkup.base_url, &checkup.data_dir) {
        Ok(mailer) => mailer,
        Err(error) => return Finding::Failed(error),
    };
    if let Some(folder) = mailer.folder() {
        return Finding::Warning(format!(
            "no mail server (--smtp-url); emails become files in {}",
            folder.display()
        ));
    }
    match tokio::time::timeout(PATIENCE, mailer.check()).await {
        Ok(Ok(())) => Finding::Ok("the mail server accepts the sign-in".to_owned()),
        Ok(Err(error)) => Finding::Failed(format!("the mail server cannot be used: {error}")),
        Err(_) => Finding::Failed(format!("the mail server does not answer within {} s", PATIENCE.as_secs())),
    }
}

/// Resolves a public name as deliveries do.
async fn names(checkup: &Checkup) -> Finding {
    let guard = match Guard::new(checkup.callback, &checkup.name_servers) {
        Ok(guard) => guard,
        Err(error) => return Finding::Failed(one_line(error)),
    };
    match guard.vet(PUBLIC).await {
        Ok(_) => Finding::Ok("public names resolve".to_owned()),
        Err(error) => Finding::Warning(format!(
            "{PUBLIC}: {error}; webhooks need name servers (--webhook-name-servers)"
        )),
    }
}

/// Compares this machine's clock with that of the forecast upstream.
async fn time(upstream: &str) -> Finding {
    let unknown =
        |reason: String| Finding::Warning(format!("not compared: {upstream} does not answer ({reason})"));
    // The client brings no cryptography; a provider that the process has installed already stays.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = match reqwest::Client::builder().timeout(PATIENCE).build() {
        Ok(client) => client,
        Err(error) => return unknown(one_line(error.without_url())),
    };
    let answer = match client.head(upstream).send().await {
        Ok(answer) => answer,
        Err(error) => return unknown(one_line(error.without_url())),
    };
    let date =
        answer.headers().get("date").and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok());
    let date = date.and_then(|date| date.duration_since(std::time::UNIX_EPOCH).ok());
    let Some(theirs) = date.and_then(|since| i64::try_from(since.as_secs()).ok()) else {
        return unknown("without a date".to_owned());
    };
    let ahead = clock::now().millis() / 1_000 - theirs;
    if ahead.abs() <= CLOCK_S {
        Finding::Ok(format!("within {CLOCK_S} s of {upstream}"))
    } else {
        Finding::Failed(format!("{ahead} s ahead of {upstream}; synchronise this machine's clock"))
    }
}

/// Checks that an address can be listened on.
fn port(checkup: &Checkup, address: SocketAddr) -> Finding {
    match TcpListener::bind(address) {
        Ok(_) => Finding::Ok(format!("{address} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Finding::Warning(format!(
            "{address} is in use; is the service running? data folder: {}",
            checkup.data_dir.display()
        )),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Finding::Failed(format!(
            "{address}: {error}; ports below 1024 need CAP_NET_BIND_SERVICE: choose another with --bind and put a proxy in front"
        )),
        Err(error) => {
            Finding::Failed(format!("{address}: {error}; choose an address of this machine with --bind"))
        }
    }
}
