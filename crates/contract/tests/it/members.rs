//! Every member of the specification's tables as data: path, whether it is required, and its shape. The schema must
//! contain exactly these.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::schema;

/// Lines `path needed shape`. A shape is a JSON type (`string:date-time` with its format), a constant in quotes, words
/// joined by `|`, `object` (its members follow), `[shape]` for lists, `field shape` for a field envelope around a value
/// or null; `?` at the end also allows null.
const SPECIFICATION: &str = "
schemaVersion required \"1.10.0\"
schema required string:uri
meta required object
meta.source required string
meta.slug required string
meta.generatedAt required string:date-time
meta.resolvedAt required string:date-time
meta.freshness required object
meta.freshness.baseDepthCm required freshness
meta.freshness.depthBase required freshness
meta.freshness.depthMid required freshness
meta.freshness.depthSummit required freshness
meta.freshness.lifts required freshness
meta.freshness.runs required freshness
meta.freshness.surface required freshness
meta.freshness.forecast required freshness
data required object
data.slug required string
data.resolvedAt required string:date-time
data.status required field OPEN|CLOSED_TODAY|PRE_SEASON|OFF_SEASON|UNKNOWN
data.seasonOpening required field string:date
data.seasonClosing required field string:date
data.depth required object
data.depth.base required field number?
data.depth.mid required field number?
data.depth.summit required field number?
data.displayDepthCm required field number?
data.displayDepthDetail optional object?
data.displayDepthDetail.source required SOURCE
data.displayDepthDetail.elevationBand required base|mid|summit
data.displayDepthDetail.elevationM required number?
data.displayDepthDetail.sourceLabel required string?
data.displayDepthDetail.stationName required string?
data.displayDepthDetail.rule required base_preferred|measured_over_model
data.reportedSourceTier required direct_api|structured_feed|headless_dom|vision|unknown?
data.baseDepthCm required field number
data.depthVsAvgPct required field integer
data.depthVsAvgBasis optional object
data.depthVsAvgBasis.averageCm required number?
data.depthVsAvgBasis.averageBand required base|mid|summit
data.depthVsAvgBasis.readingBand required base|mid|summit?
data.depthVsAvgBasis.readingSource required SOURCE?
data.depthVsAvgBasis.suppressedReason required no_depth|no_average|average_too_small|ratio_unbounded|band_mismatch|depth_disagreement?
data.depthDisagreement optional object?
data.depthDisagreement.kind required model_base_below_half_measured_upper|measured_base_above_model_summit
data.depthDisagreement.measured required object
data.depthDisagreement.measured.band required base|mid|summit
data.depthDisagreement.measured.cm required number
data.depthDisagreement.measured.source required SOURCE
data.depthDisagreement.model required object
data.depthDisagreement.model.band required base|mid|summit
data.depthDisagreement.model.cm required number
data.depthDisagreement.ratio required number
data.depthDisagreement.note required string
data.lifts required field object
data.lifts.value.open required integer?
data.lifts.value.total required integer?
data.runs required field object
data.runs.value.open required integer?
data.runs.value.total required integer?
data.surface required field string
data.abilityPct required field object
data.abilityPct.value.beginner required number 0..100
data.abilityPct.value.intermediate required number 0..100
data.abilityPct.value.advanced required number 0..100
data.abilityPct.value.expert required number 0..100
data.longestRun required field object
data.longestRun.value.name required string?
data.longestRun.value.km required number?
data.snowQuality optional field object?
data.snowQuality.value.densityRatio required number 0..1?
data.snowQuality.value.label required powder|packed|dense|icy|wet|spring|variable
data.snowQuality.value.description required string
data.snowQuality.value.refreezeRisk optional low|moderate|high
data.snowQuality.value.basis optional measured|modeled
data.snowSurfaceTemp optional field object?
data.snowSurfaceTemp.value.tempC required number
data.snowSurfaceTemp.value.state required melting|near-freezing|firm|cold
data.snowSurfaceTemp.value.description required string
data.forecast required object
data.forecast.next7dCm required forecast
data.forecast.next14dCm required forecast
data.forecast.peak required object?
data.forecast.peak.date required string:date
data.forecast.peak.snowfallCm required number
data.forecast.peak.windowDays required integer 7..7
data.flags required [string]
measuredNow optional object?
measuredNow.stations required [object]
measuredNow.stations.source required string
measuredNow.stations.stationId required string
measuredNow.stations.name required string?
measuredNow.stations.elevationM required number?
measuredNow.stations.role required summit|mid|village|airport|road
measuredNow.stations.tempC required number?
measuredNow.stations.windMps required number?
measuredNow.stations.snowDepthCm required number?
measuredNow.stations.observedAt required string:date-time
measuredNow.stations.ageMinutes required integer
measuredNow.stationCount required integer
measuredNow.sources required [string]
measuredNow.freezingLineM required integer?
measuredNow.observedAt required string:date-time?
";

/// `fieldSource`, in trust order.
const SOURCE: &str = "operator|scraped|model|profile|derived|none";

