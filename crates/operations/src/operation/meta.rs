//! Metadata of an operation: name, method, access, interfaces, path, title and description.

use world::Tier;

use crate::error::OpError;

/// Metadata of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Name of the tool and OpenAPI operation id.
    pub name: &'static str,
    pub method: Method,
    /// Lowest tier that may use it; other callers are rejected before anything is read.
    pub access: Tier,
    /// Interfaces that offer it.
    pub faces: Interfaces,
    /// Path below [`crate::API_PREFIX`], path arguments in braces.
    pub path: &'static str,
    /// Title, one line.
    pub title: &'static str,
    /// Description: what it returns; what it does not return, with the sibling to use instead; the meaning of an empty
    /// answer.
    pub description: &'static str,
}

impl Meta {
    /// Returns whether it is a REST endpoint.
    #[must_use]
    pub const fn has_endpoint(&self) -> bool {
        matches!(self.faces, Interfaces::Rest | Interfaces::Both)
    }

    /// Returns whether it is a tool.
    #[must_use]
    pub const fn has_tool(&self) -> bool {
        matches!(self.faces, Interfaces::Tool | Interfaces::Both)
    }

    /// Returns whether two callers of one tier get the same answer: an operation that needs a sign-in may depend on the
    /// account.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.access == Tier::Anonymous
    }

    /// Rejects a caller of a lower tier.
    ///
    /// # Errors
    /// Returns [`OpError::Denied`] if the tier is too low.
    pub(crate) fn admit(&self, has: Tier) -> Result<(), OpError> {
        if has >= self.access { Ok(()) } else { Err(OpError::Denied { needs: self.access, has }) }
    }

    /// Returns whether it is about one resort, named by `slug`. In other operations a slug names something else, such
    /// as a destination.
    #[must_use]
    pub fn is_of_one_resort(&self) -> bool {
        self.path.starts_with("/resorts/{slug}")
    }
}

/// An HTTP method, and the effect of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    /// Creates something; two calls create two.
    Post,
    /// Sets something to a value; a repeated call has no further effect.
    Put,
    /// Removes something; a repeated call has no further effect.
    Delete,
}

impl Method {
    /// Returns the name as written in a request.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// The interfaces that offer an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interfaces {
    Rest,
    /// Only the tool connector.
    Tool,
    /// REST and the tool connector.
    Both,
}
