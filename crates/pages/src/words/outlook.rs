//! The phrases of the sentence that describes the next days. They are joined by `sentence.rs`.

use chrono::Weekday;

use super::subject::subject;
use super::{TextMessage, TwoTextsMessage};
use days::{
    de, en, es, fr, from_hour_it, it, ja, on_de, on_en, on_es, on_fr, on_it, on_ja, start_de, start_en,
    start_es, start_fr, start_it, start_ja, to_hour_it,
};

pub(crate) use days::{DayName, PartOfDay, capital};

mod days;

/// The end of a snowfall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    TomorrowMorning,
    Morning(Weekday),
    Day(Weekday),
}

/// How likely wind stops the upper lifts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WindEffect {
    Possible,
    Probable,
}

/// The name of a day in a sentence.
type DayMessage = fn(Weekday) -> String;
/// A gust and its effect.
type WindMessage = fn(&str, WindEffect) -> String;
/// A day, its first and last windy hour, a gust and its effect.
type WindyDayMessage = fn(DayName, Option<(u32, u32)>, &str, WindEffect) -> String;

subject! {
    /// Phrases of the outlook.
    Outlook:
    /// End of a sentence.
    stop: &'static str = ".", ".", ".", ".", ".", "。";
    /// Separator between two sentences.
    next: &'static str = ". ", ". ", ". ", ". ", ". ", "。";
    /// Separator before a sunny end of the sentence on missing snow.
    semicolon: &'static str = "; ", "; ", "\u{a0}; ", "; ", "; ", "。";
    /// Separator before wind that belongs to the snow.
    with_wind: &'static str = ", ", ", ", " ", ", ", ", ", "。";
    inches: TextMessage =
        |number| format!("{number}\u{a0}{}", if ["½", "1"].contains(&number) { "inch" } else { "inches" }),
        |number| format!("{number}\u{a0}Zoll"),
        |number| format!("{number}\u{a0}{}", if ["½", "1", "1½"].contains(&number) { "pouce" } else { "pouces" }),
        |number| format!("{number}\u{a0}{}", if ["½", "1"].contains(&number) { "pollice" } else { "pollici" }),
        |number| format!("{number}\u{a0}{}", if ["½", "1"].contains(&number) { "pulgada" } else { "pulgadas" }),
        |number| format!("{number}インチ");
    sunny_until: DayMessage =
        |day| format!("Mostly sunny until {}", en(day)), |day| format!("Bis {} meist sonnig", de(day)),
        |day| format!("Plutôt ensoleillé jusqu’à {}", fr(day)), |day| format!("Per lo più soleggiato fino a {}", it(day)),
        |day| format!("Mayormente soleado hasta el {}", es(day)), |day| format!("{}までおおむね晴れ", ja(day));
    /// Continues [`Outlook::none`].
    then_sunny_until: DayMessage =
        |day| format!("sunny until {}", en(day)), |day| format!("bis {} sonnig", de(day)),
        |day| format!("soleil jusqu’à {}", fr(day)), |day| format!("sole fino a {}", it(day)),
        |day| format!("sol hasta el {}", es(day)), |day| format!("{}まで晴れ", ja(day));
    fallen_since_morning: TextMessage =
        |snow| format!("{snow} of new snow since yesterday morning, measured"),
        |snow| format!("{snow} Neuschnee seit gestern früh, gemessen"),
        |snow| format!("{snow} de neige fraîche depuis hier matin, mesurés"),
        |snow| format!("{snow} di neve fresca da ieri mattina, misurati"),
        |snow| format!("{snow} de nieve nueva desde ayer por la mañana, medidos"),
        |snow| format!("きのうの朝から新雪{snow}（実測）");
    fallen_measured: TextMessage =
        |snow| format!("{snow} of new snow in 24 hours, measured"),
        |snow| format!("{snow} Neuschnee in 24 Stunden, gemessen"),
        |snow| format!("{snow} de neige fraîche en 24 heures, mesurés"),
        |snow| format!("{snow} di neve fresca in 24 ore, misurati"),
        |snow| format!("{snow} de nieve nueva en 24 horas, medidos"),
        |snow| format!("24時間で新雪{snow}（実測）");
    fallen_modelled: TextMessage =
        |snow| format!("About {snow} of new snow in 24 hours by the weather models; no station has measured it"),
        |snow| format!("Laut Wettermodellen rund {snow} Neuschnee in 24 Stunden; gemessen hat es keine Station"),
        |snow| format!("Environ {snow} de neige fraîche en 24 heures d’après les modèles\u{a0}; aucune station météo ne l’a mesuré"),
        |snow| format!("Circa {snow} di neve fresca in 24 ore secondo i modelli; nessuna stazione li ha misurati"),
        |snow| format!("Unos {snow} de nieve nueva en 24 horas según los modelos; ninguna estación meteorológica los ha medido"),
        |snow| format!("モデルの推定では24時間の新雪は約{snow}。観測所の実測はありません");
    /// Sun and little wind today, with an upper limit of the gusts.
    fine_today: TextMessage =
        |gust| format!("Sunny today, gusts below {gust}"), |gust| format!("Heute sonnig, Böen unter {gust}"),
        |gust| format!("Soleil aujourd’hui, rafales sous {gust}"), |gust| format!("Oggi sole, raffiche sotto i {gust}"),
        |gust| format!("Hoy sol y rachas de menos de {gust}"), |gust| format!("きょうは晴れ、最大瞬間風速は{gust}以下");
    none: &'static str =
        "No snow in sight for seven days", "In den nächsten sieben Tagen kein Schnee in Sicht",
        "Pas de neige en vue pour les sept prochains jours", "Niente neve in vista per sette giorni",
        "Sin nieve a la vista en los próximos siete días", "向こう7日間、雪の予想はありません";
    little: TextMessage =
        |snow| format!("Little snow: about {snow} over seven days"), |snow| format!("Wenig Schnee: rund {snow} in sieben Tagen"),
        |snow| format!("Peu de neige\u{a0}: environ {snow} en sept jours"), |snow| format!("Poca neve: circa {snow} in sette giorni"),
        |snow| format!("Poca nieve: unos {snow} en siete días"), |snow| format!("雪は少なめで、7日間で約{snow}");
    /// The start of the snow.
    start: fn(DayName, Option<PartOfDay>) -> String =
        |day, part| format!("Snow {}", start_en(day, part)), |day, part| format!("{} Schnee", start_de(day, part)),
        |day, part| format!("Neige {}", start_fr(day, part)), |day, part| format!("Neve {}", start_it(day, part)),
        |day, part| format!("Nieve {}", start_es(day, part)), |day, part| format!("{}雪", start_ja(day, part));
    /// Continues the start: the best day and its amount.
    best: fn(DayName, &str) -> String =
        |day, snow| format!(", most {}, about {snow}", on_en(day)), |day, snow| format!(", am meisten {}, rund {snow}", on_de(day)),
        |day, snow| format!(", surtout {} avec environ {snow}", on_fr(day)), |day, snow| format!(", soprattutto {}: circa {snow}", on_it(day)),
        |day, snow| format!(", sobre todo {}: unos {snow}", on_es(day)), |day, snow| format!("、{}が最も多く約{snow}", on_ja(day));
    /// Continues the start: the best day and the range of models that disagree.
    best_range: fn(DayName, &str, &str) -> String =
        |day, low, high| format!(", most {}, {low} to {high}, the models disagree", on_en(day)),
        |day, low, high| format!(", am meisten {}, {low} bis {high}, die Modelle sind uneins", on_de(day)),
        |day, low, high| format!(", surtout {}\u{a0}: de {low} à {high}, les modèles divergent", on_fr(day)),
        |day, low, high| format!(", soprattutto {}: da {low} a {high}, i modelli non concordano", on_it(day)),
        |day, low, high| format!(", sobre todo {}: de {low} a {high}, los modelos discrepan", on_es(day)),
        |day, low, high| format!("、{}が最も多く{low}〜{high}（モデルの予想が割れています）", on_ja(day));
    /// Continues the start: the amount until the end.
    total: fn(End, &str) -> String =
        |end, snow| match end {
            End::TomorrowMorning => format!(", about {snow} by tomorrow morning"),
            End::Morning(day) => format!(", about {snow} by {} morning", en(day)),
            End::Day(day) => format!(", about {snow} by {}", en(day)),
        },
        |end, snow| match end {
            End::TomorrowMorning => format!(", bis morgen früh rund {snow}"),
            End::Morning(day) => format!(", bis {}morgen rund {snow}", de(day)),
            End::Day(day) => format!(", bis {} rund {snow}", de(day)),
        },
        |end, snow| match end {
            End::TomorrowMorning => format!(", environ {snow} d’ici demain matin"),
            End::Morning(day) => format!(", environ {snow} d’ici {} matin", fr(day)),
            End::Day(day) => format!(", environ {snow} d’ici {}", fr(day)),
        },
        |end, snow| match end {
            End::TomorrowMorning => format!(", circa {snow} entro domattina"),
            End::Morning(day) => format!(", circa {snow} entro {} mattina", it(day)),
            End::Day(day) => format!(", circa {snow} entro {}", it(day)),
        },
        |end, snow| match end {
            End::TomorrowMorning => format!(", unos {snow} hasta mañana por la mañana"),
            End::Morning(day) => format!(", unos {snow} hasta el {} por la mañana", es(day)),
            End::Day(day) => format!(", unos {snow} hasta el {}", es(day)),
        },
        |end, snow| match end {
            End::TomorrowMorning => format!("、明日の朝までに約{snow}"),
            End::Morning(day) => format!("、{}の朝までに約{snow}", ja(day)),
            End::Day(day) => format!("、{}までに約{snow}", ja(day)),
        };
    /// Rain below an elevation.
    rain: fn(DayName, &str) -> String =
        |day, height| format!("Rain up to {height} {}", on_en(day)),
        |day, height| format!("{} Regen bis {height}", capital(&on_de(day))),
        |day, height| format!("{}, pluie jusqu’à {height}", capital(&on_fr(day))),
        |day, height| format!("{} pioggia fino a {height}", capital(&on_it(day))),
        |day, height| format!("{}, lluvia hasta {height}", capital(&on_es(day))),
        |day, height| format!("{}は標高{height}まで雨", on_ja(day));
    /// Continues [`Outlook::rain`]: snow at the summit.
    snow_above: TwoTextsMessage =
        |low, high| format!(", snow above: {low} to {high} at the summit"), |low, high| format!(", darüber Schnee: {low} bis {high} am Gipfel"),
        |low, high| format!(" et neige au-dessus\u{a0}: {low} à {high} au sommet"), |low, high| format!(", neve più in alto: da {low} a {high} in cima"),
        |low, high| format!(" y nieve por encima: de {low} a {high} en la cima"), |low, high| format!("、それより上は雪で、山頂では{low}〜{high}");
    rain_to_summit: fn(DayName) -> String =
        |day| format!("Rain up to the summit {}", on_en(day)), |day| format!("{} Regen bis zum Gipfel", capital(&on_de(day))),
        |day| format!("{}, pluie jusqu’au sommet", capital(&on_fr(day))), |day| format!("{} pioggia fino in cima", capital(&on_it(day))),
        |day| format!("{}, lluvia hasta la cima", capital(&on_es(day))), |day| format!("{}は山頂まで雨", on_ja(day));
    /// Wind of the best day, after its snow.
    wind: WindMessage =
        |gust, effect| match effect {
            WindEffect::Possible => format!("with gusts to {gust} that may stop upper lifts"),
            WindEffect::Probable => format!("with gusts to {gust} that will probably stop upper lifts"),
        },
        |gust, effect| match effect {
            WindEffect::Possible => format!("dazu Böen bis {gust}, obere Lifte können stehen"),
            WindEffect::Probable => format!("dazu Böen bis {gust}, obere Lifte stehen wahrscheinlich"),
        },
        |gust, effect| match effect {
            WindEffect::Possible => format!("et des rafales à {gust}\u{a0}: les remontées du haut pourraient fermer"),
            WindEffect::Probable => format!("et des rafales à {gust}\u{a0}: les remontées du haut seront probablement fermées"),
        },
        |gust, effect| match effect {
            WindEffect::Possible => format!("con raffiche fino a {gust} che possono fermare gli impianti in quota"),
            WindEffect::Probable => format!("con raffiche fino a {gust} che probabilmente fermeranno gli impianti in quota"),
        },
        |gust, effect| match effect {
            WindEffect::Possible => format!("con rachas de {gust} que pueden parar los remontes altos"),
            WindEffect::Probable => format!("con rachas de {gust} que probablemente pararán los remontes altos"),
        },
        |gust, effect| match effect {
            WindEffect::Possible => format!("この日は最大瞬間風速{gust}で上部リフトが止まるおそれ"),
            WindEffect::Probable => format!("この日は最大瞬間風速{gust}で上部リフトは運休の可能性が高い"),
        };
    /// Wind of another day, as a separate sentence.
    windy_day: WindyDayMessage =
        |day, hours, gust, effect| {
            let hours = hours.map_or_else(String::new, |(from, to)| format!(" from {from} to {to}"));
            let stop = match effect { WindEffect::Possible => "may", WindEffect::Probable => "will probably" };
            format!("Gusts to {gust} {}{hours}: upper lifts {stop} stop", on_en(day))
        },
        |day, hours, gust, effect| {
            let hours = hours.map_or_else(String::new, |(from, to)| format!(" von {from} bis {to} Uhr"));
            let stop = match effect { WindEffect::Possible => "können stehen", WindEffect::Probable => "stehen wahrscheinlich" };
            format!("{}{hours} Böen bis {gust}: Die oberen Lifte {stop}", capital(&on_de(day)))
        },
        |day, hours, gust, effect| {
            let hours = hours.map_or_else(String::new, |(from, to)| format!(" de {from}\u{a0}h à {to}\u{a0}h"));
            let stop = match effect { WindEffect::Possible => "pourraient fermer", WindEffect::Probable => "seront probablement fermées" };
            format!("{}{hours}, rafales jusqu’à {gust}\u{a0}: les remontées du haut {stop}", capital(&on_fr(day)))
        },
        |day, hours, gust, effect| {
            let hours = hours.map_or_else(String::new, |(from, to)| format!(" {} {}", from_hour_it(from), to_hour_it(to)));
            let stop = match effect { WindEffect::Possible => "potrebbero fermarsi", WindEffect::Probable => "saranno probabilmente fermi" };
            format!("{}{hours} raffiche fino a {gust}: gli impianti in quota {stop}", capital(&on_it(day)))
        },
        |day, hours, gust, effect| {
            let hours = hours.map_or_else(String::new, |(from, to)| format!(" de {from} a {to}\u{a0}h"));
            let stop = match effect { WindEffect::Possible => "podrían parar", WindEffect::Probable => "probablemente no abrirán" };
            format!("{}{hours}, rachas de hasta {gust}: los remontes altos {stop}", capital(&on_es(day)))
        },
        |day, hours, gust, effect| {
            let hours = hours.map_or_else(String::new, |(from, to)| format!("{from}〜{to}時"));
            let stop = match effect {
                WindEffect::Possible => "上部リフトが止まるおそれがあります",
                WindEffect::Probable => "上部リフトは運休の可能性が高いです",
            };
            format!("{}{hours}は最大瞬間風速{gust}。{stop}", on_ja(day))
        };
    /// Wind chill at the summit.
    cold: fn(DayName, &str) -> String =
        |day, degrees| format!("It feels like {degrees} at the summit {}", on_en(day)),
        |day, degrees| format!("Am Gipfel {} gefühlt {degrees}", on_de(day)),
        |day, degrees| format!("Au sommet, {degrees} ressentis {}", on_fr(day)),
        |day, degrees| format!("In cima {} {degrees} percepiti", on_it(day)),
        |day, degrees| format!("En la cima, sensación térmica de {degrees} {}", on_es(day)),
        |day, degrees| format!("{}の山頂の体感温度は{degrees}", on_ja(day));
    /// The usual first day of the season.
    season: TextMessage =
        |date| format!("The season usually starts on {date}"), |date| format!("Die Saison beginnt meist am {date}"),
        |date| format!("La saison commence d’ordinaire le {date}"), |date| format!("La stagione di solito inizia il {date}"),
        |date| format!("La temporada suele empezar el {date}"), |date| format!("シーズンは例年{date}ごろから");
    nothing: &'static str =
        "Nothing is known of the snow here today: no report, no measurement, no forecast",
        "Über den Schnee hier ist heute nichts bekannt: keine Meldung, keine Messung, keine Prognose",
        "On ne sait rien de la neige ici aujourd’hui\u{a0}: ni annonce, ni mesure, ni prévision",
        "Oggi non si sa nulla della neve qui: nessuna comunicazione, misura o previsione",
        "Hoy no se sabe nada de la nieve aquí: ni parte, ni medición, ni pronóstico",
        "きょうの雪の情報はありません。発表も観測も予報も届いていません";
    /// The danger level and its name.
    danger: TwoTextsMessage =
        |level, name| format!("Avalanche danger today is {level}, {name}"), |level, name| format!("Lawinengefahr heute: Stufe\u{a0}{level}, {name}"),
        |level, name| format!("Danger d’avalanche aujourd’hui\u{a0}: {level}, {name}"), |level, name| format!("Pericolo valanghe oggi: grado\u{a0}{level}, {name}"),
        |level, name| format!("Peligro de aludes hoy: {level}, {name}"), |level, name| format!("きょうの雪崩危険度は{level}（{name}）");
}
