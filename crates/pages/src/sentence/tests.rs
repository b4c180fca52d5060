//! The twelve examples of the copy deck, each in six languages, and the limits of the sentence.

use chrono::{Days, NaiveDate, NaiveDateTime, TimeDelta};
use conditions_core::record::{DailyRow, Spread};
use conditions_core::units::{Confidence, Tenths};

use super::{Chill, Facts, FallenSnow, LocalHour, Sentence};
use crate::quantity::ValueFormat;
use crate::words::Language;

/// English, German, French, Italian, Spanish, Japanese.
#[rustfmt::skip]
const SAID: [[&str; 6]; 12] = [
    [
        "Mostly sunny until Sunday. Snow from Monday evening, most on Tuesday, about 35 cm, with gusts to 70 km/h that may stop upper lifts. Avalanche danger today is 4, high.",
        "Bis Sonntag meist sonnig. Ab Montagabend Schnee, am meisten am Dienstag, rund 35 cm, dazu Böen bis 70 km/h, obere Lifte können stehen. Lawinengefahr heute: Stufe 4, groß.",
        "Plutôt ensoleillé jusqu’à dimanche. Neige dès lundi soir, surtout mardi avec environ 35 cm et des rafales à 70 km/h : les remontées du haut pourraient fermer. Danger d’avalanche aujourd’hui : 4, fort.",
        "Per lo più soleggiato fino a domenica. Neve da lunedì sera, soprattutto martedì: circa 35 cm, con raffiche fino a 70 km/h che possono fermare gli impianti in quota. Pericolo valanghe oggi: grado 4, forte.",
        "Mayormente soleado hasta el domingo. Nieve desde el lunes por la noche, sobre todo el martes: unos 35 cm, con rachas de 70 km/h que pueden parar los remontes altos. Peligro de aludes hoy: 4, fuerte.",
        "日曜までおおむね晴れ。月曜の夜から雪、火曜が最も多く約35cm。この日は最大瞬間風速19m/sで上部リフトが止まるおそれ。きょうの雪崩危険度は4（高い）。",
    ],
    [
        "Snow from this evening, about 12 cm by tomorrow morning. Avalanche danger today is 3, considerable.",
        "Ab heute Abend Schnee, bis morgen früh rund 12 cm. Lawinengefahr heute: Stufe 3, erheblich.",
        "Neige dès ce soir, environ 12 cm d’ici demain matin. Danger d’avalanche aujourd’hui : 3, marqué.",
        "Neve da stasera, circa 12 cm entro domattina. Pericolo valanghe oggi: grado 3, marcato.",
        "Nieve desde esta noche, unos 12 cm hasta mañana por la mañana. Peligro de aludes hoy: 3, notable.",
        "今夜から雪、明日の朝までに約12cm。きょうの雪崩危険度は3（警戒）。",
    ],
    [
        "Rain up to 1,800 m on Wednesday, snow above: 10 to 20 cm at the summit.",
        "Am Mittwoch Regen bis 1.800 m, darüber Schnee: 10 bis 20 cm am Gipfel.",
        "Mercredi, pluie jusqu’à 1 800 m et neige au-dessus : 10 à 20 cm au sommet.",
        "Mercoledì pioggia fino a 1.800 m, neve più in alto: da 10 a 20 cm in cima.",
        "El miércoles, lluvia hasta 1.800 m y nieve por encima: de 10 a 20 cm en la cima.",
        "水曜は標高1,800mまで雨、それより上は雪で、山頂では10〜20cm。",
    ],
    [
        "No snow in sight for seven days; sunny until Thursday.",
        "In den nächsten sieben Tagen kein Schnee in Sicht; bis Donnerstag sonnig.",
        "Pas de neige en vue pour les sept prochains jours ; soleil jusqu’à jeudi.",
        "Niente neve in vista per sette giorni; sole fino a giovedì.",
        "Sin nieve a la vista en los próximos siete días; sol hasta el jueves.",
        "向こう7日間、雪の予想はありません。木曜まで晴れ。",
    ],
    [
        "Little snow: about 3 cm over seven days.",
        "Wenig Schnee: rund 3 cm in sieben Tagen.",
        "Peu de neige : environ 3 cm en sept jours.",
        "Poca neve: circa 3 cm in sette giorni.",
        "Poca nieve: unos 3 cm en siete días.",
        "雪は少なめで、7日間で約3cm。",
    ],
    [
        "Snow from Wednesday, most on Thursday, 1 to 30 cm, the models disagree.",
        "Ab Mittwoch Schnee, am meisten am Donnerstag, 1 bis 30 cm, die Modelle sind uneins.",
        "Neige dès mercredi, surtout jeudi : de 1 à 30 cm, les modèles divergent.",
        "Neve da mercoledì, soprattutto giovedì: da 1 a 30 cm, i modelli non concordano.",
        "Nieve desde el miércoles, sobre todo el jueves: de 1 a 30 cm, los modelos discrepan.",
        "水曜から雪、木曜が最も多く1〜30cm（モデルの予想が割れています）。",
    ],
    [
        "18 cm of new snow since yesterday morning, measured. Sunny today, gusts below 40 km/h.",
        "18 cm Neuschnee seit gestern früh, gemessen. Heute sonnig, Böen unter 40 km/h.",
        "18 cm de neige fraîche depuis hier matin, mesurés. Soleil aujourd’hui, rafales sous 40 km/h.",
        "18 cm di neve fresca da ieri mattina, misurati. Oggi sole, raffiche sotto i 40 km/h.",
        "18 cm de nieve nueva desde ayer por la mañana, medidos. Hoy sol y rachas de menos de 40 km/h.",
        "きのうの朝から新雪18cm（実測）。きょうは晴れ、最大瞬間風速は11m/s以下。",
    ],
    [
        "About 25 cm of new snow in 24 hours by the weather models; no station has measured it.",
        "Laut Wettermodellen rund 25 cm Neuschnee in 24 Stunden; gemessen hat es keine Station.",
        "Environ 25 cm de neige fraîche en 24 heures d’après les modèles ; aucune station météo ne l’a mesuré.",
        "Circa 25 cm di neve fresca in 24 ore secondo i modelli; nessuna stazione li ha misurati.",
        "Unos 25 cm de nieve nueva en 24 horas según los modelos; ninguna estación meteorológica los ha medido.",
        "モデルの推定では24時間の新雪は約25cm。観測所の実測はありません。",
    ],
    [
        "Gusts to 95 km/h tomorrow from 9 to 14: upper lifts will probably stop.",
        "Morgen von 9 bis 14 Uhr Böen bis 95 km/h: Die oberen Lifte stehen wahrscheinlich.",
        "Demain de 9 h à 14 h, rafales jusqu’à 95 km/h : les remontées du haut seront probablement fermées.",
        "Domani dalle 9 alle 14 raffiche fino a 95 km/h: gli impianti in quota saranno probabilmente fermi.",
        "Mañana de 9 a 14 h, rachas de hasta 95 km/h: los remontes altos probablemente no abrirán.",
        "明日9〜14時は最大瞬間風速26m/s。上部リフトは運休の可能性が高いです。",
    ],
    [
        "It feels like −34 °C at the summit tonight.",
        "Am Gipfel heute Nacht gefühlt −34 °C.",
        "Au sommet, −34 °C ressentis cette nuit.",
        "In cima stanotte −34 °C percepiti.",
        "En la cima, sensación térmica de −34 °C esta noche.",
        "今夜の山頂の体感温度は−34℃。",
    ],
    [
        "The season usually starts on 5 December. Snow from Monday evening, about 25 cm by Wednesday.",
        "Die Saison beginnt meist am 5. Dezember. Ab Montagabend Schnee, bis Mittwoch rund 25 cm.",
        "La saison commence d’ordinaire le 5 décembre. Neige dès lundi soir, environ 25 cm d’ici mercredi.",
        "La stagione di solito inizia il 5 dicembre. Neve da lunedì sera, circa 25 cm entro mercoledì.",
        "La temporada suele empezar el 5 de diciembre. Nieve desde el lunes por la noche, unos 25 cm hasta el miércoles.",
        "シーズンは例年12月5日ごろから。月曜の夜から雪、水曜までに約25cm。",
    ],
    [
        "Nothing is known of the snow here today: no report, no measurement, no forecast.",
        "Über den Schnee hier ist heute nichts bekannt: keine Meldung, keine Messung, keine Prognose.",
        "On ne sait rien de la neige ici aujourd’hui : ni annonce, ni mesure, ni prévision.",
        "Oggi non si sa nulla della neve qui: nessuna comunicazione, misura o previsione.",
        "Hoy no se sabe nada de la nieve aquí: ni parte, ni medición, ni pronóstico.",
        "きょうの雪の情報はありません。発表も観測も予報も届いていません。",
    ],
];

