//! Trial of learnt weights on held-out days, compared with the defaults, equal weights and every member.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::policy::Policy;
use serde::{Deserialize, Serialize};

use super::{Weights, blend};
use crate::bootstrap::{Draws, interval};
use crate::cases::{Case, Cases, MEMBERS};
use crate::policy::Grading;

/// The error of a blend or a member on the held-out days.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// `learnt`, `default`, `equal`, or a model.
    pub name: String,
    /// Number of pairs for which it has a forecast.
    pub pairs: u64,
    /// Mean absolute error over these pairs, cm.
    pub mae_cm: f64,
    /// Interval of the error, with days resampled.
    pub interval: Option<[f64; 2]>,
}

/// The reduction of the error by learnt weights relative to a rival, over the pairs that both have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gain {
    /// Rival: `default`, `equal`, or the best single model.
    pub over: String,
    /// MAE of the rival minus MAE of the learnt blend, cm.
    pub cm: f64,
    /// Interval of the reduction, with the same days resampled for both.
    pub interval: Option<[f64; 2]>,
    /// Number of pairs that both have.
    pub pairs: u64,
}

pub(super) struct Trial {
    /// Number of held-out days with a pair.
    pub(super) days: usize,
    pub(super) compared: Vec<Comparison>,
    pub(super) gains: Vec<Gain>,
    /// Comparison with the defaults; `None` if there were no days to test on.
    pub(super) against_default: Option<AgainstDefault>,
}

/// The blend with learnt weights compared with the defaults.
pub(super) struct AgainstDefault {
    /// Reduction of the error, as a share of the default blend's.
    pub(super) gain: f64,
    /// Whether its error is shown to be larger: the whole interval of the gain is below zero; without an interval, the
    /// gain is.
    pub(super) is_worse: bool,
}

/// Number of rivals: the three blends, then every member.
const RIVALS: usize = 3 + MEMBERS;

/// A rival, in the order of [`Day`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rival {
    Learnt,
    Default,
    Equal,
    Member(usize),
}

impl Rival {
    /// Returns the blends, then the members.
    fn all(members: usize) -> impl Iterator<Item = Self> {
        [Self::Learnt, Self::Default, Self::Equal].into_iter().chain((0..members).map(Self::Member))
    }

    const fn slot(self) -> usize {
        match self {
            Self::Learnt => 0,
            Self::Default => 1,
            Self::Equal => 2,
            Self::Member(member) => 3 + member,
        }
    }

    fn name(self, cases: &Cases) -> &str {
        match self {
            Self::Learnt => "learnt",
            Self::Default => "default",
            Self::Equal => "equal",
            Self::Member(member) => cases.models.get(member).map_or("", String::as_str),
        }
    }
}

/// Sums over the pairs for which a rival has a forecast.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    pairs: f64,
    /// The rival's absolute errors, cm.
    own: f64,
    /// The learnt blend's absolute errors over the same pairs, cm.
    learnt: f64,
}

impl Sums {
    fn add(&mut self, more: Self) {
        self.pairs += more.pairs;
        self.own += more.own;
        self.learnt += more.learnt;
    }

    /// Returns the mean absolute error of the rival, cm.
    fn mae(self) -> Option<f64> {
        (self.pairs > 0.0).then(|| self.own / self.pairs)
    }

    /// Returns the reduction of the error by the learnt blend, cm.
    fn gain(self) -> Option<f64> {
        (self.pairs > 0.0).then(|| (self.own - self.learnt) / self.pairs)
    }
}

/// Sums of one day, by rival.
type Day = [Sums; RIVALS];

/// Tests `learnt` weights on the cases `held` out, against `defaults`, equal weights and every member.
pub(super) fn compare(
    grading: &Grading,
    policy: &Policy,
    cases: &Cases,
    held: &[&Case],
    learnt: &Weights,
    defaults: &Weights,
) -> Trial {
    let days = days(policy, held, [learnt, defaults, &[1.0; MEMBERS]]);
    let rivals = Rivals { draws: Draws::new(grading, days.len()), grading, cases, days: &days };
    let compared: Vec<(Rival, Comparison)> =
        Rival::all(cases.models.len()).filter_map(|rival| Some((rival, rivals.compared(rival)?))).collect();
    let over_default = rivals.gain(Rival::Default);
    let default_mae = rivals.total(Rival::Default).mae();
    let others = std::iter::once(Rival::Equal).chain(best_member(grading, &compared));
    let against_default = over_default.as_ref().zip(default_mae).map(|(gain, mae)| against(gain, mae));
    let gains = over_default.into_iter().chain(others.filter_map(|rival| rivals.gain(rival))).collect();
    Trial {
        days: days.len(),
        against_default,
        compared: compared.into_iter().map(|(_, one)| one).collect(),
        gains,
    }
}

