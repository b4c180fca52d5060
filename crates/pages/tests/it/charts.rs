//! Charts of pages: each with its numbers and data links, in the units of the page; charts without data say so.

use pages::{Language, Units};

use crate::fixture::{Request, ask, file, html};

#[test]
fn hours_have_chart_table_and_data() {
    let page = html("/resorts/invented");
    let table = page.split("id=\"hours\"").nth(1).unwrap().split("</section>").next().unwrap();
    assert!(table.contains("<table class=\"hours\">") && table.contains("–"), "the missing hours: {table}");
    let hours =
        page.split("id=\"hours-chart\"").nth(1).unwrap().split("</details></details>").next().unwrap();
    assert!(hours.contains("<svg class=\"chart\"") && hours.contains("class=\"s2\""), "{hours}");
    assert!(hours.contains("Sat 10 Jan, 13:00"), "by the resort's clock: {hours}");
    assert!(
        hours.contains("/csv/v1/resorts/invented/hours.csv")
            && hours.contains("/api/v1/resorts/invented/hours")
    );
    // The third hour has no wind: a gap in the line, and text in the table.
    assert!(hours.contains("not reported"), "{hours}");
    let silent = html("/resorts/nothing");
    assert!(silent.contains("No hourly forecast is on record."), "{silent}");
}

#[test]
fn charts_follow_the_units() {
    let request = Request { units: Some(Units::Imperial), ..Request::default() };
    let page = ask("/resorts/invented", &request).html;
    for title in ["Temperature, °F", "Precipitation, in", "Wind, mph", "Freezing level, ft", "New snow, in"]
    {
        assert!(page.contains(title), "{title}");
    }
    assert!(!page.contains("°C") && !page.contains("km/h"), "{page}");
}

#[test]
fn withheld_days_are_not_drawn() {
    let page = html("/resorts/invented");
    let bands = page.split("New snow by elevation</summary>").nth(1).unwrap().split("</svg>").next().unwrap();
    assert!(bands.contains("class=\"f1\"") && bands.contains("class=\"f3\""), "{bands}");
    assert!(page.contains("The numbers of single models need a Pro account"), "{page}");
}

#[test]
fn compared_resorts_share_an_axis() {
    let request = Request { query: &[("r", "invented,nothing")], ..Request::default() };
    let page = ask("/compare", &request).html;
    let chart = page.split("<svg class=\"chart\"").nth(1).unwrap().split("</svg>").next().unwrap();
    assert!(chart.contains("Tom &amp; &lt;Jerry&gt;, cm") && chart.contains("Nothing Known, cm"), "{chart}");
    assert_eq!(chart.matches(">15</text>").count(), 2, "the same marks twice: {chart}");
    assert!(page.contains("/csv/v1/compare.csv?slugs=invented,nothing"), "{page}");
}

#[test]
fn csv_has_empty_nulls_and_credit() {
    let text = file("/csv/v1/resorts/{slug}/forecast.csv", "invented", &Request::default()).html;
    let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
    assert_eq!(lines.len(), 8, "{text}");
    assert!(lines[0].starts_with("date,snowfallCm,") && lines[0].ends_with(",credit"), "{text}");
    assert!(lines[1].starts_with("2026-01-10,12"), "{text}");
    assert!(
        lines[1..].iter().all(
            |line| line.ends_with("\"Data by Test Snow; synthetic data, simulated for a demonstration\"")
        )
    );
    let none = file("/csv/v1/resorts/{slug}/season.csv", "nothing", &Request::default());
    assert_eq!((none.status, none.html.as_str()), (200, "credit\r\n"));
    let wrong = Request { query: &[("band", "cellar")], ..Request::default() };
    let refused = file("/csv/v1/resorts/{slug}/forecast.csv", "invented", &wrong);
    assert!(refused.status == 400 && refused.html.contains("<code>band</code>"), "{}", refused.html);
}

#[test]
fn storms_are_drawn_in_every_language() {
    for language in Language::ALL {
        let page = ask("/storms", &Request { language: Some(language), ..Request::default() }).html;
        assert!(page.contains("class=\"bar\""), "{language:?}: {page}");
    }
    let empty = ask("/storms", &Request { empty: true, ..Request::default() }).html;
    assert!(!empty.contains("class=\"chart\""), "{empty}");
}
