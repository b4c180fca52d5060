//! `verify`: grades the archived forecasts by model and lead, from storage. Sends no requests and changes nothing.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use operations::charts::accuracy;
use publication::grading;
use runtime::clock;
use verification::Report;
use world::place::Region;

use crate::config::Config;
use crate::database;
use crate::error::one_line;
use publication::resorts;

pub use verification::table::table;

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Only resorts of this region, for example alps.
    #[arg(long)]
    region: Option<String>,
    /// Only this lead in days, 1 for the day of the issue. Default: the bands 1-3, 4-7 and 8-14.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=14))]
    lead: Option<u8>,
    /// Write a chart of accuracy by lead, as SVG, into this folder.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print the whole report as JSON.
    #[arg(long)]
    json: bool,
}

/// Prints the table or the report.
///
/// # Errors
/// Returns an error if the region is unknown, the storage cannot be read, or the folder cannot be written.
pub fn run(arguments: &Arguments, config: &Config) -> Result<(), String> {
    let region = arguments.region.as_deref().map(parse_region).transpose()?;
    let store = database::existing(config).map_err(one_line)?;
    let resorts = resorts::all_blocking(&store).map_err(one_line)?;
    let places = resorts.iter().map(grading::place).collect();
    let report = grading::grade_blocking(&store, places, clock::now()).map_err(one_line)?;
    if let Some(folder) = &arguments.svg {
        draw(&report, region, config, folder)?;
    }
    let text = if arguments.json {
        serde_json::to_string_pretty(&report).map_err(one_line)? + "\n"
    } else {
        let heading = if config.synthetic { "SYNTHETIC weather: nothing real is graded here.\n" } else { "" };
        format!("{heading}{}", table(&report, region, arguments.lead))
    };
    std::io::stdout().lock().write_all(text.as_bytes()).map_err(|error| format!("cannot write: {error}"))
}

fn parse_region(asked: &str) -> Result<&'static str, String> {
    let tags = Region::ALL.map(Region::tag);
    tags.into_iter()
        .find(|tag| *tag == asked)
        .ok_or_else(|| format!("no region `{asked}`; one of {}", tags.join(", ")))
}

fn draw(report: &Report, region: Option<&str>, config: &Config, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let service = crate::service::service(config);
    let svg = accuracy::svg(Some(report), region, &service);
    let name = region.map_or_else(|| "accuracy.svg".to_owned(), |region| format!("accuracy-{region}.svg"));
    let file = folder.join(name);
    std::fs::write(&file, svg).map_err(|error| format!("cannot write {}: {error}", file.display()))
}
