//! Snow depth at summit, mid mountain and base, each with its kind.

use conditions_core::field::Field;
use conditions_core::record::{Band, DepthDisagreement};
use conditions_core::units::Tenths;
use maud::{Markup, html};

use super::{ResortContext, now, top};
use crate::mark::MarkedSnow;
use crate::quantity::band;
use crate::symbols::Symbol;
use crate::words::outlook::capital;

/// Least scale of the bars, centimetres.
const LEAST_CM: f64 = 50.0;
/// Steps of the blue ramp for a depth, centimetres.
const STEPS_CM: [f64; 6] = [0.5, 10.0, 30.0, 60.0, 100.0, 150.0];

/// Renders the section.
pub(super) fn section(here: &ResortContext<'_, '_>) -> Markup {
    let (words, depth) = (here.words(), &here.detail.conditions.depth);
    let rows = [(Band::Summit, &depth.summit), (Band::Mid, &depth.mid), (Band::Base, &depth.base)];
    let known = rows.iter().filter(|(which, _)| doubt(here, *which).is_none());
    let values = known.filter_map(|(_, field)| field.as_ref()?.value).map(Tenths::get);
    let most = values.fold(LEAST_CM, f64::max);
    html! {
        section.card id="depths" aria-labelledby="depths-h" {
            h2 id="depths-h" { (words.depth_by_band) }
            ul.list.depths { @for (which, field) in rows { (row(here, which, field.as_ref(), most)) } }
            @if let Some(percent) = here.detail.conditions.depth_vs_avg_pct.value {
                p.soft.foot { ((words.of_average)(&here.show.percent(percent.into()))) " " a href="#season" { (words.season) } }
            }
        }
    }
}

/// Returns the contradiction between a modelled depth and a measured one.
fn doubt<'a>(here: &'a ResortContext<'_, '_>, which: Band) -> Option<&'a DepthDisagreement> {
    here.detail.conditions.depth_disagreement.as_ref().filter(|disagreement| disagreement.model.band == which)
}

fn row(here: &ResortContext<'_, '_>, which: Band, field: Option<&Field<Tenths>>, most: f64) -> Markup {
    let words = here.words();
    let nothing = Field::not_reported();
    let field = field.unwrap_or(&nothing);
    let snow = MarkedSnow::of_field(field, top::is_stale(here, which), here.ask.now);
    let doubt = doubt(here, which);
    html! {
        li {
            span { (capital(band(words, which))) @if let Some(metres) = here.metres(which) { br; small { (metres) } } }
            span.lvl { (snow.markup(here.show)) }
            @if let Some(cm) = field.value {
                (gauge(if doubt.is_some() { None } else { Some(cm.get()) }, most, field.source.is_modelled()))
            }
            @if let Some(disagreement) = doubt {
                small.doubt { (Symbol::Warning.icon()) span { (now::depths_differ(here, disagreement)) } }
            }
        }
    }
}

/// Draws a depth as a bar; a doubtful depth gets no bar.
fn gauge(cm: Option<f64>, most: f64, is_modelled: bool) -> Markup {
    let class = |cm: f64| match is_modelled {
        true => "est".to_owned(),
        false => format!("q{}", STEPS_CM.iter().take_while(|least| cm >= **least).count().max(1)),
    };
    html! {
        svg.gauge viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect.off width="100" height="8" {}
            @if let Some(cm) = cm { rect class=(class(cm)) width=(format!("{:.1}", cm / most * 100.0)) height="8" {} }
        }
    }
}
