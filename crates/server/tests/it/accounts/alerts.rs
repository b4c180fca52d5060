//! Tests of alerts over HTTP: created, confirmed by email, triggered by evidence, mailed once, and ended by a link.

use std::path::Path;
use std::sync::Arc;

use accounts::AccountId;
use accounts::alerts::reading::{Reading, Snow};
use actix_web::http::Method;
use actix_web::test;
use chrono_tz::Tz;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use runtime::clock;
use services::alerts::evaluate::{Summary, evaluate};
use services::alerts::post::Postman;
use services::alerts::snapshot::{self, ResortSnapshot};
use services::mail::Mailer;
use services::options::MailOptions;
use storage::accounts::people;
use tokio::sync::Mutex;
use webhooks::policy::EventPolicy;

use super::bench::{Bench, Browser, bench};

pub(super) fn snow(cm: f64, at: Timestamp) -> ResortSnapshot {
    let recorded = Snow { cm: Tenths::new(cm).unwrap(), observed_at: at, source: "station".to_owned() };
    ResortSnapshot {
        slug: "zermatt".to_owned(),
        name: "Zermatt".to_owned(),
        url: "http://127.0.0.1:8080/resorts/zermatt".to_owned(),
        zone: Tz::Europe__Zurich,
        reading: Reading {
            looked_on: at.utc().date_naive(),
            snow: Some(recorded),
            open: None,
            last_open: None,
            bluebird: Vec::new(),
            forecast: None,
        },
    }
}

/// Creates a postman that writes emails to files.
fn postman(bench: &Bench) -> Postman {
    let service = Arc::clone(&bench.shared.latest.current().unwrap().world.service);
    let mail = MailOptions { smtp_url: None, from: None };
    let mailer = Mailer::new(&mail, "Snow", "http://127.0.0.1:8080", &bench.folder).unwrap();
    Postman {
        store: bench.store.clone(),
        mailer,
        latest: Arc::clone(&bench.shared.latest),
        service,
        metrics: Arc::default(),
        letters: Arc::default(),
        owner: "test".to_owned(),
        unwritten: Mutex::default(),
    }
}

/// Returns the written emails, oldest first.
pub(super) fn written(folder: &Path) -> Vec<String> {
    let folder = folder.join(services::mail::FOLDER);
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

pub(super) fn header<'m>(mail: &'m str, name: &str) -> &'m str {
    mail.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))).unwrap_or_default()
}

async fn looked(bench: &Bench, cm: f64, at: Timestamp) -> Summary {
    evaluate(&bench.store, vec![snow(cm, at)], at).await.unwrap()
}

