//! Cards from the grading of forecasts against stations: trust in the blend, and the most accurate model.

use conditions_core::units::Tenths;
use verification::Grading;
use verification::policy::BANDS;
use verification::report::{BLEND, CLIMATOLOGY, PERSISTENCE, Report, Row};
use verification::trust::Trust;
use world::View;
use world::credits::SourceFamilies;

use super::{About, Basis, BlendSkill, Card, CardBasis, Cases, Category, ResortCard, Scope, Statement};
use crate::figure::Figure;

pub(super) const TRUST: About = About {
    category: Category::ForecastTrust,
    title: "Forecast trust",
    basis: Basis::Data,
    description: "How far to trust the blend one to three days ahead, everywhere and by region.",
    method: "Every day that a station measured, dry days included, against its forecast; skill is one minus \
        the ratio of the error to the climatology's, and trust follows from its 95 % interval.",
    scopes: &[Scope::Region, Scope::World],
    of_resort: None,
    of_all: Some(trust),
};

pub(super) const MODELS: About = About {
    category: Category::ModelAccuracy,
    title: "Most accurate model",
    basis: Basis::Data,
    description: "The weather model with the smallest error one to three days ahead, compared with the \
        blend, everywhere and by region.",
    method: "Mean absolute error of each model on the same measured days; at least two models.",
    scopes: &[Scope::Region, Scope::World],
    of_resort: None,
    of_all: Some(models),
};

/// Returns the rows of days 1 to 3 over the longest window, of the world and of regions.
fn rows(report: &Report) -> impl Iterator<Item = &Row> {
    let longest = report.rows.iter().map(|row| row.window_days).max();
    let is_near = |row: &&Row| BANDS.first() == Some(&(row.lead_from, row.lead_to));
    report
        .rows
        .iter()
        .filter(is_near)
        .filter(move |row| row.resort.is_none() && Some(row.window_days) == longest)
}

/// Returns the sources: forecasts of the models, and measurements of every network.
fn carries(view: &View<'_>) -> SourceFamilies {
    let networks = (0..view.service().credits.stations.len()).map(SourceFamilies::network);
    networks.fold(SourceFamilies::FORECAST, SourceFamilies::and)
}

fn card(
    view: &View<'_>,
    report: &Report,
    category: Category,
    row: &Row,
    statement: Statement,
    numbers: Vec<Figure>,
) -> Card {
    let on = CardBasis {
        n: row.days,
        n_of: Cases::MeasuredDays,
        as_of: report.days.map_or(report.made_on, |(_, to)| to),
        weight: if row.region.is_none() { f64::MAX } else { row.days as f64 },
        carries: carries(view),
    };
    match &row.region {
        None => Card::of_world(category, None, statement, numbers, on),
        Some(region) => Card::of_region(category, region, statement, numbers, on),
    }
}

fn trust(view: &View<'_>, _: &[ResortCard]) -> Vec<Card> {
    let Some(report) = view.report().filter(|report| report.days.is_some()) else { return Vec::new() };
    let of = |row: &Row| {
        let error = row.measures.mae_cm?;
        let skill = match Trust::from_row(&Grading::STANDARD, row) {
            Trust::Unknown => return None,
            Trust::None => BlendSkill::None,
            Trust::Some => BlendSkill::Some,
            Trust::High => BlendSkill::High,
        };
        let statement = Statement::ForecastTrust { region: row.region.clone(), skill, error, days: row.days };
        let mut numbers = vec![
            Figure::new("meanAbsoluteError", Tenths::new(error), "cm"),
            Figure::new("pairs", Tenths::new(row.pairs as f64), ""),
        ];
        numbers.extend(
            row.measures.skill_climatology.map(|skill| Figure::new("skill", Tenths::new(skill * 100.0), "%")),
        );
        Some(card(view, report, Category::ForecastTrust, row, statement, numbers))
    };
    rows(report).filter(|row| row.forecaster == BLEND).filter_map(of).collect()
}

fn models(view: &View<'_>, _: &[ResortCard]) -> Vec<Card> {
    let Some(report) = view.report().filter(|report| report.days.is_some()) else { return Vec::new() };
    let error = |row: &Row| row.measures.mae_cm.filter(|_| row.days >= Grading::STANDARD.learn_days);
    let of = |blend: &Row| {
        let same = |row: &&Row| row.region == blend.region;
        let is_model = |row: &&Row| ![BLEND, CLIMATOLOGY, PERSISTENCE].contains(&row.forecaster.as_str());
        let mut models: Vec<(f64, &Row)> =
            rows(report).filter(same).filter(is_model).filter_map(|row| Some((error(row)?, row))).collect();
        models.sort_by(|(a, one), (b, other)| {
            a.total_cmp(b).then_with(|| one.forecaster.cmp(&other.forecaster))
        });
        let [(least, best), _, ..] = models.as_slice() else { return None };
        let own = error(blend)?;
        let statement = Statement::BestModel {
            region: blend.region.clone(),
            models: models.len(),
            best: best.forecaster.clone(),
            error: *least,
            blend: own,
        };
        let numbers = vec![
            Figure::new("bestModelError", Tenths::new(*least), "cm"),
            Figure::new("blendError", Tenths::new(own), "cm"),
            Figure::new("models", Tenths::new(models.len() as f64), ""),
        ];
        Some(card(view, report, Category::ModelAccuracy, best, statement, numbers))
    };
    rows(report).filter(|row| row.forecaster == BLEND).filter_map(of).collect()
}
