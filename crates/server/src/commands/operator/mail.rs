//! `operator mail`: stores an email from the mail server's pipe as a draft for the one resort that its sender may
//! report for.

use std::io::Read as _;

use ::operators::keys::digest;
use ::operators::mail::{LARGEST, MailRejection, read};
use conditions_core::time::Timestamp;
use services::operators::report_id;
use storage::Store;
use storage::operators::access::resorts_of;
use storage::operators::reports::{self, NewReport, ReportOutcome};

use crate::error::one_line;

/// Stores the email from standard input as a draft.
pub(super) fn store_draft(store: &Store, server: &str, now: Timestamp) -> Result<String, String> {
    let mut message = Vec::new();
    let most = u64::try_from(LARGEST).unwrap_or(u64::MAX) + 1;
    std::io::stdin()
        .lock()
        .take(most)
        .read_to_end(&mut message)
        .map_err(|error| format!("cannot read standard input: {error}"))?;
    let mail = read(&message, server, now).map_err(|refused| match refused {
        MailRejection::Form(why) | MailRejection::Forged(why) => why.to_owned(),
        MailRejection::Problems(problems) => {
            let each = problems.iter().map(|problem| format!("{} {}", problem.field, problem.wrong));
            each.collect::<Vec<_>>().join("; ")
        }
    })?;
    let account = format!("mail:{}", mail.from);
    let member = account.clone();
    let allowed = store.read_blocking(move |conn| resorts_of(conn, &member)).map_err(one_line)?;
    let named_slug = |slug: &String| mail.slug.as_ref().is_none_or(|named| named == slug);
    let mut slugs: Vec<String> = allowed.into_iter().map(|(slug, ..)| slug).filter(named_slug).collect();
    slugs.dedup();
    let [slug] = slugs.as_slice() else {
        return Err(
            "the sender may not report for that resort, or may report for several; name one in a line `Resort: slug`"
                .to_owned(),
        );
    };
    let request = digest(&String::from_utf8_lossy(&message));
    let id = if mail.message_id.is_empty() { request.clone() } else { mail.message_id };
    let new = NewReport {
        id: report_id(&[&account, &id]),
        slug: slug.clone(),
        channel: "mail".to_owned(),
        author: account,
        key: None,
        request,
        observed_at: mail.report.observed_at.unwrap_or(now),
        report: serde_json::to_string(&mail.report).map_err(one_line)?,
    };
    let id = new.id;
    match store.run_blocking(move |conn| reports::draft(conn, &new, now)).map_err(one_line)? {
        ReportOutcome::New(_) | ReportOutcome::Repeated(_) => Ok(format!(
            "draft {id} of {slug}; POST /api/v1/operator/resorts/{slug}/reports/{id}/publish publishes it"
        )),
        ReportOutcome::Conflict => Err("another message from this sender has the same Message-ID".to_owned()),
        ReportOutcome::Denied => Err("the sender may no longer report for the resort".to_owned()),
    }
}
