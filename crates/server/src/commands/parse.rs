//! `parse <lane> <file>`: prints the observations in a recorded response, one per line. A missing hour is null, and so
//! is a lift state whose text is unknown.

use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use serde::Serialize;
use sources::Lane;
use sources::lifts::line::{Line, lines};
use sources::lifts::{self, FAMILIES, LiftFeed};

use crate::error::one_line;

/// Prints the observations of a file as JSON lines.
///
/// # Errors
/// Returns an error if the lane is unknown, the file cannot be read, or the file is not a valid response.
pub fn run(lane: &str, file: &Path) -> Result<(), String> {
    if let Some(lane) = sources::lanes::find(lane) {
        return of_lane(lane, file);
    }
    let family = lifts::find(lane).ok_or_else(|| {
        let lanes = sources::LANES.iter().map(|lane| lane.meta().id);
        let known: Vec<&str> = lanes.chain(FAMILIES.iter().map(|family| family.meta().id)).collect();
        format!("unknown lane `{lane}`; known: {}", known.join(", "))
    })?;
    of_feed(family, file)
}

fn of_lane(lane: &dyn Lane, file: &Path) -> Result<(), String> {
    let body = super::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let observations = lane
        .observations_of_file(&name, &body)
        .map_err(|error| format!("{}: {}", file.display(), one_line(error)))?;
    let faults: Vec<String> = observations.faults().iter().map(ToString::to_string).collect();
    print(observations)?;
    complain(file, &faults);
    Ok(())
}

/// An output line about a feed.
#[derive(Serialize)]
struct FeedLine<'a> {
    family: &'static str,
    #[serde(flatten)]
    line: Line<'a>,
}

fn of_feed(family: &dyn LiftFeed, file: &Path) -> Result<(), String> {
    let body = super::read(file)?;
    let report = family.read(&body).map_err(|error| format!("{}: {}", file.display(), one_line(error)))?;
    let id = family.meta().id;
    print(lines(&report).into_iter().map(|line| FeedLine { family: id, line }))?;
    complain(file, &report.notes());
    Ok(())
}

/// Prints values as JSON lines. A reader that closes the pipe early, for example `head`, is not an error.
fn print(lines: impl Iterator<Item = impl Serialize>) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    for line in lines {
        written = serde_json::to_writer(&mut out, &line)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"));
        if written.is_err() {
            break;
        }
    }
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot write: {error}")),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn complain(file: &Path, faults: &[String]) {
    for fault in faults {
        eprintln!("snow-conditions: {}: {fault}", file.display());
    }
}
