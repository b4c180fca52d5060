//! `get_ml_trends`: datasets about the forecasts: how accurate each model was, and how far to trust the blend.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::Tier;
use world::place::Region;
use crate::text::{Text, count_text, counted_if_known, reported, word};
use world::{VisibleResort, View};

mod boards;
mod dataset;
mod daily_records;
mod probabilities;
mod resort;
mod rows;
mod trend_row;

use boards::TrendTables;
pub use dataset::{Dataset, Entry, entries};
pub use probabilities::{ChanceScore, Probabilities, ReliabilityBin};
pub use trend_row::{RowsBasis, TrendRow};
use trend_row::{RowsOrReason, Rows};
pub use rows::{Accuracy, Estimate, TrustRow, Weights};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Default `catalog`, which lists what is on record.
    pub dataset: Option<Dataset>,
    /// Slug or unambiguous name; then only the blend is graded.
    ///
    /// `score_components`, `vs_last_year` and `season_stats` need it.
    #[schemars(length(min = 1, max = 100))]
    pub slug: Option<String>,
    /// Part of the world; not with `slug`.
    pub region: Option<Region>,
    /// Lead in days, from 1; default bands.
    ///
    /// 1 for the day of the forecast; the bands are 1 to 3, 4 to 7 and 8 to 14.
    #[schemars(range(min = 1, max = 14))]
    pub lead: Option<u32>,
    /// Days back, default 30.
    ///
    /// Answered with the shortest of the windows 30, 90 and 365 that contains them.
    #[schemars(range(min = 1, max = 365))]
    pub days: Option<u32>,
    /// Rows, default 25.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// A dataset.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trends {
    /// The dataset of the answer.
    pub dataset: Dataset,
    /// Whether it is on record.
    pub available: bool,
    /// Reason if it is not.
    pub reason: Option<String>,
    /// Summary of the grading; null if nothing is graded yet.
    pub graded: Option<GradingSummary>,
    /// `catalog`: every dataset.
    pub catalog: Vec<Entry>,
    /// `model_accuracy`: forecasters by lead; the blend first, then models by mean absolute error, then the references.
    pub accuracy: Vec<Accuracy>,
    /// `model_accuracy`: weights of the models in the blend, by band of leads.
    pub weights: Vec<Weights>,
    /// `forecast_trust`: the blend by place and band of leads.
    pub trust: Vec<TrustRow>,
    /// `forecast_trust`: reliability of the probabilities, for all places together; null if no such trial was made.
    pub probabilities: Option<Probabilities>,
    /// Rows of every other dataset.
    pub rows: Vec<TrendRow>,
    /// Basis of the rows; null if there are none.
    pub rests: Option<RowsBasis>,
}

/// Summary of the grading.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Graded")]
pub struct GradingSummary {
    /// Day of the grading.
    pub made_on: chrono::NaiveDate,
    /// First scored day.
    pub from: Option<chrono::NaiveDate>,
    /// Last scored day.
    pub to: Option<chrono::NaiveDate>,
    /// Stored forecasts, one per day and resort.
    pub forecasts: usize,
    /// Pairs of a forecast day and a measured day.
    pub pairs: usize,
    /// Resorts with a station to grade by.
    pub resorts: usize,
    /// Days that the rows look back; null if there are none.
    pub window_days: Option<i64>,
    /// Grading method.
    pub method: &'static str,
}

