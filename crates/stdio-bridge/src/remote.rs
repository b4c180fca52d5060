//! Sends requests to the server: which responses are retried and when, and which error is reported if there is no
//! answer.

use std::time::Duration;

use mcp_protocol::client::{self, Headers};
use reqwest::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER,
};
use reqwest::{Client, Response, StatusCode, Url};
use serde::Deserialize;

use crate::events::Events;

/// Maximum size of an answer, in bytes.
const LARGEST_ANSWER: usize = 16 << 20;
/// Maximum number of characters of the server's text that is repeated.
const LONGEST_QUOTE: usize = 200;
const EVENT_STREAM: &str = "text/event-stream";

/// The limits on retries and waiting.
#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    /// Maximum number of retries of a request.
    pub repeats: u32,
    /// Pause before the first retry; each later one is twice as long.
    pub first_pause: Duration,
    /// Longest pause that a server may request; a longer one ends the attempts.
    pub longest_pause: Duration,
    /// Connect timeout.
    pub connect: Duration,
    /// Maximum silence of a server during an answer.
    pub silence: Duration,
}

impl RetryPolicy {
    /// Four retries within about 8 seconds of pauses.
    pub const USUAL: Self = Self {
        repeats: 4,
        first_pause: Duration::from_millis(500),
        longest_pause: Duration::from_secs(30),
        connect: Duration::from_secs(10),
        silence: Duration::from_secs(60),
    };
}

/// The reason why a bridge cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The address is invalid.
    #[error("--url {0}: not an address such as https://snow.example.org/mcp")]
    Url(String),
    /// The token is not a valid header value. It is not repeated in the message.
    #[error("--token: it contains characters that are not allowed in a token")]
    Token,
    /// The HTTP client cannot be made.
    #[error("cannot set up HTTP: {0}")]
    Client(String),
}

/// The expected content of a response.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ExpectedReply<'a> {
    /// The answer to one request, by its identifier.
    To(&'a str),
    /// The answers to a batch.
    Any,
}

/// A connection to a server.
#[derive(Debug)]
pub struct Remote {
    client: Client,
    url: Url,
    constant: HeaderMap,
    has_token: bool,
    patience: RetryPolicy,
    verbose: bool,
}

/// The failure of an attempt.
#[derive(Debug)]
enum AttemptError {
    /// A temporary failure, with the pause that the server requested, if any.
    Passing(String, Option<Duration>),
    /// A permanent failure.
    Lasting(String),
}

