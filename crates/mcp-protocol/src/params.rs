//! Reads the parameters of a request in one pass with it. Earlier checks are reported before faults in the parameters,
//! so reading records what it found and does not fail.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::fault::Fault;

/// The parameters that any supported method reads.
#[derive(Debug, Default)]
pub(crate) struct Params<'a> {
    pub(crate) name: Option<&'a RawValue>,
    pub(crate) uri: Option<&'a RawValue>,
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) cursor: Option<&'a RawValue>,
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) meta: Meta<'a>,
}

/// The description of a request in its `_meta`.
#[derive(Debug, Default)]
pub(crate) struct Meta<'a> {
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) client_capabilities: Option<&'a RawValue>,
}

/// Parameters as they were found.
#[derive(Debug, Default)]
pub(crate) struct RequestParams<'a> {
    params: Params<'a>,
    meta: ObjectSlot<Meta<'a>>,
}

impl<'a> Params<'a> {
    pub(crate) fn from_slot(found: ObjectSlot<RequestParams<'a>>) -> Result<Self, Fault> {
        let RequestParams { params, meta } = match found {
            ObjectSlot::Absent | ObjectSlot::Null => RequestParams::default(),
            ObjectSlot::Object(given) => given,
            ObjectSlot::Other => {
                let why = "Invalid request: params must be an object without repeated members";
                return Err(Fault::invalid(why));
            }
        };
        let meta = match meta {
            ObjectSlot::Absent => Meta::default(),
            ObjectSlot::Object(meta) => meta,
            ObjectSlot::Null | ObjectSlot::Other => {
                let why = "Invalid params: _meta must be an object without repeated members";
                return Err(Fault::meta(why));
            }
        };
        // Some clients write null for members that they do not set.
        let set = |value: Option<&'a RawValue>| value.filter(|value| value.get() != "null");
        Ok(Self {
            name: set(params.name),
            uri: set(params.uri),
            arguments: set(params.arguments),
            cursor: set(params.cursor),
            protocol_version: set(params.protocol_version),
            meta,
        })
    }
}

/// The value in a place for an object.
#[derive(Debug, Default)]
pub(crate) enum ObjectSlot<T> {
    #[default]
    Absent,
    Null,
    Object(T),
    /// Another value, or an object in which a known member is duplicated.
    Other,
}

/// An object of which only some members are read.
pub(crate) trait Object<'de>: Default {
    /// Names of these members.
    type Name: Deserialize<'de>;

    /// Reads a member's value; returns `false` if the name is a duplicate.
    fn read_member<A: MapAccess<'de>>(&mut self, name: Self::Name, map: &mut A) -> Result<bool, A::Error>;
}

/// Reads a value into its place.
fn read_once<'de: 'a, 'a, A: MapAccess<'de>>(
    place: &mut Option<&'a RawValue>,
    map: &mut A,
) -> Result<bool, A::Error> {
    Ok(place.replace(map.next_value::<&'de RawValue>()?).is_none())
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "camelCase")]
pub(crate) enum ParamName {
    Name,
    Uri,
    Arguments,
    Cursor,
    ProtocolVersion,
    #[serde(rename = "_meta")]
    Meta,
    #[serde(other)]
    Other,
}

impl<'de: 'a, 'a> Object<'de> for RequestParams<'a> {
    type Name = ParamName;

    fn read_member<A: MapAccess<'de>>(&mut self, name: ParamName, map: &mut A) -> Result<bool, A::Error> {
        match name {
            ParamName::Name => read_once(&mut self.params.name, map),
            ParamName::Uri => read_once(&mut self.params.uri, map),
            ParamName::Arguments => read_once(&mut self.params.arguments, map),
            ParamName::Cursor => read_once(&mut self.params.cursor, map),
            ParamName::ProtocolVersion => read_once(&mut self.params.protocol_version, map),
            ParamName::Meta => {
                let before = std::mem::replace(&mut self.meta, map.next_value()?);
                Ok(matches!(before, ObjectSlot::Absent))
            }
            ParamName::Other => map.next_value::<IgnoredAny>().map(|_| true),
        }
    }
}

#[derive(Deserialize)]
#[serde(field_identifier)]
pub(crate) enum MetaName {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    ProtocolVersion,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    ClientCapabilities,
    #[serde(other)]
    Other,
}

impl<'de: 'a, 'a> Object<'de> for Meta<'a> {
    type Name = MetaName;

    fn read_member<A: MapAccess<'de>>(&mut self, name: MetaName, map: &mut A) -> Result<bool, A::Error> {
        match name {
            MetaName::ProtocolVersion => read_once(&mut self.protocol_version, map),
            MetaName::ClientCapabilities => read_once(&mut self.client_capabilities, map),
            MetaName::Other => map.next_value::<IgnoredAny>().map(|_| true),
        }
    }
}

impl<'de, T: Object<'de>> Deserialize<'de> for ObjectSlot<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Finder(PhantomData))
    }
}

struct Finder<T>(PhantomData<T>);

impl<'de, T: Object<'de>> Visitor<'de> for Finder<T> {
    type Value = ObjectSlot<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ObjectSlot<T>, A::Error> {
        let (mut object, mut once) = (T::default(), true);
        while let Some(name) = map.next_key()? {
            once &= object.read_member(name, &mut map)?;
        }
        Ok(if once { ObjectSlot::Object(object) } else { ObjectSlot::Other })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<ObjectSlot<T>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(ObjectSlot::Other)
    }

    fn visit_unit<E>(self) -> Result<ObjectSlot<T>, E> {
        Ok(ObjectSlot::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<ObjectSlot<T>, E> {
        Ok(ObjectSlot::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<ObjectSlot<T>, E> {
        Ok(ObjectSlot::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<ObjectSlot<T>, E> {
        Ok(ObjectSlot::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<ObjectSlot<T>, E> {
        Ok(ObjectSlot::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<ObjectSlot<T>, E> {
        Ok(ObjectSlot::Other)
    }
}
