//! German, with `ß` by the standard spelling. Readers are addressed with `du`.

use chrono::{Datelike as _, NaiveDate};
use operations::asking::calendar;

use super::{Elapsed, Words, account, countries, personal};

const MONTHS: [&str; 12] = calendar::GERMAN.months;
const WEEKDAYS: [&str; 7] = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"];

fn plural(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn ago(ago: Elapsed) -> String {
    match ago {
        Elapsed::Now => "gerade eben".to_owned(),
        Elapsed::Minutes(count) => format!("vor {}", plural(count, "Minute", "Minuten")),
        Elapsed::Hours(count) => format!("vor {}", plural(count, "Stunde", "Stunden")),
        Elapsed::Days(count) => format!("vor {}", plural(count, "Tag", "Tagen")),
    }
}

fn date(date: NaiveDate) -> String {
    let month = MONTHS.get(date.month0() as usize).copied().unwrap_or_default();
    format!("{}. {month} {}", date.day(), date.year())
}

fn day(date: NaiveDate) -> String {
    let weekday = WEEKDAYS.get(date.weekday().num_days_from_monday() as usize).copied().unwrap_or_default();
    format!("{weekday} {}.{}.", date.day(), date.month())
}

pub(super) static WORDS: Words = Words {
    code: "de",
    name: "Deutsch",
    decimal: ",",
    thousands: ".",
    comma: ", ",
    months: MONTHS,
    date,
    day,
    ago,

    skip: "Zum Inhalt",
    pages: "Seiten",
    more_pages: "Weitere Seiten",
    rankings: "Ranglisten",
    map: "Karte",
    regions: "Regionen und Länder",
    storms: "Schneefälle",
    compare: "Vergleich",
    leaderboard: "Frühere Winter",
    el_nino: "El Niño",
    passes: "Skipässe",
    accuracy: "Treffsicherheit",
    status_page: "Status",
    definitions: "Definitionen",
    search: "Suchen",
    search_label: "Skigebiet oder Ort",
    synthetic: "Erfundene Daten.",
    synthetic_says: "Das Wetter auf diesem Server ist für eine Vorführung simuliert. Es sagt nichts über die Wirklichkeit.",
    units: "Einheiten",
    metric: "Metrisch",
    imperial: "US-Einheiten",
    languages: "Sprachen",
    theme: "Hell oder dunkel",
    sources: "Quellen",
    data_of: |time, age| format!("Stand der Daten: {time} ({age})."),
    models_are: "Prognosen sind Mischungen von Wettermodellen, keine Beobachtungen.",
    as_data: "Dasselbe als Daten",
    address: "Adresse dieser Seite",
    error_title: "Das lässt sich nicht zeigen",
    not_found: "Unter dieser Adresse gibt es keine Seite.",
    did_you_mean: "Meinst du",
    denied: "Dafür braucht es ein Konto.",

    not_reported: "nicht gemeldet",
    statuses: [
        "geöffnet",
        "heute geschlossen",
        "vor der Saison",
        "außerhalb der Saison",
        "Betrieb: nicht gemeldet",
    ],
    kinds: [
        "vom Skigebiet gemeldet",
        "von einer Station gemessen",
        "Website des Skigebiets",
        "Wettermodell",
        "Stammdaten",
        "berechnet",
    ],
    confidences: ["hohe Verlässlichkeit", "mittlere Verlässlichkeit", "geringe Verlässlichkeit"],
    doubts: ["geschätzt", "nicht bestätigt"],
    modelled: |snow| format!("rund {snow} (Modell)"),
    stale: "veraltet",
    no_age: "Alter unbekannt",
    bands: ["Tal", "Mitte", "Gipfel"],
    region_names: [
        "Europa",
        "Nordamerika",
        "Asien",
        "Ozeanien",
        "Südamerika",
        "Afrika",
        "Alpen",
        "Rocky Mountains",
        "Japan",
        "Anden",
        "Skandinavien",
    ],
    countries: countries::DE,
    resorts: |count| plural(count as i64, "Skigebiet", "Skigebiete"),
    of: |part, whole| format!("{part} von {whole}"),
    from_to: |from, to| format!("{from} bis {to}"),
    pro: "braucht ein Pro-Konto",

    value: "Wert",
    source: "Quelle",
    age: "Alter",
    confidence: "Verlässlichkeit",
    resort: "Skigebiet",
    country: "Land",
    region: "Region",
    status: "Betrieb",
    score: "Schneenote",
    rank: "Rang",
    day_column: "Tag",
    total: "Summe",
    elevation: "Höhe",
    all: "Alle",
    show: "Zeigen",
    previous: "Zurück",
    page_turns: "Seiten der Liste",
    next: "Weiter",
    sort_by: "Ordnen nach",
    none_match: "Kein Skigebiet passt dazu.",

    depth: "Schneehöhe",
    depth_by_band: "Schneehöhe nach Höhenlage",
    of_average: |percent| format!("{percent} des Mittels"),
    new_snow: "Neuschnee",
    past_24h: "Letzte 24 h",
    past_48h: "Letzte 48 h",
    past_7d: "Letzte 7 Tage",
    next_7d: "Nächste 7 Tage",
    next_14d: "Nächste 14 Tage",
    only_stations_near_by: "Über den Schnee auf den Pisten hier ist heute nichts bekannt: keine Meldung, keine Prognose. Messungen von Stationen in der Nähe stehen weiter unten.",
    conditions: "Verhältnisse",
    lifts: "Offene Lifte",
    runs: "Offene Pisten",
    surface: "Schneeoberfläche",
    quality: "Schneequalität",
    qualities: ["Pulver", "fest", "dicht", "eisig", "nass", "Sulz", "wechselhaft"],
    snow_surface: "Temperatur des Schnees",
    opens: "Saisonbeginn",
    closes: "Saisonende",
    why: "Woher diese Zahl kommt",
    why_says: "Was für jeden Wert berücksichtigt wurde, und welche Regel das letzte Wort hatte.",
    considered: "Berücksichtigt",
    decided: "Entschieden durch",
    verdicts: ["frisch", "abgelaufen", "zu alt", "ohne Zeitangabe", "unglaubwürdig"],
    forecast: "Prognose",
    forecast_says: |elevation| {
        format!(
            "Neuschnee jedes Tages auf {elevation}: die Mischung der Wettermodelle und die Spanne vom niedrigsten zum höchsten."
        )
    },
    chance_of: |amount| format!("Chance auf {amount}"),
    rain: "Regen",
    temperature: "Temperatur",
    wind: "Wind",
    freezing_level: "Nullgradgrenze",
    no_forecast: "Für dieses Skigebiet ist noch keine Prognose da.",
    day_by_day: "Tag für Tag",
    snow_by_band: "Neuschnee nach Höhenlage",
    chart_says: "Balken sind die Mischung, Linien die Spanne der Modelle; die Tabelle hat die Zahlen",
    cameras: "Straßenkameras",
    season_column: "Winter",
    of_hundred: "von 100",
    models: "Wettermodelle",
    models_agree: |share| format!("Sie stimmen in der Summe zu {share} überein."),
    run_of: "Lauf von",
    season: "Winter und Mittel",
    no_winters: "Von diesem Skigebiet sind keine früheren Winter aufgezeichnet.",
    reanalysis: "Aus einer Reanalyse des Wetters auf einem Gitter von rund 10 km: Diese Zahlen sind untereinander vergleichbar, nicht mit einer gemessenen Schneehöhe.",
    mapped: |station, winters| {
        format!(
            "Aus einer Reanalyse des Wetters; ihr täglicher Schnee ist an die Messungen der Station {station} in {winters} Wintern angepasst."
        )
    },
    season_to: |snow, day| format!("{snow} Schnee gefallen in diesem Winter bis {day}"),
    of_normal: |percent| format!("{percent} des Üblichen"),
    normal: "Üblich",
    median: "Median",
    eight_in_ten: "acht von zehn Wintern",
    snowfall: "Schneefall",
    snow_days: "Schneetage",
    powder_days: "Pulvertage",
    biggest_day: "Schneereichster Tag",
    months_title: "Monat für Monat",
    month: "Monat",
    trip: "Chancen für eine Reise",
    from: "Von",
    to: "Bis",
    trip_says: |count| {
        format!("An diesen Tagen in {}:", plural(count as i64, "früheren Winter", "früheren Wintern"))
    },
    any_snow: "Mindestens ein Tag mit Schneefall",
    any_powder: "Mindestens ein Pulvertag",
    no_el_nino: "Über El Niño lässt sich für dieses Skigebiet nichts sagen: Dazu braucht es viele aufgezeichnete Winter.",
    el_nino_change: |change, low, high| {
        format!("Schneefall in El-Niño-Wintern gegenüber neutralen: {change} ({low} bis {high}).")
    },
    thin_evidence: "Der Beleg ist schwach: Es kann Zufall sein.",
    stations: "Stationen in der Nähe",
    no_stations: "Keine Station in der Nähe hat sich zuletzt gemeldet.",
    danger: "Lawinengefahr",
    danger_level: |level, name| format!("Stufe {level}, {name}"),
    dangers: ["gering", "mäßig", "erheblich", "groß", "sehr groß"],
    tomorrow: "Morgen",
    no_danger: "Keine Stufe bekannt. Das heißt nicht, dass keine Gefahr besteht.",
    bulletin_not_fetched: "Der Lawinenbericht konnte nicht abgerufen werden.",
    bulletin: "Lawinenbericht",
    roads: "Straßen",
    no_roads: "In der Nähe sind keine Kettenpflicht und keine Straßenkamera bekannt.",
    no_passes: "Kein bekannter Skipass gilt in diesem Skigebiet.",
    facts: "Eckdaten",
    vertical: "Höhenunterschied",
    lifts_in_all: "Lifte insgesamt",
    marked_runs: "Markierte Pisten",
    longest_run: "Längste Abfahrt",
    website: "Website des Skigebiets",

    lead: |count| {
        format!(
            "Schneeverhältnisse von {}: jeder Wert mit Quelle, Alter und Verlässlichkeit. Was unbekannt ist, bleibt unbekannt.",
            plural(count as i64, "Skigebiet", "Skigebieten")
        )
    },
    storms_in_sight: "Schneefälle in Sicht",
    no_storm: "Kein großer Schneefall ist in Sicht.",
    no_new_snow: "In den letzten 24 Stunden kein Neuschnee in den Skigebieten, die ihn melden.",
    none_reported: "Zurzeit meldet das kein Skigebiet; sortiert ist nach dem Namen.",
    no_forecast_yet: "Noch keine Prognose da. Gezeigt wird, was ohne sie bekannt ist.",
    tiers: ["zu beobachten", "wahrscheinlich", "so gut wie sicher"],
    up_to: |snow| format!("bis {snow}"),
    no_hit: |query| format!("Kein Skigebiet heißt so ähnlich wie „{query}“."),
    by_score: "Schneenote",
    by_elevation: "Höhe",
    by_name: "Name",
    reporting: "Gemeldet von",
    highest: "Höchster Wert",
    compare_how: "Nenne zwei bis vier Skigebiete, durch Kommas getrennt.",
    most: "am meisten",
    tie: "gleichauf",
    countries_title: "Länder",
    leaderboard_says: "Frühere Winter, aus der Reanalyse.",
    no_seasons: "Kein früherer Winter ist aufgezeichnet.",
    el_nino_says: "Was El-Niño-Winter für den Schneefall bedeutet haben, Skigebiet für Skigebiet. Das meiste liegt im Bereich des Zufalls.",
    pass_note: "Bedingungen des genannten Winters, von Hand zusammengestellt. Es gilt die Website des Anbieters.",
    pass_terms: "Zugang",
    price: "Preis",

    accuracy_says: "Wie weit Prognosen von Neuschnee daneben lagen, gemessen an Stationen an jedem Tag mit Messung, trockene Tage eingeschlossen.",
    not_graded: "Noch ist nichts geprüft: Dazu braucht es Prognosen vergangener Tage und Stationen, die sie gemessen haben.",
    graded: |from, to, pairs, resorts| {
        format!(
            "{from} bis {to}: {pairs} Paare aus Prognose und gemessenem Tag in {}.",
            plural(resorts as i64, "Skigebiet", "Skigebieten")
        )
    },
    days_ahead: "Tage voraus",
    forecaster: "Prognose von",
    our_blend: "unsere Mischung",
    climatology: "das Übliche",
    persistence: "wie gestern",
    pairs: "Paare",
    mean_error: "Mittlerer Fehler",
    bias: "Verzerrung",
    hit_rate: "Treffer",
    false_alarms: "Fehlalarme",
    skill: "Besser als das Übliche",
    interval_says: "In Klammern: das 95-%-Intervall.",
    worst: "Unsere zehn schlechtesten",
    worst_says: "Die Orte, an denen unsere Mischung am weitesten daneben lag.",
    status_says: "Woher die Daten kommen, und wann sie zuletzt eingetroffen sind.",
    upstream: "Herkunft",
    last_success: "Letzter Erfolg",
    newest_value: "Neuester Wert",
    in_order: "in Ordnung",
    failing: |count| plural(count as i64, "Fehlschlag seither", "Fehlschläge seither"),
    never: "nie",
    definitions_says: "Jede Schwelle und jede Formel, auf der die Zahlen beruhen.",

    asking: super::asking::Asking::DE,
    cards: super::cards::Cards::DE,
    charts: super::charts::Charts::DE,
    morning: super::morning::Morning::DE,
    outlook: super::outlook::Outlook::DE,
    place: super::place::Place::DE,
    reading: super::reading::Reading::DE,
    reels: super::reels::Reels::DE,
    taken: super::embeds::Taken::DE,
    account: &account::de::WORDS,
    personal: &personal::de::WORDS,
};