impl Remote {
    /// Returns a connection to the server at an address.
    ///
    /// # Errors
    /// Returns an error for an invalid address or token.
    pub fn new(
        url: &str,
        token: Option<&str>,
        patience: RetryPolicy,
        verbose: bool,
    ) -> Result<Self, SetupError> {
        let parsed =
            Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let url = parsed.ok_or_else(|| SetupError::Url(url.chars().take(LONGEST_QUOTE).collect()))?;
        let mut constant = HeaderMap::new();
        constant.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        constant.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        if let Some(token) = token {
            let mut value =
                HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| SetupError::Token)?;
            value.set_sensitive(true);
            constant.insert(AUTHORIZATION, value);
        }
        // The client has no cryptography provider; one that the process has already installed stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .user_agent(concat!("snow-conditions-bridge/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(patience.connect)
            .read_timeout(patience.silence)
            // A token must not be sent to another host, and a POST would become a GET.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| SetupError::Client(chain(&error)))?;
        Ok(Self { client, url, constant, has_token: token.is_some(), patience, verbose })
    }

    /// Sends a message until it is answered or fails permanently; other messages in the stream go to `other`. Returns
    /// `None` if all answers to a batch were in the stream.
    ///
    /// # Errors
    /// Returns the message for the client.
    pub(crate) async fn ask(
        &self,
        body: &[u8],
        headers: &Headers,
        wanted: ExpectedReply<'_>,
        other: impl Fn(Vec<u8>),
    ) -> Result<Option<Vec<u8>>, String> {
        let mut pause = self.patience.first_pause;
        for repeat in 0.. {
            let (why, asked) = match self.attempt(body, headers, wanted, &other).await {
                Ok(answer) => return Ok(answer),
                Err(AttemptError::Lasting(why)) => return Err(why),
                Err(AttemptError::Passing(why, asked)) => (why, asked),
            };
            let wait = asked.unwrap_or(pause).max(pause);
            if repeat >= self.patience.repeats || wait > self.patience.longest_pause {
                let later = asked.map_or_else(String::new, |asked| format!(" in {} s", asked.as_secs()));
                return Err(format!("{why} Tried {} times; try again{later}.", repeat + 1));
            }
            self.log(&format!("{why} Again in {} ms.", wait.as_millis()));
            tokio::time::sleep(wait).await;
            pause = pause.saturating_mul(2).min(self.patience.longest_pause);
        }
        Err(format!("{} was not asked.", self.redacted_url()))
    }

    /// Sends a notification, once.
    pub(crate) async fn notify(&self, body: &[u8], headers: &Headers) {
        match self.send(body, headers).await {
            Ok(response) => self.log(&format!("a notification was answered by {}", response.status())),
            Err(error) => self.log(&format!("a notification was lost: {}", chain(&error))),
        }
    }

    /// Logs to standard error, if enabled.
    pub(crate) fn log(&self, what: &str) {
        if self.verbose {
            eprintln!("snow-conditions-bridge: {what}");
        }
    }

    /// Returns the address without parts that may be secret.
    fn redacted_url(&self) -> String {
        let mut url = self.url.clone();
        // Addresses for which this fails do not have these parts.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.set_query(None);
        url.set_fragment(None);
        url.to_string()
    }

    async fn send(&self, body: &[u8], headers: &Headers) -> reqwest::Result<Response> {
        let mut request =
            self.client.post(self.url.clone()).headers(self.constant.clone()).body(body.to_vec());
        let own = [
            ("mcp-protocol-version", &headers.protocol_version),
            ("mcp-method", &headers.method),
            ("mcp-name", &headers.name),
        ];
        for (name, value) in own {
            if let Some(value) = value.as_deref().and_then(|value| HeaderValue::from_str(value).ok()) {
                request = request.header(HeaderName::from_static(name), value);
            }
        }
        request.send().await
    }

    async fn attempt(
        &self,
        body: &[u8],
        headers: &Headers,
        wanted: ExpectedReply<'_>,
        other: &impl Fn(Vec<u8>),
    ) -> Result<Option<Vec<u8>>, AttemptError> {
        let response = self.send(body, headers).await.map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        let kind =
            response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if status.is_success() && kind.trim().to_ascii_lowercase().starts_with(EVENT_STREAM) {
            return self.follow(response, wanted, other).await;
        }
        let (asked, location) = (pause_asked(&response), location(&response));
        let body = self.read(response).await?;
        let passing = matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS
                | StatusCode::BAD_GATEWAY
                | StatusCode::SERVICE_UNAVAILABLE
                | StatusCode::GATEWAY_TIMEOUT
        );
        if passing {
            return Err(AttemptError::Passing(format!("{}.", self.answered(status, &body)), asked));
        }
        if status == StatusCode::UNAUTHORIZED {
            return Err(AttemptError::Lasting(self.unauthorized(&body)));
        }
        match (wanted, find(&body, wanted)) {
            (_, Some(answer)) => Ok(Some(answer)),
            // An empty body means that there is nothing to answer in a batch.
            (ExpectedReply::Any, None) if status.is_success() && body.is_empty() => Ok(None),
            _ => Err(AttemptError::Lasting(format!(
                "{}{location}, which is not a connector's answer; check the address given by --url or SNOW_MCP_URL: \
                 it usually ends in /mcp.",
                self.answered(status, &body)
            ))),
        }
    }

    /// Reads a stream of events up to the answer.
    async fn follow(
        &self,
        mut response: Response,
        wanted: ExpectedReply<'_>,
        other: &impl Fn(Vec<u8>),
    ) -> Result<Option<Vec<u8>>, AttemptError> {
        let (mut events, mut passed_on) = (Events::default(), false);
        loop {
            let piece = match response.chunk().await {
                Ok(Some(piece)) => piece,
                Ok(None) if passed_on && matches!(wanted, ExpectedReply::Any) => return Ok(None),
                ended => {
                    let why = ended.err().map_or_else(|| "it ended".to_owned(), |error| chain(&error));
                    let why = format!("The answer of {} broke off: {why}.", self.redacted_url());
                    // Messages that were passed on must not be repeated.
                    return Err(if passed_on {
                        AttemptError::Lasting(why)
                    } else {
                        AttemptError::Passing(why, None)
                    });
                }
            };
            for event in events.push(&piece) {
                match wanted {
                    ExpectedReply::To(id) => match client::matching_answer(&event, id) {
                        Some(answer) => return Ok(Some(answer.into_owned())),
                        None => self.pass_on(event, other, &mut passed_on),
                    },
                    ExpectedReply::Any => self.pass_on(event, other, &mut passed_on),
                }
            }
            if events.waiting() > LARGEST_ANSWER {
                return Err(self.too_large());
            }
        }
    }

    /// Passes on valid messages; the output contains nothing else.
    fn pass_on(&self, event: Vec<u8>, other: &impl Fn(Vec<u8>), passed_on: &mut bool) {
        if serde_json::from_slice::<serde::de::IgnoredAny>(&event).is_ok() {
            *passed_on = true;
            other(event);
        } else {
            self.log("an event that is not a message was ignored");
        }
    }

    async fn read(&self, mut response: Response) -> Result<Vec<u8>, AttemptError> {
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(|error| self.unreachable(&error))? {
            if body.len() + piece.len() > LARGEST_ANSWER {
                return Err(self.too_large());
            }
            body.extend_from_slice(&piece);
        }
        Ok(body)
    }

    fn unreachable(&self, error: &reqwest::Error) -> AttemptError {
        let why = if error.is_timeout() { "no answer in time".to_owned() } else { chain(error) };
        let advice = "Check the network and the address given by --url or SNOW_MCP_URL.";
        AttemptError::Passing(format!("Cannot reach {}: {why}. {advice}", self.redacted_url()), None)
    }

    fn too_large(&self) -> AttemptError {
        let most = LARGEST_ANSWER >> 20;
        AttemptError::Lasting(format!(
            "The answer of {} is larger than {most} MiB; ask for less.",
            self.redacted_url()
        ))
    }

    fn unauthorized(&self, body: &[u8]) -> String {
        let advice = if self.has_token {
            "The token given by --token or SNOW_MCP_TOKEN is not accepted: correct it, or leave it out, since the \
             public tools need none."
        } else {
            "Give a token of this server by --token or SNOW_MCP_TOKEN."
        };
        format!("{}. {advice}", self.answered(StatusCode::UNAUTHORIZED, body))
    }

    fn answered(&self, status: StatusCode, body: &[u8]) -> String {
        #[derive(Deserialize)]
        struct ErrorBody {
            error: Words,
        }
        #[derive(Deserialize)]
        struct Words {
            message: String,
        }
        let words = serde_json::from_slice::<ErrorBody>(body).map(|refused| refused.error.message);
        let words = words.map_or_else(
            |_| String::new(),
            |words| format!(" ({})", words.chars().take(LONGEST_QUOTE).collect::<String>()),
        );
        format!("{} answered {status}{words}", self.redacted_url())
    }
}

