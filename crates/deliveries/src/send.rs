//! One attempt of a delivery: validated, connected, sent and read within one deadline. Implements the specification's
//! 10 s and `contract-decisions` 12: no redirects, no proxy, no cookies, at most 4 KiB of the response body, and a
//! status line that arrives in time is the response.

use std::sync::Arc;
use std::time::Duration;

use conditions_core::time::Timestamp;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, HOST, HeaderValue, RETRY_AFTER, USER_AGENT};
use hyper::{Method, Request, Response, Uri, Version};
use outbound::body::{self, End};
use outbound::connect::{AGENT, Connection, Connector, ExchangeError, TrustError};
use outbound::guard::{Guard, GuardError};
use outbound::pool::Pool;
use outbound::recorded::Partial;
use runtime::clock;
use rustls::pki_types::CertificateDer;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;
use webhooks::callback::{Receiver, Target};
use webhooks::delivery::{Ending, Failure};
use webhooks::events::EventName;
use webhooks::policy::DeliveryPolicy;
use webhooks::signature::{self, Signing};

use super::gate::Gate;

/// Header that marks synthetic weather.
const SYNTHETIC_HEADER: &str = "X-Synthetic";
/// Header of W3C Trace Context.
const TRACE_HEADER: &str = "traceparent";

/// Default number of idle connections per receiver.
const USUAL_CONNECTIONS: usize = 8;
/// Maximum length of a stored `Retry-After`, in bytes: the longest date form has 33.
const LONGEST_RETRY_AFTER: usize = 64;

/// Sends deliveries. There is one for the whole service, because it pools connections.
#[derive(Debug)]
pub struct Sender {
    guard: Guard,
    connector: Connector,
    pool: Pool,
    gate: Option<Arc<Gate>>,
    deadline: Duration,
    body: Duration,
    most_body: usize,
    most_snippet: usize,
    /// Whether the weather is synthetic; every delivery is then marked.
    synthetic: bool,
}

/// A delivery to send.
#[derive(Debug, Clone)]
pub struct Message<'a> {
    /// URL of the subscription.
    pub url: &'a str,
    /// Name of the event.
    pub event: EventName,
    /// Id of the delivery, constant over its attempts.
    pub delivery: Uuid,
    /// Body, constant over its attempts.
    pub body: Bytes,
    /// Whether the owner requested it as a test.
    pub test: bool,
    /// `traceparent` of the attempt, if its span has an id.
    pub trace: Option<&'a str>,
}

/// Nothing was sent, because the networks of the receiver have reached their limit. Contains the time to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PutOff(pub Duration);

/// The reason why an attempt has no response.
enum NoResponse {
    PutOff(PutOff),
    Failed(Failure),
}

impl From<Failure> for NoResponse {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// How an attempt ended, and the receiver's response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptOutcome {
    pub ending: Ending,
    /// Beginning of the body of a response that is not a success, as displayable text; `None` if the body is empty.
    pub snippet: Option<String>,
}

impl From<Failure> for AttemptOutcome {
    fn from(failure: Failure) -> Self {
        Self { ending: Ending::Failed(failure), snippet: None }
    }
}

