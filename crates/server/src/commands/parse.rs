//! `parse <lane> <file>`: what a recorded answer says, one observation per line. A missing hour is a null.

use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use crate::cli::one_line;

/// Prints the observations of a file as JSON lines.
///
/// # Errors
/// An unknown lane, a file that cannot be read, or an answer that is none.
pub fn run(lane: &str, file: &Path) -> Result<(), String> {
    let lane = sources::lane::find(lane).ok_or_else(|| {
        let known: Vec<&str> = sources::LANES.iter().map(|lane| lane.meta().id).collect();
        format!("unknown lane `{lane}`; known: {}", known.join(", "))
    })?;
    let body = super::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let observations = lane
        .observations_of_file(&name, &body)
        .map_err(|error| format!("{}: {}", file.display(), one_line(error)))?;
    let faults: Vec<String> = observations.faults().iter().map(ToString::to_string).collect();
    let mut out = BufWriter::new(io::stdout().lock());
    for observed in observations {
        let written = serde_json::to_writer(&mut out, &observed)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"));
        match written {
            Ok(()) => {}
            // The reader has seen enough, for example `head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(format!("cannot write: {error}")),
        }
    }
    match out.flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(format!("cannot write: {error}"));
        }
        Ok(()) | Err(_) => {}
    }
    for fault in &faults {
        eprintln!("snow-conditions: {}: {fault}", file.display());
    }
    Ok(())
}
