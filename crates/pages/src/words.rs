//! The texts of pages in six languages. A message is a member of [`Words`] and a language is one value of it, so a
//! missing translation does not compile. A message with arguments is a function of them.
//!
//! Fixed texts of operations and the names of states and ranges are translated by tables. The rest that the service did not word itself (names,
//! the words of an upstream, reasons with numbers) stays in the language that it came in; pages mark it with `lang`.

use chrono::NaiveDate;
use world::place::Region;

pub(crate) mod account;
mod asking;
mod cards;
mod charts;
mod countries;
mod de;
mod embeds;
mod en;
mod es;
mod fr;
mod it;
mod ja;
mod language;
mod lists;
pub(crate) mod mail;
mod meanings;
pub(crate) mod morning;
pub(crate) mod operator;
pub(crate) mod outlook;
mod personal;
mod place;
mod reading;
mod reels;
pub(crate) mod staff;
mod states;
mod subject;
mod template;

pub use language::Language;
use subject::subject;
pub(crate) use template::fill;

/// English texts, each with its translations: German, French, Italian, Spanish, Japanese.
type Translations = &'static [(&'static str, [&'static str; 5])];

/// The time since something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elapsed {
    /// Less than a minute.
    Now,
    Minutes(i64),
    Hours(i64),
    Days(i64),
}

/// A sentence with one text.
pub(crate) type TextMessage = fn(&str) -> String;
/// A sentence with two texts.
pub(crate) type TwoTextsMessage = fn(&str, &str) -> String;
/// A sentence with a count.
pub(crate) type CountMessage = fn(usize) -> String;

