use super::split;

fn check(full: &str, name: &str, aliases: &[&str]) {
    let names = split(full).unwrap_or_else(|| panic!("no name in {full:?}"));
    assert_eq!(
        (names.name.as_str(), names.aliases.iter().map(String::as_str).collect::<Vec<_>>()),
        (name, aliases.to_vec())
    );
}

#[test]
fn the_latin_part_is_the_name() {
    check("ニセコユナイテッド, Niseko United", "Niseko United", &["ニセコユナイテッド"]);
    check("Wanlong Paradise Resort, 万龙度假天堂", "Wanlong Paradise Resort", &["万龙度假天堂"]);
    check("牛岳温泉スキー場（Ushidake Onsen）", "Ushidake Onsen", &["牛岳温泉スキー場"]);
    check("Красный Ключ (Krasnyy Klyuch)", "Krasnyy Klyuch", &["Красный Ключ"]);
    check("Mt Grand View (Mtグランビュースキー場)", "Mt Grand View", &["Mtグランビュースキー場"]);
    check("Tornik / Торник", "Tornik", &["Торник"]);
    check("スカイ場, Sky Valley, Sukai barei", "Sky Valley", &["スカイ場", "Sukai barei"]);
}

#[test]
fn single_name_is_not_split() {
    for whole in
        ["Lantsch/Lenz", "Hörnle (Bad Kohlgrub)", "Cristallo - Faloria", "Меллит", "金象山滑雪场", "3000 (3)"]
    {
        check(whole, whole, &[]);
    }
}

#[test]
fn repeated_parts_count_once() {
    check(
        "Kronplatz - Plan de Corones, Kronplatz, Plan de Corones",
        "Kronplatz - Plan de Corones",
        &["Kronplatz", "Plan de Corones"],
    );
    check("Vail,  VAIL , Vail", "Vail", &[]);
}

#[test]
fn empty_text_is_not_a_name() {
    for empty in ["", "  ", ",", "()", "—"] {
        assert_eq!(split(empty), None, "{empty:?}");
    }
}
