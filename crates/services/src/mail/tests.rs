use super::*;

fn mailer(folder: &Path) -> Mailer {
    let settings = MailOptions { smtp_url: None, from: None };
    Mailer::new(&settings, "Snow", "https://snow.example:8443/base", folder).unwrap()
}

fn mail() -> Mail {
    Mail {
        to: Address::parse("ada@example.org").unwrap(),
        subject: "Your code".to_owned(),
        text: "012345".to_owned(),
        html: None,
        id: "sign-in.1".to_owned(),
        unsubscribe: Some("https://snow.example/u".to_owned()),
    }
}

#[tokio::test]
async fn email_file_is_private() {
    let data = std::env::temp_dir().join(format!("snow-mail-{}", uuid::Uuid::new_v4()));
    let mailer = mailer(&data);
    mailer.send(&mail()).await.unwrap();
    let folder = mailer.folder().unwrap().to_owned();
    let entry = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap();
    let text = std::fs::read_to_string(entry.path()).unwrap();
    for part in [
        "From: Snow <snow@snow.example>",
        "To: ada@example.org",
        "Message-ID: <sign-in.1@snow.example>",
        "List-Unsubscribe: <https://snow.example/u>",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "012345",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&entry.path())), (0o700, 0o600));
    }
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn email_files_expire_after_a_day() {
    let data = std::env::temp_dir().join(format!("snow-mail-{}", uuid::Uuid::new_v4()));
    let folder = Folder::new(data.join(FOLDER));
    let now = runtime::clock::now();
    assert_eq!(folder.expire(now).unwrap(), 0, "no folder yet");
    let (ada, bea) = (Address::parse("Ada@example.org").unwrap(), Address::parse("bea@example.org").unwrap());
    for to in [&ada, &ada, &bea] {
        folder.write(to, b"012345".to_vec()).await.unwrap();
    }
    std::fs::write(folder.path().join("notes.txt"), "the operator's own").unwrap();
    assert_eq!(folder.delete(&Address::parse("ada@EXAMPLE.org").unwrap()).unwrap(), 2);
    assert_eq!(folder.expire(now.plus_millis(-file::KEPT_MS)).unwrap(), 0);
    assert_eq!(folder.expire(now.plus_millis(file::KEPT_MS)).unwrap(), 1);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn setting_errors_hide_passwords() {
    let refused = |smtp: Option<&str>, from: Option<&str>| {
        let smtp_url = smtp.map(sources::open_meteo::Secret::new);
        let settings = MailOptions { smtp_url, from: from.map(str::to_owned) };
        Mailer::new(&settings, "Snow", "http://127.0.0.1:8080", Path::new("none")).unwrap_err()
    };
    let said = refused(Some("http://me:s3cret@mail.example"), None);
    assert!(said.contains("smtp-url") && !said.contains("s3cret"), "{said}");
    assert!(refused(None, Some("nobody")).contains("mail-from"));
}
