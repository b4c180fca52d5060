//! Tests of reports: sent, published, repeated, withdrawn, rejected.

use serde_json::{Value, json};

use super::Served;

const MORNING: &str = r#"{"status":"OPEN","newSnow24h":12,"newSnow48h":null,"depthBase":84,"liftsOpen":3,"liftsTotal":9,"surface":"packed-powder","note":"Fresh tracks."}"#;

fn base(conditions: &Value) -> (Value, Value) {
    let depth = &conditions["data"]["depth"]["base"];
    (depth["value"].clone(), depth["source"].clone())
}

#[test]
fn granted_key_publishes_a_report() {
    let served = Served::start("operators-line");
    let key = served.key("zermatt", &[]);
    assert!(key.starts_with("osc_key_"), "{key}");
    let sent = served.report(&key, "zermatt", "", MORNING);
    assert_eq!(sent.status, 201, "{}", sent.text());
    let answer = &sent.json()["data"];
    assert_eq!((&answer["state"], &answer["isLive"]), (&json!("published"), &json!(true)));
    let conditions = served.conditions("zermatt");
    assert_eq!(base(&conditions), (json!(84), json!("operator")));
    assert_eq!(
        conditions["meta"]["freshness"]["depthBase"]["tier"], "live",
        "{}",
        conditions["meta"]["freshness"]
    );
    let data = &conditions["data"];
    assert_eq!((&data["status"]["value"], &data["status"]["source"]), (&json!("OPEN"), &json!("operator")));
    assert_eq!(data["surface"]["value"], "Packed powder");
    assert_eq!(data["lifts"]["value"], json!({"open": 3, "total": 9}));
    let review = &answer["review"];
    let held: Vec<&str> =
        review["expires"].as_array().unwrap().iter().map(|e| e["field"].as_str().unwrap()).collect();
    assert_eq!(held, ["status", "newSnow24h", "depthBase", "liftsOpen", "liftsTotal", "surface"]);
    assert!(review["changes"].as_array().unwrap().iter().any(|change| change["rule"] == "operator_status"));
    let listed = served
        .harness
        .get_with("/api/v1/operator/resorts/zermatt/reports", &[("authorization", &format!("Bearer {key}"))]);
    assert_eq!(listed.json()["data"][0]["report"]["note"], "Fresh tracks.");
}

#[test]
fn dry_run_changes_nothing() {
    let served = Served::start("operators-dry");
    let key = served.key("zermatt", &[]);
    let dry = served.report(&key, "zermatt", "?dryRun=true", MORNING);
    assert_eq!(dry.status, 200, "{}", dry.text());
    assert_eq!(dry.json()["data"]["state"], "dry_run");
    let draft = served.report(&key, "zermatt", "?draft=true", MORNING);
    assert_eq!((draft.status, &draft.json()["data"]["state"]), (201, &json!("draft")));
    assert_ne!(base(&served.conditions("zermatt")).1, "operator");
    assert_eq!(served.report(&key, "zermatt", "?publish=maybe", MORNING).status, 400);
}

