//! Kinds of options, their values, and how a text becomes one.

use super::Manners;
use crate::engine::Engine;
use crate::quote::quoted;

/// One option: what clients see of it, and what it does.
pub(super) struct Opt {
    /// As clients see it; compared without regard to case and blanks.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Puts a value into force, or says why it cannot. Never called with the value that is in force
    /// already.
    pub apply: fn(&mut Engine, &mut Manners, &Value) -> Result<(), String>,
}

/// What kind of value an option takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// True or false.
    Check { default: bool },
    /// A whole number within bounds.
    Spin { default: i64, least: i64, largest: i64 },
    /// Something to press.
    Button,
    /// Any text; the empty one stands for the default.
    Text { default: &'static str },
}

/// A value that fits its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Check(bool),
    Spin(i64),
    Text(String),
    Pressed,
}

impl Value {
    /// The number of a spin.
    pub fn number(&self) -> i64 {
        if let Value::Spin(number) = self { *number } else { 0 }
    }

    /// Is the check on?
    pub fn is_on(&self) -> bool {
        matches!(self, Value::Check(true))
    }

    /// The text of a text.
    pub fn text(&self) -> &str {
        if let Value::Text(text) = self { text } else { "" }
    }
}

impl Kind {
    /// The value before anybody has set one; a button has none.
    pub fn default_value(self) -> Option<Value> {
        match self {
            Kind::Check { default } => Some(Value::Check(default)),
            Kind::Spin { default, .. } => Some(Value::Spin(default)),
            Kind::Text { default } => Some(Value::Text(default.to_owned())),
            Kind::Button => None,
        }
    }

    /// Reads what a client has sent.
    pub fn read(self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        match self {
            Kind::Button => Ok(Value::Pressed),
            Kind::Text { default } => {
                Ok(Value::Text(if is_empty(text) { default } else { text }.to_owned()))
            }
            Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(Value::Check(true)),
                "false" => Ok(Value::Check(false)),
                _ => Err(format!("'{}' is neither true nor false", quoted(text))),
            },
            Kind::Spin { least, largest, .. } => {
                let number: i64 = text
                    .parse()
                    .map_err(|_| format!("'{}' is not a whole number", quoted(text)))?;
                if (least..=largest).contains(&number) {
                    Ok(Value::Spin(number))
                } else {
                    Err(format!("{number} is not between {least} and {largest}"))
                }
            }
        }
    }

    /// The declaration with another default than the program's.
    pub fn with_default(self, value: &Value) -> String {
        match (self, value) {
            (Kind::Check { .. }, Value::Check(default)) => {
                Kind::Check { default: *default }.declaration()
            }
            (Kind::Spin { least, largest, .. }, Value::Spin(default)) => {
                Kind::Spin { default: *default, least, largest }.declaration()
            }
            (Kind::Text { .. }, Value::Text(default)) => format!("type string default {default}"),
            _ => self.declaration(),
        }
    }

    /// What stands behind the name in the declaration.
    pub fn declaration(self) -> String {
        match self {
            Kind::Check { default } => format!("type check default {default}"),
            Kind::Spin { default, least, largest } => {
                format!("type spin default {default} min {least} max {largest}")
            }
            Kind::Button => "type button".to_owned(),
            Kind::Text { default: "" } => "type string default <empty>".to_owned(),
            Kind::Text { default } => format!("type string default {default}"),
        }
    }
}

/// The protocol's word for a text without letters.
fn is_empty(text: &str) -> bool {
    text.is_empty() || text.eq_ignore_ascii_case("<empty>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked() {
        let hash = Kind::Spin { default: 16, least: 1, largest: 64 };
        assert!(hash.read(" 64 ").is_ok() && hash.read("65").is_err() && hash.read("abc").is_err());
        assert_eq!(Kind::Check { default: false }.read(" TRUE"), Ok(Value::Check(true)));
        assert!(Kind::Check { default: false }.read("yes").is_err());
    }

    #[test]
    fn no_text_is_the_default() {
        let file = Kind::Text { default: "<embedded>" };
        for empty in ["", "  ", "<empty>", "<EMPTY>", "<embedded>"] {
            assert_eq!(file.read(empty).ok(), file.default_value(), "'{empty}'");
        }
        assert_eq!(file.declaration(), "type string default <embedded>");
        assert_eq!(Kind::Text { default: "" }.declaration(), "type string default <empty>");
    }
}
