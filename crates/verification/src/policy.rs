//! Every threshold of the grading, in one value.

/// Leads that a forecast is graded at: day 1 is the local day of the issue.
pub const LEADS: usize = 14;
/// First and last lead of the bands that weights are learnt for.
pub const BANDS: [(u8, u8); 3] = [(1, 3), (4, 7), (8, 14)];

/// Every threshold of the grading.
#[derive(Debug, Clone, PartialEq)]
pub struct Grading {
    /// A snow day measured, or forecast, at least this, cm (`contract-decisions` 10).
    pub snow_day_cm: f64,
    /// A powder day, cm.
    pub powder_day_cm: f64,
    /// Stations are truth within this of the mid-mountain elevation that the forecast is for, m.
    pub truth_elevation_m: f64,
    /// The day of the issue counts as lead 1 when the snapshot was captured before this local hour; later, too much of the
    /// day had passed for it to be a forecast.
    pub first_day_hour: u8,
    /// A snapshot is complete when this many models, or every model that is asked when there are fewer, report the first
    /// seven days whole.
    pub complete_models: usize,
    /// Climatology is the median of the measured days of so many days before the issue ...
    pub climate_days: i64,
    /// ... of which at least so many are needed.
    pub climate_min_days: usize,
    /// Rows of the report look back so many days, shortest first.
    pub windows: [i64; 3],
    /// Weights are learnt from this many scored days on.
    pub learn_days: usize,
    /// The earlier part of the scored days that is learnt from; the rest is held out.
    pub train_fraction: f64,
    /// Days between what is learnt from and what is held out: weather lasts longer than midnight.
    pub gap_days: i64,
    /// A day is of winter when snow was measured at the place within so many days of it, before or after: a dry summer teaches
    /// nothing of snow, and its days are not scored.
    pub winter_days: i64,
    /// Days after which an error counts half in what is learnt: this winter's say more than last winter's.
    pub half_life_days: f64,
    /// What was learnt and the defaults count alike after this many days of training; later the former counts for more.
    pub shrink_days: f64,
    /// No learnt weight is below this share of the mean weight.
    pub floor: f64,
    /// Powers of the relative error that are tried for weights, gentlest first. Members whose errors had nothing in common
    /// would be best weighed by the second (Bates and Granger 1969); what they all err alike no weight can mend, and what is
    /// left differs more between members than their whole errors do.
    pub powers: [f64; 3],
    /// At most so many pairs of a band are learnt from, evenly picked.
    pub fit_pairs: usize,
    /// At most so many pairs of days, and of each total, are what distributions are learnt from and tried on, evenly picked.
    pub chance_pairs: usize,
    /// A bin of probabilities is told from so many pairs on.
    pub bin_pairs: usize,
    /// Share of a band's held-out pairs that a model must have to be compared with the blend.
    pub coverage: f64,
    /// Skill over climatology whose interval begins here is `high` trust.
    pub trust_high: f64,
    /// Times that the days are drawn anew for an interval.
    pub resamples: usize,
    /// Days that are drawn together: so long one day's weather tells of the next.
    pub run_days: usize,
    /// Interval: its lower and upper share of the draws.
    pub interval: (f64, f64),
    /// Fewer days than this have no interval.
    pub interval_min_days: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// The archive is kept for so many days.
    pub keep_days: i64,
    /// Days that stations measured are kept for so many: past winters are mapped to stations by ten whole winters and the
    /// running one.
    pub keep_measured_days: i64,
}

impl Grading {
    /// The numbers of `docs/verification.md`.
    pub const STANDARD: Self = Self {
        snow_day_cm: 1.0,
        powder_day_cm: 15.0,
        truth_elevation_m: 500.0,
        first_day_hour: 6,
        complete_models: 3,
        climate_days: 60,
        climate_min_days: 10,
        windows: [30, 90, 365],
        learn_days: 30,
        train_fraction: 0.65,
        gap_days: 2,
        winter_days: 30,
        half_life_days: 120.0,
        shrink_days: 40.0,
        floor: 0.05,
        powers: [1.0, 2.0, 4.0],
        fit_pairs: 20_000,
        chance_pairs: 3_000,
        bin_pairs: 30,
        coverage: 0.9,
        trust_high: 0.3,
        resamples: 400,
        run_days: 5,
        interval: (0.025, 0.975),
        interval_min_days: 5,
        seed: 0x5EED,
        keep_days: 400,
        keep_measured_days: 4_030,
    };
}

/// The band that a lead lies in.
#[must_use]
pub fn band_of(lead: u8) -> Option<usize> {
    BANDS.iter().position(|(from, to)| (*from..=*to).contains(&lead))
}
