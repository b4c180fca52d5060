//! The changes of a resort's rows when a report is published or withdrawn.

use ::operators::optimism::Pair;
use ::operators::report::Field;
use ::operators::statement;
use ::operators::statements::{LoggedReport, ResortStatements as Words, RevocableReport};
use conditions_core::time::Timestamp;
use evidence::{Form as _, Operator, ResortStatementsForm};
use storage::operators::reports::{Next, ReportRows};
use uuid::Uuid;

/// A report to be published.
pub(super) struct Publication {
    pub(super) logged: LoggedReport,
    /// Its new snow together with a station's.
    pub(super) beside: Option<Pair>,
    /// Confirmed values that look like slips.
    pub(super) doubtful: Vec<Field>,
    /// Time within which it can be withdrawn, ms.
    pub(super) undo_ms: i64,
}

impl Publication {
    /// Returns the rows after the report.
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
            Some(pair) => words.with_pair(&logged.id, *pair),
            None => words,
        };
        Next { payload: Operator::encode(&claims), document: ResortStatementsForm::encode(&words) }
    }
}

/// Returns the rows after the report of this id was withdrawn.
pub(super) fn before(standing: ReportRows<'_>, id: Uuid, now: Timestamp) -> Next {
    let payload = standing.payload.map_or_else(|| Operator::encode(&Vec::new()), str::to_owned);
    Next { payload, document: ResortStatementsForm::encode(&words(standing).without(&id.to_string(), now)) }
}

/// Returns the content of a resort's rows. Unreadable rows count as missing, and stay in the store.
fn words(standing: ReportRows<'_>) -> Words {
    standing.document.and_then(|payload| ResortStatementsForm::decode(payload).ok()).unwrap_or_default()
}
