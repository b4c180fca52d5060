//! The frame of every page: the head, the name of the service with search and navigation, the notice on synthetic data,
//! and a footer with the other pages, units, languages and sources.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use world::Tier;

use crate::ask::Ask;
use crate::assets;
use crate::installed;
use crate::page::{Content, LedTo, Meta, Page};
use crate::preview;
use crate::quantity::{Units, ago};
use crate::symbols::{Symbol, sprite};
use crate::words::Language;

/// Path of the account pages.
const ACCOUNT: &str = "/account";

/// Renders the document of a page, with links to the others; a page that search engines must not index says so.
pub(crate) fn document(ask: &Ask<'_>, content: &Content, pages: &[&dyn Page], found: bool) -> String {
    let (words, service) = (ask.words(), ask.view.service());
    let is_home = content.title == service.name;
    let body = html! {
        a.skip href="#content" { (words.skip) }
        @if service.synthetic {
            aside.synthetic aria-label=(words.synthetic) { strong { (words.synthetic) } " " (words.morning.simulated) }
        }
        (head(ask, pages))
        main id="content" tabindex="-1" {
            // This element lets a browser store the page; pages of an account are not stored.
            @if view_is_public(ask) { p.note id="stored" role="status" hidden { (words.taken.stored) } }
            @match &content.heading {
                Some(heading) => { (heading) }
                None => { h1 { (content.title) } }
            }
            (content.body)
        }
        (foot(ask, content, pages))
    };
    html! {
        (DOCTYPE)
        html lang=(words.code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (content.title) @if !is_home { " · " (service.name) } }
                (for_finders(ask, content, found))
                link rel="icon" href=(assets::ICON.path) type="image/svg+xml";
                (installed::links(ask))
                link rel="stylesheet" href=(assets::STYLE.path);
                script type="module" src=(assets::SCRIPT.path) {}
            }
            body { (sprite(&body.0)) (body) }
        }
    }
    .into_string()
}

/// Renders metadata for search engines and link previews.
fn for_finders(ask: &Ask<'_>, content: &Content, found: bool) -> Markup {
    let base = &ask.view.service().base_url;
    let path = content.canonical.as_deref().unwrap_or(&ask.path);
    html! {
        meta name="description" content=(content.summary);
        @if found {
            link rel="canonical" href={ (base) (ask.to(path)) };
            @for language in Language::ALL {
                link rel="alternate" hreflang=(language.code()) href={ (base) (language.address(path)) };
            }
            link rel="alternate" hreflang="x-default" href={ (base) (path) };
            meta property="og:title" content=(content.title);
            meta property="og:description" content=(content.summary);
            meta property="og:url" content={ (base) (ask.to(path)) };
            meta property="og:type" content="website";
            (picture(ask, content))
            @if let Some(feed) = &content.feed {
                link rel="alternate" type="application/atom+xml" title=(content.title) href=(feed);
            }
            @if let Some(embed) = &content.embed {
                link rel="alternate" type="application/json+oembed" title=(content.title) href=(embed);
            }
            @if let Some(about) = &content.about {
                script type="application/ld+json" { (PreEscaped(as_data(about))) }
            }
        } @else {
            meta name="robots" content="noindex";
        }
    }
}

