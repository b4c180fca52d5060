//! The thresholds for past winters, as data.

use super::List;
use crate::snow_record::POLICY;

pub(super) fn add(list: &mut List) {
    let policy = POLICY;
    list.add("climate.snowDay", policy.snow_day_cm, "cm", "a day of a past winter with at least this much is a snow day");
    list.add("climate.powderDay", policy.powder_day_cm, "cm", "a day of a past winter with at least this much is a powder day");
    list.add("climate.minWinters", f64::from(policy.min_winters), "", "averages of past winters rest on at least this many");
    list.add("climate.minOddsWinters", f64::from(policy.min_odds_winters), "", "odds of a window of days rest on at least this many winters");
    list.add("climate.normalWinters", policy.normal_winters as f64, "", "averages rest on the newest, at most this many");
    list.add("climate.around", policy.around_days as f64, "d", "a day's normal includes this many days on either side");
    list.add("climate.unknownShare", policy.unknown_share, "", "a month or window with a larger share of unknown days is not counted");
    list.add("climate.seasonMissing", f64::from(policy.season_missing_days), "d", "a season with more unknown days is not complete");
    list.add("climate.mostSnowfall", policy.most_snowfall_cm, "cm", "more snow in a day is dropped");
    list.add("climate.glacierDepth", policy.glacier_depth_cm, "cm", "a depth from here on is a glacier's ice and is dropped");
    list.add("climate.glacierShare", policy.glacier_share, "", "the depth of a winter with a larger share \
        of such days is dropped");
    list.add("climate.leastNormal", policy.least_normal_cm, "cm", "a smaller normal is not divided by");
    list.add("climate.window", policy.longest_window_days as f64, "d", "the longest window of days that has odds");
}
