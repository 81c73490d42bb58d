//! The answer to a question of the page: texts, and parts of the page.

use std::collections::BTreeMap;

use maud::Markup;
use serde::Serialize;
use serde_json::Value as Json;

/// The answer.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Answer {
    /// The text of the battle, if it is another one now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Parts of the page, by the ids of their elements.
    pub parts: BTreeMap<&'static str, String>,
    /// What went wrong, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Whether there is more to be known: a sample may be refined, a curve goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// What the next question takes along.
    #[serde(skip_serializing_if = "Json::is_null")]
    pub along: Json,
}

impl Answer {
    /// One part of the page.
    pub fn part(id: &'static str, drawn: Markup) -> Answer {
        Answer { parts: BTreeMap::from([(id, drawn.into_string())]), ..Answer::default() }
    }
}
