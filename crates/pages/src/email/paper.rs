//! The form of an email: text, and the same as HTML that fits on 320 pixels, in both themes, without pictures.

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::card::MailCard;
use super::style::{FONT, INK, SOFT};
use super::{Email, Sender};

/// The dark theme, for mail programs that read style sheets.
const DARK: &str = "@media (prefers-color-scheme:dark){body,.bg{background:#0b131a!important}\
.ca{background:#131f29!important;border-color:#283947!important}.in{color:#e9f0f6!important}.so{color:#a8b8c6!important}\
.li{color:#8fc9ff!important}.b0{background:#131f29!important;border-color:#283947!important;color:#a8b8c6!important}\
.b1{background:#223a4f!important;border-color:#223a4f!important;color:#fff!important}\
.b2{background:#29567b!important;border-color:#29567b!important;color:#fff!important}\
.b3{background:#3274a7!important;border-color:#3274a7!important;color:#fff!important}\
.b4{background:#4993cd!important;border-color:#4993cd!important;color:#0b131a!important}\
.b5{background:#73b1e6!important;border-color:#73b1e6!important;color:#0b131a!important}\
.b6{background:#a6d0f5!important;border-color:#a6d0f5!important;color:#0b131a!important}\
.sy{background:#35250f!important;color:#f5c07a!important}.bt{background:#8fc9ff!important;color:#0b131a!important}}";

/// An email while it is written: the text, and the parts of the HTML.
pub(super) struct Paper<'a> {
    from: Sender<'a>,
    text: String,
    parts: Vec<Markup>,
    foot: Vec<Markup>,
}

impl<'a> Paper<'a> {
    pub(super) fn new(from: Sender<'a>) -> Self {
        let mut text = String::new();
        if from.is_synthetic {
            text = format!("{}\r\n\r\n", from.words().synthetic_says);
        }
        Self { from, text, parts: Vec::new(), foot: Vec::new() }
    }

    fn add(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{line}\r\n\r\n");
    }

    pub(super) fn title(&mut self, title: &str, line: &str) {
        self.add(&format!("{title}\r\n{line}"));
        self.parts.push(html! {
            h1 class="in" style=(format!("font:700 26px/30px {FONT};margin:0;color:{INK}")) { (title) }
            p class="so" style=(format!("font:15px/22px {FONT};margin:2px 0 10px;color:{SOFT}")) { (line) }
        });
    }

    pub(super) fn line(&mut self, line: &str) {
        self.add(line);
        self.parts.push(html! { p class="in" style=(format!("font:16px/24px {FONT};margin:0 0 12px;color:{INK}")) { (line) } });
    }

    /// Adds a card, after the alerts about its resort.
    pub(super) fn card(&mut self, alerts: &[(String, String)], card: &MailCard) {
        for (headline, evidence) in alerts {
            let _ = write!(self.text, "{headline}\r\n  {evidence}\r\n");
        }
        self.text.push_str(&card.text());
        self.parts.push(boxed(&html! { (news(alerts)) (card.html()) }));
    }

    /// Adds the alerts about a resort without a card.
    pub(super) fn item(&mut self, alerts: &[(String, String)], url: &str) {
        for (headline, evidence) in alerts {
            let _ = write!(self.text, "{headline}\r\n  {evidence}\r\n");
        }
        let _ = write!(self.text, "  {url}\r\n\r\n");
        self.parts.push(boxed(&html! {
            (news(alerts))
            p style=(format!("font:15px/22px {FONT};margin:0")) { a href=(url) class="li" style="color:#0a5a94" { (url) } }
        }));
    }

    pub(super) fn button(&mut self, words: &str, url: &str) {
        self.add(&format!("{words}: {url}"));
        let style = format!(
            "display:inline-block;font:600 16px/24px {FONT};background:#0a5a94;color:#ffffff;text-decoration:none;border-radius:10px;padding:10px 18px"
        );
        self.parts.push(
            html! { p style="margin:4px 0 12px" { a href=(url) class="bt" style=(style) { (words) } } },
        );
    }

    /// Adds links at the end, in a line.
    pub(super) fn links(&mut self, links: &[(&str, &str)]) {
        for (words, url) in links {
            self.add(&format!("{words}: {url}"));
        }
        self.foot.push(html! {
            @for (at, (words, url)) in links.iter().enumerate() {
                @if at > 0 { " · " }
                a href=(url) class="li" style="color:#0a5a94" { (words) }
            }
        });
    }

    /// Adds a line in small letters at the end.
    pub(super) fn remark(&mut self, line: &str) {
        self.add(line);
        self.foot.push(html! { (line) });
    }

    pub(super) fn sealed(mut self, subject: String, unsubscribe: String) -> Email {
        self.links(&[(self.from.credit, self.from.base_url)]);
        // A header is a single line, whatever the name of a resort contains.
        let subject: String = subject.chars().filter(|c| !c.is_control()).collect();
        let html = self.page(&subject).into_string();
        Email { subject, text: self.text, html, unsubscribe }
    }

    fn page(&self, title: &str) -> Markup {
        let words = self.from.words();
        html! {
            (DOCTYPE)
            html lang=(self.from.language.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="supported-color-schemes" content="light dark";
                    title { (title) }
                    style { (PreEscaped(DARK)) }
                }
                body class="bg" style="margin:0;background:#f3f6f9" {
                    div role="main" class="bg" style="max-width:560px;margin:0 auto;padding:12px 10px;background:#f3f6f9" {
                        @if self.from.is_synthetic {
                            p class="sy" style=(format!("font:14px/20px {FONT};background:#fdf0df;color:#8a4300;border-radius:10px;padding:6px 12px;margin:0 0 12px")) {
                                strong { (words.synthetic) } " " (words.synthetic_says)
                            }
                        }
                        @for part in &self.parts { (part) }
                        @for line in &self.foot {
                            p class="so" style=(format!("font:14px/21px {FONT};color:{SOFT};margin:0 0 8px")) { (line) }
                        }
                    }
                }
            }
        }
    }
}

/// Renders a box with an edge; a table, because old mail programs do not draw boxes otherwise.
fn boxed(content: &Markup) -> Markup {
    html! {
        table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ca"
            style="background:#ffffff;border:1px solid #d6e0e8;border-radius:14px;margin:0 0 12px" {
            tr { td style="padding:14px 14px 12px" { (content) } }
        }
    }
}

fn news(alerts: &[(String, String)]) -> Markup {
    html! {
        @for (headline, evidence) in alerts {
            p class="in" style=(format!("font:16px/24px {FONT};margin:0 0 8px;color:{INK}")) {
                strong { (headline) } br;
                span class="so" style=(format!("font-size:14px;color:{SOFT}")) { (evidence) }
            }
        }
    }
}
