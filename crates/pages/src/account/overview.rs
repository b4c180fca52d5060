//! The overview of an account, and its lists.

use conditions_core::time::Timestamp;
use maud::{Markup, html};
use operations::shapes::ResortRow;

use super::{Browser, Hidden, Owner, Token, button};
use crate::ask::Ask;
use crate::email::ALERTS_PATH;
use crate::lists::{self, Column, shared_ranks};
use crate::quantity::since;

/// Renders the overview: saved resorts, best first, and links to the other pages.
pub(super) fn render(ask: &Ask<'_>, owner: &Owner) -> Markup {
    let words = &ask.words().account;
    let passkeys = owner.has_passkeys.then_some(("/account/passkeys", words.passkeys.title));
    let before = [
        (ALERTS_PATH, ask.words().personal.alerts),
        ("/account/sessions", words.sessions),
        ("/account/tokens", words.tokens),
    ];
    let behind = [("/account/password", words.set_password), ("/account/data", words.my_data)];
    let links = before.into_iter().chain(passkeys).chain(behind);
    html! {
        p { ((words.signed_in_as)(&owner.email)) " " (if owner.is_pro { words.tier_pro } else { words.tier_free })
            @if let Some(until) = owner.until.filter(|_| owner.is_pro) { " " ((words.until)(&date(ask, until))) } }
        section {
            h2 { (words.saved) }
            (saved(ask, owner))
            form.fields method="post" action=(ask.to("/account/save")) {
                div {
                    label for="resort" { (words.resort_name) }
                    input id="resort" name="resort" required maxlength="100" autocomplete="off";
                }
                button { (words.save) }
            }
        }
        section {
            h2 { (words.account) }
            ul.list { @for (path, name) in links { li { a href=(ask.to(path)) { (name) } } } }
            form method="post" action=(ask.to("/account/sign-out")) { button.quiet { (words.sign_out) } }
        }
    }
}

fn saved(ask: &Ask<'_>, owner: &Owner) -> Markup {
    let words = &ask.words().account;
    let seen = owner.saved.iter().filter_map(|slug| ask.view.of_slug(slug));
    let mut rows: Vec<ResortRow<'_>> =
        seen.map(|seen| ResortRow::new(&seen, &ask.view.service().base_url)).collect();
    // Resorts without a score cannot be ranked: they come last, by name.
    rows.sort_by(|one, other| other.score.cmp(&one.score).then_with(|| one.name.cmp(other.name)));
    html! {
        @if owner.saved.is_empty() {
            p { (words.nothing_saved) }
        } @else {
            p { (words.my_page_says) }
            (lists::table(ask, words.saved, &rows, Column::Score, Some(&shared_ranks(&rows, Column::Score))))
            ul.tags {
                @for slug in &owner.saved {
                    @let name = ask.view.of_slug(slug).map_or(slug.as_str(), |seen| seen.resort().name.as_str());
                    @let text = format!("{}: {name}", words.remove);
                    li { (button(ask, "/account/unsave", Hidden { name: "resort", value: slug }, &text)) }
                }
            }
        }
    }
}

pub(super) fn browsers(ask: &Ask<'_>, browsers: &[Browser]) -> Markup {
    let words = &ask.words().account;
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.sessions) {
            table {
                caption.unseen { (words.sessions) }
                thead { tr {
                    th scope="col" { (words.browser) }
                    th scope="col" { (words.signed_in_at) }
                    th scope="col" { (words.last_used) }
                    th scope="col" { (words.end) }
                } }
                tbody {
                    @for one in browsers {
                        tr {
                            th scope="row" { (one.name.as_str()) @if one.is_this { " (" (words.this_browser) ")" } }
                            td { (since(ask.words(), one.signed_in_at, ask.now)) }
                            td { (since(ask.words(), one.seen_at, ask.now)) }
                            td {
                                @if !one.is_this {
                                    (button(ask, "/account/sessions", Hidden { name: "end", value: &one.id }, words.end))
                                }
                            }
                        }
                    }
                }
            }
        }
        (button(ask, "/account/sessions", Hidden { name: "end", value: "others" }, words.end_others))
        section {
            h2 { (words.notices.end_everything) }
            p { (words.notices.end_everything_says) }
            (button(ask, "/account/sessions", Hidden { name: "end", value: "everything" }, words.notices.end_everything))
        }
    }
}

/// Renders the tokens, and the form for a new one.
pub(super) fn tokens(ask: &Ask<'_>, tokens: &[Token], made: Option<&str>, days: &[u16]) -> Markup {
    let words = &ask.words().account;
    let scopes = words.scopes();
    html! {
        @if let Some(made) = made {
            section {
                h2 { (words.token_once) }
                p { code { (made) } }
            }
        }
        p { (words.tokens_says) }
        @if !tokens.is_empty() { (table(ask, tokens)) }
        section {
            h2 { (words.make_token) }
            form.report method="post" action=(ask.to("/account/tokens")) {
                div.fields {
                    div {
                        label for="name" { (words.token_name) }
                        input id="name" name="name" required maxlength="60" autocomplete="off";
                    }
                    div {
                        label for="days" { (words.days) }
                        select id="days" name="days" { @for days in days { option value=(days) { (days) } } }
                    }
                }
                fieldset {
                    legend { (words.scopes_title) }
                    @for (scope, name) in scopes {
                        label.choice { input name="scope" value=(scope) type="checkbox" checked; (name) }
                    }
                }
                div { button { (words.make_token) } }
            }
        }
    }
}

/// Describes scopes in words.
pub(crate) fn allowed(ask: &Ask<'_>, scopes: &str) -> String {
    let all = ask.words().account.scopes();
    let says = |name: &str| all.iter().find(|(scope, _)| *scope == name).map(|(_, says)| *says);
    scopes.split_whitespace().filter_map(says).collect::<Vec<_>>().join(ask.words().comma)
}

fn table(ask: &Ask<'_>, tokens: &[Token]) -> Markup {
    let words = &ask.words().account;
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.tokens) {
            table {
                caption.unseen { (words.tokens) }
                thead { tr {
                    th scope="col" { (words.token_name) }
                    th scope="col" { (words.scopes_title) }
                    th scope="col" { (words.last_used) }
                    th scope="col" { (words.expires) }
                    th scope="col" { (words.revoke) }
                } }
                tbody {
                    @for one in tokens {
                        tr {
                            th scope="row" { (one.name.as_str()) }
                            td.says { (allowed(ask, &one.scopes)) }
                            td {
                                @match one.used_at {
                                    Some(at) => { (since(ask.words(), at, ask.now)) }
                                    None => { (ask.words().never) }
                                }
                            }
                            td { @if let Some(at) = one.expires_at { (date(ask, at)) } }
                            td { (button(ask, "/account/tokens", Hidden { name: "revoke", value: &one.id }, words.revoke)) }
                        }
                    }
                }
            }
        }
    }
}

fn date(ask: &Ask<'_>, at: Timestamp) -> String {
    (ask.words().date)(at.utc().date_naive())
}