const METHOD: &str = "New snow of local days at mid mountain, on every day that a station measured, dry \
    days included; only stations count as truth, never a model. Depth changes at a station undercount the \
    snowfall, so biases are too high. Intervals are 95 %, by resampling runs of days: resorts on one day do \
    not count as independent.";

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_ml_trends",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/trends/{dataset}",
        title: "Trends and forecast accuracy",
        description: "Datasets of the season and of forecasts graded by stations: powder days, snow events, \
            coming bluebird days, this season against the last, model accuracy, trust. `catalog` lists \
            them. `available` false: `reason` says why.",
    };
    type Args = Args;
    type Data<'w> = Trends;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Trends>, OpError> {
        let (limit, offset) = (args.limit.unwrap_or(25), args.offset.unwrap_or(0));
        let dataset = args.dataset.unwrap_or(Dataset::Catalog);
        if args.slug.is_some() && args.region.is_some() {
            return Err(OpError::argument("region", "cannot be combined with `slug`".to_owned()));
        }
        let slug = args.slug.as_deref().map(|slug| view.resort(slug)).transpose()?;
        let asked = rows::RowFilter {
            slug: slug.map(|seen| seen.resort().slug.as_str()),
            region: args.region,
            lead: args.lead.and_then(|lead| u8::try_from(lead).ok()),
            days: i64::from(args.days.unwrap_or(30)),
        };
        let mut data = Trends::empty(dataset);
        let mut known = SourceFamilies::NOTHING;
        let total = match dataset {
            Dataset::Catalog => data.list(view),
            Dataset::ModelAccuracy | Dataset::ForecastTrust => data.grade(view, &asked),
            Dataset::BluebirdLeaders | Dataset::ScorePulse => {
                known = view.resorts().map(|seen| seen.carries()).fold(SourceFamilies::CATALOGUE, SourceFamilies::and);
                data.looked_back(view, &asked, slug)
            }
            Dataset::PowderDays | Dataset::SnowEvents => {
                known = SourceFamilies::CATALOGUE.and(SourceFamilies::CLIMATE);
                let events = dataset == Dataset::SnowEvents;
                data.season(view, &asked, slug, args.days.filter(|_| events).map(i64::from))
            }
            Dataset::BluebirdPredictions | Dataset::ExtendedOutlook => {
                known = SourceFamilies::CATALOGUE.and(SourceFamilies::FORECAST);
                data.forecast(view, &asked, slug)
            }
            Dataset::ScoreComponents | Dataset::VsLastYear | Dataset::SeasonStats => {
                let needs = || OpError::argument("slug", format!("`{}` is about one resort: name it", word(&dataset)));
                let seen = slug.ok_or_else(needs)?;
                known = if dataset == Dataset::ScoreComponents {
                    seen.carries()
                } else {
                    SourceFamilies::CATALOGUE.and(SourceFamilies::CLIMATE)
                };
                data.of_one(view, &seen, args.days.unwrap_or(30).into())
            }
        };
        let (skip, take) = (offset as usize, limit as usize);
        data.catalog = data.catalog.into_iter().skip(skip).take(take).collect();
        data.accuracy = data.accuracy.into_iter().skip(skip).take(take).collect();
        data.trust = data.trust.into_iter().skip(skip).take(take).collect();
        data.rows = data.rows.into_iter().skip(skip).take(take).collect();
        let graded = if data.graded.is_some() { carries(view) } else { SourceFamilies::NOTHING };
        let carries = if data.rests.is_some() { graded.and(known) } else { graded };
        Ok(Reply::list(data, carries, Page { total, limit, offset }))
    }

    fn text(data: &Trends) -> String {
        let mut text = Text::new();
        text.item("Data set", word(&data.dataset));
        if let Some(reason) = &data.reason {
            text.item("Not available", reason);
        }
        if let Some(graded) = &data.graded {
            text.line(format_args!(
                "Graded {}: {} of {}, {}, {} to {}, looking back {}",
                graded.made_on,
                count_text(graded.forecasts, "forecast"),
                count_text(graded.resorts, "resort"),
                count_text(graded.pairs, "pair"),
                reported(graded.from, ""),
                reported(graded.to, ""),
                counted_if_known(graded.window_days, "day")
            ));
            text.line(graded.method);
        }
        data.catalog.iter().for_each(|entry| entry.write(&mut text));
        data.accuracy.iter().for_each(|row| row.write(&mut text));
        data.weights.iter().for_each(|row| row.write(&mut text));
        data.trust.iter().for_each(|row| row.write(&mut text));
        data.probabilities.iter().for_each(|of| of.write(&mut text));
        data.rests.iter().for_each(|rests| rests.write(&mut text));
        data.rows.iter().for_each(|row| row.write(&mut text));
        text.done()
    }
}

impl Trends {
    const fn empty(dataset: Dataset) -> Self {
        Self {
            dataset,
            available: true,
            reason: None,
            graded: None,
            catalog: Vec::new(),
            accuracy: Vec::new(),
            weights: Vec::new(),
            trust: Vec::new(),
            probabilities: None,
            rows: Vec::new(),
            rests: None,
        }
    }

    /// Adds the datasets of one resort; those that look back cover `back` days.
    fn of_one(&mut self, view: &View<'_>, seen: &VisibleResort<'_>, back: u64) -> usize {
        let found = match self.dataset {
            Dataset::ScoreComponents => {
                resort::score_components(view, seen, daily_records::components(view, seen, back))
            }
            Dataset::VsLastYear => resort::vs_last_year(view, seen),
            _ => resort::season_stats(view, seen),
        };
        self.store(found)
    }

    fn set_reason(&mut self, reason: impl Into<String>) -> usize {
        (self.available, self.reason) = (false, Some(reason.into()));
        0
    }

    fn list(&mut self, view: &View<'_>) -> usize {
        self.catalog = entries(view);
        self.catalog.len()
    }

    /// Stores the rows, or the reason if there are none; returns the number of rows.
    fn store(&mut self, found: RowsOrReason) -> usize {
        let Rows { rows, n, n_of, since, through } = match found {
            Ok(found) => found,
            Err(reason) => return self.set_reason(reason),
        };
        let method = self.dataset.description().map(|about| about.method).unwrap_or_default();
        self.rests = Some(RowsBasis { n, n_of, since, through, method, verification: Vec::new() });
        self.rows = rows;
        self.rows.len()
    }

