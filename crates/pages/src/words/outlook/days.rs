//! Days and parts of days inside a sentence, in six languages.

use chrono::Weekday;

/// A part of a day: night (0 to 6), morning, afternoon, evening (from 18).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartOfDay {
    Night,
    Morning,
    Afternoon,
    Evening,
}

/// A day in relation to the reader's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DayName {
    Today,
    Tonight,
    Tomorrow,
    Later(Weekday),
}

pub(super) fn day_name(names: [&'static str; 7], day: Weekday) -> &'static str {
    usize::try_from(day.num_days_from_monday()).ok().and_then(|at| names.get(at).copied()).unwrap_or_default()
}

pub(super) fn en(day: Weekday) -> &'static str {
    day_name(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], day)
}

pub(super) fn de(day: Weekday) -> &'static str {
    day_name(["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"], day)
}

pub(super) fn fr(day: Weekday) -> &'static str {
    day_name(["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"], day)
}

pub(super) fn it(day: Weekday) -> &'static str {
    day_name(["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"], day)
}

pub(super) fn es(day: Weekday) -> &'static str {
    day_name(["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"], day)
}

pub(super) fn ja(day: Weekday) -> &'static str {
    day_name(["月曜", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜"], day)
}

/// Starts a text with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(super) fn start_en(day: DayName, part: Option<PartOfDay>) -> String {
    match (day, part) {
        (DayName::Later(day), None) => format!("from {}", en(day)),
        (DayName::Later(day), Some(PartOfDay::Night)) => format!("from early {}", en(day)),
        (DayName::Later(day), Some(PartOfDay::Morning)) => format!("from {} morning", en(day)),
        (DayName::Later(day), Some(PartOfDay::Afternoon)) => format!("from {} afternoon", en(day)),
        (DayName::Later(day), Some(PartOfDay::Evening)) => format!("from {} evening", en(day)),
        (_, None) => "from today".to_owned(),
        (_, Some(PartOfDay::Night)) => "from the early hours".to_owned(),
        (_, Some(PartOfDay::Morning)) => "from this morning".to_owned(),
        (_, Some(PartOfDay::Afternoon)) => "from this afternoon".to_owned(),
        (_, Some(PartOfDay::Evening)) => "from this evening".to_owned(),
    }
}

pub(super) fn start_de(day: DayName, part: Option<PartOfDay>) -> String {
    match (day, part) {
        (DayName::Later(day), None) => format!("Ab {}", de(day)),
        (DayName::Later(day), Some(PartOfDay::Night)) => format!("Ab der Nacht auf {}", de(day)),
        (DayName::Later(day), Some(PartOfDay::Morning)) => format!("Ab {}morgen", de(day)),
        (DayName::Later(day), Some(PartOfDay::Afternoon)) => format!("Ab {}nachmittag", de(day)),
        (DayName::Later(day), Some(PartOfDay::Evening)) => format!("Ab {}abend", de(day)),
        (_, None) => "Ab heute".to_owned(),
        (_, Some(PartOfDay::Night)) => "Ab den frühen Morgenstunden".to_owned(),
        (_, Some(PartOfDay::Morning)) => "Ab heute Morgen".to_owned(),
        (_, Some(PartOfDay::Afternoon)) => "Ab heute Nachmittag".to_owned(),
        (_, Some(PartOfDay::Evening)) => "Ab heute Abend".to_owned(),
    }
}

pub(super) fn start_fr(day: DayName, part: Option<PartOfDay>) -> String {
    match (day, part) {
        (DayName::Later(day), None) => format!("dès {}", fr(day)),
        (DayName::Later(day), Some(PartOfDay::Night)) => format!("dès {} avant l’aube", fr(day)),
        (DayName::Later(day), Some(PartOfDay::Morning)) => format!("dès {} matin", fr(day)),
        (DayName::Later(day), Some(PartOfDay::Afternoon)) => format!("dès {} après-midi", fr(day)),
        (DayName::Later(day), Some(PartOfDay::Evening)) => format!("dès {} soir", fr(day)),
        (_, None) => "dès aujourd’hui".to_owned(),
        (_, Some(PartOfDay::Night)) => "dès les premières heures".to_owned(),
        (_, Some(PartOfDay::Morning)) => "dès ce matin".to_owned(),
        (_, Some(PartOfDay::Afternoon)) => "dès cet après-midi".to_owned(),
        (_, Some(PartOfDay::Evening)) => "dès ce soir".to_owned(),
    }
}

