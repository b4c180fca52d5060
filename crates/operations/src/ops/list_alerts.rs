//! `list_alerts`: the alerts of the account, and where they are sent.

use accounts::Scope;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::account::{AlertRow, AlertChannels, account_data};
use crate::text::Text;

pub struct Op;

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Args {}

/// The alerts of an account.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Alerts {
    /// The alerts, oldest first.
    pub alerts: Vec<AlertRow>,
    /// Where they are sent.
    pub ways: AlertChannels,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "list_alerts",
        method: Method::Get,
        access: Tier::Reader,
        faces: Interfaces::Both,
        path: "/me/alerts",
        title: "Alerts",
        description: "The signed-in account's alerts with ids, and whether they go by e-mail or webhook; fired ones are on \
            the account's page.",
    };
    const OWN: Option<Scope> = Some(Scope::Alerts);
    type Args = Args;
    type Data<'w> = Alerts;

    fn run<'w>(view: &View<'w>, _: Args, _: Timestamp) -> Result<Reply<Alerts>, OpError> {
        let own = account_data(view)?;
        let alerts = own.alerts.iter().map(AlertRow::new).collect();
        Ok(Reply::one(Alerts { alerts, ways: AlertChannels::from_account(own, &view.service().base_url) }, SourceFamilies::NOTHING))
    }

    fn text(data: &Alerts) -> String {
        let mut text = Text::new();
        if data.alerts.is_empty() {
            text.line("The account has no alerts; subscribe_alerts creates one.");
        }
        for alert in &data.alerts {
            text.line(alert.words());
        }
        if let Some(note) = &data.ways.note {
            text.line(note);
        }
        text.done()
    }
}
