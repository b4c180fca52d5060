//! German, in the spelling that Germany, Austria and Switzerland share: no `ß`.

use chrono::{Datelike as _, NaiveDate};
use operations::asking::calendar;

use super::{Ago, Words, account, countries, personal};

const MONTHS: [&str; 12] = calendar::GERMAN.months;
/// From Monday on.
const WEEKDAYS: [&str; 7] = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"];

fn plural(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn ago(ago: Ago) -> String {
    match ago {
        Ago::Now => "gerade eben".to_owned(),
        Ago::Minutes(count) => format!("vor {}", plural(count, "Minute", "Minuten")),
        Ago::Hours(count) => format!("vor {}", plural(count, "Stunde", "Stunden")),
        Ago::Days(count) => format!("vor {}", plural(count, "Tag", "Tagen")),
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
    storms: "Schneestürme",
    compare: "Vergleich",
    leaderboard: "Frühere Winter",
    el_nino: "El Niño",
    passes: "Skipässe",
    accuracy: "Treffsicherheit",
    status_page: "Zustand",
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
    models_are: "Vorhersagen sind Mischungen von Wettermodellen, keine Beobachtungen.",
    as_data: "Dasselbe als Daten",
    address: "Adresse dieser Seite",
    remember: "Skigebiet merken",
    remembered: "Ihre Skigebiete",
    error_title: "Das lässt sich nicht zeigen",
    not_found: "Unter dieser Adresse gibt es keine Seite.",
    did_you_mean: "Meinten Sie",
    denied: "Dafür braucht es ein Konto.",

    not_reported: "nicht gemeldet",
    statuses: [
        "geöffnet",
        "heute geschlossen",
        "vor der Saison",
        "ausserhalb der Saison",
        "Zustand unbekannt",
    ],
    kinds: [
        "vom Skigebiet gemeldet",
        "von einer Station gemessen",
        "von der Seite des Skigebiets gelesen",
        "Wettermodell",
        "Stammdaten",
        "berechnet",
    ],
    confidences: ["hohe Verlässlichkeit", "mittlere Verlässlichkeit", "geringe Verlässlichkeit"],
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
    status: "Zustand",
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
    depth_at: |depth, band| format!("{depth} Schnee am Boden ({band})"),
    of_average: |percent| format!("{percent} des Mittels"),
    new_snow: "Neuschnee",
    new_in_24h: |snow| format!("{snow} Neuschnee in 24 Stunden"),
    past_24h: "Letzte 24 Stunden",
    past_48h: "Letzte 48 Stunden",
    past_7d: "Letzte 7 Tage",
    next_7d: "Nächste 7 Tage",
    next_14d: "Nächste 14 Tage",
    forecast_of: |snow| format!("{snow} vorhergesagt für die nächsten 7 Tage"),
    nothing_known: "Über den Schnee hier ist heute nichts bekannt: Niemand hat ihn gemeldet, keine Station misst ihn, und keine Vorhersage ist eingetroffen.",
    conditions: "Verhältnisse",
    lifts: "Offene Lifte",
    runs: "Offene Pisten",
    surface: "Schneeoberfläche",
    quality: "Schneequalität",
    qualities: ["Pulver", "fest", "dicht", "eisig", "nass", "Sulz", "wechselhaft"],
    snow_surface: "Temperatur des Schnees",
    opens: "Saisonbeginn",
    closes: "Saisonende",
    why: "Warum diese Zahl?",
    why_says: "Was für jeden Wert berücksichtigt wurde, und welche Regel das letzte Wort hatte.",
    considered: "Berücksichtigt",
    decided: "Entschieden durch",
    verdicts: ["frisch", "abgelaufen", "zu alt", "ohne Zeitangabe", "unglaubwürdig"],
    forecast: "Vorhersage",
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
    no_forecast: "Für dieses Skigebiet ist keine Vorhersage eingetroffen.",
    day_by_day: "Tag für Tag",
    snow_by_band: "Neuschnee nach Höhenlage",
    chart_says: "Balken sind die Mischung, Linien die Spanne der Modelle; die Tabelle hat die Zahlen",
    cameras: "Strassenkameras",
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
    season_to: |snow, day| format!("{snow} Schneefall in diesem Winter bis {day}"),
    of_normal: |percent| format!("{percent} des Üblichen"),
    normal: "Üblich",
    median: "Median",
    eight_in_ten: "acht von zehn Wintern",
    snowfall: "Schneefall",
    snow_days: "Schneetage",
    powder_days: "Pulvertage",
    biggest_day: "Grösster Tag",
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
    dangers: ["gering", "mässig", "erheblich", "gross", "sehr gross"],
    today: "Jetzt",
    tomorrow: "Morgen",
    no_danger: "Hier ist keine Gefahrenstufe bekannt. Das heisst nicht, dass keine Gefahr besteht.",
    danger_note: "Lesen Sie das ganze Bulletin, bevor Sie die markierten Pisten verlassen.",
    bulletin: "Bulletin",
    valid_until: |time| format!("gültig bis {time}"),
    roads: "Strassen",
    no_roads: "In der Nähe sind keine Kettenpflicht und keine Strassenkamera bekannt.",
    no_passes: "Kein bekannter Skipass gilt in diesem Skigebiet.",
    facts: "Eckdaten",
    vertical: "Höhenunterschied",
    lifts_in_all: "Lifte insgesamt",
    marked_runs: "Markierte Pisten",
    longest_run: "Längste Abfahrt",
    website: "Offizielle Seite",

    lead: |count| {
        format!(
            "Schneeverhältnisse von {}: jeder Wert mit Quelle, Alter und Verlässlichkeit. Was unbekannt ist, bleibt unbekannt.",
            plural(count as i64, "Skigebiet", "Skigebieten")
        )
    },
    freshest: "Frischester Pulverschnee",
    storms_in_sight: "Schneestürme in Sicht",
    no_storm: "Kein Schneesturm ist in Sicht.",
    no_forecast_yet: "Noch ist keine Vorhersage eingetroffen. Gezeigt wird, was ohne sie bekannt ist.",
    tiers: ["zu beobachten", "wahrscheinlich", "so gut wie sicher"],
    up_to: |snow| format!("bis zu {snow}"),
    found: |count| plural(count as i64, "Skigebiet gefunden", "Skigebiete gefunden"),
    no_hit: |query| format!("Kein bekanntes Skigebiet kommt „{query}“ nahe."),
    by_score: "Schneenote",
    by_snowfall: "Neuschnee",
    by_depth: "Schneehöhe",
    by_forecast: "Vorhersage",
    by_elevation: "Höhe",
    by_name: "Name",
    reporting: "Gemeldet von",
    highest: "Höchster Wert",
    compare_how: "Nennen Sie zwei bis vier Skigebiete, durch Kommas getrennt.",
    most: "am meisten",
    tie: "gleichauf",
    countries_title: "Länder",
    map_says: "Jeder Punkt ist ein Skigebiet. Die Liste sagt dasselbe.",
    leaderboard_says: "Frühere Winter, aus der Reanalyse.",
    no_seasons: "Kein früherer Winter ist aufgezeichnet.",
    el_nino_says: "Was El-Niño-Winter für den Schneefall bedeutet haben, Skigebiet für Skigebiet. Das meiste liegt im Bereich des Zufalls.",
    pass_note: "Bedingungen des genannten Winters, von Hand zusammengestellt. Es gilt die Seite des Anbieters.",
    pass_terms: "Zugang",
    price: "Preis",

    accuracy_says: "Wie weit Vorhersagen von Neuschnee daneben lagen, gemessen an Stationen an jedem Tag mit Messung, trockene Tage eingeschlossen.",
    not_graded: "Noch ist nichts geprüft: Dazu braucht es Vorhersagen vergangener Tage und Stationen, die sie gemessen haben.",
    graded: |from, to, pairs, resorts| {
        format!(
            "{from} bis {to}: {pairs} Paare aus Vorhersage und gemessenem Tag in {}.",
            plural(resorts as i64, "Skigebiet", "Skigebieten")
        )
    },
    days_ahead: "Tage voraus",
    forecaster: "Vorhersage von",
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
    in_order: "in Ordnung",
    failing: |count| plural(count as i64, "Fehlschlag seither", "Fehlschläge seither"),
    never: "nie",
    definitions_says: "Jede Schwelle und jede Formel, auf der die Zahlen beruhen.",
    meaning: "Bedeutung",

    asking: super::asking::Asking::DE,
    charts: super::charts::Charts::DE,
    place: super::place::Place::DE,
    reels: super::reels::Reels::DE,
    taken: super::taken::Taken::DE,
    account: &account::de::WORDS,
    personal: &personal::de::WORDS,
};
