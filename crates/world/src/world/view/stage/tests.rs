//! Tests of which reports of a resort count, before and after their undo window ends.

use std::sync::Arc;

use avalanche::Regions;
use conditions_core::evidence::{Claim, Evidence, Observation, Origin};
use conditions_core::policy::Policy;
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use evidence::Document;
use operators::report::Field;

use super::*;
use crate::credits::{AllCredits, DocumentCredits, ServiceCredit};
use crate::{ResortEvidence, Service, View, World};

fn at(minute: i64) -> Timestamp {
    Timestamp::parse("2026-01-10T06:00:00Z").unwrap().plus_millis(minute * 60_000)
}

fn said(cm: f64) -> Vec<Observation> {
    vec![Observation::new(Origin::Operator, Some(at(0)), Claim::Depth { band: Band::Base, cm })]
}

/// Returns a world of one resort at a minute: 84 cm at first, and 840 cm reported at minute 0. Synthetic.
fn world(minute: i64, doubtful: &[Field]) -> World {
    let credits = AllCredits {
        service: ServiceCredit { text: String::new(), url: String::new() },
        terms_url: String::new(),
        catalogue: Vec::new(),
        forecast: Vec::new(),
        climate: Vec::new(),
        documents: vec![DocumentCredits {
            kind: evidence::ResortStatementsForm::NAME,
            lane: "operator",
            credits: Vec::new(),
        }],
        stations: Vec::new(),
        feeds: Vec::new(),
    };
    let service = Service {
        name: "synthetic".to_owned(),
        base_url: String::new(),
        synthetic: true,
        has_previews: false,
        cameras: Vec::new(),
        credits,
        lodging: Vec::new(),
        regions: Regions::default(),
    };
    let resort = catalogue::embedded().unwrap().into_iter().find(|resort| resort.slug == "alta").unwrap();
    let held = ResortEvidence::new(resort, Evidence::default().with_observations(said(840.0)));
    let world = World::new(Arc::new(service), Arc::new(Policy::contract()), vec![Arc::new(held)], at(minute));
    let unsettled = RevocableReport {
        id: "1".to_owned(),
        published_at: at(0),
        until: at(15),
        before: Some(Operator::encode(&said(84.0))),
        doubtful: doubtful.to_vec(),
    };
    let voice = ResortStatements::default().unsettled_by(unsettled, at(0));
    let payload = evidence::ResortStatementsForm::encode(&voice);
    let document = Document {
        kind: evidence::ResortStatementsForm::NAME,
        subject: "alta",
        captured_at: at(0),
        payload: &payload,
    };
    let (world, refused) = world.with_documents(&[document], &[]);
    assert_eq!(refused, []);
    world
}

/// Returns the base depth on the resort's page, in lists and for alerts.
#[expect(clippy::disallowed_methods, reason = "the resort's own reports are equal for all callers")]
fn depths(world: &World) -> [f64; 3] {
    let view = View::public(world);
    let base = |seen: VisibleResort<'_>| seen.resolution().record.base_depth_cm.value.unwrap().get();
    let listed = view.resorts().next().unwrap();
    [base(view.of_slug("alta").unwrap()), base(listed), base(listed.settled())]
}

#[test]
fn alerts_wait_for_the_undo_window() {
    assert_eq!(depths(&world(14, &[])), [840.0, 840.0, 84.0]);
    assert_eq!(depths(&world(15, &[])), [840.0, 840.0, 840.0]);
}

#[test]
fn lists_wait_for_doubtful_values() {
    assert_eq!(depths(&world(14, &[Field::DepthBase])), [840.0, 84.0, 84.0]);
    assert_eq!(depths(&world(15, &[Field::DepthBase])), [840.0, 840.0, 840.0]);
}
