//! Tests which of several names a question asks about.
use crate::reading::tests::{reading, refused};
use crate::reason::Reason;

#[track_caller]
fn asked(text: &str) -> String {
    let reading = reading(text);
    let named = reading.arguments.iter().find(|(name, _)| matches!(*name, "slug" | "slugs"));
    named.map(|(_, slugs)| slugs.clone()).unwrap_or_default()
}

#[test]
fn resort_in_passing_is_ignored() {
    for (text, slug) in [
        ("We stayed in Ischgl last year, how is the snow in St. Anton?", "st-anton"),
        ("How deep is the snow in Ischgl? We were in Zermatt last week.", "ischgl"),
        ("we loved alta so much last season how deep is the snow at snowbird", "snowbird"),
        ("Wir waren letztes Jahr in Ischgl. Wie viel Schnee liegt in Lech?", "lech-zuers"),
        (
            "Wo wir letztes Jahr in Ischgl waren, war es schön, aber wie viel Schnee liegt in Lech?",
            "lech-zuers",
        ),
        ("L'an dernier on était à Tignes, quelle est la hauteur de neige à Flaine ?", "flaine"),
        ("Abito vicino a Bormio ma quanta neve c'è a Livigno?", "livigno"),
        ("Vivo en Formigal, ¿cuánta nieve hay en Cerler?", "cerler"),
        ("去年はルスツに泊まりました。キロロの積雪は？", "kiroro"),
        ("Kitzbühel ist mir zu voll und zu teuer, wie schaut es in Saalbach aus?", "saalbach"),
        ("kitzbühel ist mir zu teuer wie schauts in saalbach aus mit schnee", "saalbach"),
        ("Il y a trop de monde à La Clusaz. Combien de neige au Grand-Bornand ?", "le-grand-bornand"),
        ("去年は苗場に行きましたが、今年は野沢温泉に行きます。今日の積雪は？", "nozawa-onsen"),
        ("先週はキロロでした。今週末はルスツに行くんですが、昨夜は降りましたか？", "rusutsu"),
        ("I am going to Alta on Friday, not far from Snowbird. How deep is the snow?", "alta"),
    ] {
        assert_eq!(asked(text), slug, "{text}");
    }
}

#[test]
fn reported_time_is_ignored() {
    let reading = reading("Last winter we stayed in Ischgl, will it snow tomorrow in St. Anton?");
    assert_eq!(reading.operation, "get_weather_forecast");
    assert_eq!(reading.arguments, [("slug", "st-anton".to_owned()), ("days", "2".to_owned())]);
}

#[test]
fn time_in_passing_is_ignored() {
    for (text, told) in [
        ("We were in Ischgl last week, but how is it now?", None),
        ("It was icy in Ischgl last week. How is the snow now?", None),
        ("We stayed in Ischgl in 2024-25; how deep is the snow?", None),
        ("Letzte Woche waren wir in Ischgl, aber wie ist es jetzt?", None),
        ("On était à Tignes la semaine dernière, mais comment est la neige maintenant ?", None),
        ("La settimana scorsa eravamo a Livigno, ma com'è la neve adesso?", None),
        ("La semana pasada estuvimos en Formigal, pero ¿cómo está la nieve ahora?", None),
        ("先週ルスツに行きましたが、今の積雪は？", None),
        ("We were in Ischgl yesterday, will it snow tomorrow?", Some("2027-01-14")),
        ("We were in Ischgl last week, how much snow fell?", Some("2027-01-06")),
        ("Last week, how much snow fell in Ischgl?", Some("2027-01-06")),
    ] {
        let when = reading(text).when;
        let first = when.span.map(|span| span.first.to_string());
        assert_eq!((first.as_deref(), when.season), (told, None), "{text}");
    }
}

#[test]
fn listed_names_are_compared_with_words() {
    for (text, slugs) in [
        ("Snow in Zermatt, Verbier and Saas-Fee", "zermatt,verbier,saas-fee"),
        ("Does Vail have more snow than Breckenridge?", "vail,breckenridge"),
        ("How does Alta stack up against Snowbird?", "alta,snowbird"),
        ("Zermatt oder Verbier, wo liegt mehr Schnee?", "zermatt,verbier"),
        ("We were in Ischgl last year; compare Zermatt and Verbier", "zermatt,verbier"),
        ("ルスツとキロロ、どっちが雪が多い？", "rusutsu,kiroro"),
    ] {
        assert_eq!(asked(text), slugs, "{text}");
        assert_eq!(reading(text).operation, "compare_resorts", "{text}");
    }
}

#[test]
fn undistinguished_names_are_asked_back() {
    assert_eq!(refused("The snow is deep in Zermatt. The snow is deep in Verbier."), Reason::WhichOne);
    assert_eq!(
        refused("We stayed in Zermatt last year; how deep is the snow in Blorenberg?"),
        Reason::UnknownResort,
        "a stranger that is asked about is not replaced by a resort that is told of"
    );
}
