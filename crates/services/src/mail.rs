//! Email: messages, and two ways to send them: a mail server (SMTP submission), or, until one is configured, files in a
//! folder for the service's operator.
//!
//! [`Mailer::send`] tries once and classifies a failure; the caller decides on retries. [`post::MailQueue`] is for sign-in
//! emails: in the background, with a few retries, counted.

pub mod file;
mod outbox;
pub mod post;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use accounts::Address;
use file::Folder;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::PoolConfig;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

use crate::options::MailOptions;

/// Timeout of one exchange with the mail server.
const PATIENCE: Duration = Duration::from_secs(15);
/// Maximum number of connections to the mail server.
const CONNECTIONS: u32 = 8;
/// Subfolder of the data folder for emails without a configured mail server.
pub const FOLDER: &str = "mail";

/// An email.
#[derive(Debug, Clone)]
pub struct Mail {
    pub to: Address,
    /// Subject line.
    pub subject: String,
    /// Plain text body.
    pub text: String,
    /// HTML body, if there is one.
    pub html: Option<String>,
    /// Part of the Message-ID before the `@`, stable over retries, so that duplicates are recognised.
    pub id: String,
    /// One-click unsubscribe address (RFC 8058).
    pub unsubscribe: Option<String>,
}

/// Reason why an email was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Permanent failure: the address does not exist, or the server does not accept such an email.
    #[error("permanently rejected: {0}")]
    Refused(String),
    /// Temporary failure.
    #[error("not sent: {0}")]
    Failed(String),
}

/// Sends emails.
#[derive(Debug, Clone)]
pub struct Mailer {
    way: Way,
    from: Mailbox,
}

#[derive(Debug, Clone)]
enum Way {
    Smtp(Arc<AsyncSmtpTransport<Tokio1Executor>>),
    Files(Folder),
}

impl Mailer {
    /// Creates a mailer from settings, for a service with this name and address.
    ///
    /// # Errors
    /// Returns one line about the invalid setting, without a password.
    pub fn new(settings: &MailOptions, service: &str, base_url: &str, data: &Path) -> Result<Self, String> {
        let host =
            base_url.split("://").nth(1).unwrap_or_default().split(['/', ':']).next().unwrap_or_default();
        let own = format!("snow@{host}");
        let from = settings.from.as_deref().unwrap_or(&own);
        let wrong = |_| format!("setting mail-from: `{from}` is not a mail address");
        let address: lettre::Address = match &settings.from {
            Some(_) => from.parse().map_err(wrong)?,
            // An address of this machine has no host name that email could come from.
            None => from.parse().or_else(|_| "snow@localhost".parse()).map_err(wrong)?,
        };
        let way = match &settings.smtp_url {
            None => Way::Files(Folder::new(data.join(FOLDER))),
            Some(url) => {
                // The library's error would repeat the address with its password.
                let built = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.reveal());
                let wrong =
                    |_| "setting smtp-url: must be smtps://user:password@host or smtp://host:port".to_owned();
                let pool = PoolConfig::new().max_size(CONNECTIONS);
                Way::Smtp(Arc::new(built.map_err(wrong)?.timeout(Some(PATIENCE)).pool_config(pool).build()))
            }
        };
        Ok(Self { way, from: Mailbox::new(Some(service.to_owned()), address) })
    }

    /// Returns the folder of emails, if no server is configured.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match &self.way {
            Way::Files(folder) => Some(folder.path()),
            Way::Smtp(_) => None,
        }
    }

    /// Connects to the mail server and signs in; without a server this does nothing. Sends nothing.
    ///
    /// # Errors
    /// Returns a [`MailError`] if the server cannot be used.
    pub async fn check(&self) -> Result<(), MailError> {
        match &self.way {
            Way::Files(_) => Ok(()),
            Way::Smtp(server) => match server.test_connection().await {
                Ok(true) => Ok(()),
                Ok(false) => Err(MailError::Failed("the server does not answer".to_owned())),
                Err(error) => Err(MailError::Failed(error.to_string())),
            },
        }
    }

    /// Sends an email once.
    ///
    /// # Errors
    /// Returns a [`MailError`] if it was not sent.
    pub async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let message = self.message(mail)?;
        match &self.way {
            Way::Files(folder) => folder.write(&mail.to, message.formatted()).await,
            Way::Smtp(server) => match server.send(message).await {
                Ok(_) => Ok(()),
                Err(error) if error.is_permanent() => Err(MailError::Refused(error.to_string())),
                Err(error) => Err(MailError::Failed(error.to_string())),
            },
        }
    }

    fn message(&self, mail: &Mail) -> Result<Message, MailError> {
        let refused = |error: &dyn std::fmt::Display| MailError::Refused(error.to_string());
        let to = mail.to.as_str().parse::<lettre::Address>().map_err(|error| refused(&error))?;
        let id = format!("<{}@{}>", mail.id, self.from.email.domain());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(mail.subject.clone())
            .message_id(Some(id))
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(address) = &mail.unsubscribe {
            message = message
                .raw_header(header("List-Unsubscribe", &format!("<{address}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let made = match &mail.html {
            None => message.header(ContentType::TEXT_PLAIN).body(mail.text.clone()),
            Some(html) => {
                let text = SinglePart::plain(mail.text.clone());
                message.multipart(
                    MultiPart::alternative().singlepart(text).singlepart(SinglePart::html(html.clone())),
                )
            }
        };
        made.map_err(|error| refused(&error))
    }
}

/// Returns a header that contains no text of strangers.
fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

#[cfg(test)]
mod tests;
