//! `backfill`: fetches past winters after printing what they cost.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::Arc;

use ::ingest::winters::Outcome;
use ::ingest::winters::share::Shares;
use ::ingest::winters::spans::{Span, in_stages, most_weight, sort_by_interest};
use catalogue::Resort;
use catalogue::search::SearchIndex;
use ingest_runner::common::Common;
use ingest_runner::estimate::Estimate;
use ingest_runner::filling::{FillingOptions, present, print_progress};
use ingest_runner::store;
use ingest_runner::{LaneError, archive_lane, finish};
use outbound::client::FetchError;
use runtime::clock;
use sources::open_meteo::ConfigError;
use storage::Store;
use tokio::sync::watch;

use crate::config::{Backfill, Config};
use crate::database;
use crate::error::one_line;
use publication::resorts;

/// Arguments of `backfill`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Number of finished winters to fetch, in addition to the current one.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=70))]
    winters: u16,
    /// Only this resort, by slug; may be repeated.
    #[arg(long, value_name = "SLUG")]
    resort: Vec<String>,
    /// Print the cost and fetch nothing.
    #[arg(long)]
    dry_run: bool,
    /// Print the progress every minute, until nothing is missing; follows another backfill that is running.
    #[arg(long, conflicts_with = "dry_run")]
    watch: bool,
}

/// Reason why a backfill ended early. Data fetched before that is kept.
#[derive(Debug, thiserror::Error)]
pub enum BackfillError {
    /// Another process holds the lease.
    #[error(
        "another backfill is running or was killed within the last three minutes; try again in three minutes"
    )]
    Taken,
    /// The process was asked to stop.
    #[error("stopped; fetched winters are stored, run backfill again for the rest")]
    Stopped,
    /// The archive failed several times in a row.
    #[error("the archive does not answer: {0}; fetched winters are stored, run backfill again later")]
    Silent(String),
    /// A single call is heavier than a day's share.
    #[error("one call exceeds the whole share of the allowance; set --open-meteo-daily-calls higher")]
    TooHeavy,
    /// The client cannot be made.
    #[error(transparent)]
    Client(#[from] FetchError),
    /// The output cannot be written.
    #[error("{0}")]
    Output(String),
    /// The settings are invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The database cannot be read or written.
    #[error(transparent)]
    Storage(storage::StoreError),
}

impl From<LaneError> for BackfillError {
    fn from(hindrance: LaneError) -> Self {
        match hindrance {
            LaneError::Taken => Self::Taken,
            LaneError::Stopped => Self::Stopped,
            LaneError::TooHeavy => Self::TooHeavy,
            LaneError::Storage(error) => Self::Storage(error),
        }
    }
}

/// Prints the estimate and, unless it is a dry run, fetches.
///
/// # Errors
/// Returns an error if a resort is unknown, the storage cannot be used, or the archive does not answer.
pub fn run(arguments: Arguments, config: &Config) -> Result<(), String> {
    let wanted = Backfill { resorts: arguments.resort, winters: arguments.winters };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(one_line)?;
    runtime.block_on(async {
        let store = database::existing(config).map_err(one_line)?;
        let plan = plan(&store, config, &wanted).await?;
        print_lines(&plan.estimate().lines())?;
        if arguments.dry_run {
            return Ok(());
        }
        let (every, options) = (plan.every.clone(), filling(config));
        let (printed, planned) = (store.clone(), every.clone());
        let lines = arguments.watch.then(|| {
            let options = options.clone();
            tokio::spawn(async move {
                print_progress(&printed, &options, &planned, |line| print_lines(&[line.to_owned()])).await
            })
        });
        let fetched = if plan.spans.is_empty() { Ok(()) } else { fetched(plan, store.clone(), config).await };
        let Some(lines) = lines else { return fetched.map_err(one_line) };
        if matches!(fetched, Err(BackfillError::Taken)) {
            print_lines(&["another backfill is running; these lines are its progress".to_owned()])?;
            return tokio::select! {
                outcome = lines => outcome.map_err(one_line)?,
                _ = tokio::signal::ctrl_c() => Ok(()),
            };
        }
        lines.abort();
        fetched.map_err(one_line)?;
        print_lines(&[present(&store, &options, &every).await?.0])
    })
}

