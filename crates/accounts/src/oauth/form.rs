//! Parameters of a query or a form. A repeated parameter is rejected wherever it matters, because two parsers could use
//! different values.

use url::form_urlencoded;

/// The parameters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

/// A parameter is repeated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is given more than once")]
pub struct RepeatedParameter(pub &'static str);

/// Maximum number of parameters read.
const MOST: usize = 40;

impl Form {
    /// Parses a query or the body of a form.
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
        Self(
            form_urlencoded::parse(text)
                .take(MOST)
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }

    /// Returns a parameter; an empty one counts as missing (RFC 6749, 3.1).
    ///
    /// # Errors
    /// Returns [`RepeatedParameter`] if the parameter is repeated.
    pub fn one(&self, name: &'static str) -> Result<Option<&str>, RepeatedParameter> {
        let mut values = self.0.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
        match (values.next(), values.next()) {
            (_, Some(_)) => Err(RepeatedParameter(name)),
            (one, None) => Ok(one.filter(|value| !value.is_empty())),
        }
    }
}

/// Encodes parameters as a query or form.
#[must_use]
pub fn encode(pairs: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
