//! A list entered in a form: the last list that the form showed, a tap for each of its names, one tap for all of them
//! "as last time", and the names themselves as an editable text.
//!
//! The form contains the list that it showed, so a publication in between does not change the meaning of taps. A name
//! without a tap, a status in the text or "as last time" is unknown.

use super::{LiftStatus, List, ListItem, folded, of_text};
use crate::problem::ProblemKind;

/// The form's entries for one list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListForm<'f> {
    /// Last list, as shown by the form.
    pub shown: Option<&'f str>,
    /// Names, with or without statuses.
    pub names: Option<&'f str>,
    /// True if all names without another entry are as last time.
    pub is_same: bool,
    /// One status and name each, `OPEN Summit Chair`.
    pub taps: Vec<&'f str>,
}

impl ListForm<'_> {
    /// Returns the entered list; `None` if the form came back unchanged.
    ///
    /// # Errors
    /// Returns the first problem of the text, or a name with two different statuses.
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
        let said = typed.into_iter().map(|named| self.with_form(shown, named)).collect::<Result<_, _>>()?;
        List::new(said, most).map(Some)
    }

    fn with_form(&self, shown: &[ListItem], named: ListItem) -> Result<ListItem, ProblemKind> {
        let name = folded(&named.name);
        let tap = self.taps.iter().find_map(|tap| {
            let (code, tapped) = tap.split_once(' ')?;
            LiftStatus::parse(code).filter(|_| folded(tapped) == name)
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
