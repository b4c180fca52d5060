use super::*;

fn resort(name: &str) -> Resort {
    let value = serde_json::json!({
        "slug": "somewhere", "name": name, "country": "JP", "tags": ["asia"], "lat": 42.5, "lon": -140.25,
        "timezone": "Asia/Tokyo", "sources": ["invented"], "dated": "2026-01-01",
    });
    serde_json::from_value(value).unwrap()
}

fn partner(template: &str) -> Result<Partner, TemplateError> {
    Partner::new("Beds".to_owned(), template.to_owned(), vec![Vibe::Hip])
}

#[test]
fn names_are_escaped_in_the_url() {
    let partner =
        partner("https://beds.example/s?q={name}&at={lat},{lon}&in={checkIn}&out={checkOut}#x").unwrap();
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let stay = Stay { check_in: day("2026-02-01"), check_out: day("2026-02-05"), guests: 3 };
    let url = partner.search(&resort("Dōm & Söhne/{slug}?\"<"), stay);
    assert_eq!(
        url,
        "https://beds.example/s?q=D%C5%8Dm%20%26%20S%C3%B6hne%2F%7Bslug%7D%3F%22%3C&at=42.5,-140.25&in=2026-02-01&out=2026-02-05#x"
    );
}

#[test]
fn rejects_misleading_templates() {
    for wrong in [
        "http://beds.example/{slug}",
        "javascript:alert(1)//{slug}",
        "https://{slug}.beds.example/",
        "https://me@beds.example/{slug}",
        "https:///{slug}",
        "https://beds.example/{slug} x",
        "https://beds.example/\"{slug}",
    ] {
        assert_eq!(partner(wrong), Err(TemplateError::Address), "{wrong}");
    }
    for (wrong, word) in [("{rooms}", "rooms"), ("{slug", "{slug"), ("slug}", "}"), ("{}", "")] {
        let refused = partner(&format!("https://beds.example/{wrong}"));
        assert_eq!(refused, Err(TemplateError::Placeholder(word.to_owned())), "{wrong}");
    }
    assert_eq!(partner("https://beds.example/?in={checkIn}&lat={lat}"), Err(TemplateError::Same));
}

#[test]
fn vibe_selects_partners() {
    let partner = partner("https://beds.example/{slug}").unwrap();
    assert_eq!(
        (partner.suits(None), partner.suits(Some(Vibe::Hip)), partner.suits(Some(Vibe::Lux))),
        (true, true, false)
    );
}

#[test]
fn public_searches_replace_missing_partners() {
    let public = searches(&[]);
    assert_eq!(public.len(), PUBLIC.len(), "every template is valid");
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let stay = Stay { check_in: day("2026-02-01"), check_out: day("2026-02-05"), guests: 3 };
    for site in public {
        let url = site.search(&resort("Sölden"), stay);
        assert!(url.contains("S%C3%B6lden") && url.contains("=2026-02-01&") && url.contains("=3"), "{url}");
        assert!(site.suits(None) && !site.suits(Some(Vibe::Lux)), "{}", site.name);
    }
    let own = [partner("https://beds.example/{slug}").unwrap()];
    assert_eq!(searches(&own), own);
}
