//! Formats days as people of a locale write them.

use ask::{Language, Locale};
use chrono::{Datelike, NaiveDate};

/// Names of months and weekdays, shared by answers and pages.
#[derive(Debug)]
pub struct Names {
    /// January first.
    pub months: [&'static str; 12],
    /// Monday first.
    pub weekdays: [&'static str; 7],
}

/// English names, capitalised.
pub const ENGLISH: Names = Names {
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
};
/// German names, capitalised.
pub const GERMAN: Names = Names {
    months: [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    weekdays: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
};
/// French names in lower case, as inside a sentence.
pub const FRENCH: Names = Names {
    months: [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
};
/// Italian names in lower case, as inside a sentence.
pub const ITALIAN: Names = Names {
    months: [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
    weekdays: ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
};
/// Spanish names in lower case, as inside a sentence.
pub const SPANISH: Names = Names {
    months: [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    weekdays: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
};
/// Japanese months are numbers.
const JAPANESE: Names =
    Names { months: [""; 12], weekdays: ["月", "火", "水", "木", "金", "土", "日"] };

const fn names(language: Language) -> &'static Names {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::French => &FRENCH,
        Language::Italian => &ITALIAN,
        Language::Spanish => &SPANISH,
        Language::Japanese => &JAPANESE,
    }
}

/// Formats a day without its year: `2026-01-10`, or `01-10` for every year.
pub(super) fn date(text: &str, locale: Locale) -> Option<String> {
    // 2000 is a leap year, so `02-29` parses too.
    let date: NaiveDate = text.parse().or_else(|_| format!("2000-{text}").parse()).ok()?;
    Some(dated(date, locale))
}

/// Formats a day with its weekday.
pub(super) fn day(text: &str, locale: Locale) -> Option<String> {
    let date: NaiveDate = text.parse().ok()?;
    let weekday = date.weekday().num_days_from_monday() as usize;
    let weekday = names(locale.language).weekdays.get(weekday).copied().unwrap_or_default();
    let date = dated(date, locale);
    Some(match locale.language {
        Language::English if locale.is_imperial => format!("{weekday}, {date}"),
        Language::German => format!("{weekday}, {date}"),
        Language::English | Language::French | Language::Italian | Language::Spanish => {
            format!("{weekday} {date}")
        }
        Language::Japanese => format!("{date}（{weekday}）"),
    })
}

fn dated(date: NaiveDate, locale: Locale) -> String {
    let month = names(locale.language).months.get(date.month0() as usize).copied().unwrap_or_default();
    let day = date.day();
    match (locale.language, day) {
        // Locales with inches also write the month before the day.
        (Language::English, _) if locale.is_imperial => format!("{month} {day}"),
        (Language::French, 1) => format!("{day}er {month}"),
        (Language::Italian, 1) => format!("{day}º {month}"),
        (Language::English | Language::French | Language::Italian, _) => format!("{day} {month}"),
        (Language::German, _) => format!("{day}. {month}"),
        (Language::Spanish, _) => format!("{day} de {month}"),
        (Language::Japanese, _) => format!("{}月{day}日", date.month()),
    }
}
