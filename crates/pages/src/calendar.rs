//! `/calendars/v1/resorts/{slug}.ics`: the next days that are likely powder days, and the announced opening of the
//! season, for calendar programs. They fetch a few times a day, so events are whole days; days without agreement of the
//! models are left out, so that calendars do not flicker.

use chrono::{Days, NaiveDate};
use conditions_core::record::DailyRow;
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use operations::OpError;
use operations::ops::get_weather_forecast;

use crate::ask::Ask;
use crate::embed::in_language;
use crate::quantity::ValueFormat;

/// Minimum probability of 15 cm for a day to be listed.
const LIKELY: f64 = 0.6;
/// Maximum length of a line, in bytes (RFC 5545, 3.1).
const LINE: usize = 75;

/// Returns the address of a resort's calendar.
pub(crate) fn path(slug: &str) -> String {
    format!("/calendars/v1/resorts/{slug}.ics")
}

pub(crate) fn calendar(ask: &Ask<'_>) -> Result<String, OpError> {
    let ask = in_language(ask)?;
    let seen = ask.view.resort(ask.given("slug").unwrap_or_default())?;
    let (words, resort, service) = (ask.words(), seen.resort(), ask.view.service());
    let show = ValueFormat::new(words, ask.units, &resort.country);
    let told = ask.run(&get_weather_forecast::Op, &[("slug", &resort.slug)])?.data;
    let captured = told.captured_at.unwrap_or(ask.view.as_of());
    let host = service.base_url.split("://").nth(1).unwrap_or(&service.base_url);
    let page = format!("{}{}", service.base_url, ask.to_resort(&resort.slug));
    let note = if service.synthetic {
        format!(" {} {}", words.synthetic, words.synthetic_says)
    } else {
        String::new()
    };
    let mut file = File::default();
    file.open(&format!("{}: {}", resort.name, words.taken.calendar));
    let likely = told.days.iter().zip(&told.chances).filter_map(|(day, chance)| {
        let sure = chance.as_ref()?.amounts.at_least15_cm.get();
        (sure >= LIKELY).then_some((day, sure))
    });
    for (day, sure) in likely {
        let snow = day.snowfall_cm.map(|cm| show.whole_snow(cm.get(), true)).unwrap_or_default();
        file.event(&Event {
            uid: format!("{}-{}-powder@{host}", resort.slug, day.date),
            day: day.date,
            changed: captured,
            title: (words.taken.powder_day)(&resort.name),
            text: format!("{}. {note}", description(&ask, day, show, sure, &snow, captured)),
            url: &page,
        });
    }
    let opening = &seen.resolution().record.season_opening;
    if let Some(day) = opening.value {
        file.event(&Event {
            uid: format!("{}-{day}-opening@{host}", resort.slug),
            day,
            changed: opening.observed_at.unwrap_or(captured),
            title: (words.taken.season_opens)(&resort.name),
            text: format!("{}{note}", service.credits.service.text),
            url: &page,
        });
    }
    file.line("END:VCALENDAR");
    Ok(file.0)
}

fn description(
    ask: &Ask<'_>,
    day: &DailyRow,
    show: ValueFormat,
    sure: f64,
    snow: &str,
    captured: Timestamp,
) -> String {
    let words = ask.words();
    let time = format!("{} UTC", captured.utc().format("%Y-%m-%d %H:%M"));
    let whole = |cm: Tenths| show.whole_snow(cm.get(), true);
    let range = day.spread_cm.map(|spread| (words.from_to)(&whole(spread.low), &whole(spread.high)));
    let chance = format!("{}: {}", (words.chance_of)(&show.cm(15.0)), show.share(sure));
    let parts = [Some(snow.to_owned()), range, Some(chance), Some(format!("{} {time}", words.forecast))];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
    format!("{text}. {} {}", words.models_are, ask.view.service().credits.service.text)
}

/// A day in a calendar.
struct Event<'a> {
    /// Stable id for the same day.
    uid: String,
    day: NaiveDate,
    /// When its information became available.
    changed: Timestamp,
    title: String,
    text: String,
    url: &'a str,
}

/// RFC 5545 output: lines end with CR LF and are folded.
#[derive(Default)]
struct File(String);

impl File {
    fn open(&mut self, name: &str) {
        for line in [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//open snow conditions//powder days//EN",
            "METHOD:PUBLISH",
        ] {
            self.line(line);
        }
        self.line(&format!("NAME:{}", escaped(name)));
        self.line(&format!("X-WR-CALNAME:{}", escaped(name)));
        self.line("REFRESH-INTERVAL;VALUE=DURATION:PT6H");
        self.line("X-PUBLISHED-TTL:PT6H");
    }

    fn event(&mut self, event: &Event<'_>) {
        let stamp = event.changed.utc().format("%Y%m%dT%H%M%SZ").to_string();
        let next = event.day.checked_add_days(Days::new(1)).unwrap_or(event.day);
        self.line("BEGIN:VEVENT");
        self.line(&format!("UID:{}", event.uid));
        self.line(&format!("DTSTAMP:{stamp}"));
        self.line(&format!("LAST-MODIFIED:{stamp}"));
        // Increases with every newer forecast, so that a calendar replaces the text of the same day.
        self.line(&format!("SEQUENCE:{}", event.changed.millis() / HOUR_MS));
        self.line(&format!("DTSTART;VALUE=DATE:{}", event.day.format("%Y%m%d")));
        self.line(&format!("DTEND;VALUE=DATE:{}", next.format("%Y%m%d")));
        self.line("TRANSP:TRANSPARENT");
        self.line(&format!("SUMMARY:{}", escaped(&event.title)));
        self.line(&format!("DESCRIPTION:{}", escaped(&event.text)));
        self.line(&format!("URL:{}", event.url));
        self.line("END:VEVENT");
    }

    /// Writes a line, folded between characters.
    fn line(&mut self, text: &str) {
        let mut room = LINE;
        for letter in text.chars() {
            if letter.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = LINE - 1;
            }
            room -= letter.len_utf8();
            self.0.push(letter);
        }
        self.0.push_str("\r\n");
    }
}

/// Removes characters that end a line or a value.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\u{a0}' => out.push(' '),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}
