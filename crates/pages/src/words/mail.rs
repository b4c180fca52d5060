//! Texts of the emails about resorts, and of the choice of the morning email.

use super::subject::subject;
use super::{Language, TextMessage};

subject! {
    /// Texts of emails and of their choice.
    MailWords:
    morning: &'static str =
        "Morning email", "Morgen-E-Mail", "E-mail du matin", "E-mail del mattino", "Correo de la mañana", "朝のメール";
    morning_says: &'static str =
        "Your saved resorts in one email each morning, by the clock of the resort that you saved first.",
        "Deine gespeicherten Skigebiete jeden Morgen in einer E-Mail, nach der Uhr des zuerst gespeicherten.",
        "Vos stations enregistrées dans un e-mail chaque matin, à l’heure de la première enregistrée.",
        "I tuoi comprensori salvati in un’e-mail ogni mattina, secondo l’ora del primo che hai salvato.",
        "Tus estaciones guardadas en un correo cada mañana, según la hora de la primera que guardaste.",
        "保存したスキー場を毎朝1通のメールでお届けします。時刻は最初に保存したスキー場の現地時間です。";
    hour: &'static str = "Time", "Uhrzeit", "Heure", "Ora", "Hora", "時刻";
    never: &'static str =
        "no morning email", "keine Morgen-E-Mail", "pas d’e-mail du matin", "nessuna e-mail del mattino",
        "sin correo de la mañana", "送らない";
    set: &'static str = "Save", "Speichern", "Enregistrer", "Salva", "Guardar", "保存する";
    allow_first: &'static str =
        "First allow emails above.", "Erlaube zuerst oben E-Mails.", "Autorisez d’abord les e-mails ci-dessus.",
        "Prima consenti le e-mail qui sopra.", "Primero permite los correos más arriba.", "先に上でメールを許可してください。";
    your_mountains: &'static str =
        "Your mountains", "Deine Berge", "Vos stations", "I tuoi comprensori", "Tus estaciones", "お気に入り";
    best_first: &'static str =
        "The best day of the next seven comes first.", "Zuoberst der beste Tag der nächsten sieben.",
        "Le meilleur des sept prochains jours vient en premier.", "Prima il giorno migliore dei prossimi sette.",
        "Primero, el mejor día de los próximos siete.", "今後7日間でいちばん降る順に並んでいます。";
    /// Takes the name of a resort, the amount, and the day.
    subject: fn(&str, &str, &str) -> String =
        |name, amount, day| format!("{name}: about {amount}, {day}"), |name, amount, day| format!("{name}: rund {amount}, {day}"),
        |name, amount, day| format!("{name} : environ {amount}, {day}"), |name, amount, day| format!("{name}: circa {amount}, {day}"),
        |name, amount, day| format!("{name}: unos {amount}, {day}"), |name, amount, day| format!("{name}：{day}に約{amount}");
    /// Takes the unit.
    week: TextMessage =
        |unit| format!("New snow of the next seven days, {unit}"), |unit| format!("Neuschnee der nächsten sieben Tage, {unit}"),
        |unit| format!("Neige fraîche des sept prochains jours, {unit}"), |unit| format!("Neve fresca dei prossimi sette giorni, {unit}"),
        |unit| format!("Nieve nueva de los próximos siete días, {unit}"), |unit| format!("今後7日間の新雪（{unit}）");
    open_mountains: &'static str =
        "Open my mountains", "Meine Berge öffnen", "Ouvrir mes stations", "Apri i miei comprensori", "Abrir mis estaciones",
        "お気に入りを開く";
    stop: &'static str =
        "Stop this email", "Diese E-Mail abbestellen", "Ne plus recevoir cet e-mail", "Non ricevere più questa e-mail",
        "Dejar de recibir este correo", "このメールの配信を停止";
    other_time: &'static str =
        "Another time", "Andere Uhrzeit", "Une autre heure", "Un altro orario", "Otra hora", "時刻を変える";
    amounts: &'static str =
        "Amounts are forecasts of weather models unless they say “measured”. Conditions change: look again before you go.",
        "Mengen sind Prognosen von Wettermodellen, außer wo „gemessen“ steht. Die Lage ändert sich: Schau vor dem Aufbruch noch einmal nach.",
        "Les quantités sont des prévisions de modèles, sauf mention « mesuré ». Les conditions changent : vérifiez avant de partir.",
        "Le quantità sono previsioni di modelli, salvo dove c’è scritto “misurato”. Le condizioni cambiano: ricontrolla prima di partire.",
        "Las cantidades son pronósticos de modelos, salvo donde pone «medido». Las condiciones cambian: vuelve a mirar antes de salir.",
        "「実測」とあるもの以外は気象モデルの予報です。状況は変わります。出発前にもう一度ご確認ください。";
    no_picture: &'static str =
        "This email loads no picture, so opening it is not reported.",
        "Diese E-Mail lädt kein Bild: Niemand erfährt, dass du sie geöffnet hast.",
        "Cet e-mail ne charge aucune image : personne ne sait que vous l’avez ouvert.",
        "Questa e-mail non carica immagini: nessuno sa che l’hai aperta.",
        "Este correo no carga imágenes: nadie sabe que lo has abierto.",
        "このメールは画像を読み込みません。開封は誰にも伝わりません。";
    end_title: &'static str =
        "Stop the morning email?", "Morgen-E-Mail abbestellen?", "Arrêter l’e-mail du matin ?",
        "Fermare l’e-mail del mattino?", "¿Dejar de recibir el correo de la mañana?", "朝のメールを停止しますか？";
    end_says: &'static str =
        "Emails about your alerts go on.", "E-Mails zu deinen Alarmen kommen weiter.", "Les e-mails de vos alertes continuent.",
        "Le e-mail dei tuoi avvisi continuano.", "Los correos de tus alertas siguen.", "アラートのメールは引き続き届きます。";
    ended: &'static str =
        "The morning email is stopped", "Die Morgen-E-Mail ist abbestellt", "L’e-mail du matin est arrêté",
        "L’e-mail del mattino è fermata", "El correo de la mañana se ha detenido", "朝のメールを停止しました";
    ended_says: &'static str =
        "You can choose a time again on the page of your alerts.", "Auf der Seite deiner Alarme kannst du wieder eine Uhrzeit wählen.",
        "Vous pouvez choisir à nouveau une heure sur la page de vos alertes.", "Puoi scegliere di nuovo un orario nella pagina dei tuoi avvisi.",
        "Puedes volver a elegir una hora en la página de tus alertas.", "アラートのページでいつでも時刻を選び直せます。";
}

impl Language {
    /// Returns the texts of emails.
    pub(crate) const fn mail(self) -> &'static MailWords {
        match self {
            Self::En => MailWords::EN,
            Self::De => MailWords::DE,
            Self::Fr => MailWords::FR,
            Self::It => MailWords::IT,
            Self::Es => MailWords::ES,
            Self::Ja => MailWords::JA,
        }
    }
}
