//! Texts of the staff's form and of the questions about a report.

use operators::checks::Basis;

use super::subject::subject;
use super::{Language, TextMessage};

subject! {
    /// Texts of the form, its drafts, and the review of a report.
    StaffWords:
    staff: &'static str =
        "Ski resort staff", "Für das Skigebiet", "Équipe de la station", "Personale del comprensorio", "Equipo de la estación", "スキー場スタッフ用";
    fill_in: &'static str =
        "Fill in what changed. An empty field changes nothing.",
        "Trag ein, was sich geändert hat. Ein leeres Feld ändert nichts.",
        "Indiquez ce qui a changé. Un champ vide ne change rien.",
        "Inserisci ciò che è cambiato. Un campo vuoto non cambia nulla.",
        "Indica lo que ha cambiado. Un campo vacío no cambia nada.",
        "変わった項目だけ入力してください。空欄は変更なしです。";
    /// Takes the time of publication.
    published_at: TextMessage =
        |at| format!("Published: {at}"), |at| format!("Veröffentlicht: {at}"), |at| format!("Publié : {at}"),
        |at| format!("Pubblicato: {at}"), |at| format!("Publicado: {at}"), |at| format!("公開：{at}");
    undo_until: TextMessage =
        |at| format!("Undo, until {at}"), |at| format!("Zurücknehmen, bis {at}"), |at| format!("Annuler, jusqu’à {at}"),
        |at| format!("Annulla, fino alle {at}"), |at| format!("Deshacer, hasta las {at}"), |at| format!("取り消す（{at}まで）");
    see_page: &'static str =
        "See the page", "Zur Seite", "Voir la page", "Vedi la pagina", "Ver la página", "ページを見る";
    no_report: &'static str =
        "no report yet", "noch keine Meldung", "pas encore d’annonce", "ancora nessun dato", "aún sin parte", "まだ報告なし";
    station: TextMessage =
        |value| format!("station: {value}"), |value| format!("Station: {value}"), |value| format!("station de mesure : {value}"),
        |value| format!("stazione: {value}"), |value| format!("estación de medida: {value}"), |value| format!("観測所：{value}");
    models: TextMessage =
        |value| format!("models: {value}"), |value| format!("Modelle: {value}"), |value| format!("modèles : {value}"),
        |value| format!("modelli: {value}"), |value| format!("modelos: {value}"), |value| format!("モデル：{value}");
    no_change: &'static str = "No change", "Unverändert", "Inchangé", "Invariato", "Sin cambios", "変更なし";
    of_total: TextMessage =
        |total| format!("of {total}"), |total| format!("von {total}"), |total| format!("sur {total}"),
        |total| format!("su {total}"), |total| format!("de {total}"), |total| format!("／{total}");
    lifts_and_runs: &'static str =
        "Lifts and runs", "Lifte und Pisten", "Remontées et pistes", "Impianti e piste", "Remontes y pistas", "リフトとコース";
    /// Names of the counts: open lifts, lifts, open runs, runs.
    counts: [&'static str; 4] =
        ["Lifts open", "Lifts in total", "Runs open", "Runs in total"],
        ["Offene Lifte", "Lifte insgesamt", "Offene Pisten", "Pisten insgesamt"],
        ["Remontées ouvertes", "Remontées au total", "Pistes ouvertes", "Pistes au total"],
        ["Impianti aperti", "Impianti in tutto", "Piste aperte", "Piste in tutto"],
        ["Remontes abiertos", "Remontes en total", "Pistas abiertas", "Pistas en total"],
        ["営業リフト数", "リフト総数", "滑走可能コース数", "コース総数"];
    change_totals: &'static str =
        "Change the total numbers", "Gesamtzahlen ändern", "Modifier les totaux", "Cambia i totali", "Cambiar los totales", "総数を変更";
    surface_and_note: &'static str =
        "Surface and a sentence", "Schneeoberfläche und ein Satz", "Surface et une phrase", "Superficie e una frase",
        "Superficie y una frase", "雪質とひとこと";
    other_time: &'static str =
        "Measured at another time than now, or in inches", "Nicht jetzt gemessen, oder in Zoll",
        "Mesuré à un autre moment, ou en pouces", "Misurato in un altro momento, o in pollici",
        "Medido en otro momento, o en pulgadas", "観測時刻や単位（インチ）を変える";
    check: &'static str = "Check", "Prüfen", "Vérifier", "Controlla", "Comprobar", "確認する";
    drafts: &'static str =
        "Drafts, not published", "Entwürfe, nicht veröffentlicht", "Brouillons, non publiés", "Bozze, non pubblicate",
        "Borradores, sin publicar", "下書き（未公開）";
    /// Takes the time of the draft.
    open_draft: TextMessage =
        |at| format!("Open the draft of {at}"), |at| format!("Entwurf öffnen ({at})"), |at| format!("Ouvrir le brouillon ({at})"),
        |at| format!("Apri la bozza ({at})"), |at| format!("Abrir el borrador ({at})"), |at| format!("下書きを開く（{at}）");
    /// Shown for input that the browser stored; `%` becomes the time.
    restored: &'static str =
        "Entered on this device at %, not published.", "Auf diesem Gerät eingegeben um %, nicht veröffentlicht.",
        "Saisi sur cet appareil à %, non publié.", "Inserito su questo dispositivo alle %, non pubblicato.",
        "Introducido en este dispositivo a las %, sin publicar.", "%にこの端末で入力、未公開です。";
    discard: &'static str = "Discard it", "Verwerfen", "L’effacer", "Elimina", "Descartar", "破棄する";
    is_right: TextMessage =
        |value| format!("{value} is right"), |value| format!("{value} stimmt"), |value| format!("{value} : c’est exact"),
        |value| format!("{value} è giusto"), |value| format!("{value} es correcto"), |value| format!("{value}で正しい");
    change_to: TextMessage =
        |value| format!("Change to {value}"), |value| format!("In {value} ändern"), |value| format!("Changer en {value}"),
        |value| format!("Cambia in {value}"), |value| format!("Cambiar a {value}"), |value| format!("{value}に修正");
    confirm_first: &'static str =
        "Tick each questioned number that is right.", "Bestätige jede fragliche Zahl, die stimmt.",
        "Cochez chaque chiffre douteux s’il est exact.", "Conferma ogni numero dubbio, se è giusto.",
        "Confirma cada cifra dudosa si es correcta.", "確認が必要な数値は、正しければチェックしてください。";
    changes: &'static str =
        "Changes on the public page", "Änderungen auf der öffentlichen Seite", "Changements sur la page publique",
        "Modifiche sulla pagina pubblica", "Cambios en la página pública", "公開ページの変更点";
    alerts_wait: &'static str =
        "After publishing you can undo it for a while. Alerts and emails wait until then.",
        "Nach dem Veröffentlichen kannst du es eine Weile zurücknehmen. Alarme und E-Mails warten so lange.",
        "Après la publication, vous pouvez annuler pendant un moment. Alertes et e-mails attendent jusque-là.",
        "Dopo la pubblicazione puoi annullare per un po’. Avvisi ed e-mail attendono fino ad allora.",
        "Tras publicar puedes deshacerlo durante un rato. Las alertas y los correos esperan hasta entonces.",
        "公開後しばらくは取り消せます。その間、通知とメールは送られません。";
    back: &'static str =
        "Back to the form", "Zurück zum Formular", "Retour au formulaire", "Torna al modulo", "Volver al formulario", "フォームに戻る";
    last_report: TextMessage =
        |value| format!("Your last report had {value}."), |value| format!("Im letzten Bericht waren es {value}."),
        |value| format!("Votre dernier bulletin indiquait {value}."), |value| format!("L’ultimo bollettino indicava {value}."),
        |value| format!("El último parte indicaba {value}."), |value| format!("前回の報告は{value}です。");
    station_measures: TextMessage =
        |value| format!("The station measures {value}."), |value| format!("Die Station misst {value}."),
        |value| format!("La station de mesure donne {value}."), |value| format!("La stazione misura {value}."),
        |value| format!("La estación de medida da {value}."), |value| format!("観測所の値は{value}です。");
    models_have: TextMessage =
        |value| format!("The weather models have {value}."), |value| format!("Die Wettermodelle haben {value}."),
        |value| format!("Les modèles météo donnent {value}."), |value| format!("I modelli danno {value}."),
        |value| format!("Los modelos dan {value}."), |value| format!("モデルの値は{value}です。");
    higher_up: TextMessage =
        |value| format!("Higher up it is {value}."), |value| format!("Weiter oben sind es {value}."),
        |value| format!("Plus haut, c’est {value}."), |value| format!("Più in alto sono {value}."),
        |value| format!("Más arriba son {value}."), |value| format!("上部は{value}です。");
    elsewhere: TextMessage =
        |value| format!("Stations and models have at most {value} at the other heights."),
        |value| format!("Stationen und Modelle haben auf den anderen Höhen höchstens {value}."),
        |value| format!("Aux autres altitudes, stations de mesure et modèles donnent au plus {value}."),
        |value| format!("Alle altre quote stazioni e modelli danno al massimo {value}."),
        |value| format!("A las otras cotas, estaciones de medida y modelos dan como máximo {value}."),
        |value| format!("他の標高では、観測所とモデルの最大が{value}です。");
    on_record: TextMessage =
        |value| format!("The most on record is {value}."), |value| format!("Verzeichnet sind höchstens {value}."),
        |value| format!("Le maximum enregistré est de {value}."), |value| format!("Il massimo registrato è {value}."),
        |value| format!("El máximo registrado es {value}."), |value| format!("記録上の最大は{value}です。");
    depth_is: TextMessage =
        |value| format!("The snow depth is {value}."), |value| format!("Die Schneehöhe ist {value}."),
        |value| format!("La hauteur de neige est de {value}."), |value| format!("L’altezza della neve è {value}."),
        |value| format!("El espesor de nieve es {value}."), |value| format!("積雪は{value}です。");
    in_a_day: TextMessage =
        |value| format!("For 24 hours you report {value}."), |value| format!("Für 24 Stunden meldest du {value}."),
        |value| format!("En 24 heures, vous indiquez {value}."), |value| format!("In 24 ore indichi {value}."),
        |value| format!("En 24 horas indicas {value}."), |value| format!("24時間では{value}です。");
    in_all: TextMessage =
        |value| format!("There are {value} in all."), |value| format!("Insgesamt sind es {value}."),
        |value| format!("Il y en a {value} au total."), |value| format!("In tutto sono {value}."),
        |value| format!("En total son {value}."), |value| format!("総数は{value}です。");
}

impl StaffWords {
    /// Returns the sentence about the number that a questioned value is compared with.
    pub(crate) fn compared(&self, basis: Basis, value: &str) -> String {
        let sentence = match basis {
            Basis::LastReport => self.last_report,
            Basis::Station => self.station_measures,
            Basis::Model => self.models_have,
            Basis::HigherBand => self.higher_up,
            Basis::OtherBands => self.elsewhere,
            Basis::Record => self.on_record,
            Basis::Depth => self.depth_is,
            Basis::NewSnow24h => self.in_a_day,
            Basis::Total => self.in_all,
        };
        sentence(value)
    }
}

impl Language {
    /// Returns the texts of the staff's form.
    pub(crate) const fn staff(self) -> &'static StaffWords {
        match self {
            Self::En => StaffWords::EN,
            Self::De => StaffWords::DE,
            Self::Fr => StaffWords::FR,
            Self::It => StaffWords::IT,
            Self::Es => StaffWords::ES,
            Self::Ja => StaffWords::JA,
        }
    }
}
