//! `backfill`: fetches the winters of the past, after it has said what they cost.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::Arc;

use ::ingest::winters::Asked as WinterAsked;
use ::ingest::winters::spans::{Span, most_weight, spans};
use catalogue::Resort;
use catalogue::search::SearchIndex;
use sources::budget::Limits;
use sources::open_meteo::ConfigError;
use storage::Store;

use crate::config::{Backfill as Asked, Config};
use crate::error::one_line;
use crate::ingest::backfill::{self, Backfill, Outcome, behind_running, share};
use crate::ingest::common::Common;
use crate::{clock, database, resorts, store};

mod estimate;

pub use estimate::Estimate;

/// Which winters.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Number of finished winters to fetch, in addition to the current one.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=70))]
    winters: u16,
    /// Only this resort, by slug; may be repeated.
    #[arg(long = "resort", value_name = "SLUG")]
    resorts: Vec<String>,
    /// Print the cost and fetch nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Prints the estimate and, unless it is a dry run, fetches.
///
/// # Errors
/// An unknown resort, storage that cannot be used, or an archive that does not answer.
pub fn run(arguments: Arguments, config: &Config) -> Result<(), String> {
    let asked = Asked { resorts: arguments.resorts, winters: arguments.winters };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(one_line)?;
    runtime.block_on(async {
        let store = database::open(config).map_err(one_line)?;
        let (planned, estimate) = plan(&store, config, &asked).await?;
        say(&estimate.lines())?;
        if arguments.dry_run || planned.is_empty() {
            return Ok(());
        }
        let lane = lane(store, config).await?;
        let outcome = tokio::select! {
            outcome = lane.run(&planned) => outcome.map_err(one_line)?,
            _ = tokio::signal::ctrl_c() => {
                lane.let_go().await;
                return Err("stopped; what was answered is kept, run backfill again for the rest".to_owned());
            }
        };
        say(&[told(&outcome)])
    })
}

/// The calls that are to be made, and their cost.
///
/// # Errors
/// An unknown resort, or storage that cannot be read.
pub async fn plan(store: &Store, config: &Config, asked: &Asked) -> Result<(Vec<Span>, Estimate), String> {
    let every = resorts::all(store).await?;
    let on_record = store::winters_asked(store).await.map_err(one_line)?;
    let share = share_of(config, every.len(), &on_record).map_err(one_line)?;
    let chosen = chosen(every, &asked.resorts)?;
    let today = clock::now().utc().date_naive();
    let spans = spans(&chosen, on_record, today, asked.winters, most_weight(share));
    let estimate = Estimate::new(&spans, share);
    Ok((spans, estimate))
}

/// The lane, ready to run by itself, beside no other.
///
/// # Errors
/// Settings that cannot be used, or storage that cannot be read.
pub async fn lane(store: Store, config: &Config) -> Result<Backfill, String> {
    let common = Common::alone(store, config.pauses).map_err(one_line)?;
    lane_of(Arc::new(common), config).await
}

/// As [`lane`], in a process with other lanes, whose client and counters it shares.
///
/// # Errors
/// As [`lane`].
pub async fn lane_of(common: Arc<Common>, config: &Config) -> Result<Backfill, String> {
    let resorts = resorts::all(&common.store).await?.len();
    let on_record = store::winters_asked(&common.store).await.map_err(one_line)?;
    let share = share_of(config, resorts, &on_record).map_err(one_line)?;
    let lane = backfill::lane(common, &config.open_meteo, resorts, backfill::LEASE).map_err(one_line)?;
    Ok(Backfill { share, ..lane })
}

/// What forecasts of `resorts` resorts, and the running winters of those on record, leave of the allowance.
fn share_of(config: &Config, resorts: usize, on_record: &[WinterAsked]) -> Result<Limits, ConfigError> {
    let share = share(&config.open_meteo, resorts)?;
    let slugs: BTreeSet<&str> = on_record.iter().map(|row| row.slug.as_str()).collect();
    Ok(if config.winter_refresh { behind_running(share, slugs.len()) } else { share })
}

/// The resorts that were named, in the order of the catalogue; all when none was.
fn chosen(every: Vec<Resort>, slugs: &[String]) -> Result<Vec<Resort>, String> {
    if let Some(unknown) = slugs.iter().find(|slug| !every.iter().any(|resort| resort.slug == **slug)) {
        return Err(resorts::not_on_record(unknown, &SearchIndex::new(every.iter())));
    }
    Ok(every.into_iter().filter(|resort| slugs.is_empty() || slugs.contains(&resort.slug)).collect())
}

fn told(outcome: &Outcome) -> String {
    let mut text = format!("{} winters kept", outcome.kept);
    if outcome.short > 0 {
        text.push_str(&format!(
            "; {} came short and do not count; run backfill again to ask for them once more",
            outcome.short
        ));
    }
    if !outcome.failed.is_empty() {
        text.push_str(&format!("; not answered: {}; run backfill again", outcome.failed.join(", ")));
    }
    text
}

fn say(lines: &[String]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", lines.join("\n"))
        .and_then(|()| out.flush())
        .map_err(|error| format!("cannot write: {error}"))
}