impl Sender {
    /// Creates a sender that trusts the public authorities and `roots`.
    ///
    /// # Errors
    /// Returns an error if a root is not a certificate.
    pub fn new(
        guard: Guard,
        policy: &DeliveryPolicy,
        roots: &[CertificateDer<'static>],
    ) -> Result<Self, TrustError> {
        Ok(Self {
            guard,
            connector: Connector::new(roots)?,
            pool: Pool::new(USUAL_CONNECTIONS),
            gate: None,
            deadline: millis(policy.deadline_ms),
            body: millis(policy.body_ms),
            most_body: policy.most_body,
            most_snippet: policy.most_snippet,
            synthetic: false,
        })
    }

    /// Marks every delivery with `X-Synthetic: true` for synthetic weather, as every answer does.
    #[must_use]
    pub fn of_synthetic(self, synthetic: bool) -> Self {
        Self { synthetic, ..self }
    }

    /// Sets the number of idle connections per receiver to the number of possible concurrent attempts.
    #[must_use]
    pub fn keeping(self, connections: usize) -> Self {
        Self { pool: Pool::new(connections), ..self }
    }

    /// Sets the gate that is passed before connecting.
    #[must_use]
    pub fn through(self, gate: Arc<Gate>) -> Self {
        Self { gate: Some(gate), ..self }
    }

    /// Makes one attempt, signed as of `now`. It ends within the deadline of the policy, whatever the receiver does.
    ///
    /// # Errors
    /// Returns [`PutOff`] if nothing was sent.
    pub async fn attempt(
        &self,
        message: Message<'_>,
        signing: Signing<'_>,
        now: Timestamp,
    ) -> Result<AttemptOutcome, PutOff> {
        let Message { url, event, delivery, body, test, trace } = message;
        let until = Instant::from_std(clock::monotonic()) + self.deadline;
        let attempt = signature::Attempt { event, delivery, at: now, body: &body, test };
        let mut headers = signature::headers(signing, attempt);
        if self.synthetic {
            headers.push((SYNTHETIC_HEADER, "true".to_owned()));
        }
        headers.extend(trace.map(|trace| (TRACE_HEADER, trace.to_owned())));
        match self.exchange(url, Content { headers: &headers, body }, until).await {
            Ok(sent) => Ok(sent),
            Err(NoResponse::PutOff(put_off)) => Err(put_off),
            Err(NoResponse::Failed(failure)) => Ok(failure.into()),
        }
    }

    /// Closes idle connections that are too old or closed by the other side.
    pub fn sweep(&self) {
        self.pool.sweep();
    }

    /// Sends a request and reads the wanted part of the response.
    async fn exchange(
        &self,
        url: &str,
        content: Content<'_>,
        until: Instant,
    ) -> Result<AttemptOutcome, NoResponse> {
        let judged = async {
            self.guard.vet(url).await.map_err(|error| match error {
                GuardError::Refused(_) => Failure::Target,
                GuardError::Unresolved => Failure::Resolve,
            })
        };
        let (target, reachable) = in_time(until, judged).await?;
        let receiver = Receiver::new(&target, &reachable);
        let pass = self.gate.as_ref().map(|gate| gate.enter(receiver)).transpose();
        let _pass = pass.map_err(|wait| NoResponse::PutOff(PutOff(wait)))?;
        if let Some(kept) = self.pool.checkout(&target, &reachable) {
            match self.ask(&target, kept, &content, until).await {
                // The same delivery again over a new connection: receivers recognise its id.
                Err(ExchangeError::Unanswered) => {}
                Err(ExchangeError::Failed(failure)) => return Err(failure.into()),
                Ok(sent) => return Ok(sent),
            }
        }
        let fresh = in_time(until, self.connector.connect(&target, &reachable)).await?;
        self.pool.share(&target, &fresh);
        self.ask(&target, fresh, &content, until).await.map_err(|broke| match broke {
            ExchangeError::Unanswered => Failure::Protocol.into(),
            ExchangeError::Failed(failure) => failure.into(),
        })
    }

    /// Sends the request over a connection. A status line that has arrived is the response, whatever happens to the
    /// rest.
    async fn ask(
        &self,
        target: &Target,
        mut connection: Connection,
        content: &Content<'_>,
        until: Instant,
    ) -> Result<AttemptOutcome, ExchangeError> {
        let request = content.request(&connection, target).ok_or(ExchangeError::Failed(Failure::Target))?;
        let broke = match timeout_at(until, connection.send(request)).await {
            Ok(Ok(response)) => return Ok(self.read(target, connection, response, until).await),
            Ok(Err(broke)) => broke,
            Err(_) => ExchangeError::Failed(Failure::Timeout),
        };
        let Partial { status, retry_after, body } = connection.partial().ok_or(broke)?;
        Ok(self.sent(status, retry_after, &body))
    }

    /// Reads the wanted part of a response.
    async fn read(
        &self,
        target: &Target,
        connection: Connection,
        response: Response<Incoming>,
        until: Instant,
    ) -> AttemptOutcome {
        let status = response.status().as_u16();
        let retry_after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after = retry_after.map(str::to_owned);
        let until = until.min(Instant::from_std(clock::monotonic()) + self.body);
        let beginning = body::read(response.into_body(), self.most_body, until).await;
        match beginning.end {
            End::Complete => self.pool.release(target, connection),
            End::Limit | End::Broken => self.pool.remove(target, &connection),
        }
        self.sent(status, retry_after, &beginning.bytes)
    }

    fn sent(&self, status: u16, retry_after: Option<String>, body: &[u8]) -> AttemptOutcome {
        let retry_after = retry_after.filter(|text| text.len() <= LONGEST_RETRY_AFTER);
        let ending = Ending::Answered { status, retry_after };
        // Enough to see the reason for a failure, and nothing of a success, so that owners cannot read other people's
        // pages through this service.
        let shown = if ending.is_success() { &[][..] } else { body };
        AttemptOutcome { ending, snippet: body::snippet(shown, self.most_snippet) }
    }
}

fn millis(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or_default())
}

/// Returns the result of work, or a failure at the deadline.
async fn in_time<T>(until: Instant, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    timeout_at(until, work).await.map_err(|_| Failure::Timeout)?
}

/// The content of a request, the same over every connection.
struct Content<'a> {
    headers: &'a [(&'static str, String)],
    body: Bytes,
}

impl Content<'_> {
    /// Builds the request; returns `None` if the target cannot be expressed as one, which should not happen for a
    /// vetted target.
    fn request(&self, connection: &Connection, target: &Target) -> Option<Request<Full<Bytes>>> {
        let mut request = Request::new(Full::new(self.body.clone()));
        *request.method_mut() = Method::POST;
        if connection.is_multiplexed() {
            *request.version_mut() = Version::HTTP_2;
            *request.uri_mut() = target.url().parse::<Uri>().ok()?;
        } else {
            *request.uri_mut() = target.path().parse::<Uri>().ok()?;
            request.headers_mut().insert(HOST, HeaderValue::from_str(target.authority()).ok()?);
        }
        request.headers_mut().insert(USER_AGENT, HeaderValue::from_static(AGENT));
        // Firewalls with the OWASP core rules reject a request without it.
        request.headers_mut().insert(ACCEPT, HeaderValue::from_static("*/*"));
        for (name, value) in self.headers {
            let name = hyper::header::HeaderName::try_from(*name).ok()?;
            request.headers_mut().insert(name, HeaderValue::from_str(value).ok()?);
        }
        Some(request)
    }
}
