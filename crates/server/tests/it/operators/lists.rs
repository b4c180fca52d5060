//! Tests of lifts and runs by name: by every channel, as counts in the record, as names on the public page. Every name
//! is synthetic.

use serde_json::{Value, json};

use super::Served;
use super::form::{hidden, post, signed_in};

fn lifts(served: &Served) -> Value {
    served.conditions("zermatt")["data"]["lifts"].clone()
}

fn list(names: &[(&str, &str)]) -> Value {
    names.iter().map(|(name, status)| json!({ "name": name, "status": status })).collect()
}

#[test]
fn list_becomes_counts_and_names() {
    let served = Served::start("operators-lists");
    let key = served.key("zermatt", &[]);
    let total = 12;
    let names: Vec<String> = (1..=total).map(|n| format!("Lift {n} & <co>")).collect();
    let all: Vec<(&str, &str)> = names
        .iter()
        .enumerate()
        .map(|(n, name)| (name.as_str(), if n < 3 { "OPEN" } else { "CLOSED" }))
        .collect();
    let refused = served.report(&key, "zermatt", "", &json!({ "lifts": list(&all) }).to_string());
    assert_eq!(refused.status, 400, "markup: {}", refused.text());
    let names: Vec<String> = (1..=total).map(|n| format!("Lift {n} & co")).collect();
    let mut all: Vec<(&str, &str)> = names
        .iter()
        .enumerate()
        .map(|(n, name)| (name.as_str(), if n < 3 { "OPEN" } else { "CLOSED" }))
        .collect();
    let sent = served.report(&key, "zermatt", "", &json!({ "lifts": list(&all) }).to_string());
    assert_eq!(sent.status, 201, "{}", sent.text());
    assert_eq!(sent.json()["data"]["review"]["warnings"], json!([]));
    assert_eq!(lifts(&served)["value"], json!({ "open": 3, "total": total }));
    assert_eq!(lifts(&served)["source"], "operator");
    assert_eq!(served.conditions("zermatt")["meta"]["freshness"]["lifts"]["tier"], "live");
    let page = served.harness.get("/resorts/zermatt").text();
    assert!(page.contains("id=\"lifts-by-name\"") && page.contains("open (3)"), "{page}");
    assert!(page.contains("Lift 1 &amp; co · Lift 2 &amp; co · Lift 3 &amp; co"), "{page}");
    // One lift of unknown state makes the number of open lifts unknown, never one higher.
    all[1].1 = "UNKNOWN";
    let sent = served.report(&key, "zermatt", "", &json!({ "lifts": list(&all) }).to_string());
    assert_eq!(sent.status, 201, "{}", sent.text());
    assert_eq!(lifts(&served)["value"], json!({ "open": null, "total": total }));
    assert_ne!(served.conditions("zermatt")["data"]["status"]["value"], "OPEN");
    // A later count replaces it, and the names are no longer current.
    assert_eq!(served.report(&key, "zermatt", "", r#"{"liftsOpen":2}"#).status, 201);
    assert_eq!(lifts(&served)["value"], json!({ "open": 2, "total": total }));
    assert!(!served.harness.get("/resorts/zermatt").text().contains("lifts-by-name"));
}

#[test]
fn expired_list_is_hidden() {
    let served = Served::start("operators-list-old");
    let key = served.key("zermatt", &[]);
    let page = |hours: i64| {
        let at = runtime::clock::now().plus_millis(-hours * 3_600_000).to_string();
        let body = json!({ "runs": "Ridge: open | Bowl: on hold", "observedAt": at }).to_string();
        assert_eq!(served.report(&key, "zermatt", "", &body).status, 201);
        served.harness.get("/resorts/zermatt").text().contains("runs-by-name")
    };
    assert!(!page(19), "18 hours are over");
    assert!(page(17));
}

#[test]
fn broken_lists_are_rejected() {
    let served = Served::start("operators-list-bad");
    let key = served.key("zermatt", &[]);
    let before = lifts(&served);
    let long = "a".repeat(100_000);
    for (body, words) in [
        (
            json!({ "lifts": list(&[("Alpha", "OPEN")]), "liftsOpen": 2 }),
            "reports 2 open, but the list has 1 open",
        ),
        (json!({ "lifts": list(&[("Alpha", "OPEN"), ("alpha", "OPEN")]) }), "names alpha twice"),
        (json!({ "lifts": list(&[("Alpha", "TURNING")]) }), "entry 1: the status must be one of"),
        (json!({ "lifts": list(&[("\u{202e}a", "OPEN")]) }), "direction marks"),
        (json!({ "lifts": list(&[(&long, "OPEN")]) }), "longer than 60"),
        (json!({ "lifts": [] }), "names nothing"),
        (json!({ "lifts": null }), "cannot be null"),
        (json!({ "lifts": 3 }), "lifts"),
    ] {
        let refused = served.report(&key, "zermatt", "", &body.to_string());
        assert!(refused.status == 400 && refused.text().contains(words), "{words}: {}", refused.text());
        assert!(refused.text().len() < 2_000, "the answer repeats what was sent");
    }
    let bearer = format!("Bearer {key}");
    let headers = [("content-type", "text/csv"), ("authorization", bearer.as_str())];
    let file = |text: &str| {
        served.harness.post("/api/v1/operator/resorts/zermatt/reports", &headers, text.as_bytes())
    };
    let refused = file("Lifte;lifte_offen\nAlpha: offen | Beta: zu;2\n");
    assert!(refused.status == 400 && refused.text().contains("row 2, liftsOpen"), "{}", refused.text());
    assert_eq!(lifts(&served), before);
    assert_eq!(file("Lifte;lifte_offen\nAlpha: offen | Beta: zu;1\n").status, 201);
    assert_eq!(lifts(&served)["source"], "operator");
}

/// Encodes a form's fields as a browser does.
fn fields(pairs: &[(&str, &str)]) -> String {
    let address = reqwest::Url::parse_with_params("http://form.example/", pairs).unwrap();
    address.query().unwrap_or_default().to_owned()
}

#[test]
fn form_takes_names_once() {
    let served = Served::start("operators-list-form");
    let cookie = signed_in(&served, &served.key("zermatt", &[]));
    let send = |pairs: &[(&str, &str)]| post(&served, "/operator/zermatt", &cookie, &fields(pairs));
    let first = send(&[("step", "publish"), ("lifts.names", "Alpha: open\r\nBeta: closed\r\nGamma")]);
    assert!(first.text().contains("data-published"), "{}", first.text());
    assert_eq!(lifts(&served)["value"]["total"], 3);
    let form = served.harness.get_with("/operator/zermatt", &[("cookie", &cookie)]).text();
    let shown = "Alpha: OPEN|Beta: CLOSED|Gamma: UNKNOWN";
    assert!(form.contains(&format!("name=\"lifts.shown\" value=\"{shown}\"")), "{form}");
    assert!(form.contains("name=\"lifts.0\" value=\"OPEN Alpha\"") && form.contains("name=\"lifts.same\""));
    assert!(!form.contains("name=\"liftsTotal.same\""), "the list gives its counts");
    assert!(
        !form.contains("type=\"radio\" name=\"lifts.0\" value=\"OPEN Alpha\" checked"),
        "nothing is tapped ahead"
    );
    let untouched = [("lifts.shown", shown), ("lifts.names", "Alpha\r\nBeta\r\nGamma")];
    let nothing = send(&[&[("step", "review")][..], &untouched].concat());
    assert!(nothing.text().contains("The report is empty"), "{}", nothing.text());
    let tapped = [("lifts.same", "2026-01-10T05:00:00Z"), ("lifts.2", "ON_HOLD Gamma"), ("note", "Wind.")];
    let review = send(&[&[("step", "review")][..], &untouched, &tapped].concat());
    assert!(review.text().contains("on hold (1)"), "{}", review.text());
    let german = post(&served, "/de/operator/zermatt", &cookie, &fields(&[&untouched[..], &tapped].concat()));
    assert!(german.text().contains("angehalten (1)"), "{}", german.text());
    let carried = hidden(&review.text());
    let pairs: Vec<(&str, &str)> =
        carried.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let published = send(&[&pairs[..], &[("step", "publish")]].concat());
    assert!(published.text().contains("data-published"), "{}", published.text());
    let page = served.harness.get("/resorts/zermatt").text();
    assert!(page.contains("open (1)") && page.contains("on hold (1)") && page.contains("Gamma"), "{page}");
    let wrong = send(&[&untouched[..], &[("lifts.0", "OPEN Alpha"), ("liftsOpen", "9")]].concat());
    assert!(wrong.text().contains("role=\"alert\"") && wrong.text().contains("9 are reported open"));
    assert!(wrong.text().contains("name=\"lifts.0\" value=\"OPEN Alpha\" checked"), "what was tapped stays");
}

#[test]
fn rejections_exist_in_six_languages() {
    let served = Served::start("operators-words-all");
    let cookie = signed_in(&served, &served.key("zermatt", &[]));
    for (prefix, refused, rule) in [
        ("", "500 inches is not possible", "the resort says so"),
        ("/de", "500 Zoll kann nicht sein", "vom Skigebiet gemeldet"),
        ("/fr", "500 pouces est impossible", "annoncé par la station"),
        ("/it", "500 pollici non è possibile", "comunicato dal comprensorio"),
        ("/es", "500 pulgadas no puede ser", "según la estación"),
        ("/ja", "500インチはありえません", "スキー場発表"),
    ] {
        let path = format!("{prefix}/operator/zermatt");
        let wrong = post(&served, &path, &cookie, &fields(&[("units", "in"), ("newSnow24h", "500")]));
        assert!(wrong.text().contains(refused), "{prefix}: {}", wrong.text());
        let review =
            post(&served, &path, &cookie, &fields(&[("step", "review"), ("status", "CLOSED_TODAY")]));
        assert!(review.text().contains(rule), "{prefix}: {}", review.text());
        assert!(!review.text().contains("operator status") && !review.text().contains("CLOSED_TODAY</td>"));
    }
}