#[actix_rt::test]
async fn alert_is_mailed_and_ended() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    assert_eq!(ada.get(&app, "/account/alerts").await.status, 401);
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let add = |kind: &'static str| [("type", kind), ("slug", "Zermatt"), ("quietHours", "none")];
    assert_eq!(ada.post(&app, "/account/alerts/add", &add("powder")).await.status, 303);
    let wrong = [("type", "opening"), ("slug", "Zermatt"), ("thresholdCm", "20")];
    let got = ada.post(&app, "/account/alerts/add", &wrong).await;
    assert!(got.status == 400 && got.body.contains("only for powder"), "{}", got.body);
    assert_eq!(
        ada.sent_by(Some("cross-site")).post(&app, "/account/alerts/add", &add("opening")).await.status,
        403
    );

    // Nothing is sent to an address whose owner has not followed a link there.
    let at = clock::now();
    looked(&bench, 0.0, at).await;
    assert_eq!(looked(&bench, 20.0, at.plus_millis(60_000)).await, Summary { fired: 1, letters: 0 });
    let page = ada.get(&app, "/account/alerts").await.body;
    assert!(page.contains("20 cm of new snow") && page.contains("Source: measured by a station"), "{page}");
    assert!(page.contains("No emails are sent"), "{page}");
    assert_eq!(ada.post(&app, "/account/alerts/letters", &[("act", "ask")]).await.status, 303);
    let mail = bench.mail().unwrap();
    assert!(mail.unsubscribe.is_some() && mail.html.is_some());
    let link = mail.text.split("/account/alerts/confirm/").nth(1).unwrap()[..32].to_owned();
    let path = format!("/account/alerts/confirm/{link}");
    let stranger = Browser::at("192.0.2.9");
    assert_eq!(stranger.get(&app, &path).await.status, 200);
    assert!(
        ada.get(&app, "/account/alerts").await.body.contains("An email with a link was sent"),
        "a look does nothing"
    );
    assert_eq!(stranger.post(&app, &path, &[]).await.status, 200);
    assert_eq!(stranger.post(&app, &path, &[]).await.status, 404, "once");
    // A window with the previous page submits again: nothing is sent, and nothing ends.
    assert_eq!(ada.post(&app, "/account/alerts/letters", &[("act", "ask")]).await.status, 303);
    assert!(bench.mail().is_none());
    assert!(ada.get(&app, "/account/alerts").await.body.contains("At most one email a day goes"));

    // The next day's snow is new: one email, and none for snow that was reported before.
    let next = at.plus_millis(25 * 3_600_000);
    assert_eq!(looked(&bench, 22.0, next).await, Summary { fired: 1, letters: 1 });
    assert_eq!(looked(&bench, 22.0, next.plus_millis(60_000)).await, Summary::default());
    let postman = postman(&bench);
    let sent = postman.at(next.plus_millis(60_000)).await.unwrap();
    assert_eq!((sent, postman.at(next.plus_millis(120_000)).await.unwrap()), (1, 0));
    let mails = written(&bench.folder);
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!(header(mail, "To"), "ada@example.org");
    assert_eq!(header(mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let end = header(mail, "List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    assert!(end.starts_with("http://127.0.0.1:8080/account/alerts/unsubscribe/"), "{mail}");
    assert!(
        header(mail, "Message-ID").ends_with("@127.0.0.1>")
            || header(mail, "Message-ID").ends_with("@localhost>"),
        "{mail}"
    );

    // One click of a mail program: without a cookie or page, from any origin.
    let path = end.strip_prefix("http://127.0.0.1:8080").unwrap();
    assert!(stranger.get(&app, path).await.body.contains("No more emails?"), "a look does nothing");
    let click = test::TestRequest::default().method(Method::POST).uri(path);
    let click = click.insert_header(("host", "127.0.0.1:8080")).set_form([("List-Unsubscribe", "One-Click")]);
    assert_eq!(test::call_service(&app, click.to_request()).await.status(), 200);
    let later = next.plus_millis(50 * 3_600_000);
    assert_eq!(looked(&bench, 30.0, later).await, Summary { fired: 1, letters: 0 });
    assert!(ada.get(&app, "/account/alerts").await.body.contains("Emails are stopped"));

    // Part of the account's data export, and deleted with the account.
    let data = ada.get(&app, "/account/data.json").await.body;
    assert!(data.contains("\"alerts\":[{") && data.contains("\"alertsFired\":[{"), "{data}");
    assert!(
        data.contains("\"alertsGo\":{\"byMail\":\"stopped\",\"language\":\"en\",\"webhook\":null}"),
        "{data}"
    );
    assert_eq!(ada.post(&app, "/account/delete", &[("email", "ada@example.org")]).await.status, 200);
    assert_eq!(looked(&bench, 60.0, later.plus_millis(90_000_000)).await, Summary::default());
}

#[actix_rt::test]
async fn emails_and_webhooks_are_limited() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    for _ in 0..3 {
        assert_eq!(ada.post(&app, "/account/alerts/letters", &[("act", "ask")]).await.status, 303);
    }
    let got = ada.post(&app, "/account/alerts/letters", &[("act", "ask")]).await;
    assert!(got.status == 400 && got.body.contains("Three emails"), "{}", got.body);
    let form = [("id", "00000000-0000-0000-0000-000000000001"), ("secret", "whsec_x")];
    let got = ada.post(&app, "/account/alerts/webhook", &form).await;
    assert!(got.status == 400 && got.body.contains("The subscription does not exist"), "{}", got.body);
    for path in ["/account/alerts/confirm/x", "/account/alerts/unsubscribe/x"] {
        assert_eq!(ada.post(&app, path, &[]).await.status, 404, "{path}");
    }
}

#[actix_rt::test]
async fn pages_and_emails_use_the_language() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let add = [("type", "powder"), ("slug", "Zermatt"), ("thresholdCm", "20"), ("quietHours", "none")];
    let got = ada.post(&app, "/de/account/alerts/add", &add).await;
    assert_eq!((got.status, got.header("location")), (303, "/de/account/alerts"), "{}", got.body);
    let page = ada.get(&app, "/de/account/alerts").await.body;
    assert!(page.contains("Neuschnee, Zermatt, ab 20 cm") && page.contains("lang=\"de\""), "{page}");
    assert!(
        !page.contains("You have") && !page.contains("No emails") && !page.contains("Quiet hours"),
        "{page}"
    );
    for (field, value, says) in [
        ("thresholdCm", "4", "Eine Schwelle von 5 bis 300 cm"),
        ("windowDays", "3", "Tage im Voraus gibt es bei klaren Tagen"),
        ("quietHours", "25-3", "Eine Ruhezeit sind zwei Stunden"),
        ("slug", "Nirgendwo", "Kein Skigebiet heißt so ähnlich wie „Nirgendwo“"),
    ] {
        let wrong = ada.post(&app, "/de/account/alerts/add", &[("type", "opening"), (field, value)]).await;
        assert!(wrong.status == 400 && wrong.body.contains(says), "{field}: {}", wrong.body);
        assert!(!wrong.body.contains("<span lang=\"en\">"), "{field}: {}", wrong.body);
    }
    // Other text of a rule stays in English, and is marked as such.
    let wrong = ada.post(&app, "/de/account/alerts/add", &[("type", "storm")]).await;
    assert!(wrong.status == 400 && wrong.body.contains("<span lang=\"en\">"), "{}", wrong.body);
    // A rule that is gone already, because a button was pressed twice, is not an error.
    let gone = [("id", "00000000-0000-0000-0000-000000000001")];
    assert_eq!(ada.post(&app, "/de/account/alerts/remove", &gone).await.status, 303);

    assert_eq!(ada.post(&app, "/fr/account/alerts/letters", &[("act", "ask")]).await.status, 303);
    let asking = bench.mail().unwrap();
    assert!(asking.subject.contains("confirmez votre adresse"), "{}", asking.subject);
    let link = asking.text.split("/fr/account/alerts/confirm/").nth(1).unwrap()[..32].to_owned();
    let path = format!("/fr/account/alerts/confirm/{link}");
    assert!(ada.get(&app, &path).await.body.contains("Envoyer les alertes neige à cette adresse\u{202f}?"));
    assert!(ada.post(&app, &path, &[]).await.body.contains("Les e-mails commencent"));
    let page = ada.get(&app, "/ja/account/alerts").await.body;
    assert!(page.contains("今後は日本語で"), "another page's language may be chosen: {page}");
    assert!(!ada.get(&app, "/fr/account/alerts").await.body.contains("value=\"speak\""), "it is so already");
    assert_eq!(ada.post(&app, "/ja/account/alerts/letters", &[("act", "speak")]).await.status, 303);

    let at = clock::now();
    looked(&bench, 0.0, at).await;
    assert_eq!(looked(&bench, 21.5, at.plus_millis(60_000)).await, Summary { fired: 1, letters: 1 });
    let page = ada.get(&app, "/de/account/alerts").await.body;
    assert!(page.contains("Zermatt: 21,5 cm Neuschnee in 24 Stunden"), "{page}");
    assert_eq!(postman(&bench).at(at.plus_millis(60_000)).await.unwrap(), 1);
    let mail = written(&bench.folder).remove(0);
    let end = header(&mail, "List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    let path = end.strip_prefix("http://127.0.0.1:8080").unwrap();
    assert!(path.starts_with("/ja/account/alerts/unsubscribe/"), "{mail}");
    assert!(Browser::at("192.0.2.9").post(&app, path, &[]).await.body.contains("メールを停止しました"));
    assert!(ada.get(&app, "/es/account/alerts").await.body.contains("Los correos han terminado."));
}

#[actix_rt::test]
async fn night_alerts_are_one_morning_email() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    assert_eq!(ada.post(&app, "/account/alerts/add", &[("type", "powder")]).await.status, 303);
    let (store, now) = (bench.store.clone(), clock::now());
    let account: AccountId =
        store.run_blocking(|conn| Ok(people::page(conn, None, 1)?.remove(0).id)).unwrap();
    let begun = store.run_blocking(move |conn| {
        storage::alerts::channels::ask(conn, account.0, "token", "digest", "en", now)?;
        storage::alerts::channels::confirm(conn, "digest", now)
    });
    assert!(begun.unwrap().is_some());
    // Two in the morning in Zermatt; quiet hours end at six.
    let night = Timestamp::parse("2027-01-10T01:00:00Z").unwrap();
    let looks = |cm: f64, at: Timestamp| {
        let other = ResortSnapshot { slug: "verbier".to_owned(), name: "Verbier".to_owned(), ..snow(cm, at) };
        vec![snow(cm, at), other]
    };
    evaluate(&store, looks(0.0, night.plus_millis(-60_000)), night).await.unwrap();
    let fired = evaluate(&store, looks(30.0, night), night).await.unwrap();
    assert_eq!(fired, Summary { fired: 2, letters: 0 });
    let morning = night.plus_millis(4 * 3_600_000);
    let gathered = evaluate(&store, looks(30.0, night), morning).await.unwrap();
    assert_eq!(gathered, Summary { fired: 0, letters: 1 });
    assert_eq!(postman(&bench).at(morning).await.unwrap(), 1);
    let mail = written(&bench.folder).remove(0);
    assert_eq!(header(&mail, "Subject"), "Verbier: 30 cm of new snow in 24 hours and 1 more");
}

