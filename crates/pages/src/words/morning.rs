//! Labels of a resort's page, of its strip of days and of its card.

use chrono::Weekday;

use super::subject::subject;
use super::{CountMessage, TextMessage, TwoTextsMessage};

fn at(names: [&'static str; 7], day: Weekday) -> &'static str {
    usize::try_from(day.num_days_from_monday()).ok().and_then(|at| names.get(at).copied()).unwrap_or_default()
}

subject! {
    /// Texts of the page of a resort.
    Morning:
    mountains: &'static str = "Mountains", "Meine Berge", "Favoris", "Preferiti", "Favoritas", "お気に入り";
    my_mountains: &'static str = "My mountains", "Meine Berge", "Mes stations", "I miei comprensori", "Mis estaciones", "お気に入り";
    more: &'static str = "More", "Mehr", "Plus", "Altro", "Más", "その他";
    simulated: &'static str =
        "Simulated weather, not the real world.", "Simuliertes Wetter, nicht die wirkliche Welt.", "Météo simulée, non réelle.",
        "Tempo simulato, non reale.", "Tiempo simulado, no real.", "模擬の気象で、現実ではありません。";
    remember: TextMessage =
        |name| format!("Remember {name}"), |name| format!("{name} merken"), |name| format!("Retenir {name}"),
        |name| format!("Salva {name}"), |name| format!("Guardar {name}"), |name| format!("{name}を登録");
    /// Label of the depth at the top of a resort's page.
    depth: &'static str = "Snow depth", "Schneehöhe", "Neige au sol", "Altezza neve", "Espesor", "積雪";
    status_unknown: &'static str =
        "open or closed: not reported", "Betrieb: nicht gemeldet", "ouverture non communiquée",
        "apertura non comunicata", "apertura: sin datos", "営業状況の報告なし";
    /// Open lifts and their total.
    open_lifts: TwoTextsMessage =
        |open, all| format!("{open} of {all} lifts"), |open, all| format!("{open} von {all} Liften"),
        |open, all| format!("{open} remontées sur {all}"), |open, all| format!("{open} impianti su {all}"),
        |open, all| format!("{open} de {all} remontes"), |open, all| format!("リフト{all}基中{open}基");
    where_from: &'static str =
        "Where this number comes from", "Woher diese Zahl kommt", "D’où vient ce chiffre", "Da dove viene questo dato",
        "De dónde sale este dato", "この数値の根拠";
    /// Labels above the three numbers of a page.
    past_day: &'static str = "Past 24 h", "Letzte 24 h", "24 h passées", "Ultime 24 h", "Últimas 24 h", "24時間の新雪";
    next_week: &'static str = "Next 7 days", "7 Tage", "7 jours", "7 giorni", "Próximos 7 días", "7日間の予報";
    measured: &'static str = "measured", "gemessen", "mesuré", "misurato", "medido", "実測";
    modelled: &'static str = "modelled", "Modell", "modélisé", "da modello", "de modelo", "推定";
    forecast: &'static str = "forecast", "Prognose", "prévision", "previsione", "pronóstico", "予報";
    reported: &'static str = "reported", "gemeldet", "annoncé", "comunicato", "según la estación", "スキー場発表";
    computed: &'static str = "computed", "berechnet", "calculé", "calcolato", "calculado", "計算値";
    /// An old value, with its age in hours.
    old: CountMessage =
        |hours| format!("old ({hours} h)"), |hours| format!("veraltet ({hours} h)"), |hours| format!("périmé ({hours} h)"),
        |hours| format!("non aggiornato ({hours} h)"), |hours| format!("desactualizado ({hours} h)"), |hours| format!("古い情報（{hours}時間前）");
    time: &'static str = "Time", "Zeit", "Heure", "Ora", "Hora", "時刻";
    from: &'static str = "From", "Woher", "Source", "Fonte", "Fuente", "情報源";
    all_elevations: &'static str =
        "All elevations", "Alle Höhenlagen", "Toutes les altitudes", "Tutte le quote", "Todas las altitudes", "標高別に見る";
    each_model: &'static str = "Each model", "Jedes Modell", "Chaque modèle", "Ogni modello", "Cada modelo", "モデル別に見る";
    past_forecasts: &'static str =
        "How good were past forecasts?", "Wie gut waren frühere Prognosen?", "Fiabilité des prévisions passées",
        "Quanto erano buone le previsioni?", "¿Cómo acertaron los pronósticos?", "これまでの予報の精度";
    blend: CountMessage =
        |count| format!("blend of {count} weather models"), |count| format!("Mischung von {count} Wettermodellen"),
        |count| format!("combinaison de {count} modèles météo"), |count| format!("combinazione di {count} modelli meteo"),
        |count| format!("combinación de {count} modelos"), |count| format!("気象モデル{count}種の合成");
    weekday: fn(Weekday) -> &'static str =
        |day| at(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], day),
        |day| at(["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"], day),
        |day| at(["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"], day),
        |day| at(["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"], day),
        |day| at(["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"], day),
        |day| at(["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"], day);
    short_weekday: fn(Weekday) -> &'static str =
        |day| at(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], day),
        |day| at(["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"], day),
        |day| at(["lun", "mar", "mer", "jeu", "ven", "sam", "dim"], day),
        |day| at(["lun", "mar", "mer", "gio", "ven", "sab", "dom"], day),
        |day| at(["lun", "mar", "mié", "jue", "vie", "sáb", "dom"], day),
        |day| at(["月", "火", "水", "木", "金", "土", "日"], day);
    /// A weekday with the number of the day.
    numbered_day: fn(&str, u32) -> String =
        |name, day| format!("{name} {day}"), |name, day| format!("{name}, {day}."), |name, day| format!("{name} {day}"),
        |name, day| format!("{name} {day}"), |name, day| format!("{name} {day}"), |name, day| format!("{day}日{name}");
    /// A date without its year, from its day and the name of its month.
    day_of_year: fn(u32, &str) -> String =
        |day, month| format!("{day} {month}"), |day, month| format!("{day}. {month}"),
        |day, month| if day == 1 { format!("1er {month}") } else { format!("{day} {month}") },
        |day, month| format!("{day} {month}"), |day, month| format!("{day} de {month}"), |day, month| format!("{month}{day}日");
    /// In the order of `Sky::ALL`, by day.
    skies: [&'static str; 12] =
        ["sunny", "mostly sunny", "partly cloudy", "overcast", "light snow", "snow showers", "snow", "heavy snow", "sleet",
         "light rain", "rain", "heavy rain"],
        ["sonnig", "meist sonnig", "teils bewölkt", "bedeckt", "leichter Schneefall", "Schneeschauer", "Schneefall", "starker Schneefall",
         "Schneeregen", "leichter Regen", "Regen", "starker Regen"],
        ["ensoleillé", "plutôt ensoleillé", "partiellement nuageux", "couvert", "neige faible", "averses de neige", "neige",
         "fortes chutes de neige", "neige et pluie", "pluie faible", "pluie", "forte pluie"],
        ["soleggiato", "per lo più soleggiato", "parzialmente nuvoloso", "coperto", "neve debole", "rovesci di neve", "neve", "neve forte",
         "neve mista a pioggia", "pioggia debole", "pioggia", "pioggia forte"],
        ["soleado", "mayormente soleado", "parcialmente nublado", "cubierto", "nieve débil", "chubascos de nieve", "nieve", "nieve intensa",
         "aguanieve", "lluvia débil", "lluvia", "lluvia intensa"],
        ["快晴", "晴れ", "晴れ時々曇り", "曇り", "小雪", "にわか雪", "雪", "大雪", "みぞれ", "小雨", "雨", "大雨"];
    sky_unknown: &'static str =
        "sky not known", "Himmel unbekannt", "ciel inconnu", "cielo non noto", "cielo sin datos", "天気不明";
    /// Names of the first two at night.
    night_skies: [&'static str; 2] =
        ["clear", "mostly clear"], ["klar", "meist klar"], ["dégagé", "plutôt dégagé"], ["sereno", "per lo più sereno"],
        ["despejado", "mayormente despejado"], ["快晴", "晴れ"];
    /// The lowest and highest model of a day.
    models_between: TwoTextsMessage =
        |low, high| format!("models {low} to {high}"), |low, high| format!("Modelle {low} bis {high}"),
        |low, high| format!("modèles de {low} à {high}"), |low, high| format!("modelli da {low} a {high}"),
        |low, high| format!("modelos de {low} a {high}"), |low, high| format!("モデル{low}〜{high}");
    best_day: fn(Weekday, &str) -> String =
        |day, snow| format!("Best on {}: about {snow}", at(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], day)),
        |day, snow| format!("Am besten am {}: rund {snow}", at(["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"], day)),
        |day, snow| format!("Meilleur jour, {}\u{a0}: environ {snow}", at(["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"], day)),
        |day, snow| format!("Il meglio {}: circa {snow}", at(["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"], day)),
        |day, snow| format!("Mejor día, el {}: unos {snow}", at(["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"], day)),
        |day, snow| format!("狙い目は{}、約{snow}", at(["月曜", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜"], day));
    gusts: TextMessage =
        |unit| format!("Gusts, {unit}"), |unit| format!("Böen, {unit}"), |unit| format!("Rafales, {unit}"), |unit| format!("Raffiche, {unit}"),
        |unit| format!("Rachas, {unit}"), |unit| format!("最大瞬間風速 {unit}");
    freezing_level: TextMessage =
        |unit| format!("Freezing level, {unit}"), |unit| format!("Nullgradgrenze, {unit}"), |unit| format!("Isotherme 0 °C, {unit}"),
        |unit| format!("Zero termico, {unit}"), |unit| format!("Isocero, {unit}"), |unit| format!("0℃の高度 {unit}");
    /// Continues the description of a day.
    spoken_gusts: TextMessage =
        |gust| format!("gusts {gust}"), |gust| format!("Böen {gust}"), |gust| format!("rafales {gust}"), |gust| format!("raffiche {gust}"),
        |gust| format!("rachas {gust}"), |gust| format!("最大瞬間風速{gust}");
    spoken_level: TextMessage =
        |level| format!("freezing level {level}"), |level| format!("Nullgradgrenze {level}"), |level| format!("isotherme 0 °C {level}"),
        |level| format!("zero termico {level}"), |level| format!("isocero {level}"), |level| format!("0℃の高度{level}");
    pale_range: CountMessage =
        |count| format!("Pale: the range of {count} weather models."), |count| format!("Blass: Spanne von {count} Wettermodellen."),
        |count| format!("En clair\u{a0}: l’écart entre {count} modèles."), |count| format!("In chiaro: l’intervallo di {count} modelli."),
        |count| format!("En claro: el rango de {count} modelos."), |count| format!("淡い色は気象モデル{count}種の幅。");
    show_inches: &'static str = "Show inches", "In Zoll", "En pouces", "In pollici", "En pulgadas", "インチで表示";
    show_centimetres: &'static str =
        "Show centimetres", "In Zentimetern", "En centimètres", "In centimetri", "En centímetros", "センチで表示";
    outlook: &'static str = "Outlook", "Aussicht", "Perspectives", "Prospettive", "Perspectivas", "見通し";
    /// Continues the name of a day without precipitation.
    dry: &'static str = ", dry", ", trocken", ", sec", ", asciutto", ", seco", " 降水なし";
    sky: &'static str = "Sky", "Himmel", "Ciel", "Cielo", "Cielo", "天気";
    /// Precipitation of the columns of hours, with its unit.
    water: TextMessage =
        |unit| format!("Precipitation as water, {unit}"), |unit| format!("Niederschlag als Wasser, {unit}"), |unit| format!("Précipitations en eau, {unit}"),
        |unit| format!("Precipitazioni in acqua, {unit}"), |unit| format!("Precipitación en agua, {unit}"), |unit| format!("降水量 {unit}");
    water_of_hours: &'static str =
        "Precipitation as water, over three hours.", "Niederschlag als Wasser in drei Stunden.", "Précipitations en eau sur trois heures.",
        "Precipitazioni in acqua in tre ore.", "Precipitación en agua en tres horas.", "降水量は3時間の水量。";
    hours_as_csv: &'static str =
        "Every hour as CSV", "Jede Stunde als CSV", "Chaque heure en CSV", "Ogni ora in CSV", "Cada hora en CSV", "1時間ごと（CSV）";
    /// New snow, wind slab, persistent weak layer, wet snow, gliding snow.
    problems: [&'static str; 5] =
        ["New snow", "Wind slab", "Persistent weak layer", "Wet snow", "Gliding snow"],
        ["Neuschnee", "Triebschnee", "Altschnee", "Nassschnee", "Gleitschnee"],
        ["Neige fraîche", "Neige soufflée", "Couche fragile persistante", "Neige humide", "Neige glissante"],
        ["Neve fresca", "Neve ventata", "Strati deboli persistenti", "Neve bagnata", "Slittamento"],
        ["Nieve reciente", "Placas de viento", "Capas débiles persistentes", "Nieve húmeda", "Deslizamiento basal"],
        ["新雪", "ウインドスラブ", "持続型弱層", "湿雪", "全層雪崩"];
    /// From north clockwise.
    aspects: [&'static str; 8] =
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"], ["N", "NO", "O", "SO", "S", "SW", "W", "NW"], ["N", "NE", "E", "SE", "S", "SO", "O", "NO"],
        ["N", "NE", "E", "SE", "S", "SO", "O", "NO"], ["N", "NE", "E", "SE", "S", "SO", "O", "NO"], ["北", "北東", "東", "南東", "南", "南西", "西", "北西"];
    facing: TextMessage =
        |aspects| format!("facing {aspects}"), |aspects| format!("Exposition {aspects}"), |aspects| format!("orientation {aspects}"),
        |aspects| format!("esposizione {aspects}"), |aspects| format!("orientación {aspects}"), |aspects| format!("{aspects}斜面");
    until: TextMessage =
        |time| format!("until {time}"), |time| format!("bis {time}"), |time| format!("jusqu’à {time}"), |time| format!("fino a {time}"),
        |time| format!("hasta {time}"), |time| format!("{time}まで");
    tomorrow_missing: &'static str =
        "The bulletin for tomorrow has not been issued yet.", "Der Lawinenbericht für morgen ist noch nicht erschienen.",
        "Le bulletin de demain n’est pas encore paru.", "Il bollettino di domani non è ancora uscito.",
        "El boletín de mañana aún no se ha publicado.", "明日の雪崩情報はまだ発表されていません。";
    read_bulletin: &'static str =
        "Read the bulletin", "Lawinenbericht lesen", "Lire le bulletin", "Leggi il bollettino", "Leer el boletín", "雪崩情報を読む";
    level_not_enough: &'static str =
        "The level alone is not enough: read the whole bulletin before you leave the marked runs.",
        "Die Stufe allein genügt nicht: Lies den ganzen Bericht, bevor du die markierten Pisten verlässt.",
        "Le niveau ne suffit pas\u{a0}: lisez tout le bulletin avant de quitter les pistes balisées.",
        "Il grado da solo non basta: leggi tutto il bollettino prima di lasciare le piste.",
        "El nivel no basta: lee todo el boletín antes de salir de las pistas balizadas.",
        "レベルだけでは判断できません。コース外に出る前に全文を読んでください。";
    lifts: &'static str =
        "Lifts, today and tomorrow", "Lifte, heute und morgen", "Remontées, aujourd’hui et demain", "Impianti, oggi e domani",
        "Remontes, hoy y mañana", "リフト（今日・明日）";
    lifts_open: &'static str =
        "Lifts open", "Offene Lifte", "Remontées ouvertes", "Impianti aperti", "Remontes abiertos", "運行中のリフト";
    /// Wind hold, visibility, wind chill, heavy snow.
    hazards: [&'static str; 4] =
        ["Wind on lifts", "Visibility", "Wind chill", "Heavy snow"], ["Wind an den Liften", "Sicht", "Gefühlte Temperatur", "Starker Schneefall"],
        ["Vent sur les remontées", "Visibilité", "Température ressentie", "Fortes chutes de neige"],
        ["Vento sugli impianti", "Visibilità", "Temperatura percepita", "Neve forte"],
        ["Viento en los remontes", "Visibilidad", "Sensación térmica", "Nieve intensa"], ["強風による運休", "視界", "体感温度", "大雪"];
    /// No risk, low, moderate, high.
    risks: [&'static str; 4] =
        ["no risk", "low risk", "moderate risk", "high risk"], ["kein Risiko", "geringes Risiko", "mäßiges Risiko", "hohes Risiko"],
        ["aucun risque", "risque faible", "risque modéré", "risque élevé"], ["nessun rischio", "rischio basso", "rischio moderato", "rischio alto"],
        ["sin riesgo", "riesgo bajo", "riesgo moderado", "riesgo alto"], ["おそれなし", "おそれ小", "おそれ中", "おそれ大"];
    risk_unknown: &'static str =
        "hours are missing", "Stunden fehlen", "heures manquantes", "ore mancanti", "faltan horas", "データ不足";
    gusts_to: TextMessage =
        |gust| format!("gusts to {gust}"), |gust| format!("Böen bis {gust}"), |gust| format!("rafales à {gust}"), |gust| format!("raffiche fino a {gust}"),
        |gust| format!("rachas de {gust}"), |gust| format!("最大瞬間{gust}");
    /// A value and the elevation of it.
    at_elevation: TwoTextsMessage =
        |value, metres| format!("{value} at {metres}"), |value, metres| format!("{value} auf {metres}"), |value, metres| format!("{value} à {metres}"),
        |value, metres| format!("{value} a {metres}"), |value, metres| format!("{value} a {metres}"), |value, metres| format!("{value}（標高{metres}）");
    risk_until: TextMessage =
        |time| format!("From the weather models, until {time}. The resort decides what runs."),
        |time| format!("Aus den Wettermodellen, bis {time}. Was fährt, entscheidet das Skigebiet."),
        |time| format!("D’après les modèles météo, jusqu’à {time}. La station décide de ce qui tourne."),
        |time| format!("Dai modelli meteo, fino a {time}. Decide il comprensorio che cosa gira."),
        |time| format!("De los modelos, hasta {time}. La estación decide qué funciona."),
        |time| format!("気象モデルによる{time}までの見込み。運行はスキー場が決めます。");
    no_risk_data: &'static str =
        "The wind and visibility of the next hours are not known.", "Wind und Sicht der nächsten Stunden sind nicht bekannt.",
        "Le vent et la visibilité des prochaines heures ne sont pas connus.", "Vento e visibilità delle prossime ore non sono noti.",
        "No se conocen el viento ni la visibilidad de las próximas horas.", "今後の風と視界の情報はありません。";
    ways: &'static str =
        "Webcams and roads", "Webcams und Straßen", "Webcams et routes", "Webcam e strade", "Webcams y carreteras", "ライブカメラと道路";
    road_state: &'static str =
        "Chain controls and roads", "Kettenpflicht und Straßen", "Chaînes et routes", "Catene e strade", "Cadenas y carreteras", "チェーン規制・道路";
    none_on_record: &'static str = "none on record", "keine bekannt", "aucune connue", "nessuna nota", "ninguna conocida", "登録なし";
    all_known: &'static str =
        "Everything that is known", "Alles, was bekannt ist", "Tout ce qui est connu", "Tutto ciò che si sa", "Todo lo que se sabe", "すべての情報";
    days_with_chances: &'static str =
        "Day by day, with chances", "Tag für Tag, mit Wahrscheinlichkeiten", "Jour par jour, avec probabilités",
        "Giorno per giorno, con probabilità", "Día a día, con probabilidades", "日別の予報と確率";
    values_and_score: &'static str =
        "All values and the snow score", "Alle Werte und die Schneenote", "Toutes les valeurs et la note de neige",
        "Tutti i valori e il punteggio neve", "Todos los valores y la puntuación de nieve", "すべての値と雪スコア";
    past_and_odds: &'static str =
        "Past winters, months, El Niño, odds for a trip", "Vergangene Winter, Monate, El Niño, Chancen für eine Reise",
        "Hivers passés, mois, El Niño, chances pour un séjour", "Inverni passati, mesi, El Niño, probabilità per un viaggio",
        "Inviernos pasados, meses, El Niño, probabilidades para un viaje", "過去の冬・月別・エルニーニョ・旅行の確率";
    facts_and_data: &'static str =
        "Facts, ski passes, the same as data", "Eckdaten, Skipässe, dasselbe als Daten", "Repères, forfaits, la même chose en données",
        "Dati, skipass, lo stesso come dati", "Datos, forfaits, lo mismo como datos", "基本情報・リフト券・データ";
    /// Begins the description of a page: a depth, its place and its time.
    depth_measured: fn(&str, &str, &str) -> String =
        |depth, place, time| format!("{depth} of snow measured at {place} ({time})."),
        |depth, place, time| format!("{depth} Schnee, gemessen auf {place} ({time})."),
        |depth, place, time| format!("{depth} de neige mesurés à {place} ({time})."),
        |depth, place, time| format!("{depth} di neve misurati a {place} ({time})."),
        |depth, place, time| format!("{depth} de nieve medidos a {place} ({time})."),
        |depth, place, time| format!("積雪{depth}（実測、標高{place}、{time}）。");
    depth_reported: TwoTextsMessage =
        |depth, time| format!("{depth} of snow reported by the resort ({time})."),
        |depth, time| format!("{depth} Schnee, vom Skigebiet gemeldet ({time})."),
        |depth, time| format!("{depth} de neige annoncés par la station ({time})."),
        |depth, time| format!("{depth} di neve comunicati dal comprensorio ({time})."),
        |depth, time| format!("{depth} de nieve según la estación ({time})."),
        |depth, time| format!("積雪{depth}（スキー場発表、{time}）。");
    depth_modelled: TwoTextsMessage =
        |depth, time| format!("About {depth} of snow by weather models, not measured ({time})."),
        |depth, time| format!("Rund {depth} Schnee laut Wettermodellen, nicht gemessen ({time})."),
        |depth, time| format!("Environ {depth} de neige d’après les modèles, non mesurés ({time})."),
        |depth, time| format!("Circa {depth} di neve secondo i modelli, non misurati ({time})."),
        |depth, time| format!("Unos {depth} de nieve según los modelos, no medidos ({time})."),
        |depth, time| format!("積雪約{depth}（気象モデルの推定、実測なし、{time}）。");
    depth_unknown: &'static str =
        "The snow depth is not measured and not reported.", "Die Schneehöhe ist weder gemessen noch gemeldet.",
        "La hauteur de neige n’est ni mesurée ni annoncée.", "L’altezza della neve non è misurata né comunicata.",
        "El espesor de nieve no está medido ni comunicado.", "積雪の実測も発表もありません。";
}
