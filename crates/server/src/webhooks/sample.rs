//! The body of a test delivery: an event of the subscription's own resort in its true form, with values as they stand,
//! or as the event would have them. The header of the delivery says that it is a test.

use conditions_core::time::Timestamp;
use operations::API_PREFIX;
use serde::Serialize;
use uuid::Uuid;
use webhooks::body::{FreezeError, Frozen};
use webhooks::events::{
    Audience, Changed, EventName, Leaderboard, LeaderboardData, LeaderboardRow, Occurrence, Place,
    PowderAlertData, Ranked, Report, SnowReportData,
};
use webhooks::policy::EventPolicy;
use webhooks::subscriptions::Subscription;
use world::{View, World};

/// What is known of the resort that the sample speaks of.
struct Subject {
    slug: String,
    name: String,
    url: String,
    report: Report,
}

/// Address of a resort's page, as events name it.
#[must_use]
pub fn page(base_url: &str, slug: &str) -> String {
    format!("{base_url}{API_PREFIX}/resorts/{slug}")
}

/// The body of a test of `event`.
///
/// # Errors
/// As [`Frozen::new`].
pub fn body(
    world: &World,
    subscription: &Subscription,
    event: EventName,
    delivery: Uuid,
    now: Timestamp,
) -> Result<String, FreezeError> {
    let asked = subscription.resort_slug.as_deref();
    let subject = Subject::of(world, asked);
    match (event, asked) {
        (EventName::PowderAlert, _) => freeze(delivery, subscription, event, &subject, now, powder(&subject)),
        (EventName::SnowReportUpdated, Some(_)) => {
            freeze(delivery, subscription, event, &subject, now, report(&subject))
        }
        (EventName::SnowReportUpdated, None) => {
            let board = leaderboard(world, &subject);
            let first = board.leaderboard.first().map_or(subject.slug.as_str(), |first| &first.row.slug);
            let first = Subject { slug: first.to_owned(), ..Subject::of(world, Some(first)) };
            freeze(delivery, subscription, event, &first, now, board)
        }
    }
}

fn freeze<D: Serialize>(
    delivery: Uuid,
    subscription: &Subscription,
    event: EventName,
    subject: &Subject,
    now: Timestamp,
    data: D,
) -> Result<String, FreezeError> {
    let occurrence = Occurrence {
        event,
        // A test belongs to one subscription: neither audience nor key is looked at.
        audience: Audience::Resort,
        resort_slug: subject.slug.clone(),
        dedupe_key: delivery.to_string(),
        data,
        created_at: now,
    };
    let frozen = Frozen::new(delivery, subscription.id, &occurrence)?;
    Ok(String::from_utf8_lossy(frozen.bytes()).into_owned())
}

impl Subject {
    /// The resort of the subscription, or the first of all. One that is no longer served has its slug for a name.
    fn of(world: &World, slug: Option<&str>) -> Self {
        #[expect(clippy::disallowed_methods, reason = "a sample shows what events show")]
        let view = View::public(world);
        let at = slug.map_or(Some(0), |slug| world.position(slug));
        let seen = at.and_then(|at| view.at(at));
        let slug = seen.map_or(slug.unwrap_or_default(), |seen| seen.resort().slug.as_str());
        Self {
            slug: slug.to_owned(),
            name: seen.map_or(slug, |seen| seen.resort().name.as_str()).to_owned(),
            url: page(&world.service.base_url, slug),
            report: seen.map_or(NOTHING, |seen| Report::of(seen.resolution())),
        }
    }
}

/// A report of nothing.
const NOTHING: Report = Report { snowfall24h_cm: None, snow_depth_cm: None, reported_at: None };

fn powder(subject: &Subject) -> PowderAlertData {
    let threshold_cm = EventPolicy::CONTRACT.powder_cm;
    PowderAlertData {
        slug: subject.slug.clone(),
        name: subject.name.clone(),
        snowfall24h_cm: subject.report.snowfall24h_cm.map_or(threshold_cm, |cm| cm.max(threshold_cm)),
        snow_depth_cm: subject.report.snow_depth_cm,
        threshold_cm,
        url: subject.url.clone(),
    }
}

fn report(subject: &Subject) -> SnowReportData {
    SnowReportData {
        slug: subject.slug.clone(),
        name: subject.name.clone(),
        url: subject.url.clone(),
        changed: vec![Changed::Snowfall24h, Changed::Depth, Changed::ReportedAt],
        report: subject.report,
        previous: NOTHING,
    }
}

fn leaderboard(world: &World, subject: &Subject) -> LeaderboardData {
    let policy = EventPolicy::CONTRACT;
    #[expect(clippy::disallowed_methods, reason = "a sample shows what events show")]
    let view = View::public(world);
    let places = view.resorts().map(|seen| {
        let resort = seen.resort();
        (Place { slug: &resort.slug, name: &resort.name, url: "" }, seen.resolution())
    });
    let board = Leaderboard::of(&policy, places);
    let sample =
        Ranked { slug: subject.slug.clone(), name: subject.name.clone(), snowfall24h_cm: policy.powder_cm };
    let ranked = if board.rows().is_empty() { vec![sample] } else { board.rows().to_vec() };
    let rows = (1..).zip(ranked).map(|(rank, row)| LeaderboardRow { rank, row, previous_rank: None });
    LeaderboardData { leaderboard: rows.collect() }
}
