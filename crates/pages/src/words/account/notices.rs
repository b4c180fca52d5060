//! Texts of notices about an account, and of the action that signs out everywhere, in six languages.

use crate::words::TextMessage;

/// Texts of notices, in one language.
pub(crate) struct NoticeWords {
    pub(crate) subject: TextMessage,
    pub(crate) signed_in: &'static str,
    pub(crate) password_set: &'static str,
    pub(crate) token_made: &'static str,
    /// Takes the host of the client.
    pub(crate) client_allowed: TextMessage,
    pub(crate) passkey_added: &'static str,
    pub(crate) deleted: &'static str,
    pub(crate) at: TextMessage,
    /// Takes the link to the page that signs out everywhere.
    pub(crate) not_you: TextMessage,
    pub(crate) end_everything: &'static str,
    pub(crate) end_everything_says: &'static str,
}

pub(crate) const EN: NoticeWords = NoticeWords {
    subject: |text| format!("Your account at {text}"),
    signed_in: "A new browser signed in to your account.",
    password_set: "A password was set for your account.",
    token_made: "A token for programs was created for your account.",
    client_allowed: |text| format!("An app that answers at {text} was allowed to act for your account."),
    passkey_added: "A passkey was added to your account.",
    deleted: "Your account and everything in it was deleted.",
    at: |text| format!("Time: {text} UTC"),
    not_you: |text| format!("If this was you, do nothing. If not, sign in and end everything here:\n{text}"),
    end_everything: "End everything",
    end_everything_says: "Signs out all other browsers, revokes every token and every app, and removes all passkeys. Use it if someone else had access to your account. Then set a new password if you have one.",
};

pub(crate) const DE: NoticeWords = NoticeWords {
    subject: |text| format!("Dein Konto bei {text}"),
    signed_in: "Ein neuer Browser hat sich bei deinem Konto angemeldet.",
    password_set: "Für dein Konto wurde ein Passwort gesetzt.",
    token_made: "Für dein Konto wurde ein Token für Programme erstellt.",
    client_allowed: |text| {
        format!("Einer App, die unter {text} antwortet, wurde erlaubt, für dein Konto zu handeln.")
    },
    passkey_added: "Deinem Konto wurde ein Passkey hinzugefügt.",
    deleted: "Dein Konto wurde mit allem, was darin war, gelöscht.",
    at: |text| format!("Zeit: {text} UTC"),
    not_you: |text| {
        format!(
            "Wenn du das warst, brauchst du nichts zu tun. Wenn nicht, melde dich an und beende hier alles:\n{text}"
        )
    },
    end_everything: "Alles beenden",
    end_everything_says: "Meldet alle anderen Browser ab, widerruft alle Token und Apps und entfernt alle Passkeys. Nimm es, wenn jemand anderes Zugang zu deinem Konto hatte. Setze danach ein neues Passwort, falls du eines hast.",
};

pub(crate) const ES: NoticeWords = NoticeWords {
    subject: |text| format!("Tu cuenta en {text}"),
    signed_in: "Un navegador nuevo ha iniciado sesión en tu cuenta.",
    password_set: "Se ha establecido una contraseña para tu cuenta.",
    token_made: "Se ha creado un token para programas en tu cuenta.",
    client_allowed: |text| {
        format!("Se ha permitido a una aplicación que responde en {text} actuar en nombre de tu cuenta.")
    },
    passkey_added: "Se ha añadido una llave de acceso a tu cuenta.",
    deleted: "Tu cuenta y todo su contenido se han eliminado.",
    at: |text| format!("Hora: {text} UTC"),
    not_you: |text| {
        format!("Si has sido tú, no hagas nada. Si no, inicia sesión y termina todo aquí:\n{text}")
    },
    end_everything: "Terminar todo",
    end_everything_says: "Cierra la sesión en todos los demás navegadores, revoca todos los tokens y aplicaciones y quita todas las llaves de acceso. Úsalo si otra persona ha tenido acceso a tu cuenta. Después, establece una contraseña nueva si tienes una.",
};

pub(crate) const FR: NoticeWords = NoticeWords {
    subject: |text| format!("Votre compte chez {text}"),
    signed_in: "Un nouveau navigateur s’est connecté à votre compte.",
    password_set: "Un mot de passe a été défini pour votre compte.",
    token_made: "Un jeton pour programmes a été créé pour votre compte.",
    client_allowed: |text| {
        format!("Une application qui répond à {text} a été autorisée à agir pour votre compte.")
    },
    passkey_added: "Une clé d’accès a été ajoutée à votre compte.",
    deleted: "Votre compte et tout son contenu ont été supprimés.",
    at: |text| format!("Heure : {text} UTC"),
    not_you: |text| {
        format!("Si c’était vous, ne faites rien. Sinon, connectez-vous et mettez fin à tout ici :\n{text}")
    },
    end_everything: "Tout terminer",
    end_everything_says: "Déconnecte tous les autres navigateurs, révoque tous les jetons et toutes les applications, et retire toutes les clés d’accès. À utiliser si quelqu’un d’autre a eu accès à votre compte. Définissez ensuite un nouveau mot de passe si vous en avez un.",
};

pub(crate) const IT: NoticeWords = NoticeWords {
    subject: |text| format!("Il tuo account su {text}"),
    signed_in: "Un nuovo browser ha effettuato l’accesso al tuo account.",
    password_set: "È stata impostata una password per il tuo account.",
    token_made: "È stato creato un token per programmi per il tuo account.",
    client_allowed: |text| {
        format!("A un’app che risponde a {text} è stato permesso di agire per il tuo account.")
    },
    passkey_added: "È stata aggiunta una passkey al tuo account.",
    deleted: "Il tuo account è stato eliminato con tutto il suo contenuto.",
    at: |text| format!("Ora: {text} UTC"),
    not_you: |text| {
        format!("Se sei stato tu, non fare nulla. Altrimenti accedi e termina tutto qui:\n{text}")
    },
    end_everything: "Termina tutto",
    end_everything_says: "Disconnette tutti gli altri browser, revoca tutti i token e tutte le app e rimuove tutte le passkey. Usalo se qualcun altro ha avuto accesso al tuo account. Poi imposta una nuova password, se ne hai una.",
};

pub(crate) const JA: NoticeWords = NoticeWords {
    subject: |text| format!("{text} のアカウントについて"),
    signed_in: "新しいブラウザがアカウントにサインインしました。",
    password_set: "アカウントにパスワードが設定されました。",
    token_made: "アカウントにプログラム用のトークンが作成されました。",
    client_allowed: |text| {
        format!("{text} で応答するアプリに、アカウントの代わりに操作することが許可されました。")
    },
    passkey_added: "アカウントにパスキーが追加されました。",
    deleted: "アカウントとその内容がすべて削除されました。",
    at: |text| format!("時刻：{text} UTC"),
    not_you: |text| {
        format!(
            "ご自身の操作であれば、何もする必要はありません。心当たりがない場合は、サインインしてここですべてを終了してください：\n{text}"
        )
    },
    end_everything: "すべて終了する",
    end_everything_says: "ほかのすべてのブラウザをサインアウトし、すべてのトークンとアプリを取り消し、すべてのパスキーを削除します。ほかの人がアカウントを使った場合に使ってください。パスワードがあれば、そのあと新しく設定してください。",
};
