//! French.

use chrono::{Datelike as _, NaiveDate};
use operations::asking::calendar;

use super::{Elapsed, Words, account, countries, personal};

const MONTHS: [&str; 12] = calendar::FRENCH.months;
const SHORT: [&str; 12] =
    ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."];
const WEEKDAYS: [&str; 7] = ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."];

/// Chooses singular or plural; zero and one are singular in French.
fn plural(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count < 2 { one } else { many })
}

fn ago(ago: Elapsed) -> String {
    match ago {
        Elapsed::Now => "à l’instant".to_owned(),
        Elapsed::Minutes(count) => format!("il y a {}", plural(count, "minute", "minutes")),
        Elapsed::Hours(count) => format!("il y a {}", plural(count, "heure", "heures")),
        Elapsed::Days(count) => format!("il y a {}", plural(count, "jour", "jours")),
    }
}

fn date(date: NaiveDate) -> String {
    let month = MONTHS.get(date.month0() as usize).copied().unwrap_or_default();
    let day = if date.day() == 1 { "1er".to_owned() } else { date.day().to_string() };
    format!("{day} {month} {}", date.year())
}

fn day(date: NaiveDate) -> String {
    let weekday = WEEKDAYS.get(date.weekday().num_days_from_monday() as usize).copied().unwrap_or_default();
    let month = SHORT.get(date.month0() as usize).copied().unwrap_or_default();
    format!("{weekday} {} {month}", date.day())
}

