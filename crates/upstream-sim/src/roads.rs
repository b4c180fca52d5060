//! California's roads in the files of its department of transportation: checkpoints, roadside stations and cameras near
//! ski areas, with the traps of the real files. Also Finland's files and those of agencies that require a key. Levels
//! and measurements are invented.

mod finland;
mod keyed;

use chrono::Duration;
use chrono_tz::US::Pacific;
use conditions_core::time::{HOUR_MS, Timestamp};

use crate::noise::{hash, unit};
use crate::{SimResponse, World};

/// Optional faults of the roads' files, in addition to the permanent ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RoadFaults {
    /// Time from which on the files are no longer updated but still served.
    pub frozen_at: Option<Timestamp>,
    /// Level of every checkpoint, 0 to 3, in place of an invented one.
    pub level: Option<u8>,
}

/// A checkpoint on a road to a ski area.
struct Checkpoint {
    district: u8,
    name: &'static str,
    near: &'static str,
    route: &'static str,
    lat: f64,
    lon: f64,
    feet: u32,
}

const BIG_PINES: Checkpoint = Checkpoint {
    district: 7,
    name: "Big Pines",
    near: "Wrightwood",
    route: "SR-2",
    lat: 34.3790,
    lon: -117.6890,
    feet: 6_860,
};
const KIRKWOOD: Checkpoint = Checkpoint {
    district: 10,
    name: "KIRKWOOD (ALP)",
    near: "Kirkwood",
    route: "SR-88",
    lat: 38.7027,
    lon: -120.0715,
    feet: 7_723,
};

static CHECKPOINTS: [Checkpoint; 12] = [
    Checkpoint {
        district: 3,
        name: "Echo Summit",
        near: "South Lake Tahoe",
        route: "US-50",
        lat: 38.8132,
        lon: -120.0293,
        feet: 7_427,
    },
    Checkpoint {
        district: 3,
        name: "Twin Bridges",
        near: "Strawberry",
        route: "US-50",
        lat: 38.8113,
        lon: -120.1219,
        feet: 6_115,
    },
    Checkpoint {
        district: 3,
        name: "Luther Pass",
        near: "Markleeville",
        route: "SR-89",
        lat: 38.7879,
        lon: -119.9397,
        feet: 7_732,
    },
    Checkpoint {
        district: 3,
        name: "Squaw Creek",
        near: "Tahoe City",
        route: "SR-89",
        lat: 39.2115,
        lon: -120.1990,
        feet: 6_150,
    },
    Checkpoint {
        district: 3,
        name: "Donner Summit",
        near: "Soda Springs",
        route: "I-80",
        lat: 39.3404,
        lon: -120.3430,
        feet: 7_239,
    },
    Checkpoint {
        district: 3,
        name: "Brockway Summit",
        near: "Truckee",
        route: "SR-267",
        lat: 39.2610,
        lon: -120.0710,
        feet: 7_199,
    },
    BIG_PINES,
    Checkpoint {
        district: 8,
        name: "Lakeview Point",
        near: "Running Springs",
        route: "SR-18",
        lat: 34.2230,
        lon: -117.0650,
        feet: 6_400,
    },
    Checkpoint {
        district: 9,
        name: "Deadman Summit",
        near: "Mammoth Lakes",
        route: "US-395",
        lat: 37.7690,
        lon: -119.0160,
        feet: 8_036,
    },
    Checkpoint {
        district: 9,
        name: "Mammoth Lakes",
        near: "Mammoth Lakes",
        route: "SR-203",
        lat: 37.6480,
        lon: -118.9720,
        feet: 7_880,
    },
    KIRKWOOD,
    Checkpoint {
        district: 10,
        name: "BEAR VALLEY",
        near: "Arnold",
        route: "SR-4",
        lat: 38.4605,
        lon: -120.0448,
        feet: 7_116,
    },
];

/// Answers a request for a file; `None` for any other request.
pub(crate) fn handle(world: &World, path: &str, query: &str, now: Timestamp) -> Option<SimResponse> {
    finland::handle(world, path, now)
        .or_else(|| california(world, path, now))
        .or_else(|| keyed::handle(world, path, query, now))
}

