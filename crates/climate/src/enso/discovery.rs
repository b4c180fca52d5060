//! Effects that stand out among hundreds of resorts, by Benjamini and Hochberg's false discovery rate.
//!
//! Among 660 resorts without any link, 33 have a 95 % interval on one side of zero. So an effect counts as clear only
//! if its p is among those whose expected share of false discoveries is below the policy's rate. Neighbouring resorts
//! share their winters: the rate is valid under such positive dependence too (Benjamini & Yekutieli 2001, *Annals of
//! Statistics* 29).

use super::effect::Effect;
use super::policy::EnsoPolicy;
use super::signal::Signal;
use super::tier::tier;

/// Returns the largest p that is still a discovery at a rate, or `None` if there is none.
#[must_use]
pub fn cut(ps: impl IntoIterator<Item = f64>, rate: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = ps.into_iter().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let of = sorted.len() as f64;
    let within = |(rank, p): &(u32, f64)| *p <= f64::from(*rank) / of * rate;
    (1..).zip(sorted).filter(within).last().map(|(_, p)| p)
}

/// Applies the rate to the effects of every resort, group by group, and updates the tiers.
pub fn hold_to_rate<'a>(signals: impl IntoIterator<Item = &'a mut Signal>, policy: &EnsoPolicy) {
    let mut signals: Vec<&mut Signal> = signals.into_iter().collect();
    let groups = signals.first().map_or(0, |signal| signal.effects.len());
    for group in 0..groups {
        hold(&mut signals, policy, |signal| signal.effects.get_mut(group));
    }
    hold(&mut signals, policy, |signal| Some(&mut signal.late));
    for signal in signals {
        signal.tier = tier(signal.el_nino(), &signal.late, policy);
    }
}

fn hold(signals: &mut [&mut Signal], policy: &EnsoPolicy, of: impl Fn(&mut Signal) -> Option<&mut Effect>) {
    let tested = |effect: &Effect| effect.p.filter(|_| effect.has_enough(policy));
    let ps: Vec<f64> = signals.iter_mut().filter_map(|signal| tested(of(signal)?)).collect();
    let cut = cut(ps, policy.false_discovery_rate);
    for effect in signals.iter_mut().filter_map(|signal| of(signal)) {
        let stands_out = tested(effect).zip(cut).is_some_and(|(p, cut)| p <= cut);
        effect.low_evidence |= !stands_out;
    }
}

#[cfg(test)]
mod tests;
