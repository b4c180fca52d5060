use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;

use super::*;

const FROM: Sender<'static> = Sender {
    service: "Test Snow",
    base_url: "https://snow.example.org",
    credit: "Data by Test Snow",
    is_synthetic: false,
    language: Language::En,
};

fn fallen() -> Evidence {
    Evidence {
        cm: Tenths::new(23.5),
        day: None,
        days: None,
        source: "station".to_owned(),
        observed_at: Timestamp::parse("2026-01-10T05:00:00Z").unwrap(),
    }
}

fn row<'a>(name: &'a str, kind: Kind, evidence: &'a Evidence) -> Row<'a> {
    Row { kind, slug: "alpenau", name, zone: Tz::Europe__Zurich, evidence }
}

#[test]
fn email_has_value_source_and_time() {
    let evidence = fallen();
    let letter = of_alerts(FROM, None, &[row("Alpenau", Kind::Powder, &evidence)], "t0ken");
    assert_eq!(letter.subject, "Alpenau: 23.5 cm of new snow in 24 hours");
    for form in [&letter.text, &letter.html] {
        for part in [
            "23.5 cm",
            "measured by a station",
            "10 January 2026, 06:00 CET",
            "https://snow.example.org/resorts/alpenau",
            "Data by Test Snow",
        ] {
            assert!(form.contains(part), "{part}: {form}");
        }
        assert!(form.contains(&letter.unsubscribe));
    }
    assert!(letter.unsubscribe.ends_with("/account/alerts/unsubscribe/t0ken"));
    assert_eq!(letter, of_alerts(FROM, None, &[row("Alpenau", Kind::Powder, &evidence)], "t0ken"));
}

#[test]
fn names_are_escaped() {
    let evidence = fallen();
    let letter = of_alerts(FROM, None, &[row("A<b>\r\nBcc: x@y", Kind::Opening, &evidence)], "t");
    assert!(!letter.html.contains("<b>") && letter.html.contains("A&lt;b&gt;"));
    assert!(!letter.subject.contains(['\r', '\n']));
}

#[test]
fn alerts_share_one_email() {
    let evidence = Evidence { day: NaiveDate::from_ymd_opt(2026, 1, 12), ..fallen() };
    let rows = vec![row("Alpenau", Kind::Bluebird, &evidence); 100];
    let letter = of_alerts(FROM, None, &rows, "t");
    assert_eq!(letter.subject, "Alpenau: a clear day after snow is forecast for Mon 12 Jan and 99 more");
    assert_eq!(letter.text.matches("Source: ").count(), 40);
    assert!(letter.text.contains("60 more are listed"));
}

#[test]
fn synthetic_notice_comes_first() {
    let letter = of_asking(Sender { is_synthetic: true, ..FROM }, "s3cret", "t");
    assert!(letter.text.starts_with("The weather on this server is simulated"));
    assert!(letter.text.contains("https://snow.example.org/account/alerts/confirm/s3cret"));
}

#[test]
fn emails_are_localised() {
    let (fallen, ahead) = (fallen(), Evidence { days: Some(1), ..fallen() });
    let clear = Evidence { day: NaiveDate::from_ymd_opt(2026, 1, 12), ..fallen.clone() };
    let rows = [
        row("Alpenau", Kind::Powder, &fallen),
        row("Alpenau", Kind::Opening, &fallen),
        row("Alpenau", Kind::Bluebird, &clear),
        row("Alpenau", Kind::Forecast, &ahead),
    ];
    let lines = |letter: &Email| letter.text.lines().map(str::to_owned).collect::<Vec<_>>();
    let in_english = [of_alerts(FROM, None, &rows, "t"), of_asking(FROM, "s", "t")];
    for language in Language::ALL.into_iter().skip(1) {
        let from = Sender { language, is_synthetic: false, ..FROM };
        for (letter, english) in
            [of_alerts(from, None, &rows, "t"), of_asking(from, "s", "t")].iter().zip(&in_english)
        {
            let english: Vec<String> = lines(english);
            let same: Vec<String> =
                lines(letter).into_iter().filter(|line| !line.is_empty() && english.contains(line)).collect();
            assert_eq!(same, ["Data by Test Snow: https://snow.example.org"], "{language:?}");
            assert_ne!(letter.subject, in_english[0].subject);
            let unsubscribe =
                format!("https://snow.example.org/{}/account/alerts/unsubscribe/t", language.code());
            assert_eq!(letter.unsubscribe, unsubscribe);
            assert!(letter.html.contains(&format!("<html lang=\"{}\">", language.code())));
        }
    }
    let said = |language: Language| headline(language, &rows[3]);
    assert_eq!(said(Language::En), "Alpenau: 23.5 cm of snow forecast within 1 day");
    assert_eq!(said(Language::De), "Alpenau: laut Prognose 23,5 cm Schnee binnen 1 Tag");
    let told_otherwise = Evidence { days: None, ..fallen.clone() };
    assert_eq!(
        headline(Language::Fr, &row("Alpenau", Kind::Forecast, &told_otherwise)),
        "Alpenau: Neige prévue"
    );
}