fn california(world: &World, path: &str, now: Timestamp) -> Option<SimResponse> {
    let rest = path.strip_prefix("/data/d")?;
    let (district, rest) = rest.split_once('/')?;
    let district: u8 = district.parse().ok()?;
    let (kind, file) = rest.split_once('/')?;
    let (name, ending) = file.split_once('.')?;
    if name != format!("{kind}StatusD{district:02}") {
        return None;
    }
    let written = world.roads.frozen_at.map_or(now, |frozen| frozen.min(now));
    let files = File { world, district, written };
    let (media, body) = match (kind, ending) {
        ("cc", "xml") => ("application/xml", files.controls()),
        ("rwis", "xml") => ("application/xml", files.weather()),
        ("cctv", "json") => ("application/json", files.cameras()),
        _ => return None,
    };
    Some(SimResponse::new(200, media, body))
}

/// A district's file as written at a time.
struct File<'a> {
    world: &'a World,
    district: u8,
    written: Timestamp,
}

impl File<'_> {
    fn checkpoints(&self) -> impl Iterator<Item = (usize, &'static Checkpoint)> {
        let district = self.district;
        CHECKPOINTS.iter().enumerate().filter(move |(_, checkpoint)| checkpoint.district == district)
    }

    /// Returns date and time in California, `hours` hours before the file was written.
    fn wall(&self, hours: i64) -> (String, String) {
        let at = (self.written.utc() - Duration::hours(hours)).with_timezone(&Pacific);
        (at.format("%Y-%m-%d").to_string(), at.format("%H:%M:%S").to_string())
    }

    /// Returns a number in [0, 1) that changes every six hours.
    fn draw(&self, what: u64, at: usize) -> f64 {
        let turn = self.written.millis().div_euclid(6 * HOUR_MS) as u64;
        unit(hash(hash(self.world.seed, 900 + what), hash(turn, at as u64)))
    }

    fn level(&self, at: usize) -> u8 {
        let invented = || match self.draw(0, at) {
            draw if draw < 0.5 => 0,
            draw if draw < 0.75 => 1,
            draw if draw < 0.95 => 2,
            _ => 3,
        };
        self.world.roads.level.unwrap_or_else(invented)
    }

    fn head(&self, kind: &str, index: &str, place: &Checkpoint) -> String {
        let (date, time) = self.wall(0);
        let Checkpoint { district, name, near, route, lat, lon, feet } = place;
        format!(
            "\t<{kind}>\n\t\t<index>{index}</index>\n\t\t<recordTimestamp>\n\t\t\t<recordDate>{date}</recordDate>\n\
             \t\t\t<recordTime>{time}</recordTime>\n\t\t</recordTimestamp>\n\t\t<location>\n\
             \t\t\t<district>{district}</district>\n\t\t\t<locationName>{name}</locationName>\n\
             \t\t\t<nearbyPlace>{near}</nearbyPlace>\n\t\t\t<longitude>{lon:.6}</longitude>\n\
             \t\t\t<latitude>{lat:.6}</latitude>\n\t\t\t<elevation>{feet}</elevation>\n\
             \t\t\t<direction>East</direction>\n\t\t\t<county>Alpine</county>\n\t\t\t<route>{route}</route>\n\
             \t\t\t<routeSuffix></routeSuffix>\n\t\t</location>\n"
        )
    }

    fn file(records: &str) -> Vec<u8> {
        format!("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<data>\n{records}</data>\n").into_bytes()
    }

    fn controls(&self) -> Vec<u8> {
        let (date, time) = self.wall(5);
        let mut records = String::new();
        let mut add = |index: &str, place: &Checkpoint, works: &str, status: &str, words: &str| {
            records.push_str(&self.head("cc", index, place));
            records.push_str(&format!(
                "\t\t<inService>{works}</inService>\n\t\t<statusData>\n\t\t\t<statusTimestamp>\n\
                 \t\t\t\t<statusDate>{date}</statusDate>\n\t\t\t\t<statusTime>{time}</statusTime>\n\
                 \t\t\t</statusTimestamp>\n\t\t\t<status>{status}</status>\n\
                 \t\t\t<statusDescription>{words}</statusDescription>\n\t\t</statusData>\n\t</cc>\n"
            ));
        };
        for (at, place) in self.checkpoints() {
            let level = self.level(at);
            let words = match level {
                0 => "No chain controls are in effect at this time.",
                1 => "Chains, traction devices or snow tires are required on the drive axle of all vehicles.",
                2 => {
                    "Chains are required on all vehicles except four wheel drive with snow tires on all wheels."
                }
                _ => "Chains are required on all vehicles.",
            };
            add(&format!("{}-{at}", self.district), place, "true", &format!("R-{level}"), words);
        }
        match self.district {
            // As recorded: a longitude in place of the level, without coordinates.
            7 => {
                add("7-LA-2-35.3-E-", &BIG_PINES, "true", "-118.1307759", "");
                let placeless = self.head("cc", "7-LA-2-57-E-", &BIG_PINES);
                let placeless =
                    placeless.replace("-117.689000", "Not Reported").replace("34.379000", "Not Reported");
                records.push_str(&placeless);
                records.push_str("\t\t<inService>true</inService>\n\t</cc>\n");
            }
            // Two at one location, one of them out of service.
            10 => add("10-ALP-88-14W", &KIRKWOOD, "false", "R-0", ""),
            _ => {}
        }
        Self::file(&records)
    }

    fn weather(&self) -> Vec<u8> {
        let mut records = String::new();
        for (at, place) in self.checkpoints() {
            let air = (self.draw(1, at) * 120.0) as i64 - 90;
            let snows = self.draw(2, at) > 0.6;
            records.push_str(&self.head("rwis", &format!("{at}"), place));
            records.push_str(&format!(
                "\t\t<inService>true</inService>\n\t\t<rwisData>\n\t\t\t<temperatureData><essTemperatureSensorTable>\
                 <essTemperatureSensorEntry><essAirTemperature>{air}</essAirTemperature></essTemperatureSensorEntry>\
                 <essTemperatureSensorEntry><essAirTemperature>1001</essAirTemperature></essTemperatureSensorEntry>\
                 </essTemperatureSensorTable></temperatureData>\n\t\t\t<windData><essAvgWindSpeed>{}</essAvgWindSpeed>\
                 <essMaxWindGustSpeed>65535</essMaxWindGustSpeed></windData>\n\t\t\t<visibilityData>\
                 <essVisibility>{}</essVisibility></visibilityData>\n\t\t\t<humidityPrecipData>\
                 <essPrecipSituation>{}</essPrecipSituation><essPrecipRate>{}</essPrecipRate></humidityPrecipData>\n\
                 \t\t\t<pavementSensorData><essPavementSensorTable><essPavementSensorEntry>\
                 <essSurfaceStatus>{}</essSurfaceStatus><essSurfaceTemperature>{}</essSurfaceTemperature>\
                 </essPavementSensorEntry></essPavementSensorTable></pavementSensorData>\n\t\t</rwisData>\n\t</rwis>\n",
                (self.draw(3, at) * 150.0) as i64,
                if snows { 8_000 } else { 1_000_001 },
                if snows { 8 } else { 3 },
                if snows { 5 } else { 0 },
                if snows { 9 } else { 3 },
                air - 10
            ));
        }
        Self::file(&records)
    }

    fn cameras(&self) -> Vec<u8> {
        let (date, time) = self.wall(0);
        let records: Vec<String> = self
            .checkpoints()
            .map(|(at, place)| {
                let Checkpoint { district, name, near, route, lat, lon, feet } = place;
                // Every third is out of service and serves a placeholder.
                let works = at % 3 != 2;
                format!(
                    "\t{{\"cctv\": {{\"index\": \"{at}\", \"recordTimestamp\": {{\"recordDate\": \"{date}\", \"recordTime\": \
                     \"{time}\"}}, \"location\": {{\"district\": \"{district}\", \"locationName\": \"{route} at {name}\", \
                     \"nearbyPlace\": \"{near}\", \"longitude\": \"{lon:.5}\", \"latitude\": \"{lat:.5}\", \"elevation\": \
                     \"{feet}\", \"direction\": \"*\", \"route\": \"{route}\"}}, \"inService\": \"{works}\", \"imageData\": \
                     {{\"static\": {{\"currentImageUpdateFrequency\": \"1\", \"currentImageURL\": \
                     \"https://cwwp2.dot.ca.gov/data/d{district}/cctv/image/synthetic{at}/synthetic{at}.jpg\"}}}}}}}}"
                )
            })
            .collect();
        // As recorded in other files: a comma is missing between records.
        format!("{{\"data\": [\n{}\n]}}\n", records.join("\n")).into_bytes()
    }
}

#[cfg(test)]
mod tests;