/// Makes the calls of a plan until Ctrl-C, and prints the result.
async fn fetched(plan: Plan, store: Store, config: &Config) -> Result<(), BackfillError> {
    let common = Arc::new(Common::standalone(store, config.pauses)?);
    let (stop, stopped) = watch::channel(false);
    let mut work = std::pin::pin!(plan.fetch(common, config, stopped));
    let outcome = tokio::select! {
        outcome = &mut work => outcome,
        _ = tokio::signal::ctrl_c() => {
            let _ = stop.send(true);
            work.await
        }
    };
    print_lines(&[summary(&outcome?)]).map_err(BackfillError::Output)
}

/// Returns the settings that the progress depends on.
#[must_use]
pub fn filling(config: &Config) -> FillingOptions {
    FillingOptions { open_meteo: config.open_meteo.clone(), winter_refresh: config.winter_refresh }
}

/// The planned calls and the allowance that they count against.
#[derive(Debug)]
pub struct Plan {
    /// Calls, in the order in which they are made.
    pub spans: Vec<Span>,
    /// The resorts of the deployment, which the progress counts.
    every: Vec<Resort>,
    shares: Shares,
}

impl Plan {
    /// Estimates the cost.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let today = clock::now().utc().date_naive();
        Estimate::new(&self.spans, self.shares.few_on(today).share, self.shares.on(today).share)
    }

    /// Makes the calls until the process is asked to stop.
    ///
    /// # Errors
    /// Returns a [`BackfillError`] if the backfill ends early.
    pub async fn fetch(
        self,
        common: Arc<Common>,
        config: &Config,
        stop: watch::Receiver<bool>,
    ) -> Result<Outcome, BackfillError> {
        if self.spans.is_empty() {
            return Ok(Outcome::default());
        }
        let lane = archive_lane::backfill(&config.open_meteo, self.shares, self.spans, config.pauses)?;
        let mut outcome = finish(lane, common, stop).await?.into_outcome();
        match outcome.silent.take() {
            Some(what) => Err(BackfillError::Silent(what)),
            None => Ok(outcome),
        }
    }
}

/// Plans a backfill within the allowance that forecasts and current winters leave.
///
/// # Errors
/// Returns an error if a resort is unknown, a setting is invalid, or the storage cannot be read.
pub async fn plan(store: &Store, config: &Config, wanted: &Backfill) -> Result<Plan, String> {
    let every = resorts::all(store).await.map_err(one_line)?;
    let every = match wanted.resorts.as_slice() {
        [] => config.selection.apply(every).map_err(one_line)?,
        _named => every,
    };
    let on_record = store::winters_on_record(store).await.map_err(one_line)?;
    let mut shares = archive_lane::shares(&config.open_meteo, &every).map_err(one_line)?;
    if config.winter_refresh {
        let slugs: BTreeSet<&str> = on_record.iter().map(|row| row.slug.as_str()).collect();
        shares = shares.after_current_winters(slugs.len());
    }
    let mut chosen = chosen(every.clone(), &wanted.resorts)?;
    let saved = store.read(storage::accounts::saved::counts).await.map_err(one_line)?;
    let today = clock::now().utc().date_naive();
    sort_by_interest(&mut chosen, &saved, today);
    let spans = in_stages(&chosen, &on_record, today, wanted.winters, most_weight(shares.least().share));
    Ok(Plan { spans, every, shares })
}

/// Selects the resorts with these slugs, in the order of the catalogue, or all resorts if no slug is given.
fn chosen(every: Vec<Resort>, slugs: &[String]) -> Result<Vec<Resort>, String> {
    if let Some(unknown) = slugs.iter().find(|slug| !every.iter().any(|resort| resort.slug == **slug)) {
        return Err(resorts::not_on_record(unknown, &SearchIndex::new(every.iter())));
    }
    Ok(every.into_iter().filter(|resort| slugs.is_empty() || slugs.contains(&resort.slug)).collect())
}

fn summary(outcome: &Outcome) -> String {
    let mut text = format!("{} winters stored", outcome.kept);
    if outcome.short > 0 {
        text.push_str(&format!(
            "; {} are incomplete and do not count; run backfill again to fetch them again",
            outcome.short
        ));
    }
    if !outcome.failed.is_empty() {
        text.push_str(&format!("; not answered: {}; run backfill again", outcome.failed.join(", ")));
    }
    text
}

fn print_lines(lines: &[String]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", lines.join("\n"))
        .and_then(|()| out.flush())
        .map_err(|error| format!("cannot write: {error}"))
}
