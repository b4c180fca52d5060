//! The bytes of a feed, in the format of its family: names, terms, times and their positions.

use chrono::{DateTime, FixedOffset, Offset as _, TimeZone as _};
use serde_json::{Map, Value, json};

use super::{Family, LiftArea, LiftTrap, Scene, State};
use crate::SimResponse;

const CM_PER_INCH: f64 = 2.54;
/// A term that is in no table of states.
const STRANGE: &str = "Synthetic Strange State";
const PAGE: &str =
    "<!DOCTYPE html><html><head><title>Maintenance</title></head><body>Back soon.</body></html>";
const WAITING_ROOM: &str = "<!DOCTYPE html><html><head><script>document.location.href = '/?c=vailresorts&e=synthetic';</script></head></html>";

pub(super) fn answer(area: &LiftArea, scene: &Scene) -> SimResponse {
    let page = |text: &str| SimResponse::new(200, "text/html; charset=utf-8", text.as_bytes().to_vec());
    match area.trap {
        Some(LiftTrap::Page) => return page(PAGE),
        Some(LiftTrap::WaitingRoom) => return page(WAITING_ROOM),
        Some(LiftTrap::UnknownWord | LiftTrap::Zeros | LiftTrap::RenamedField) | None => {}
    }
    let body = Body { area, scene, local: local(area, scene) };
    let value = match area.family {
        Family::MtnPowder => body.mtnpowder(),
        Family::Boyne => body.boyne(),
        Family::Powdr => body.powdr(),
        Family::Aspen => body.aspen(),
        Family::Micado => body.micado(),
        Family::Vail => return page(&body.vail()),
        Family::JacksonHole => body.jackson_hole(),
        Family::PatsPeak => body.pats_peak(),
    };
    SimResponse::json(200, value.to_string().into_bytes())
}

fn local(area: &LiftArea, scene: &Scene) -> DateTime<FixedOffset> {
    let there = area.zone.from_utc_datetime(&scene.changed.utc().naive_utc());
    there.with_timezone(&there.offset().fix())
}

/// The content of a feed.
struct Body<'a> {
    area: &'a LiftArea,
    scene: &'a Scene,
    local: DateTime<FixedOffset>,
}