/// Returns sums by day, in order. `blends` are the weights of [`Rival::Learnt`], [`Rival::Default`] and
/// [`Rival::Equal`]; pairs without a learnt blend are left out.
fn days(policy: &Policy, held: &[&Case], blends: [&Weights; 3]) -> Vec<Day> {
    let mut by_day: BTreeMap<NaiveDate, Day> = BTreeMap::new();
    for case in held {
        let blends = blends.map(|weights| blend(policy, case, weights));
        let [Some(of_learnt), ..] = blends else { continue };
        let measured = f64::from(case.measured);
        let learnt = (of_learnt - measured).abs();
        let day = by_day.entry(case.day).or_insert([Sums::default(); RIVALS]);
        let members = case.members.iter().map(|said| said.map(f64::from));
        for (sums, said) in day.iter_mut().zip(blends.into_iter().chain(members)) {
            if let Some(said) = said {
                sums.add(Sums { pairs: 1.0, own: (said - measured).abs(), learnt });
            }
        }
    }
    by_day.into_values().collect()
}

/// Returns the member with the least error among those that have nearly all pairs. It is chosen on the held-out days,
/// which favours it.
fn best_member(grading: &Grading, compared: &[(Rival, Comparison)]) -> Option<Rival> {
    let all = compared.first().map_or(0, |(_, learnt)| learnt.pairs) as f64;
    compared
        .iter()
        .filter(|(rival, one)| {
            matches!(rival, Rival::Member(_)) && one.pairs as f64 >= grading.coverage * all
        })
        .min_by(|(_, a), (_, b)| a.mae_cm.total_cmp(&b.mae_cm))
        .map(|(rival, _)| *rival)
}

/// Evaluates a gain over the default blend, whose mean absolute error is `default_mae`, cm.
fn against(gain: &Gain, default_mae: f64) -> AgainstDefault {
    let share = if default_mae > 0.0 { gain.cm / default_mae } else { gain.cm };
    let most = gain.interval.map_or(gain.cm, |[_, high]| high);
    AgainstDefault { gain: share, is_worse: most < 0.0 }
}

struct Rivals<'a> {
    draws: Draws,
    grading: &'a Grading,
    cases: &'a Cases,
    days: &'a [Day],
}

impl Rivals<'_> {
    /// Returns the sums of a rival over days.
    fn sums<'d>(rival: Rival, days: impl Iterator<Item = &'d Day>) -> Sums {
        days.filter_map(|day| day.get(rival.slot())).fold(Sums::default(), |mut sum, day| {
            sum.add(*day);
            sum
        })
    }

    fn total(&self, rival: Rival) -> Sums {
        Self::sums(rival, self.days.iter())
    }

    /// Returns the interval of a measure of a rival, with days resampled.
    fn interval(&self, rival: Rival, measure: impl Fn(Sums) -> Option<f64>) -> Option<[f64; 2]> {
        let drawn = self
            .draws
            .each(|drawn| measure(Self::sums(rival, drawn.iter().filter_map(|day| self.days.get(*day)))));
        interval(self.grading, drawn.into_iter()).map(|(low, high)| [low, high])
    }

    fn compared(&self, rival: Rival) -> Option<Comparison> {
        let total = self.total(rival);
        let (name, pairs) = (rival.name(self.cases).to_owned(), total.pairs as u64);
        Some(Comparison { name, pairs, mae_cm: total.mae()?, interval: self.interval(rival, Sums::mae) })
    }

    fn gain(&self, rival: Rival) -> Option<Gain> {
        let total = self.total(rival);
        let (over, pairs) = (rival.name(self.cases).to_owned(), total.pairs as u64);
        Some(Gain { over, cm: total.gain()?, interval: self.interval(rival, Sums::gain), pairs })
    }
}
