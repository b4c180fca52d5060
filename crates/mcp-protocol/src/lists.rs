//! The lists of tools and resources, serialised once for every revision and then only copied.

use crate::info::{Hints, OfferedFeatures};
use crate::resource::Resource;
use crate::revision::{Revision, Rules};
use crate::tool::{DescriptionError, Tool};

/// The lists as members of their results. One value serves any number of endpoints.
#[derive(Debug)]
pub struct Lists {
    /// In the order of [`Revision::ALL`].
    written: Vec<RenderedLists>,
    pub(crate) offered: OfferedFeatures,
}

/// The lists at one revision.
#[derive(Debug, Default)]
pub(crate) struct RenderedLists {
    pub(crate) tools: Vec<u8>,
    pub(crate) resources: Vec<u8>,
    pub(crate) templates: Vec<u8>,
}

impl Lists {
    /// Serialises the lists in the given order. An empty list is not offered.
    ///
    /// # Errors
    /// Returns an error if clients could not use a description.
    pub fn new(tools: &[Tool], resources: &[Resource], hints: Hints) -> Result<Self, DescriptionError> {
        tools.iter().try_for_each(Tool::check)?;
        unique(tools.iter().map(|tool| tool.name.as_str()))?;
        unique(resources.iter().map(|resource| resource.uri.as_str()))?;
        let write = |revision: Revision| -> Result<RenderedLists, serde_json::Error> {
            let rules = revision.rules();
            Ok(RenderedLists {
                tools: list("tools", rules, hints, tools, Tool::write)?,
                resources: list("resources", rules, hints, resources, Resource::write)?,
                templates: list("resourceTemplates", rules, hints, &[], Resource::write)?,
            })
        };
        let written = Revision::ALL.into_iter().map(write).collect::<Result<_, _>>()?;
        let offered = OfferedFeatures { tools: !tools.is_empty(), resources: !resources.is_empty() };
        Ok(Self { written, offered })
    }

    pub(crate) fn at(&self, revision: Revision) -> Option<&RenderedLists> {
        let place = Revision::ALL.iter().position(|other| *other == revision)?;
        self.written.get(place)
    }
}

fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), DescriptionError> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(DescriptionError::Twice(name.to_owned()));
        }
    }
    Ok(())
}

fn list<T>(
    name: &str,
    rules: &Rules,
    hints: Hints,
    items: &[T],
    write: impl Fn(&T, &Rules, &mut Vec<u8>) -> Result<(), serde_json::Error>,
) -> Result<Vec<u8>, serde_json::Error> {
    let mut out = format!("\"{name}\":[").into_bytes();
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(item, rules, &mut out)?;
    }
    out.push(b']');
    if rules.cache_hints {
        hints.write(&mut out);
    }
    Ok(out)
}

#[cfg(test)]
mod tests;
