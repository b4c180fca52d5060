//! Texts of the reading pages: trips, status, definitions, and an instance without a forecast.

use super::TextMessage;
use super::subject::subject;

subject! {
    /// Texts of the reading pages.
    Reading:
    trip_rule: &'static str =
        "100 points in total: new snow 40 (all of them from 8 cm a day on), powder days 20 (from one day in four), depth 20 (from 120 cm), terrain 20 (from 60 km for your ability, 150 km in all). An unknown part costs 30 % of its share; without snow values for the dates it brings nothing. Resorts whose season does not include the dates are left out.",
        "Von 100 Punkten: Neuschnee 40 (alle ab 8 cm am Tag), Pulvertage 20 (ab einem von vier Tagen), Schneehöhe 20 (ab 120 cm), Gelände 20 (ab 60 km für dein Können, 150 km insgesamt). Unbekanntes kostet 30 % seines Anteils; ohne Schneewerte für die Tage bringt es nichts. Skigebiete, deren Saison die Tage nicht umfasst, fehlen.",
        "Sur 100 points : neige fraîche 40 (tous à partir de 8 cm par jour), jours de poudreuse 20 (à partir d’un jour sur quatre), hauteur 20 (à partir de 120 cm), domaine 20 (à partir de 60 km pour votre niveau, 150 km en tout). L’inconnu coûte 30 % de sa part ; sans valeurs de neige à ces dates, il ne rapporte rien. Les stations hors saison à ces dates sont exclues.",
        "Su 100 punti: neve fresca 40 (tutti da 8 cm al giorno), giorni di polvere 20 (da un giorno su quattro), altezza 20 (da 120 cm), piste 20 (da 60 km per il tuo livello, 150 km in tutto). L’ignoto costa il 30 % della sua quota; senza valori di neve per quelle date non porta nulla. Mancano i comprensori fuori stagione in quelle date.",
        "De 100 puntos: nieve nueva 40 (todos desde 8 cm al día), días de polvo 20 (desde uno de cada cuatro), espesor 20 (desde 120 cm), terreno 20 (desde 60 km para tu nivel, 150 km en total). Lo desconocido cuesta el 30 % de su parte; sin valores de nieve para esas fechas no suma nada. No figuran las estaciones fuera de temporada en esas fechas.",
        "100点の内訳：新雪40点（1日8cmで満点）、パウダーの日20点（4日に1日で満点）、積雪20点（120cmで満点）、コース20点（レベルに合うコース60km、または全体150kmで満点）。不明な項目はその3割を減点し、日程の雪の値がない場合は0点。日程がシーズン外のスキー場は除きます。";
    not_considered: &'static str =
        "Not known of some resorts, so not considered there ({list}).", "Bei manchen Skigebieten nicht bekannt und dort nicht berücksichtigt ({list}).",
        "Inconnu pour certaines stations, donc non pris en compte ({list}).", "Non noto per alcuni comprensori, quindi non considerato ({list}).",
        "No se conoce en algunas estaciones y ahí no se tiene en cuenta ({list}).", "一部のスキー場では不明のため考慮していません（{list}）。";
    usual_season: &'static str =
        "The usual season includes these dates ({days}).", "Die Tage liegen in der üblichen Saison ({days}).",
        "Ces dates sont dans la saison habituelle ({days}).", "Le date rientrano nella stagione abituale ({days}).",
        "Las fechas caen en la temporada habitual ({days}).", "例年のシーズン（{days}）の期間内。";
    announced_season: &'static str =
        "The announced season includes these dates.", "Die Tage liegen in der angekündigten Saison.",
        "Ces dates sont dans la saison annoncée.", "Le date rientrano nella stagione annunciata.",
        "Las fechas caen en la temporada anunciada.", "発表されたシーズンの期間内。";
    unknown_season: &'static str =
        "Whether it is open then is not known.", "Ob dann geöffnet ist, ist nicht bekannt.", "L’ouverture à ces dates n’est pas connue.",
        "L’apertura in queste date non è nota.", "No se sabe si entonces está abierta.", "その時期の営業状況は不明。";
    pass: &'static str =
        "{name}: {terms} (season {season})", "{name}: {terms} (Saison {season})", "{name} : {terms} (saison {season})",
        "{name}: {terms} (stagione {season})", "{name}: {terms} (temporada {season})", "{name}：{terms}（{season}シーズン）";
    pass_over: &'static str =
        "{name}: {terms} (season {season}, which is over)", "{name}: {terms} (Saison {season}, schon vorbei)",
        "{name} : {terms} (saison {season}, terminée)", "{name}: {terms} (stagione {season}, finita)",
        "{name}: {terms} (temporada {season}, terminada)", "{name}：{terms}（終了した{season}シーズン）";
    not_accepted: &'static str =
        "This value in the address cannot be used. Change it, or start again from the page itself.",
        "Dieser Wert in der Adresse ist nicht brauchbar. Ändere ihn oder beginne auf der Seite selbst.",
        "Cette valeur de l’adresse n’est pas utilisable. Modifiez-la ou repartez de la page elle-même.",
        "Questo valore nell’indirizzo non è utilizzabile. Cambialo o riparti dalla pagina stessa.",
        "Este valor de la dirección no se puede usar. Cámbialo o empieza de nuevo en la página.",
        "アドレスのこの値は使えません。変更するか、ページの先頭からやり直してください。";

    photos_note: &'static str =
        "Freely licensed photos from Wikimedia Commons. They may show the village or an older lift, not today’s snow.",
        "Fotos mit freier Lizenz von Wikimedia Commons. Sie können den Ort oder einen älteren Lift zeigen, nicht den Schnee von heute.",
        "Photos sous licence libre de Wikimedia Commons. Elles peuvent montrer le village ou une ancienne remontée, pas la neige du jour.",
        "Foto con licenza libera da Wikimedia Commons. Possono mostrare il paese o un vecchio impianto, non la neve di oggi.",
        "Fotos con licencia libre de Wikimedia Commons. Pueden mostrar el pueblo o un remonte antiguo, no la nieve de hoy.",
        "Wikimedia Commonsの自由に使える写真です。町や古いリフトの写真もあり、今日の雪を示すものではありません。";
    resort_count: &'static str = "Resorts", "Skigebiete", "Stations", "Comprensori", "Estaciones", "スキー場数";

    // The status page.
    sources_in_order: &'static str =
        "Sources in order: {good} of {all}.", "Quellen in Ordnung: {good} von {all}.", "Sources en ordre : {good} sur {all}.",
        "Fonti in ordine: {good} su {all}.", "Fuentes en orden: {good} de {all}.", "正常な情報源：{all}件中{good}件。";
    attention: &'static str =
        "Sources with a problem", "Quellen mit einem Problem", "Sources en difficulté", "Fonti con un problema", "Fuentes con un problema",
        "問題のある情報源";
    every_source: &'static str =
        "Every source", "Alle Quellen", "Toutes les sources", "Tutte le fonti", "Todas las fuentes", "すべての情報源";
    next_try: &'static str =
        "Next try", "Nächster Versuch", "Prochain essai", "Prossimo tentativo", "Próximo intento", "次の取得";
    switched_off: &'static str =
        "not fetched", "nicht abgerufen", "non récupérée", "non scaricata", "no se obtiene", "取得しない設定";
    /// Forecasts, past winters, El Niño index, stations, avalanche bulletins, roads, lifts, webcams, photos.
    families: [&'static str; 9] =
        ["Weather models", "Past winters", "El Niño index", "Weather stations", "Avalanche bulletins", "Roads", "Lifts", "Webcams", "Photos"],
        ["Wettermodelle", "Frühere Winter", "El-Niño-Index", "Wetterstationen", "Lawinenberichte", "Straßen", "Lifte", "Webcams", "Fotos"],
        ["Modèles météo", "Hivers passés", "Indice El Niño", "Stations météo", "Bulletins d’avalanche", "Routes", "Remontées", "Webcams", "Photos"],
        ["Modelli meteo", "Inverni passati", "Indice El Niño", "Stazioni meteo", "Bollettini valanghe", "Strade", "Impianti", "Webcam", "Foto"],
        ["Modelos del tiempo", "Inviernos pasados", "Índice de El Niño", "Estaciones meteorológicas", "Boletines de aludes", "Carreteras", "Remontes",
         "Webcams", "Fotos"],
        ["気象モデル", "過去のシーズン", "エルニーニョ指数", "観測所", "雪崩情報", "道路", "リフト", "ウェブカメラ", "写真"];
    /// Labels of the progress of past winters: resorts with the current, ten and thirty winters, missing winters, used
    /// calls, estimated end.
    filling: [&'static str; 6] =
        ["Resorts with the current winter", "Resorts with ten winters", "Resorts with thirty winters", "Winters still to fetch",
         "Calls for past winters in 24 hours", "Complete"],
        ["Skigebiete mit dem laufenden Winter", "Skigebiete mit zehn Wintern", "Skigebiete mit dreißig Wintern", "Noch zu holende Winter",
         "Abrufe für frühere Winter in 24 Stunden", "Vollständig"],
        ["Stations avec l’hiver en cours", "Stations avec dix hivers", "Stations avec trente hivers", "Hivers encore à récupérer",
         "Appels pour les hivers passés en 24 heures", "Complet"],
        ["Comprensori con l’inverno in corso", "Comprensori con dieci inverni", "Comprensori con trenta inverni", "Inverni ancora da scaricare",
         "Chiamate per gli inverni passati in 24 ore", "Completo"],
        ["Estaciones con el invierno en curso", "Estaciones con diez inviernos", "Estaciones con treinta inviernos", "Inviernos por obtener",
         "Llamadas por inviernos pasados en 24 horas", "Completo"],
        ["今シーズンがあるスキー場", "過去10シーズンがあるスキー場", "過去30シーズンがあるスキー場", "未取得のシーズン数", "24時間の過去シーズン取得回数", "完了の見込み"];
    filled_by: &'static str =
        "about {date} at the rate of the last 24 hours", "etwa am {date}, wenn es wie in den letzten 24 Stunden weitergeht",
        "vers le {date} au rythme des dernières 24 heures", "verso il {date} al ritmo delle ultime 24 ore",
        "hacia el {date} al ritmo de las últimas 24 horas", "直近24時間の速さで{date}ごろ";
    nothing_lately: &'static str =
        "not known: no past winter arrived in the last 24 hours", "nicht bekannt: in den letzten 24 Stunden kam kein früherer Winter dazu",
        "inconnu : aucun hiver passé n’est arrivé ces dernières 24 heures", "non noto: nelle ultime 24 ore non è arrivato alcun inverno passato",
        "no se sabe: en las últimas 24 horas no llegó ningún invierno pasado", "不明（直近24時間に取得した過去シーズンはありません）";

    // An instance without a forecast.
    no_forecast: &'static str =
        "No forecast has arrived yet", "Noch keine Prognose da", "Pas encore de prévision", "Ancora nessuna previsione",
        "Todavía no hay pronóstico", "予報はまだ届いていません";
    only_facts: &'static str =
        "Resorts with their facts: {n}. Their weather is still missing.", "Skigebiete mit ihren Fakten: {n}. Ihr Wetter fehlt noch.",
        "Stations avec leurs données de base : {n}. Leur météo manque encore.", "Comprensori con i loro dati di base: {n}. Il meteo manca ancora.",
        "Estaciones con sus datos básicos: {n}. Su tiempo aún falta.", "スキー場{n}か所の基本情報だけがあり、気象データはまだありません。";
    why: &'static str = "Why", "Warum", "Pourquoi", "Perché", "Por qué", "理由";
    not_fetched: &'static str =
        "Weather is not being fetched. The operator of this server has switched it off.",
        "Es werden keine Wetterdaten geholt. Wer diesen Server betreibt, hat das abgeschaltet.",
        "La météo n’est pas récupérée : l’exploitant de ce serveur a coupé la collecte.",
        "I dati meteo non vengono scaricati: chi gestisce questo server ha disattivato la raccolta.",
        "No se descargan datos del tiempo: quien gestiona este servidor lo ha desactivado.",
        "気象データの取得は、サーバーの運営者が停止しています。";
    first_fetch: &'static str =
        "The first forecast is being fetched. It usually takes a few minutes.",
        "Die erste Prognose wird gerade geholt. Das dauert meist einige Minuten.",
        "La première prévision est en cours de récupération. Cela prend d’ordinaire quelques minutes.",
        "La prima previsione è in arrivo. Di solito servono alcuni minuti.",
        "Se está obteniendo el primer pronóstico. Suele tardar unos minutos.",
        "最初の予報を取得中です。通常は数分かかります。";
    no_answer: &'static str =
        "The weather service does not answer.", "Der Wetterdienst antwortet nicht.", "Le service météo ne répond pas.",
        "Il servizio meteo non risponde.", "El servicio del tiempo no responde.", "気象サービスの応答がありません。";
    next_try_at: TextMessage =
        |time| format!("Next try at {time}."), |time| format!("Nächster Versuch um {time}."), |time| format!("Prochain essai à {time}."),
        |time| format!("Prossimo tentativo alle {time}."), |time| format!("Próximo intento a las {time}."), |time| format!("次は{time}に取得します。");
    nothing_made_up: &'static str =
        "Nothing is made up. Unknown values are marked as such.", "Nichts ist erfunden. Was nicht bekannt ist, steht so da.",
        "Rien n’est inventé : ce qu’on ne sait pas est indiqué.", "Nulla è inventato: ciò che non si sa è indicato.",
        "Nada es inventado: lo que no se sabe se indica.", "推測で埋めることはしません。わからないことは「報告なし」と表示します。";
    can_do: &'static str =
        "What you can do now", "Was du jetzt tun kannst", "Ce que vous pouvez faire", "Cosa puoi fare ora", "Qué puedes hacer ahora", "今できること";
    find_resort: &'static str =
        "Find a resort: facts, season, ski passes", "Ein Skigebiet suchen: Fakten, Saison, Skipässe",
        "Chercher une station : données de base, saison, forfaits", "Cerca un comprensorio: dati di base, stagione, skipass",
        "Busca una estación: datos básicos, temporada, forfaits", "スキー場を探す（基本情報・シーズン・リフト券）";
    how_it_works: &'static str =
        "Read how it works: sources, models, limits", "So funktioniert es: Quellen, Modelle, Grenzen",
        "Lire le fonctionnement : sources, modèles, limites", "Leggi come funziona: fonti, modelli, limiti",
        "Lee cómo funciona: fuentes, modelos, límites", "仕組みを読む（情報源・モデル・限界）";
    operator_asks: &'static str =
        "Do you run this server?", "Betreibst du diesen Server?", "Vous exploitez ce serveur ?", "Gestisci questo server?",
        "¿Gestionas este servidor?", "このサーバーの運営者の方へ";
    operator_off: &'static str =
        "It was started with the option below. Without it the first forecasts come within minutes.",
        "Er wurde mit der folgenden Option gestartet. Ohne sie kommen die ersten Prognosen in wenigen Minuten.",
        "Il a été démarré avec l’option ci-dessous. Sans elle, les premières prévisions arrivent en quelques minutes.",
        "È stato avviato con l’opzione qui sotto. Senza, le prime previsioni arrivano in pochi minuti.",
        "Se inició con la opción de abajo. Sin ella los primeros pronósticos llegan en minutos.",
        "次のオプション付きで起動しています。外すと数分で最初の予報が届きます。";
    operator_check: &'static str =
        "The command below checks the network and the settings.", "Der folgende Befehl prüft Netz und Einstellungen.",
        "La commande ci-dessous vérifie le réseau et les réglages.", "Il comando qui sotto controlla rete e impostazioni.",
        "El comando de abajo comprueba la red y los ajustes.", "次のコマンドでネットワークと設定を確認できます。";
    operator_demo: &'static str =
        "A made-up winter to look at:", "Ein erfundener Winter zum Anschauen:", "Un hiver inventé, pour voir :",
        "Un inverno inventato da guardare:", "Un invierno inventado para verlo:", "架空の冬で試す場合：";

    // Definitions.
    months: &'static str = "months", "Monate", "mois", "mesi", "meses", "か月";
    formula: &'static str =
        "100 × (Σ(points × confidence) ÷ Σ(maximum × confidence)) × (1 − discount × (1 − mean confidence)) over the known parts. Missing parts count as missing, never as zero. There is no score out of season, or if too few parts are known.",
        "100 × (Σ(Punkte × Verlässlichkeit) ÷ Σ(Höchstzahl × Verlässlichkeit)) × (1 − Abzug × (1 − mittlere Verlässlichkeit)) über die bekannten Teile. Fehlende Teile zählen als fehlend, nie als null. Außerhalb der Saison, oder wenn zu wenig bekannt ist, gibt es keine Note.",
        "100 × (Σ(points × fiabilité) ÷ Σ(maximum × fiabilité)) × (1 − réduction × (1 − fiabilité moyenne)) sur les éléments connus. Les éléments manquants comptent comme manquants, jamais comme zéro. Pas de note hors saison, ni si trop peu est connu.",
        "100 × (Σ(punti × affidabilità) ÷ Σ(massimo × affidabilità)) × (1 − riduzione × (1 − affidabilità media)) sulle parti note. Le parti mancanti contano come mancanti, mai come zero. Nessun punteggio fuori stagione o se si sa troppo poco.",
        "100 × (Σ(puntos × fiabilidad) ÷ Σ(máximo × fiabilidad)) × (1 − descuento × (1 − fiabilidad media)) sobre las partes conocidas. Las que faltan cuentan como ausentes, nunca como cero. Sin puntuación fuera de temporada o si se sabe muy poco.",
        "既知の項目について 100 ×（Σ(点数 × 信頼度) ÷ Σ(満点 × 信頼度)）×（1 − 減点 ×（1 − 平均信頼度））。欠けた項目は0ではなく欠測として扱います。シーズン外や情報不足のときはスコアを出しません。";
    /// Areas of definitions, in the order of `Area`.
    areas: [&'static str; 9] =
        ["Age of values", "Confidence and plausibility", "Depth, status, averages", "Snow quality", "Stations", "Operating risk", "Storms and models",
         "Past winters and El Niño", "Snow score"],
        ["Alter der Werte", "Verlässlichkeit und Plausibilität", "Schneehöhe, Betrieb, Mittel", "Schneequalität", "Stationen", "Betriebsrisiko",
         "Schneefälle und Modelle", "Frühere Winter und El Niño", "Schneenote"],
        ["Âge des valeurs", "Fiabilité et plausibilité", "Hauteur, ouverture, moyennes", "Qualité de la neige", "Stations météo", "Risque d’exploitation",
         "Tempêtes et modèles", "Hivers passés et El Niño", "Note de neige"],
        ["Età dei valori", "Affidabilità e plausibilità", "Altezza, apertura, medie", "Qualità della neve", "Stazioni", "Rischio per gli impianti",
         "Nevicate e modelli", "Inverni passati ed El Niño", "Punteggio neve"],
        ["Edad de los valores", "Fiabilidad y plausibilidad", "Espesor, apertura, medias", "Calidad de la nieve", "Estaciones meteorológicas",
         "Riesgo de explotación", "Nevadas y modelos", "Inviernos pasados y El Niño", "Puntuación de nieve"],
        ["値の新しさ", "信頼度と妥当性", "積雪・営業・平均", "雪質", "観測所", "運休のおそれ", "大雪とモデル", "過去のシーズンとエルニーニョ", "雪スコア"];
}
