//! What every page has around its content: the head, the service's name, the note on synthetic data, the credits.

use maud::{Markup, PreEscaped, html};
use world::{Service, View};

/// Own colours come from the browser, so that light and dark both work.
const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884}\
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}\
h1{margin-bottom:0}p.lead{margin-top:.25rem}\
table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:600;padding:.5rem 0}\
th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid var(--line)}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
.wide{overflow-x:auto}.mute{opacity:.75}\
.synthetic{border:2px solid #c60;padding:.5rem .75rem;border-radius:.4rem}";

/// The document of a page around its content; `title` stands behind the service's name in the browser's title.
pub(crate) fn document(title: &str, view: &View<'_>, content: &Markup) -> Markup {
    let service = view.service();
    html! {
        (PreEscaped("<!doctype html>"))
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (service.name) ": " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (service.name) }
                    @if service.synthetic { (synthetic()) }
                    (content)
                    (credits(service))
                    p.mute { (service.base_url) }
                }
            }
        }
    }
}

fn synthetic() -> Markup {
    html! {
        p.synthetic role="note" {
            strong { "Synthetic data." }
            " The weather on this server is simulated for a demonstration. It says nothing about the real world."
        }
    }
}

fn credits(service: &Service) -> Markup {
    let book = &service.credits;
    html! {
        footer {
            p {
                a href=(book.service.url) { (book.service.text) }
                @for credit in book.of(book.everything()).sources {
                    " · " a href=(credit.url) { (credit.text) } " (" (credit.licence) ")"
                }
            }
        }
    }
}
