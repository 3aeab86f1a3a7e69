//! Switches: fields of [`Techniques`] by name, for UCI, the command line, the laboratory and the
//! help.

use super::{
    Ageing, AspirationCentre, BonusFormula, Driver, HistoryIndex, MtdfGuess, NBestMode, NullMode,
    ProbCutMode, Quiescence, Techniques,
};
use crate::quote::quoted;
use serde::{Serialize, Serializer};

/// Reason why a technique switch could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// There is no switch of this name.
    #[error("there is no switch '{0}'")]
    Unknown(String),
    /// The text is not of the form `name=value`.
    #[error("'{0}' is not of the form name=value")]
    NoValue(String),
    /// The value is out of range or of the wrong kind.
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
    /// Name, value and meaning.
    const ALL: &'static [(&'static str, Self, &'static str)];

    fn choices() -> impl Iterator<Item = (&'static str, &'static str)> {
        Self::ALL.iter().map(|(name, _, meaning)| (*name, *meaning))
    }

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, value, _)| *value == self).map_or("", |(name, ..)| name)
    }

    fn named(text: &str) -> Option<Self> {
        let is_it = |name: &str| letters(name) == letters(text);
        Self::ALL.iter().find(|(name, ..)| is_it(name)).map(|(_, value, _)| *value)
    }
}

macro_rules! choices {
    ($type:ty: $($name:literal $variant:ident $meaning:literal),+) => {
        impl Choice for $type {
            const ALL: &'static [(&'static str, Self, &'static str)] =
                &[$(($name, <$type>::$variant, $meaning)),+];
        }
    };
}

choices!(Driver:
    "alpha-beta" AlphaBeta "the full window for every move (Knuth & Moore 1975)",
    "negascout" NegaScout "PVS; in the bare search no re-search in the last two plies (Reinefeld 1983)",
    "pvs" Pvs "principal variation search (Marsland & Campbell 1982)",
    "mtd-f" MtdF "null windows only, at the root too (Plaat et al. 1996)");
choices!(MtdfGuess:
    "last" Last "the score of the last iteration",
    "two-ago" TwoAgo "the score of the iteration before the last");
choices!(AspirationCentre:
    "last-score" LastScore "the score of the last iteration",
    "material" Material "the material balance");
choices!(Quiescence:
    "off" Off "the static evaluation alone",
    "captures" Captures "captures and promotions",
    "checks" Checks "captures, promotions, and quiet checks at the first ply");
choices!(BonusFormula:
    "gravity" Gravity "grows with depth, shrinks near the limit; other moves get a malus",
    "power" Power "2 to the power of the depth (Schaeffer 1983)",
    "square" Square "the squared depth",
    "one" One "1");
choices!(Ageing:
    "keep" Keep "entries stay",
    "halve" Halve "entries are halved (Schaeffer 1983)",
    "clear" Clear "entries become 0");
choices!(HistoryIndex:
    "from-to" FromTo "from and to square",
    "side-from-to" SideFromTo "side, from and to square",
    "threats-from-to" ThreatsFromTo "side, from and to square, and whether each is attacked",
    "piece-to" PieceTo "piece and to square");
choices!(NullMode:
    "off" Off "no null move",
    "fixed" Fixed "fixed reduction R, no verification (Donninger 1993)",
    "heinz" Heinz "R is 3 at high depth and 2 at low depth (Heinz 1999)",
    "mia" Mia "as heinz at CUT nodes, R = 3 at ALL nodes (Winands et al. 2005)",
    "verified" Verified "from NullMove.VerifyDepth on, a fail-high reduces the depth by NullMove.VerifyPlies; zugzwang is searched again (David-Tabibi & Netanyahu 2002)");
choices!(ProbCutMode:
    "off" Off "no ProbCut",
    "single" Single "ProbCut: one shallow search (Buro 1995)",
    "multi" Multi "Multi-ProbCut: several shallow searches (Buro 1997)");
choices!(NBestMode:
    "off" Off "all moves",
    "moves" Moves "the N best moves of each node (Shannon 1950)",
    "pieces" Pieces "the N best pieces, and the M best targets of each");

/// How a technique switch reads and writes its field of [`Techniques`].
#[derive(Clone, Copy)]
pub enum Access {
    /// A switch that is on or off.
    Flag(fn(&mut Techniques) -> &mut bool),
    /// A number between a minimum and a maximum.
    Number(i32, i32, fn(&mut Techniques) -> &mut i32),
    /// One of several named values.
    Choice {
        /// Name and meaning of each value.
        choices: fn() -> Vec<(&'static str, &'static str)>,
        /// The present name.
        get: fn(&Techniques) -> &'static str,
        /// Sets the value by name; false if there is no such name.
        set: fn(&mut Techniques, &str) -> bool,
    },
}

/// Named technique switch of the search, with its help text and access to its field.
pub struct Switch {
    /// The name, as in UCI.
    pub name: &'static str,
    /// The help text.
    pub help: &'static str,
    /// Access to the field that the switch sets.
    pub access: Access,
}

impl Switch {
    /// Current value of the technique switch in `techniques`, as text.
    pub fn get(&self, techniques: &Techniques) -> String {
        let mut copy = *techniques;
        match self.access {
            Access::Flag(field) => field(&mut copy).to_string(),
            Access::Number(_, _, field) => field(&mut copy).to_string(),
            Access::Choice { get, .. } => get(techniques).to_owned(),
        }
    }

    /// Possible values of the technique switch as text, such as `true or false` or `1 to 6`.
    pub fn range(&self) -> String {
        match self.access {
            Access::Flag(_) => "true or false".to_owned(),
            Access::Number(min, max, _) => format!("{min} to {max}"),
            Access::Choice { choices, .. } => {
                choices().into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Parses `value` and stores it in `techniques` as the setting of this switch.
    pub fn set(&self, techniques: &mut Techniques, value: &str) -> Result<(), SwitchError> {
        let error =
            |wanted: String| SwitchError::Value { name: self.name, value: quoted(value), wanted };
        match self.access {
            Access::Flag(field) => {
                *field(techniques) = match value.to_ascii_lowercase().as_str() {
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => return Err(error(self.range())),
                };
            }
            Access::Number(min, max, field) => {
                // Tuners send decimals for what they tune.
                let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
                let number = number
                    .map(|number| number.round() as i32)
                    .filter(|number| (min..=max).contains(number));
                *field(techniques) =
                    number.ok_or_else(|| error(format!("a number from {}", self.range())))?;
            }
            Access::Choice { set, .. } => {
                if !set(techniques, value) {
                    return Err(error(format!("one of {}", self.range())));
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

/// Reduces a name to its lower-case letters and digits, for comparison with other names.
pub fn letters(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}
