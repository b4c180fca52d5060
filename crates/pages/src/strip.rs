//! The next seven days: sky, new snow with the range of the models, temperatures, gusts and freezing level, as a strip and
//! in the short form of a card.

use chrono::Datelike as _;
use conditions_core::record::DailyRow;
use conditions_core::units::Tenths;
use maud::{Markup, html};

use crate::quantity::ValueFormat;
use crate::sentence::{self, GUST_MPS};
use crate::sky;
use crate::symbols::Symbol;

/// Days of the strip.
const DAYS: usize = 7;
/// Height of the bars' drawing and of the base line.
const HEIGHT: f64 = 61.0;
const GROUND: f64 = 60.0;
const ROOM: f64 = 58.0;
/// Least scale of the bars, centimetres.
pub(crate) const LEAST_CM: f64 = 15.0;
/// Gusts that are shown with a symbol, by strength, metres per second; the first one is shown in bold.
const STRONG_GUST_MPS: f64 = 22.0;
const BREEZE_MPS: f64 = 13.9;
/// Best day's snow from which it is marked, centimetres.
const BEST_CM: f64 = 4.0;
/// Steps of the blue ramp for the snow of a day, centimetres.
const STEPS_CM: [f64; 6] = [0.5, 2.0, 5.0, 10.0, 20.0, 30.0];

/// Returns the step of the blue ramp for the snow of a day, 0 to 6.
pub(crate) fn step(cm: f64) -> usize {
    STEPS_CM.iter().take_while(|least| cm >= **least).count()
}

/// Returns the first seven days.
pub(crate) fn week(days: &[DailyRow]) -> &[DailyRow] {
    days.get(..days.len().min(DAYS)).unwrap_or_default()
}

/// Returns whether a day is the best one of the week, and worth marking.
pub(crate) fn is_best(days: &[DailyRow], day: &DailyRow) -> bool {
    let is_enough = |best: &&DailyRow| best.snowfall_cm.is_some_and(|cm| cm.get() >= BEST_CM);
    sentence::best(week(days)).filter(is_enough).is_some_and(|best| best.date == day.date)
}

/// Renders the strip. Each day links to its row in the table of days.
pub(crate) fn strip(show: ValueFormat, days: &[DailyRow]) -> Markup {
    let words = show.words;
    let days = week(days);
    let high = |day: &DailyRow| {
        day.spread_cm.map(|spread| spread.high).max(day.snowfall_cm).map_or(0.0, Tenths::get)
    };
    let most = days.iter().map(high).fold(LEAST_CM, f64::max);
    html! {
        div.strip {
            ol {
                @for day in days {
                    li class=[is_best(days, day).then_some("best")] {
                        a href={ "#d" (day.date.format("%m%d")) } {
                            span.unseen { (day_text(show, day)) }
                            span.dow aria-hidden="true" {
                                ((words.morning.short_weekday)(day.date.weekday())) small { (day.date.day()) }
                            }
                            (sky::symbol(day.sky, false).sky())
                            (bar(day, most))
                            (amount(show, day))
                            (range(show, day))
                            span.hi aria-hidden="true" { (degrees(show, day.temp_max_c)) }
                            span.lo aria-hidden="true" { (degrees(show, day.temp_min_c)) }
                            (gust(show, day))
                            span.fl aria-hidden="true" { (day.freezing_level_m.map_or_else(|| "–".to_owned(), |metres| show.plain_level(metres))) }
                        }
                    }
                }
            }
            div.caps aria-hidden="true" {
                span { ((words.morning.gusts)(show.wind_unit())) }
                span { ((words.morning.freezing_level)(if show.in_inches() { "ft" } else { "m" })) }
            }
        }
    }
}

/// Renders the week of a card: sky and new snow of each day.
pub(crate) fn short_week(show: ValueFormat, days: &[DailyRow]) -> Markup {
    let words = show.words;
    html! {
        ol.week {
            @for day in week(days) {
                li class=[is_best(days, day).then_some("best")] {
                    span.unseen {
                        ((words.morning.weekday)(day.date.weekday())) (words.comma) (sky::name(day.sky, words, false)) (words.comma)
                        (day.snowfall_cm.map_or_else(|| words.not_reported.to_owned(), |cm| show.whole_snow(cm.get(), true)))
                    }
                    span aria-hidden="true" { ((words.morning.short_weekday)(day.date.weekday())) }
                    (sky::symbol(day.sky, false).sky())
                    @match day.snowfall_cm {
                        Some(cm) => { b class={ "b" (step(cm.get())) } aria-hidden="true" { (show.plain_snow(cm.get(), true)) } }
                        None => { b.b0 aria-hidden="true" { "–" } }
                    }
                }
            }
        }
    }
}

/// Describes the best day with the range of the models; `None` without a day worth naming.
pub(crate) fn best_line(show: ValueFormat, days: &[DailyRow]) -> Option<Markup> {
    let days = week(days);
    let best = sentence::best(days).filter(|best| is_best(days, best))?;
    let amount = show.snow_in_words(best.snowfall_cm?.get(), true);
    Some(html! {
        p.best1 {
            b { ((show.words.morning.best_day)(best.date.weekday(), &amount)) }
            @if let Some(between) = between(show, best) { " " span.soft { (between) } }
        }
    })
}

