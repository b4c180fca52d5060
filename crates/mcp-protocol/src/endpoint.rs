//! Dispatches methods and answers all that need neither a tool nor a resource.

use std::sync::Arc;

use crate::exchange::{Exchange, Work};
use crate::fault::Fault;
use crate::info::Info;
use crate::lists::{Lists, RenderedLists};
use crate::params::Params;
use crate::result::{close, open, preamble};
use crate::revision::Revision;
use crate::rpc::{Id, Message, is_object, string};
use crate::tool::DescriptionError;

/// Arguments of a tool if the call has none.
const NO_ARGUMENTS: &str = "{}";

/// A server at one address, without state about its clients.
#[derive(Debug)]
pub struct Endpoint {
    lists: Arc<Lists>,
    /// In the order of [`Revision::ALL`].
    initialize: Vec<Vec<u8>>,
    discover: Vec<u8>,
    stamp: Vec<u8>,
}

/// The next step of a request.
pub(crate) enum Step<'a> {
    /// The answer has been written.
    Answered,
    /// The application must answer.
    Ask(Work<'a>),
}

impl Endpoint {
    /// Serialises the parts that never change.
    ///
    /// # Errors
    /// Returns an error if the description cannot be serialised as JSON.
    pub fn new(info: &Info, lists: Arc<Lists>) -> Result<Self, DescriptionError> {
        let offered = lists.offered;
        let initialize = Revision::ALL
            .into_iter()
            .map(|revision| info.initialize(revision.rules(), offered))
            .collect::<Result<_, _>>()?;
        Ok(Self { initialize, discover: info.discover(offered)?, stamp: info.stamp()?, lists })
    }

    /// Starts the answer to a request. It cannot fail, whatever the client sends.
    pub fn open<'a>(&'a self, request: &crate::Request<'a>) -> Exchange<'a> {
        Exchange::begin(self, request)
    }

    pub(crate) fn stamp(&self) -> &[u8] {
        &self.stamp
    }

    /// Answers a request or returns what the application must do.
    pub(crate) fn dispatch<'a>(
        &self,
        out: &mut Vec<u8>,
        revision: Revision,
        id: Id<'_>,
        message: &Message<'a>,
    ) -> Result<Step<'a>, Fault> {
        let rules = revision.rules();
        let params = &message.params;
        let offered = self.lists.offered;
        match message.method.as_ref() {
            "tools/call" if offered.tools => return call(params).map(Step::Ask),
            "resources/read" if offered.resources => return read(params).map(Step::Ask),
            "tools/list" if offered.tools => self.list(out, revision, id, params, |lists| &lists.tools)?,
            "resources/list" if offered.resources => {
                self.list(out, revision, id, params, |lists| &lists.resources)?;
            }
            "resources/templates/list" if offered.resources => {
                self.list(out, revision, id, params, |lists| &lists.templates)?;
            }
            "server/discover" if rules.self_described => {
                open(out, id);
                out.extend_from_slice(&self.discover);
                close(out);
            }
            "initialize" if rules.handshake => self.initialize(out, id, params)?,
            "ping" if rules.handshake => {
                open(out, id);
                close(out);
            }
            method => return Err(Fault::method(rules, method)),
        }
        Ok(Step::Answered)
    }

    fn initialize(&self, out: &mut Vec<u8>, id: Id<'_>, params: &Params<'_>) -> Result<(), Fault> {
        let Some(asked) = params.protocol_version.and_then(string) else {
            return Err(Fault::params("Invalid params: protocolVersion must be a string"));
        };
        let (name, revision) = Revision::agreed(&asked);
        let place = Revision::ALL.iter().position(|other| *other == revision);
        let members = place.and_then(|place| self.initialize.get(place)).ok_or_else(Fault::internal)?;
        open(out, id);
        out.extend_from_slice(b"\"protocolVersion\":\"");
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\",");
        out.extend_from_slice(members);
        close(out);
        Ok(())
    }

    fn list(
        &self,
        out: &mut Vec<u8>,
        revision: Revision,
        id: Id<'_>,
        params: &Params<'_>,
        which: impl Fn(&RenderedLists) -> &Vec<u8>,
    ) -> Result<(), Fault> {
        if params.cursor.is_some() {
            return Err(Fault::params("Invalid params: unknown cursor; the list has one page"));
        }
        let members = which(self.lists.at(revision).ok_or_else(Fault::internal)?);
        out.reserve(members.len() + self.stamp.len());
        open(out, id);
        preamble(out, revision.rules(), &self.stamp, None).map_err(|_| Fault::internal())?;
        out.extend_from_slice(members);
        close(out);
        Ok(())
    }
}

fn call<'a>(params: &Params<'a>) -> Result<Work<'a>, Fault> {
    let Some(name) = params.name.and_then(string) else {
        return Err(Fault::params("Invalid params: name must be a string, the name of a tool"));
    };
    let arguments = match params.arguments {
        None => NO_ARGUMENTS,
        Some(arguments) if is_object(arguments) => arguments.get(),
        Some(_) => return Err(Fault::params("Invalid params: arguments must be an object")),
    };
    Ok(Work::Call { name, arguments })
}

fn read<'a>(params: &Params<'a>) -> Result<Work<'a>, Fault> {
    match params.uri.and_then(string) {
        Some(uri) => Ok(Work::Read { uri }),
        None => Err(Fault::params("Invalid params: uri must be a string, the address of a resource")),
    }
}
