//! Every threshold of the grading, in one value.

/// Number of graded leads: day 1 is the local day of the issue.
pub const LEADS: usize = 14;
/// First and last lead of the bands for which weights are learnt.
pub const BANDS: [(u8, u8); 3] = [(1, 3), (4, 7), (8, 14)];

/// Every threshold of the grading.
#[derive(Debug, Clone, PartialEq)]
pub struct Grading {
    /// Minimum amount of a snow day, measured or forecast, cm (`contract-decisions` 10).
    pub snow_day_cm: f64,
    /// Minimum amount of a powder day, cm.
    pub powder_day_cm: f64,
    /// Maximum difference in height between a station and the mid-mountain elevation of the forecast, m.
    pub truth_elevation_m: f64,
    /// Local hour before which a snapshot's own day counts as lead 1; after it, too much of the day has passed for a
    /// forecast.
    pub first_day_hour: u8,
    /// Number of models that must report the first seven days completely in a complete snapshot; fewer if fewer models
    /// are queried.
    pub complete_models: usize,
    /// Number of days before the issue whose median is the climatology.
    pub climate_days: i64,
    /// Minimum number of measured days of the climatology.
    pub climate_min_days: usize,
    /// Lengths of the report's windows, in days, shortest first.
    pub windows: [i64; 3],
    /// Minimum number of scored days for learning weights.
    pub learn_days: usize,
    /// Share of the scored days, the earlier ones, used for training; the others are held out.
    pub train_fraction: f64,
    /// Days between training and held-out days: weather lasts longer than midnight.
    pub gap_days: i64,
    /// Maximum distance in days to a day with measured snow for a day to count as winter: dry summer days teach nothing
    /// about snow, and are not scored.
    pub winter_days: i64,
    /// Age at which an error has half the weight in learning, in days: the current winter counts more than the last.
    pub half_life_days: f64,
    /// Number of training days at which learnt weights and defaults have equal weight; with more days the learnt ones
    /// dominate.
    pub shrink_days: f64,
    /// Minimum learnt weight, as a share of the mean weight.
    pub floor: f64,
    /// Powers of the relative error to try for weights, gentlest first. The second would be best for members with
    /// independent errors (Bates and Granger 1969). Weights cannot correct the common part of the errors, and the rest
    /// differs more between members than their whole errors do.
    pub powers: [f64; 3],
    /// Maximum number of pairs per band for learning, evenly picked.
    pub fit_pairs: usize,
    /// Maximum number of pairs of days, and of each total, for learning and testing distributions, evenly picked.
    pub chance_pairs: usize,
    /// Minimum number of pairs in a published bin of probabilities.
    pub bin_pairs: usize,
    /// Minimum share of a band's held-out pairs that a model must have to be compared with the blend.
    pub coverage: f64,
    /// Lower end of the interval of the skill over climatology from which trust is `high`.
    pub trust_high: f64,
    /// Number of samples for an interval.
    pub resamples: usize,
    /// Length of the runs in which days are resampled, in days: the time over which weather is correlated.
    pub run_days: usize,
    /// Lower and upper share of the samples that bound the interval.
    pub interval: (f64, f64),
    /// Minimum number of days for an interval.
    pub interval_min_days: usize,
    /// Seed of the samples.
    pub seed: u64,
    /// Retention of the archive, in days.
    pub keep_days: i64,
    /// Retention of station measurements, in days: past winters are mapped to stations with ten whole winters and the
    /// current one.
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

/// Returns the band that contains a lead.
#[must_use]
pub fn band_of(lead: u8) -> Option<usize> {
    BANDS.iter().position(|(from, to)| (*from..=*to).contains(&lead))
}
