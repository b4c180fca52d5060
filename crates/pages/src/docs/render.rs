//! Renders the repository's Markdown documents as markup of pages: headings with anchors, tables with captions, code
//! that can be scrolled by keyboard, and links that lead to pages of this service or to other sites, never to files
//! that it does not serve.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::text::escaped;

/// Placeholder for the address of the documents, which depends on the language of the page. It cannot occur in a text.
pub(super) const DOCS: &str = "\u{1}docs\u{1}";

/// Element ids that every page uses.
const TAKEN: [&str; 3] = ["content", "search", "stored"];

pub(super) struct RenderedDocument {
    /// First heading.
    pub(super) title: String,
    /// First sentence.
    pub(super) summary: String,
    /// Headings of its parts, with their anchors.
    pub(super) contents: Vec<(String, String)>,
    /// Content below the title.
    pub(super) html: String,
}

/// Renders a document; `is_served` reports which other documents can be linked.
pub(super) fn rendered(markdown: &str, is_served: &dyn Fn(&str) -> bool) -> RenderedDocument {
    let mut writer = Writer {
        out: RenderedDocument {
            title: String::new(),
            summary: String::new(),
            contents: Vec::new(),
            html: String::new(),
        },
        is_served,
        heading: None,
        ids: TAKEN.map(str::to_owned).into(),
        links: Vec::new(),
        tables: 0,
        in_head: false,
        in_first: false,
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        writer.write(event);
    }
    let end = writer.out.summary.find(". ").map_or(writer.out.summary.len(), |at| at + 1);
    writer.out.summary.truncate(end);
    writer.out
}

struct Writer<'a> {
    out: RenderedDocument,
    is_served: &'a dyn Fn(&str) -> bool,
    /// Text of the open heading.
    heading: Option<String>,
    ids: Vec<String>,
    /// Whether each open link has an address.
    links: Vec<bool>,
    tables: usize,
    in_head: bool,
    /// Whether this is the first paragraph.
    in_first: bool,
}

impl Writer<'_> {
    /// Adds markup. Inside a heading only the text is kept.
    fn push(&mut self, html: &str) {
        if self.heading.is_none() {
            self.out.html.push_str(html);
        }
    }

    fn write(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => self.text(&text),
            Event::Code(code) => {
                if let Some(heading) = &mut self.heading {
                    heading.push_str(&code);
                } else {
                    self.note(&code);
                    self.push(&format!("<code>{}</code>", escaped(&code)));
                }
            }
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.push("<br>"),
            Event::Rule => self.push("<hr>"),
            // Footnotes are not enabled.
            Event::FootnoteReference(_)
            | Event::TaskListMarker(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(heading) = &mut self.heading {
            heading.push_str(text);
            return;
        }
        self.note(text);
        self.push(&escaped(text));
    }

    /// Records text of the first paragraph as the summary.
    fn note(&mut self, text: &str) {
        if self.in_first {
            self.out.summary.push_str(text);
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.heading = Some(String::new()),
            Tag::Paragraph => {
                self.in_first = self.out.summary.is_empty();
                self.push("<p>");
            }
            Tag::BlockQuote(_) => self.push("<blockquote>"),
            Tag::CodeBlock(_) => self.push("<pre tabindex=\"0\"><code>"),
            Tag::List(Some(_)) => self.push("<ol>"),
            Tag::List(None) => self.push("<ul>"),
            Tag::Item => self.push("<li>"),
            Tag::Table(_) => self.table(),
            Tag::TableHead => {
                self.in_head = true;
                self.push("<thead><tr>");
            }
            Tag::TableRow => self.push("<tr>"),
            Tag::TableCell => self.push(if self.in_head { "<th scope=\"col\">" } else { "<td>" }),
            Tag::Emphasis => self.push("<em>"),
            Tag::Strong => self.push("<strong>"),
            Tag::Link { dest_url, .. } => self.link(&dest_url),
            // A picture is replaced by its alternative text; pages load only their own files.
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.headed(level),
            TagEnd::Paragraph => {
                self.in_first = false;
                self.push("</p>");
            }
            TagEnd::BlockQuote(_) => self.push("</blockquote>"),
            TagEnd::CodeBlock => self.push("</code></pre>"),
            TagEnd::List(true) => self.push("</ol>"),
            TagEnd::List(false) => self.push("</ul>"),
            TagEnd::Item => self.push("</li>"),
            TagEnd::Table => self.push("</tbody></table></div>"),
            TagEnd::TableHead => {
                self.in_head = false;
                self.push("</tr></thead><tbody>");
            }
            TagEnd::TableRow => self.push("</tr>"),
            TagEnd::TableCell => self.push(if self.in_head { "</th>" } else { "</td>" }),
            TagEnd::Emphasis => self.push("</em>"),
            TagEnd::Strong => self.push("</strong>"),
            TagEnd::Link if self.links.pop() == Some(true) => self.push("</a>"),
            _ => {}
        }
    }

    fn headed(&mut self, level: HeadingLevel) {
        let text = self.heading.take().unwrap_or_default();
        let element = match level {
            HeadingLevel::H1 if self.out.title.is_empty() => {
                self.out.title = text;
                return;
            }
            HeadingLevel::H1 | HeadingLevel::H2 => "h2",
            HeadingLevel::H3 => "h3",
            HeadingLevel::H4 | HeadingLevel::H5 | HeadingLevel::H6 => "h4",
        };
        let mut id = name_of(&text);
        while self.ids.contains(&id) {
            id.push('-');
        }
        self.ids.push(id.clone());
        self.push(&format!("<{element} id=\"{id}\">{}</{element}>", escaped(&text)));
        if element == "h2" {
            self.out.contents.push((id, text));
        }
    }

    /// Captions a table with the heading of its part.
    fn table(&mut self) {
        self.tables += 1;
        let part = self.out.contents.last().map_or(self.out.title.as_str(), |(_, heading)| heading.as_str());
        let name = escaped(&format!("{part} ({})", self.tables));
        self.push(&format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\"><table><caption class=\"unseen\">{name}</caption>"
        ));
    }

    /// Links addresses of this service, of its documents and of other https sites; other links become text.
    fn link(&mut self, to: &str) {
        let (file, part) = to.split_once('#').map_or((to, ""), |(file, part)| (file, part));
        let part = if part.is_empty() { String::new() } else { format!("#{part}") };
        let address = match file.strip_suffix(".md") {
            Some(name) if (self.is_served)(name) => Some(format!("{DOCS}{name}{part}")),
            Some(_) => None,
            None if file.is_empty() && !part.is_empty() => Some(part),
            None => to.starts_with("https://").then(|| to.to_owned()),
        };
        self.links.push(address.is_some());
        if let Some(address) = address {
            self.push(&format!("<a href=\"{}\" rel=\"noopener\">", escaped(&address)));
        }
    }
}

/// Returns the anchor of a heading.
fn name_of(text: &str) -> String {
    let kept = text.chars().filter_map(|c| match c {
        ' ' | '-' => Some('-'),
        c if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

#[cfg(test)]
mod tests;
