//! A session with one client: its messages are sent at once, several at a time, and answers are written in the order in
//! which they arrive. The session itself answers invalid messages, overlong lines and failed requests.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use mcp_protocol::client::{self, Headers, OutgoingMessage};
use mcp_protocol::{INTERNAL_ERROR, INVALID_REQUEST};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::{AbortHandle, Id, JoinSet};

use crate::lines::{self, Line};
use crate::remote::{ExpectedReply, Remote};

/// Maximum number of requests at the server at a time; more are queued.
const TOGETHER: usize = 32;
/// Maximum number of lines read ahead.
const AHEAD: usize = 64;
/// Time for requests in flight when the input ends.
const DRAIN: Duration = Duration::from_secs(60);

/// Transports messages until the input ends and all requests are answered.
pub async fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static, remote: Remote) {
    let (sender, mut lines) = mpsc::channel(AHEAD);
    // Standard input can be read only by blocking; the thread ends with it.
    thread::spawn(move || read_all(input, &sender));
    let (out, answers) = std::sync::mpsc::channel();
    let writer = thread::spawn(move || write_all(output, &answers));
    let mut session = Session {
        carrier: Arc::new(Carrier { remote, out, agreed: Mutex::default(), turns: Semaphore::new(TOGETHER) }),
        tasks: JoinSet::new(),
        waiting: HashMap::new(),
    };
    loop {
        tokio::select! {
            line = lines.recv() => match line {
                Some(line) => session.receive(line),
                None => break,
            },
            Some(done) = session.tasks.join_next_with_id() => session.finished(done),
        }
    }
    let drained = async { while session.tasks.join_next().await.is_some() {} };
    let in_time = tokio::time::timeout(DRAIN, drained).await.is_ok();
    session.carrier.remote.log(if in_time {
        "the input ended"
    } else {
        "the input ended; gave up pending requests"
    });
    session.tasks.shutdown().await;
    // Drops the last sender, so the writer ends when everything is written.
    drop(session);
    if tokio::task::spawn_blocking(move || writer.join()).await.is_err() {
        eprintln!("snow-conditions-bridge: the output could not be finished");
    }
}

fn read_all(mut input: impl BufRead, lines: &mpsc::Sender<Line>) {
    while let Ok(Some(line)) = lines::next(&mut input) {
        if lines.blocking_send(line).is_err() {
            return;
        }
    }
}

fn write_all(mut output: impl Write, answers: &Receiver<Vec<u8>>) {
    for mut answer in answers.iter() {
        // Line breaks occur only between tokens; within a string they are escaped.
        for byte in answer.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')) {
            *byte = b' ';
        }
        answer.push(b'\n');
        if output.write_all(&answer).and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

struct Session {
    carrier: Arc<Carrier>,
    tasks: JoinSet<()>,
    waiting: HashMap<Id, (String, AbortHandle)>,
}

/// The shared state for sending a message.
struct Carrier {
    remote: Remote,
    out: Sender<Vec<u8>>,
    /// Revision that `initialize` agreed on.
    agreed: Mutex<Option<String>>,
    turns: Semaphore,
}

impl Session {
    fn receive(&mut self, line: Line) {
        let Line::Whole(body) = line else {
            let message = format!("Invalid request: a line longer than {} KiB", lines::LONGEST >> 10);
            self.carrier.answer(client::refusal(None, INVALID_REQUEST, &message));
            return;
        };
        let carrier = Arc::clone(&self.carrier);
        match OutgoingMessage::read(&body) {
            Err(answer) => self.carrier.answer(answer),
            Ok(OutgoingMessage::Request { id, opens, headers }) => {
                let id = id.to_owned();
                let known = id.clone();
                let handle = self.tasks.spawn(async move { carrier.ask(&id, opens, headers, body).await });
                self.waiting.insert(handle.id(), (known, handle));
            }
            Ok(OutgoingMessage::Notification { cancels, headers }) => {
                if let Some(cancelled) = cancels {
                    self.cancel(cancelled);
                }
                self.tasks.spawn(async move { carrier.notify(headers, body).await });
            }
            Ok(OutgoingMessage::Batch { asks: true }) => {
                self.tasks.spawn(async move { carrier.ask_all(body).await });
            }
            Ok(OutgoingMessage::Batch { asks: false }) => {
                self.tasks.spawn(async move { carrier.notify(Headers::default(), body).await });
            }
        }
    }

    fn cancel(&mut self, cancelled: &str) {
        for (id, task) in self.waiting.values() {
            if client::same(id, cancelled) {
                task.abort();
            }
        }
    }

    fn finished(&mut self, done: Result<(Id, ()), tokio::task::JoinError>) {
        let id = done.map_or_else(|error| error.id(), |(id, ())| id);
        self.waiting.remove(&id);
    }
}

impl Carrier {
    fn answer(&self, answer: Vec<u8>) {
        // A closed output is not an error here.
        let _ = self.out.send(answer);
    }

    /// Returns the headers of a message: its own, or the agreed revision.
    fn headers(&self, own: Headers) -> Headers {
        if own.protocol_version.is_some() {
            return own;
        }
        let agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Headers { protocol_version: agreed, ..own }
    }

    async fn ask(&self, id: &str, opens: bool, own: Headers, body: Vec<u8>) {
        // An `initialize` that describes itself does not open a session; the server reports it.
        let opens = opens && own.protocol_version.is_none();
        let headers = if opens { own } else { self.headers(own) };
        let Ok(_turn) = self.turns.acquire().await else { return };
        let answer =
            self.remote.ask(&body, &headers, ExpectedReply::To(id), |other| self.answer(other)).await;
        let answer = match answer {
            Ok(answer) => answer,
            Err(trouble) => Some(client::refusal(Some(id), INTERNAL_ERROR, &trouble)),
        };
        let Some(answer) = answer else { return };
        if opens && let Some(revision) = client::agreed(&answer) {
            *self.agreed.lock().unwrap_or_else(PoisonError::into_inner) = Some(revision);
        }
        self.answer(answer);
    }

    async fn ask_all(&self, body: Vec<u8>) {
        let Ok(_turn) = self.turns.acquire().await else { return };
        let headers = self.headers(Headers::default());
        match self.remote.ask(&body, &headers, ExpectedReply::Any, |other| self.answer(other)).await {
            Ok(answer) => answer.into_iter().for_each(|answer| self.answer(answer)),
            Err(trouble) => self.answer(client::refusal(None, INTERNAL_ERROR, &trouble)),
        }
    }

    /// Sends a notification. Its delivery is not reported.
    async fn notify(&self, own: Headers, body: Vec<u8>) {
        let headers = self.headers(own);
        let Ok(_turn) = self.turns.acquire().await else { return };
        self.remote.notify(&body, &headers).await;
    }
}
