use crate::reading::tests::{reading, refused, refused_about};
use crate::reason::Reason;

#[track_caller]
fn is_about(text: &str, operation: &str, slug: &str) {
    let reading = reading(text);
    assert_eq!(reading.operation, operation, "{text}");
    assert!(reading.arguments.contains(&("slug", slug.to_owned())), "{text}: {:?}", reading.arguments);
}

#[test]
fn letter_writer_is_ignored() {
    for (text, operation, slug) in [
        (
            "Hello, my name is Peter Warren and I come from Chicago. How windy will it be at Vail tomorrow? \
             Yours sincerely, Peter Warren",
            "get_weather_forecast",
            "vail",
        ),
        (
            "Dear Sir or Madam, I am writing on behalf of Alpine Dreams Ltd of Bristol. Could you tell us the \
             snow depth in Mayrhofen? Kind regards, T. Vernon",
            "get_conditions",
            "mayrhofen",
        ),
        (
            "Hallo, wir sind eine Familie aus Kassel. Wie kalt wird es am Samstag in Serfaus? Viele Grüße, \
             Familie Brandner",
            "get_weather_forecast",
            "serfaus-fiss-ladis",
        ),
        (
            "Buenas tardes, me llamo Lucía Ferrer, de la agencia Horizonte de Valencia. ¿Qué tiempo hará mañana \
             en Formigal? Un saludo, Lucía Ferrer",
            "get_weather_forecast",
            "formigal",
        ),
        ("山田旅行の鈴木と申します。明日の苗場の天気を教えてください。", "get_weather_forecast", "naeba"),
    ] {
        is_about(text, operation, slug);
    }
    // A destination is not a part of the writer's identity.
    let text = "We're going to Foobar Peak. We stayed in Zermatt last year. How is the snow there?";
    assert_ne!(refused(text), Reason::OutOfScope);
}

#[test]
fn retraction_selects_other_name() {
    for (text, slug) in [
        ("snow depth in Vail, sorry, I mean Keystone", "keystone"),
        ("Wie viel Schnee liegt in Ischgl, nein, ich meine in Sölden?", "soelden"),
        ("Quelle hauteur de neige à Tignes, non pardon, à Val d'Isère ?", "val-disere"),
        ("altezza neve a Bormio, anzi no, a Livigno", "livigno"),
        ("Espesor de nieve en Cerler, perdón, quería decir Formigal", "formigal"),
        ("ルスツ、じゃなくてキロロの積雪は？", "kiroro"),
    ] {
        is_about(text, "get_conditions", slug);
    }
    let japan = reading("北海道ではなく長野のスキー場の積雪");
    assert!(japan.arguments.contains(&("state", "Nagano".to_owned())), "{:?}", japan.arguments);
    is_about("苗場まで車で行く", "get_road_access", "naeba");
    is_about("snow depth in Vail, I mean in Colorado", "get_conditions", "vail");
    assert_eq!(refused("snow depth in Vail, sorry, I mean Hinterbrunn Alm"), Reason::UnknownResort);
}

#[test]
fn leading_name_is_not_a_follow_up() {
    for text in ["Planicrest open today?", "Monteverzo domani è aperto?", "Foppolo oggi ha le piste aperte?"]
    {
        assert_eq!(refused_about(text, "vail"), Reason::UnknownResort, "{text}");
        assert_eq!(refused(text), Reason::UnknownResort, "{text}");
    }
}

#[test]
fn retracted_names_are_ignored() {
    for (text, slug) in [
        ("Jay Peak? No, Killington. How many trails are open?", "killington"),
        ("Road weather around Vail? No, let's take Keystone.", "keystone"),
        ("Lieber Arosa als Davos Parsenn: wie tief ist der Schnee?", "arosa-lenzerheide"),
        ("Schneehöhe in Zermatt? Nein, nehmen wir lieber Verbier.", "verbier"),
        ("Plutôt Flaine que Tignes : quelle hauteur de neige ?", "flaine"),
        ("Tignes ? Non, Flaine. Il y a combien de neige ?", "flaine"),
        ("Non Sestriere ma Bormio: gli impianti girano?", "bormio"),
        ("Non andiamo più a Bormio ma a Livigno, che tempo fa sabato?", "livigno"),
        ("¿Zermatt? No, Verbier. ¿Cuánta nieve hay?", "verbier"),
        ("Ya no vamos a Astún sino a Cerler, ¿qué tiempo hará el sábado?", "cerler"),
        ("苗場はやめてかぐらにする。積雪は？", "kagura"),
        ("ツェルマット？いや、ヴェルビエ。積雪は？", "verbier"),
    ] {
        let named: Vec<String> = reading(text).arguments.into_iter().map(|(_, value)| value).collect();
        assert_eq!(named.first().map(String::as_str), Some(slug), "{text}");
    }
    // A choice between two retracts nothing, and a "no" without a comma excludes what follows it.
    let both = reading("Lech oder lieber Ischgl, wo liegt mehr Schnee?").arguments;
    assert_eq!(both, [("slugs", "lech-zuers,ischgl".to_owned())]);
    assert_eq!(reading("La Clusaz, pas Flaine. Il y a de la fraîche ?").operation, "get_resort");
}

#[test]
fn broken_off_name_is_replaced() {
    is_about(
        "Chance of rain in Gstaad... Zweisimmen tomorrow",
        "get_weather_forecast",
        "zweisimmen-saanenmoeser",
    );
    is_about("Vail... how much snow is there?", "get_conditions", "vail");
    assert_eq!(reading("Snow in Vail... and Alta?").operation, "compare_resorts");
}