pub(super) static WORDS: Words = Words {
    code: "fr",
    name: "Français",
    decimal: ",",
    thousands: "\u{202f}",
    comma: ", ",
    months: MONTHS,
    date,
    day,
    ago,

    skip: "Aller au contenu",
    pages: "Pages",
    more_pages: "Autres pages",
    rankings: "Classements",
    map: "Carte",
    regions: "Régions et pays",
    storms: "Tempêtes",
    compare: "Comparer",
    leaderboard: "Saisons passées",
    el_nino: "El Niño",
    passes: "Forfaits",
    accuracy: "Précision",
    status_page: "État du service",
    definitions: "Définitions",
    search: "Chercher",
    search_label: "Station ou lieu",
    synthetic: "Données fictives.",
    synthetic_says: "La météo de ce serveur est simulée pour une démonstration. Elle ne dit rien du monde réel.",
    units: "Unités",
    metric: "Métriques",
    imperial: "Américaines",
    languages: "Langues",
    theme: "Clair ou sombre",
    sources: "Sources",
    data_of: |time, age| format!("Données du {time} ({age})."),
    models_are: "Les prévisions sont des mélanges de modèles météo, pas des observations.",
    as_data: "La même chose en données",
    address: "Adresse de cette page",
    error_title: "Impossible à afficher",
    not_found: "Il n’y a pas de page à cette adresse.",
    did_you_mean: "Vouliez-vous dire",
    denied: "Il faut un compte pour cela.",

    not_reported: "non communiqué",
    statuses: [
        "ouverte",
        "fermée aujourd’hui",
        "avant la saison",
        "hors saison",
        "ouverture non communiquée",
    ],
    kinds: [
        "annoncé par la station",
        "mesuré par une station météo",
        "site de la station",
        "modèle météo",
        "données de référence",
        "calculé",
    ],
    confidences: ["fiabilité élevée", "fiabilité moyenne", "fiabilité faible"],
    doubts: ["estimé", "non vérifié"],
    modelled: |snow| format!("environ {snow} (modélisé)"),
    stale: "périmé",
    no_age: "âge inconnu",
    bands: ["bas", "mi-hauteur", "sommet"],
    region_names: [
        "Europe",
        "Amérique du Nord",
        "Asie",
        "Océanie",
        "Amérique du Sud",
        "Afrique",
        "Alpes",
        "montagnes Rocheuses",
        "Japon",
        "Andes",
        "Scandinavie",
    ],
    countries: countries::FR,
    resorts: |count| plural(count as i64, "station", "stations"),
    of: |part, whole| format!("{part} sur {whole}"),
    from_to: |from, to| format!("{from} à {to}"),
    pro: "réservé aux comptes Pro",

    value: "Valeur",
    source: "Source",
    age: "Âge",
    confidence: "Fiabilité",
    resort: "Station",
    country: "Pays",
    region: "Région",
    status: "Ouverture",
    score: "Note de neige",
    rank: "Rang",
    day_column: "Jour",
    total: "Total",
    elevation: "Altitude",
    all: "Tous",
    show: "Afficher",
    previous: "Précédent",
    page_turns: "Pages de la liste",
    next: "Suivant",
    sort_by: "Trier par",
    none_match: "Aucune station ne correspond.",

    depth: "Hauteur de neige",
    depth_by_band: "Hauteur de neige selon l’altitude",
    of_average: |percent| format!("{percent} de la moyenne"),
    new_snow: "Neige fraîche",
    past_24h: "Dernières 24 h",
    past_48h: "Dernières 48 h",
    past_7d: "7 derniers jours",
    next_7d: "7 prochains jours",
    next_14d: "14 prochains jours",
    only_stations_near_by: "On ne sait rien de la neige sur les pistes ici aujourd’hui : ni annonce, ni prévision. Les mesures de stations météo voisines figurent plus bas.",
    conditions: "Conditions",
    lifts: "Remontées ouvertes",
    runs: "Pistes ouvertes",
    surface: "Surface",
    quality: "Qualité de la neige",
    qualities: ["poudreuse", "tassée", "dense", "glacée", "mouillée", "neige de printemps", "variable"],
    snow_surface: "Température de la neige",
    opens: "Ouverture de la saison",
    closes: "Fermeture de la saison",
    why: "D’où vient ce chiffre",
    why_says: "Ce qui a été considéré pour chaque valeur, et la règle qui a eu le dernier mot.",
    considered: "Considéré",
    decided: "Décidé par",
    verdicts: ["récent", "dépassé", "trop ancien", "sans date", "invraisemblable"],
    forecast: "Prévision",
    forecast_says: |elevation| {
        format!(
            "Neige fraîche de chaque jour à {elevation} : le mélange des modèles météo, et l’écart du plus bas au plus élevé."
        )
    },
    chance_of: |amount| format!("Chance de {amount}"),
    rain: "Pluie",
    temperature: "Température",
    wind: "Vent",
    freezing_level: "Isotherme 0 °C",
    no_forecast: "Pas encore de prévision pour cette station.",
    day_by_day: "Jour par jour",
    snow_by_band: "Neige fraîche selon l’altitude",
    chart_says: "les barres sont le mélange, les traits l’écart des modèles ; le tableau donne les chiffres",
    cameras: "Caméras routières",
    season_column: "Saison",
    of_hundred: "sur 100",
    models: "Modèles météo",
    models_agree: |share| format!("Ils s’accordent à {share} sur le total."),
    run_of: "Calcul du",
    season: "Saison et moyenne",
    no_winters: "Aucun hiver passé n’est enregistré pour cette station.",
    reanalysis: "D’après une réanalyse météo sur une grille d’environ 10 km : ces chiffres se comparent entre eux, pas avec une hauteur mesurée.",
    mapped: |station, winters| {
        format!(
            "D’après une réanalyse météo, dont la neige de chaque jour est ajustée aux mesures de la station {station} sur {winters} hivers."
        )
    },
    season_to: |snow, day| format!("{snow} de chutes de neige cette saison jusqu’au {day}"),
    of_normal: |percent| format!("{percent} de la normale"),
    normal: "Normale",
    median: "Médiane",
    eight_in_ten: "huit hivers sur dix",
    snowfall: "Chutes de neige",
    snow_days: "Jours de neige",
    powder_days: "Jours de poudreuse",
    biggest_day: "Plus forte journée",
    months_title: "Mois par mois",
    month: "Mois",
    trip: "Chances pour un séjour",
    from: "Du",
    to: "Au",
    trip_says: |count| format!("À ces dates, sur {} :", plural(count as i64, "hiver passé", "hivers passés")),
    any_snow: "Au moins un jour de neige",
    any_powder: "Au moins un jour de poudreuse",
    no_el_nino: "On ne peut rien dire d’El Niño pour cette station : il faut beaucoup d’hivers enregistrés.",
    el_nino_change: |change, low, high| {
        format!("Chutes de neige des hivers El Niño par rapport aux neutres : {change} ({low} à {high}).")
    },
    thin_evidence: "L’indice est mince : ce peut être le hasard.",
    stations: "Stations météo proches",
    no_stations: "Aucune station météo proche n’a transmis récemment.",
    danger: "Danger d’avalanche",
    danger_level: |level, name| format!("niveau {level}, {name}"),
    dangers: ["faible", "limité", "marqué", "fort", "très fort"],
    tomorrow: "Demain",
    no_danger: "Aucun niveau connu. Cela ne veut pas dire qu’il n’y a pas de danger.",
    bulletin_not_fetched: "Le bulletin n’a pas pu être récupéré.",
    bulletin: "Bulletin",
    roads: "Routes",
    no_roads: "Aucune obligation de chaînes ni caméra routière n’est connue à proximité.",
    no_passes: "Aucun forfait connu n’est valable dans cette station.",
    facts: "Repères",
    vertical: "Dénivelé",
    lifts_in_all: "Remontées au total",
    marked_runs: "Pistes balisées",
    longest_run: "Plus longue piste",
    website: "Site de la station",

    lead: |count| {
        format!(
            "L’enneigement de {} : chaque valeur avec sa source, son âge et sa fiabilité. Ce qui est inconnu reste inconnu.",
            plural(count as i64, "station de ski", "stations de ski")
        )
    },
    storms_in_sight: "Tempêtes en vue",
    no_storm: "Aucune tempête n’est en vue.",
    no_new_snow: "Pas de neige fraîche ces dernières 24 heures dans les stations qui l’annoncent.",
    none_reported: "Aucune station ne l’annonce pour le moment ; l’ordre est celui des noms.",
    no_forecast_yet: "Pas encore de prévision. Ce qui est connu sans elle est affiché.",
    tiers: ["à surveiller", "probable", "presque certaine"],
    up_to: |snow| format!("jusqu’à {snow}"),
    no_hit: |query| format!("Aucune station ne ressemble à « {query} »."),
    by_score: "Note de neige",
    by_elevation: "Altitude",
    by_name: "Nom",
    reporting: "Annoncé par",
    highest: "Maximum",
    compare_how: "Nommez deux à quatre stations, séparées par des virgules.",
    most: "le plus",
    tie: "à égalité",
    countries_title: "Pays",
    leaderboard_says: "Les saisons passées, d’après la réanalyse.",
    no_seasons: "Aucune saison passée n’est enregistrée.",
    el_nino_says: "Ce que les hivers El Niño ont changé aux chutes de neige, station par station. L’essentiel reste dans la part du hasard.",
    pass_note: "Conditions de l’hiver indiqué, relevées à la main. Le site de l’exploitant fait foi.",
    pass_terms: "Accès",
    price: "Prix",

    accuracy_says: "De combien les prévisions de neige fraîche se sont trompées, jugées par des stations météo chaque jour de mesure, jours secs compris.",
    not_graded: "Rien n’a encore été jugé : il faut des prévisions de jours passés et des stations météo qui les ont mesurés.",
    graded: |from, to, pairs, resorts| {
        format!(
            "Du {from} au {to} : {pairs} paires d’une prévision et d’un jour mesuré, dans {}.",
            plural(resorts as i64, "station", "stations")
        )
    },
    days_ahead: "Jours d’avance",
    forecaster: "Prévision de",
    our_blend: "notre mélange",
    climatology: "l’habituel",
    persistence: "comme hier",
    pairs: "Paires",
    mean_error: "Erreur moyenne",
    bias: "Biais",
    hit_rate: "Succès",
    false_alarms: "Fausses alertes",
    skill: "Mieux que l’habituel",
    interval_says: "Entre parenthèses : l’intervalle à 95 %.",
    worst: "Nos dix pires",
    worst_says: "Les lieux où notre mélange s’est le plus trompé.",
    status_says: "D’où viennent les données, et quand elles sont arrivées pour la dernière fois.",
    upstream: "Provenance",
    last_success: "Dernier succès",
    newest_value: "Valeur la plus récente",
    in_order: "en ordre",
    failing: |count| plural(count as i64, "échec depuis", "échecs depuis"),
    never: "jamais",
    definitions_says: "Chaque seuil et chaque formule sur lesquels reposent les chiffres.",

    asking: super::asking::Asking::FR,
    cards: super::cards::Cards::FR,
    charts: super::charts::Charts::FR,
    morning: super::morning::Morning::FR,
    outlook: super::outlook::Outlook::FR,
    place: super::place::Place::FR,
    reading: super::reading::Reading::FR,
    reels: super::reels::Reels::FR,
    taken: super::embeds::Taken::FR,
    account: &account::fr::WORDS,
    personal: &personal::fr::WORDS,
};