/// The four terms of a family, in the order of the states.
type Words = [&'static str; 4];

impl Body<'_> {
    fn is(&self, trap: LiftTrap) -> bool {
        self.area.trap == Some(trap)
    }

    /// Returns the name of the state's member, or its new name.
    fn member<'m>(&self, name: &'m str) -> &'m str {
        if self.is(LiftTrap::RenamedField) { "liftCondition" } else { name }
    }

    /// Returns name and state of every lift; none if the feed only has zeros.
    fn lifts(&self) -> impl Iterator<Item = (String, State)> {
        let states = if self.is(LiftTrap::Zeros) { &[][..] } else { &self.scene.lifts[..] };
        (1..).map(|nth| format!("Synthetic Lift {nth}")).zip(states.iter().copied())
    }

    fn runs(&self) -> impl Iterator<Item = (String, State)> {
        let states = if self.is(LiftTrap::Zeros) { &[][..] } else { &self.scene.runs[..] };
        (1..).map(|nth| format!("Synthetic Run {nth}")).zip(states.iter().copied())
    }

    /// Returns the term for a lift's state.
    fn word(&self, name: &str, state: State, words: Words) -> &'static str {
        if self.is(LiftTrap::UnknownWord) && name == "Synthetic Lift 1" {
            STRANGE
        } else {
            state_word(state, words)
        }
    }

    fn mtnpowder(&self) -> Value {
        let changed = self.local.format("%Y-%m-%dT%H:%M:%S%z").to_string();
        let words = ["Open", "Closed", "On Hold", "Scheduled"];
        let runs: Vec<Value> = self
            .runs()
            .map(|(name, state)| {
                let word = state_word(state, words);
                json!({ "Name": name, "MountainAreaName": "Synthetic Area", "Status": word,
                    "StatusEnglish": word.to_lowercase(), "UpdateDate": changed, "Difficulty": "Intermediate",
                    "SnowMaking": "No", "Grooming": "No", "NightSkiing": "No", "Moguls": null, "Glades": "No" })
            })
            .collect();
        let lifts = self.lifts().map(|(name, state)| {
            let word = self.word(&name, state, words);
            let mut lift = json!({ "Name": name, "MountainAreaName": "Synthetic Area", "FirstTracks": "No",
                "UpdateDate": changed, "LiftType": "Quad Chair",
                "Hours": { "Sunday": { "Open": "9:00 AM", "Close": "4:00 PM" } }, "Trails": runs, "WaitTime": null });
            // Both members are renamed together, since the family gives every state twice.
            if self.is(LiftTrap::RenamedField) {
                lift["liftCondition"] = json!(word);
            } else {
                lift["Status"] = json!(word);
                lift["StatusEnglish"] = json!(word.to_lowercase().replace(' ', "_"));
            }
            lift
        });
        lifts.collect()
    }

    fn boyne(&self) -> Value {
        let words = ["Open", "Closed", "Wind Hold", "Scheduled"];
        let lifts = self.lifts().map(|(name, state)| {
            json!({ "name": name, self.member("status"): self.word(&name, state, words), "comment": "",
                "openTime": "", "closeTime": "", "nightStatus": null, "type": "Chairlift", "capacity": 4,
                "liftIcon": "chairlift-4", "skierWaitTime": null, "scenicWaitTime": null })
        });
        lifts.collect()
    }

    fn powdr(&self) -> Value {
        let changed = self.scene.changed.millis().div_euclid(1_000);
        let words = ["open", "closed", "hold", "expected"];
        let mut lifts: Vec<Value> = self
            .lifts()
            .map(|(name, state)| {
                json!({ "id": name, "name": name, "sector": { "uuid": "s", "name": "Synthetic Area" },
                    "type": "quad", "vertical": "", "notes": "", "hours": "9 am - 4 pm", "season": "winter",
                    self.member("status"): self.word(&name, state, words), "capacity": "", "occupancy": "4",
                    "wait_time": "", "created": changed - 86_400, "updated": changed })
            })
            .collect();
        if !lifts.is_empty() {
            lifts.push(
                json!({ "id": "summer", "name": "Synthetic Summer Lift", "type": "quad", "season": "summer",
                self.member("status"): "open", "created": 0, "updated": 0 }),
            );
        }
        Value::Array(lifts)
    }

    fn aspen(&self) -> Value {
        let words = ["Open", "Closed", "On Hold", "Scheduled"];
        let lifts: Vec<Value> = self
            .lifts()
            .map(|(name, state)| {
                json!({ self.member("status"): self.word(&name, state, words), "liftName": name, "type": "Quad HS",
                    "area": "Synthetic Area", "hoursOfOperation": "9:00 AM - 3:30 PM", "elevationGainFeet": "1,102",
                    "elevationGainMeters": "336", "time": "5" })
            })
            .collect();
        json!({ "lastUpdated": self.local.format("%I:%M %p %b %d, %Y").to_string(), "liftStatuses": lifts })
    }

    fn micado(&self) -> Value {
        let words = ["opened", "closed", "standby", "inpreparation"];
        let items: Vec<Value> = self
            .lifts()
            .map(|(title, state)| {
                json!({ "title": title, "altitude": 0, "facilityTypeIdentifier": "chairlift4", "liftLength": 0,
                    "operatesInWinter": true, "operatingTimes": [], self.member("state"): self.word(&title, state, words) })
            })
            .collect();
        let (open, total) = (self.count(self.lifts()), items.len());
        json!({ "copyrights": [], "count": { "length": 0, "lengthOpen": 0, "open": open, "total": total },
            "entries": total, "items": items,
            "meta": { "lastUpdate": self.local.format("%Y-%m-%dT%H:%M:%S").to_string() } })
    }

    fn vail(&self) -> String {
        let code = |name: &str, state| match self.word(name, state, ["1", "0", "2", "3"]) {
            STRANGE => 9,
            code => code.parse().unwrap_or(9),
        };
        let lifts: Vec<Value> = self
            .lifts()
            .map(|(name, state)| json!({ "Name": name, self.member("Status"): code(&name, state), "Type": "quad" }))
            .collect();
        let trails: Vec<Value> = self
            .runs()
            .map(|(name, state)| json!({ "Name": name, "Difficulty": 2, "IsOpen": state == State::Open, "IsGroomed": false }))
            .collect();
        let feed = json!({ "Date": format!("/Date({})/", self.scene.changed.millis()), "ResortId": 0,
            "GroomingAreas": [{ "Id": 1, "Name": "Synthetic Area", "Trails": trails }], "Lifts": lifts });
        format!(
            "<!DOCTYPE html><html><head><title>Synthetic terrain</title><script type=\"module\">\n\
             FR.TerrainStatusFeed = {feed};\n</script></head><body></body></html>"
        )
    }

    fn jackson_hole(&self) -> Value {
        let words = ["OPEN", "CLOSED", "ON_HOLD", "SCHEDULED"];
        let zeros = self.is(LiftTrap::Zeros);
        let row = |name: &str, word: &str, rest: Value| {
            let mut row = json!({ "name": name, self.member("openingStatus"): word, "message": "" });
            if let (Some(row), Value::Object(rest)) = (row.as_object_mut(), rest) {
                row.extend(rest);
            }
            row
        };
        let lifts = self.lifts().map(|(name, state)| {
            let lift = row(
                &name,
                self.word(&name, state, words),
                json!({ "liftType": "CHAIRLIFT", "type": "SKI_LIFT" }),
            );
            (name, lift)
        });
        let trails = self.runs().map(|(name, state)| {
            let rest = json!({ "trailType": "DOWNHILL_SKIING", "trailLevel": "BLUE_SQUARE" });
            (name.clone(), row(&name, state_word(state, words), rest))
        });
        let length = |unit: &str, value: f64| json!({ "unit": unit, "unitSymbol": "", "value": format!("{value:.0}") });
        let inches = if zeros { 0.0 } else { self.scene.depth_cm / CM_PER_INCH };
        let tier = |inches: f64| json!({ "altitude": length("FOOT", 0.0), "totalSnowDepth": length("INCH", inches) });
        let (open_lifts, open_runs) = (self.count(self.lifts()), self.count(self.runs()));
        json!({ "respTimestamp": self.scene.changed.to_string(), "lastModified": self.scene.changed.to_string(),
            "snow": { "base": tier(0.0), "midMountain": tier(inches), "tramSummit": tier(inches * 1.3) },
            "liftStatus": { "totalLifts": self.lifts().count(), "openLifts": open_lifts },
            "trailStatus": { "totalTrails": self.runs().count(), "openTrails": open_runs, "groomedTrails": 0 },
            "lifts": lifts.collect::<Map<_, _>>(), "trails": trails.collect::<Map<_, _>>() })
    }

    fn pats_peak(&self) -> Value {
        let lift = |(name, state): (String, State)| {
            let strange = self.word(&name, state, [""; 4]) == STRANGE;
            let open = if strange { json!(STRANGE) } else { json!(state == State::Open) };
            json!({ "Name": name, "Active": true, "AsNeeded": false, "LiftType": "Triple Chair",
                "Status": { "NightSkiing": false, self.member("Open"): open, "Active": true } })
        };
        let run = |(name, state)| {
            json!({ "Name": name, "Active": true, "PercentIgnore": false, "TrailType": "Glades",
                "Status": { "Open": state == State::Open, "Grooming": false } })
        };
        json!({ "Report": { "DealDate": "0001-01-01T00:00:00", "Status": "Open", "DepthMin": 0, "DepthMax": 0,
                "NewSnowPast24HoursMin": 0, "UpdatedOn": self.local.format("%Y-%m-%dT%H:%M:%S").to_string() },
            "Lifts": self.lifts().map(lift).collect::<Vec<_>>(), "Trails": self.runs().map(run).collect::<Vec<_>>() })
    }

    fn count(&self, rows: impl Iterator<Item = (String, State)>) -> usize {
        rows.filter(|(_, state)| *state == State::Open).count()
    }
}

const fn state_word(state: State, [open, closed, hold, scheduled]: Words) -> &'static str {
    match state {
        State::Open => open,
        State::Closed => closed,
        State::Hold => hold,
        State::Scheduled => scheduled,
    }
}
