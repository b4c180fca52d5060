//! The frame of the staff pages: the resort's name and the sign-out instead of the public header, because the form needs
//! the space of a telephone's screen. Search engines must not index these pages.

use maud::{DOCTYPE, Markup, html};

use super::StaffView;
use crate::ask::Ask;
use crate::assets;
use crate::installed;
use crate::words::Language;

/// Renders a page without a resort: the sign-in, and the choice of a resort.
pub(super) fn public(ask: &Ask<'_>, title: &str, body: Markup) -> String {
    page(ask, None, title, body)
}

/// Renders a page of one resort's signed-in staff.
pub(super) fn signed_in(ask: &Ask<'_>, desk: StaffView<'_>, title: &str, body: Markup) -> String {
    page(ask, Some(desk), title, body)
}

fn page(ask: &Ask<'_>, desk: Option<StaffView<'_>>, title: &str, body: Markup) -> String {
    let (words, service) = (ask.words(), ask.view.service());
    html! {
        (DOCTYPE)
        html lang=(words.code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (title) " · " (desk.map_or(service.name.as_str(), |desk| desk.name)) }
                meta name="description" content=(ask.language.staff().fill_in);
                meta name="robots" content="noindex";
                link rel="icon" href=(assets::ICON.path) type="image/svg+xml";
                (installed::links(ask))
                link rel="stylesheet" href=(assets::STYLE.path);
                link rel="stylesheet" href=(assets::OPERATOR_STYLE.path);
                script type="module" src=(assets::SCRIPT.path) {}
            }
            body {
                a.skip href="#content" { (words.skip) }
                @if service.synthetic {
                    aside.synthetic aria-label=(words.synthetic) { strong { (words.synthetic) } " " (words.synthetic_says) }
                }
                (head(ask, desk))
                main.desk-main id="content" tabindex="-1" { h1 { (title) } (body) }
                footer.desk-foot { (languages(ask)) }
            }
        }
    }
    .into_string()
}

fn head(ask: &Ask<'_>, desk: Option<StaffView<'_>>) -> Markup {
    let service = ask.view.service();
    html! {
        header.desk {
            a.mark-home href=(ask.to("/")) { img src=(assets::ICON.path) alt=(service.name) width="36" height="36"; }
            p {
                strong { (desk.map_or(service.name.as_str(), |desk| desk.name)) }
                span.soft { (ask.language.staff().staff) }
            }
            @if desk.is_some() {
                form method="post" action=(ask.to("/operator/sign-out")) {
                    button.quiet { (ask.language.operator().sign_out) }
                }
            }
        }
    }
}

fn languages(ask: &Ask<'_>) -> Markup {
    html! {
        nav aria-label=(ask.words().languages) {
            ul {
                @for language in Language::ALL {
                    @let current = (ask.language == language).then_some("true");
                    li {
                        a href=(ask.with(language, &[])) hreflang=(language.code()) lang=(language.code())
                            aria-current=[current] { (language.words().name) }
                    }
                }
            }
        }
    }
}
