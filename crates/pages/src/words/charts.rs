//! Titles and captions of charts.

use super::TextMessage;
use super::subject::subject;

subject! {
    /// Titles and texts of charts.
    Charts:
    hours: &'static str = "Hour by hour", "Stunde für Stunde", "Heure par heure", "Ora per ora", "Hora a hora", "1時間ごと";
    hours_say: TextMessage =
        |elevation| format!("Median of the weather models at {elevation}, by the resort's clock."),
        |elevation| format!("Median der Wettermodelle auf {elevation}, in der Ortszeit des Skigebiets."),
        |elevation| format!("Médiane des modèles météo à {elevation}, à l’heure de la station."),
        |elevation| format!("Mediana dei modelli meteo a {elevation}, all’ora locale del comprensorio."),
        |elevation| format!("Mediana de los modelos a {elevation}, con la hora de la estación."),
        |elevation| format!("標高{elevation}における気象モデルの中央値。時刻はスキー場の現地時間。");
    fetched: &'static str =
        "Fetched:", "Abgerufen:", "Récupérée :", "Scaricata:", "Obtenido:", "取得：";
    no_hours: &'static str =
        "No hourly forecast is on record.", "Es liegt keine stündliche Prognose vor.", "Aucune prévision horaire n’est disponible.",
        "Nessuna previsione oraria disponibile.", "No hay pronóstico por horas.", "1時間ごとの予報はありません。";
    hour: &'static str = "Hour", "Stunde", "Heure", "Ora", "Hora", "時刻";
    precipitation: &'static str = "Precipitation", "Niederschlag", "Précipitations", "Precipitazioni", "Precipitación", "降水量";
    gusts: &'static str = "Gusts", "Böen", "Rafales", "Raffiche", "Rachas", "最大瞬間風速";
    humidity: &'static str = "Humidity", "Luftfeuchte", "Humidité", "Umidità", "Humedad", "湿度";
    cloud: &'static str = "Cloud", "Bewölkung", "Nuages", "Nuvole", "Nubes", "雲量";
    weather: &'static str =
        "Temperature, wind and freezing level", "Temperatur, Wind und Nullgradgrenze", "Température, vent et isotherme 0 °C",
        "Temperatura, vento e zero termico", "Temperatura, viento e isocero", "気温・風・0℃の高度";
    lowest: &'static str = "lowest", "tiefste", "minimale", "minima", "mínima", "最低";
    highest: &'static str = "highest", "höchste", "maximale", "massima", "máxima", "最高";
    depth_of_season: &'static str =
        "Depth of the season by elevation", "Schneehöhe des Winters nach Höhenlage", "Hauteur de neige de la saison par altitude",
        "Altezza della neve della stagione per quota", "Espesor de la temporada por altitud", "標高別のシーズンの積雪";
    depth_is_modelled: &'static str =
        "Computed by a snowpack model from the weather of a reanalysis, not measured.",
        "Von einem Schneedeckenmodell aus dem Wetter einer Reanalyse berechnet; niemand hat sie gemessen.",
        "Calculée par un modèle de manteau neigeux à partir d’une réanalyse ; personne ne l’a mesurée.",
        "Calcolata da un modello del manto nevoso dai dati di una rianalisi; nessuno l’ha misurata.",
        "Calculado por un modelo del manto de nieve a partir de un reanálisis; nadie lo ha medido.",
        "再解析の気象から積雪モデルで計算した値で、実測値ではありません。";
    model_totals: &'static str =
        "Total of each model", "Summe jedes Modells", "Total de chaque modèle", "Totale di ogni modello", "Total de cada modelo", "モデルごとの合計";
    models_need_pro: &'static str =
        "The numbers of single models need a Pro account; the chart above shows their spread.",
        "Die Zahlen einzelner Modelle brauchen ein Pro-Konto; ihre Spanne steht im Diagramm oben.",
        "Les chiffres de chaque modèle demandent un compte Pro ; leur fourchette figure dans le graphique ci-dessus.",
        "I dati dei singoli modelli richiedono un account Pro; la loro forbice è nel grafico sopra.",
        "Los datos de cada modelo requieren una cuenta Pro; su margen está en el gráfico de arriba.",
        "各モデルの数値にはProアカウントが必要です。幅は上のグラフに示しています。";
    storm_totals: &'static str =
        "Biggest storm totals", "Größte Schneefälle", "Cumuls les plus forts", "Accumuli maggiori", "Mayores acumulaciones", "降雪量の多い大雪";
    same_axis: &'static str =
        "Every chart has the same axis.", "Alle Diagramme haben dieselbe Achse.", "Tous les graphiques ont le même axe.",
        "Tutti i grafici hanno lo stesso asse.", "Todos los gráficos tienen el mismo eje.", "すべて同じ目盛りです。";
    numbers: &'static str =
        "The numbers of this chart", "Die Zahlen dieses Diagramms", "Les chiffres de ce graphique", "I dati di questo grafico",
        "Los datos de este gráfico", "このグラフの数値";
    nothing: &'static str =
        "There is nothing to draw: no data are known.", "Es gibt nichts zu zeichnen: keine Zahl ist bekannt.",
        "Rien à tracer : aucun chiffre n’est connu.", "Niente da disegnare: nessun dato è noto.",
        "No hay nada que dibujar: no se conoce ningún dato.", "描くものがありません。数値が分かっていません。";
}
