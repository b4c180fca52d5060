//! Processes one HTTP request: answers what it can and asks the application for the rest, one call at a time. A batch
//! is a sequence of such calls.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::endpoint::{Endpoint, Step};
use crate::era::{Request, describes_itself};
use crate::fault::Fault;
use crate::resource::Contents;
use crate::response::{Response, error};
use crate::result::{RenderedResult, ToolResult, close, contents, open, tool, written};
use crate::revision::Revision;
use crate::rpc::{Id, Message, elements, is_array, text_of};

/// Maximum number of messages in a batch. Each may add a whole list to the answer.
pub const LARGEST_BATCH: usize = 20;

/// Size of a batch's answers, in bytes, beyond which each remaining message is rejected.
pub const LARGEST_BATCH_ANSWER: usize = 1024 * 1024;

/// Initial buffer size, in bytes; most results fit.
const USUAL_RESULT: usize = 8192;

/// A request in progress.
///
/// The caller asks until there are no more questions, then finishes. A question without an answer becomes an internal
/// error.
#[must_use = "an exchange ends with `finish`, which returns the response"]
pub struct Exchange<'a> {
    endpoint: &'a Endpoint,
    revision: Revision,
    status: u16,
    out: Vec<u8>,
    /// Remaining messages of a batch; `None` for a single message.
    batch: Option<std::vec::IntoIter<&'a RawValue>>,
    /// Next question to the application.
    next: Option<(Id<'a>, Work<'a>)>,
    /// Question that the application has not answered yet.
    open: Option<Id<'a>>,
}

/// Work for the application.
pub(crate) enum Work<'a> {
    Call { name: Cow<'a, str>, arguments: &'a str },
    Read { uri: Cow<'a, str> },
}

/// A question to the application.
pub enum Ask<'x, 'a> {
    /// Calls a tool.
    Call(Call<'x, 'a>),
    /// Reads a resource.
    Read(ResourceRead<'x, 'a>),
}

/// A request to call a tool.
pub struct Call<'x, 'a> {
    /// Name of the tool, which may be unknown.
    pub name: Cow<'a, str>,
    /// A JSON object; `{}` if the client sent none. Only its syntax was checked: members may be duplicated and an
    /// escape may be invalid Unicode, so parsing it can fail. Answer such arguments with a result with `isError`.
    pub arguments: &'a str,
    answer: Answer<'x, 'a>,
}

/// A request to read a resource.
pub struct ResourceRead<'x, 'a> {
    /// Address of the resource, which may be unknown.
    pub uri: Cow<'a, str>,
    answer: Answer<'x, 'a>,
}

/// The destination of an answer.
struct Answer<'x, 'a>(&'x mut Exchange<'a>);

impl<'a> Exchange<'a> {
    pub(crate) fn begin(endpoint: &'a Endpoint, request: &Request<'a>) -> Self {
        let mut exchange = Self {
            endpoint,
            revision: Revision::Unstated,
            status: 200,
            out: Vec::new(),
            batch: None,
            next: None,
            open: None,
        };
        let begun = text_of(request.body).and_then(|text| match is_array(text) {
            true => exchange.begin_batch(request, text),
            false => {
                exchange.begin_single(request, text);
                Ok(())
            }
        });
        if let Err(fault) = begun {
            exchange.refuse(None, &fault);
        }
        exchange
    }

    /// Returns the revision of the request.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns the next question; `None` if all are answered.
    pub fn ask(&mut self) -> Option<Ask<'_, 'a>> {
        self.settle();
        if self.next.is_none() {
            self.advance();
        }
        let (id, work) = self.next.take()?;
        self.open = Some(id);
        let answer = Answer(self);
        Some(match work {
            Work::Call { name, arguments } => Ask::Call(Call { name, arguments, answer }),
            Work::Read { uri } => Ask::Read(ResourceRead { uri, answer }),
        })
    }

    /// Ends the exchange and returns the response.
    #[must_use]
    pub fn finish(mut self) -> Response {
        while self.ask().is_some() {}
        if self.batch.is_some() && !self.out.is_empty() {
            self.out.push(b']');
        }
        if self.out.is_empty() {
            return Response { status: 202, body: None };
        }
        Response { status: self.status, body: Some(self.out) }
    }

    fn begin_single(&mut self, request: &Request<'a>, text: &'a str) {
        let message = match Message::read(text) {
            Ok(message) => message,
            Err(refused) => return self.refuse(refused.id, &refused.fault),
        };
        // Notifications get no answer, so they are never rejected.
        let Some(id) = message.id else { return };
        match request.revision(&message) {
            Ok(revision) => {
                self.revision = revision;
                self.handle(id, &message);
            }
            Err(fault) => self.refuse(Some(id), &fault),
        }
    }

