//! Cards that compare new snow as the operator reports it with measurements of stations near the resort.

use conditions_core::evidence::{Claim, Origin};
use conditions_core::time::HOUR_MS;
use conditions_core::units::Tenths;
use world::VisibleResort;

use super::{About, Basis, Card, CardBasis, CardInputs, Cases, Category, Scope, Statement};
use crate::figure::Figure;

/// Maximum age of a report, and maximum time between a report and a reading that are compared.
const WINDOW_MS: i64 = 24 * HOUR_MS;
const APART_MS: i64 = 12 * HOUR_MS;

pub(super) const ABOUT: About = About {
    category: Category::OperatorVsStation,
    title: "Operator against station",
    basis: Basis::Intelligence,
    description: "New snow of 24 hours from the operator's report compared with stations near the resort.",
    method: "The operator's report of the last 24 hours against the median of the resort's stations with \
        readings within 12 hours of it. Stations and stakes are in different places, so a difference is not \
        an error.",
    scopes: &[Scope::Resort],
    of_resort: Some(card),
    of_all: None,
};

fn card(making: &CardInputs<'_>, seen: &VisibleResort<'_>) -> Option<Card> {
    let view = making.view;
    let evidence = seen.evidence();
    let reports = evidence.observations.iter().filter(|one| matches!(one.origin, Origin::Operator));
    let reports = reports.filter_map(|one| match &one.claim {
        Claim::Snowfall24h(cm) => Some((one.observed_at?, *cm)),
        _ => None,
    });
    let age = |at| view.as_of().since(at);
    let (at, operator) =
        reports.filter(|(at, _)| (0..WINDOW_MS).contains(&age(*at))).max_by_key(|(at, _)| *at)?;
    let readings = evidence
        .stations
        .iter()
        .filter(|reading| !reading.doubted && reading.observed_at.since(at).abs() <= APART_MS);
    let mut measured: Vec<f64> = readings.filter_map(|reading| reading.new_snow24h_cm).collect();
    measured.sort_by(f64::total_cmp);
    let median = climate::quantile::quantile(&measured, 0.5)?;
    let today = at.local_date(seen.profile().zone);
    let statement = Statement::OperatorVsStation {
        name: seen.resort().name.clone(),
        operator,
        stations: measured.len(),
        measured: median,
    };
    let numbers = vec![
        Figure::new("operator", Tenths::new(operator), "cm"),
        Figure::new("stations", Tenths::new(median), "cm"),
        Figure::new("difference", Tenths::new(operator - median), "cm"),
    ];
    let weight = (operator - median).abs();
    let on =
        CardBasis { n: measured.len(), n_of: Cases::Stations, as_of: today, weight, carries: seen.carries() };
    Some(Card::of_resort(Category::OperatorVsStation, seen, statement, numbers, on))
}
