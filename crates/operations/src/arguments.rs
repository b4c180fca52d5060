//! Parses text pairs (path and query) into an operation's typed arguments.
//!
//! The argument schema is the only definition. Names that it does not list, numbers outside its bounds and words
//! outside its lists are errors that name the argument and what is allowed. Nothing is ignored. A list is given as one
//! text with commas or by repeating its name; every other argument is given once.

use std::borrow::Cow;
use std::fmt;

use contract::schema::settings;
use schemars::{JsonSchema, Schema};
use serde::de::{self, DeserializeOwned, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use world::unknown::shortened;

use crate::error::{ArgumentProblem, MOST_PROBLEMS, OpError};

/// Returns the names in the member `required` of a schema.
pub(crate) fn required(listed: Option<&Value>) -> impl Iterator<Item = &str> {
    listed.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// A name and its value, as received.
pub type Pair<'a> = (&'a str, &'a str);

/// The allowed values of each argument of an operation, read from its schema once.
#[derive(Debug)]
pub struct Rules {
    /// Name and plain schema of each argument, in the order of the documentation.
    properties: Vec<(String, Value)>,
    required: Vec<String>,
}

/// Returns the schema of arguments, with closed lists in one form.
pub(crate) fn schema_of<A: JsonSchema>() -> Schema {
    settings().into_generator().into_root_schema_for::<A>()
}

impl Rules {
    /// Reads the rules of a schema.
    #[must_use]
    pub fn from_schema(schema: &Schema) -> Self {
        let definitions = schema.get("$defs").unwrap_or(&Value::Null);
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        Self {
            properties: properties
                .map(|(name, property)| (name.clone(), plain(property, definitions)))
                .collect(),
            required: required(schema.get("required")).map(str::to_owned).collect(),
        }
    }

    /// Returns whether an argument of this name is known.
    #[must_use]
    pub fn accepts(&self, name: &str) -> bool {
        self.property(name).is_some()
    }

    /// Returns whether leaving the argument out is an error.
    pub(crate) fn requires(&self, name: &str) -> bool {
        self.required.iter().any(|required| required == name)
    }

    /// Returns the plain schema of an argument.
    pub(crate) fn schema(&self, name: &str) -> Option<&Value> {
        self.property(name).map(|(_, schema)| schema)
    }

    /// Returns the argument's canonical name for one of its aliases: `resort` and `resorts` for slugs, and `min_depth`
    /// for `minDepth`, which is how some models spell it.
    #[must_use]
    pub fn canonical(&self, name: &str) -> Option<&str> {
        let own = |name: &str| self.property(name).map(|(own, _)| own.as_str());
        own(name).or_else(|| match name {
            "resort" => own("slug"),
            "resorts" => own("slugs"),
            _ => own(&camel_case(name)),
        })
    }

    fn property(&self, name: &str) -> Option<&(String, Value)> {
        self.properties.iter().find(|(own, _)| own == name)
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.properties.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// Reads typed arguments from pairs, checked against their rules.
///
/// # Errors
/// Returns [`OpError::InvalidArguments`] with one entry per invalid argument.
pub fn read<A: DeserializeOwned>(rules: &Rules, pairs: &[Pair<'_>]) -> Result<A, OpError> {
    let joined = joined(rules, pairs);
    let pairs: Vec<Pair<'_>> = joined.iter().map(|(name, text)| (*name, text.as_ref())).collect();
    let pairs = checked(rules, &pairs).map_err(OpError::InvalidArguments)?;
    A::deserialize(Pairs { rest: pairs.iter(), value: None })
        .map_err(|e| OpError::argument(e.argument.as_deref().unwrap_or("arguments"), e.message))
}

/// Separates the items of a list that is given as one text.
const LIST_SEPARATOR: char = ',';

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(LIST_SEPARATOR).map(str::trim)
}

/// Joins the repetitions of a list into one text.
fn joined<'a>(rules: &'a Rules, pairs: &[Pair<'a>]) -> Vec<(&'a str, Cow<'a, str>)> {
    let list = |name: &str| {
        let own = rules.canonical(name)?;
        rules.schema(own)?.get("type").filter(|kind| *kind == "array").map(|_| own)
    };
    let mut joined: Vec<(&'a str, Cow<'a, str>)> = Vec::with_capacity(pairs.len());
    for (name, text) in pairs {
        let own = list(name);
        let earlier = own.and_then(|own| joined.iter_mut().find(|(known, _)| *known == own));
        match earlier {
            Some((_, before)) => {
                let before = before.to_mut();
                before.push(LIST_SEPARATOR);
                before.push_str(text);
            }
            None => joined.push((own.unwrap_or(name), Cow::Borrowed(text))),
        }
    }
    joined
}

/// Returns the pairs under the canonical names of their arguments, or the first [`MOST_PROBLEMS`] problems: a request
/// with thousands of errors does not get thousands back.
fn checked<'a>(rules: &'a Rules, pairs: &[Pair<'a>]) -> Result<Vec<Pair<'a>>, Vec<ArgumentProblem>> {
    let mut problems = Vec::new();
    let mut known: Vec<Pair<'a>> = Vec::with_capacity(pairs.len());
    for (name, text) in pairs {
        if problems.len() >= MOST_PROBLEMS {
            return Err(problems);
        }
        let mut problem = |argument: &str, message: String| {
            problems.push(ArgumentProblem { argument: argument.to_owned(), message });
        };
        let Some((own, property)) = rules.canonical(name).and_then(|own| rules.property(own)) else {
            let allowed = match rules.names() {
                names if names.is_empty() => "none is".to_owned(),
                names => format!("allowed: {names}"),
            };
            problem(&shortened(name), format!("unknown parameter; {allowed}"));
            continue;
        };
        if known.iter().any(|(earlier, _)| earlier == own) {
            problem(own, "given more than once; give it once".to_owned());
        } else if let Some(message) = out_of_bounds(property, text) {
            problem(own, message);
        }
        known.push((own, text));
    }
    for name in &rules.required {
        if !known.iter().any(|(given, _)| given == name) {
            let message = "required parameter is missing".to_owned();
            problems.push(ArgumentProblem { argument: name.clone(), message });
        }
    }
    problems.truncate(MOST_PROBLEMS);
    if problems.is_empty() { Ok(known) } else { Err(problems) }
}

/// Describes why a text is not allowed: a word outside its list, a wrong length, or a number that does not parse or
/// exceeds its bounds. Returns `None` if the text is valid.
fn out_of_bounds(property: &Value, text: &str) -> Option<String> {
    if let Some(words) = property.get("enum").and_then(Value::as_array) {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        let message = || format!("must be one of {}, not `{}`", words.join(", "), shortened(text));
        return (!words.contains(&text)).then(message);
    }
    let kind = property.get("type")?;
    let is = |name: &str| kind == name;
    let bound = |name: &str| property.get(name).and_then(Value::as_f64);
    if is("array") {
        let (least, most) = (bound("minItems").unwrap_or(0.0), bound("maxItems").unwrap_or(f64::INFINITY));
        let count = items(text).count() as f64;
        if count < least || count > most {
            return Some(format!("must have {least} to {most} values, separated by commas, not {count}"));
        }
        return items(text).find_map(|item| out_of_bounds(property.get("items")?, item));
    }
    if is("string") && property.get("format").is_some_and(|format| format == "date") {
        return (!is_date(text))
            .then(|| format!("must be a date of the form YYYY-MM-DD, not `{}`", shortened(text)));
    }
    if is("string") {
        let (least, most) = (bound("minLength").unwrap_or(0.0), bound("maxLength").unwrap_or(f64::INFINITY));
        let length = text.chars().count() as f64;
        return (length < least || length > most)
            .then(|| format!("must be {least} to {most} characters long, not {length}"));
    }
    if !is("integer") && !is("number") {
        return None;
    }
    let range = match (bound("minimum"), bound("maximum")) {
        (Some(low), Some(high)) => format!(" from {low} to {high}"),
        (Some(low), None) => format!(" of at least {low}"),
        (None, Some(high)) => format!(" of at most {high}"),
        (None, None) => String::new(),
    };
    let what = if is("integer") { "a whole number" } else { "a number" };
    let number =
        if is("integer") { text.parse::<i64>().ok().map(|n| n as f64) } else { text.parse::<f64>().ok() };
    let inside = number.filter(|n| {
        n.is_finite()
            && bound("minimum").is_none_or(|low| *n >= low)
            && bound("maximum").is_none_or(|high| *n <= high)
    });
    inside.is_none().then(|| format!("must be {what}{range}, not `{}`", shortened(text)))
}

fn is_date(text: &str) -> bool {
    // The parser would also accept signs, spaces and single digits.
    let form =
        |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == "YYYY-MM-DD".len()
        && text.bytes().enumerate().all(form)
        && text.parse::<chrono::NaiveDate>().is_ok()
}

/// Returns a parameter's schema without references and null: a query cannot contain null.
pub(crate) fn plain(property: &Value, definitions: &Value) -> Value {
    if let Some(alternatives) = property.get("anyOf").and_then(Value::as_array) {
        let real = alternatives.iter().find(|a| a.get("type").is_none_or(|t| t != "null"));
        return real.map_or(Value::Null, |schema| plain(schema, definitions));
    }
    if let Some(name) = property.get("$ref").and_then(Value::as_str).and_then(|r| r.rsplit('/').next()) {
        return definitions.get(name).map_or(Value::Null, |schema| plain(schema, definitions));
    }
    let mut plain = property.clone();
    if let Some(object) = plain.as_object_mut() {
        object.remove("description");
        if let Some(kinds) = object.get("type").and_then(Value::as_array) {
            let kind = kinds.iter().find(|kind| *kind != "null").cloned().unwrap_or_default();
            object.insert("type".to_owned(), kind);
        }
        if let Some(items) = object.get("items").map(|items| self::plain(items, definitions)) {
            object.insert("items".to_owned(), items);
        }
    }
    plain
}

#[derive(Debug)]
struct PairError {
    argument: Option<String>,
    message: String,
}

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PairError {}

impl de::Error for PairError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { argument: None, message: message.to_string() }
    }
}

struct Pairs<'a> {
    rest: std::slice::Iter<'a, Pair<'a>>,
    value: Option<Pair<'a>>,
}

impl<'de> de::Deserializer<'de> for Pairs<'_> {
    type Error = PairError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_map(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Pairs<'_> {
    type Error = PairError;

    fn next_key_seed<K: de::DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, PairError> {
        self.value = self.rest.next().copied();
        self.value.map(|(name, _)| seed.deserialize(name.into_deserializer())).transpose()
    }

    fn next_value_seed<S: de::DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, PairError> {
        let (name, text) = self.value.take().unwrap_or_default();
        seed.deserialize(Text(text))
            .map_err(|error| PairError { argument: Some(name.to_owned()), message: error.message })
    }
}

/// One value; the requested type decides how the text is read.
struct Text<'a>(&'a str);

macro_rules! parsed {
    ($($method:ident $visit:ident $what:literal),* $(,)?) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
            match self.0.parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => Err(de::Error::custom(format!(concat!("must be ", $what, ", not `{}`"), shortened(self.0)))),
            }
        }
    )* };
}

