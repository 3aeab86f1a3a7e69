//! Types of UCI options, their values, and the parser of the values.

use super::ProtocolOptions;
use crate::engine::Engine;
use crate::quote::quoted;
use std::num::IntErrorKind;

/// Definition of a UCI option, with its name, type and the function that applies a value.
pub struct UciOption {
    /// Name in the declaration. Only its letters and digits count, without regard to case.
    pub name: &'static str,
    /// Type, default and range.
    pub kind: OptionKind,
    /// Applies a value, or returns the reason why it cannot. It is not called if the value is
    /// already set.
    pub apply: fn(&mut Engine, &mut ProtocolOptions, &Value) -> Result<(), String>,
}

/// Type of a UCI option (check, spin, button or string) with its default and range.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `check`: true or false.
    Check {
        /// The declared default.
        default: bool,
    },
    /// `spin`: an integer within a range.
    Spin {
        /// The declared default.
        default: i64,
        /// The least value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// `button`: an action without a value.
    Button,
    /// `string`: any text. The empty text selects the default.
    Text {
        /// The declared default.
        default: &'static str,
    },
}

/// Valid value of a UCI option, according to the option's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Value of a `check` option.
    Check(bool),
    /// Value of a `spin` option.
    Spin(i64),
    /// Value of a `string` option.
    Text(String),
    /// A button has been pressed.
    Pressed,
}

impl Value {
    /// Returns the number of a UCI spin option's value; 0 for other types.
    pub fn number(&self) -> i64 {
        if let Value::Spin(number) = self { *number } else { 0 }
    }

    /// Whether this is the value `true` of a UCI check option.
    pub fn is_on(&self) -> bool {
        matches!(self, Value::Check(true))
    }

    /// Returns the text of a UCI string option's value; empty for other types.
    pub fn text(&self) -> &str {
        if let Value::Text(text) = self { text } else { "" }
    }
}

impl OptionKind {
    /// Returns the default value of the UCI option; `None` for a button.
    pub fn default_value(self) -> Option<Value> {
        match self {
            OptionKind::Check { default } => Some(Value::Check(default)),
            OptionKind::Spin { default, .. } => Some(Value::Spin(default)),
            OptionKind::Text { default } => Some(Value::Text(default.to_owned())),
            OptionKind::Button => None,
        }
    }

    /// Parses the value in a `setoption` command for this type of UCI option. `<empty>` stands for
    /// the empty text, as UCI requires.
    pub fn read(self, text: &str) -> Result<Value, String> {
        let text = Some(text.trim()).filter(|text| !text.eq_ignore_ascii_case("<empty>"));
        let text = text.unwrap_or_default();
        match self {
            OptionKind::Button => Ok(Value::Pressed),
            OptionKind::Text { default } => {
                Ok(Value::Text(if text.is_empty() { default } else { text }.to_owned()))
            }
            _ if text.is_empty() => Err("a value is missing".to_owned()),
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(Value::Check(true)),
                "false" => Ok(Value::Check(false)),
                _ => Err(format!("'{}' is neither true nor false", quoted(text))),
            },
            OptionKind::Spin { min, max, .. } => {
                match text.parse::<i64>().map_err(|error| *error.kind()) {
                    Ok(number) if (min..=max).contains(&number) => Ok(Value::Spin(number)),
                    Ok(_) | Err(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => {
                        Err(format!("{} is not between {min} and {max}", quoted(text)))
                    }
                    Err(_) => Err(format!("'{}' is not a whole number", quoted(text))),
                }
            }
        }
    }

    /// Formats the declaration of the UCI option after its name, with `value` as the default.
    pub fn with_default(self, value: &Value) -> String {
        match (self, value) {
            (OptionKind::Check { .. }, Value::Check(default)) => {
                OptionKind::Check { default: *default }.declaration()
            }
            (OptionKind::Spin { min, max, .. }, Value::Spin(default)) => {
                OptionKind::Spin { default: *default, min, max }.declaration()
            }
            (OptionKind::Text { .. }, Value::Text(default)) => {
                format!("type string default {default}")
            }
            _ => self.declaration(),
        }
    }

    /// Formats the declaration of the UCI option after its name (type, default and range).
    pub fn declaration(self) -> String {
        match self {
            OptionKind::Check { default } => format!("type check default {default}"),
            OptionKind::Spin { default, min, max } => {
                format!("type spin default {default} min {min} max {max}")
            }
            OptionKind::Button => "type button".to_owned(),
            OptionKind::Text { default: "" } => "type string default <empty>".to_owned(),
            OptionKind::Text { default } => format!("type string default {default}"),
        }
    }
}
