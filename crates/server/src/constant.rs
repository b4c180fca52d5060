//! What the service says of itself in every answer: name, credits, constant headers and documents.

use std::fmt::Write as _;
use std::sync::Arc;

use ::ingest::cameras;
use ::ingest::documents::facts;
use actix_web::http::header::{HeaderName, HeaderValue};
use catalogue::Resort;
use evidence::{DayLog, Form as _};
use operations::openapi::{self, About};
use operations::{API_PREFIX, CHARTS, Meta, endpoints};
use sources::lanes;
use world::Service;
use world::credits::{Credit, CreditBook, DocumentCredits, FeedCredit, NetworkCredits, ServiceCredit};
use world::pictures::Camera;

use crate::config::{CameraUpstream, Config};
use crate::http::respond::Constant;
use crate::http::{operator, webhooks};

/// Marks a service whose weather is simulated, in its name and so in every envelope.
pub const SYNTHETIC_SUFFIX: &str = " (synthetic data)";

/// The service as it names itself.
#[must_use]
pub fn service(config: &Config) -> Service {
    let name = if config.synthetic {
        format!("{}{SYNTHETIC_SUFFIX}", config.service_name)
    } else {
        config.service_name.clone()
    };
    Service {
        credits: CreditBook {
            service: ServiceCredit { text: format!("Data by {name}"), url: config.base_url.clone() },
            terms_url: format!("{}{API_PREFIX}/credits", config.base_url),
            catalogue: catalogue_credits(),
            // Only the lanes that feed this service: a credit for data that is not shown would be untrue.
            forecast: of_lane(config, lanes::FORECAST.meta()),
            climate: of_lane(config, lanes::CLIMATE.meta()),
            documents: documents(config),
            stations: stations(config),
            feeds: Vec::new(),
        },
        name,
        base_url: config.base_url.clone(),
        synthetic: config.synthetic,
        has_previews: false,
        lodging: config.lodging.clone(),
        regions: config.avalanche_regions.clone(),
        cameras: config.cameras.iter().map(|camera| camera.camera.clone()).collect(),
    }
}

/// The credits of a lane and of whoever it passes on.
fn of_lane(config: &Config, meta: &sources::Meta) -> Vec<Credit> {
    if config.synthetic {
        return vec![simulated(&config.base_url)];
    }
    std::iter::once(&meta.credit)
        .chain(meta.providers)
        .map(|credit| Credit {
            name: credit.name.to_owned(),
            url: credit.url.to_owned(),
            licence: credit.licence.to_owned(),
            licence_url: credit.licence_url.map(str::to_owned),
            text: credit.text.to_owned(),
        })
        .collect()
}

/// The lanes of documents that are asked.
fn documents(config: &Config) -> Vec<DocumentCredits> {
    let is_asked = |id: &str| config.documents.iter().any(|upstream| upstream.lane == id);
    let lanes = facts().filter(|lane| is_asked(lane.meta.id));
    let asked = lanes.map(|lane| DocumentCredits {
        kind: lane.kind,
        lane: lane.meta.id,
        credits: if lane.is_credited { of_lane(config, lane.meta) } else { Vec::new() },
    });
    // The service's own log of days: nobody's but the service's.
    let own = DocumentCredits { kind: DayLog::NAME, lane: DayLog::NAME, credits: Vec::new() };
    // Reels are the service's own; their cameras' owners are credited one by one.
    let reels = DocumentCredits { kind: evidence::Reels::NAME, lane: cameras::LANE, credits: Vec::new() };
    // What resorts say of themselves is theirs, and said to be theirs wherever it is shown.
    let voices =
        DocumentCredits { kind: evidence::Voice::NAME, lane: evidence::Voice::NAME, credits: Vec::new() };
    asked.chain([own, reels, voices]).collect()
}

/// The networks that are asked.
fn stations(config: &Config) -> Vec<NetworkCredits> {
    let networks = config.stations.iter().filter_map(|upstream| lanes::find_network(upstream.lane));
    networks
        .map(|network| NetworkCredits {
            network: network.meta().id.to_owned(),
            credits: of_lane(config, network.meta()),
        })
        .collect()
}

/// The credits of the resorts' own feeds that are asked, for [`CreditBook::feeds`]. A feed of no resort is left out.
#[must_use]
pub fn feeds(config: &Config, resorts: &[Resort]) -> Vec<FeedCredit> {
    let of = |slug: &str| resorts.iter().find(|resort| resort.slug == slug);
    let known = config.lifts.iter().filter_map(|feed| Some((feed, of(&feed.slug)?)));
    let lifts = known.map(|(feed, resort)| {
        let own = Credit {
            name: resort.name.clone(),
            url: resort.website.clone().unwrap_or_else(|| feed.origin()),
            licence: "the resort's own terms".to_owned(),
            licence_url: None,
            text: format!("Lifts and runs: {}", resort.name),
        };
        let credit = if config.synthetic { simulated(&config.base_url) } else { own };
        FeedCredit { slug: feed.slug.clone(), lane: feed.family.to_owned(), credit }
    });
    let of_camera = |camera: &CameraUpstream| {
        let Camera { slug, owner, page_url, .. } = &camera.camera;
        let own = Credit {
            name: owner.clone().into(),
            url: page_url.clone().unwrap_or_else(|| camera.origin()),
            licence: "the owner's own terms".to_owned(),
            licence_url: None,
            text: format!("Webcam: {}", owner.as_str()),
        };
        let credit = if config.synthetic { simulated(&config.base_url) } else { own };
        FeedCredit { slug: slug.clone(), lane: camera.camera.lane(), credit }
    };
    lifts.chain(config.cameras.iter().map(of_camera)).collect()
}

