//! The small values of card files: texts and numbers with their positions, one or many.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

/// A text with its place in the file.
pub type Text = Spanned<String>;

/// An amount with its place in the file.
pub type WrittenAmount = Spanned<Number>;

/// Reads how many of something there are: a number that is written is not below 0.
pub(super) fn no_less_than_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<WrittenAmount>, D::Error> {
    let amount = WrittenAmount::deserialize(from)?;
    match amount.get_ref() {
        Number::Integer(number) if *number < 0 => {
            Err(D::Error::custom(format!("found {number}, expected a number from 0")))
        }
        _ => Ok(Some(amount)),
    }
}

/// An amount as written: an integer, or words such as `"count creature yours"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// An integer.
    Integer(i32),
    /// Words, still to be parsed.
    Words(String),
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct NumberVisitor;

        impl Visitor<'_> for NumberVisitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer or an amount in words such as \"count creature yours\"")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
                let out_of_range = |_| E::custom(format!("found {number}, expected {} to {}", i32::MIN, i32::MAX));
                i32::try_from(number).map(Number::Integer).map_err(out_of_range)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
                let out_of_range = |_| E::custom(format!("found {number}, expected {} to {}", i32::MIN, i32::MAX));
                i32::try_from(number).map(Number::Integer).map_err(out_of_range)
            }

            fn visit_str<E: Error>(self, words: &str) -> Result<Number, E> {
                Ok(Number::Words(words.to_owned()))
            }
        }

        deserializer.deserialize_any(NumberVisitor)
    }
}

/// A limit that can also be `"none"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaybeLimit(pub Option<u8>);

impl<'de> Deserialize<'de> for MaybeLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MaybeLimit, D::Error> {
        struct LimitVisitor;

        impl Visitor<'_> for LimitVisitor {
            type Value = MaybeLimit;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0 to 255 or \"none\"")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<MaybeLimit, E> {
                let limit = u8::try_from(number);
                limit.map(|n| MaybeLimit(Some(n))).map_err(|_| E::invalid_value(signed(number), &self))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<MaybeLimit, E> {
                if word == "none" { Ok(MaybeLimit(None)) } else { Err(E::invalid_value(text(word), &self)) }
            }
        }

        fn signed(number: i64) -> serde::de::Unexpected<'static> {
            serde::de::Unexpected::Signed(number)
        }

        fn text(word: &str) -> serde::de::Unexpected<'_> {
            serde::de::Unexpected::Str(word)
        }

        deserializer.deserialize_any(LimitVisitor)
    }
}

/// By how much a loyalty ability changes loyalty (CR 606.4); `None`: X is removed, `"-x"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenLoyalty(pub Option<i16>);

impl<'de> Deserialize<'de> for WrittenLoyalty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenLoyalty, D::Error> {
        struct LoyaltyVisitor;

        impl Visitor<'_> for LoyaltyVisitor {
            type Value = WrittenLoyalty;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of loyalty counters or \"-x\"")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<WrittenLoyalty, E> {
                let by = i16::try_from(number);
                by.map(|by| WrittenLoyalty(Some(by)))
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(number), &self))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<WrittenLoyalty, E> {
                let unexpected = serde::de::Unexpected::Str(word);
                if word == "-x" { Ok(WrittenLoyalty(None)) } else { Err(E::invalid_value(unexpected, &self)) }
            }
        }

        deserializer.deserialize_any(LoyaltyVisitor)
    }
}

/// A value or a list of them: `do = "end-turn"` is `do = ["end-turn"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T> Default for OneOrMany<T> {
    fn default() -> OneOrMany<T> {
        OneOrMany(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOrMany<T>, D::Error> {
        struct ManyVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ManyVisitor<T> {
            type Value = OneOrMany<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an effect or a list of effects")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<OneOrMany<T>, E> {
                T::deserialize(StrDeserializer::new(word)).map(|one| OneOrMany(vec![one]))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<OneOrMany<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(|one| OneOrMany(vec![one]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<OneOrMany<T>, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(OneOrMany)
            }
        }

        deserializer.deserialize_any(ManyVisitor(PhantomData))
    }
}

/// No parameters: `{}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Empty {}
