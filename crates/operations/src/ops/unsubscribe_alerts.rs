//! `unsubscribe_alerts`: removes an alert. An id that does not belong to the account is unknown, even if it exists
//! elsewhere.

use accounts::Scope;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use world::credits::SourceFamilies;
use world::unknown::shortened;
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::account::{AlertRow, Change, account_data};
use crate::text::{Text, count_text};

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// The alert's id, from list_alerts.
    #[schemars(length(min = 1, max = 60))]
    pub id: String,
}

/// A removed alert.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Ended")]
pub struct EndedAlert {
    /// The alert before its removal.
    pub removed: AlertRow,
    /// Remaining alerts.
    pub left: usize,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "unsubscribe_alerts",
        method: Method::Delete,
        access: Tier::Reader,
        faces: Interfaces::Both,
        path: "/me/alerts/{id}",
        title: "Remove an alert",
        description: "Removes one alert of the signed-in account by its id from list_alerts; pending \
            messages are not sent. Saved resorts stay: see remove_saved_resort.",
    };
    const OWN: Option<Scope> = Some(Scope::Alerts);
    type Args = Args;
    type Data<'w> = EndedAlert;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<EndedAlert>, OpError> {
        let own = account_data(view)?;
        let id = Uuid::parse_str(&args.id).ok();
        let Some(alert) = own.alerts.iter().find(|alert| Some(alert.id) == id) else {
            // No id is suggested: removing the wrong alert cannot be undone.
            return Err(OpError::NotFound {
                what: "alert",
                next: Some("Call list_alerts for the ids of the account's alerts."),
                asked: shortened(&args.id),
                suggestions: Vec::new(),
            });
        };
        let data = EndedAlert { removed: AlertRow::new(alert), left: own.alerts.len() - 1 };
        let change = Change::Unsubscribe { id: alert.id };
        Ok(Reply::one(data, SourceFamilies::NOTHING).storing(Some(change)))
    }

    fn text(data: &EndedAlert) -> String {
        let mut text = Text::new();
        text.item("Removed", data.removed.words());
        text.line(format_args!("The account has {} left.", count_text(data.left, "alert")));
        text.done()
    }
}