/// Members of a field envelope, of a forecast total ("Always source `model`") and of a fieldFreshness.
const FIELD: &str = "value required *\nsource required SOURCE\nobservedAt required string:date-time?\nconfidence required number 0..1\n";
const FORECAST: &str = "value required number?\nsource required model|none\nobservedAt required string:date-time?\nconfidence required number 0..1\n";
const FRESHNESS: &str =
    "tier required live|recent|stale|estimated|unknown\nlabel required string\nageHours required number?\n";

struct Reader<'a>(&'a Value);

impl<'a> Reader<'a> {
    /// Resolves references and null in a schema; returns the schema and whether null is allowed.
    fn plain(&self, mut schema: &'a Value) -> (&'a Value, bool) {
        let mut nullable = false;
        loop {
            if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
                schema = self.0.pointer(reference.strip_prefix('#').unwrap()).unwrap();
            } else if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
                assert!(choices.len() == 2 && choices[1]["type"] == "null", "{schema}");
                (schema, nullable) = (&choices[0], true);
            } else {
                return (schema, nullable);
            }
        }
    }

    fn shape(&self, schema: &'a Value) -> String {
        let (schema, mut nullable) = self.plain(schema);
        let words = |words: &[Value], read: &dyn Fn(&Value) -> Value| {
            let words: Vec<String> =
                words.iter().map(|word| read(word).as_str().unwrap().to_owned()).collect();
            words.join("|")
        };
        let mut shape = if let Some(constant) = schema.get("const") {
            constant.to_string()
        } else if let Some(list) = schema.get("enum").and_then(Value::as_array) {
            words(list, &Value::clone)
        } else if let Some(list) = schema.get("oneOf").and_then(Value::as_array) {
            words(list, &|word| word["const"].clone())
        } else {
            let mut kind = schema["type"].clone();
            if let Some(kinds) = kind.as_array() {
                assert!(kinds.len() == 2 && kinds[1] == "null", "{schema}");
                (kind, nullable) = (kinds[0].clone(), true);
            }
            match kind.as_str().unwrap() {
                "array" => format!("[{}]", self.shape(&schema["items"])),
                "object" if self.members(schema, "") == self.field(schema) => {
                    let value = self.shape(&schema["properties"]["value"]);
                    format!("field {}", value.strip_suffix('?').unwrap_or("a value that is never null"))
                }
                "object" if self.members(schema, "") == FORECAST => "forecast".to_owned(),
                "object" if self.members(schema, "") == FRESHNESS => "freshness".to_owned(),
                other => match (schema.get("format"), schema.get("minimum").zip(schema.get("maximum"))) {
                    (Some(format), _) => format!("{other}:{}", format.as_str().unwrap()),
                    (None, Some((low, high))) => format!("{other} {low}..{high}"),
                    (None, None) => other.to_owned(),
                },
            }
        };
        if shape == SOURCE {
            shape = "SOURCE".to_owned();
        }
        if nullable {
            shape.push('?');
        }
        shape
    }

    /// Returns the expected members of a field envelope around this value.
    fn field(&self, schema: &'a Value) -> String {
        let value = schema["properties"].get("value").map_or(String::new(), |value| self.shape(value));
        FIELD.replacen('*', &value, 1)
    }

    /// Returns one line per member, in the order of the schema.
    fn members(&self, schema: &'a Value, prefix: &str) -> String {
        let mut lines = String::new();
        let required = |name: &str| schema["required"].as_array().unwrap().iter().any(|known| known == name);
        for (name, member) in schema["properties"].as_object().unwrap() {
            let needed = if required(name) { "required" } else { "optional" };
            let _ = writeln!(lines, "{prefix}{name} {needed} {}", self.shape(member));
        }
        lines
    }

    fn every_member(&self, schema: &'a Value, prefix: &str, lines: &mut String) {
        for line in self.members(schema, prefix).lines() {
            let _ = writeln!(lines, "{line}");
            let path = line.split(' ').next().unwrap();
            let (mut member, _) = self.plain(&schema["properties"][path.rsplit('.').next().unwrap()]);
            let mut below = format!("{path}.");
            if line.contains(" field ") {
                (member, _) = self.plain(&member["properties"]["value"]);
                below.push_str("value.");
            } else if let Some(items) = member.get("items") {
                (member, _) = self.plain(items);
            }
            if member.get("properties").is_some()
                && ![" freshness", " forecast"].iter().any(|whole| line.ends_with(whole))
            {
                self.every_member(member, &below, lines);
            }
        }
    }
}

#[test]
fn schema_matches_specification() {
    let schema = schema();
    let mut members = String::new();
    Reader(&schema).every_member(&schema, "", &mut members);
    let sorted = |text: &str| {
        let mut lines: Vec<String> =
            text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (specified, published) = (sorted(SPECIFICATION), sorted(&members));
    let missing: Vec<&String> = specified.iter().filter(|line| !published.contains(line)).collect();
    let extra: Vec<&String> = published.iter().filter(|line| !specified.contains(line)).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing: {missing:#?}\nextra: {extra:#?}");
}

#[test]
fn counts_are_never_negative() {
    let schema = schema();
    for (name, member) in [
        ("OpenTotal", "open"),
        ("OpenTotal", "total"),
        ("MeasuredNow", "stationCount"),
        ("StationNow", "ageMinutes"),
    ] {
        assert_eq!(schema["$defs"][name]["properties"][member]["minimum"], 0, "{name}.{member}");
    }
}