fn simulated(base_url: &str) -> Credit {
    Credit {
        name: "Simulated weather".to_owned(),
        url: base_url.to_owned(),
        licence: "none: synthetic".to_owned(),
        licence_url: None,
        text: "Synthetic weather made by this server; not real".to_owned(),
    }
}

fn catalogue_credits() -> Vec<Credit> {
    let odbl = Some("https://opendatacommons.org/licenses/odbl/1-0/".to_owned());
    vec![
        Credit {
            name: "OpenStreetMap".to_owned(),
            url: "https://www.openstreetmap.org/copyright".to_owned(),
            licence: "ODbL 1.0".to_owned(),
            licence_url: odbl.clone(),
            text: "© OpenStreetMap contributors".to_owned(),
        },
        Credit {
            name: "OpenSkiMap".to_owned(),
            url: "https://openskimap.org".to_owned(),
            licence: "ODbL 1.0".to_owned(),
            licence_url: odbl,
            text: "OpenSkiMap.org".to_owned(),
        },
    ]
}

/// Headers and documents that never change while the service runs, with or without webhooks.
#[must_use]
pub fn constant(service: &Arc<Service>, has_webhooks: bool) -> Constant {
    let about = About {
        name: &service.name,
        base_url: &service.base_url,
        terms_url: &service.credits.terms_url,
        version: contract::SCHEMA_VERSION,
    };
    let mut document = openapi::document(about);
    if has_webhooks {
        webhooks::describe(&mut document);
    }
    operator::describe(&mut document);
    let openapi = serde_json::to_string(&document).unwrap_or_default();
    Constant {
        headers: headers(service),
        schema: contract::schema::served(&service.base_url).into(),
        openapi: openapi.into(),
        llms: llms(service, has_webhooks).into(),
    }
}

fn headers(service: &Service) -> Vec<(HeaderName, HeaderValue)> {
    let link = format!("<{}>; rel=\"license\"", service.credits.terms_url);
    let mut headers = vec![
        (HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff")),
        (HeaderName::from_static("referrer-policy"), HeaderValue::from_static("no-referrer")),
        (HeaderName::from_static("access-control-allow-origin"), HeaderValue::from_static("*")),
        (
            HeaderName::from_static("access-control-expose-headers"),
            HeaderValue::from_static(
                "etag, last-modified, link, retry-after, www-authenticate, x-credit, x-request-id, x-synthetic",
            ),
        ),
    ];
    // Header values are visible ASCII; a name beyond it is spelled in the bodies alone.
    if let Ok(link) = HeaderValue::from_str(&link) {
        headers.push((HeaderName::from_static("link"), link));
    }
    if let Ok(credit) =
        HeaderValue::from_str(&format!("{}; {}", service.credits.service.text, service.base_url))
    {
        headers.push((HeaderName::from_static("x-credit"), credit));
    }
    if service.synthetic {
        headers.push((HeaderName::from_static("x-synthetic"), HeaderValue::from_static("true")));
    }
    headers
}

/// The index for language models: what can be asked, and the credit rule first.
fn llms(service: &Service, has_webhooks: bool) -> String {
    let mut text = format!(
        "# {}\n\n> {}: {} with a visible link to {}.\n\n\
         Snow conditions of ski resorts. Null means not reported, never zero. Times are UTC.\n\n## Endpoints\n\n",
        service.name,
        world::credits::REQUIREMENT,
        service.credits.service.text,
        service.base_url
    );
    let line = |text: &mut String, meta: &Meta| {
        let Meta { method, path, description, .. } = meta;
        let _ = writeln!(text, "- {} {}{API_PREFIX}{path}: {description}", method.name(), service.base_url);
    };
    endpoints().for_each(|operation| line(&mut text, operation.meta()));
    if has_webhooks {
        let _ = writeln!(
            text,
            "- POST {}{}: signed deliveries when a resort's snow report changes or much snow falls; the body is \
             {{\"url\", \"events\", \"resortSlug\"?}}, the answer shows the secret once.",
            service.base_url,
            webhooks::PATH
        );
    }
    CHARTS.iter().for_each(|chart| line(&mut text, chart.meta()));
    let _ = writeln!(text, "- GET {}{API_PREFIX}/openapi.json: OpenAPI 3.1.", service.base_url);
    text
}

#[cfg(test)]
mod tests;
