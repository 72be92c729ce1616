//! `serde`, behind the feature of that name. What is read is turned into JSON text and checked as strictly as any other.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::contract::DEFAULT_LIMITS;
use crate::document::{Kind, Value};
use crate::number::{self, ExactNumber};
use crate::reader::Limits;
use crate::write::{parse, quote_onto};

/// Hand JSON text, which this crate has written, to a serializer.
pub(crate) fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    // No deeper than what is read by default: serializers call themselves once per level.
    let limits = Limits { max_depth: DEFAULT_LIMITS.max_depth, ..Limits::NONE };
    parse(text.as_bytes(), limits).map_err(S::Error::custom)?.root().serialize(serializer)
}

impl Serialize for Value<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            Kind::Absent | Kind::Null => serializer.serialize_unit(),
            Kind::False | Kind::True => serializer.serialize_bool(self.is_true()),
            Kind::String => serializer.serialize_str(self.text()),
            Kind::Number => serialize_number(self.raw(), serializer),
            Kind::Array => {
                let mut array = serializer.serialize_seq(Some(self.len()))?;
                self.children().try_for_each(|item| array.serialize_element(&item))?;
                array.end()
            }
            Kind::Object => {
                let mut object = serializer.serialize_map(Some(self.children().count()))?;
                self.children().try_for_each(|member| object.serialize_entry(member.name(), &member))?;
                object.end()
            }
        }
    }
}

fn serialize_number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(integer) = number::integer::<i64>(text) {
        serializer.serialize_i64(integer)
    } else if let Some(integer) = number::integer::<u64>(text) {
        serializer.serialize_u64(integer)
    } else if let Some(nearest) = number::binary64(text) {
        serializer.serialize_f64(nearest)
    } else {
        Err(S::Error::custom("a number that no type of serde holds; write fewer digits, or use `to_json`"))
    }
}

/// The JSON text of whatever a deserializer yields.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let mut text = String::new();
    ToText(&mut text).deserialize(deserializer)?;
    Ok(text)
}

/// Appends JSON text.
struct ToText<'t>(&'t mut String);

impl<'de> DeserializeSeed<'de> for ToText<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl ToText<'_> {
    #[expect(clippy::unnecessary_wraps, reason = "what a visitor returns")]
    fn token<E>(self, token: impl fmt::Display) -> Result<(), E> {
        self.0.push_str(&token.to_string());
        Ok(())
    }
}

/// How `serde_json` hands over numbers of any precision, if it is built for them.
const EXACT: &str = "$serde_json::private::Number";

impl<'de> Visitor<'de> for ToText<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.token("null")
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.token(value)
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.token(value)
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.token(value)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        self.token(ExactNumber::try_from(value).map_err(E::custom)?)
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        quote_onto(self.0, value);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        self.0.push('[');
        while array.next_element_seed(ToText(self.0))?.is_some() {
            self.0.push(',');
        }
        if self.0.ends_with(',') {
            self.0.pop();
        }
        self.0.push(']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        self.0.push('{');
        let mut is_first = true;
        while let Some(name) = object.next_key::<String>()? {
            if is_first && name == EXACT {
                self.0.pop();
                let number = ExactNumber::new(object.next_value::<String>()?).map_err(A::Error::custom)?;
                return self.token(number);
            }
            if !std::mem::take(&mut is_first) {
                self.0.push(',');
            }
            quote_onto(self.0, &name);
            self.0.push(':');
            object.next_value_seed(ToText(self.0))?;
        }
        self.0.push('}');
        Ok(())
    }
}

/// `Serialize` and `Deserialize` for a type of the contract.
macro_rules! document_type {
    ($name:ident) => {
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                let text = self.to_json().map_err(::serde::ser::Error::custom)?;
                $crate::with_serde::serialize(&text, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                let text = $crate::with_serde::deserialize(deserializer)?;
                Self::from_json(&text).map_err(::serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use document_type;
