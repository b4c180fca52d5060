//! Scenarios: a resolution as a few readable lines, and its record as a few more.
//!
//! For tests and for experiments with a rule; the golden files in `test_data/resolve` use this format. A scenario has
//! one item per line, in any order. The words of a line are distinguished by their form:
//!
//! ```text
//! now 2026-01-10T12:00Z
//! resort zone Europe/Vienna base 1300 mid 2000 summit 2800 lifts 40 season 12-01..04-15
//! operator base 120cm 2h-ago                           # ages: 2h-ago, 14d+1ms-ago, 10min-ahead; none: undated
//! station summit SNOTEL "Vail Mtn" 3100m 95cm 1h-ago   # a station's claim of one band's depth
//! scraped structured_feed lifts 12/40 3h-ago           # -/40: open unknown
//! model mid 50cm 3h-ago agreement 0.8
//! climate base 80cm 30 winters
//! snowpack 2h-ago 40cm 90cm -                          # modelled at base, mid and summit
//! reading SNOTEL 1040 "Vail Mtn" 3100m 2km 1h-ago temp -5 depth 95cm
//! snapshot 2h-ago                                      # then one line per model; days from today
//! run gfs_seamless depth 50cm past24h 3cm past48h 8cm snow 1,0*,-,12.5
//! ```
//!
//! Other claims: `runs 3/9`, `surface "packed powder"`, `status OPEN`, `opens 2025-12-01`, `closes 2026-04-15`,
//! `ability 20/40/30/10`, `longest "Streif" 3.3km`, `snowfall 12cm`, `snowfall48h 20cm`, `snowfall7d 60cm`, `label
//! feed`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::evidence::{Evidence, Profile};
use crate::policy::Policy;
use crate::record::Resolution;
use crate::time::Timestamp;
use crate::{resolve, resolve_with, trace};

mod read;
mod show;

/// The arguments of a resolution.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Time of the resolution.
    pub now: Timestamp,
    /// Reference data of the resort.
    pub profile: Profile,
    /// All evidence about the resort.
    pub evidence: Evidence,
}

impl Scenario {
    /// Parses a scenario.
    ///
    /// # Errors
    /// Returns an error that names the line if a line is not one of those in the module's documentation, or if there is
    /// no `now` line.
    pub fn parse(text: &str) -> Result<Self, String> {
        read::scenario(text)
    }

    /// Resolves the scenario with the contract's policy.
    #[must_use]
    pub fn resolve(&self) -> Resolution {
        resolve(self.now, &Policy::contract(), &self.profile, &self.evidence)
    }

    /// Resolves the scenario with the contract's policy and returns the explanation too.
    #[must_use]
    pub fn explain(&self) -> (Resolution, trace::Explanation) {
        let mut trace = trace::Explanation::default();
        let resolution =
            resolve_with(self.now, &Policy::contract(), &self.profile, &self.evidence, &mut trace);
        (resolution, trace)
    }

    /// Returns the record in compact text, one line per field with a value: `name: value [kind tier confidence age]`.
    #[must_use]
    pub fn show(&self, resolution: &Resolution) -> String {
        show::resolution(self.now, &Policy::contract(), resolution)
    }
}

/// Returns a variant's name in snake case, as on the wire.
fn word(variant: impl Debug) -> String {
    let mut out = String::new();
    for letter in format!("{variant:?}").chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

fn loud(variant: impl Debug) -> String {
    word(variant).to_uppercase()
}

/// Splits a line into words. A quoted text is one word and keeps its opening quote. `#` begins a comment.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => {
                let (text, after) = quoted.split_once('"').unwrap_or((quoted, ""));
                (format!("\"{text}"), after)
            }
            None => {
                let (text, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                (text.to_string(), after)
            }
        };
        words.push(word);
        rest = after.trim_start();
    }
    words
}