#[actix_rt::test]
async fn morning_email_is_sent_once_and_stopped_alone() {
    let bench = bench("open");
    let app = bench.app().await;
    let ada = Browser::at("192.0.2.1");
    ada.sign_in(&bench, &app, "ada@example.org").await;
    let (store, now) = (bench.store.clone(), clock::now());
    let choose = [("act", "morning"), ("hour", "6")];
    let page = ada.get(&app, "/account/alerts").await.body;
    assert!(page.contains("First allow emails above."), "{page}");
    let account: AccountId =
        store.run_blocking(|conn| Ok(people::page(conn, None, 1)?.remove(0).id)).unwrap();
    let begun = store.run_blocking(move |conn| {
        storage::accounts::saved::save(conn, account, "zermatt", now)?;
        storage::alerts::channels::ask(conn, account.0, "token", "digest", "en", now)?;
        storage::alerts::channels::confirm(conn, "digest", now)
    });
    assert!(begun.unwrap().is_some());
    // Two in the morning in Zermatt, then six. The email is opt-in.
    let night = Timestamp::parse("2027-01-10T01:00:00Z").unwrap();
    let morning = night.plus_millis(4 * 3_600_000);
    let letters = async |at: Timestamp| evaluate(&store, vec![snow(0.0, night)], at).await.unwrap().letters;
    assert_eq!((letters(night).await, letters(morning).await), (0, 0));
    assert_eq!(ada.post(&app, "/account/alerts/letters", &choose).await.status, 303);
    assert!(ada.get(&app, "/account/alerts").await.body.contains("<option value=\"6\" selected>"));
    assert_eq!(letters(night.plus_millis(86_400_000)).await, 0);
    // Several evaluations, as by several replicas, make one email a day.
    let sent =
        [letters(morning).await, letters(morning).await, letters(morning.plus_millis(3_600_000)).await];
    assert_eq!(sent, [1, 0, 0]);
    assert_eq!(letters(morning.plus_millis(86_400_000)).await, 1, "the next day");
    let postman = postman(&bench);
    assert_eq!(postman.at(morning.plus_millis(60_000)).await.unwrap(), 1);
    let mail = written(&bench.folder).remove(0);
    assert_eq!(header(&mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let end = header(&mail, "List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    let path = end.strip_prefix("http://127.0.0.1:8080").unwrap();
    assert_eq!(path, "/account/alerts/unsubscribe/token.morning");
    let stranger = Browser::at("192.0.2.9");
    assert!(stranger.get(&app, path).await.body.contains("Stop the morning email?"), "a look does nothing");
    let got = stranger.post(&app, path, &[]).await;
    assert!(got.status == 200 && got.body.contains("The morning email is stopped"), "{}", got.body);
    let page = ada.get(&app, "/account/alerts").await.body;
    assert!(page.contains("At most one email a day goes"), "alerts go on: {page}");
    assert_eq!(letters(morning.plus_millis(2 * 86_400_000)).await, 0);
}

#[actix_rt::test]
async fn all_resorts_and_days_are_evaluated() {
    let bench = bench("open");
    let published = bench.shared.latest.current().unwrap();
    let looks = snapshot::at(&published.world, &EventPolicy::CONTRACT);
    assert_eq!(looks.len(), published.world.len());
    let zermatt = looks.iter().find(|look| look.slug == "zermatt").unwrap();
    let ahead = zermatt.reading.forecast.as_ref().unwrap();
    assert_eq!((ahead.sums_cm.len(), zermatt.zone), (14, Tz::Europe__Zurich));
    // A new database: the first evaluation reports nothing.
    let first = evaluate(&bench.store, looks, clock::now()).await.unwrap();
    assert_eq!(first, Summary::default());
}