    /// Adds the datasets of the current seasons, of one resort or of a region.
    fn season(
        &mut self,
        view: &View<'_>,
        asked: &rows::RowFilter<'_>,
        slug: Option<VisibleResort<'_>>,
        back: Option<i64>,
    ) -> usize {
        let boards = view.once(TrendTables::made);
        let of_events = self.dataset == Dataset::SnowEvents;
        let all = if of_events { &boards.events } else { &boards.powder };
        let Some((since, through)) = boards.season else { return self.set_reason(dataset::NO_SEASON) };
        let here = asked.selects_resort(view, slug);
        let n = boards.powder.iter().filter(|row| here(row)).count();
        if n == 0 {
            return self.set_reason(dataset::NO_SEASON);
        }
        let is_recent = |row: &&TrendRow| {
            back.is_none_or(|back| row.end.is_some_and(|end| (through - end).num_days() <= back))
        };
        let rows = all.iter().filter(|row| here(row)).filter(is_recent).cloned().collect();
        self.store(Ok(Rows { rows, n, n_of: "resorts in their season", since, through }))
    }

    /// Adds the datasets of past days, of one resort or of a region.
    fn looked_back(&mut self, view: &View<'_>, asked: &rows::RowFilter<'_>, slug: Option<VisibleResort<'_>>) -> usize {
        let here = asked.selects_resort(view, slug);
        let of_scores = self.dataset == Dataset::ScorePulse;
        self.store(if of_scores { daily_records::pulse(view, here) } else { daily_records::leaders(view, here) })
    }

    /// Adds the datasets of the forecast, of one resort or of a region.
    fn forecast(&mut self, view: &View<'_>, asked: &rows::RowFilter<'_>, slug: Option<VisibleResort<'_>>) -> usize {
        let here = asked.selects_resort(view, slug);
        let today = view.as_of().utc().date_naive();
        let of_week = self.dataset == Dataset::BluebirdPredictions;
        let reach = if of_week { world::OPEN_DAYS } else { conditions_core::forecast::DAYS };
        let through = today.checked_add_days(chrono::Days::new(reach as u64 - 1)).unwrap_or(today);
        let known: Vec<VisibleResort<'_>> = view
            .resorts()
            .filter(|seen| seen.has_forecast() && here(&TrendRow::new(seen, Vec::new())))
            .collect();
        if known.is_empty() {
            return self.set_reason(dataset::NO_FORECAST);
        }
        let n = known.len();
        let rows = if of_week {
            view.once(TrendTables::made).bluebirds.iter().filter(|row| here(row)).cloned().collect()
        } else if known.iter().any(VisibleResort::sees_14_days) {
            rows::beyond_a_week(known)
        } else {
            return self.set_reason(dataset::NEEDS_PRO);
        };
        let total = self.store(Ok(Rows { rows, n, n_of: "resorts with a forecast", since: today, through }));
        if let Some(rests) = self.rests.as_mut().filter(|_| of_week) {
            rests.verification = view.once(boards::VerificationFigures::made).0.clone();
        }
        total
    }

    /// Fills the rows and returns their number.
    fn grade(&mut self, view: &View<'_>, asked: &rows::RowFilter<'_>) -> usize {
        let Some(report) = view.report().filter(|report| report.days.is_some()) else {
            return self.set_reason(dataset::NOTHING_GRADED);
        };
        let window = asked.window(report);
        let total = match (self.dataset, window) {
            (_, None) => 0,
            (Dataset::ModelAccuracy, Some(window)) => {
                self.accuracy = rows::accuracy(report, asked, window);
                self.weights = report.weights.iter().map(Weights::from_band).collect();
                self.accuracy.len()
            }
            (_, Some(window)) => {
                self.trust = rows::trust(report, asked, window);
                self.probabilities = report.chances.as_ref().map(Probabilities::from_calibration);
                self.trust.len()
            }
        };
        if total == 0 {
            self.weights.clear();
            self.probabilities = None;
            return self.set_reason("no station there measured a day with a stored forecast");
        }
        self.graded = Some(GradingSummary {
            made_on: report.made_on,
            from: report.days.map(|(from, _)| from),
            to: report.days.map(|(_, to)| to),
            forecasts: report.issues,
            pairs: report.pairs,
            resorts: report.resorts,
            window_days: window,
            method: METHOD,
        });
        total
    }
}

/// Returns the sources: forecasts of the models, and measurements of every network.
fn carries(view: &View<'_>) -> SourceFamilies {
    let networks = (0..view.service().credits.stations.len()).map(SourceFamilies::network);
    networks.fold(SourceFamilies::FORECAST, SourceFamilies::and)
}
