//! `/insights`: insight cards as sentences, ten first, with their number of cases; the methods are folded.

use chrono::NaiveDate;
use conditions_core::evidence::MonthDay;
use maud::{Markup, html};
use operations::OpError;
use operations::insights::{BlendSkill, CATEGORIES, Card, Cases, Category, Statement, UsualDay};
use operations::ops::get_insights::{CardRow, Op};
use serde_json::Value;
use world::CLIMATE as POLICY;
use world::place::Region;

use crate::ask::Ask;
use crate::chart_section::links;
use crate::codes::model;
use crate::folded::{first_ten, method};
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::{ValueFormat, kind};
use crate::words::{Words, fill};

/// Maximum number of cards on the page.
const MOST: &str = "60";

pub(crate) struct Insights;

impl Page for Insights {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/insights", query: &["category"], led_to: LedTo::Foot(|words| words.asking.insights) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let pairs: Vec<_> =
            ask.pairs(&[("category", "category")]).into_iter().chain([("limit", MOST)]).collect();
        let reply = ask.run(&Op, &pairs)?;
        let body = html! {
            p.lead { (words.asking.insights_say) }
            (form(ask))
            @if reply.data.is_empty() {
                p { (words.asking.no_insights) }
            } @else {
                (first_ten(words, &reply.data, |rows, _| html! {
                    ul.entries { @for row in rows { li.insight { (card(ask, row)) } } }
                }))
                (method(words, &methods(words, &reply.data)))
            }
            (links(&[("JSON", "/api/v1/insights".to_owned()), ("JSON: categories", "/api/v1/insights/categories".to_owned())]))
        };
        Ok(Content::new(words.asking.insights, words.asking.insights_say, body).carrying(reply.carries))
    }
}

fn form(ask: &Ask<'_>) -> Markup {
    let words = ask.words();
    let given = ask.given("category").unwrap_or_default();
    html! {
        form.fields action=(ask.to("/insights")) {
            div {
                label for="category" { (words.asking.category) }
                select id="category" name="category" {
                    option value="" selected[given.is_empty()] { (words.all) }
                    @for (about, title) in CATEGORIES.iter().zip(words.cards.titles) {
                        @let id = id(about.category);
                        option value=(id) selected[given == id] { (title) }
                    }
                }
            }
            button { (words.show) }
        }
    }
}

/// Returns the name of a category in addresses.
fn id(category: Category) -> String {
    match serde_json::to_value(category) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

/// Renders the method of each category that has a card.
fn methods(words: &Words, rows: &[CardRow]) -> Markup {
    let texts = words.cards.titles.into_iter().zip(words.cards.methods);
    let known = CATEGORIES.iter().zip(texts);
    let shown = known.filter(|(about, _)| rows.iter().any(|row| row.card.category == about.category));
    html! { dl { @for (_, (title, method)) in shown { dt { (title) } dd { (method) } } } }
}

fn card(ask: &Ask<'_>, row: &CardRow) -> Markup {
    let words = ask.words();
    let Card { category, statement, n, n_of, as_of, slug, .. } = &row.card;
    let country =
        slug.as_deref().and_then(|slug| ask.view.of_slug(slug)).map(|seen| seen.resort().country.clone());
    let show = ValueFormat::new(words, ask.units, country.as_deref().unwrap_or_default());
    let title = CATEGORIES.iter().zip(words.cards.titles).find(|(about, _)| about.category == *category);
    let said = sentence(show, statement);
    let cases =
        fill(words.cards.rests_on, &[("cases", cases(words, *n_of)), ("n", &show.number(*n as f64, 0))]);
    html! {
        @if let Some((_, title)) = title { small { (title) } }
        p {
            @match slug {
                Some(slug) => { a href=(ask.to_resort(slug)) { (said) } }
                None => { (said) }
            }
        }
        span.soft { (cases) " · " ((words.date)(*as_of)) }
    }
}

const fn cases(words: &Words, cases: Cases) -> &'static str {
    let [winters, resorts, measured_days, season_days, announcements, stations] = words.cards.cases;
    match cases {
        Cases::Winters => winters,
        Cases::Resorts => resorts,
        Cases::MeasuredDays => measured_days,
        Cases::SeasonDays => season_days,
        Cases::Announcements => announcements,
        Cases::Stations => stations,
    }
}

