//! The small values of a table file: numbers, texts, places. Each says itself what it expects.

use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::cards::{CityCards, Modules};
use crate::ids::{
    Adjustment, BossKind, Cause, CityKind, Difficulty, Effect, Module, Reckoner, UnknownName,
};
use crate::state::{Gift, Origin};
use crate::words::shown;

/// A whole number from 0. What is written instead of one is kept, so that the message can say which numbers
/// would be right there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whole {
    /// A number.
    Number(u64),
    /// Something else, as a message shows it.
    Other(String),
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(n) => serializer.serialize_u64(*n),
            Self::Other(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(match value.as_u64() {
            Some(n) => Self::Number(n),
            None => Self::Other(describe(&value)),
        })
    }
}

impl JsonSchema for Whole {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Whole".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0 })
    }
}

/// An object; a list of its values in order is none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Object<T>(pub T);

impl<T: JsonSchema> JsonSchema for Object<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Seen<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Seen<T> {
            type Value = Object<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object { ... }")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_any(Seen(PhantomData))
    }
}

macro_rules! texts {
    ($($(#[$meta:meta])* $name:ident = $expected:literal;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(TextVisitor($expected)).map(Self)
            }
        }
    )+};
}

struct TextVisitor(&'static str);

impl Visitor<'_> for TextVisitor {
    type Value = String;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }
}

texts! {
    /// A name that is free to choose.
    FreeName = "a name in quotes";
    /// The name of a step.
    StepName = "the name of a step";
    /// The name of an Epic.
    EpicName = "the name of an Epic";
    /// The name of an Equipment card.
    CardName = "the name of an Equipment card";
    /// One die with the face it shows.
    DieText = "a die such as \"blue contain x2\"";
    /// Dice with the faces they show.
    DiceText = "dice such as \"purple research x2, 2 basic money\"";
    /// A Dawnslight card, by what it gives.
    AidName = "the name of a Dawnslight card such as \"2 contain\"";
    /// A board of the city.
    BoardName = "the name of a board";
    /// A kind of die.
    KindText = "a kind of die such as \"blue\"";
    /// Dice by kind.
    KindsText = "dice such as \"3 purple, 3 basic\"";
    /// Symbols, or `move`.
    SymbolsText = "symbols such as \"2 research\", or \"move\"";
    /// A piece of pending work.
    WorkText = "a piece of work such as \"advance 2\"";
    /// Who does something and how it came about, as in a piece of work.
    ByText = "who does it, such as \"epic\" or \"epic copied\"";
}

/// Closed lists that only positions know: each value with its word.
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident($inner:ident), $what:literal, { $($value:ident = $word:literal,)+ })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub $inner);

        impl $name {
            const WORDS: &'static [&'static str] = &[$($word,)+];

            fn word(self) -> &'static str {
                match self.0 { $($inner::$value => $word,)+ }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = deserializer.deserialize_any(TextVisitor("a name in quotes"))?;
                $(if text.trim().eq_ignore_ascii_case($word) {
                    return Ok(Self($inner::$value));
                })+
                let words = Self::WORDS.iter().copied();
                Err(D::Error::custom(UnknownName::new($what, &text, words)))
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($inner).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "enum": Self::WORDS })
            }
        }
    )+};
}

words! {
    /// What another Reckoner is given.
    GiftName(Gift), "gift", {
        Move = "move",
        Regain = "regain",
        Reroll = "reroll",
    }
    /// What opened a group.
    OriginName(Origin), "origin", {
        Die = "die",
        Token = "token",
        Card = "card",
        AfterMove = "after_move",
        Benefit = "benefit",
    }
    /// Why a group is owed.
    ReasonName(Reason), "reason", {
        Move = "move",
        Weakening = "weakening",
        Benefit = "benefit",
    }
}

/// Why a group is owed, without the card or the district.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// By a Move.
    Move,
    /// By a weakening.
    Weakening,
    /// By the card on a district's board.
    Benefit,
}

/// A district: its name, or its number counted clockwise from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Place {
    /// By number.
    Number(u64),
    /// By name.
    Name(String),
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Seen;
        impl Visitor<'_> for Seen {
            type Value = Place;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a district: its name or its number from 1")
            }
            fn visit_u64<E>(self, n: u64) -> Result<Place, E> {
                Ok(Place::Number(n))
            }
            fn visit_str<E>(self, text: &str) -> Result<Place, E> {
                Ok(Place::Name(text.to_owned()))
            }
        }
        deserializer.deserialize_any(Seen)
    }
}

/// Health: a number, or `"infinite"` (`"∞"`) while it cannot be attacked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    /// So much.
    Finite(Whole),
    /// It cannot be attacked.
    Infinite,
}

const INFINITE: &str = "infinite";

impl Serialize for Health {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Finite(n) => n.serialize(serializer),
            Self::Infinite => serializer.serialize_str(INFINITE),
        }
    }
}

impl<'de> Deserialize<'de> for Health {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let endless = |text: &str| text.eq_ignore_ascii_case(INFINITE) || text == "∞";
        Ok(match value.as_u64() {
            Some(n) => Self::Finite(Whole::Number(n)),
            None if value.as_str().is_some_and(endless) => Self::Infinite,
            None => Self::Finite(Whole::Other(describe(&value))),
        })
    }
}

impl JsonSchema for Health {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Health".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, or \"infinite\" while it cannot be attacked.",
            "anyOf": [{ "type": "integer", "minimum": 1 }, { "enum": [INFINITE, "∞"] }],
        })
    }
}

/// An object of which a text alone may stand for the whole.
pub trait Shorten: Sized {
    /// What is expected.
    const EXPECTED: &'static str;
    /// The object that a text stands for.
    fn from_text(text: &str) -> Result<Self, String>;
    /// The text, if it says everything.
    fn as_text(&self) -> Option<String>;
}

/// An object, or the text that stands for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Short<T>(pub T);

impl<T: Shorten + Serialize> Serialize for Short<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_text() {
            Some(text) => serializer.serialize_str(&text),
            None => self.0.serialize(serializer),
        }
    }
}

impl<'de, T: Shorten + Deserialize<'de>> Deserialize<'de> for Short<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Seen<T>(PhantomData<T>);
        impl<'de, T: Shorten + Deserialize<'de>> Visitor<'de> for Seen<T> {
            type Value = Short<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::EXPECTED)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Short<T>, E> {
                T::from_text(text).map(Short).map_err(E::custom)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Short<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Short)
            }
        }
        deserializer.deserialize_any(Seen(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Short<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}OrText", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let whole = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [{ "type": "string" }, whole] })
    }
}

/// The closed vocabularies: editors are told the keys.
macro_rules! keys {
    ($($name:ident,)+) => {$(
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "enum": Self::ALL.map(Self::key) })
            }
        }
    )+};
}

/// A value as a message shows it.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("\"{}\"", shown(text)),
        simple => shown(&simple.to_string()),
    }
}

keys! { Difficulty, BossKind, CityKind, Module, Reckoner, Cause, Adjustment, Effect, }

impl JsonSchema for CityCards {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CityCards".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

impl JsonSchema for Modules {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Modules".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Module>::json_schema(generator)
    }
}
