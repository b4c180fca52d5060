//! Parameters of a query or a form: each given once. One that is given twice is refused wherever it matters, because two readers
//! would take two different ones.

use url::form_urlencoded;

/// The parameters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

/// A parameter that is given twice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is given more than once")]
pub struct Twice(pub &'static str);

/// Parameters that are read at most.
const MOST: usize = 40;

impl Form {
    /// Reads a query or the body of a form.
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
        Self(
            form_urlencoded::parse(text)
                .take(MOST)
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }

    /// A parameter; an empty one counts as none (RFC 6749, 3.1).
    ///
    /// # Errors
    /// [`Twice`].
    pub fn one(&self, name: &'static str) -> Result<Option<&str>, Twice> {
        let mut values = self.0.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
        match (values.next(), values.next()) {
            (_, Some(_)) => Err(Twice(name)),
            (one, None) => Ok(one.filter(|value| !value.is_empty())),
        }
    }
}

/// A query or form with these parameters.
#[must_use]
pub fn written(pairs: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
