//! A list as a form says it: the last list that the form showed, a tap beside each of its names, one tap for all of them "as last
//! time", and the names themselves as a text that may be changed.
//!
//! The form carries what it showed: whoever publishes in between changes nobody's taps. A name that was neither tapped nor has a
//! word in the text nor is as last time is unknown.

use super::{LiftStatus, List, ListItem, folded, of_text};
use crate::problem::ProblemKind;

/// What a form holds of one list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListForm<'f> {
    /// The last list, as the form showed it.
    pub shown: Option<&'f str>,
    /// The names, with words or without.
    pub names: Option<&'f str>,
    /// Whether all is as last time where nothing else is said.
    pub is_same: bool,
    /// A status and a name each, `OPEN Summit Chair`.
    pub taps: Vec<&'f str>,
}

impl ListForm<'_> {
    /// What is said; `None` where the form came back as it was shown.
    ///
    /// # Errors
    /// What is wrong with the text, and a name of which two things are said.
    pub fn read(&self, most: usize) -> Result<Option<List>, ProblemKind> {
        let shown = self.shown.map(|text| of_text(text, most)).transpose()?;
        let shown = shown.as_ref().map_or(&[][..], List::all);
        let typed = match self.names.filter(|text| !text.trim().is_empty()) {
            Some(text) => of_text(text, most)?.all().to_vec(),
            None => shown.iter().map(without_word).collect(),
        };
        let is_edited = typed != shown.iter().map(without_word).collect::<Vec<_>>();
        if !is_edited && !self.is_same && self.taps.is_empty() {
            return Ok(None);
        }
        let said = typed.into_iter().map(|named| self.said(shown, named)).collect::<Result<_, _>>()?;
        List::of(said, most).map(Some)
    }

    fn said(&self, shown: &[ListItem], named: ListItem) -> Result<ListItem, ProblemKind> {
        let name = folded(&named.name);
        let tap = self.taps.iter().find_map(|tap| {
            let (code, tapped) = tap.split_once(' ')?;
            LiftStatus::of(code).filter(|_| folded(tapped) == name)
        });
        let typed = Some(named.status).filter(|status| *status != LiftStatus::Unknown);
        if let (Some(tap), Some(typed)) = (tap, typed)
            && tap != typed
        {
            return Err(ProblemKind::Twice(named.name));
        }
        let last = shown.iter().find(|known| self.is_same && folded(&known.name) == name);
        let status = tap.or(typed).or(last.map(|known| known.status)).unwrap_or_default();
        Ok(ListItem { status, ..named })
    }
}

fn without_word(named: &ListItem) -> ListItem {
    ListItem { name: named.name.clone(), status: LiftStatus::Unknown }
}

#[cfg(test)]
mod tests;
