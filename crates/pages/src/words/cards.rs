//! Texts of insight cards: a sentence for each kind of statement, and title and method of each category.

use super::subject::subject;

subject! {
    /// Sentences of insight cards; see `Statement` for their places.
    Cards:
    season_norm: &'static str =
        "{name}: {percent} of the usual snowfall up to {date} ({cm}, on average {average}; season {season}).",
        "{name}: {percent} des üblichen Schneefalls bis {date} ({cm}, im Mittel {average}; Winter {season}).",
        "{name} : {percent} de la neige habituelle au {date} ({cm}, en moyenne {average} ; hiver {season}).",
        "{name}: {percent} della neve abituale al {date} ({cm}, in media {average}; stagione {season}).",
        "{name}: {percent} de la nieve habitual hasta el {date} ({cm}, de media {average}; temporada {season}).",
        "{name}：{date}までの降雪は平年の{percent}（{cm}、平年は{average}、{season}シーズン）。";
    region_norm: &'static str =
        "{place}: the middle resort has had {percent} of its usual snowfall so far, eight in ten {low} to {high} (resorts: {resorts}).",
        "{place}: Das mittlere Skigebiet hat bisher {percent} seines üblichen Schneefalls, acht von zehn {low} bis {high} (Skigebiete: {resorts}).",
        "{place} : la station médiane a reçu {percent} de sa neige habituelle, huit sur dix de {low} à {high} (stations : {resorts}).",
        "{place}: il comprensorio mediano ha avuto finora {percent} della neve abituale, otto su dieci da {low} a {high} (comprensori: {resorts}).",
        "{place}: la estación mediana lleva {percent} de su nieve habitual, ocho de cada diez de {low} a {high} (estaciones: {resorts}).",
        "{place}：これまでの降雪は中央値で平年の{percent}、8割のスキー場は{low}〜{high}（対象{resorts}か所）。";
    biggest_day: &'static str =
        "{name}: {cm} on {date}, its biggest day of the season. {bigger} of {winters} past winters had a bigger one.",
        "{name}: {cm} am {date}, der größte Schneefall der Saison. {bigger} von {winters} früheren Wintern hatten einen größeren.",
        "{name} : {cm} le {date}, sa plus grosse journée de la saison. {bigger} hivers passés sur {winters} en ont eu une plus grosse.",
        "{name}: {cm} il {date}, il giorno più nevoso della stagione. {bigger} inverni passati su {winters} ne hanno avuto uno maggiore.",
        "{name}: {cm} el {date}, su mayor día de la temporada. {bigger} de {winters} inviernos pasados tuvieron uno mayor.",
        "{name}：{date}に{cm}、今シーズン最大の1日。過去{winters}シーズンのうち{bigger}回はこれを超える日がありました。";
    biggest_anywhere: &'static str =
        "{name}: {cm} on {date}, the biggest day of the season anywhere. {bigger} of {winters} past winters had a bigger one there.",
        "{name}: {cm} am {date}, der größte Schneefall der Saison überhaupt. {bigger} von {winters} früheren Wintern hatten dort einen größeren.",
        "{name} : {cm} le {date}, la plus grosse journée de la saison, toutes stations confondues. {bigger} hivers passés sur {winters} y ont fait mieux.",
        "{name}: {cm} il {date}, il giorno più nevoso della stagione ovunque. {bigger} inverni passati su {winters} lì ne hanno avuto uno maggiore.",
        "{name}: {cm} el {date}, el mayor día de la temporada en cualquier lugar. {bigger} de {winters} inviernos pasados tuvieron allí uno mayor.",
        "{name}：{date}に{cm}、全スキー場で今シーズン最大の1日。同地の過去{winters}シーズンのうち{bigger}回はこれを超える日がありました。";
    dry_spell: &'static str =
        "{name}: {days} days without {cm} of snow up to {date}. {as_long} of {winters} past winters had a dry spell as long.",
        "{name}: {days} Tage ohne {cm} Schnee bis {date}. {as_long} von {winters} früheren Wintern hatten eine so lange Pause.",
        "{name} : {days} jours sans {cm} de neige jusqu’au {date}. {as_long} hivers passés sur {winters} ont connu une pause aussi longue.",
        "{name}: {days} giorni senza {cm} di neve fino al {date}. {as_long} inverni passati su {winters} hanno avuto una pausa così lunga.",
        "{name}: {days} días sin {cm} de nieve hasta el {date}. {as_long} de {winters} inviernos pasados tuvieron una pausa tan larga.",
        "{name}：{date}まで{days}日間、1日{cm}以上の雪なし。過去{winters}シーズンのうち{as_long}回は同じ長さの空白がありました。";
    rare_much: &'static str =
        "{name}: {cm} at the base on {date} by the snowpack model. {rare} of {winters} past winters had as much on this day; the average is {average}.",
        "{name}: laut Schneedeckenmodell {cm} im Tal am {date}. {rare} von {winters} früheren Wintern hatten an diesem Tag so viel, das Mittel ist {average}.",
        "{name} : {cm} en bas le {date} d’après le modèle de manteau neigeux. {rare} hivers passés sur {winters} en avaient autant ce jour-là ; la moyenne est de {average}.",
        "{name}: {cm} alla base il {date} secondo il modello del manto nevoso. {rare} inverni passati su {winters} ne avevano altrettanta in questo giorno; la media è {average}.",
        "{name}: {cm} en la base el {date} según el modelo del manto de nieve. {rare} de {winters} inviernos pasados tenían tanta en este día; la media es {average}.",
        "{name}：積雪モデルによると{date}のふもとは{cm}。この日に同じだけ積もっていたのは過去{winters}シーズン中{rare}回、平均は{average}。";
    rare_little: &'static str =
        "{name}: {cm} at the base on {date} by the snowpack model. {rare} of {winters} past winters had as little on this day; the average is {average}.",
        "{name}: laut Schneedeckenmodell {cm} im Tal am {date}. {rare} von {winters} früheren Wintern hatten an diesem Tag so wenig, das Mittel ist {average}.",
        "{name} : {cm} en bas le {date} d’après le modèle de manteau neigeux. {rare} hivers passés sur {winters} en avaient aussi peu ce jour-là ; la moyenne est de {average}.",
        "{name}: {cm} alla base il {date} secondo il modello del manto nevoso. {rare} inverni passati su {winters} ne avevano così poca in questo giorno; la media è {average}.",
        "{name}: {cm} en la base el {date} según el modelo del manto de nieve. {rare} de {winters} inviernos pasados tenían tan poca en este día; la media es {average}.",
        "{name}：積雪モデルによると{date}のふもとは{cm}。この日にこれほど少なかったのは過去{winters}シーズン中{rare}回、平均は{average}。";
    /// Days 1 to 3: no better than usual, better, much better.
    trust: [&'static str; 3] =
        [
            "{place}: on days 1 to 3 our blend was no better than the usual snowfall, {error} off on average (measured days: {days}).",
            "{place}: on days 1 to 3 our blend was better than the usual snowfall, {error} off on average (measured days: {days}).",
            "{place}: on days 1 to 3 our blend was much better than the usual snowfall, {error} off on average (measured days: {days}).",
        ],
        [
            "{place}: An den Tagen 1 bis 3 war unsere Mischung nicht besser als der übliche Schneefall, im Mittel {error} daneben (gemessene Tage: {days}).",
            "{place}: An den Tagen 1 bis 3 war unsere Mischung besser als der übliche Schneefall, im Mittel {error} daneben (gemessene Tage: {days}).",
            "{place}: An den Tagen 1 bis 3 war unsere Mischung viel besser als der übliche Schneefall, im Mittel {error} daneben (gemessene Tage: {days}).",
        ],
        [
            "{place} : de 1 à 3 jours, notre combinaison n’a pas fait mieux que la neige habituelle, {error} d’erreur moyenne (jours mesurés : {days}).",
            "{place} : de 1 à 3 jours, notre combinaison a fait mieux que la neige habituelle, {error} d’erreur moyenne (jours mesurés : {days}).",
            "{place} : de 1 à 3 jours, notre combinaison a fait bien mieux que la neige habituelle, {error} d’erreur moyenne (jours mesurés : {days}).",
        ],
        [
            "{place}: nei giorni 1–3 la nostra combinazione non è stata migliore della neve abituale, errore medio {error} (giorni misurati: {days}).",
            "{place}: nei giorni 1–3 la nostra combinazione è stata migliore della neve abituale, errore medio {error} (giorni misurati: {days}).",
            "{place}: nei giorni 1–3 la nostra combinazione è stata molto migliore della neve abituale, errore medio {error} (giorni misurati: {days}).",
        ],
        [
            "{place}: en los días 1 a 3 nuestra combinación no fue mejor que la nieve habitual, error medio {error} (días medidos: {days}).",
            "{place}: en los días 1 a 3 nuestra combinación fue mejor que la nieve habitual, error medio {error} (días medidos: {days}).",
            "{place}: en los días 1 a 3 nuestra combinación fue mucho mejor que la nieve habitual, error medio {error} (días medidos: {days}).",
        ],
        [
            "{place}：1〜3日先の当サービスの予報は平年値と変わらない精度で、平均誤差は{error}（実測{days}日）。",
            "{place}：1〜3日先の当サービスの予報は平年値より正確で、平均誤差は{error}（実測{days}日）。",
            "{place}：1〜3日先の当サービスの予報は平年値よりはるかに正確で、平均誤差は{error}（実測{days}日）。",
        ];
    best_model: &'static str =
        "{place}: of {models} models {best} came closest on days 1 to 3, {error} off on average; our blend {blend}.",
        "{place}: Von {models} Modellen lag {best} an den Tagen 1 bis 3 am nächsten, im Mittel {error} daneben; unsere Mischung {blend}.",
        "{place} : sur {models} modèles, {best} a été le plus proche de 1 à 3 jours, {error} d’erreur moyenne ; notre combinaison {blend}.",
        "{place}: di {models} modelli {best} è stato il più vicino nei giorni 1–3, errore medio {error}; la nostra combinazione {blend}.",
        "{place}: de {models} modelos, {best} fue el más cercano en los días 1 a 3, error medio {error}; nuestra combinación {blend}.",
        "{place}：1〜3日先は{models}モデル中{best}が最も正確で、平均誤差は{error}。当サービスの予報は{blend}。";
    everywhere: &'static str = "Everywhere", "Überall", "Partout", "Ovunque", "En todas partes", "全体";
    announced: &'static str =
        "Resorts that announced an opening within {days} days: {resorts}.",
        "Skigebiete mit angekündigtem Saisonstart in den nächsten {days} Tagen: {resorts}.",
        "Stations ayant annoncé une ouverture d’ici {days} jours : {resorts}.",
        "Comprensori che hanno annunciato l’apertura entro {days} giorni: {resorts}.",
        "Estaciones que anunciaron su apertura en {days} días: {resorts}.",
        "{days}日以内の営業開始を発表したスキー場：{resorts}か所。";
    opening: &'static str =
        "{name} opens on {date} ({source}).", "{name} öffnet am {date} ({source}).", "{name} ouvre le {date} ({source}).",
        "{name} apre il {date} ({source}).", "{name} abre el {date} ({source}).", "{name}は{date}に営業開始（{source}）。";
    calendar: &'static str =
        "Usually first to open: {first}. Last to close: {last}.",
        "Öffnen üblicherweise zuerst: {first}. Schließen zuletzt: {last}.",
        "D’ordinaire, premières à ouvrir : {first}. Dernières à fermer : {last}.",
        "Di solito aprono per primi: {first}. Chiudono per ultimi: {last}.",
        "Suelen abrir primero: {first}. Cierran al final: {last}.",
        "例年いちばん早く開くのは{first}。いちばん遅くまで営業するのは{last}。";
    outlook_announced: &'static str =
        "{name}: on the announced opening day, {date}, {hits} of {winters} past winters had {cm} of natural snow at mid mountain ({low} to {high} at 95 %).",
        "{name}: Am angekündigten Starttag, {date}, hatten {hits} von {winters} früheren Wintern {cm} Naturschnee in der Mitte ({low} bis {high} bei 95 %).",
        "{name} : au jour d’ouverture annoncé, le {date}, {hits} hivers passés sur {winters} avaient {cm} de neige naturelle à mi-hauteur (de {low} à {high} à 95 %).",
        "{name}: nel giorno di apertura annunciato, il {date}, {hits} inverni passati su {winters} avevano {cm} di neve naturale a metà montagna (da {low} a {high} al 95 %).",
        "{name}: en el día de apertura anunciado, el {date}, {hits} de {winters} inviernos pasados tenían {cm} de nieve natural a media montaña (de {low} a {high} al 95 %).",
        "{name}：発表された営業開始日の{date}に、中腹で自然雪{cm}があったのは過去{winters}シーズン中{hits}回（95%区間で{low}〜{high}）。";
    outlook_usual: &'static str =
        "{name}: on the usual opening day, {date}, {hits} of {winters} past winters had {cm} of natural snow at mid mountain ({low} to {high} at 95 %).",
        "{name}: Am üblichen Starttag, {date}, hatten {hits} von {winters} früheren Wintern {cm} Naturschnee in der Mitte ({low} bis {high} bei 95 %).",
        "{name} : au jour d’ouverture habituel, le {date}, {hits} hivers passés sur {winters} avaient {cm} de neige naturelle à mi-hauteur (de {low} à {high} à 95 %).",
        "{name}: nel giorno di apertura abituale, il {date}, {hits} inverni passati su {winters} avevano {cm} di neve naturale a metà montagna (da {low} a {high} al 95 %).",
        "{name}: en el día de apertura habitual, el {date}, {hits} de {winters} inviernos pasados tenían {cm} de nieve natural a media montaña (de {low} a {high} al 95 %).",
        "{name}：例年の営業開始日の{date}に、中腹で自然雪{cm}があったのは過去{winters}シーズン中{hits}回（95%区間で{low}〜{high}）。";
    operator_station: &'static str =
        "{name}: the resort reports {operator} of new snow in 24 hours, stations nearby measured {measured} (stations: {stations}).",
        "{name}: Das Skigebiet meldet {operator} Neuschnee in 24 Stunden, Stationen in der Nähe maßen {measured} (Stationen: {stations}).",
        "{name} : la station annonce {operator} de neige fraîche en 24 heures, les stations météo voisines ont mesuré {measured} (stations météo : {stations}).",
        "{name}: il comprensorio comunica {operator} di neve fresca in 24 ore, le stazioni vicine hanno misurato {measured} (stazioni: {stations}).",
        "{name}: la estación comunica {operator} de nieve nueva en 24 horas, las estaciones meteorológicas cercanas midieron {measured} (estaciones: {stations}).",
        "{name}：スキー場の発表は24時間で新雪{operator}、近くの観測所の実測は{measured}（観測所{stations}か所）。";
    last_season: &'static str =
        "{name}: rank {rank} of {of} by days of {powder} in {season}: {days} days, {cm} in all.",
        "{name}: Rang {rank} von {of} nach Tagen mit {powder} in {season}: {days} Tage, {cm} insgesamt.",
        "{name} : rang {rank} sur {of} par jours de {powder} en {season} : {days} jours, {cm} au total.",
        "{name}: posizione {rank} su {of} per giorni con {powder} nel {season}: {days} giorni, {cm} in tutto.",
        "{name}: puesto {rank} de {of} por días de {powder} en {season}: {days} días, {cm} en total.",
        "{name}：{season}の{powder}以上の日数は{days}日で{of}か所中{rank}位、合計{cm}。";
    of_average: &'static str =
        "That is {percent} of its average.", "Das sind {percent} des Üblichen.", "Soit {percent} de la moyenne.",
        "È {percent} della media.", "Es el {percent} de su media.", "平年の{percent}。";
    leader: &'static str =
        "{season}: {name} had the most days of {powder}: {days} (resorts: {resorts}).",
        "{season}: {name} hatte die meisten Tage mit {powder}: {days} (Skigebiete: {resorts}).",
        "{season} : {name} a eu le plus de jours de {powder} : {days} (stations : {resorts}).",
        "{season}: {name} ha avuto più giorni con {powder}: {days} (comprensori: {resorts}).",
        "{season}: {name} tuvo más días de {powder}: {days} (estaciones: {resorts}).",
        "{season}：{powder}以上の日が最も多かったのは{name}の{days}日（対象{resorts}か所）。";
    middle_of_average: &'static str =
        "The middle resort had {percent} of its average.", "Das mittlere Skigebiet hatte {percent} des Üblichen.",
        "La station médiane a eu {percent} de sa moyenne.", "Il comprensorio mediano ha avuto {percent} della media.",
        "La estación mediana tuvo el {percent} de su media.", "中央値のスキー場は平年の{percent}。";
    /// A day without its year, for usual seasons.
    day_of_year: &'static str = "{day} {month}", "{day}. {month}", "{day} {month}", "{day} {month}", "{day} de {month}", "{month}{day}日";
    /// Number and kind of the cases that a card rests on.
    rests_on: &'static str =
        "Based on {cases}: {n}", "Grundlage, {cases}: {n}", "Base, {cases} : {n}", "Base, {cases}: {n}", "Base, {cases}: {n}",
        "根拠：{cases}{n}";
    /// Winters, resorts, measured days, days of the season, announcements, stations.
    cases: [&'static str; 6] =
        ["winters", "resorts", "measured days", "days of the season", "announcements", "stations"],
        ["Winter", "Skigebiete", "gemessene Tage", "Tage der Saison", "Ankündigungen", "Stationen"],
        ["hivers", "stations", "jours mesurés", "jours de la saison", "annonces", "stations météo"],
        ["inverni", "comprensori", "giorni misurati", "giorni della stagione", "annunci", "stazioni"],
        ["inviernos", "estaciones", "días medidos", "días de la temporada", "anuncios", "estaciones meteorológicas"],
        ["シーズン数", "スキー場数", "実測日数", "シーズンの日数", "発表数", "観測所数"];
    how: &'static str =
        "How this is computed", "Wie das berechnet wird", "Comment c’est calculé", "Come si calcola", "Cómo se calcula", "計算方法";
    more: &'static str =
        "More of them: {n}", "Weitere: {n}", "Autres : {n}", "Altri: {n}", "Más: {n}", "ほか{n}件";
    /// Titles, in the order of `CATEGORIES`.
    titles: [&'static str; 11] =
        ["Season against the average", "Storm of the season", "Dry spell", "How rare today’s snow is", "Forecast trust", "Most accurate model",
         "Openings", "Season calendar", "Opening outlook", "Resort against station", "Last season"],
        ["Saison gegenüber dem Mittel", "Größter Schneefall der Saison", "Schneepause", "Wie selten der heutige Schnee ist", "Verlass auf die Prognose",
         "Genauestes Modell", "Saisonstarts", "Saisonkalender", "Aussicht zum Saisonstart", "Skigebiet gegen Station", "Letzte Saison"],
        ["Saison et moyenne", "Plus grosse journée de la saison", "Période sans neige", "Rareté de la neige du jour", "Confiance dans la prévision",
         "Modèle le plus précis", "Ouvertures", "Calendrier des saisons", "Perspective d’ouverture", "Station de ski et station météo", "Saison passée"],
        ["Stagione e media", "Nevicata della stagione", "Periodo senza neve", "Quanto è rara la neve di oggi", "Fiducia nella previsione",
         "Modello più preciso", "Aperture", "Calendario delle stagioni", "Prospettiva di apertura", "Comprensorio e stazione meteo", "Stagione scorsa"],
        ["Temporada frente a la media", "Nevada de la temporada", "Período sin nieve", "Qué rara es la nieve de hoy", "Confianza en el pronóstico",
         "Modelo más preciso", "Aperturas", "Calendario de temporadas", "Perspectiva de apertura", "Estación de esquí y meteorológica", "Temporada pasada"],
        ["平年との比較", "今シーズン最大の降雪", "雪の空白", "今日の積雪の珍しさ", "予報の信頼度", "最も正確なモデル", "営業開始", "シーズンの暦",
         "営業開始日の見通し", "スキー場と観測所", "昨シーズン"];
    /// Methods, in the order of `CATEGORIES`.
    methods: [&'static str; 11] =
        [
            "Daily snowfall of ERA5-Land from the season’s first day on, in percent of the mean of at least ten complete winters over the same days, from thirty days into the season on. For a region the median of at least five resorts.",
            "The day with the most snowfall since the season’s first day in ERA5-Land, at least 15 cm, compared with the biggest day of each complete winter.",
            "Days in a row with less than 1 cm in ERA5-Land, at least seven, within the season, compared with the longest such run of each complete winter.",
            "One snowpack model over the weather of this season and of at least ten past winters. Both sides are modelled; measured depths are not used.",
            "Every day that a station measured, dry days included, against its forecast. Trust follows from the 95 % interval of the skill.",
            "Mean absolute error of each model on the same measured days; at least two models.",
            "The opening date that the resort or its own site gives; usual dates do not count.",
            "The usual first and last day of the season in the reference data, within a hemisphere; typical days, not announcements.",
            "Snowpack model over the weather of at least ten past winters on the opening day, within 90 days; Jeffreys’ interval at 95 %. Machine-made snow and forecasts are left out.",
            "The resort’s report of the last 24 hours against the median of the stations with readings within 12 hours of it. They are in different places, so a difference is not an error.",
            "Days with at least 15 cm in ERA5-Land over the last complete season, among all resorts of the hemisphere; ties go to the one with more snowfall.",
        ],
        [
            "Täglicher Schneefall aus ERA5-Land seit Saisonbeginn, in Prozent des Mittels von mindestens zehn vollständigen Wintern über dieselben Tage, ab dreißig Tagen Saison. Für eine Region der Median von mindestens fünf Skigebieten.",
            "Der Tag mit dem meisten Schneefall seit Saisonbeginn in ERA5-Land, mindestens 15 cm, verglichen mit dem größten Tag jedes vollständigen Winters.",
            "Tage in Folge mit weniger als 1 cm in ERA5-Land, mindestens sieben, innerhalb der Saison, verglichen mit der längsten solchen Folge jedes vollständigen Winters.",
            "Ein Schneedeckenmodell über das Wetter dieser Saison und von mindestens zehn früheren Wintern. Beide Seiten sind modelliert, gemessene Höhen zählen nicht.",
            "Jeder von einer Station gemessene Tag, auch trockene, gegen seine Prognose. Der Verlass folgt aus dem 95-%-Intervall der Güte.",
            "Mittlerer absoluter Fehler jedes Modells an denselben gemessenen Tagen; mindestens zwei Modelle.",
            "Der Starttag, den das Skigebiet oder seine Website nennt; übliche Tage zählen nicht.",
            "Der übliche erste und letzte Tag der Saison aus den Stammdaten, je Halbkugel; typische Tage, keine Ankündigungen.",
            "Schneedeckenmodell über das Wetter von mindestens zehn früheren Wintern am Starttag, innerhalb von 90 Tagen; Jeffreys-Intervall zu 95 %. Ohne Kunstschnee und Prognosen.",
            "Die Meldung des Skigebiets der letzten 24 Stunden gegen den Median der Stationen mit Messungen innerhalb von 12 Stunden. Sie stehen an verschiedenen Orten, ein Unterschied ist kein Fehler.",
            "Tage mit mindestens 15 cm in ERA5-Land in der letzten vollständigen Saison, unter allen Skigebieten der Halbkugel; bei Gleichstand zählt der größere Schneefall.",
        ],
        [
            "Chutes de neige quotidiennes d’ERA5-Land depuis le début de la saison, en pourcentage de la moyenne d’au moins dix hivers complets sur les mêmes jours, à partir de trente jours de saison. Pour une région, la médiane d’au moins cinq stations.",
            "La journée la plus neigeuse depuis le début de la saison dans ERA5-Land, au moins 15 cm, comparée à la plus grosse de chaque hiver complet.",
            "Jours consécutifs de moins de 1 cm dans ERA5-Land, au moins sept, pendant la saison, comparés à la plus longue série de chaque hiver complet.",
            "Un même modèle de manteau neigeux avec la météo de cette saison et d’au moins dix hivers passés. Les deux côtés sont modélisés ; les hauteurs mesurées ne comptent pas.",
            "Chaque jour mesuré par une station météo, jours secs compris, face à sa prévision. La confiance découle de l’intervalle à 95 % de la performance.",
            "Erreur absolue moyenne de chaque modèle aux mêmes jours mesurés ; au moins deux modèles.",
            "La date d’ouverture donnée par la station ou son site ; les dates habituelles ne comptent pas.",
            "Le premier et le dernier jour habituels de la saison dans les données de référence, par hémisphère ; des jours typiques, pas des annonces.",
            "Modèle de manteau neigeux avec la météo d’au moins dix hivers passés au jour d’ouverture, dans les 90 jours ; intervalle de Jeffreys à 95 %. Sans neige de culture ni prévisions.",
            "L’annonce de la station des dernières 24 heures face à la médiane des stations météo à moins de 12 heures. Les lieux diffèrent : un écart n’est pas une erreur.",
            "Jours d’au moins 15 cm dans ERA5-Land pendant la dernière saison complète, parmi toutes les stations de l’hémisphère ; à égalité, la plus enneigée.",
        ],
        [
            "Neve giornaliera di ERA5-Land dall’inizio della stagione, in percentuale della media di almeno dieci inverni completi sugli stessi giorni, dopo trenta giorni di stagione. Per una regione la mediana di almeno cinque comprensori.",
            "Il giorno più nevoso dall’inizio della stagione in ERA5-Land, almeno 15 cm, confrontato con il maggiore di ogni inverno completo.",
            "Giorni di fila con meno di 1 cm in ERA5-Land, almeno sette, nella stagione, confrontati con la serie più lunga di ogni inverno completo.",
            "Un unico modello del manto nevoso con il meteo di questa stagione e di almeno dieci inverni passati. Entrambi i lati sono da modello; le altezze misurate non contano.",
            "Ogni giorno misurato da una stazione, anche asciutto, rispetto alla previsione. La fiducia segue dall’intervallo al 95 % dell’abilità.",
            "Errore assoluto medio di ogni modello negli stessi giorni misurati; almeno due modelli.",
            "La data di apertura data dal comprensorio o dal suo sito; le date abituali non contano.",
            "Il primo e l’ultimo giorno abituali della stagione nei dati di riferimento, per emisfero; giorni tipici, non annunci.",
            "Modello del manto nevoso con il meteo di almeno dieci inverni passati nel giorno di apertura, entro 90 giorni; intervallo di Jeffreys al 95 %. Senza neve artificiale né previsioni.",
            "Il dato del comprensorio delle ultime 24 ore rispetto alla mediana delle stazioni con misure entro 12 ore. I luoghi sono diversi: una differenza non è un errore.",
            "Giorni con almeno 15 cm in ERA5-Land nell’ultima stagione completa, tra tutti i comprensori dell’emisfero; a parità conta la neve totale.",
        ],
        [
            "Nieve diaria de ERA5-Land desde el inicio de la temporada, en porcentaje de la media de al menos diez inviernos completos en los mismos días, a partir de treinta días de temporada. Para una región, la mediana de al menos cinco estaciones.",
            "El día con más nieve desde el inicio de la temporada en ERA5-Land, al menos 15 cm, comparado con el mayor de cada invierno completo.",
            "Días seguidos con menos de 1 cm en ERA5-Land, al menos siete, dentro de la temporada, comparados con la racha más larga de cada invierno completo.",
            "Un mismo modelo del manto de nieve con el tiempo de esta temporada y de al menos diez inviernos pasados. Ambos lados son de modelo; los espesores medidos no cuentan.",
            "Cada día medido por una estación meteorológica, también los secos, frente a su pronóstico. La confianza sigue del intervalo al 95 % de la habilidad.",
            "Error absoluto medio de cada modelo en los mismos días medidos; al menos dos modelos.",
            "La fecha de apertura que da la estación o su web; las fechas habituales no cuentan.",
            "El primer y el último día habituales de la temporada en los datos de referencia, por hemisferio; días típicos, no anuncios.",
            "Modelo del manto de nieve con el tiempo de al menos diez inviernos pasados en el día de apertura, dentro de 90 días; intervalo de Jeffreys al 95 %. Sin nieve artificial ni pronósticos.",
            "El parte de la estación de las últimas 24 horas frente a la mediana de las estaciones meteorológicas con lecturas a menos de 12 horas. Están en lugares distintos: una diferencia no es un error.",
            "Días con al menos 15 cm en ERA5-Land en la última temporada completa, entre todas las estaciones del hemisferio; en empate, la que más nevó.",
        ],
        [
            "ERA5-Landの日降雪量をシーズン初日から合計し、10シーズン以上の同期間の平均に対する割合で示します（シーズン30日目以降）。地域は5か所以上の中央値です。",
            "ERA5-Landでシーズン初日以降に最も雪が降った日（15cm以上）を、過去の各シーズン最大の日と比べます。",
            "ERA5-Landで1cm未満の日がシーズン中に7日以上続いた長さを、過去の各シーズン最長と比べます。",
            "今シーズンと過去10シーズン以上の気象に同じ積雪モデルを使います。どちらもモデル値で、実測の積雪は使いません。",
            "観測所が測ったすべての日（雪のない日を含む）を予報と比べます。信頼度は精度の95%区間によります。",
            "同じ実測日における各モデルの平均絶対誤差。2モデル以上が対象です。",
            "スキー場または公式サイトが示す営業開始日。例年の日付は数えません。",
            "基本データにある例年のシーズン初日と最終日を半球ごとに比べます。目安であり発表ではありません。",
            "90日以内の営業開始日における過去10シーズン以上の気象を積雪モデルで計算します。95%のジェフリーズ区間。人工雪と予報は含みません。",
            "過去24時間のスキー場発表と、前後12時間以内の観測所の中央値を比べます。場所が違うため、差は誤りとは限りません。",
            "直近のシーズン全体でERA5-Landの15cm以上の日を半球の全スキー場で比べます。同数なら総降雪量の多い方が上位です。",
        ];
}
