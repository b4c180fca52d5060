//! Every threshold of the climate, in one value. A number here is a default.
//!
//! Snow day, powder day and the ten winters of an average are those of `contract-decisions` 4 and 10; the rest is the
//! choice of this crate and explained where it stands.

/// Every threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Policy {
    /// A day with at least this much snowfall is a snow day, cm.
    pub snow_day_cm: f64,
    /// A day with at least this much snowfall is a powder day, cm.
    pub powder_day_cm: f64,
    /// An average rests on at least this many winters.
    pub min_winters: u16,
    /// Odds of a window of days rest on at least this many winters.
    pub min_odds_winters: u16,
    /// An average rests on at most this many winters, the newest: the thirty of a climate normal.
    pub normal_winters: usize,
    /// The short average's winters.
    pub recent_winters: usize,
    /// A calendar day's normal takes in this many days on either side.
    pub around_days: i64,
    /// Of a stretch of days, at most this share may be unknown, else the stretch is not counted.
    pub unknown_share: f64,
    /// A season may miss this many days and is complete all the same: what they brought is not in its total.
    pub season_missing_days: u16,
    /// More snowfall in a day is no measurement, cm.
    pub most_snowfall_cm: f64,
    /// Snow this deep or deeper is the ice of a glacier cell, cm.
    pub glacier_depth_cm: f64,
    /// A winter with more than this share of its known depths that deep is a glacier's: it has no depth at all, since
    /// what is left of it would be the days on which the ice happened to be thinner.
    pub glacier_share: f64,
    /// Of the hours since the ground was last bare, so many may be unknown: what fell in them is not in the modelled snow.
    pub pack_missing_hours: f64,
    /// The longest window of days that has odds.
    pub longest_window_days: i64,
    /// A smaller normal is not divided by, cm.
    pub least_normal_cm: f64,
    /// How many of the last winters a window lists.
    pub listed_winters: usize,
    /// A map to a station rests on at least this many whole winters: each is tried with a map of the others, and two are the
    /// fewest that such a map may rest on (`docs/verification.md`, Mapped to stations, has what fewer and more bring).
    pub map_winters: usize,
    /// Of a season's days at most this share may be unknown to either side, or the winter is none of these: gaps do not harm a
    /// distribution, a season that begins in the middle does.
    pub map_unknown_share: f64,
    /// The largest days that make a map's last knot: fewer are a matter of one storm.
    pub map_knot_days: usize,
    /// So many times the days make each knot below it: small falls are common, and their quantiles alike.
    pub map_knot_growth: f64,
    /// A map counts half after this many snow days: the records were served alike by 50 to 200.
    pub map_shrink_days: f64,
    /// No day is mapped to more than this many times of itself: between a grid cell and a summit there is a factor of two.
    pub map_most_ratio: f64,
    /// A station whose kept elevation moved by more than this stands elsewhere now, metres: lists are corrected by less.
    pub map_moved_m: f64,
    /// Two stations near a resort of which one measures more than this many times the other's snow contradict each other.
    pub map_contradiction: f64,
}

impl Policy {
    /// The defaults.
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

    /// What makes a snow day and what makes a powder day, tenths of a centimetre as days are packed.
    pub(crate) const fn day_units(&self) -> (u16, u16) {
        ((self.snow_day_cm * 10.0) as u16, (self.powder_day_cm * 10.0) as u16)
    }

    /// Whether `known` of `asked` days are enough to speak of the stretch.
    #[must_use]
    pub fn suffices(&self, known: usize, asked: usize) -> bool {
        known > 0 && (asked.saturating_sub(known)) as f64 <= asked as f64 * self.unknown_share
    }
}
