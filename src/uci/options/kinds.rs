//! Types of UCI options, their values, and the parser of the values.

use super::Manners;
use crate::engine::Engine;
use crate::quote::quoted;

/// A UCI option: its declaration and its effect.
pub(super) struct Opt {
    /// Name in the declaration. The comparison ignores case, blanks, dots and hyphens.
    pub name: &'static str,
    /// Type, default and range.
    pub kind: Kind,
    /// Applies a value, or returns the reason why it cannot. It is not called if the value is
    /// already set.
    pub apply: fn(&mut Engine, &mut Manners, &Value) -> Result<(), String>,
}

/// Type of a UCI option.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// `check`: true or false.
    Check { default: bool },
    /// `spin`: an integer within a range.
    Spin { default: i64, least: i64, largest: i64 },
    /// `button`: an action without a value.
    Button,
    /// `string`: any text. The empty text selects the default.
    Text { default: &'static str },
}

/// A valid value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Check(bool),
    Spin(i64),
    Text(String),
    Pressed,
}

impl Value {
    /// Returns the number of a spin, 0 for other types.
    pub fn number(&self) -> i64 {
        if let Value::Spin(number) = self { *number } else { 0 }
    }

    /// Returns true if this is a check that is on.
    pub fn is_on(&self) -> bool {
        matches!(self, Value::Check(true))
    }

    /// Returns the text of a string, the empty text for other types.
    pub fn text(&self) -> &str {
        if let Value::Text(text) = self { text } else { "" }
    }
}

impl Kind {
    /// Returns the default value; `None` for a button.
    pub fn default_value(self) -> Option<Value> {
        match self {
            Kind::Check { default } => Some(Value::Check(default)),
            Kind::Spin { default, .. } => Some(Value::Spin(default)),
            Kind::Text { default } => Some(Value::Text(default.to_owned())),
            Kind::Button => None,
        }
    }

    /// Parses the value of a `setoption` command.
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

    /// Formats the declaration with this value as its default.
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

    /// Formats the part of the declaration after the name.
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

/// Returns true for the empty text and for `<empty>`, which stands for it in UCI.
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
    fn empty_text_selects_the_default() {
        let file = Kind::Text { default: "<embedded>" };
        for empty in ["", "  ", "<empty>", "<EMPTY>", "<embedded>"] {
            assert_eq!(file.read(empty).ok(), file.default_value(), "'{empty}'");
        }
        assert_eq!(file.declaration(), "type string default <embedded>");
        assert_eq!(Kind::Text { default: "" }.declaration(), "type string default <empty>");
    }
}
