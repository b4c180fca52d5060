//! Formats the comparison and decides whether it passes.

use std::fmt;

use super::{Agreement, Gate, RowComparison};

/// Number of the worst rows that are printed.
const WORST: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Rows within the threshold.
    pub hold: usize,
    /// Rows that could be compared.
    pub of: usize,
}

impl Share {
    /// Returns the percentage; 100 if nothing could be compared.
    #[must_use]
    pub fn percent(self) -> f64 {
        let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        if self.of == 0 { 100.0 } else { 100.0 * count(self.hold) / count(self.of) }
    }

    /// Returns the share of known values with a magnitude of at most `bound`.
    fn within(values: impl Iterator<Item = Option<f64>>, bound: f64) -> Self {
        values.flatten().fold(Self { hold: 0, of: 0 }, |share, value| Self {
            hold: share.hold + usize::from(value.abs() <= bound),
            of: share.of + 1,
        })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % ({} of {})", self.percent(), self.hold, self.of)
    }
}

impl Agreement {
    /// Returns the share of matched rows within `km` kilometres.
    #[must_use]
    pub fn within_km(&self, km: f64) -> Share {
        Share::within(self.compared.iter().map(|row| row.km), km)
    }

    /// Returns the share of bases within `metres`.
    #[must_use]
    pub fn base_within(&self, metres: f64) -> Share {
        Share::within(self.compared.iter().map(|row| row.base_off_m), metres)
    }

    /// Returns the share of summits within `metres`.
    #[must_use]
    pub fn summit_within(&self, metres: f64) -> Share {
        Share::within(self.compared.iter().map(|row| row.summit_off_m), metres)
    }

    /// Returns the reasons why the catalogue does not pass; empty if it passes.
    #[must_use]
    pub fn failures(&self, gate: &Gate) -> Vec<String> {
        let mut failures = Vec::new();
        if self.compared.len() < gate.matched {
            failures.push(format!("{} rows found an area, {} must", self.compared.len(), gate.matched));
        }
        let shares = [
            ("place", self.within_km(Self::NEAR_KM), gate.near_percent, format!("{} km", Self::NEAR_KM)),
            ("base", self.base_within(Self::CLOSE_M), gate.close_percent, format!("{} m", Self::CLOSE_M)),
            ("summit", self.summit_within(Self::CLOSE_M), gate.close_percent, format!("{} m", Self::CLOSE_M)),
        ];
        for (what, share, least, bound) in shares {
            if share.percent() < least {
                failures.push(format!("{what} within {bound} for {share}, must be {least} %"));
            }
        }
        for (what, slugs) in self.faults() {
            if !slugs.is_empty() {
                failures.push(format!("{what}: {}", slugs.join(", ")));
            }
        }
        failures
    }

    /// Returns the faults that must not occur.
    fn faults(&self) -> [(&'static str, &[String]); 4] {
        [
            ("base not below summit", &self.base_above_summit),
            ("feet taken for metres", &self.feet_suspects),
            ("latitude and longitude swapped", &self.swapped),
            ("wrong hemisphere", &self.wrong_hemisphere),
        ]
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by_identifier = self.compared.iter().filter(|row| row.by_identifier).count();
        let matched = self.compared.len();
        writeln!(f, "rows           {}", matched + self.unmatched.len())?;
        writeln!(f, "matched        {matched} ({by_identifier} by identifier)")?;
        writeln!(f, "within {} km    {}", Self::NEAR_KM, self.within_km(Self::NEAR_KM))?;
        for metres in [Self::CLOSE_M, Self::FAR_M] {
            writeln!(f, "base ± {metres:3} m   {}", self.base_within(metres))?;
            writeln!(f, "summit ± {metres:3} m {}", self.summit_within(metres))?;
        }
        for (what, slugs) in self.faults() {
            let list = if slugs.is_empty() { "none".to_owned() } else { slugs.join(", ") };
            writeln!(f, "{what}: {list}")?;
        }
        writeln!(f, "worst rows:")?;
        for row in self.compared.iter().take_while(|row| row.badness() > 1.0).take(WORST) {
            writeln!(f, "  {row}")?;
        }
        let unmatched = if self.unmatched.is_empty() { "none".to_owned() } else { self.unmatched.join(", ") };
        writeln!(f, "no area found: {unmatched}")
    }
}

impl fmt::Display for RowComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = |value: Option<f64>, unit: &str| {
            value.map_or("unknown".to_owned(), |v| format!("{v:+.0} {unit}"))
        };
        let km = self.km.map_or("unknown".to_owned(), |km| format!("{km:.1} km"));
        let (base, summit) = (known(self.base_off_m, "m"), known(self.summit_off_m, "m"));
        write!(f, "{}: {km}, base {base}, summit {summit} ({})", self.slug, self.area)
    }
}
