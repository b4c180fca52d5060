//! The rules of the outlook: which clauses it has, and what each of them says.

use chrono::{Datelike as _, NaiveDate, Timelike as _};
use conditions_core::doubt::LOW_CONFIDENCE;
use conditions_core::record::DailyRow;
use conditions_core::units::{Confidence, Tenths};

use super::facts::{Chill, Clause, Facts, FallenSnow, GUST_MPS, LocalHour, Topic, best};
use crate::quantity::ValueFormat;
use crate::words::outlook::{DayName, End, Outlook, PartOfDay, WindEffect};

/// Days of the outlook.
const DAYS: usize = 7;
/// New snow of the past day that leads the sentence, centimetres.
const FALLEN_CM: f64 = 5.0;
/// Week's total below which no snow is in sight, and amount of the best day below which there is little, centimetres.
const NONE_CM: f64 = 1.0;
const LITTLE_CM: f64 = 4.0;
/// Precipitation of three hours from which snow starts, millimetres, and its highest temperature.
const START_MM: f64 = 0.3;
const START_C: f64 = 1.0;
/// Hours of a block.
const BLOCK: usize = 3;
/// Cloud below which a day is sunny, percent.
const SUNNY_PCT: i32 = 50;
/// Sunny days that are worth a clause.
const SUNNY_DAYS: usize = 2;
/// Rain of a day that is worth a clause, millimetres.
const RAIN_MM: f64 = 1.0;
/// Gusts that will probably stop lifts, metres per second.
const STRONG_GUST_MPS: f64 = 22.0;
/// Gusts below which a day is calm, metres per second: 40 km/h.
const CALM_MPS: f64 = 11.1;
/// Returns whether the models disagree.
fn is_doubtful(confidence: Confidence) -> bool {
    confidence < LOW_CONFIDENCE
}

fn snow_of(day: &DailyRow) -> f64 {
    day.snowfall_cm.map_or(0.0, Tenths::get)
}

pub(super) struct Writer<'a> {
    pub(super) show: ValueFormat,
    pub(super) phrases: &'static Outlook,
    pub(super) facts: &'a Facts<'a>,
}

