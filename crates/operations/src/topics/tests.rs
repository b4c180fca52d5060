use super::*;

fn named(topics: &str) -> Vec<&'static str> {
    topics.parse::<Topics>().unwrap().tools().map(|operation| operation.meta().name).collect()
}

#[test]
fn every_tool_has_one_topic() {
    for operation in ops::tools() {
        let name = operation.meta().name;
        let count = TOPICS.iter().filter(|topic| topic.tools.contains(&name)).count();
        assert_eq!(count, usize::from(name != FINDER), "{name}");
    }
    assert_eq!(TOPICS.iter().map(|topic| topic.tools.len()).sum::<usize>() + 1, ops::tools().count());
}

#[test]
fn sets_keep_the_documented_order() {
    assert_eq!(
        named("media,forecast"),
        [
            "search_resorts",
            "get_weather_forecast",
            "compare_forecasts",
            "get_storm_watch",
            "get_operating_risk",
            "get_webcam_status",
            "get_resort_photos",
            "get_powder_reels",
        ]
    );
    assert_eq!(named("media,media"), named("media"));
    let all: Vec<_> = TOPICS.iter().map(|topic| topic.name).collect();
    assert_eq!(named(&all.join(",")).len(), ops::tools().count());
}

#[test]
fn unknown_topic_is_named() {
    for (text, wrong) in
        [("", ""), ("snow,", ""), ("Snow", "Snow"), ("snow, travel", " travel"), ("roads", "roads")]
    {
        let error = text.parse::<Topics>().unwrap_err();
        assert_eq!(error, UnknownTopic(wrong.to_owned()));
        assert!(TOPICS.iter().all(|topic| error.to_string().contains(topic.name)), "{error}");
    }
}