/// Renders the preview image of the page for shared links, if there is one.
fn picture(ask: &Ask<'_>, content: &Content) -> Markup {
    let service = ask.view.service();
    let address = ask.to(content.picture.as_deref().unwrap_or(preview::OF_SERVICE));
    let told = match content.picture {
        Some(_) => format!("{}: {}", content.title, content.summary),
        None => format!("{}: {}", service.name, (ask.words().lead)(ask.view.resorts().len())),
    };
    html! {
        @if service.has_previews {
            meta property="og:image" content={ (service.base_url) (address) };
            meta property="og:image:type" content="image/png";
            meta property="og:image:width" content=(charts::preview::WIDTH);
            meta property="og:image:height" content=(charts::preview::HEIGHT);
            meta property="og:image:alt" content=(told);
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

/// Renders JSON inside a page, escaped so that no text can close its element.
fn as_data(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

fn head(ask: &Ask<'_>, pages: &[&dyn Page]) -> Markup {
    let words = ask.words();
    let links = pages.iter().filter_map(|page| match page.meta().led_to {
        LedTo::Head(symbol, name) => Some((page.meta().path, symbol, name(words))),
        LedTo::Foot(_) | LedTo::Content => None,
    });
    html! {
        header.top {
            a.brand href=(ask.to("/")) {
                img src=(assets::ICON.path) alt="" width="36" height="36";
                span { (ask.view.service().name) }
                b.unseen { (words.morning.my_mountains) }
            }
            form.find role="search" action=(ask.to("/search")) {
                label.unseen for="search" { (words.search_label) }
                input id="search" name="q" type="search" maxlength="100" autocomplete="off"
                    placeholder=(words.search_label);
                button aria-label=(words.search) { (Symbol::Search.icon()) }
            }
            nav.bar aria-label=(words.pages) {
                ul {
                    @for (path, symbol, name) in links {
                        @let current = (ask.path == path).then_some("page");
                        li { a href=(ask.to(path)) aria-current=[current] { (symbol.icon()) (name) } }
                    }
                    li { a href="#more" { (Symbol::More.icon()) (words.morning.more) } }
                }
            }
        }
    }
}

fn view_is_public(ask: &Ask<'_>) -> bool {
    ask.view.tier() == Tier::Anonymous
}

fn link(ask: &Ask<'_>, meta: &Meta, name: &str) -> Markup {
    let current = (ask.path == meta.path).then_some("page");
    html! { li { a href=(ask.to(meta.path)) aria-current=[current] { (name) } } }
}

fn foot(ask: &Ask<'_>, content: &Content, pages: &[&dyn Page]) -> Markup {
    let (words, view) = (ask.words(), &ask.view);
    let links = pages.iter().filter_map(|page| match page.meta().led_to {
        LedTo::Foot(name) => Some((page.meta(), name(words))),
        LedTo::Head(..) | LedTo::Content => None,
    });
    let at = view.as_of();
    let time = format!("{} UTC", at.utc().format("%Y-%m-%d %H:%M"));
    let service = view.service();
    html! {
        footer id="more" tabindex="-1" {
            nav aria-label=(words.more_pages) {
                ul {
                    @for (meta, name) in links { (link(ask, meta, name)) }
                    @let current = (ask.path == ACCOUNT).then_some("page");
                    li { a href=(ask.to(ACCOUNT)) aria-current=[current] rel="nofollow" { (words.account.account) } }
                }
            }
            div.row {
                nav aria-label=(words.units) {
                    ul {
                        @for (units, name) in [(Units::Metric, words.metric), (Units::Imperial, words.imperial)] {
                            @let current = (ask.units == Some(units)).then_some("true");
                            li {
                                a href=(ask.with(ask.language, &[("units", units.name())])) rel="nofollow"
                                    aria-current=[current] { (name) }
                            }
                        }
                    }
                }
                button.quiet type="button" data-toggle-theme="" hidden { (words.theme) }
                nav aria-label=(words.languages) {
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
            p { ((words.data_of)(&time, &(words.ago)(ago(at, ask.now)))) " " (words.models_are) }
            (credits(ask, content))
            p.paper { (words.address) ": " (service.base_url) (ask.with(ask.language, &[])) }
        }
    }
}

/// Renders the credit of the service and of the sources of this page.
fn credits(ask: &Ask<'_>, content: &Content) -> Markup {
    let book = &ask.view.service().credits;
    let sources = book.for_sources(content.carries).sources;
    html! {
        div.credits lang="en" {
            h2 lang=(ask.language.code()) { (ask.words().sources) }
            p { a href=(book.service.url) { (book.service.text) } }
            ul {
                @for credit in sources {
                    li {
                        a href=(credit.url) rel="noopener" { (credit.text) } " ("
                        @match &credit.licence_url {
                            Some(url) => { a href=(url) rel="noopener" { (credit.licence) } }
                            None => { (credit.licence) }
                        }
                        ")"
                    }
                }
            }
        }
    }
}
