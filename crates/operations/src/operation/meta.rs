//! What is said of an operation besides its types: name, method, access, faces, path, words.

use world::Tier;

use crate::error::OpError;

/// What is said of an operation besides its types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Name: the tool's, and the OpenAPI operation id.
    pub name: &'static str,
    /// How it is asked for over HTTP.
    pub method: Method,
    /// The least tier of a caller that may ask; others are refused before anything is read.
    pub access: Tier,
    /// Where it can be asked for.
    pub faces: Interfaces,
    /// Path below [`crate::API_PREFIX`], path arguments in braces.
    pub path: &'static str,
    /// One line.
    pub title: &'static str,
    /// What it returns; what it is not, naming the sibling to use instead; what an empty answer means.
    pub description: &'static str,
}

impl Meta {
    /// Whether REST has it.
    #[must_use]
    pub const fn has_endpoint(&self) -> bool {
        matches!(self.faces, Interfaces::Rest | Interfaces::Both)
    }

    /// Whether the tool connector has it.
    #[must_use]
    pub const fn has_tool(&self) -> bool {
        matches!(self.faces, Interfaces::Tool | Interfaces::Both)
    }

    /// Whether two callers of one tier get the same answer: what needs a sign-in may speak of who is signed in.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.access == Tier::Anonymous
    }

    /// Refuses a caller of a lesser tier.
    ///
    /// # Errors
    /// [`OpError::Denied`].
    pub(crate) fn admit(&self, has: Tier) -> Result<(), OpError> {
        if has >= self.access { Ok(()) } else { Err(OpError::Denied { needs: self.access, has }) }
    }

    /// Whether it speaks of one resort, named by `slug`. A slug elsewhere names something else, such as a destination.
    #[must_use]
    pub fn is_of_one_resort(&self) -> bool {
        self.path.starts_with("/resorts/{slug}")
    }
}

/// A method of HTTP, and what it says of what a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Changes nothing.
    Get,
    /// Makes something; twice makes two.
    Post,
    /// Sets something to what is given; twice is once.
    Put,
    /// Removes something; twice is once.
    Delete,
}

impl Method {
    /// As it is written in a request.
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

/// The faces of the service that have an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interfaces {
    /// REST alone.
    Rest,
    /// The tool connector alone.
    Tool,
    /// REST and the tool connector.
    Both,
}
