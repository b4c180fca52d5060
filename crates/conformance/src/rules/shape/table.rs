//! The tables of "Resources and their fields" as data: every member of the envelope, its kind, whether it may be absent
//! and whether it may be null.

/// The kind of a value.
pub(super) enum Kind {
    Text,
    Number,
    /// A whole number with a minimum.
    Whole {
        least: Option<f64>,
    },
    Exactly(f64),
    /// A number from 0 to 1.
    Share,
    Instant,
    Day,
    Words(&'static [&'static str]),
    List(&'static Kind),
    Object(&'static [Member]),
    /// A field envelope.
    Field([Member; 4]),
}

impl Kind {
    pub(super) const fn as_str(&self) -> &'static str {
        match self {
            Self::Text | Self::Words(_) => "a text",
            Self::Number | Self::Share | Self::Exactly(_) => "a number",
            Self::Whole { .. } => "a whole number",
            Self::Instant => "an RFC 3339 instant",
            Self::Day => "a date, YYYY-MM-DD",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
            Self::Field(_) => "a field envelope",
        }
    }
}

/// A member of an object.
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) kind: &'static Kind,
    pub(super) optional: bool,
    pub(super) nullable: bool,
}

const fn needed(name: &'static str, kind: &'static Kind) -> Member {
    Member { name, kind, optional: false, nullable: false }
}

const fn nullable(name: &'static str, kind: &'static Kind) -> Member {
    Member { name, kind, optional: false, nullable: true }
}

const fn optional(name: &'static str, kind: &'static Kind) -> Member {
    Member { name, kind, optional: true, nullable: true }
}

/// Makes a member that may be absent but not null.
const fn present(name: &'static str, kind: &'static Kind) -> Member {
    Member { name, kind, optional: true, nullable: false }
}

const fn field(value: &'static Kind) -> Kind {
    Kind::Field([
        nullable("value", value),
        needed("source", &SOURCE),
        nullable("observedAt", &Kind::Instant),
        needed("confidence", &Kind::Share),
    ])
}

const COUNT: Kind = Kind::Whole { least: Some(0.0) };
const SOURCE: Kind = Kind::Words(&["operator", "scraped", "model", "profile", "derived", "none"]);
const BAND: Kind = Kind::Words(&["base", "mid", "summit"]);
const STATUS: Kind = Kind::Words(&["OPEN", "CLOSED_TODAY", "PRE_SEASON", "OFF_SEASON", "UNKNOWN"]);
const TIER: Kind = Kind::Words(&["live", "recent", "stale", "estimated", "unknown"]);

const FRESH: Kind =
    Kind::Object(&[needed("tier", &TIER), needed("label", &Kind::Text), nullable("ageHours", &Kind::Number)]);

const META: Kind = Kind::Object(&[
    needed("source", &Kind::Text),
    needed("slug", &Kind::Text),
    needed("generatedAt", &Kind::Instant),
    needed("resolvedAt", &Kind::Instant),
    needed(
        "freshness",
        &Kind::Object(&[
            needed("baseDepthCm", &FRESH),
            needed("depthBase", &FRESH),
            needed("depthMid", &FRESH),
            needed("depthSummit", &FRESH),
            needed("lifts", &FRESH),
            needed("runs", &FRESH),
            needed("surface", &FRESH),
            needed("forecast", &FRESH),
        ]),
    ),
]);

static CM: Kind = field(&Kind::Number);
static TEXT: Kind = field(&Kind::Text);
static OPERATING: Kind = field(&STATUS);
static OPEN_TOTAL: Kind = field(&Kind::Object(&[nullable("open", &COUNT), nullable("total", &COUNT)]));
static ABILITY: Kind = field(&Kind::Object(&[
    needed("beginner", &Kind::Number),
    needed("intermediate", &Kind::Number),
    needed("advanced", &Kind::Number),
    needed("expert", &Kind::Number),
]));
static LONGEST: Kind = field(&Kind::Object(&[nullable("name", &Kind::Text), nullable("km", &Kind::Number)]));
static QUALITY: Kind = field(&Kind::Object(&[
    nullable("densityRatio", &Kind::Number),
    needed("label", &Kind::Words(&["powder", "packed", "dense", "icy", "wet", "spring", "variable"])),
    needed("description", &Kind::Text),
    present("refreezeRisk", &Kind::Words(&["low", "moderate", "high"])),
    present("basis", &Kind::Words(&["measured", "modeled"])),
]));
static SURFACE_TEMP: Kind = field(&Kind::Object(&[
    needed("tempC", &Kind::Number),
    needed("state", &Kind::Words(&["melting", "near-freezing", "firm", "cold"])),
    needed("description", &Kind::Text),
]));

