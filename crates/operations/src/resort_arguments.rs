//! Resorts that a list of arguments names, in the requested order.

use world::{View, VisibleResort};

use crate::error::OpError;

/// Finds the resorts with these slugs or unambiguous names.
///
/// # Errors
/// Returns an error for a name that is not on record, and for a resort that is named twice.
pub(crate) fn find_resorts<'w>(view: &View<'w>, asked: &[String]) -> Result<Vec<VisibleResort<'w>>, OpError> {
    let mut resorts: Vec<VisibleResort<'w>> = Vec::with_capacity(asked.len());
    for text in asked {
        let seen = view.resort(text)?;
        if resorts.iter().any(|known| known.position() == seen.position()) {
            return Err(OpError::argument("slugs", format!("names `{}` twice", seen.resort().slug)));
        }
        resorts.push(seen);
    }
    Ok(resorts)
}
