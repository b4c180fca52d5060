//! The page of a resort as of a past day: the requested time, and links to the days around it.

use chrono::{Days, NaiveDate, TimeZone as _};
use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operations::OpError;
use operations::operation::{AS_OF, Replay};

use super::ResortContext;
use crate::ask::Ask;

/// A day means noon on the resort's clock.
const NOON: u32 = 12;

/// Returns the past time that the page was requested for; `None` for the present.
///
/// # Errors
/// Returns an [`OpError`] if the text is neither a day nor a timestamp, and for an unknown resort.
pub fn replay(ask: &Ask<'_>) -> Result<Option<Replay>, OpError> {
    ask.checked()?;
    let Some(text) = ask.given(AS_OF) else { return Ok(None) };
    let seen = ask.view.resort(ask.given("slug").unwrap_or_default())?;
    let slug = seen.resort().slug.clone();
    let noon = |day: NaiveDate| {
        let local = day.and_hms_opt(NOON, 0, 0)?;
        let at = seen.resort().timezone.from_local_datetime(&local).earliest()?;
        let at = Timestamp::from_millis(at.timestamp_millis());
        // Noon of today may be in the future.
        let is_today = day == ask.present.local_date(seen.resort().timezone);
        Some(if is_today { at.min(ask.present) } else { at })
    };
    let at = text.parse::<NaiveDate>().ok().and_then(noon).or_else(|| Timestamp::parse(text));
    let refused = || {
        let message = "must be a day such as 2026-01-10, or an instant such as 2026-01-10T12:00:00Z";
        OpError::argument(AS_OF, message)
    };
    at.map(|at| Some(Replay { slug, at })).ok_or_else(refused)
}

/// Renders the notice above a page of the past.
pub(super) fn notice(here: &ResortContext<'_, '_>) -> Markup {
    let (words, ask) = (here.words(), here.ask);
    html! {
        @if ask.given(AS_OF).is_some() {
            p.note {
                strong { ((words.place.as_known)(&here.show.clock(ask.now, &here.seen.resort().timezone))) }
                " " (words.place.past_lacks)
                " " a href=(ask.to_resort(here.slug())) { (words.place.present) }
            }
        }
    }
}

/// Renders the links to other days.
pub(super) fn day_links(here: &ResortContext<'_, '_>) -> Markup {
    let (words, ask) = (here.words(), here.ask);
    let to = |day: NaiveDate| format!("{}?{AS_OF}={day}", ask.to_resort(here.slug()));
    let today = ask.present.local_date(here.seen.resort().timezone);
    let shown = ask.given(AS_OF).map(|_| ask.now.local_date(here.seen.resort().timezone));
    let before = shown.unwrap_or(today).checked_sub_days(Days::new(1));
    let after = shown.and_then(|day| day.checked_add_days(Days::new(1)));
    html! {
        section.screen {
            h2 { (words.place.other_day) }
            form.fields action=(ask.to_resort(here.slug())) {
                div {
                    label for="asOf" { (words.day_column) }
                    input id="asOf" name=(AS_OF) type="date" required max=(today) value=[shown];
                }
                button { (words.show) }
            }
            ul.tags {
                @if let Some(day) = before { li { a rel="prev" href=(to(day)) { (words.place.day_before) } } }
                @if let Some(day) = after.filter(|day| *day < today) {
                    li { a rel="next" href=(to(day)) { (words.place.day_after) } }
                }
                @if shown.is_some() { li { a href=(ask.to_resort(here.slug())) { (words.place.present) } } }
            }
        }
    }
}