/// Words the statement of a card.
fn sentence(show: ValueFormat, statement: &Statement) -> String {
    match statement {
        Statement::SeasonNorm { .. } | Statement::RegionNorm { .. } | Statement::BiggestDay { .. } => {
            of_season(show, statement)
        }
        Statement::DrySpell { .. } | Statement::RareDepth { .. } | Statement::Outlook { .. } => {
            against_winters(show, statement)
        }
        Statement::ForecastTrust { .. }
        | Statement::BestModel { .. }
        | Statement::OperatorVsStation { .. } => measured(show, statement),
        Statement::Announced { .. } | Statement::Opening { .. } | Statement::Calendar { .. } => {
            openings(show.words, statement)
        }
        Statement::LastSeason { .. } | Statement::Leader { .. } => last_season(show, statement),
    }
}

fn of_season(show: ValueFormat, statement: &Statement) -> String {
    let (words, cards) = (show.words, show.words.cards);
    let on = |date: &NaiveDate| (words.date)(*date);
    match statement {
        Statement::SeasonNorm { name, percent, season, cm, through, average } => fill(
            cards.season_norm,
            &[
                ("name", name),
                ("percent", &show.percent(*percent)),
                ("date", &on(through)),
                ("cm", &show.cm(cm.round())),
                ("average", &show.cm(average.round())),
                ("season", season),
            ],
        ),
        Statement::RegionNorm { region, percent, low, high, resorts } => fill(
            cards.region_norm,
            &[
                ("place", words.region(*region)),
                ("percent", &show.percent(*percent)),
                ("low", &show.percent(*low)),
                ("high", &show.percent(*high)),
                ("resorts", &resorts.to_string()),
            ],
        ),
        Statement::BiggestDay { anywhere, name, cm, date, bigger, winters } => fill(
            if *anywhere { cards.biggest_anywhere } else { cards.biggest_day },
            &[
                ("name", name),
                ("cm", &show.cm(cm.round())),
                ("date", &on(date)),
                ("bigger", &bigger.to_string()),
                ("winters", &winters.to_string()),
            ],
        ),
        _ => String::new(),
    }
}

fn against_winters(show: ValueFormat, statement: &Statement) -> String {
    let (words, cards) = (show.words, show.words.cards);
    let on = |date: &NaiveDate| (words.date)(*date);
    match statement {
        Statement::DrySpell { name, days, through, as_long, winters } => fill(
            cards.dry_spell,
            &[
                ("name", name),
                ("days", &days.to_string()),
                ("cm", &show.cm(POLICY.snow_day_cm)),
                ("date", &on(through)),
                ("as_long", &as_long.to_string()),
                ("winters", &winters.to_string()),
            ],
        ),
        Statement::RareDepth { name, cm, date, rare, winters, is_much, average } => fill(
            if *is_much { cards.rare_much } else { cards.rare_little },
            &[
                ("name", name),
                ("cm", &show.cm(*cm)),
                ("date", &on(date)),
                ("rare", &rare.to_string()),
                ("winters", &winters.to_string()),
                ("average", &show.cm(average.round())),
            ],
        ),
        Statement::Outlook { name, date, is_announced, hits, winters, enough, low, high } => fill(
            if *is_announced { cards.outlook_announced } else { cards.outlook_usual },
            &[
                ("name", name),
                ("date", &on(date)),
                ("hits", &hits.to_string()),
                ("winters", &winters.to_string()),
                ("cm", &show.cm(*enough)),
                ("low", &show.percent(*low)),
                ("high", &show.percent(*high)),
            ],
        ),
        _ => String::new(),
    }
}

