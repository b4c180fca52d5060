//! Texts of a resort's page besides its numbers: reasons for a missing score, its computation, the past, pictures.

use super::subject::subject;
use super::{TextMessage, TwoTextsMessage};

subject! {
    /// Texts of a resort's page.
    Place:
    out_of_season: &'static str =
        "withheld because it is out of season", "keine Schneenote: außerhalb der Saison", "pas de note : hors saison",
        "nessun punteggio: fuori stagione", "sin puntuación: fuera de temporada", "スコアなし（シーズン外）";
    thin_evidence: &'static str =
        "withheld because too little is reported", "keine Schneenote: zu wenig gemeldet", "pas de note : trop peu de données",
        "nessun punteggio: troppo pochi dati", "sin puntuación: muy pocos datos", "スコアなし（情報不足）";
    /// Short form for tables.
    out_of_season_short: &'static str = "out of season", "außerhalb der Saison", "hors saison", "fuori stagione", "fuera de temporada", "シーズン外";
    thin_evidence_short: &'static str =
        "too little reported", "zu wenig gemeldet", "trop peu de données", "troppo pochi dati", "muy pocos datos", "情報不足";
    score_how: &'static str =
        "How the score is computed", "Wie die Schneenote entsteht", "Comment la note de neige est calculée",
        "Come nasce il punteggio neve", "Cómo se calcula la puntuación de nieve", "雪スコアの内訳";
    part: &'static str = "Part", "Teil", "Élément", "Parte", "Parte", "項目";
    points: &'static str = "Points", "Punkte", "Points", "Punti", "Puntos", "点数";
    basis: &'static str = "From", "Woraus", "À partir de", "Da", "A partir de", "根拠";
    no_points: &'static str =
        "none: not known", "keine: nicht bekannt", "aucun : inconnu", "nessuno: non noto", "ninguno: no se conoce", "なし（不明）";
    /// In the order of `Part::ALL`: recent snow, depth against average, forecast, surface, operations, history.
    parts: [&'static str; 6] =
        ["New snow", "Depth against average", "Forecast", "Snow quality", "Operation", "Usual depth"],
        ["Neuschnee", "Höhe gegenüber dem Mittel", "Prognose", "Schneequalität", "Betrieb", "Übliche Höhe"],
        ["Neige fraîche", "Hauteur par rapport à la moyenne", "Prévision", "Qualité de la neige", "Ouverture", "Hauteur habituelle"],
        ["Neve fresca", "Altezza rispetto alla media", "Previsione", "Qualità della neve", "Apertura", "Altezza abituale"],
        ["Nieve nueva", "Espesor frente a la media", "Pronóstico", "Calidad de la nieve", "Apertura", "Espesor habitual"],
        ["新雪", "平均と比べた積雪", "予報", "雪質", "営業状況", "例年の積雪"];
    /// The modelled and the measured depth, each with its elevation band.
    depths_differ: TwoTextsMessage =
        |model, measured| format!("Modelled {model}, measured {measured}."),
        |model, measured| format!("Modell {model}, gemessen {measured}."),
        |model, measured| format!("Modélisé {model}, mesuré {measured}."),
        |model, measured| format!("Da modello {model}, misurato {measured}."),
        |model, measured| format!("De modelo {model}, medido {measured}."),
        |model, measured| format!("推定は{model}、実測は{measured}です。");
    /// The elevation above which a danger level applies.
    above: TextMessage =
        |elevation| format!("above {elevation}"), |elevation| format!("oberhalb von {elevation}"),
        |elevation| format!("au-dessus de {elevation}"), |elevation| format!("sopra {elevation}"),
        |elevation| format!("por encima de {elevation}"), |elevation| format!("標高{elevation}より上");
    /// The elevation below which a danger level applies.
    below: TextMessage =
        |elevation| format!("below {elevation}"), |elevation| format!("unterhalb von {elevation}"),
        |elevation| format!("au-dessous de {elevation}"), |elevation| format!("sotto {elevation}"),
        |elevation| format!("por debajo de {elevation}"), |elevation| format!("標高{elevation}より下");
    as_known: TextMessage =
        |time| format!("As it was known on {time}."),
        |time| format!("Stand des Wissens vom {time}."),
        |time| format!("État des connaissances au {time}."),
        |time| format!("Come era noto il {time}."),
        |time| format!("Según lo que se sabía el {time}."),
        |time| format!("{time}の時点で分かっていた内容。");
    past_lacks: &'static str =
        "Avalanche danger, roads, webcams and odds are shown only for the present.",
        "Lawinengefahr, Straßen, Webcams und Chancen werden nur für die Gegenwart genannt.",
        "Danger d’avalanche, routes, webcams et probabilités ne sont donnés que pour le présent.",
        "Pericolo valanghe, strade, webcam e probabilità valgono solo per il presente.",
        "Peligro de aludes, carreteras, webcams y probabilidades solo se dan para el presente.",
        "雪崩の危険度・道路・ウェブカメラ・確率は現在についてのみ表示します。";
    day_before: &'static str = "Day before", "Tag davor", "Jour précédent", "Giorno prima", "Día anterior", "前の日";
    day_after: &'static str = "Day after", "Tag danach", "Jour suivant", "Giorno dopo", "Día siguiente", "次の日";
    present: &'static str = "Now", "Jetzt", "Maintenant", "Adesso", "Ahora", "現在";
    other_day: &'static str = "As of another day", "Stand eines anderen Tages", "À une autre date", "A un altro giorno", "En otra fecha", "別の日の状況";
    pictures: &'static str =
        "Webcams and photos", "Webcams und Fotos", "Webcams et photos", "Webcam e foto", "Webcams y fotos", "ウェブカメラと写真";
    webcams: &'static str = "Webcams", "Webcams", "Webcams", "Webcam", "Webcams", "ウェブカメラ";
    webcam_page: &'static str =
        "Webcam page of the resort", "Webcam-Seite des Skigebiets", "Page webcams de la station", "Pagina webcam del comprensorio",
        "Página de webcams de la estación", "スキー場のウェブカメラページ";
    no_webcams: &'static str =
        "No webcam is on record here.", "Hier ist keine Webcam bekannt.", "Aucune webcam n’est répertoriée ici.",
        "Qui non risulta nessuna webcam.", "Aquí no consta ninguna webcam.", "登録されたウェブカメラはありません。";
    photos: &'static str = "Photos", "Fotos", "Photos", "Foto", "Fotos", "写真";
    no_photos: &'static str =
        "No freely licensed photo is on record here.", "Hier ist kein Foto mit freier Lizenz bekannt.",
        "Aucune photo sous licence libre n’est répertoriée ici.", "Qui non risulta nessuna foto con licenza libera.",
        "Aquí no consta ninguna foto con licencia libre.", "自由に使える写真は登録されていません。";
    elsewhere: &'static str =
        "Links open at their hosts: this page loads no picture from elsewhere.",
        "Die Links öffnen bei ihren Anbietern: Diese Seite lädt kein Bild von anderswo.",
        "Les liens s’ouvrent chez leurs hébergeurs : cette page ne charge aucune image d’ailleurs.",
        "I link si aprono presso i loro siti: questa pagina non carica immagini da altrove.",
        "Los enlaces se abren en su sitio: esta página no carga imágenes de otros.",
        "リンク先のサイトで開きます。このページは外部の画像を読み込みません。";
    /// Working, not working, not checked.
    links: [&'static str; 3] =
        ["working", "not working", "not checked recently"],
        ["erreichbar", "nicht erreichbar", "länger nicht geprüft"],
        ["fonctionne", "ne fonctionne pas", "non vérifié récemment"],
        ["funziona", "non funziona", "non verificato di recente"],
        ["funciona", "no funciona", "sin comprobar últimamente"],
        ["利用可", "利用不可", "最近未確認"];
    reels: &'static str = "Recorded storms", "Aufgezeichnete Schneefälle", "Tempêtes enregistrées", "Nevicate registrate", "Nevadas grabadas", "記録した大雪";
}