pub(super) fn start_it(day: DayName, part: Option<PartOfDay>) -> String {
    match (day, part) {
        (DayName::Later(day), None) => format!("da {}", it(day)),
        (DayName::Later(day), Some(PartOfDay::Night)) => format!("da {} prima dell’alba", it(day)),
        (DayName::Later(day), Some(PartOfDay::Morning)) => format!("da {} mattina", it(day)),
        (DayName::Later(day), Some(PartOfDay::Afternoon)) => format!("da {} pomeriggio", it(day)),
        (DayName::Later(day), Some(PartOfDay::Evening)) => format!("da {} sera", it(day)),
        (_, None) => "da oggi".to_owned(),
        (_, Some(PartOfDay::Night)) => "dalle prime ore".to_owned(),
        (_, Some(PartOfDay::Morning)) => "da stamattina".to_owned(),
        (_, Some(PartOfDay::Afternoon)) => "da questo pomeriggio".to_owned(),
        (_, Some(PartOfDay::Evening)) => "da stasera".to_owned(),
    }
}

pub(super) fn start_es(day: DayName, part: Option<PartOfDay>) -> String {
    match (day, part) {
        (DayName::Later(day), None) => format!("desde el {}", es(day)),
        (DayName::Later(day), Some(PartOfDay::Night)) => format!("desde la madrugada del {}", es(day)),
        (DayName::Later(day), Some(PartOfDay::Morning)) => format!("desde el {} por la mañana", es(day)),
        (DayName::Later(day), Some(PartOfDay::Afternoon)) => format!("desde el {} por la tarde", es(day)),
        (DayName::Later(day), Some(PartOfDay::Evening)) => format!("desde el {} por la noche", es(day)),
        (_, None) => "desde hoy".to_owned(),
        (_, Some(PartOfDay::Night)) => "desde esta madrugada".to_owned(),
        (_, Some(PartOfDay::Morning)) => "desde esta mañana".to_owned(),
        (_, Some(PartOfDay::Afternoon)) => "desde esta tarde".to_owned(),
        (_, Some(PartOfDay::Evening)) => "desde esta noche".to_owned(),
    }
}

pub(super) fn start_ja(day: DayName, part: Option<PartOfDay>) -> String {
    match (day, part) {
        (DayName::Later(day), None) => format!("{}から", ja(day)),
        (DayName::Later(day), Some(PartOfDay::Night)) => format!("{}の未明から", ja(day)),
        (DayName::Later(day), Some(PartOfDay::Morning)) => format!("{}の朝から", ja(day)),
        (DayName::Later(day), Some(PartOfDay::Afternoon)) => format!("{}の午後から", ja(day)),
        (DayName::Later(day), Some(PartOfDay::Evening)) => format!("{}の夜から", ja(day)),
        (_, None) => "きょうから".to_owned(),
        (_, Some(PartOfDay::Night)) => "きょう未明から".to_owned(),
        (_, Some(PartOfDay::Morning)) => "けさから".to_owned(),
        (_, Some(PartOfDay::Afternoon)) => "きょうの午後から".to_owned(),
        (_, Some(PartOfDay::Evening)) => "今夜から".to_owned(),
    }
}

/// Says "on that day" inside a sentence.
pub(super) fn on_en(day: DayName) -> String {
    match day {
        DayName::Today => "today".to_owned(),
        DayName::Tonight => "tonight".to_owned(),
        DayName::Tomorrow => "tomorrow".to_owned(),
        DayName::Later(day) => format!("on {}", en(day)),
    }
}

pub(super) fn on_de(day: DayName) -> String {
    match day {
        DayName::Today => "heute".to_owned(),
        DayName::Tonight => "heute Nacht".to_owned(),
        DayName::Tomorrow => "morgen".to_owned(),
        DayName::Later(day) => format!("am {}", de(day)),
    }
}

pub(super) fn on_fr(day: DayName) -> String {
    match day {
        DayName::Today => "aujourd’hui".to_owned(),
        DayName::Tonight => "cette nuit".to_owned(),
        DayName::Tomorrow => "demain".to_owned(),
        DayName::Later(day) => fr(day).to_owned(),
    }
}

pub(super) fn on_it(day: DayName) -> String {
    match day {
        DayName::Today => "oggi".to_owned(),
        DayName::Tonight => "stanotte".to_owned(),
        DayName::Tomorrow => "domani".to_owned(),
        DayName::Later(day) => it(day).to_owned(),
    }
}

pub(super) fn on_es(day: DayName) -> String {
    match day {
        DayName::Today => "hoy".to_owned(),
        DayName::Tonight => "esta noche".to_owned(),
        DayName::Tomorrow => "mañana".to_owned(),
        DayName::Later(day) => format!("el {}", es(day)),
    }
}

pub(super) fn on_ja(day: DayName) -> String {
    match day {
        DayName::Today => "きょう".to_owned(),
        DayName::Tonight => "今夜".to_owned(),
        DayName::Tomorrow => "明日".to_owned(),
        DayName::Later(day) => ja(day).to_owned(),
    }
}

pub(super) fn from_hour_it(hour: u32) -> String {
    if hour == 1 { "dall’1".to_owned() } else { format!("dalle {hour}") }
}

pub(super) fn to_hour_it(hour: u32) -> String {
    if hour == 1 { "all’1".to_owned() } else { format!("alle {hour}") }
}
