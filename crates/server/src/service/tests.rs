use super::*;
use crate::config::Settings;

const FEEDS: &str = "[[lifts]]\nslug = 'alta'\nfamily = 'mtnpowder'\nid = '1'\n\
    [[lifts]]\nslug = 'nowhere-at-all'\nfamily = 'boyne'\nid = 'x'\n";

fn config() -> Config {
    toml::from_str::<Settings>(FEEDS).unwrap().config().unwrap()
}

#[test]
fn resort_feed_is_credited_with_its_terms() {
    let resorts = catalogue::embedded().unwrap();
    let alta = resorts.iter().find(|resort| resort.slug == "alta").unwrap();
    let feeds = feeds(&config(), &resorts);
    assert_eq!(feeds.len(), 1, "a feed of an unknown resort is not credited");
    assert_eq!((feeds[0].slug.as_str(), feeds[0].lane.as_str()), ("alta", "mtnpowder"));
    assert_eq!(feeds[0].credit.name, alta.name);
    assert!(feeds[0].credit.text.contains(&alta.name));
    assert_eq!(Some(&feeds[0].credit.url), alta.website.as_ref());
}

#[test]
fn simulated_feed_credits_no_real_owner() {
    let config = Config { synthetic: true, ..config() };
    let feeds = feeds(&config, &catalogue::embedded().unwrap());
    assert_eq!(feeds[0].credit.name, "Simulated weather");
}
