//! Every threshold of the crate, in one value. The numbers are defaults.
//!
//! Snow day, powder day and the ten winters of an average are those of `contract-decisions` 4 and 10. The others are
//! choices of this crate, explained at each field.

/// Every threshold of the crate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Policy {
    /// Minimum snowfall of a snow day, cm.
    pub snow_day_cm: f64,
    /// Minimum snowfall of a powder day, cm.
    pub powder_day_cm: f64,
    /// Minimum number of winters of an average.
    pub min_winters: u16,
    /// Minimum number of winters of the odds of a window.
    pub min_odds_winters: u16,
    /// Maximum number of winters of an average, the newest ones: the thirty of a climate normal.
    pub normal_winters: usize,
    /// Number of winters of the short average.
    pub recent_winters: usize,
    /// Number of days on either side that a calendar day's normal includes.
    pub around_days: i64,
    /// Maximum share of unknown days in a period that counts.
    pub unknown_share: f64,
    /// Maximum number of missing days in a complete season; their snow is not in its total.
    pub season_missing_days: u16,
    /// Maximum snowfall of a day, cm; more is not a measurement.
    pub most_snowfall_cm: f64,
    /// Depth from which snow is the ice of a glacier cell, cm.
    pub glacier_depth_cm: f64,
    /// Share of a winter's known depths from which the cell is a glacier's. Such a winter has no depth at all, because
    /// the rest would be the days on which the ice happened to be thinner.
    pub glacier_share: f64,
    /// Maximum number of unknown hours since the ground was last bare; their precipitation is missing from the modelled
    /// snow.
    pub pack_missing_hours: f64,
    /// Maximum length of a window with odds, in days.
    pub longest_window_days: i64,
    /// Minimum normal for a percentage, cm.
    pub least_normal_cm: f64,
    /// Number of past winters that a window lists.
    pub listed_winters: usize,
    /// Minimum number of whole winters of a map to a station. Each is tried with a map of the others, and two are the
    /// fewest for such a map (`docs/verification.md`, Mapped to stations, has the results for fewer and more).
    pub map_winters: usize,
    /// Maximum share of a season's days that may be unknown to either side in a whole winter. Gaps do not affect a
    /// distribution, but a season that begins in the middle does.
    pub map_unknown_share: f64,
    /// Number of the largest days that make a map's last knot; fewer would depend on a single storm.
    pub map_knot_days: usize,
    /// Growth of the number of days from each knot to the next lower one: small falls are common, and their quantiles
    /// similar.
    pub map_knot_growth: f64,
    /// Number of snow days at which a map has half of its weight; values from 50 to 200 gave similar results on the
    /// records.
    pub map_shrink_days: f64,
    /// Maximum factor of a mapped day: a grid cell and a summit differ by a factor of two.
    pub map_most_ratio: f64,
    /// Change of a station's stored elevation from which it counts as moved, metres; corrections of lists are smaller.
    pub map_moved_m: f64,
    /// Ratio of the snow at two stations near a resort from which they contradict each other.
    pub map_contradiction: f64,
}

impl Policy {
    pub const DEFAULT: Self = Self {
        snow_day_cm: 1.0,
        powder_day_cm: 15.0,
        min_winters: 10,
        min_odds_winters: 5,
        normal_winters: 30,
        recent_winters: 5,
        around_days: 7,
        unknown_share: 0.1,
        season_missing_days: 5,
        most_snowfall_cm: 300.0,
        glacier_depth_cm: 1_000.0,
        glacier_share: 0.1,
        pack_missing_hours: 24.0,
        longest_window_days: 31,
        least_normal_cm: 10.0,
        listed_winters: 5,
        map_winters: 3,
        map_unknown_share: 0.25,
        map_knot_days: 20,
        map_knot_growth: 1.5,
        map_shrink_days: 100.0,
        map_most_ratio: 3.0,
        map_moved_m: 30.0,
        map_contradiction: 2.5,
    };

    /// Returns the limits of a snow day and a powder day, tenths of a centimetre as days are packed.
    pub(crate) const fn day_units(&self) -> (u16, u16) {
        ((self.snow_day_cm * 10.0) as u16, (self.powder_day_cm * 10.0) as u16)
    }

    /// Returns whether `known` of `asked` days are enough to describe the period.
    #[must_use]
    pub fn suffices(&self, known: usize, asked: usize) -> bool {
        known > 0 && (asked.saturating_sub(known)) as f64 <= asked as f64 * self.unknown_share
    }
}
