//! Spanish.

use chrono::{Datelike as _, NaiveDate};
use operations::asking::calendar;

use super::{Elapsed, Words, account, countries, personal};

const MONTHS: [&str; 12] = calendar::SPANISH.months;
const SHORT: [&str; 12] =
    ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"];
const WEEKDAYS: [&str; 7] = ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"];

fn plural(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn ago(ago: Elapsed) -> String {
    match ago {
        Elapsed::Now => "ahora mismo".to_owned(),
        Elapsed::Minutes(count) => format!("hace {}", plural(count, "minuto", "minutos")),
        Elapsed::Hours(count) => format!("hace {}", plural(count, "hora", "horas")),
        Elapsed::Days(count) => format!("hace {}", plural(count, "día", "días")),
    }
}

fn date(date: NaiveDate) -> String {
    let month = MONTHS.get(date.month0() as usize).copied().unwrap_or_default();
    format!("{} de {month} de {}", date.day(), date.year())
}

fn day(date: NaiveDate) -> String {
    let weekday = WEEKDAYS.get(date.weekday().num_days_from_monday() as usize).copied().unwrap_or_default();
    let month = SHORT.get(date.month0() as usize).copied().unwrap_or_default();
    format!("{weekday} {} {month}", date.day())
}

pub(super) static WORDS: Words = Words {
    code: "es",
    name: "Español",
    decimal: ",",
    thousands: ".",
    comma: ", ",
    months: MONTHS,
    date,
    day,
    ago,

    skip: "Ir al contenido",
    pages: "Páginas",
    more_pages: "Más páginas",
    rankings: "Rankings",
    map: "Mapa",
    regions: "Regiones y países",
    storms: "Nevadas",
    compare: "Comparar",
    leaderboard: "Temporadas pasadas",
    el_nino: "El Niño",
    passes: "Forfaits",
    accuracy: "Aciertos",
    status_page: "Estado del servicio",
    definitions: "Definiciones",
    search: "Buscar",
    search_label: "Estación o lugar",
    synthetic: "Datos ficticios.",
    synthetic_says: "El tiempo de este servidor está simulado para una demostración. No dice nada del mundo real.",
    units: "Unidades",
    metric: "Métricas",
    imperial: "Estadounidenses",
    languages: "Idiomas",
    theme: "Claro u oscuro",
    sources: "Fuentes",
    data_of: |time, age| format!("Datos del {time} ({age})."),
    models_are: "Los pronósticos son mezclas de modelos meteorológicos, no observaciones.",
    as_data: "Lo mismo como datos",
    address: "Dirección de esta página",
    error_title: "No se puede mostrar",
    not_found: "No hay ninguna página en esta dirección.",
    did_you_mean: "¿Querías decir",
    denied: "Para esto hace falta una cuenta.",

    not_reported: "sin datos",
    statuses: [
        "abierta",
        "cerrada hoy",
        "antes de la temporada",
        "fuera de temporada",
        "apertura: sin datos",
    ],
    kinds: [
        "según la estación",
        "medido por una estación meteorológica",
        "web de la estación",
        "modelo meteorológico",
        "datos de referencia",
        "calculado",
    ],
    confidences: ["fiabilidad alta", "fiabilidad media", "fiabilidad baja"],
    doubts: ["estimado", "sin verificar"],
    modelled: |snow| format!("unos {snow} (de modelo)"),
    stale: "desactualizado",
    no_age: "antigüedad desconocida",
    bands: ["base", "media montaña", "cima"],
    region_names: [
        "Europa",
        "América del Norte",
        "Asia",
        "Oceanía",
        "América del Sur",
        "África",
        "Alpes",
        "Montañas Rocosas",
        "Japón",
        "Andes",
        "Escandinavia",
    ],
    countries: countries::ES,
    resorts: |count| plural(count as i64, "estación", "estaciones"),
    of: |part, whole| format!("{part} de {whole}"),
    from_to: |from, to| format!("de {from} a {to}"),
    pro: "requiere una cuenta Pro",

    value: "Valor",
    source: "Fuente",
    age: "Antigüedad",
    confidence: "Fiabilidad",
    resort: "Estación",
    country: "País",
    region: "Región",
    status: "Apertura",
    score: "Puntuación de nieve",
    rank: "Puesto",
    day_column: "Día",
    total: "Total",
    elevation: "Altitud",
    all: "Todas",
    show: "Mostrar",
    previous: "Anterior",
    page_turns: "Páginas de la lista",
    next: "Siguiente",
    sort_by: "Ordenar por",
    none_match: "Ninguna estación coincide.",

    depth: "Espesor de nieve",
    depth_by_band: "Espesor de nieve por altitud",
    of_average: |percent| format!("{percent} de la media"),
    new_snow: "Nieve nueva",
    past_24h: "Últimas 24 h",
    past_48h: "Últimas 48 h",
    past_7d: "Últimos 7 días",
    next_7d: "Próximos 7 días",
    next_14d: "Próximos 14 días",
    only_stations_near_by: "Hoy no se sabe nada de la nieve en las pistas aquí: ni parte, ni pronóstico. Las mediciones de estaciones meteorológicas cercanas figuran más abajo.",
    conditions: "Condiciones",
    lifts: "Remontes abiertos",
    runs: "Pistas abiertas",
    surface: "Superficie",
    quality: "Calidad de la nieve",
    qualities: ["polvo", "compacta", "densa", "helada", "húmeda", "primavera", "variable"],
    snow_surface: "Temperatura de la nieve",
    opens: "Apertura de la temporada",
    closes: "Cierre de la temporada",
    why: "De dónde sale este dato",
    why_says: "Qué se consideró para cada valor y qué regla tuvo la última palabra.",
    considered: "Considerado",
    decided: "Decidido por",
    verdicts: ["reciente", "caducado", "demasiado antiguo", "sin fecha", "inverosímil"],
    forecast: "Pronóstico",
    forecast_says: |elevation| {
        format!(
            "Nieve nueva de cada día a {elevation}: la mezcla de los modelos meteorológicos y el intervalo del más bajo al más alto."
        )
    },
    chance_of: |amount| format!("Probabilidad de {amount}"),
    rain: "Lluvia",
    temperature: "Temperatura",
    wind: "Viento",
    freezing_level: "Isocero",
    no_forecast: "Todavía no hay pronóstico para esta estación.",
    day_by_day: "Día a día",
    snow_by_band: "Nieve nueva por altitud",
    chart_says: "las barras son la mezcla, las líneas el intervalo de los modelos; la tabla tiene los datos",
    cameras: "Cámaras de carretera",
    season_column: "Temporada",
    of_hundred: "de 100",
    models: "Modelos meteorológicos",
    models_agree: |share| format!("Coinciden en un {share} en el total."),
    run_of: "Pasada del",
    season: "Temporada y media",
    no_winters: "No hay inviernos pasados registrados de esta estación.",
    reanalysis: "De un reanálisis meteorológico en una malla de unos 10 km: estos datos se comparan entre sí, no con un espesor medido.",
    mapped: |station, winters| {
        format!(
            "De un reanálisis meteorológico, con la nieve de cada día ajustada a lo que midió la estación {station} en {winters} inviernos."
        )
    },
    season_to: |snow, day| format!("{snow} de nieve caída esta temporada hasta el {day}"),
    of_normal: |percent| format!("{percent} de lo normal"),
    normal: "Normal",
    median: "Mediana",
    eight_in_ten: "ocho de cada diez inviernos",
    snowfall: "Nieve caída",
    snow_days: "Días de nieve",
    powder_days: "Días de polvo",
    biggest_day: "Mayor nevada",
    months_title: "Mes a mes",
    month: "Mes",
    trip: "Probabilidades para un viaje",
    from: "Desde",
    to: "Hasta",
    trip_says: |count| {
        format!("En estas fechas, en {}:", plural(count as i64, "invierno pasado", "inviernos pasados"))
    },
    any_snow: "Al menos un día con nieve",
    any_powder: "Al menos un día de polvo",
    no_el_nino: "De El Niño no se puede decir nada aquí: hacen falta muchos inviernos registrados.",
    el_nino_change: |change, low, high| {
        format!("Nieve caída en inviernos de El Niño frente a los neutros: {change} (de {low} a {high}).")
    },
    thin_evidence: "El indicio es débil: puede ser azar.",
    stations: "Estaciones meteorológicas cercanas",
    no_stations: "Ninguna estación meteorológica cercana ha informado últimamente.",
    danger: "Peligro de aludes",
    danger_level: |level, name| format!("nivel {level}, {name}"),
    dangers: ["débil", "limitado", "notable", "fuerte", "muy fuerte"],
    tomorrow: "Mañana",
    no_danger: "No consta ningún nivel. Eso no significa que no haya peligro.",
    bulletin_not_fetched: "No se pudo obtener el boletín.",
    bulletin: "Boletín",
    roads: "Carreteras",
    no_roads: "Cerca no se conocen obligaciones de cadenas ni cámaras de carretera.",
    no_passes: "Ningún forfait conocido vale en esta estación.",
    facts: "Datos",
    vertical: "Desnivel",
    lifts_in_all: "Remontes en total",
    marked_runs: "Pistas balizadas",
    longest_run: "Pista más larga",
    website: "Web de la estación",

    lead: |count| {
        format!(
            "La nieve en {}: cada valor con su fuente, su antigüedad y su fiabilidad. Lo que no se sabe sigue sin saberse.",
            plural(count as i64, "estación de esquí", "estaciones de esquí")
        )
    },
    storms_in_sight: "Nevadas a la vista",
    no_storm: "No hay nevadas a la vista.",
    no_new_snow: "Sin nieve nueva en las últimas 24 horas en las estaciones que la comunican.",
    none_reported: "Por ahora ninguna estación lo comunica; el orden es por nombre.",
    no_forecast_yet: "Todavía no hay pronóstico. Se muestra lo que se sabe sin él.",
    tiers: ["por vigilar", "probable", "casi seguro"],
    up_to: |snow| format!("hasta {snow}"),
    no_hit: |query| format!("Ninguna estación se parece a «{query}»."),
    by_score: "Puntuación de nieve",
    by_elevation: "Altitud",
    by_name: "Nombre",
    reporting: "Comunicado por",
    highest: "Máximo",
    compare_how: "Nombra de dos a cuatro estaciones, separadas por comas.",
    most: "el máximo",
    tie: "empate",
    countries_title: "Países",
    leaderboard_says: "Las temporadas pasadas, del reanálisis.",
    no_seasons: "No hay temporadas pasadas registradas.",
    el_nino_says: "Qué han significado los inviernos de El Niño para la nieve caída, estación por estación. Casi todo cabe en el azar.",
    pass_note: "Condiciones del invierno indicado, recogidas a mano. Manda la web del operador.",
    pass_terms: "Acceso",
    price: "Precio",

    accuracy_says: "Cuánto se desviaron los pronósticos de nieve nueva, juzgados por estaciones meteorológicas cada día que midieron, días secos incluidos.",
    not_graded: "Aún no se ha evaluado nada: hacen falta pronósticos de días pasados y estaciones que los hayan medido.",
    graded: |from, to, pairs, resorts| {
        format!(
            "Del {from} al {to}: {pairs} parejas de un pronóstico y un día medido, en {}.",
            plural(resorts as i64, "estación", "estaciones")
        )
    },
    days_ahead: "Días de antelación",
    forecaster: "Pronóstico de",
    our_blend: "nuestra mezcla",
    climatology: "lo habitual",
    persistence: "como ayer",
    pairs: "Parejas",
    mean_error: "Error medio",
    bias: "Sesgo",
    hit_rate: "Aciertos",
    false_alarms: "Falsas alarmas",
    skill: "Mejor que lo habitual",
    interval_says: "Entre paréntesis: el intervalo del 95 %.",
    worst: "Nuestros diez peores",
    worst_says: "Los lugares donde nuestra mezcla más se equivocó.",
    status_says: "De dónde vienen los datos y cuándo llegaron por última vez.",
    upstream: "Procedencia",
    last_success: "Último éxito",
    newest_value: "Valor más reciente",
    in_order: "en orden",
    failing: |count| plural(count as i64, "fallo desde entonces", "fallos desde entonces"),
    never: "nunca",
    definitions_says: "Cada umbral y cada fórmula en que se basan los datos.",

    asking: super::asking::Asking::ES,
    cards: super::cards::Cards::ES,
    charts: super::charts::Charts::ES,
    morning: super::morning::Morning::ES,
    outlook: super::outlook::Outlook::ES,
    place: super::place::Place::ES,
    reading: super::reading::Reading::ES,
    reels: super::reels::Reels::ES,
    taken: super::embeds::Taken::ES,
    account: &account::es::WORDS,
    personal: &personal::es::WORDS,
};
