//! `subscribe_alerts`: subscribes the account to an alert. Another one of the same type and resort replaces the first,
//! so that a repeated call never duplicates alerts.

use accounts::alerts::{Alert, Kind, QuietHours, AlertRequest, InvalidAlert, alert};
use accounts::Scope;
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::account::{AlertRow, Change, AlertChannels, account_data};
use crate::text::Text;

pub struct Op;

/// The arguments, from the body or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Recorded new snow, the season's opening, a clear day after snow, or forecast snow.
    pub r#type: Kind,
    /// Slug or unambiguous name; without it any resort.
    #[schemars(length(min = 1, max = 100))]
    pub slug: Option<String>,
    /// Snow in cm, default 15 for powder, 30 for forecast.
    #[schemars(range(min = 5, max = 300))]
    pub threshold_cm: Option<u16>,
    /// Days ahead: forecast 1–14, default 7; bluebird 1–7, default 3.
    ///
    /// More than 7 need a saved resort or Pro.
    #[schemars(range(min = 1, max = 14))]
    pub window_days: Option<u8>,
    /// Resort's hours without alerts, default 22-6, or none.
    #[schemars(length(min = 3, max = 5))]
    pub quiet_hours: Option<String>,
}

/// An alert that was created, changed or found.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Subscribed")]
pub struct SubscribedAlert {
    /// The alert.
    pub alert: AlertRow,
    /// Whether it is new; if false, it existed and has these settings now.
    pub created: bool,
    /// Where alerts are sent.
    pub ways: AlertChannels,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "subscribe_alerts",
        method: Method::Post,
        access: Tier::Reader,
        faces: Interfaces::Both,
        path: "/me/alerts",
        title: "Subscribe to an alert",
        description: "Alerts the signed-in account by e-mail or webhook, as configured. The same type and \
            resort again changes the alert. Existing conditions do not trigger it. See list_alerts.",
    };
    const OWN: Option<Scope> = Some(Scope::Alerts);
    type Args = Args;
    type Data<'w> = SubscribedAlert;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<SubscribedAlert>, OpError> {
        let own = account_data(view)?;
        let seen = args.slug.as_deref().map(|name| view.resort(name)).transpose()?;
        let quiet = args.quiet_hours.as_deref().map(str::parse::<QuietHours>).transpose();
        let quiet = quiet.map_err(|bad| OpError::argument("quietHours", bad.to_string()))?;
        let wish = AlertRequest {
            slug: seen.map(|seen| seen.resort().slug.clone()),
            threshold_cm: args.threshold_cm,
            window_days: args.window_days,
            quiet,
        };
        let mut alert = Alert::new(own.new_id, args.r#type, wish, now)
            .map_err(|InvalidAlert { argument, message }| OpError::argument(argument, message))?;
        let is_entitled = seen.map_or(view.tier() == Tier::Pro, |seen| seen.sees_14_days());
        if alert.looks_far() && !is_entitled {
            let message = format!("must be at most {} here; more need a saved resort or the Pro tier", alert::OPEN_DAYS);
            return Err(OpError::argument("windowDays", message));
        }
        let known = own.alerts.iter().find(|known| known.is_like(&alert));
        if known.is_none() && own.alerts.len() >= alert::MOST_ALERTS {
            return Err(OpError::Full { what: "alerts", most: alert::MOST_ALERTS });
        }
        let mut is_change = true;
        if let Some(known) = known {
            alert.id = known.id;
            // A request with the same settings keeps the alert and its creation time.
            let same = Alert { created_at: known.created_at, ..alert.clone() };
            if same == *known {
                is_change = false;
                alert = same;
            }
        }
        let data = SubscribedAlert { alert: AlertRow::new(&alert), created: known.is_none(), ways: AlertChannels::from_account(own, &view.service().base_url) };
        let change = is_change.then(|| Change::Subscribe(Box::new(alert)));
        Ok(Reply::one(data, SourceFamilies::NOTHING).storing(change))
    }

    fn text(data: &SubscribedAlert) -> String {
        let mut text = Text::new();
        text.item(if data.created { "Subscribed" } else { "The alert is now" }, data.alert.words());
        if let Some(note) = &data.ways.note {
            text.line(note);
        }
        text.done()
    }
}
