//! Charts: what a person would rather look at than read, as SVG. One file per chart: its path, its arguments, its
//! documentation, and how what the world holds becomes the drawing, with the numbers in words and the credit inside.
//!
//! Routes, OpenAPI, `/llms.txt`, the endpoint index and the documentation are folds over [`CHARTS`], as over the
//! operations. How a chart looks is the business of the crate `charts`.

use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;

use crate::arguments::{self, Pair};
use crate::error::OpError;
use crate::operation::{Meta, remembered};
use world::credits::{Credit, SourceFamilies};
use world::{Service, View};

pub mod accuracy;
pub mod forecast;
pub mod season;

/// Every chart, in the documented order.
pub static CHARTS: &[&dyn AnyChart] = &[&forecast::Chart, &season::Chart, &accuracy::Chart];

/// Media type of every chart.
pub const MEDIA_TYPE: &str = "image/svg+xml";

/// One chart.
pub trait Drawing: Sync + 'static {
    /// About the chart.
    const META: Meta;
    /// Arguments: the query parameters, the path parameters and the documentation.
    type Args: DeserializeOwned + JsonSchema + 'static;

    /// The chart as SVG. No I/O, no clock.
    ///
    /// # Errors
    /// [`OpError`] for arguments that are wrong or name nothing.
    fn svg(view: &View<'_>, args: Self::Args) -> Result<String, OpError>;
}

/// A chart with its types erased: what the faces of the service fold over.
pub trait AnyChart: Sync {
    /// About the chart.
    fn meta(&self) -> &'static Meta;
    /// Schema of the arguments.
    fn arguments(&self) -> Schema;
    /// The chart as SVG.
    ///
    /// # Errors
    /// As [`Drawing::svg`], and [`OpError::Denied`].
    fn draw(&self, view: &View<'_>, pairs: &[Pair<'_>]) -> Result<String, OpError>;
}

impl<C: Drawing> AnyChart for C {
    fn meta(&self) -> &'static Meta {
        &C::META
    }

    fn arguments(&self) -> Schema {
        arguments::schema_of::<C::Args>()
    }

    fn draw(&self, view: &View<'_>, pairs: &[Pair<'_>]) -> Result<String, OpError> {
        C::META.admit(view.tier())?;
        C::svg(view, arguments::read(remembered::<C::Args>(), pairs)?)
    }
}

/// The service's own credit and those of the sources, as a picture shows them.
fn credit(service: &Service, carries: SourceFamilies) -> String {
    let credits = service.credits.of(carries);
    // The upstream's own words where it demands them, names for whoever stands behind it: a picture has little room.
    let demanded: Vec<&Credit> =
        service.credits.forecast.iter().take(1).chain(&service.credits.climate).collect();
    let words =
        |source: &&Credit| if demanded.contains(source) { &source.text } else { &source.name }.clone();
    let sources: Vec<String> = credits.sources.iter().map(words).collect();
    format!(
        "{}, {}. Sources: {}. Licences: {}",
        credits.service.text,
        credits.service.url,
        sources.join(", "),
        credits.terms_url
    )
}
