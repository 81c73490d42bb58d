//! One table read as two types.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::marked::{TAG, TWICE};

/// One table read as two types: the first takes its own keys, the second, a table or a choice of tables by `action`, all
/// others. Steps are read this way: the keys that all steps have, and those of their action. A key that neither knows is a
/// mistake, and the keys of both are listed.
#[derive(Clone, Debug)]
pub struct InTwo<A, B>(pub A, pub B);

impl<'de, A: Deserialize<'de>, B: Deserialize<'de>> Deserialize<'de> for InTwo<A, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Both<A, B>(PhantomData<(A, B)>);
        impl<'de, A: Deserialize<'de>, B: Deserialize<'de>> Visitor<'de> for Both<A, B> {
            type Value = InTwo<A, B>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(mark!("a table of keys and values"))
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut twice: S) -> Result<InTwo<A, B>, S::Error> {
                let once = || S::Error::custom("a table that is read only once");
                let first = twice.next_element()?.ok_or_else(once)?;
                Ok(InTwo(first, twice.next_element()?.ok_or_else(once)?))
            }
        }
        deserializer.deserialize_newtype_struct(TWICE, Both(PhantomData))
    }
}

impl<A: JsonSchema, B: JsonSchema> JsonSchema for InTwo<A, B> {
    fn schema_name() -> Cow<'static, str> {
        format!("{} and {}", A::schema_name(), B::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let shared = resolved(generator.subschema_for::<A>(), generator);
        let own = resolved(generator.subschema_for::<B>(), generator);
        let Some(Value::Array(ways)) = own.get("oneOf").cloned() else { return merged(shared, own, None) };
        let ways = ways.into_iter().filter_map(|way| Schema::try_from(way).ok()).map(|way| {
            let tag = way.get("properties").and_then(|keys| keys.get(TAG)).cloned();
            merged(shared.clone(), resolved(way, generator), tag).to_value()
        });
        let ways: Vec<Value> = ways.collect();
        let mut schema = Schema::default();
        schema.insert("oneOf".into(), ways.into());
        schema
    }
}

/// The schema that a reference points to.
fn resolved(schema: Schema, generator: &SchemaGenerator) -> Schema {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    let name = name.map(|name| decoded(name).replace("~1", "/").replace("~0", "~"));
    let found = name.and_then(|name| generator.definitions().get(&name)).cloned();
    found.and_then(|found| Schema::try_from(found).ok()).unwrap_or(schema)
}

/// A name with `%20` and the like decoded to the letters that URLs cannot contain.
fn decoded(name: &str) -> String {
    let mut parts = name.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at(part.len().min(2));
        bytes.extend(u8::from_str_radix(code, 16));
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// One table with the keys of both.
fn merged(shared: Schema, own: Schema, tag: Option<Value>) -> Schema {
    let keys = |schema: &Schema| match schema.get("properties") {
        Some(Value::Object(keys)) => keys.clone(),
        _ => Map::new(),
    };
    let required = |schema: &Schema| match schema.get("required") {
        Some(Value::Array(keys)) => keys.clone(),
        _ => Vec::new(),
    };
    let mut all = Map::new();
    let mut needed = [required(&own), required(&shared)].concat();
    if let Some(tag) = tag {
        all.insert(TAG.into(), tag);
        needed.retain(|key| key != TAG);
        needed.insert(0, TAG.into());
    }
    all.extend(keys(&own));
    all.extend(keys(&shared));
    let mut schema = own;
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), all.into());
    schema.insert("required".into(), needed.into());
    schema.insert("additionalProperties".into(), false.into());
    schema
}
