//! Charts as SVG. Each chart is one file: its path, its arguments, its documentation, and how it is drawn from the
//! world, with the numbers in words and the credit inside.
//!
//! Routes, OpenAPI, `/llms.txt`, the endpoint index and the documentation are generated from [`CHARTS`], as they are
//! from the operations. The crate `charts` decides how a chart looks.

use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;

use crate::arguments::{self, Pair};
use crate::error::OpError;
use crate::operation::{Meta, remembered};
use world::credits::{Credit, SourceFamilies};
use world::{Service, View};

pub mod accuracy;
pub mod coming_days;
pub mod season;

/// Every chart, in the documented order.
pub static CHARTS: &[&dyn AnyChart] = &[&coming_days::Chart, &season::Chart, &accuracy::Chart];

/// Media type of every chart.
pub const MEDIA_TYPE: &str = "image/svg+xml";

pub trait Drawing: Sync + 'static {
    const META: Meta;
    /// Query and path parameters, with their documentation.
    type Args: DeserializeOwned + JsonSchema + 'static;

    /// Returns the chart as SVG. Must not use I/O or the clock.
    ///
    /// # Errors
    /// Returns an [`OpError`] if arguments are invalid or name nothing that exists.
    fn svg(view: &View<'_>, args: Self::Args) -> Result<String, OpError>;
}

/// A chart with its types erased, for the interfaces of the service.
pub trait AnyChart: Sync {
    fn meta(&self) -> &'static Meta;
    /// Returns the schema of the arguments.
    fn arguments(&self) -> Schema;
    /// Returns the chart as SVG.
    ///
    /// # Errors
    /// Like [`Drawing::svg`], and [`OpError::Denied`].
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

/// Returns the credit of the service and of the sources, in the form for pictures.
fn credit(service: &Service, carries: SourceFamilies) -> String {
    let credits = service.credits.for_sources(carries);
    // The exact wording of an upstream that demands it, otherwise names: a picture has little room.
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
