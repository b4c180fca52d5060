use serde_json::json;

use super::*;
use world::atlas::Atlas;

fn resort(slug: &str, country: &str, state: Option<&str>) -> Resort {
    serde_json::from_value(json!({
        "slug": slug, "name": slug, "country": country, "state": state, "tags": ["europe"], "lat": 46.0, "lon": 7.0,
        "timezone": "UTC", "sources": ["invented"], "dated": "2026-01-01",
    }))
    .unwrap()
}

fn storm(start: u32, end: u32, cm: i32) -> Storm {
    let day = |day| NaiveDate::from_ymd_opt(2026, 1, day).unwrap();
    Storm {
        start: day(start),
        end: day(end),
        days: (end - start + 1) as u8,
        lead_days: (start - 1) as u8,
        open_ended: false,
        total_cm: Tenths::from_units(cm * 10),
        spread_cm: None,
        models: 4,
        models_agreeing: 3,
        agreement: None,
        tier: if start < 3 { StormTier::Locked } else { StormTier::Watching },
    }
}

/// Returns the events of hits, with the resorts numbered as in a world.
fn told<'w>(hits: &'w [(&Resort, Storm)]) -> Vec<StormEvent<'w>> {
    let atlas = Atlas::new(hits.iter().map(|(resort, _)| *resort));
    let hit = |(at, state): (usize, u32)| {
        let (resort, storm) = &hits[at];
        // A resort with two storms appears twice in the list.
        let order = hits.iter().position(|(known, _)| known.slug == resort.slug).unwrap();
        ResortStorm { resort, storm, state, order: atlas.slug_order(order) }
    };
    grouped(atlas.by_state().map(hit).collect()).iter().map(Group::event).collect()
}

fn events(hits: &[(&Resort, Storm)]) -> Vec<(String, usize, i32)> {
    let events = told(hits).into_iter();
    events.map(|event| (event.id, event.resort_count, event.max_total_cm.units() / 10)).collect()
}

#[test]
fn adjacent_storms_of_a_state_merge() {
    let (a, b, c) = (resort("a", "CH", Some("Valais")), resort("b", "CH", Some("Valais")), resort("c", "CH", None));
    // The second begins on the last day of the first, the third a day after the second.
    let found = events(&[(&b, storm(3, 5, 30)), (&a, storm(1, 3, 40)), (&a, storm(6, 7, 25)), (&c, storm(1, 7, 50))]);
    let event = |id: &str, count, cm| (id.to_owned(), count, cm);
    assert_eq!(
        found,
        [event("ch-2026-01-01", 1, 50), event("ch-valais-2026-01-01", 2, 40), event("ch-valais-2026-01-06", 1, 25)]
    );
}

#[test]
fn same_state_name_in_two_countries() {
    let (a, b) = (resort("a", "CH", Some("Limburg")), resort("b", "NL", Some("Limburg")));
    assert_eq!(events(&[(&a, storm(1, 2, 30)), (&b, storm(1, 2, 30))]).len(), 2);
}

#[test]
fn result_ignores_order_of_hits() {
    let resorts = ["a", "b", "c", "d"].map(|slug| resort(slug, "AT", Some("Tirol")));
    let hits: Vec<_> = resorts.iter().zip([(1, 2), (2, 4), (4, 6), (9, 9)]).collect();
    let asked = |order: &[usize]| {
        let hits = order.iter().filter_map(|at| hits.get(*at));
        events(&hits.map(|(resort, (start, end))| (*resort, storm(*start, *end, 30))).collect::<Vec<_>>())
    };
    let straight = asked(&[0, 1, 2, 3]);
    assert_eq!(straight.iter().map(|event| event.1).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(asked(&[3, 1, 0, 2]), straight);
}

#[test]
fn event_takes_highest_tier_and_total() {
    let (a, b) = (resort("a", "AT", None), resort("b", "AT", None));
    let hits = [(&a, storm(3, 4, 60)), (&b, storm(2, 3, 20))];
    let events = told(&hits);
    let event = events.first().unwrap();
    assert_eq!((event.tier, event.max_total_cm, event.lead_days), (StormTier::Locked, Tenths::from_units(600), 1));
    assert_eq!((event.name.as_str(), event.resorts[0].slug), ("Austria", "a"));
}

#[test]
fn big_event_lists_some_counts_all() {
    let resorts: Vec<Resort> = (0..30).map(|n| resort(&format!("r{n}"), "AT", None)).collect();
    let hits: Vec<_> = resorts.iter().map(|resort| (resort, storm(1, 2, 30))).collect();
    let events = told(&hits);
    assert_eq!((events.len(), events[0].resort_count, events[0].resorts.len()), (1, 30, MOST_RESORTS));
}

fn at(slug: &str, state: &str, tags: [&str; 2], lat: f64, lon: f64) -> Resort {
    serde_json::from_value(json!({
        "slug": slug, "name": slug, "country": "CH", "state": state, "tags": tags, "lat": lat, "lon": lon,
        "timezone": "UTC", "sources": ["invented"], "dated": "2026-01-01",
    }))
    .unwrap()
}

#[test]
fn neighbouring_states_of_a_range_are_one_system() {
    let alps = ["europe", "alps"];
    let (valais, bern) = (at("a", "Valais", alps, 46.0, 7.5), at("b", "Bern", alps, 46.5, 7.7));
    let (uri, far) = (at("c", "Graubünden", alps, 46.7, 8.6), at("d", "Styria", alps, 47.3, 14.5));
    let hits =
        [(&valais, storm(1, 3, 50)), (&bern, storm(1, 3, 30)), (&uri, storm(2, 4, 60)), (&far, storm(1, 3, 20))];
    let systems = told(&hits);
    let [west, east] = systems.as_slice() else { panic!("{systems:?}") };
    assert_eq!((west.id.as_str(), west.resort_count), ("alps-2026-01-01", 3));
    assert_eq!(west.name, "Alps (Graubünden, Valais and 1 more)");
    assert_eq!((west.range, west.states.as_slice()), (Some("Alps"), &["Graubünden", "Valais", "Bern"][..]));
    assert_eq!((east.id.as_str(), east.name.as_str()), ("alps-2026-01-01-2", "Alps (Styria)"));
}

#[test]
fn brief_overlap_and_other_ranges_are_separate() {
    let alps = ["europe", "alps"];
    let (valais, bern) = (at("a", "Valais", alps, 46.0, 7.5), at("b", "Bern", alps, 46.5, 7.7));
    let jura = at("c", "Vaud", ["europe", "jura"], 46.4, 7.4);
    let ids = |hits: &[(&Resort, Storm)]| events(hits).into_iter().map(|event| event.0).collect::<Vec<_>>();
    assert_eq!(
        ids(&[(&valais, storm(1, 3, 50)), (&bern, storm(3, 6, 30)), (&jura, storm(1, 3, 20))]),
        ["alps-2026-01-01", "alps-2026-01-03", "jura-2026-01-01"]
    );
}

#[test]
fn identifiers_are_ascii() {
    let event = |state| events(&[(&resort("a", "CH", Some(state)), storm(1, 2, 30))])[0].0.clone();
    assert_eq!(event("Graubünden"), "ch-graubunden-2026-01-01");
    assert_eq!(event("Île-de-France"), "ch-ile-de-france-2026-01-01");
}
