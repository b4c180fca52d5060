//! Tests of `post`, with a relay that answers 450 for `.invalid`, as Postfix does for domains that do not exist.

use std::path::Path;

use accounts::Address;
use sources::open_meteo::Secret;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::options::MailOptions;

async fn relay(stream: TcpStream, accepted: mpsc::UnboundedSender<String>) -> Option<()> {
    let (from, mut to) = stream.into_split();
    let (mut lines, mut recipient) = (BufReader::new(from).lines(), String::new());
    to.write_all(b"220 relay\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let said = match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => "250-relay\r\n250 8BITMIME",
            "RCPT" if line.contains(".invalid") => "450 4.1.2 Recipient address rejected: Domain not found",
            "RCPT" => {
                recipient = line;
                "250 ok"
            }
            "DATA" => {
                to.write_all(b"354 go\r\n").await.ok()?;
                while lines.next_line().await.ok()?? != "." {}
                accepted.send(recipient.clone()).ok()?;
                "250 queued"
            }
            _ => "250 ok",
        };
        to.write_all(format!("{said}\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}

fn mail(to: &str) -> Mail {
    Mail {
        to: Address::parse(to).unwrap(),
        subject: "Your code".to_owned(),
        text: "012345".to_owned(),
        html: None,
        id: "sign-in.1".to_owned(),
        unsubscribe: None,
    }
}

#[tokio::test]
async fn deferred_recipients_delay_no_other() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (accepted, mut arrived) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(relay(stream, accepted.clone()));
        }
    });
    let url = Secret::new(&format!("smtp://127.0.0.1:{port}"));
    let settings = MailOptions { smtp_url: Some(url), from: None };
    let mailer = Mailer::new(&settings, "Snow", "http://127.0.0.1:8080", Path::new("none")).unwrap();
    let (post, taken) = MailQueue::new(Arc::default());
    let (_stop, stopped) = watch::channel(false);
    tokio::spawn(run(mailer, taken, Arc::clone(post.metrics()), stopped));
    for nth in 0..200 {
        post.send(mail(&format!("x{nth}@gone{nth}.invalid")));
    }
    post.send(mail("honest@example.org"));
    let first = tokio::time::timeout(Duration::from_secs(10), arrived.recv()).await;
    assert!(first.expect("not delayed by retries").unwrap().contains("honest@example.org"));
    let text = post.metrics().text();
    assert!(text.contains("snow_emails_total{kind=\"account\",outcome=\"dropped\"} 0"), "{text}");
    assert!(
        !text.contains("snow_emails_waiting{kind=\"account\"} 0"),
        "those of the other domains wait: {text}"
    );
}
