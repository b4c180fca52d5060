//! `/passes` and `/passes/{pass}`: ski passes on record, with prices and resorts. Facts have a date and a source;
//! missing facts are stated as such.

use maud::{Markup, html};
use operations::OpError;
use operations::ops::{find_pass_resorts, get_pass};

use crate::ask::Ask;
use crate::page::{Content, LedTo, Meta, Page};
use crate::quantity::ValueFormat;

/// The list of passes.
pub(crate) struct Passes;

impl Page for Passes {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/passes", query: &[], led_to: LedTo::Foot(|words| words.passes) }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let told: Vec<_> = ask
            .view
            .passes()
            .iter()
            .map(|pass| ask.run(&get_pass::Op, &[("pass", pass.id.as_str())]))
            .collect::<Result<_, _>>()?;
        let body = html! {
            p.lead { (words.pass_note) }
            div.scroll tabindex="0" role="region" aria-label=(words.passes) {
                table {
                    caption.unseen { (words.passes) }
                    thead {
                        tr {
                            th scope="col" { (words.passes) }
                            th scope="col" { (words.season_column) }
                            th.n scope="col" { (words.reading.resort_count) }
                        }
                    }
                    tbody {
                        @for pass in told.iter().map(|reply| &reply.data) {
                            tr {
                                th scope="row" {
                                    a href=(ask.to(&format!("/passes/{}", pass.id))) { (pass.name) }
                                    @if let Some(operator) = pass.operator { small { (operator) } }
                                }
                                td { (pass.season) }
                                td.n { (pass.resort_count) }
                            }
                        }
                    }
                }
            }
        };
        Ok(Content::new(words.passes, words.pass_note, body))
    }
}

/// The page of one pass.
pub(crate) struct OnePass;

impl Page for OnePass {
    fn meta(&self) -> &'static Meta {
        &Meta { path: "/passes/{pass}", query: &[], led_to: LedTo::Content }
    }

    fn content(&self, ask: &Ask<'_>) -> Result<Content, OpError> {
        let words = ask.words();
        let asked = ask.given("pass").unwrap_or_default();
        let reply = ask.run(&get_pass::Op, &[("pass", asked)])?;
        let pass = &reply.data;
        let resorts = ask.run(&find_pass_resorts::Op, &[("pass", pass.id)])?;
        let body = html! {
            p.lead {
                (pass.season)
                @if let Some(operator) = pass.operator { " · " (operator) }
                " · " ((words.resorts)(pass.resort_count))
            }
            p.soft { (words.pass_note) }
            @if let Some(note) = pass.note { p { (words.pass_note_of(pass.id).unwrap_or(note)) } }
            dl.pairs {
                @if let Some(website) = pass.website {
                    dt { (words.website) }
                    dd { a href=(website) rel="noopener" { (website) } }
                }
                dt { (words.facts) }
                dd { time datetime=(pass.dated) { ((words.date)(pass.dated)) } }
            }
            (products(ask, pass))
            section {
                h2 { (words.pass_terms) }
                ul.list {
                    @for resort in &resorts.data {
                        li {
                            a href=(ask.to_resort(resort.slug)) { (resort.name) } " "
                            small {
                                (words.country(resort.country)) ": "
                                @for (at, reached) in resort.access.iter().enumerate() {
                                    @if at > 0 { "; " }
                                    (product_name(pass, reached.product)) ": " (words.pass_terms_of(&reached.terms))
                                }
                            }
                        }
                    }
                }
            }
        };
        let mut content = Content::new(pass.name, format!("{} {}", pass.name, pass.season), body);
        content.canonical = Some(format!("/passes/{}", pass.id));
        Ok(content.carrying(reply.carries.and(resorts.carries)))
    }
}

fn product_name<'a>(pass: &get_pass::PassDetail<'a>, id: &'a str) -> &'a str {
    pass.products.iter().find(|product| product.id == id).map_or(id, |product| product.name)
}

fn products(ask: &Ask<'_>, pass: &get_pass::PassDetail<'_>) -> Markup {
    let words = ask.words();
    let show = ValueFormat::new(words, ask.units, "");
    html! {
        section {
            h2 { (words.price) }
            dl.pairs {
                @for product in &pass.products {
                    dt { (product.name) }
                    dd {
                        (show.or_none(product.price.map(|price| format!("{} {}", show.number(price.amount, 2), price.currency))))
                        @if let Some(price) = product.price {
                            small { " " time datetime=(price.as_of) { ((words.date)(price.as_of)) } }
                        }
                    }
                }
            }
        }
    }
}
