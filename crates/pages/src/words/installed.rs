//! Texts of the installed app and of the page without a network.

use super::Language;
use super::subject::subject;

subject! {
    /// Texts of the app.
    InstalledWords:
    short_name: &'static str = "Snow", "Schnee", "Neige", "Neve", "Nieve", "積雪情報";
    title: &'static str =
        "Stored pages", "Gespeicherte Seiten", "Pages enregistrées", "Pagine salvate", "Páginas guardadas", "保存したページ";
    says: &'static str =
        "Without a connection, the pages that this device stored are listed here, each with the time of its copy.",
        "Ohne Verbindung stehen hier die Seiten, die dieses Gerät gespeichert hat, jede mit der Zeit ihrer Kopie.",
        "Sans connexion, les pages enregistrées sur cet appareil figurent ici, chacune avec l’heure de sa copie.",
        "Senza connessione, qui ci sono le pagine salvate su questo dispositivo, ciascuna con l’ora della copia.",
        "Sin conexión, aquí están las páginas guardadas en este dispositivo, cada una con la hora de su copia.",
        "接続できないときは、この端末に保存したページと保存時刻がここに表示されます。";
    again: &'static str =
        "Start page", "Startseite", "Page d’accueil", "Pagina iniziale", "Página de inicio", "トップページ";
}

impl Language {
    /// Returns the texts of the installed app.
    pub(crate) const fn installed(self) -> &'static InstalledWords {
        match self {
            Self::En => InstalledWords::EN,
            Self::De => InstalledWords::DE,
            Self::Fr => InstalledWords::FR,
            Self::It => InstalledWords::IT,
            Self::Es => InstalledWords::ES,
            Self::Ja => InstalledWords::JA,
        }
    }
}
