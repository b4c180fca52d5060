//! `import openskimap FILE`: thousands of areas more for this deployment, kept in its database.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use catalogue::Resort;
use catalogue::openskimap::{self, Context, Format};
use storage::Store;

use crate::cli::one_line;
use crate::clock;
use crate::config::Config;
use crate::{serve, store};

/// Imports a file of OpenSkiMap and prints what came of it.
///
/// # Errors
/// A file that is not of the format, or storage that cannot be written. Nothing is kept of a file that fails.
pub fn openskimap(config: &Config, file: &Path) -> Result<(), String> {
    let bytes = super::read(file)?;
    let embedded = catalogue::embedded().map_err(one_line)?;
    let store = serve::open(config).map_err(one_line)?;
    let earlier = stored(store::imported_blocking(&store).map_err(one_line)?);
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
    store::replace_imported_blocking(&store, rows, clock::now()).map_err(one_line)?;

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

/// The embedded resorts and the imported ones, sorted by slug.
///
/// # Errors
/// Storage that cannot be read.
pub(crate) fn every_resort(config: &Config) -> Result<Vec<Resort>, String> {
    let rows = store::imported_blocking(&serve::open(config).map_err(one_line)?).map_err(one_line)?;
    together(rows)
}

/// The embedded resorts with `imported` rows beside them.
///
/// # Errors
/// An embedded catalogue that does not read, which its tests rule out.
pub(crate) fn together(imported: Vec<(String, String)>) -> Result<Vec<Resort>, String> {
    let embedded = catalogue::embedded().map_err(one_line)?;
    let mut resorts: BTreeMap<String, Resort> =
        stored(imported).into_iter().map(|resort| (resort.slug.clone(), resort)).collect();
    // An embedded row is better kept than an imported one of the same slug.
    resorts.extend(embedded.into_iter().map(|resort| (resort.slug.clone(), resort)));
    Ok(resorts.into_values().collect())
}

/// The rows that an import kept.
fn stored(rows: Vec<(String, String)>) -> Vec<Resort> {
    let read = |(slug, text): (String, String)| {
        serde_json::from_str::<Resort>(&text)
            .inspect_err(|error| tracing::warn!(slug, %error, "imported resort cannot be read; import again"))
            .ok()
    };
    rows.into_iter().filter_map(read).collect()
}

/// What [`Store`] holds of imports, for callers that already have it open.
///
/// # Errors
/// Storage that cannot be read.
pub(crate) async fn resorts_of(store: &Store) -> Result<Vec<Resort>, String> {
    together(store::imported(store).await.map_err(one_line)?)
}