/// Saturday, 28 November 2026, 6:00.
fn now() -> NaiveDateTime {
    NaiveDate::from_ymd_opt(2026, 11, 28).and_then(|day| day.and_hms_opt(6, 0, 0)).unwrap()
}

/// Seven dry, cloudy days with this snow.
fn week(snow: [f64; 7]) -> Vec<DailyRow> {
    let row = |(at, cm): (usize, f64)| {
        let mut row = DailyRow::unknown(now().date() + Days::new(at as u64));
        row.snowfall_cm = Tenths::new(cm);
        row.rain_mm = Tenths::new(0.0);
        row.gust_max_mps = Tenths::new(8.0);
        row.cloud_pct = Some(90);
        row.confidence = Confidence::from_hundredths(60);
        row
    };
    snow.into_iter().enumerate().map(row).collect()
}

/// Three days of hours with snow from an hour on.
fn hours(from: usize) -> Vec<LocalHour> {
    let hour = |at: usize| LocalHour {
        at: now() + TimeDelta::hours(at as i64),
        temp_c: Tenths::new(-5.0),
        precipitation_mm: Tenths::new(if at >= from { 1.0 } else { 0.0 }),
        gust_mps: None,
    };
    (0..72).map(hour).collect()
}

fn spread(low: f64, high: f64) -> Spread {
    serde_json::from_value(serde_json::json!({ "low": low, "high": high })).unwrap()
}

