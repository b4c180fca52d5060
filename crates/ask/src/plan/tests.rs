//! Tests arguments mentioned in passing, or by words that the rules do not cover.
use crate::reading::tests::reading;

#[track_caller]
fn given(text: &str, name: &str) -> Option<String> {
    reading(text).arguments.into_iter().find(|(own, _)| *own == name).map(|(_, value)| value)
}

#[test]
fn trip_starts_on_given_day() {
    let text = "Mit dem Bulli durch Frankreich, sieben Tage ab diesem Samstag, mehrere Skigebiete hintereinander. Welche Route?";
    assert_eq!(given(text, "start").as_deref(), Some("2027-01-16"));
    assert_eq!(given("drive round New Zealand's ski fields in 9 days", "start"), None);
    assert_eq!(given("drive round New Zealand's ski fields in 9 days", "days").as_deref(), Some("9"));
}

#[test]
fn priority_is_the_closest_feature() {
    let trip = |rest: &str| given(&format!("Vom 6. bis 10. März nach Kanada, {rest}. Wohin?"), "priority");
    assert_eq!(trip("Hauptsache Pulver").as_deref(), Some("powder"));
    assert_eq!(trip("Gelände ist uns am wichtigsten").as_deref(), Some("terrain"));
    assert_eq!(trip("vor allem um Tiefschnee geht es uns, alles Experten").as_deref(), Some("powder"));
    assert_eq!(trip("wir sind zu viert"), None);
}

#[test]
fn source_question_requests_explanation() {
    assert_eq!(given("The depth you show for Levi, what's it based on?", "explain").as_deref(), Some("true"));
    assert_eq!(given("How deep is the snow at Levi?", "explain"), None);
}

#[test]
fn argument_is_learned_with_operation() {
    let dataset = |text: &str| given(text, "dataset");
    let ahead = "Stehen die Gebiete in den Rockies diese Saison besser da als letztes Jahr um dieselbe Zeit?";
    assert_eq!(dataset(ahead).as_deref(), Some("vs_last_year"));
    assert_eq!(dataset("How accurate were your forecasts this month?").as_deref(), Some("model_accuracy"));
    assert_eq!(given("Which resorts are ENSO proof?", "tier").as_deref(), Some("C"));
}

#[test]
fn several_day_counts_give_no_total() {
    assert_eq!(given("キロロ2日、夏油2日の予定。全部カバーしてくれる共通パスはどれ？", "tripDays"), None);
}

#[test]
fn lists_are_always_ranked() {
    assert_eq!(given("which resorts in Norway are open", "sort").as_deref(), Some("score"));
    assert_eq!(given("anywhere in France with more than 20cm fresh", "minDepth"), None);
}

#[test]
fn a_day_that_is_over_is_the_last_one() {
    let date = |text: &str| given(text, "date");
    assert_eq!(
        date("l'8 dicembre scorso in Austria chi ha dato il via alla stagione?").as_deref(),
        Some("2026-12-08")
    );
    assert_eq!(date("which resorts in Austria open on 8 December?").as_deref(), Some("2027-12-08"));
}

#[test]
fn route_starts_before_destination() {
    let origin = |text: &str| given(text, "origin");
    assert_eq!(origin("飛行機 KIX→キロロ 2/5発 2/8戻り").as_deref(), Some("KIX"));
    assert_eq!(origin("vuelos Madrid Sölden ida 5 febrero vuelta 12 febrero").as_deref(), Some("Madrid"));
    assert_eq!(origin("vols Lyon pour Gudauri aller samedi 6 février").as_deref(), Some("Lyon"));
}

#[test]
fn days_in_passing_set_forecast() {
    assert_eq!(
        given("あさって池の平温泉で息子の大会があります。朝の冷え込みは何度くらい？", "days").as_deref(),
        Some("3")
    );
}
