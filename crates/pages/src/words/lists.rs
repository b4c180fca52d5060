//! Texts of the start page, rankings, search, regions and the map.

use super::Words;
use super::subject::subject;
use super::{CountMessage, TextMessage, TwoTextsMessage};

subject! {
    /// Texts of pages that list resorts.
    Lists:
    best_first: &'static str =
        "The best day of the next seven comes first.", "Zuoberst der beste Tag der nächsten sieben.",
        "Le meilleur des sept prochains jours vient en premier.", "Prima il giorno migliore dei prossimi sette.",
        "Primero, el mejor día de los próximos siete.", "今後7日間でいちばん降る順に並んでいます。";
    change: &'static str = "Change", "Ändern", "Modifier", "Modifica", "Cambiar", "変更";
    done: &'static str = "Done", "Fertig", "Terminé", "Fatto", "Listo", "完了";
    snow_at: CountMessage =
        |count| format!("Snow at {count} ski resorts"), |count| format!("Schnee in {count} Skigebieten"),
        |count| format!("La neige dans {count} stations"), |count| format!("La neve in {count} comprensori"),
        |count| format!("Nieve en {count} estaciones"), |count| format!("スキー場{count}か所の雪");
    every_number: &'static str =
        "Every number says where it comes from. Unknown stays unknown.",
        "Bei jeder Zahl steht, woher sie kommt. Unbekanntes bleibt unbekannt.",
        "Chaque chiffre indique d’où il vient. L’inconnu reste inconnu.",
        "Ogni dato dice da dove viene. Ciò che non si sa resta ignoto.",
        "Cada dato dice de dónde sale. Lo desconocido sigue siendo desconocido.",
        "すべての数値に出どころを示します。わからないことは、わからないままにします。";
    tap_the_star: &'static str =
        "No mountain remembered yet. Tap the star on a resort’s page.",
        "Noch kein Skigebiet gemerkt. Tippe auf dessen Seite auf den Stern.",
        "Aucune station retenue. Touchez l’étoile sur la page d’une station.",
        "Nessun comprensorio salvato. Tocca la stella nella sua pagina.",
        "Aún no has guardado ninguna estación. Toca la estrella en su página.",
        "登録したスキー場はありません。各スキー場のページで☆を押すと、ここに表示されます。";
    forget: TextMessage =
        |name| format!("Remove {name}"), |name| format!("{name} entfernen"), |name| format!("Retirer {name}"),
        |name| format!("Togli {name}"), |name| format!("Quitar {name}"), |name| format!("{name}の登録を解除");
    add_mountain: &'static str =
        "Add a mountain", "Skigebiet hinzufügen", "Ajouter une station", "Aggiungi un comprensorio", "Añadir una estación", "スキー場を追加";
    kept_here: &'static str =
        "Remembered in this browser.", "In diesem Browser gemerkt.", "Retenues dans ce navigateur.",
        "Salvati in questo browser.", "Guardadas en este navegador.", "このブラウザーに登録しています。";
    sign_in_to_keep: &'static str =
        "Sign in to keep them on every device.", "Melde dich an, um sie auf jedem Gerät zu haben.",
        "Connectez-vous pour les retrouver sur tous vos appareils.", "Accedi per averli su ogni dispositivo.",
        "Inicia sesión para tenerlas en todos tus dispositivos.", "ログインすると、どの端末でも使えます。";
    most_next: &'static str =
        "Most snow in the next 7 days", "Am meisten Schnee in den nächsten 7 Tagen",
        "Le plus de neige sur les 7 prochains jours", "Più neve nei prossimi 7 giorni",
        "Más nieve en los próximos 7 días", "今後7日間に雪の多いスキー場";
    most_past: &'static str =
        "New snow in the past 24 hours", "Neuschnee der letzten 24 Stunden",
        "Neige fraîche des dernières 24 heures", "Neve fresca delle ultime 24 ore",
        "Nieve nueva de las últimas 24 horas", "過去24時間の新雪";
    deepest: &'static str =
        "Deepest snow", "Größte Schneehöhen", "Les plus grandes hauteurs de neige", "Neve più alta", "Mayor espesor de nieve", "積雪の多いスキー場";
    by_models: &'static str =
        "Forecast by weather models", "Prognose von Wettermodellen", "Prévision des modèles météo",
        "Previsione dei modelli meteo", "Pronóstico de los modelos meteorológicos", "気象モデルによる予報";
    /// The number of resorts with new snow, and how many of them measured it.
    have_new_snow: fn(usize, usize) -> String =
        |count, measured| format!("With 1 mm or more: {count}, of which measured: {measured}."),
        |count, measured| format!("Mit 1 mm oder mehr: {count}, davon gemessen: {measured}."),
        |count, measured| format!("Avec 1 mm ou plus : {count}, dont mesurées : {measured}."),
        |count, measured| format!("Con 1 mm o più: {count}, di cui misurati: {measured}."),
        |count, measured| format!("Con 1 mm o más: {count}, de ellas medidas: {measured}."),
        |count, measured| format!("1mm以上は{count}か所、うち実測は{measured}か所です。");
    /// The number of resorts, and how many of them have a measured or a modelled value.
    measured_modelled: fn(usize, usize, usize) -> String =
        |all, measured, modelled| format!("{all} resorts: measured at {measured}, modelled at {modelled}"),
        |all, measured, modelled| format!("{all} Skigebiete: {measured} gemessen, {modelled} aus Modellen"),
        |all, measured, modelled| format!("{all} stations : {measured} mesurées, {modelled} modélisées"),
        |all, measured, modelled| format!("{all} comprensori: {measured} misurati, {modelled} da modello"),
        |all, measured, modelled| format!("{all} estaciones: {measured} medidas, {modelled} de modelo"),
        |all, measured, modelled| format!("{all}か所（実測{measured}、推定{modelled}）");
    no_new_snow: &'static str =
        "No new snow in the past 24 hours here.", "In den letzten 24 Stunden kein Neuschnee.",
        "Pas de neige fraîche ces dernières 24 heures.", "Nessuna neve fresca nelle ultime 24 ore.",
        "Sin nieve nueva en las últimas 24 horas.", "過去24時間に新雪はありません。";
    list_ends: CountMessage =
        |others| format!("The list ends here. Without new snow, or not reported: {others}."),
        |others| format!("Hier endet die Liste. Ohne Neuschnee oder nicht gemeldet: {others}."),
        |others| format!("La liste s’arrête ici. Sans neige fraîche ou non communiquées : {others}."),
        |others| format!("La lista finisce qui. Senza neve fresca o non comunicati: {others}."),
        |others| format!("La lista termina aquí. Sin nieve nueva o sin datos: {others}."),
        |others| format!("新雪があるのはここまでです。新雪なし・報告なしは{others}か所です。");
    all_rankings: &'static str =
        "All rankings", "Alle Ranglisten", "Tous les classements", "Tutte le classifiche", "Todos los rankings", "すべてのランキング";
    measured_only: &'static str =
        "Measured only", "Nur gemessene", "Mesurées seulement", "Solo misurati", "Solo medidas", "実測のみ";
    other_filter: &'static str =
        "Another region, country, pass or order", "Andere Region, anderes Land, anderer Pass oder andere Reihenfolge",
        "Autre région, pays, forfait ou ordre", "Un’altra zona, paese, skipass o ordine",
        "Otra región, país, pase u orden", "地域・国・パス・並び順を変える";
    order: &'static str = "Order", "Reihenfolge", "Ordre", "Ordine", "Orden", "並び順";
    /// The first and the last row of a page, and the number of rows.
    rows: fn(usize, usize, usize) -> String =
        |first, last, all| format!("{first} to {last} of {all}"), |first, last, all| format!("{first} bis {last} von {all}"),
        |first, last, all| format!("{first} à {last} sur {all}"), |first, last, all| format!("da {first} a {last} di {all}"),
        |first, last, all| format!("{first} a {last} de {all}"), |first, last, all| format!("{all}件中{first}〜{last}件");
    /// The number of hits and the text that was searched.
    hits: fn(usize, &str) -> String =
        |count, text| format!("{count} {} for “{text}”", if count == 1 { "resort" } else { "resorts" }),
        |count, text| format!("{count} {} zu „{text}“", if count == 1 { "Skigebiet" } else { "Skigebiete" }),
        |count, text| format!("{count} {} pour « {text} »", if count == 1 { "station" } else { "stations" }),
        |count, text| format!("{count} {} per “{text}”", if count == 1 { "comprensorio" } else { "comprensori" }),
        |count, text| format!("{count} {} para «{text}»", if count == 1 { "estación" } else { "estaciones" }),
        |count, text| format!("「{text}」のスキー場：{count}件");
    found_by: TextMessage =
        |name| format!("found by “{name}”"), |name| format!("gefunden über „{name}“"),
        |name| format!("trouvée par « {name} »"), |name| format!("trovato con “{name}”"),
        |name| format!("encontrada por «{name}»"), |name| format!("「{name}」で一致");
    looking_for_region: &'static str =
        "Looking for a region?", "Suchst du eine Region?", "Vous cherchez une région ?", "Cerchi una zona?",
        "¿Buscas una región?", "地域をお探しですか？";
    what_is_shown: &'static str =
        "What is shown", "Was gezeigt wird", "Ce qui est affiché", "Cosa si vede", "Qué se muestra", "表示する内容";
    closer: &'static str = "Closer", "Näher", "Plus près", "Più vicino", "Más cerca", "拡大";
    whole_map: &'static str = "Whole map", "Ganze Karte", "Toute la carte", "Tutta la mappa", "Mapa completo", "全体";
    all_by_country: &'static str =
        "All resorts by country", "Alle Skigebiete nach Land", "Toutes les stations par pays",
        "Tutti i comprensori per paese", "Todas las estaciones por país", "国別の全スキー場";
    /// The number of resorts on the map.
    map_label: CountMessage =
        |count| format!("Map with {count} resorts. The lists below say the same."),
        |count| format!("Karte mit {count} Skigebieten. Die Listen darunter sagen dasselbe."),
        |count| format!("Carte de {count} stations. Les listes ci-dessous disent la même chose."),
        |count| format!("Mappa con {count} comprensori. Gli elenchi sotto dicono lo stesso."),
        |count| format!("Mapa con {count} estaciones. Las listas de abajo dicen lo mismo."),
        |count| format!("スキー場{count}か所の地図。下の一覧と同じ内容です。");
    named_are: CountMessage =
        |count| format!("Named: the most snow of an area. {count} resorts; the lists below have them all."),
        |count| format!("Mit Namen: der meiste Schnee der Umgebung. {count} Skigebiete; die Listen darunter nennen alle."),
        |count| format!("Nommées : le plus de neige des environs. {count} stations, toutes dans les listes ci-dessous."),
        |count| format!("Con nome: la neve più abbondante dei dintorni. {count} comprensori, tutti negli elenchi sotto."),
        |count| format!("Con nombre: la mayor nieve de la zona. {count} estaciones, todas en las listas de abajo."),
        |count| format!("名前は周辺で最も雪の多い所。全{count}か所は下の一覧にあります。");
    alert_me: &'static str =
        "Alert me", "Benachrichtige mich", "M’alerter", "Avvisami", "Avísame", "通知を受け取る";
    /// Alerts on recorded new snow, forecast snow, and the season's opening.
    alert_fallen: TextMessage =
        |amount| format!("When {amount} or more fell in 24 hours"), |amount| format!("Wenn in 24 Stunden {amount} oder mehr gefallen sind"),
        |amount| format!("Quand il est tombé {amount} ou plus en 24 heures"), |amount| format!("Quando in 24 ore sono caduti {amount} o più"),
        |amount| format!("Cuando hayan caído {amount} o más en 24 horas"), |amount| format!("24時間に{amount}以上降ったとき");
    alert_ahead: TwoTextsMessage =
        |amount, days| format!("When {amount} or more are forecast for the next {days} days"),
        |amount, days| format!("Wenn für die nächsten {days} Tage {amount} oder mehr vorhergesagt sind"),
        |amount, days| format!("Quand {amount} ou plus sont prévus pour les {days} prochains jours"),
        |amount, days| format!("Quando sono previsti {amount} o più nei prossimi {days} giorni"),
        |amount, days| format!("Cuando se prevean {amount} o más para los próximos {days} días"),
        |amount, days| format!("今後{days}日間に{amount}以上の予報が出たとき");
    alert_opening: &'static str =
        "When it opens for the season", "Wenn es in die Saison startet", "À l’ouverture de la saison",
        "Quando apre per la stagione", "Cuando abra la temporada", "シーズンの営業が始まったとき";
    sign_in_for_alerts: &'static str =
        "Sign in to be alerted by email.", "Melde dich an, um per E-Mail benachrichtigt zu werden.",
        "Connectez-vous pour être alerté par e-mail.", "Accedi per ricevere avvisi via e-mail.",
        "Inicia sesión para recibir avisos por correo.", "ログインするとメールで通知を受け取れます。";
    nothing_yet: &'static str =
        "No forecast has arrived yet", "Noch keine Prognose da", "Pas encore de prévision",
        "Ancora nessuna previsione", "Todavía no hay pronóstico", "予報はまだ届いていません";
    facts_are_here: CountMessage =
        |count| format!("{count} resorts with their facts are here; their weather is not."),
        |count| format!("{count} Skigebiete mit ihren Eckdaten sind da, ihr Wetter noch nicht."),
        |count| format!("{count} stations sont là avec leurs caractéristiques, mais sans leur météo."),
        |count| format!("{count} comprensori sono qui con i loro dati, ma senza il meteo."),
        |count| format!("Están los datos de {count} estaciones, pero no su tiempo."),
        |count| format!("スキー場{count}か所の基本情報はありますが、気象データはまだありません。");
}

impl Words {
    /// Returns the texts of pages that list resorts.
    pub(crate) fn lists(&self) -> &'static Lists {
        match self.code {
            "de" => Lists::DE,
            "fr" => Lists::FR,
            "it" => Lists::IT,
            "es" => Lists::ES,
            "ja" => Lists::JA,
            _ => Lists::EN,
        }
    }
}