impl Writer<'_> {
    /// Returns every clause for which there are facts.
    pub(super) fn clauses(&self) -> Vec<Clause> {
        let days = self.week();
        let fallen = self.fallen();
        let season = self.facts.opens.map(|date| {
            self.clause(
                Topic::Season,
                (self.phrases.season)(&(self.show.words.morning.day_of_year)(
                    date.day(),
                    self.show.words.month(date.month()),
                )),
            )
        });
        let snow = self.snow(days);
        let wind = self.wind(days);
        let mut clauses: Vec<Clause> = season.into_iter().collect();
        match (fallen, self.fine_today(days)) {
            // Fine weather after new snow says more than the absence of further snow.
            (Some(fallen), Some(fine)) if snow.is_none() && wind.is_none() => clauses.extend([fallen, fine]),
            (fallen, _) => {
                let sun = if fallen.is_none() { self.sun(days) } else { None };
                clauses.extend(fallen);
                match (snow, sun) {
                    (Some(snow), sun) => clauses.extend(sun.into_iter().chain([snow])),
                    (None, sun) if !days.is_empty() => clauses.extend(self.none(days, sun.is_some())),
                    (None, _) => {}
                }
            }
        }
        let is_windy = wind.is_some();
        clauses.extend(wind);
        if !is_windy {
            clauses.extend(self.cold());
        }
        clauses.extend(self.danger());
        let says_snow = clauses.iter().any(|clause| [Topic::Snow, Topic::Fallen].contains(&clause.topic));
        if !says_snow && !self.facts.is_known {
            let at = clauses.iter().take_while(|clause| clause.topic == Topic::Season).count();
            let text = if self.facts.has_stations {
                self.show.words.only_stations_near_by
            } else {
                self.phrases.nothing
            };
            clauses.insert(at, self.whole(text));
        } else if clauses.is_empty() {
            clauses.push(self.whole(self.show.words.no_forecast));
        }
        clauses
    }

    /// Makes a clause of a finished sentence.
    fn whole(&self, text: &str) -> Clause {
        self.clause(Topic::Snow, text.trim_end_matches(self.phrases.stop).to_owned())
    }

    /// Makes a clause that begins a sentence.
    fn clause(&self, topic: Topic, text: String) -> Clause {
        Clause { topic, before: self.phrases.next, text, level: None }
    }

    /// Returns the days of the outlook, as far as the snow of every one is known.
    fn week(&self) -> &[DailyRow] {
        let known = self.facts.days.iter().take(DAYS).take_while(|day| day.snowfall_cm.is_some()).count();
        self.facts.days.get(..known).unwrap_or_default()
    }

    fn today(&self) -> NaiveDate {
        self.facts.now.date()
    }

    /// Names a day: today, or its weekday.
    fn name(&self, date: NaiveDate) -> DayName {
        if date == self.today() { DayName::Today } else { DayName::Later(date.weekday()) }
    }

    /// Names a day: today, tomorrow, or its weekday.
    fn near_name(&self, date: NaiveDate) -> DayName {
        if Some(date) == self.today().succ_opt() { DayName::Tomorrow } else { self.name(date) }
    }

    fn fallen(&self) -> Option<Clause> {
        let FallenSnow { cm, is_modelled } =
            self.facts.fallen.filter(|fallen| fallen.cm.get() >= FALLEN_CM)?;
        let amount = self.show.snow_in_words(cm.get(), is_modelled);
        let text = match is_modelled {
            true => (self.phrases.fallen_modelled)(&amount),
            false if self.facts.now.hour() < 12 => (self.phrases.fallen_since_morning)(&amount),
            false => (self.phrases.fallen_measured)(&amount),
        };
        Some(self.clause(Topic::Fallen, text))
    }

    fn fine_today(&self, days: &[DailyRow]) -> Option<Clause> {
        let today = days.first().filter(|day| is_sunny(day))?;
        let is_calm = today.gust_max_mps.is_some_and(|gust| gust.get() < CALM_MPS);
        let limit = self.show.gust(CALM_MPS);
        is_calm.then(|| self.clause(Topic::Sun, (self.phrases.fine_today)(&limit)))
    }

    /// Returns the last of the sunny days from today on.
    fn sunny_until(&self, days: &[DailyRow]) -> Option<NaiveDate> {
        let sunny = days.iter().take_while(|day| is_sunny(day)).count();
        days.get(sunny.checked_sub(1)?).filter(|_| sunny >= SUNNY_DAYS).map(|day| day.date)
    }

    fn sun(&self, days: &[DailyRow]) -> Option<Clause> {
        let until = self.sunny_until(days)?;
        Some(self.clause(Topic::Sun, (self.phrases.sunny_until)(until.weekday())))
    }

    /// Says that no snow is in sight, and until when the sun shines.
    fn none(&self, days: &[DailyRow], is_sunny: bool) -> Vec<Clause> {
        let mut clauses = vec![self.clause(Topic::Snow, self.phrases.none.to_owned())];
        if let Some(until) = self.sunny_until(days).filter(|_| is_sunny) {
            let text = (self.phrases.then_sunny_until)(until.weekday());
            clauses.push(Clause { before: self.phrases.semicolon, ..self.clause(Topic::Sun, text) });
        }
        clauses
    }

    /// Describes the coming snow; `None` without snow in sight.
    fn snow(&self, days: &[DailyRow]) -> Option<Clause> {
        let best = best(days)?;
        if let Some(rain) = self.rain(days, best) {
            return Some(rain);
        }
        let total: f64 = days.iter().map(snow_of).sum();
        if total < NONE_CM {
            return None;
        }
        let text = if snow_of(best) < LITTLE_CM {
            (self.phrases.little)(&self.show.snow_in_words(total, true))
        } else {
            self.spell(days, best)
        };
        Some(self.clause(Topic::Snow, text))
    }

    /// Describes a snowfall: its start, and the best day or the amount until its end.
    fn spell(&self, days: &[DailyRow], best: &DailyRow) -> String {
        let (date, part) = self.start(days).unwrap_or((best.date, None));
        let start = (self.phrases.start)(self.name(date), part);
        if let Some(spread) = best.spread_cm.filter(|_| is_doubtful(best.confidence)) {
            let low = self.show.plain_snow(spread.low.get(), true);
            let high = self.show.snow_in_words(spread.high.get(), true);
            return start + &(self.phrases.best_range)(self.name(best.date), &low, &high);
        }
        let spell = days.iter().skip_while(|day| day.date < date);
        let spell: Vec<&DailyRow> =
            spell.take_while(|day| snow_of(day) >= NONE_CM || day.date == date).collect();
        let total: f64 = spell.iter().map(|day| snow_of(day)).sum();
        let rest = match (spell.last(), spell.len()) {
            (Some(last), 1) if last.date == best.date => {
                let end = match last.date.succ_opt() {
                    Some(next) if last.date != self.today() => End::Morning(next.weekday()),
                    _ => End::TomorrowMorning,
                };
                (self.phrases.total)(end, &self.show.snow_in_words(total, true))
            }
            (Some(last), _) if last.date >= best.date && snow_of(best) * 2.0 < total => {
                (self.phrases.total)(End::Day(last.date.weekday()), &self.show.snow_in_words(total, true))
            }
            _ => (self.phrases.best)(self.name(best.date), &self.show.snow_in_words(snow_of(best), true)),
        };
        start + &rest
    }

    /// Returns the start of the snow: within the hours the first block with snow, else the first day with some.
    fn start(&self, days: &[DailyRow]) -> Option<(NaiveDate, Option<PartOfDay>)> {
        let hours = self.facts.hours;
        let begins = hours.chunks(BLOCK).find(|block| {
            let mm: f64 = block.iter().filter_map(|hour| hour.precipitation_mm).map(Tenths::get).sum();
            let is_cold =
                block.iter().all(|hour| hour.temp_c.is_some_and(|celsius| celsius.get() <= START_C));
            mm >= START_MM && is_cold
        });
        if let Some(first) = begins.and_then(<[LocalHour]>::first) {
            let part = match first.at.hour() {
                0..=5 => PartOfDay::Night,
                6..=11 => PartOfDay::Morning,
                12..=17 => PartOfDay::Afternoon,
                _ => PartOfDay::Evening,
            };
            return Some((first.at.date(), Some(part)));
        }
        let last = hours.last().map(|hour| hour.at.date());
        let later = days.iter().filter(|day| last.is_none_or(|last| day.date >= last));
        later.into_iter().find(|day| snow_of(day) >= NONE_CM).map(|day| (day.date, None))
    }

    /// Describes rain on the mountain, with the snow above it if that day is the best one.
    fn rain(&self, days: &[DailyRow], best: &DailyRow) -> Option<Clause> {
        let base = self.facts.base_m?;
        let is_wet = |day: &&DailyRow| {
            day.rain_mm.is_some_and(|mm| mm.get() >= RAIN_MM)
                && day.freezing_level_m.is_some_and(|level| level > base)
        };
        let day =
            days.iter().find(is_wet).filter(|day| day.date == best.date || snow_of(best) < LITTLE_CM)?;
        let (name, level) = (self.name(day.date), day.freezing_level_m?);
        if self.facts.summit_m.is_some_and(|summit| level >= summit) {
            return Some(self.clause(Topic::Snow, (self.phrases.rain_to_summit)(name)));
        }
        let mut text = (self.phrases.rain)(name, &self.show.level(level));
        let top = self.facts.summit.iter().find(|row| row.date == day.date);
        let spread = top.and_then(|row| row.spread_cm).filter(|spread| spread.high.get() >= LITTLE_CM);
        if let Some(spread) = spread {
            let low = self.show.plain_snow(spread.low.get(), true);
            text += &(self.phrases.snow_above)(&low, &self.show.snow_in_words(spread.high.get(), true));
        }
        Some(self.clause(Topic::Snow, text))
    }

    /// Describes wind that stops lifts: on the best day, else on the windiest one.
    fn wind(&self, days: &[DailyRow]) -> Option<Clause> {
        let strong = |day: &&DailyRow| day.gust_max_mps.is_some_and(|gust| gust.get() >= GUST_MPS);
        let effect =
            |mps: f64| if mps >= STRONG_GUST_MPS { WindEffect::Probable } else { WindEffect::Possible };
        let snowiest = best(days).filter(|day| snow_of(day) >= LITTLE_CM);
        if let Some(day) =
            snowiest.filter(|day| strong(day) && day.rain_mm.is_none_or(|mm| mm.get() < RAIN_MM))
        {
            let mps = day.gust_max_mps?.get();
            let text = (self.phrases.wind)(&self.show.gust(mps), effect(mps));
            return Some(Clause { before: self.phrases.with_wind, ..self.clause(Topic::Wind, text) });
        }
        let windiest = self.facts.days.iter().take(DAYS).filter(strong).max_by_key(|day| day.gust_max_mps)?;
        let mps = windiest.gust_max_mps?.get();
        let is_windy = |hour: &&LocalHour| {
            hour.at.date() == windiest.date && hour.gust_mps.is_some_and(|gust| gust.get() >= GUST_MPS)
        };
        let mut windy = self.facts.hours.iter().filter(is_windy).map(|hour| hour.at.hour());
        // An hour ends at its time.
        let hours = windy.next().map(|first| (first.saturating_sub(1), windy.next_back().unwrap_or(first)));
        let text =
            (self.phrases.windy_day)(self.near_name(windiest.date), hours, &self.show.gust(mps), effect(mps));
        Some(self.clause(Topic::Wind, text))
    }

    fn cold(&self) -> Option<Clause> {
        let Chill { celsius, at } = self.facts.chill?;
        let is_night = at.hour() >= 18 || at.hour() < 6;
        let date = if at.hour() < 6 { at.date().pred_opt()? } else { at.date() };
        let day = if is_night && date <= self.today() { DayName::Tonight } else { self.near_name(at.date()) };
        Some(self.clause(Topic::Cold, (self.phrases.cold)(day, &self.show.degrees(celsius))))
    }

    fn danger(&self) -> Option<Clause> {
        let level = self.facts.danger?;
        let name = self.show.words.dangers.get(usize::from(level).checked_sub(1)?)?;
        let text = (self.phrases.danger)(&level.to_string(), name);
        Some(Clause { level: Some(level), ..self.clause(Topic::Danger, text) })
    }
}

/// Returns whether a day has sun and no precipitation.
fn is_sunny(day: &DailyRow) -> bool {
    let is_dry = |amount: Option<Tenths>| amount.is_some_and(|amount| amount.get() == 0.0);
    day.cloud_pct.is_some_and(|cloud| cloud < SUNNY_PCT) && is_dry(day.snowfall_cm) && is_dry(day.rain_mm)
}
