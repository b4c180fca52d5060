//! `import openskimap FILE`: adds thousands of ski areas to this deployment's database, and the map's terrain to the
//! resorts that it knows.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;

use catalogue::openskimap::{self, Context, Details, Format, ImportError, ImportResult};
use catalogue::{MappedTerrain, Resort};
use chrono::NaiveDate;
use runtime::clock;

use crate::config::Config;
use crate::database;
use crate::error::one_line;
use publication::resorts::{self, StoredResorts};

/// Arguments of `import openskimap`.
#[derive(Debug, clap::Args)]
pub struct Openskimap {
    /// File of ski areas from OpenSkiMap.
    #[arg(required_unless_present = "remove")]
    file: Option<PathBuf>,
    /// `runs.geojson` of the same day: counts runs by name and finds the longest one.
    #[arg(long, value_name = "FILE")]
    runs: Option<PathBuf>,
    /// `lifts.geojson` of the same day: leaves private and closed lifts out.
    #[arg(long, value_name = "FILE")]
    lifts: Option<PathBuf>,
    /// Date of the files, if you know it.
    #[arg(long, value_name = "YYYY-MM-DD")]
    dated: Option<NaiveDate>,
    /// Remove all imported resorts and terrain instead.
    #[arg(long, conflicts_with_all = ["file", "runs", "lifts", "dated"])]
    remove: bool,
}

/// Imports OpenSkiMap's files and prints a summary, or removes what was imported.
///
/// # Errors
/// Returns an error if a file has the wrong format or the storage cannot be written. A failed import stores nothing.
pub fn openskimap(arguments: &Openskimap, config: &Config) -> Result<(), String> {
    let now = clock::now();
    let store = database::open(config).map_err(one_line)?;
    let earlier = resorts::stored_blocking(&store).map_err(one_line)?;
    let Some(file) = arguments.file.as_deref().filter(|_| !arguments.remove) else {
        let (rows, terrain) = (earlier.rows.len(), earlier.terrain.len());
        resorts::replace_imported_blocking(&store, StoredResorts::default(), now).map_err(one_line)?;
        return print_lines(&[format!(
            "{rows} imported resorts and the terrain of {terrain} removed; restart the service"
        )]);
    };
    let embedded = catalogue::embedded().map_err(one_line)?;
    let context = Context {
        catalogue: &embedded,
        earlier: &resorts::imported(earlier.rows),
        imported_on: now.utc().date_naive(),
        data_date: arguments.dated,
        details: &arguments.details()?,
    };
    let imported =
        openskimap::import(&super::read(file)?, Format::from_name(&file.to_string_lossy()), context)
            .map_err(|error| format!("{}: {}", file.display(), one_line(error)))?;
    resorts::replace_imported_blocking(&store, rows(&imported)?, now).map_err(one_line)?;
    print_lines(&summary(&imported, &embedded))
}

impl Openskimap {
    /// Reads the runs and lifts feature by feature: these files are larger than the memory of a small machine.
    fn details(&self) -> Result<Details, String> {
        let mut details = Details::default();
        let mut read = |path: &Option<PathBuf>, of: fn(&mut Details, File) -> Result<(), ImportError>| {
            let Some(path) = path else { return Ok(()) };
            let wrong = |what: String| format!("{}: {what}", path.display());
            let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
            of(&mut details, file).map_err(|error| wrong(one_line(error)))
        };
        read(&self.runs, |details, file| details.read_runs(file))?;
        read(&self.lifts, |details, file| details.read_lifts(file))?;
        Ok(details)
    }
}

fn rows(imported: &ImportResult) -> Result<StoredResorts, String> {
    let text = |resort: &Resort| Ok((resort.slug.clone(), serde_json::to_string(resort).map_err(one_line)?));
    let terrain = |(slug, terrain): (&String, &MappedTerrain)| {
        Ok((slug.clone(), serde_json::to_string(terrain).map_err(one_line)?))
    };
    Ok(StoredResorts {
        rows: imported.resorts.iter().map(text).collect::<Result<_, String>>()?,
        terrain: imported.terrain.iter().map(terrain).collect::<Result<_, String>>()?,
    })
}

fn summary(imported: &ImportResult, embedded: &[Resort]) -> Vec<String> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for skipped in &imported.skipped {
        *reasons.entry(&skipped.reason).or_default() += 1;
    }
    let mut lines =
        vec![format!("{} areas imported, {} skipped", imported.resorts.len(), imported.skipped.len())];
    lines.extend(reasons.into_iter().map(|(reason, count)| format!("{count:>6}  {reason}")));
    lines.push(format!("{} resorts in all", embedded.len() + imported.resorts.len()));
    let of = |known: fn(&MappedTerrain) -> bool| {
        imported.terrain.values().filter(|terrain| known(terrain)).count()
    };
    let known = embedded.iter().filter(|resort| imported.terrain.contains_key(&resort.slug)).count();
    lines.push(format!(
        "terrain of {} resorts, {known} of them in the catalogue: lifts by type {}, runs {}, kilometres {}, ability {}, \
         longest run {}",
        imported.terrain.len(),
        of(|terrain| terrain.lifts.is_some()),
        of(|terrain| terrain.runs.is_some()),
        of(|terrain| terrain.run_km.is_some()),
        of(|terrain| terrain.ability.is_some()),
        of(|terrain| terrain.longest_run.is_some()),
    ));
    lines
}

fn print_lines(lines: &[String]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", lines.join("\n")).map_err(|error| format!("cannot write: {error}"))
}