const DETAIL: Kind = Kind::Object(&[
    needed("source", &SOURCE),
    needed("elevationBand", &BAND),
    nullable("elevationM", &Kind::Number),
    nullable("sourceLabel", &Kind::Text),
    nullable("stationName", &Kind::Text),
    needed("rule", &Kind::Words(&["base_preferred", "measured_over_model"])),
]);

const BASIS: Kind = Kind::Object(&[
    nullable("averageCm", &Kind::Number),
    needed("averageBand", &BAND),
    nullable("readingBand", &BAND),
    nullable("readingSource", &SOURCE),
    nullable(
        "suppressedReason",
        &Kind::Words(&[
            "no_depth",
            "no_average",
            "average_too_small",
            "ratio_unbounded",
            "band_mismatch",
            "depth_disagreement",
        ]),
    ),
]);

const DISAGREEMENT: Kind = Kind::Object(&[
    needed(
        "kind",
        &Kind::Words(&["model_base_below_half_measured_upper", "measured_base_above_model_summit"]),
    ),
    needed(
        "measured",
        &Kind::Object(&[needed("band", &BAND), needed("cm", &Kind::Number), needed("source", &SOURCE)]),
    ),
    needed("model", &Kind::Object(&[needed("band", &BAND), needed("cm", &Kind::Number)])),
    needed("ratio", &Kind::Number),
    needed("note", &Kind::Text),
]);

static FORECAST: Kind = Kind::Object(&[
    needed("next7dCm", &CM),
    needed("next14dCm", &CM),
    nullable(
        "peak",
        &Kind::Object(&[
            needed("date", &Kind::Day),
            needed("snowfallCm", &Kind::Number),
            needed("windowDays", &Kind::Exactly(7.0)),
        ]),
    ),
]);

static DATA: Kind = Kind::Object(&[
    needed("slug", &Kind::Text),
    needed("resolvedAt", &Kind::Instant),
    needed("status", &OPERATING),
    needed("seasonOpening", &TEXT),
    needed("seasonClosing", &TEXT),
    needed("depth", &Kind::Object(&[nullable("base", &CM), nullable("mid", &CM), nullable("summit", &CM)])),
    nullable("displayDepthCm", &CM),
    optional("displayDepthDetail", &DETAIL),
    nullable(
        "reportedSourceTier",
        &Kind::Words(&["direct_api", "structured_feed", "headless_dom", "vision", "unknown"]),
    ),
    needed("baseDepthCm", &CM),
    needed("depthVsAvgPct", &CM),
    present("depthVsAvgBasis", &BASIS),
    optional("depthDisagreement", &DISAGREEMENT),
    needed("lifts", &OPEN_TOTAL),
    needed("runs", &OPEN_TOTAL),
    needed("surface", &TEXT),
    needed("abilityPct", &ABILITY),
    needed("longestRun", &LONGEST),
    optional("snowQuality", &QUALITY),
    optional("snowSurfaceTemp", &SURFACE_TEMP),
    needed("forecast", &FORECAST),
    needed("flags", &Kind::List(&Kind::Text)),
]);

const STATION: Kind = Kind::Object(&[
    needed("source", &Kind::Text),
    needed("stationId", &Kind::Text),
    nullable("name", &Kind::Text),
    nullable("elevationM", &Kind::Number),
    needed("role", &Kind::Words(&["summit", "mid", "village", "airport", "road"])),
    nullable("tempC", &Kind::Number),
    nullable("windMps", &Kind::Number),
    nullable("snowDepthCm", &Kind::Number),
    needed("observedAt", &Kind::Instant),
    needed("ageMinutes", &COUNT),
]);

const MEASURED: Kind = Kind::Object(&[
    needed("stations", &Kind::List(&STATION)),
    needed("stationCount", &COUNT),
    needed("sources", &Kind::List(&Kind::Text)),
    nullable("freezingLineM", &Kind::Number),
    nullable("observedAt", &Kind::Instant),
]);

pub(super) static ENVELOPE: Kind = Kind::Object(&[
    needed("schemaVersion", &Kind::Text),
    needed("schema", &Kind::Text),
    needed("meta", &META),
    needed("data", &DATA),
    optional("measuredNow", &MEASURED),
]);