/// Returns the answer in a body, whatever the status of the response.
fn find(body: &[u8], wanted: ExpectedReply<'_>) -> Option<Vec<u8>> {
    match wanted {
        ExpectedReply::To(id) => client::matching_answer(body, id).map(std::borrow::Cow::into_owned),
        ExpectedReply::Any => {
            let is_message = matches!(body.trim_ascii_start().first(), Some(b'[' | b'{'))
                && serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok();
            is_message.then(|| body.to_vec())
        }
    }
}

/// Returns `Retry-After` in seconds. A date would need a clock, and the usual pauses suffice.
fn pause_asked(response: &Response) -> Option<Duration> {
    let value = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    value.trim().parse().ok().map(Duration::from_secs)
}

fn location(response: &Response) -> String {
    let target = response.headers().get(LOCATION).and_then(|target| target.to_str().ok());
    target.map_or_else(String::new, |target| {
        format!(" and points to {}", target.chars().take(LONGEST_QUOTE).collect::<String>())
    })
}

/// Returns an error with its causes. The address is reported separately, without secret parts.
fn chain(error: &reqwest::Error) -> String {
    let mut causes = Vec::new();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        causes.push(error.to_string());
        cause = error.source();
    }
    causes.last().cloned().unwrap_or_else(|| "the connection failed".to_owned())
}

#[cfg(test)]
mod tests;