/// Checks an example in every language.
fn says(case: usize, facts: &Facts<'_>) {
    let plain = |text: &str| text.replace(['\u{a0}', '\u{202f}'], " ");
    for (language, said) in Language::ALL.into_iter().zip(SAID[case - 1]) {
        let show = ValueFormat::new(language.words(), None, "CH");
        assert_eq!(plain(&Sentence::new(show, facts).text()), plain(said), "case {case} in {language:?}");
    }
}

fn facts<'a>(days: &'a [DailyRow], hours: &'a [LocalHour]) -> Facts<'a> {
    Facts { now: now(), days, hours, is_known: true, ..Facts::default() }
}

fn storm() -> Vec<DailyRow> {
    let mut days = week([0.0, 0.0, 5.1, 32.8, 14.4, 1.5, 0.0]);
    days[0].cloud_pct = Some(42);
    days[1].cloud_pct = Some(44);
    days[3].gust_max_mps = Tenths::new(19.3);
    days
}

#[test]
fn storm_has_sun_snow_wind_and_danger() {
    says(1, &Facts { danger: Some(4), ..facts(&storm(), &hours(60)) });
}

#[test]
fn snow_tonight_ends_tomorrow() {
    says(2, &Facts { danger: Some(3), ..facts(&week([12.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]), &hours(12)) });
}

#[test]
fn rain_names_its_height_and_the_snow_above() {
    let mut days = week([0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
    days[4].rain_mm = Tenths::new(5.0);
    days[4].freezing_level_m = Some(1_810);
    let mut summit = week([0.0, 0.0, 0.0, 0.0, 14.0, 0.0, 0.0]);
    summit[4].spread_cm = Some(spread(10.2, 19.8));
    let facts = Facts { summit: &summit, base_m: Some(1_400), summit_m: Some(2_800), ..facts(&days, &[]) };
    says(3, &facts);
}

#[test]
fn no_snow_is_followed_by_sun() {
    let mut days = week([0.0; 7]);
    for day in &mut days[..6] {
        day.cloud_pct = Some(30);
    }
    says(4, &facts(&days, &[]));
}

#[test]
fn little_snow_is_a_sum() {
    says(5, &facts(&week([1.0, 0.0, 1.2, 0.0, 0.9, 0.0, 0.0]), &[]));
}

#[test]
fn doubtful_snow_is_a_range() {
    let mut days = week([0.0, 0.0, 0.0, 0.0, 5.0, 15.0, 0.0]);
    days[5].confidence = Confidence::from_hundredths(20);
    days[5].spread_cm = Some(spread(1.2, 31.0));
    says(6, &facts(&days, &[]));
}

#[test]
fn measured_snow_replaces_sun() {
    let mut days = week([0.0; 7]);
    days[0].cloud_pct = Some(20);
    let fallen = Some(FallenSnow { cm: Tenths::from_units(180), is_modelled: false });
    says(7, &Facts { fallen, ..facts(&days, &[]) });
}

#[test]
fn modelled_snow_is_not_called_measured() {
    let fallen = Some(FallenSnow { cm: Tenths::from_units(245), is_modelled: true });
    says(8, &Facts { fallen, ..facts(&[], &[]) });
}

#[test]
fn wind_of_another_day_has_its_hours() {
    let mut days = week([0.0; 7]);
    for day in &mut days {
        day.snowfall_cm = None;
    }
    days[1].gust_max_mps = Tenths::new(26.4);
    let mut hours = hours(72);
    for hour in &mut hours[28..=32] {
        hour.gust_mps = Tenths::new(24.0);
    }
    says(9, &facts(&days, &hours));
}

#[test]
fn cold_names_the_night() {
    let chill = Some(Chill { celsius: Tenths::from_units(-340), at: now() + TimeDelta::hours(17) });
    says(10, &Facts { chill, ..facts(&[], &[]) });
}

#[test]
fn season_comes_before_the_snow() {
    let opens = NaiveDate::from_ymd_opt(2026, 12, 5);
    says(11, &Facts { opens, ..facts(&week([0.0, 0.0, 2.0, 12.0, 11.0, 0.0, 0.0]), &hours(60)) });
}

#[test]
fn nothing_known_is_said() {
    says(12, &Facts { is_known: false, ..facts(&[], &[]) });
}

#[test]
fn long_sentences_drop_sun_and_keep_snow_and_grave_danger() {
    let chill = Some(Chill { celsius: Tenths::from_units(-340), at: now() });
    let opens = NaiveDate::from_ymd_opt(2026, 12, 5);
    let days = storm();
    for language in Language::ALL {
        let show = ValueFormat::new(language.words(), None, "CH");
        let sentence =
            Sentence::new(show, &Facts { chill, opens, danger: Some(4), ..facts(&days, &hours(60)) });
        assert!(sentence.clauses.len() <= 4 && sentence.text().chars().count() <= 215, "{}", sentence.text());
        let markup = sentence.markup().into_string();
        assert!(markup.contains("href=\"#week\"") && markup.contains("href=\"#danger\""), "{markup}");
    }
}