impl<'de> de::Deserializer<'de> for Text<'_> {
    type Error = PairError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, PairError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, PairError> {
        if variants.contains(&self.0) {
            visitor.visit_enum(self.0.into_deserializer())
        } else {
            Err(de::Error::custom(format!(
                "must be one of {}, not `{}`",
                variants.join(", "),
                shortened(self.0)
            )))
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_seq(Items(items(self.0)))
    }

    parsed! {
        deserialize_bool visit_bool "true or false",
        deserialize_u8 visit_u8 "a whole number",
        deserialize_u16 visit_u16 "a whole number",
        deserialize_u32 visit_u32 "a whole number",
        deserialize_u64 visit_u64 "a whole number",
        deserialize_i32 visit_i32 "a whole number",
        deserialize_i64 visit_i64 "a whole number",
        deserialize_f64 visit_f64 "a number",
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i128 u128 f32 char str string bytes byte_buf unit unit_struct tuple tuple_struct map struct identifier
        ignored_any
    }
}

/// The items of one list.
struct Items<I>(I);

impl<'a, 'de, I: Iterator<Item = &'a str>> SeqAccess<'de> for Items<I> {
    type Error = PairError;

    fn next_element_seed<S: de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, PairError> {
        self.0.next().map(|item| seed.deserialize(Text(item))).transpose()
    }
}

#[cfg(test)]
mod tests;