/// Names the range of the models of a day.
fn between(show: ValueFormat, day: &DailyRow) -> Option<String> {
    let plain = |cm: Tenths| show.plain_snow(cm.get(), true);
    let spread = day.spread_cm.filter(|spread| plain(spread.low) != plain(spread.high))?;
    Some((show.words.morning.models_between)(&plain(spread.low), &plain(spread.high)))
}

/// Describes a day in a line, for screen readers and narrow windows.
fn day_text(show: ValueFormat, day: &DailyRow) -> String {
    let words = show.words;
    let name = (words.morning.numbered_day)((words.morning.weekday)(day.date.weekday()), day.date.day());
    let snow = match day.snowfall_cm {
        Some(cm) => show.whole_snow(cm.get(), true),
        None => format!("{} {}", words.new_snow, words.not_reported),
    };
    let snow = match between(show, day) {
        Some(between) if words.is_japanese() => format!("{snow}（{between}）"),
        Some(between) => format!("{snow} ({between})"),
        None => snow,
    };
    let degrees = day.temp_max_c.zip(day.temp_min_c);
    let degrees = degrees.map(|(high, low)| (words.from_to)(&show.plain_degrees(high), &show.degrees(low)));
    let gust = day.gust_max_mps.map(|gust| (words.morning.spoken_gusts)(&show.gust(gust.get())));
    let level = day.freezing_level_m.map(|metres| (words.morning.spoken_level)(&show.level(metres)));
    let colon = if words.is_japanese() { "：" } else { ": " };
    let sky = sky::name(day.sky, words, false).to_owned();
    let parts: Vec<String> = [Some(sky), Some(snow), degrees, gust, level].into_iter().flatten().collect();
    format!("{name}{colon}{}", parts.join(words.comma))
}

/// Draws the snow of a day over the range of the models.
fn bar(day: &DailyRow, most: f64) -> Markup {
    let scaled = |cm: f64| cm / most * ROOM;
    let snow = day.snowfall_cm.map(Tenths::get).filter(|cm| step(*cm) > 0);
    let range = day.spread_cm.map(|spread| (scaled(spread.low.get()), scaled(spread.high.get())));
    let written = |value: f64| format!("{value:.1}");
    html! {
        svg.bars viewBox={ "0 0 32 " (HEIGHT) } preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            @if let Some((low, high)) = range.filter(|(low, high)| high - low >= 1.0) {
                rect.range x="2" width="28" y=(written(GROUND - high)) height=(written(high - low)) rx="4" {}
            }
            @if let Some(cm) = snow {
                @let tall = scaled(cm).max(2.0);
                rect class={ "q" (step(cm)) } x="8" width="16" y=(written(GROUND - tall)) height=(written(tall)) rx="3" {}
            }
            path.base d="M0 60h32" {}
        }
    }
}

fn amount(show: ValueFormat, day: &DailyRow) -> Markup {
    html! {
        @match day.snowfall_cm {
            Some(cm) => {
                @let text = show.plain_snow(cm.get(), true);
                span class=(if text == "0" { "cm zero" } else { "cm" }) aria-hidden="true" { (text) }
            }
            None => { span.cm.zero aria-hidden="true" { "–" } }
        }
    }
}

/// Formats the range of the models of a day; `None` if they agree.
pub(crate) fn range_text(show: ValueFormat, day: &DailyRow) -> Option<String> {
    let plain = |cm: Tenths| show.plain_snow(cm.get(), true);
    let ends = day.spread_cm.map(|spread| (plain(spread.low), plain(spread.high)));
    ends.filter(|(low, high)| low != high).map(|(low, high)| format!("{low}–{high}"))
}

fn range(show: ValueFormat, day: &DailyRow) -> Markup {
    html! { span.span aria-hidden="true" { @if let Some(text) = range_text(show, day) { (text) } } }
}

/// Formats a temperature without its unit.
pub(crate) fn degrees(show: ValueFormat, celsius: Option<Tenths>) -> String {
    celsius.map_or_else(|| "–".to_owned(), |celsius| format!("{}°", show.plain_degrees(celsius)))
}

/// Returns the class of a gust, and its symbol if it may stop lifts.
pub(crate) fn gust_class(mps: f64) -> (&'static str, Option<Symbol>) {
    match mps {
        mps if mps >= STRONG_GUST_MPS => ("g3", Some(Symbol::Gust3)),
        mps if mps >= GUST_MPS => ("g2", Some(Symbol::Gust2)),
        mps if mps >= BREEZE_MPS => ("g1", None),
        _ => ("g0", None),
    }
}

fn gust(show: ValueFormat, day: &DailyRow) -> Markup {
    html! {
        @match day.gust_max_mps.map(Tenths::get) {
            Some(mps) => {
                @let (class, symbol) = gust_class(mps);
                span class={ "gu " (class) } aria-hidden="true" {
                    @if let Some(symbol) = symbol { (symbol.icon()) }
                    (show.plain_gust(mps))
                }
            }
            None => { span.gu aria-hidden="true" { "–" } }
        }
    }
}

#[cfg(test)]
mod tests;
