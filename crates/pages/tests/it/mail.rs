//! The morning email and the card of alert emails.

use pages::Language;
use pages::email::{Email, Sender, of_alerts, of_morning};

use crate::fixture::{Request, asked};
use crate::html::elements;

fn sender(language: Language) -> Sender<'static> {
    Sender {
        service: "Test \"Snow\"",
        base_url: "https://snow.example.org",
        credit: "Data by Test Snow",
        is_synthetic: true,
        language,
    }
}

fn morning(language: Language, saved: &[&str]) -> Option<Email> {
    let ask = asked("/", Vec::new(), &Request { language: Some(language), ..Request::default() }, &[]);
    let saved: Vec<String> = saved.iter().map(|slug| (*slug).to_owned()).collect();
    of_morning(sender(language), &ask, &saved, "t0ken")
}

#[test]
fn morning_email_has_the_card_of_each_saved_resort() {
    let mail = morning(Language::En, &["nothing", "gone", "invented"]).unwrap();
    assert!(mail.subject.starts_with("Tom & <Jerry>: about "), "{}", mail.subject);
    for part in
        ["Tom &amp; &lt;Jerry&gt;", "about 85", "not reported", "https://snow.example.org/resorts/invented"]
    {
        assert!(mail.html.contains(part), "{part}: {}", mail.html);
    }
    let [best, worst] = ["/resorts/invented", "/resorts/nothing"].map(|path| mail.text.find(path).unwrap());
    assert!(best < worst, "the best day comes first: {}", mail.text);
    assert!(!mail.html.contains("/resorts/gone"));
    assert!(mail.text.starts_with("The weather on this server is simulated"));
    assert_eq!(morning(Language::En, &["gone"]), None);
}

#[test]
fn email_loads_nothing_and_stops_with_one_click() {
    let mail = morning(Language::De, &["invented"]).unwrap();
    assert_eq!(mail.unsubscribe, "https://snow.example.org/de/account/alerts/unsubscribe/t0ken.morning");
    let stop = mail.html.find(&mail.unsubscribe).unwrap();
    let other = mail.html.find("/account/alerts#morning").unwrap();
    assert!(stop < other && mail.text.contains(&mail.unsubscribe), "the stop link is the first one below");
    for loading in ["<img", "<script", "<link", "url(", "@import", " src="] {
        assert!(!mail.html.contains(loading), "{loading}: {}", mail.html);
    }
    // Nothing has a width in pixels that 320 pixels do not hold.
    assert!(mail.html.contains("max-width:560px") && !mail.html.contains("min-width"));
}

#[test]
fn morning_email_is_localised() {
    let english = morning(Language::En, &["invented", "nothing"]).unwrap();
    let english: Vec<&str> = english.text.lines().filter(|line| line.len() > 12).collect();
    for language in Language::ALL.into_iter().skip(1) {
        let mail = morning(language, &["invented", "nothing"]).unwrap();
        let same: Vec<&str> = mail.text.lines().filter(|line| english.contains(line)).collect();
        let is_name = |line: &&str| {
            ["Tom & <Jerry>", "Nothing Known", "Data by Test Snow"].iter().any(|name| line.starts_with(name))
        };
        assert!(same.iter().all(is_name), "{language:?}: {same:?}");
        assert!(mail.html.contains(&format!("<html lang=\"{}\">", language.code())));
    }
}

#[test]
fn alert_email_has_the_card() {
    use accounts::alerts::{Evidence, Kind};
    let evidence = Evidence {
        cm: None,
        day: None,
        days: None,
        source: "operator".to_owned(),
        observed_at: crate::fixture::NOW,
    };
    let zone = chrono_tz::Europe::Zurich;
    let row = |slug| pages::email::Row { kind: Kind::Opening, slug, name: slug, zone, evidence: &evidence };
    let ask = asked("/", Vec::new(), &Request::default(), &[]);
    let mail = of_alerts(sender(Language::En), Some(&ask), &[row("invented"), row("gone")], "t0ken");
    assert!(mail.html.contains("about 85") && mail.text.contains("invented is open"), "{}", mail.text);
    assert!(mail.text.contains("https://snow.example.org/resorts/gone"), "{}", mail.text);
    assert_eq!(elements(&mail.html).iter().filter(|element| element.name == "h2").count(), 1, "one card");
    assert!(mail.unsubscribe.ends_with("/unsubscribe/t0ken"));
}