#[test]
fn undo_restores_the_previous_report() {
    let served = Served::start("operators-undo");
    let key = served.key("zermatt", &[]);
    let bearer = format!("Bearer {key}");
    served.report(&key, "zermatt", "", r#"{"depthBase":84}"#);
    let wrong = served.report(&key, "zermatt", "?confirm=depthBase:33", r#"{"depthBase":33}"#).json();
    assert_eq!(wrong["data"]["review"]["warnings"][0]["code"], "inches_as_cm");
    assert_eq!(wrong["data"]["review"]["warnings"][0]["correction"], 83.8);
    assert_eq!(base(&served.conditions("zermatt")).0, 33.0);
    let undo = |id: &str| {
        let path = format!("/api/v1/operator/resorts/zermatt/reports/{id}/undo");
        served.harness.post(&path, &[("authorization", &bearer)], &[])
    };
    let undone = undo(wrong["data"]["id"].as_str().unwrap());
    assert_eq!(
        (undone.status, &undone.json()["data"]["state"]),
        (200, &json!("undone")),
        "{}",
        undone.text()
    );
    assert_eq!(base(&served.conditions("zermatt")).0, 84.0);
    assert_eq!(undo(wrong["data"]["id"].as_str().unwrap()).status, 404);
    assert_eq!(undo("nothing").status, 404);
    // "Not measured" ends the claim and is not zero.
    served.report(&key, "zermatt", "", r#"{"depthBase":null}"#);
    assert_ne!(base(&served.conditions("zermatt")).1, "operator");
}

#[test]
fn doubtful_value_must_be_named() {
    let served = Served::start("operators-slip");
    let key = served.key("zermatt", &[]);
    let slip = r#"{"depthBase":840,"depthSummit":140}"#;
    let warned = served.report(&key, "zermatt", "?dryRun=true", slip).json();
    let warning = &warned["data"]["review"]["warnings"][0];
    assert_eq!((&warning["field"], &warning["confirm"]), (&json!("depthBase"), &json!("depthBase:840")));
    let draft = served.report(&key, "zermatt", "?draft=true", slip);
    assert_eq!(draft.status, 201, "a draft is not questioned: {}", draft.text());
    let publish = |query: &str| {
        let id = draft.json()["data"]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/v1/operator/resorts/zermatt/reports/{id}/publish{query}");
        served.harness.post(&path, &[("authorization", &format!("Bearer {key}"))], &[])
    };
    for query in ["", "?confirm=depthSummit:140", "?confirm=depthBase:84"] {
        for refused in [served.report(&key, "zermatt", query, slip), publish(query)] {
            assert_eq!(refused.status, 409, "{query}: {}", refused.text());
            assert!(refused.text().contains("confirm=depthBase:840"), "{}", refused.text());
        }
    }
    assert_eq!(served.report(&key, "zermatt", "?confirm=840", slip).status, 400);
    assert_ne!(base(&served.conditions("zermatt")).1, "operator");
    let sent = publish("?confirm=depthBase:840");
    assert_eq!(sent.status, 200, "{}", sent.text());
    assert_eq!(base(&served.conditions("zermatt")).0, 840.0);
    let ranked = served.harness.get("/api/v1/snow-report?sort=depth&limit=100").json();
    assert_eq!(ranked["data"], json!([]), "it leads no ranking while it can be taken back");
    let honest = served.report(&key, "zermatt", "?confirm=depthBase:120", r#"{"depthBase":120}"#);
    assert_eq!(honest.status, 201, "{}", honest.text());
}

#[test]
fn repeated_request_is_one_report() {
    let served = Served::start("operators-twice");
    let key = served.key("zermatt", &[]);
    let send = |body: &str| served.reported(&key, "zermatt", "", body, &[("idempotency-key", "2026-01-10")]);
    let (first, second) = (send(MORNING), send(MORNING));
    assert_eq!((first.status, second.status), (201, 200));
    assert_eq!(first.json()["data"]["id"], second.json()["data"]["id"]);
    assert_eq!(send(r#"{"depthBase":1}"#).status, 409);
    let long = "k".repeat(200);
    let refused = served.reported(&key, "zermatt", "", MORNING, &[("idempotency-key", &long)]);
    assert_eq!(refused.status, 400);
}

#[test]
fn key_is_limited_to_its_resort() {
    let served = Served::start("operators-other");
    let key = served.key("zermatt", &[]);
    served.key("alta", &[]);
    for slug in ["alta", "thredbo", "no-such-resort", "..%2Fzermatt"] {
        let refused = served.report(&key, slug, "", MORNING);
        assert_eq!(refused.status, 403, "{slug}: {}", refused.text());
    }
    assert_ne!(base(&served.conditions("alta")).1, "operator");
}

#[test]
fn invalid_keys_are_rejected_alike() {
    let served = Served::start("operators-keys");
    let revoked = served.key("zermatt", &[]);
    let listed = served.admin(&["key", "list", "zermatt"]);
    served.admin(&["key", "revoke", listed.split(' ').next().unwrap()]);
    let expired = served.key("zermatt", &["--days", "0"]);
    let address = served.key("zermatt", &["--address"]);
    let address = address.rsplit('/').next().unwrap().to_owned();
    assert!(address.starts_with("osc_opr_"), "{address}");
    let ungranted = served.key("alta", &[]);
    served.admin(&["ungrant", "lifts", "alta"]);
    let good = served.key("zermatt", &[]);
    let mistyped = format!("{}x", &good[..good.len() - 1]);
    let mut bodies = std::collections::BTreeSet::new();
    for wrong in [revoked.as_str(), &expired, &address, &ungranted, &mistyped, "osc_key_", "é", "x"] {
        let refused = served.report(wrong, "zermatt", "", MORNING);
        assert_eq!(refused.status, 401, "{wrong}: {}", refused.text());
        assert!(refused.header("www-authenticate").starts_with("Bearer"));
        let mut body = refused.json();
        body["requestId"] = Value::Null;
        assert!(!body.to_string().contains(wrong.get(8..).filter(|rest| rest.len() > 5).unwrap_or("\u{1}")));
        bodies.insert(body.to_string());
    }
    assert_eq!(bodies.len(), 1, "one answer, whatever the reason");
    assert_eq!(served.report(&good, "zermatt", "", MORNING).status, 201);
    // Only the identifier of a key is listed.
    let listed = served.admin(&["key", "list"]);
    assert!(!listed.contains(&good) && !listed.contains("osc_"), "{listed}");
}

#[test]
fn impossible_values_are_rejected() {
    let served = Served::start("operators-refused");
    let key = served.key("zermatt", &[]);
    let refused = served.report(
        &key,
        "zermatt",
        "",
        r#"{"units":"in","newSnow24h":500,"snowScore":100,"depthBase":-1}"#,
    );
    assert_eq!(refused.status, 400);
    let told: Vec<Value> =
        refused.json()["errors"].as_array().unwrap().iter().map(|e| e["argument"].clone()).collect();
    assert_eq!(told, ["depthBase", "newSnow24h", "snowScore"]);
    let huge = format!(r#"{{"note":"{}"}}"#, "a".repeat(1 << 20));
    assert_eq!(served.report(&key, "zermatt", "", &huge).status, 413);
    assert_eq!(served.report(&key, "zermatt", "", "{").status, 400);
    let typed = served.harness.post(
        "/api/v1/operator/resorts/zermatt/reports",
        &[("authorization", &format!("Bearer {key}")), ("content-type", "text/plain")],
        b"{}",
    );
    assert_eq!(typed.status, 415);
    let none = served
        .harness
        .get_with("/api/v1/operator/resorts/zermatt/reports", &[("authorization", &format!("Bearer {key}"))]);
    assert_eq!(none.json()["data"], json!([]));
}

#[test]
fn command_line_explains_rejections() {
    let served = Served::start("operators-command");
    for arguments in [
        &["grant", "nobody", "zermatt"][..],
        &["grant", "lifts", "zermat"],
        &["key", "add", "zermatt", "--org", "lifts", "--name", "x"],
        &["key", "add", "zermatt", "--org", "lifts", "--name", "x", "--role", "owner"],
        &["key", "revoke", "none"],
        &["org", "add", "Wrong Name", "x"],
        &["member", "add", "a", "nobody"],
    ] {
        let ran = super::admin(&served.folder, arguments);
        assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{arguments:?}: {ran:?}");
    }
    served.key("zermatt", &[]);
    let audit = served.admin(&["audit", "-"]);
    assert!(audit.contains("admin grant zermatt to lifts"), "{audit}");
    assert!(!audit.contains("osc_"));
    assert!(served.admin(&["org", "list"]).contains("zermatt"));
}
