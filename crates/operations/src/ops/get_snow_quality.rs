//! `get_snow_quality`: the snow surface at base, mid and summit.

use conditions_core::quality::{BandQuality, QualityRule, SurfaceType, by_band};
use conditions_core::record::{Band, QualityBasis, QualityLabel, RefreezeRisk};
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::{Confidence, Hundredths, Tenths};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::OpError;
use crate::local::whole_metres;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::text::{Text, hundredths, reported, tenths, trust, word};
use world::View;

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Elevation band, default all.
    pub band: Option<Band>,
}

/// Snow quality of one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quality<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether the quality of any band is known.
    pub available: bool,
    /// Reason if it is not.
    pub reason: Option<&'static str>,
    /// Base, mid and summit, or the requested one.
    pub bands: Vec<BandRow>,
}

/// Snow quality at one band.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BandRow {
    /// Elevation band.
    pub band: Band,
    /// Elevation of the band, metres above sea level.
    pub elevation_m: Option<i32>,
    /// Modelled surface; null if not known.
    pub surface: Option<SurfaceType>,
    /// The contract's label: a station's, else the modelled surface's; null if not known or without snow.
    pub label: Option<QualityLabel>,
    /// Whether the label is measured or modelled.
    pub basis: Option<QualityBasis>,
    /// The rule that decided, or the reason why none could.
    pub rule: QualityRule,
    /// Reason in words.
    pub reason: String,
    /// Density measured by a station, g/cm³.
    pub density_ratio: Option<Hundredths>,
    /// Depth used for the modelled surface, centimetres.
    pub depth_cm: Option<Tenths>,
    /// Band of that depth; differs if this band has no depth.
    pub depth_band: Option<Band>,
    /// Risk that a wet surface freezes within a day.
    pub refreeze_risk: Option<RefreezeRisk>,
    /// When it was read, or when the models were fetched.
    pub observed_at: Option<Timestamp>,
    /// Trust, 0 to 1.
    pub confidence: Confidence,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_snow_quality",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/snow-quality",
        title: "Snow quality at three elevations",
        description: "Snow surface at base, mid and summit: modelled type, label, station-measured density, \
            reason, confidence. Not an avalanche assessment; for depth and status use get_conditions. A \
            null surface is unknown, never free of snow.",
    };
    type Args = Args;
    type Data<'w> = Quality<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Quality<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let (resort, evidence) = (seen.resort(), seen.evidence());
        let all = by_band(
            now,
            view.policy(),
            seen.profile(),
            &evidence.stations,
            evidence.forecast.as_ref(),
            &seen.resolution().record.depth,
        );
        let asked = |row: &BandQuality| args.band.is_none_or(|band| band == row.band);
        let rows = [all.base, all.mid, all.summit].into_iter().filter(asked);
        let bands: Vec<BandRow> = rows.map(BandRow::new).collect();
        let available = bands.iter().any(|row| row.basis.is_some());
        let quality = Quality {
            slug: &resort.slug,
            name: &resort.name,
            available,
            reason: bands.first().filter(|_| !available).map(|row| words(row.rule)),
            bands,
        };
        Ok(Reply::one(quality, seen.carries()))
    }

    fn text(data: &Quality<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Snow quality at {} ({})", data.name, data.slug));
        if let Some(reason) = data.reason {
            text.item("Not available", reason);
        }
        for row in &data.bands {
            text.line(format_args!(
                "{} ({}): surface {}, label {} ({}), density {}, refreeze risk {}. {} {}, {}",
                word(&row.band),
                reported(row.elevation_m, "m"),
                word(&row.surface),
                word(&row.label),
                word(&row.basis),
                hundredths(row.density_ratio, "g/cm³"),
                word(&row.refreeze_risk),
                row.reason,
                reported(row.observed_at, ""),
                trust(row.origin(), row.confidence)
            ));
            text.item("- evaluated with a depth of", tenths(row.depth_cm, "cm"));
        }
        text.done()
    }
}

impl BandRow {
    /// Returns the kind of evidence for the row.
    const fn origin(&self) -> Kind {
        match self.basis {
            Some(QualityBasis::Measured) => Kind::Station,
            Some(QualityBasis::Modeled) => Kind::Model,
            _ => Kind::None,
        }
    }

    fn new(quality: BandQuality) -> Self {
        Self {
            band: quality.band,
            elevation_m: quality.elevation_m.and_then(whole_metres),
            surface: quality.surface,
            label: quality.label,
            basis: quality.basis,
            rule: quality.rule,
            reason: quality.description.unwrap_or_else(|| words(quality.rule).to_owned()),
            density_ratio: quality.density_ratio,
            depth_cm: quality.depth_cm,
            depth_band: quality.depth_band,
            refreeze_risk: quality.refreeze_risk,
            observed_at: quality.observed_at,
            confidence: quality.confidence,
        }
    }
}

const fn words(rule: QualityRule) -> &'static str {
    match rule {
        QualityRule::StationDensity => "A station measures the density.",
        QualityRule::ModelledSurface => "Modelled from the weather.",
        QualityRule::NoForecast => "No weather model has answered for this resort.",
        QualityRule::ForecastTooOld => "The newest weather models are too old for the present.",
        QualityRule::NoDepth => "Not known whether there is snow: no usable depth is reported.",
        QualityRule::NoWeather => "The weather models have too little data for this elevation.",
    }
}