macro_rules! messages {
    ($($(#[$about:meta])* $name:ident: $kind:ty,)*) => {
        /// All texts of pages, in one language.
        pub(crate) struct Words {
            $($(#[$about])* pub(crate) $name: $kind,)*
        }
    };
}

messages! {
    code: &'static str,
    /// The language's own name.
    name: &'static str,
    decimal: &'static str,
    /// Separator between thousands.
    thousands: &'static str,
    /// Separator between the clauses of an enumeration.
    comma: &'static str,
    months: [&'static str; 12],
    date: fn(NaiveDate) -> String,
    /// Weekday, day and month, short.
    day: fn(NaiveDate) -> String,
    ago: fn(Elapsed) -> String,

    // Texts around every page.
    skip: &'static str,
    pages: &'static str,
    more_pages: &'static str,
    rankings: &'static str,
    map: &'static str,
    regions: &'static str,
    storms: &'static str,
    compare: &'static str,
    leaderboard: &'static str,
    el_nino: &'static str,
    passes: &'static str,
    accuracy: &'static str,
    status_page: &'static str,
    definitions: &'static str,
    search: &'static str,
    search_label: &'static str,
    synthetic: &'static str,
    synthetic_says: &'static str,
    units: &'static str,
    metric: &'static str,
    imperial: &'static str,
    languages: &'static str,
    theme: &'static str,
    sources: &'static str,
    data_of: TwoTextsMessage,
    models_are: &'static str,
    as_data: &'static str,
    address: &'static str,
    error_title: &'static str,
    not_found: &'static str,
    did_you_mean: &'static str,
    denied: &'static str,

    // Texts for values.
    not_reported: &'static str,
    /// In the order of `OperatingStatus::ALL`.
    statuses: [&'static str; 5],
    /// Operator, station, scraped, model, profile, derived.
    kinds: [&'static str; 6],
    /// High, medium, low.
    confidences: [&'static str; 3],
    /// Labels of low confidence: estimated, unverified.
    doubts: [&'static str; 2],
    /// Marks an amount of snow as modelled.
    modelled: TextMessage,
    stale: &'static str,
    no_age: &'static str,
    /// Base, mid, summit.
    bands: [&'static str; 3],
    /// In the order of `Region::ALL`.
    region_names: [&'static str; 11],
    /// By ISO code.
    countries: &'static [(&'static str, &'static str)],
    resorts: CountMessage,
    of: TwoTextsMessage,
    from_to: TwoTextsMessage,
    pro: &'static str,

    // Headings of columns and forms.
    value: &'static str,
    source: &'static str,
    age: &'static str,
    confidence: &'static str,
    resort: &'static str,
    country: &'static str,
    region: &'static str,
    status: &'static str,
    score: &'static str,
    rank: &'static str,
    day_column: &'static str,
    total: &'static str,
    elevation: &'static str,
    all: &'static str,
    show: &'static str,
    previous: &'static str,
    page_turns: &'static str,
    next: &'static str,
    sort_by: &'static str,
    none_match: &'static str,

    // Texts of a resort's page.
    depth: &'static str,
    depth_by_band: &'static str,
    of_average: TextMessage,
    new_snow: &'static str,
    past_24h: &'static str,
    past_48h: &'static str,
    past_7d: &'static str,
    next_7d: &'static str,
    next_14d: &'static str,
    only_stations_near_by: &'static str,
    conditions: &'static str,
    lifts: &'static str,
    runs: &'static str,
    surface: &'static str,
    quality: &'static str,
    /// In the order of `QualityLabel::ALL`.
    qualities: [&'static str; 7],
    snow_surface: &'static str,
    opens: &'static str,
    closes: &'static str,
    why: &'static str,
    why_says: &'static str,
    considered: &'static str,
    decided: &'static str,
    /// Fresh, expired, too old, undated, implausible.
    verdicts: [&'static str; 5],
    forecast: &'static str,
    forecast_says: TextMessage,
    chance_of: TextMessage,
    rain: &'static str,
    temperature: &'static str,
    wind: &'static str,
    freezing_level: &'static str,
    no_forecast: &'static str,
    day_by_day: &'static str,
    snow_by_band: &'static str,
    chart_says: &'static str,
    cameras: &'static str,
    season_column: &'static str,
    of_hundred: &'static str,
    models: &'static str,
    models_agree: TextMessage,
    run_of: &'static str,
    season: &'static str,
    no_winters: &'static str,
    reanalysis: &'static str,
    /// A station, and the number of winters that past snow is adjusted to.
    mapped: fn(&str, u16) -> String,
    season_to: TwoTextsMessage,
    of_normal: TextMessage,
    normal: &'static str,
    median: &'static str,
    eight_in_ten: &'static str,
    snowfall: &'static str,
    snow_days: &'static str,
    powder_days: &'static str,
    biggest_day: &'static str,
    months_title: &'static str,
    month: &'static str,
    trip: &'static str,
    from: &'static str,
    to: &'static str,
    trip_says: CountMessage,
    any_snow: &'static str,
    any_powder: &'static str,
    no_el_nino: &'static str,
    el_nino_change: fn(&str, &str, &str) -> String,
    thin_evidence: &'static str,
    stations: &'static str,
    no_stations: &'static str,
    danger: &'static str,
    danger_level: TwoTextsMessage,
    /// Levels 1 to 5, in the terms of the warning services.
    dangers: [&'static str; 5],
    tomorrow: &'static str,
    no_danger: &'static str,
    bulletin_not_fetched: &'static str,
    bulletin: &'static str,
    roads: &'static str,
    no_roads: &'static str,
    no_passes: &'static str,
    facts: &'static str,
    vertical: &'static str,
    lifts_in_all: &'static str,
    marked_runs: &'static str,
    longest_run: &'static str,
    website: &'static str,

    // Texts of lists.
    lead: CountMessage,
    storms_in_sight: &'static str,
    no_storm: &'static str,
    no_new_snow: &'static str,
    none_reported: &'static str,
    no_forecast_yet: &'static str,
    /// Watching, likely, locked.
    tiers: [&'static str; 3],
    up_to: TextMessage,
    no_hit: TextMessage,
    by_score: &'static str,
    by_elevation: &'static str,
    by_name: &'static str,
    reporting: &'static str,
    highest: &'static str,
    compare_how: &'static str,
    most: &'static str,
    tie: &'static str,
    countries_title: &'static str,
    leaderboard_says: &'static str,
    no_seasons: &'static str,
    el_nino_says: &'static str,
    pass_note: &'static str,
    pass_terms: &'static str,
    price: &'static str,

    // Texts of accuracy, status and definitions.
    accuracy_says: &'static str,
    not_graded: &'static str,
    graded: fn(&str, &str, usize, usize) -> String,
    days_ahead: &'static str,
    forecaster: &'static str,
    our_blend: &'static str,
    climatology: &'static str,
    persistence: &'static str,
    pairs: &'static str,
    mean_error: &'static str,
    bias: &'static str,
    hit_rate: &'static str,
    false_alarms: &'static str,
    skill: &'static str,
    interval_says: &'static str,
    worst: &'static str,
    worst_says: &'static str,
    status_says: &'static str,
    upstream: &'static str,
    last_success: &'static str,
    newest_value: &'static str,
    in_order: &'static str,
    failing: CountMessage,
    never: &'static str,
    definitions_says: &'static str,

    // Texts in separate files.
    asking: &'static asking::Asking,
    cards: &'static cards::Cards,
    charts: &'static charts::Charts,
    morning: &'static morning::Morning,
    outlook: &'static outlook::Outlook,
    place: &'static place::Place,
    reading: &'static reading::Reading,
    reels: &'static reels::Reels,
    taken: &'static embeds::Taken,
    account: &'static account::AccountWords,
    personal: &'static personal::PersonalWords,
}

impl Words {
    /// Whether this is Japanese, which writes numbers and units in its own way.
    pub(crate) const fn is_japanese(&self) -> bool {
        matches!(self.code.as_bytes(), b"ja")
    }

    /// Returns a month by its number, from 1.
    pub(crate) fn month(&self, number: u32) -> &'static str {
        let at = usize::try_from(number).unwrap_or(0).wrapping_sub(1);
        self.months.get(at).copied().unwrap_or_default()
    }

    /// Returns the name of a region.
    pub(crate) fn region(&self, region: Region) -> &'static str {
        let named = Region::ALL.iter().zip(self.region_names).find(|(known, _)| **known == region);
        named.map_or("", |(_, name)| name)
    }

    /// The name of a state, from its name in the catalogue.
    pub(crate) fn state<'a>(&self, name: &'a str) -> &'a str {
        self.translated(states::STATES, name).unwrap_or(name)
    }

    /// The name of a mountain range, from its name in the catalogue.
    pub(crate) fn range<'a>(&self, name: &'a str) -> &'a str {
        self.translated(states::RANGES, name).unwrap_or(name)
    }

    fn translated(&self, table: Translations, english: &str) -> Option<&'static str> {
        let column = ["de", "fr", "it", "es", "ja"].iter().position(|code| *code == self.code)?;
        let (_, texts) = table.iter().find(|(known, _)| *known == english)?;
        texts.get(column).copied()
    }

    /// Returns the name of a country, or its code if it has no ski resort on record.
    pub(crate) fn country<'a>(&self, code: &'a str) -> &'a str {
        self.countries.iter().find(|(known, _)| *known == code).map_or(code, |(_, name)| name)
    }
}

#[cfg(test)]
mod tests;

subject! {
    /// Texts of the app.
    InstalledWords:
    short_name: &'static str = "Snow", "Schnee", "Neige", "Neve", "Nieve", "積雪情報";
    title: &'static str =
        "Stored pages", "Gespeicherte Seiten", "Pages enregistrées", "Pagine salvate", "Páginas guardadas", "保存したページ";
    says: &'static str =
        "Without a connection, the pages that this device stored are listed here, each with the time of its copy.",
        "Ohne Verbindung stehen hier die Seiten, die dieses Gerät gespeichert hat, jede mit der Zeit ihrer Kopie.",
        "Sans connexion, les pages enregistrées sur cet appareil figurent ici, chacune avec l’heure de sa copie.",
        "Senza connessione, qui ci sono le pagine salvate su questo dispositivo, ciascuna con l’ora della copia.",
        "Sin conexión, aquí están las páginas guardadas en este dispositivo, cada una con la hora de su copia.",
        "接続できないときは、この端末に保存したページと保存時刻がここに表示されます。";
    again: &'static str =
        "Start page", "Startseite", "Page d’accueil", "Pagina iniziale", "Página de inicio", "トップページ";
}

impl Language {
    /// Returns the texts of the installed app.
    pub(crate) const fn installed(self) -> &'static InstalledWords {
        match self {
            Self::En => InstalledWords::EN,
            Self::De => InstalledWords::DE,
            Self::Fr => InstalledWords::FR,
            Self::It => InstalledWords::IT,
            Self::Es => InstalledWords::ES,
            Self::Ja => InstalledWords::JA,
        }
    }
}
