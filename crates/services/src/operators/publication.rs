//! What a report that is published or taken back leaves in the rows of its resort.

use ::operators::optimism::Pair;
use ::operators::report::Field;
use ::operators::statement;
use ::operators::voice::{LoggedReport, ResortStatements as Words, RevocableReport};
use conditions_core::time::Timestamp;
use evidence::{Form as _, Operator, Voice};
use storage::operators::reports::{Next, ReportRows};
use uuid::Uuid;

/// A report as it goes out.
pub(super) struct Publication {
    pub(super) logged: LoggedReport,
    /// Its new snow beside a station's.
    pub(super) beside: Option<Pair>,
    /// Its values that look like slips and are confirmed.
    pub(super) doubtful: Vec<Field>,
    /// How long it can be taken back, ms.
    pub(super) undo_ms: i64,
}

impl Publication {
    /// The rows after it.
    pub(super) fn after(&self, standing: ReportRows<'_>) -> Next {
        let Self { logged, beside, doubtful, undo_ms } = self;
        let former = standing.payload.and_then(|payload| Operator::decode(payload).ok()).unwrap_or_default();
        let claims = statement::after(&former, &logged.report, logged.observed_at);
        let published_at = logged.published_at;
        let unsettled = RevocableReport {
            id: logged.id.clone(),
            published_at,
            until: published_at.plus_millis(*undo_ms),
            before: standing.payload.map(str::to_owned),
            doubtful: doubtful.clone(),
        };
        let words = words(standing).with(logged.clone()).unsettled_by(unsettled, published_at);
        let words = match beside {
            Some(pair) => words.beside(&logged.id, *pair),
            None => words,
        };
        Next { payload: Operator::encode(&claims), document: Voice::encode(&words) }
    }
}

/// The rows after the report of this id was taken back.
pub(super) fn before(standing: ReportRows<'_>, id: Uuid, now: Timestamp) -> Next {
    let payload = standing.payload.map_or_else(|| Operator::encode(&Vec::new()), str::to_owned);
    Next { payload, document: Voice::encode(&words(standing).without(&id.to_string(), now)) }
}

/// What a resort's rows hold; what does not read is as if it were not there, and the store keeps it.
fn words(standing: ReportRows<'_>) -> Words {
    standing.document.and_then(|payload| Voice::decode(payload).ok()).unwrap_or_default()
}