fn measured(show: ValueFormat, statement: &Statement) -> String {
    let (words, cards) = (show.words, show.words.cards);
    let place = |region: &Option<String>| match region {
        None => cards.everywhere,
        Some(tag) => Region::ALL
            .into_iter()
            .find(|region| region.tag() == tag)
            .map_or("", |region| words.region(region)),
    };
    match statement {
        Statement::ForecastTrust { region, skill, error, days } => {
            let [none, some, high] = cards.trust;
            let sentence = match skill {
                BlendSkill::None => none,
                BlendSkill::Some => some,
                BlendSkill::High => high,
            };
            fill(
                sentence,
                &[("place", place(region)), ("error", &show.cm(*error)), ("days", &days.to_string())],
            )
        }
        Statement::BestModel { region, models, best, error, blend } => fill(
            cards.best_model,
            &[
                ("place", place(region)),
                ("models", &models.to_string()),
                ("best", model(best)),
                ("error", &show.cm(*error)),
                ("blend", &show.cm(*blend)),
            ],
        ),
        Statement::OperatorVsStation { name, operator, stations, measured } => fill(
            cards.operator_station,
            &[
                ("name", name),
                ("operator", &show.cm(operator.round())),
                ("stations", &stations.to_string()),
                ("measured", &show.cm(measured.round())),
            ],
        ),
        _ => String::new(),
    }
}

fn openings(words: &Words, statement: &Statement) -> String {
    let cards = words.cards;
    let listed = |days: &[UsualDay]| {
        let days: Vec<String> =
            days.iter().map(|(name, day)| format!("{name} ({})", usual_day(words, *day))).collect();
        days.join(words.comma)
    };
    match statement {
        Statement::Announced { resorts, within_days } => {
            fill(cards.announced, &[("resorts", &resorts.to_string()), ("days", &within_days.to_string())])
        }
        Statement::Opening { name, opens, source } => fill(
            cards.opening,
            &[("name", name), ("date", &(words.date)(*opens)), ("source", kind(words, *source))],
        ),
        Statement::Calendar { first, last } => {
            fill(cards.calendar, &[("first", &listed(first)), ("last", &listed(last))])
        }
        _ => String::new(),
    }
}

fn last_season(show: ValueFormat, statement: &Statement) -> String {
    let cards = show.words.cards;
    let powder = show.cm(POLICY.powder_day_cm);
    let (said, share) = match statement {
        Statement::LastSeason { name, rank, of, season, days, cm, percent } => {
            let values = [
                ("name", name.as_str()),
                ("rank", &rank.to_string()),
                ("of", &of.to_string()),
                ("powder", &powder),
                ("season", season),
                ("days", &days.to_string()),
                ("cm", &show.cm(cm.round())),
            ];
            (fill(cards.last_season, &values), percent.map(|percent| (cards.of_average, percent)))
        }
        Statement::Leader { season, name, days, resorts, percent } => {
            let values = [
                ("season", season.as_str()),
                ("name", name),
                ("powder", &powder),
                ("days", &days.to_string()),
                ("resorts", &resorts.to_string()),
            ];
            (fill(cards.leader, &values), percent.map(|percent| (cards.middle_of_average, percent)))
        }
        _ => return String::new(),
    };
    let share = share.map(|(text, percent)| fill(text, &[("percent", &show.percent(percent))]));
    let gap = if show.words.is_japanese() { "" } else { " " };
    share.map_or_else(|| said.clone(), |share| format!("{said}{gap}{share}"))
}

/// Words a day of the year.
pub(crate) fn usual_day(words: &Words, day: MonthDay) -> String {
    let values = [("day", &*day.day.to_string()), ("month", words.month(day.month.into()))];
    fill(words.cards.day_of_year, &values)
}
