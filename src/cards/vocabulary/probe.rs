//! Asks the types that read card files which names they take, so that no list of them is kept beside the code.

use serde::de::value::Error;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// Names that a type is asked for: an enum's variants, or a struct's fields.
#[derive(Default)]
struct Names(&'static [&'static str]);

/// Takes down the names that a type expects, and gives it nothing.
struct Listener<'n>(&'n mut Names);

impl<'de> Deserializer<'de> for Listener<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("nothing"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.0 = variants;
        self.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // A value with its place in the file is a struct too, of the toml crate's.
        if !name.starts_with('$') {
            self.0.0 = fields;
        }
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map identifier ignored_any
    }
}

/// Gives a type one of its variants, and listens to what that expects.
struct Variant<'n> {
    name: &'n str,
    inside: &'n mut Names,
}

impl<'de> Deserializer<'de> for Variant<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, 'n> EnumAccess<'de> for Variant<'n> {
    type Error = Error;
    type Variant = Listener<'n>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Listener<'n>), Error> {
        Ok((seed.deserialize(self.name.into_deserializer())?, Listener(self.inside)))
    }
}

impl<'de> VariantAccess<'de> for Listener<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}

/// The variants of an enum, as files write them.
pub(super) fn names<T: Deserialize<'static>>() -> &'static [&'static str] {
    let mut names = Names::default();
    // It can only fail: what it asked for on the way is what is wanted.
    let _ = T::deserialize(Listener(&mut names));
    names.0
}

/// The keys of what stands behind a variant.
pub(super) fn parameters<T: Deserialize<'static>>(variant: &str) -> &'static [&'static str] {
    let mut inside = Names::default();
    let _ = T::deserialize(Variant { name: variant, inside: &mut inside });
    inside.0
}
