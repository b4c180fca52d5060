//! Italian.

use chrono::{Datelike as _, NaiveDate};
use operations::asking::calendar;

use super::{Elapsed, Words, account, countries, personal};

const MONTHS: [&str; 12] = calendar::ITALIAN.months;
const SHORT: [&str; 12] =
    ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"];
const WEEKDAYS: [&str; 7] = ["lun", "mar", "mer", "gio", "ven", "sab", "dom"];

fn plural(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn ago(ago: Elapsed) -> String {
    match ago {
        Elapsed::Now => "proprio ora".to_owned(),
        Elapsed::Minutes(count) => plural(count, "minuto fa", "minuti fa"),
        Elapsed::Hours(count) => plural(count, "ora fa", "ore fa"),
        Elapsed::Days(count) => plural(count, "giorno fa", "giorni fa"),
    }
}

fn date(date: NaiveDate) -> String {
    let month = MONTHS.get(date.month0() as usize).copied().unwrap_or_default();
    format!("{} {month} {}", date.day(), date.year())
}

fn day(date: NaiveDate) -> String {
    let weekday = WEEKDAYS.get(date.weekday().num_days_from_monday() as usize).copied().unwrap_or_default();
    let month = SHORT.get(date.month0() as usize).copied().unwrap_or_default();
    format!("{weekday} {} {month}", date.day())
}

pub(super) static WORDS: Words = Words {
    code: "it",
    name: "Italiano",
    decimal: ",",
    thousands: ".",
    comma: ", ",
    months: MONTHS,
    date,
    day,
    ago,

    skip: "Vai al contenuto",
    pages: "Pagine",
    more_pages: "Altre pagine",
    rankings: "Classifiche",
    map: "Mappa",
    regions: "Regioni e paesi",
    storms: "Nevicate",
    compare: "Confronto",
    leaderboard: "Stagioni passate",
    el_nino: "El Niño",
    passes: "Skipass",
    accuracy: "Precisione",
    status_page: "Stato del servizio",
    definitions: "Definizioni",
    search: "Cerca",
    search_label: "Comprensorio o luogo",
    synthetic: "Dati fittizi.",
    synthetic_says: "Il meteo di questo server è simulato per una dimostrazione. Non dice nulla del mondo reale.",
    units: "Unità",
    metric: "Metriche",
    imperial: "Statunitensi",
    languages: "Lingue",
    theme: "Chiaro o scuro",
    sources: "Fonti",
    data_of: |time, age| format!("Dati del {time} ({age})."),
    models_are: "Le previsioni sono miscele di modelli meteo, non osservazioni.",
    as_data: "Lo stesso come dati",
    address: "Indirizzo di questa pagina",
    error_title: "Non si può mostrare",
    not_found: "A questo indirizzo non c’è alcuna pagina.",
    did_you_mean: "Forse cercavi",
    denied: "Serve un account.",

    not_reported: "non comunicato",
    statuses: ["aperto", "oggi chiuso", "prima della stagione", "fuori stagione", "apertura non comunicata"],
    kinds: [
        "comunicato dal comprensorio",
        "misurato da una stazione",
        "sito del comprensorio",
        "modello meteo",
        "dati di riferimento",
        "calcolato",
    ],
    confidences: ["attendibilità alta", "attendibilità media", "attendibilità bassa"],
    doubts: ["stimato", "non verificato"],
    modelled: |snow| format!("circa {snow} (da modello)"),
    stale: "non aggiornato",
    no_age: "età sconosciuta",
    bands: ["base", "metà", "cima"],
    region_names: [
        "Europa",
        "America del Nord",
        "Asia",
        "Oceania",
        "America del Sud",
        "Africa",
        "Alpi",
        "Montagne Rocciose",
        "Giappone",
        "Ande",
        "Scandinavia",
    ],
    countries: countries::IT,
    resorts: |count| plural(count as i64, "comprensorio", "comprensori"),
    of: |part, whole| format!("{part} su {whole}"),
    from_to: |from, to| format!("da {from} a {to}"),
    pro: "richiede un account Pro",

    value: "Valore",
    source: "Fonte",
    age: "Età",
    confidence: "Attendibilità",
    resort: "Comprensorio",
    country: "Paese",
    region: "Regione",
    status: "Apertura",
    score: "Punteggio neve",
    rank: "Posto",
    day_column: "Giorno",
    total: "Totale",
    elevation: "Quota",
    all: "Tutti",
    show: "Mostra",
    previous: "Precedente",
    page_turns: "Pagine dell’elenco",
    next: "Successivo",
    sort_by: "Ordina per",
    none_match: "Nessun comprensorio corrisponde.",

    depth: "Altezza della neve",
    depth_by_band: "Altezza della neve per quota",
    of_average: |percent| format!("{percent} della media"),
    new_snow: "Neve fresca",
    past_24h: "Ultime 24 h",
    past_48h: "Ultime 48 h",
    past_7d: "Ultimi 7 giorni",
    next_7d: "Prossimi 7 giorni",
    next_14d: "Prossimi 14 giorni",
    only_stations_near_by: "Oggi non si sa nulla della neve sulle piste qui: nessuna comunicazione né previsione. Le misure delle stazioni vicine sono elencate più sotto.",
    conditions: "Condizioni",
    lifts: "Impianti aperti",
    runs: "Piste aperte",
    surface: "Superficie",
    quality: "Qualità della neve",
    qualities: ["polvere", "compatta", "densa", "ghiacciata", "bagnata", "primaverile", "variabile"],
    snow_surface: "Temperatura della neve",
    opens: "Apertura della stagione",
    closes: "Chiusura della stagione",
    why: "Da dove viene questo dato",
    why_says: "Che cosa è stato considerato per ogni valore e quale regola ha avuto l’ultima parola.",
    considered: "Considerato",
    decided: "Deciso da",
    verdicts: ["recente", "scaduto", "troppo vecchio", "senza data", "inverosimile"],
    forecast: "Previsione",
    forecast_says: |elevation| {
        format!(
            "Neve fresca di ogni giorno a {elevation}: la miscela dei modelli meteo e l’intervallo dal più basso al più alto."
        )
    },
    chance_of: |amount| format!("Probabilità di {amount}"),
    rain: "Pioggia",
    temperature: "Temperatura",
    wind: "Vento",
    freezing_level: "Zero termico",
    no_forecast: "Ancora nessuna previsione per questo comprensorio.",
    day_by_day: "Giorno per giorno",
    snow_by_band: "Neve fresca per quota",
    chart_says: "le barre sono la miscela, le linee l’intervallo dei modelli; la tabella ha i dati",
    cameras: "Telecamere stradali",
    season_column: "Stagione",
    of_hundred: "su 100",
    models: "Modelli meteo",
    models_agree: |share| format!("Concordano al {share} sul totale."),
    run_of: "Corsa del",
    season: "Stagione e media",
    no_winters: "Di questo comprensorio non è registrato alcun inverno passato.",
    reanalysis: "Da una rianalisi meteo su una griglia di circa 10 km: questi dati si confrontano tra loro, non con un’altezza misurata.",
    mapped: |station, winters| {
        format!(
            "Da una rianalisi meteo, con la neve di ogni giorno adattata alle misure della stazione {station} in {winters} inverni."
        )
    },
    season_to: |snow, day| format!("{snow} di neve caduta in questa stagione fino al {day}"),
    of_normal: |percent| format!("{percent} del normale"),
    normal: "Normale",
    median: "Mediana",
    eight_in_ten: "otto inverni su dieci",
    snowfall: "Neve caduta",
    snow_days: "Giorni di neve",
    powder_days: "Giorni di polvere",
    biggest_day: "Giorno più nevoso",
    months_title: "Mese per mese",
    month: "Mese",
    trip: "Probabilità per un viaggio",
    from: "Dal",
    to: "Al",
    trip_says: |count| {
        format!("In queste date, su {}:", plural(count as i64, "inverno passato", "inverni passati"))
    },
    any_snow: "Almeno un giorno di neve",
    any_powder: "Almeno un giorno di polvere",
    no_el_nino: "Di El Niño qui non si può dire nulla: servono molti inverni registrati.",
    el_nino_change: |change, low, high| {
        format!(
            "Neve caduta negli inverni di El Niño rispetto a quelli neutri: {change} (da {low} a {high})."
        )
    },
    thin_evidence: "L’indizio è debole: può essere un caso.",
    stations: "Stazioni vicine",
    no_stations: "Nessuna stazione vicina ha trasmesso di recente.",
    danger: "Pericolo valanghe",
    danger_level: |level, name| format!("grado {level}, {name}"),
    dangers: ["debole", "moderato", "marcato", "forte", "molto forte"],
    tomorrow: "Domani",
    no_danger: "Nessun grado noto. Non significa che non ci sia pericolo.",
    bulletin_not_fetched: "Non è stato possibile scaricare il bollettino.",
    bulletin: "Bollettino",
    roads: "Strade",
    no_roads: "Nelle vicinanze non sono noti obblighi di catene né telecamere stradali.",
    no_passes: "Nessuno skipass noto vale in questo comprensorio.",
    facts: "Dati",
    vertical: "Dislivello",
    lifts_in_all: "Impianti in totale",
    marked_runs: "Piste segnate",
    longest_run: "Pista più lunga",
    website: "Sito del comprensorio",

    lead: |count| {
        format!(
            "La neve in {}: ogni valore con la sua fonte, la sua età e la sua attendibilità. Ciò che è ignoto resta ignoto.",
            plural(count as i64, "comprensorio sciistico", "comprensori sciistici")
        )
    },
    storms_in_sight: "Nevicate in vista",
    no_storm: "Nessuna nevicata in vista.",
    no_new_snow: "Nessuna neve fresca nelle ultime 24 ore nei comprensori che la comunicano.",
    none_reported: "Al momento nessun comprensorio lo comunica; l’ordine è per nome.",
    no_forecast_yet: "Ancora nessuna previsione. È mostrato ciò che si sa senza.",
    tiers: ["da seguire", "probabile", "quasi certa"],
    up_to: |snow| format!("fino a {snow}"),
    no_hit: |query| format!("Nessun comprensorio somiglia a “{query}”."),
    by_score: "Punteggio neve",
    by_elevation: "Quota",
    by_name: "Nome",
    reporting: "Comunicato da",
    highest: "Massimo",
    compare_how: "Indica da due a quattro comprensori, separati da virgole.",
    most: "il massimo",
    tie: "a pari merito",
    countries_title: "Paesi",
    leaderboard_says: "Le stagioni passate, dalla rianalisi.",
    no_seasons: "Nessuna stagione passata è registrata.",
    el_nino_says: "Che cosa hanno significato gli inverni di El Niño per la neve caduta, comprensorio per comprensorio. Quasi tutto può essere un caso.",
    pass_note: "Condizioni dell’inverno indicato, raccolte a mano. Fa fede il sito del gestore.",
    pass_terms: "Accesso",
    price: "Prezzo",

    accuracy_says: "Di quanto hanno sbagliato le previsioni di neve fresca, giudicate dalle stazioni in ogni giorno di misura, giorni asciutti compresi.",
    not_graded: "Nulla è ancora stato valutato: servono previsioni di giorni passati e stazioni che li abbiano misurati.",
    graded: |from, to, pairs, resorts| {
        format!(
            "Dal {from} al {to}: {pairs} coppie di una previsione e un giorno misurato, in {}.",
            plural(resorts as i64, "comprensorio", "comprensori")
        )
    },
    days_ahead: "Giorni prima",
    forecaster: "Previsione di",
    our_blend: "la nostra miscela",
    climatology: "il consueto",
    persistence: "come ieri",
    pairs: "Coppie",
    mean_error: "Errore medio",
    bias: "Distorsione",
    hit_rate: "Successi",
    false_alarms: "Falsi allarmi",
    skill: "Meglio del consueto",
    interval_says: "Tra parentesi: l’intervallo al 95 %.",
    worst: "I nostri dieci peggiori",
    worst_says: "I luoghi dove la nostra miscela ha sbagliato di più.",
    status_says: "Da dove vengono i dati e quando sono arrivati l’ultima volta.",
    upstream: "Provenienza",
    last_success: "Ultimo successo",
    newest_value: "Valore più recente",
    in_order: "in ordine",
    failing: |count| plural(count as i64, "errore da allora", "errori da allora"),
    never: "mai",
    definitions_says: "Ogni soglia e ogni formula su cui poggiano i dati.",

    asking: super::asking::Asking::IT,
    cards: super::cards::Cards::IT,
    charts: super::charts::Charts::IT,
    morning: super::morning::Morning::IT,
    outlook: super::outlook::Outlook::IT,
    place: super::place::Place::IT,
    reading: super::reading::Reading::IT,
    reels: super::reels::Reels::IT,
    taken: super::embeds::Taken::IT,
    account: &account::it::WORDS,
    personal: &personal::it::WORDS,
};
