//! Switches: fields of [`Techniques`] by name, for UCI, the command line, the laboratory and the
//! help.

use super::{
    Ageing, Centre, Driver, Guess, HistoryIndex, NBestMode, NullMode, ProbCutMode, Quiescence,
    Techniques, Weight,
};
use crate::quote::quoted;
use serde::{Serialize, Serializer};

/// Reason why a switch cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// No such name.
    #[error("there is no switch '{0}'")]
    Unknown(String),
    /// Not of the form `name=value`.
    #[error("'{0}' is not of the form name=value")]
    NoValue(String),
    /// The value does not fit.
    #[error("{name}: '{value}' is not {wanted}")]
    Value {
        /// The switch.
        name: &'static str,
        /// The value given.
        value: String,
        /// The possible values.
        wanted: String,
    },
}

/// Enumeration whose values have names, for a switch.
pub(super) trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [(&'static str, Self)];

    fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(name, _)| *name)
    }

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }

    fn named(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, _)| letters(name) == letters(text)).map(|(_, value)| *value)
    }
}

macro_rules! choices {
    ($type:ty: $($name:literal $variant:ident),+) => {
        impl Choice for $type {
            const ALL: &'static [(&'static str, Self)] = &[$(($name, <$type>::$variant)),+];
        }
    };
}

choices!(Driver: "alpha-beta" AlphaBeta, "negascout" NegaScout, "pvs" Pvs, "mtd-f" MtdF);
choices!(Guess: "last" Last, "two-ago" TwoAgo);
choices!(Centre: "last-score" LastScore, "material" Material);
choices!(Quiescence: "off" Off, "captures" Captures, "checks" Checks);
choices!(Weight: "self-limiting" SelfLimiting, "power" Power, "square" Square, "one" One);
choices!(Ageing: "keep" Keep, "halve" Halve, "clear" Clear);
choices!(HistoryIndex: "from-to" FromTo, "side-from-to" SideFromTo, "threats-from-to" ThreatsFromTo, "piece-to" PieceTo);
choices!(NullMode: "off" Off, "fixed" Fixed, "heinz" Heinz, "mia" Mia, "verified" Verified);
choices!(ProbCutMode: "off" Off, "single" Single, "multi" Multi);
choices!(NBestMode: "off" Off, "moves" Moves, "pieces" Pieces);

/// Access to the field of [`Techniques`] that a switch sets.
#[derive(Clone, Copy)]
pub enum Access {
    /// On or off.
    Flag(fn(&mut Techniques) -> &mut bool),
    /// A number between the two ends.
    Number(i32, i32, fn(&mut Techniques) -> &mut i32),
    /// One of several names.
    Choice {
        /// The names.
        names: fn() -> Vec<&'static str>,
        /// The present name.
        get: fn(&Techniques) -> &'static str,
        /// Sets the value by name; false if there is no such name.
        set: fn(&mut Techniques, &str) -> bool,
    },
}

/// Switch of the search: its name, its help text and the field it sets.
pub struct Switch {
    /// The name, as in UCI.
    pub name: &'static str,
    /// The help text.
    pub help: &'static str,
    /// The field.
    pub access: Access,
}

impl Switch {
    /// Current value of the switch in these techniques, as text.
    pub fn get(&self, techniques: &Techniques) -> String {
        let mut copy = *techniques;
        match self.access {
            Access::Flag(field) => field(&mut copy).to_string(),
            Access::Number(_, _, field) => field(&mut copy).to_string(),
            Access::Choice { get, .. } => get(techniques).to_owned(),
        }
    }

    /// Sets the switch in these techniques from text.
    pub fn set(&self, techniques: &mut Techniques, value: &str) -> Result<(), SwitchError> {
        let error =
            |wanted: String| SwitchError::Value { name: self.name, value: quoted(value), wanted };
        match self.access {
            Access::Flag(field) => {
                *field(techniques) = match value.to_ascii_lowercase().as_str() {
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => return Err(error("true or false".to_owned())),
                };
            }
            Access::Number(least, most, field) => {
                // Tuners send decimals for what they tune.
                let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
                let number = number
                    .map(|number| number.round() as i32)
                    .filter(|number| (least..=most).contains(number));
                *field(techniques) =
                    number.ok_or_else(|| error(format!("a number from {least} to {most}")))?;
            }
            Access::Choice { names, set, .. } => {
                if !set(techniques, value) {
                    return Err(error(format!("one of {}", names().join(", "))));
                }
            }
        }
        Ok(())
    }
}

/// All switches by name.
impl Serialize for Techniques {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Switch::all().map(|switch| (switch.name, switch.get(self))))
    }
}

/// Letters and digits of a name in lower case, for comparison.
pub fn letters(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}