    fn begin_batch(&mut self, request: &Request<'a>, text: &'a str) -> Result<(), Fault> {
        let elements = elements(text)?;
        let Some(revision) = request.batch_revision() else {
            return Err(Fault::invalid("Invalid request: this revision has no batches; send one message"));
        };
        if elements.is_empty() || elements.len() > LARGEST_BATCH {
            let why = format!("Invalid request: a batch has 1 to {LARGEST_BATCH} messages");
            return Err(Fault::invalid(why));
        }
        self.revision = revision;
        self.batch = Some(elements.into_iter());
        Ok(())
    }

    /// Processes a batch up to the next question.
    fn advance(&mut self) {
        while self.next.is_none() {
            let Some(element) = self.batch.as_mut().and_then(Iterator::next) else { return };
            match Message::read(element.get()) {
                Ok(message) => self.advance_by(&message),
                Err(refused) => self.refuse(refused.id, &refused.fault),
            }
        }
    }

    fn advance_by(&mut self, message: &Message<'a>) {
        let Some(id) = message.id else { return };
        if message.method == "initialize" || describes_itself(message) {
            return self.refuse(
                Some(id),
                &Fault::invalid("Invalid request: not allowed in a batch; send it on its own"),
            );
        }
        if self.out.len() >= LARGEST_BATCH_ANSWER {
            let why = "Invalid request: the answers of this batch have reached the size limit; send this message on its own";
            return self.refuse(Some(id), &Fault::invalid(why));
        }
        self.handle(id, message);
    }

    fn handle(&mut self, id: Id<'a>, message: &Message<'a>) {
        let start = self.begin_answer();
        match self.endpoint.dispatch(&mut self.out, self.revision, id, message) {
            Ok(Step::Answered) => {}
            Ok(Step::Ask(work)) => {
                self.out.truncate(start);
                self.next = Some((id, work));
            }
            Err(fault) => {
                self.out.truncate(start);
                self.refuse(Some(id), &fault);
            }
        }
    }

    /// Writes the start of an answer and returns the position to which an unfinished one is truncated.
    fn begin_answer(&mut self) -> usize {
        let start = self.out.len();
        if self.batch.is_some() {
            self.out.push(if start == 0 { b'[' } else { b',' });
        }
        start
    }

    fn refuse(&mut self, id: Option<Id<'a>>, fault: &Fault) {
        self.begin_answer();
        error(&mut self.out, id, fault);
        if self.batch.is_none() {
            self.status = fault.status;
        }
    }

    /// Writes an internal error if the application did not answer.
    fn settle(&mut self) {
        if let Some(id) = self.open.take() {
            self.refuse(Some(id), &Fault::internal());
        }
    }
}

impl Answer<'_, '_> {
    fn fault(self, fault: &Fault) {
        if let Some(id) = self.0.open.take() {
            self.0.refuse(Some(id), fault);
        }
    }

    /// Writes a result; one that cannot be serialised becomes an internal error.
    fn result(
        self,
        write: impl FnOnce(&mut Vec<u8>, &Endpoint, Revision) -> Result<bool, serde_json::Error>,
    ) {
        let exchange = self.0;
        let Some(id) = exchange.open.take() else { return };
        exchange.out.reserve(USUAL_RESULT);
        let start = exchange.begin_answer();
        open(&mut exchange.out, id);
        match write(&mut exchange.out, exchange.endpoint, exchange.revision) {
            Ok(true) => close(&mut exchange.out),
            Ok(false) | Err(_) => {
                exchange.out.truncate(start);
                exchange.refuse(Some(id), &Fault::internal());
            }
        }
    }
}

impl Call<'_, '_> {
    /// Answers with a result.
    pub fn reply(self, result: &ToolResult<'_>) {
        self.answer.result(|out, endpoint, revision| tool(out, revision.rules(), endpoint.stamp(), result));
    }

    /// Answers with a result that was rendered before.
    pub fn reply_rendered(self, result: &RenderedResult) {
        self.answer
            .result(|out, endpoint, revision| written(out, revision.rules(), endpoint.stamp(), result));
    }

    /// Answers that the tool does not exist.
    pub fn unknown(self) {
        self.answer.fault(&Fault::tool(&self.name));
    }

    /// Answers that the server failed, which the caller cannot fix.
    pub fn failed(self) {
        self.answer.fault(&Fault::internal());
    }
}

impl ResourceRead<'_, '_> {
    /// Answers with the contents.
    pub fn reply(self, text: &Contents<'_>) {
        let uri = &self.uri;
        self.answer.result(|out, endpoint, revision| {
            contents(out, revision.rules(), endpoint.stamp(), uri, text).map(|()| true)
        });
    }

    /// Answers that the resource does not exist.
    pub fn unknown(self) {
        let fault = Fault::resource(self.answer.0.revision.rules(), &self.uri);
        self.answer.fault(&fault);
    }

    /// Answers that the server failed, which the caller cannot fix.
    pub fn failed(self) {
        self.answer.fault(&Fault::internal());
    }
}
