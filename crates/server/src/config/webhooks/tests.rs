use super::super::Settings;
use super::*;

fn webhooks(file: &str) -> Result<Webhooks, String> {
    let settings: Settings = toml::from_str(file).unwrap();
    settings.config().map(|config| config.webhooks).map_err(|error| error.to_string())
}

#[test]
fn defaults_match_the_contract() {
    let webhooks = webhooks("data_dir = '/tmp/x'").unwrap();
    assert!(webhooks.enabled);
    assert_eq!(webhooks.callback, CallbackPolicy::CONTRACT);
    assert_eq!((webhooks.creations_per_hour, webhooks.subscriptions_per_host), (10, 1_000));
    assert_eq!((webhooks.subscriptions_per_client, webhooks.subscriptions), (20, 100_000));
    assert_eq!(webhooks.unanswered_ms, DeliveryPolicy::CONTRACT.unanswered_ms);
    assert_eq!((webhooks.slots, webhooks.per_host, webhooks.requests_per_second_per_host), (256, 8, 5));
    let source = webhooks.key_source(Path::new("/tmp/x"));
    assert!(matches!(source, KeySource::File(path) if path == Path::new("/tmp/x/webhook.keys")));
}

#[test]
fn development_mode_is_logged() {
    let webhooks = webhooks("webhook_development = true\nno_webhooks = true").unwrap();
    assert_eq!(webhooks.callback.reach, Reach::Development);
    assert!(!webhooks.enabled);
}

#[test]
fn keys_are_read_and_hidden() {
    let key = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    let webhooks = webhooks(&format!("webhook_keys = '{key}'\nwebhook_key_file = 'unused'")).unwrap();
    assert!(matches!(webhooks.key_source(Path::new("x")), KeySource::Given(_)));
    assert!(!format!("{webhooks:?}").contains("AQEB"), "{webhooks:?}");
}

#[test]
fn name_servers_take_optional_ports() {
    let webhooks = webhooks("webhook_name_servers = '9.9.9.9, ::1, 127.0.0.1:5353, [::1]:54'").unwrap();
    let texts: Vec<String> = webhooks.name_servers.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["9.9.9.9:53", "[::1]:53", "127.0.0.1:5353", "[::1]:54"]);
}

#[test]
fn denied_list_takes_addresses_and_networks() {
    let webhooks = webhooks("webhook_denied = '203.0.113.7, 2001:db8::/32'").unwrap();
    let texts: Vec<String> = webhooks.denied.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["203.0.113.7/32", "2001:db8::/32"]);
}

#[test]
fn invalid_settings_hide_keys() {
    for (file, named) in [
        ("webhook_keys = 'hush'", "webhook-keys"),
        ("webhook_slots = 0", "webhook-slots"),
        ("webhook_slots = 5000", "webhook-slots"),
        ("webhook_slots_per_host = 0", "webhook-slots-per-host"),
        ("webhook_creations_per_hour = 0", "webhook-creations-per-hour"),
        ("webhook_subscriptions_per_host = 0", "webhook-subscriptions-per-host"),
        ("webhook_subscriptions_per_client = 0", "webhook-subscriptions-per-client"),
        ("webhook_subscriptions = 0", "webhook-subscriptions"),
        ("webhook_unanswered_days = 0", "webhook-unanswered-days"),
        ("webhook_denied = '203.0.113.0/33'", "webhook-denied"),
        ("webhook_name_servers = 'dns.example.org'", "webhook-name-servers"),
    ] {
        let error = webhooks(file).unwrap_err();
        assert!(error.starts_with(&format!("setting {named}: ")), "{error}");
        assert!(!error.contains("hush"), "{error}");
    }
}

#[test]
fn unknown_webhook_keys_are_rejected() {
    assert!(toml::from_str::<Settings>("webhook_slot = 3").is_err());
    assert!(toml::from_str::<Settings>("webhook_slots = 3").is_ok());
}
