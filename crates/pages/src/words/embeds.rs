//! Texts of embeds and their generator, calendars, and the copy that a browser stores.

use super::TextMessage;
use super::subject::subject;

subject! {
    /// Texts of embeds, calendars and stored copies.
    Taken:
    embed: &'static str =
        "For your own page", "Für die eigene Seite", "Pour votre page", "Per la tua pagina", "Para tu página", "自分のページに載せる";
    embed_says: &'static str =
        "A small box with the snow of one resort, for other pages. Its address is permanent; it sets no cookies and loads nothing from other sites.",
        "Ein kleiner Kasten mit dem Schnee eines Skigebiets, für andere Seiten. Seine Adresse bleibt, er setzt kein Cookie und lädt nur sich selbst.",
        "Un petit cadre avec la neige d’une station, pour d’autres pages. Son adresse reste, il ne pose aucun cookie et ne charge que lui-même.",
        "Un riquadro con la neve di un comprensorio, per altre pagine. Il suo indirizzo resta, non usa cookie e carica solo sé stesso.",
        "Un recuadro con la nieve de una estación, para otras páginas. Su dirección permanece, no usa cookies y solo se carga a sí mismo.",
        "1つのスキー場の雪を他のページに表示する小さな枠です。アドレスは変わらず、Cookieを使わず、外部を読み込みません。";
    language: &'static str = "Language", "Sprache", "Langue", "Lingua", "Idioma", "言語";
    theme: &'static str = "Colours", "Farben", "Couleurs", "Colori", "Colores", "配色";
    /// As the reader's system, light, dark.
    themes: [&'static str; 3] =
        ["as the reader's system", "light", "dark"], ["wie beim Leser", "hell", "dunkel"],
        ["comme chez le lecteur", "clair", "sombre"], ["come dal lettore", "chiaro", "scuro"],
        ["como el lector", "claro", "oscuro"], ["閲覧者に合わせる", "ライト", "ダーク"];
    as_frame: &'static str =
        "As a frame", "Als Rahmen", "En cadre", "Come riquadro", "Como marco", "フレームとして";
    as_script: &'static str =
        "As a script that adjusts the height", "Als Skript, das die Höhe anpasst", "En script, qui ajuste la hauteur",
        "Come script, che adatta l’altezza", "Como script, que ajusta la altura", "スクリプトとして（高さ自動調整）";
    as_badge: &'static str =
        "As a badge, for pages that accept only pictures", "Als Abzeichen, für Seiten, die nur Bilder erlauben",
        "En badge, pour les pages qui n’acceptent que des images", "Come badge, per pagine che accettano solo immagini",
        "Como insignia, para páginas que solo admiten imágenes", "バッジとして（画像のみのページ用）";
    preview: &'static str = "Preview", "Vorschau", "Aperçu", "Anteprima", "Vista previa", "プレビュー";
    calendar: &'static str =
        "Powder days as a calendar", "Pulvertage als Kalender", "Jours de poudreuse en calendrier",
        "Giorni di polvere come calendario", "Días de nieve polvo como calendario", "パウダーデーのカレンダー";
    powder_day: TextMessage =
        |name| format!("Powder day likely: {name}"), |name| format!("Pulverschnee wahrscheinlich: {name}"),
        |name| format!("Poudreuse probable : {name}"), |name| format!("Giorno di polvere probabile: {name}"),
        |name| format!("Nieve polvo probable: {name}"), |name| format!("パウダーの可能性：{name}");
    season_opens: TextMessage =
        |name| format!("Season opens: {name}"), |name| format!("Saisonbeginn: {name}"), |name| format!("Ouverture : {name}"),
        |name| format!("Apertura: {name}"), |name| format!("Apertura: {name}"), |name| format!("シーズン開始：{name}");
    /// Shown on a page that the browser stored; `%` becomes the time.
    stored: &'static str =
        "Stored on this device at %, because the service cannot be reached. It may be old.",
        "Auf diesem Gerät gespeichert um %, weil der Dienst nicht erreichbar ist. Der Stand kann alt sein.",
        "Copie enregistrée sur cet appareil à %, car le service est injoignable. Elle peut être ancienne.",
        "Copia salvata su questo dispositivo alle %, perché il servizio non è raggiungibile. Può essere vecchia.",
        "Copia guardada en este dispositivo a las %, porque no se puede acceder al servicio. Puede ser antigua.",
        "サービスに接続できないため、%にこの端末に保存した内容を表示しています。古い可能性があります。";
}
