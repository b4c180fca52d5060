//! `import openskimap FILE`: adds thousands of ski areas to this deployment's database.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use catalogue::openskimap::{self, Context, Format};
use runtime::clock;

use crate::config::Config;
use crate::error::one_line;
use crate::{database, resorts};

/// Imports an OpenSkiMap file and prints a summary.
///
/// # Errors
/// Returns an error if the file has the wrong format or the storage cannot be written. A failed import stores nothing.
pub fn openskimap(config: &Config, file: &Path) -> Result<(), String> {
    let bytes = super::read(file)?;
    let embedded = catalogue::embedded().map_err(one_line)?;
    let store = database::open(config).map_err(one_line)?;
    let earlier = resorts::imported(resorts::stored_blocking(&store).map_err(one_line)?);
    let context = Context {
        catalogue: &embedded,
        earlier: &earlier,
        imported_on: clock::now().utc().date_naive(),
        data_date: None,
    };
    let format = Format::from_name(&file.to_string_lossy());
    let imported = openskimap::import(&bytes, format, context)
        .map_err(|error| format!("{}: {}", file.display(), one_line(error)))?;
    let mut rows = Vec::with_capacity(imported.resorts.len());
    for resort in &imported.resorts {
        rows.push((resort.slug.clone(), serde_json::to_string(resort).map_err(one_line)?));
    }
    resorts::replace_imported_blocking(&store, rows, clock::now()).map_err(one_line)?;

    let mut out = std::io::stdout().lock();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for skipped in &imported.skipped {
        *reasons.entry(skipped.reason.to_string()).or_default() += 1;
    }
    let mut lines =
        vec![format!("{} areas imported, {} skipped", imported.resorts.len(), imported.skipped.len())];
    lines.extend(reasons.into_iter().map(|(reason, count)| format!("{count:>6}  {reason}")));
    lines.push(format!("{} resorts in all", embedded.len() + imported.resorts.len()));
    writeln!(out, "{}", lines.join("\n")).map_err(|error| format!("cannot write: {error}"))
}
