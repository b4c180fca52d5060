//! `/ask`: a question in plain words. The answer is followed by the evidence of each of its numbers, with links to the
//! data; a question without an answer gets the reason and links to questions with one.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::ask_snowdata::{Op, QuestionAnswer};

use crate::ask::{Ask, encoded};
use crate::error_page;
use crate::page::{Content, LedTo, Meta, Page};
use crate::question_answer;

/// Maximum length of a question in characters, as in the operation.
const LONGEST: &str = "1000";

/// The page of questions.
pub(crate) struct Questions;

impl Page for Questions {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/ask", query: &["q", "r"], led_to: LedTo::Foot(|words| words.asking.ask) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let about = ask.given("r").map(|text| ask.view.resort(text)).transpose()?;
        let about = about.map(|seen| seen.resort());
        let title = words.asking.ask;
        let Some(question) = ask.given("q") else {
            let body = html! {
                p.lead { (words.asking.ask_says) }
                (form(ask, about.map(|resort| resort.slug.as_str())))
                (proposed(ask, &words.asking.examples))
            };
            return Ok(Content::new(title, words.asking.ask_says, body));
        };
        let slug = about.map(|resort| resort.slug.as_str());
        let locale = question_answer::locale(ask);
        let given = [("question", Some(question)), ("slug", slug), ("locale", Some(locale.as_str()))];
        let pairs: Vec<(&str, &str)> =
            given.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
        let reply = ask.run(&Op, &pairs).map_err(|error| error_page::renamed(error, "question", "q"))?;
        let told = &reply.data;
        // The next question, such as "and tomorrow?", is about the resort of this answer.
        let next = match told.scope.resorts.as_slice() {
            [resort] => Some(*resort),
            _ => slug,
        };
        let body = html! {
            p.soft { q dir="auto" { (question) } }
            p.lead lang=(told.language) { (told.answer) }
            (question_answer::evidence(ask, told))
            (candidates(ask, question, told))
            (proposed(ask, &told.suggestions))
            (form(ask, next))
        };
        Ok(Content::new(title, told.answer.clone(), body).carrying(reply.carries))
    }
}

fn form(ask: &Ask<'_>, slug: Option<&str>) -> Markup {
    let words = ask.words();
    html! {
        form.fields.wide action=(ask.to("/ask")) {
            div {
                label for="q" { (words.asking.question) }
                input id="q" name="q" maxlength=(LONGEST) required value=[ask.given("q")];
            }
            div {
                label for="r" { (words.asking.about) }
                input id="r" name="r" maxlength="100" value=[slug] placeholder="zermatt";
            }
            button { (words.asking.ask) }
        }
    }
}

/// Renders the candidates: the same question about each resort.
fn candidates(ask: &Ask<'_>, question: &str, told: &QuestionAnswer<'_>) -> Markup {
    let words = ask.words();
    html! {
        @if !told.candidates.is_empty() {
            section {
                h2 { (words.did_you_mean) }
                ul.tags {
                    @for one in &told.candidates {
                        li {
                            a href=(ask.to(&format!("/ask?q={}&r={}", encoded(question), one.slug))) { (one.name) }
                            small { " " @if let Some(state) = one.state { (words.state(state)) ", " } (words.country(one.country)) }
                        }
                    }
                }
            }
        }
    }
}

/// Renders questions that have an answer.
fn proposed(ask: &Ask<'_>, questions: &[&str]) -> Markup {
    html! {
        @if !questions.is_empty() {
            section {
                h2 { (ask.words().asking.for_instance) }
                ul.list {
                    @for question in questions {
                        li { a href=(ask.to(&format!("/ask?q={}", encoded(question)))) { (question) } }
                    }
                }
            }
        }
    }
}
