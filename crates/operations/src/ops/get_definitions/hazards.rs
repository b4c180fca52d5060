//! The thresholds of operating risk, storms and the agreement of models, as data.

use conditions_core::policy::{Policy, Steps};

use super::List;

pub(super) fn add(policy: &Policy, list: &mut List) {
    operating_risk(policy, list);
    storms(policy, list);
}

fn operating_risk(policy: &Policy, list: &mut List) {
    let hazards = &policy.hazards;
    list.add("risk.window", f64::from(hazards.window_hours), "h", "hours ahead that are evaluated, unless `hours` asks for others");
    list.steps("risk.windHold.gust", hazards.gust_mps, "m/s", "gust at or above");
    list.steps("risk.windHold.meanWind", hazards.wind_mps, "m/s", "mean wind at or above");
    list.steps("risk.visibility.fallingSnow", hazards.snow_water_mm, "mm/h", "water that falls as snow at or above");
    list.steps("risk.visibility.cloudBase", hazards.cloud_clearance_m, "m", "cloud base over the summit at or below");
    list.add("risk.visibility.cloudCover", hazards.cloud_cover_pct, "%", "the cloud base counts from this cover on");
    list.steps("risk.windChill", hazards.wind_chill_c, "\u{b0}C", "wind chill at the summit at or below");
    list.steps("risk.heavySnow.hour", hazards.snow1h_cm, "cm", "new snow of one hour at or above");
    list.steps("risk.heavySnow.sum", hazards.snow_sum_cm, "cm", "new snow of the longer sum at or above");
    list.add("risk.heavySnow.sumHours", f64::from(hazards.snow_hours), "h", "hours of the longer sum");
}

fn storms(policy: &Policy, list: &mut List) {
    let storms = &policy.storms;
    list.add("storm.day", storms.day_cm, "cm", "least snow of each day of a storm");
    list.add("storm.total", storms.total_cm, "cm", "least snow of a whole storm");
    list.add("storm.locked.share", storms.locked_share, "", "locked: least share of the models that make it a storm");
    list.add("storm.locked.lead", f64::from(storms.locked_lead_days), "d", "locked: begins at most this far ahead");
    list.add("storm.likely.share", storms.likely_share, "", "likely: least share of the models that make it a storm");
    list.add("storm.likely.lead", f64::from(storms.likely_lead_days), "d", "likely: begins at most this far ahead");
    list.add("storm.minModels", f64::from(storms.min_models), "", "with fewer models the tier is at most watching");
    list.add("agreement.high", storms.agreement_high, "", "models agree highly at or above");
    list.add("agreement.medium", storms.agreement_medium, "", "models agree fairly at or above");
}

impl List {
    fn steps(&mut self, id: &str, steps: Steps, unit: &'static str, meaning: &str) {
        for (level, value) in [("low", steps.low), ("moderate", steps.moderate), ("high", steps.high)] {
            self.add(format!("{id}.{level}"), value, unit, format!("{meaning}: {level} risk"));
        }
    }
}
