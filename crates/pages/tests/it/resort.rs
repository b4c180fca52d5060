//! The page of a resort, and lists of resorts: contents, units, and unknown values.

use pages::{Language, Units};

use crate::fixture::{Request, ask, html};

#[test]
fn names_are_escaped() {
    for path in ["/resorts/invented", "/", "/rankings", "/map", "/regions/alps", "/search"] {
        let page = html(path);
        assert!(!page.contains("<Jerry>") && !page.contains("<catalogue>"), "{path}");
    }
    let page = html("/resorts/invented");
    assert!(page.contains("<h1>Tom &amp; &lt;Jerry&gt;</h1>"), "{page}");
    assert!(page.contains("<title>Tom &amp; &lt;Jerry&gt; · Test &quot;Snow&quot;</title>"), "{page}");
}

#[test]
fn summary_has_outlook_and_week() {
    let page = html("/resorts/invented");
    assert!(page.contains("≈\u{a0}85\u{a0}cm"), "the week: {page}");
    assert!(page.contains("Snow from this afternoon, about 85\u{a0}cm by Friday"), "{page}");
    assert!(page.contains("not reported"), "lifts are not");
    let german =
        ask("/resorts/invented", &Request { language: Some(Language::De), ..Request::default() }).html;
    assert!(german.contains("Ab heute Nachmittag Schnee, bis Freitag rund 85\u{a0}cm"), "{german}");
    assert!(german.contains("nicht gemeldet") && !german.contains("not reported"), "{german}");
}

#[test]
fn unknown_resort_data_are_stated() {
    let page = html("/resorts/nothing");
    assert!(page.contains("Nothing is known of the snow here today"), "{page}");
    assert!(!page.contains("0\u{a0}cm") && page.contains("open or closed: not reported"), "{page}");
}

#[test]
fn listed_station_is_not_denied() {
    let page = html("/resorts/beside");
    assert!(page.contains("INVENTED PEAK") && !page.contains("no station reading"), "{page}");
    assert!(page.contains("Readings of nearby stations are listed below."), "{page}");
}

#[test]
fn missing_bulletin_names_the_service() {
    let page = html("/resorts/abroad");
    assert!(
        page.contains("The bulletin could not be fetched.") && page.contains("https://avalanche.org/"),
        "{page}"
    );
}

#[test]
fn units_reach_numbers_and_charts() {
    let american = html("/resorts/abroad");
    assert!(
        american.contains("33\u{a0}in") && !american.contains("\u{a0}cm"),
        "US units for a resort of the United States"
    );
    let chosen =
        ask("/resorts/invented", &Request { units: Some(Units::Imperial), ..Request::default() }).html;
    assert!(chosen.contains("33\u{a0}in") && !chosen.contains("\u{a0}cm"), "{chosen}");
    let chart = chosen.split("<svg class=\"chart\"").nth(1).unwrap().split("</svg>").next().unwrap();
    assert!(chart.contains("4.7\u{a0}in"), "{chart}");
    let metric = ask("/resorts/abroad", &Request { units: Some(Units::Metric), ..Request::default() }).html;
    assert!(metric.contains("84\u{a0}cm") && !metric.contains("\u{a0}in"), "{metric}");
}

#[test]
fn chart_matches_its_table() {
    let page = html("/resorts/invented");
    let chart = page.split("<svg class=\"chart\"").nth(1).unwrap().split("</svg>").next().unwrap();
    assert_eq!(chart.matches("class=\"bar\"").count(), 7, "{chart}");
    assert!(
        chart.contains("Sat 10 Jan") && page.contains("<time datetime=\"2026-01-10\">Sat 10 Jan</time>"),
        "{page}"
    );
}

#[test]
fn page_explains_its_numbers() {
    let page = html("/resorts/invented");
    assert!(page.contains("Why this number?") && page.contains("<code>forecast</code>"), "{page}");
}

#[test]
fn empty_home_page_says_so() {
    let page = ask("/", &Request { empty: true, ..Request::default() }).html;
    assert!(page.contains("No forecast has arrived yet") && !page.contains("<tbody>"), "{page}");
    assert!(page.contains("Synthetic data.") && page.contains("Data by Test Snow"), "{page}");
}

#[test]
fn list_without_snow_is_unranked() {
    let at = |path: &str, query| ask(path, &Request { query, measured: true, ..Request::default() }).html;
    let ranked = "<td class=\"rk\" role=\"cell\">";
    let dry = at("/rankings", &[("country", "IT")]);
    assert!(dry.contains("No new snow in the past 24 hours") && !dry.contains(ranked), "{dry}");
    let region = at("/regions/IT", &[]);
    assert!(
        region.contains("<h2>New snow in the past 24 hours</h2><p>No new snow in the past 24 hours"),
        "{region}"
    );
    let all = at("/rankings", &[]);
    assert!(all.contains(&format!("{ranked}2<")) && !all.contains(&format!("{ranked}3<")), "{all}");
    assert!(!all.contains("No new snow in the past 24 hours"), "{all}");
    for sort in ["snowfall", "score"] {
        let query = &[("country", "AT"), ("sort", sort)];
        let silent = ask("/rankings", &Request { query, ..Request::default() }).html;
        assert!(silent.contains("No resort reports this at the moment"), "{sort}: {silent}");
        assert!(!silent.contains(&format!("{ranked}1<")), "{sort}: {silent}");
    }
}

