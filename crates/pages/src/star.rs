//! The alerts of a resort and its removal from the list: forms that work without a script.

use accounts::alerts::Kind;
use maud::{Markup, html};
use world::Tier;

use crate::ask::Ask;
use crate::quantity::ValueFormat;

/// Path of the star's form.
const PATH: &str = "/mountains";
/// Value of the form's `act` that removes a resort; any other adds it.
pub const REMOVE: &str = "remove";

/// Renders the button that removes a resort from the list.
pub(crate) fn removal(ask: &Ask<'_>, slug: &str, name: &str) -> Markup {
    html! {
        form method="post" action=(ask.to(PATH)) {
            input type="hidden" name="resort" value=(slug);
            input type="hidden" name="act" value=(REMOVE);
            button.quiet aria-label=((ask.words().lists().forget)(name)) { (ask.words().account.remove) }
        }
    }
}

/// Renders three ready alerts on a resort for a signed-in reader, or the way to sign in; nothing if the service
/// does not send alerts.
pub(crate) fn alerts(ask: &Ask<'_>, slug: &str, country: &str) -> Markup {
    let lists = ask.words().lists();
    let show = ValueFormat::new(ask.words(), ask.units, country);
    let usual =
        |kind: Kind| kind.usual_threshold_cm().map(|cm| show.whole_snow(cm.into(), true)).unwrap_or_default();
    let days = Kind::Forecast.usual_window_days().map(|days| days.to_string()).unwrap_or_default();
    let ready = [
        (Kind::Powder, (lists.alert_fallen)(&usual(Kind::Powder))),
        (Kind::Forecast, (lists.alert_ahead)(&usual(Kind::Forecast), &days)),
        (Kind::Opening, lists.alert_opening.to_owned()),
    ];
    html! {
        @if ask.has_alerts {
            details.fold.screen id="alerts" {
                summary { (lists.alert_me) }
                @if ask.view.tier() == Tier::Anonymous {
                    p { a href=(ask.to("/account")) rel="nofollow" { (lists.sign_in_for_alerts) } }
                } @else {
                    @for (kind, sentence) in ready {
                        form.act method="post" action=(ask.to("/account/alerts/add")) {
                            input type="hidden" name="slug" value=(slug);
                            input type="hidden" name="type" value=(kind.as_str());
                            button.quiet { (sentence) }
                        }
                    }
                }
            }
        }
    }
}