#[test]
fn reference_data_have_no_age() {
    let page = html("/resorts/invented");
    let facts = page.split("reference data").skip(1).map(|rest| rest.chars().take(40).collect::<String>());
    for after in facts {
        assert!(!after.contains("<time"), "the catalogue's age is not the age of a fact: {after}");
    }
}

#[test]
fn lists_keep_state_in_the_address() {
    let request = Request { query: &[("sort", "depth"), ("country", "US")], ..Request::default() };
    let page = ask("/rankings", &request).html;
    assert!(page.contains("Abroad") && !page.contains("Nothing Known"), "{page}");
    assert!(page.contains("href=\"/rankings?country=US&amp;sort=forecast\""), "{page}");
    assert!(page.contains("href=\"/de/rankings?sort=depth&amp;country=US\""), "{page}");
    let compared = ask("/compare", &Request { query: &[("r", "invented,abroad")], ..Request::default() });
    assert_eq!(compared.status, 200);
    assert!(compared.html.contains("Abroad") && compared.html.contains("tie"), "{}", compared.html);
}

#[test]
fn canonical_address_uses_the_slug() {
    let page = html("/resorts/INVENTED");
    assert!(
        page.contains("<link rel=\"canonical\" href=\"https://snow.example.org/resorts/invented\">"),
        "{page}"
    );
}

#[test]
fn withheld_score_has_a_reason() {
    let page = html("/resorts/invented");
    assert!(page.contains("withheld because too little is reported"), "{page}");
    assert!(page.contains("How the score is computed") && page.contains("20 of 20"), "{page}");
}

#[test]
fn past_page_omits_missing_evidence() {
    let request = Request { query: &[("asOf", "2026-01-08")], ..Request::default() };
    let page = ask("/resorts/invented", &request);
    assert_eq!(page.status, 200, "{}", page.html);
    assert!(
        page.html.contains("As it was known on 10 January 2026, 13:00."),
        "the instant of the view: {}",
        page.html
    );
    assert!(
        !page.html.contains("Avalanche danger</h2>") && !page.html.contains("id=\"trip\""),
        "{}",
        page.html
    );
    assert!(page.html.contains("href=\"/resorts/invented?asOf=2026-01-09\">Day before"), "{}", page.html);
    assert!(
        page.html.contains("<link rel=\"canonical\" href=\"https://snow.example.org/resorts/invented\">")
    );
    let present = html("/resorts/invented");
    assert!(
        present.contains("Avalanche danger</h2>") && !present.contains("As it was known on"),
        "{present}"
    );
    for odd in ["yesterday", "2026-02-30", "0", "2026-01-08T25:00:00Z"] {
        let request = Request { query: &[("asOf", odd)], ..Request::default() };
        let refused = ask("/resorts/invented", &request);
        assert!(
            refused.status == 400 && refused.html.contains("<code>asOf</code>"),
            "{odd}: {}",
            refused.html
        );
    }
}

#[test]
fn pictures_are_links() {
    let page = html("/resorts/nothing");
    for said in [
        "No webcam is on record here.",
        "No freely licensed photo is on record here.",
        "loads no picture from elsewhere",
    ] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn answers_link_their_evidence() {
    let asked = |query| ask("/ask", &Request { query, ..Request::default() }).html;
    let told = asked(&[("q", "How much snow is forecast for Abroad in the next 7 days?")]);
    assert!(told.contains("Where each number comes from"), "{told}");
    assert!(told.contains("href=\"/api/v1/resorts/abroad/"), "{told}");
    let odd = asked(&[("q", "<b>what is the meaning of life?</b>")]);
    assert!(!odd.contains("<b>what") && odd.contains("For instance") && odd.contains("/ask?q="), "{odd}");
    let long = "x".repeat(1001);
    let refused = ask("/ask", &Request { query: &[("q", &long)], ..Request::default() });
    assert!(refused.status == 400 && refused.html.contains("<code>q</code>"), "{}", refused.html);
}

#[test]
fn answer_keeps_units_and_resort() {
    let query = &[("q", "How much snow is forecast for Abroad in the next 7 days?")];
    let imperial = Request { query, units: Some(Units::Imperial), ..Request::default() };
    let told = ask("/ask", &imperial).html;
    assert!(told.contains(" in of snow") && !told.contains(" cm of snow"), "{told}");
    assert!(told.contains("name=\"r\" maxlength=\"100\" value=\"abroad\""), "{told}");
}

#[test]
fn trips_have_reasons() {
    let page = html("/trips");
    assert!(page.contains("Four days with the most snow forecast"), "{page}");
    let planned = ask("/trips", &Request { query: &[("start", "2026-01-12")], ..Request::default() });
    assert!(
        planned.status == 200 && planned.html.contains("On your own dates: 12 January 2026"),
        "{}",
        planned.html
    );
    let early = ask("/trips", &Request { query: &[("start", "2020-01-12")], ..Request::default() });
    assert!(early.status == 400 && early.html.contains("<code>start</code>"), "{}", early.html);
    let without = ask("/trips", &Request { query: &[("ability", "expert")], ..Request::default() });
    assert!(without.status == 200 && without.html.contains("choose the first day"), "{}", without.html);
    assert!(without.html.contains("name=\"start\""), "the form is there to choose it");
    let empty = ask("/trips", &Request { empty: true, ..Request::default() }).html;
    assert!(empty.contains("There is no recommendation:"), "{empty}");
}
