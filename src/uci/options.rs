//! The options: one line each, from which everything is generated that clients see and set.

use super::output::tell;
use crate::engine::{DEFAULT_HASH_MEGABYTES, DEFAULT_MOVE_OVERHEAD, Engine};
use crate::eval::evaluator_named;
use crate::search::Techniques;
use crate::search::techniques::{Access, Switch, SwitchError};
use crate::tablebase::{MOST_MEN, Rules};
use std::time::Duration;

/// What is set by options but is no business of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manners {
    /// Castling is written as king takes rook.
    pub chess960: bool,
    /// The client may let us think on the opponent's time; informative.
    pub ponder: bool,
    /// The client analyses rather than plays; informative so far.
    pub analyse: bool,
}

/// What kind of value an option takes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Check { default: bool },
    Spin { default: i64, least: i64, largest: i64 },
    Button,
    Text { default: &'static str },
}

/// A value that fits its option.
#[derive(Clone, Debug)]
enum Value {
    Check(bool),
    Spin(i64),
    Text(String),
    Pressed,
}

struct Opt {
    name: &'static str,
    kind: Kind,
    apply: fn(&mut Engine, &mut Manners, &Value) -> Result<(), String>,
}

/// The value of EvalFile that stands for what the program was built with.
const EMBEDDED: &str = "<embedded>";
/// How the protocol writes a text without letters.
const EMPTY: &str = "<empty>";

/// Every option. Names are those that clients look for.
static OPTIONS: [Opt; 13] = [
    Opt {
        name: "Hash",
        kind: Kind::Spin { default: DEFAULT_HASH_MEGABYTES as i64, least: 1, largest: 1 << 25 },
        apply: |engine, _, value| engine.set_hash(value.number() as usize).map_err(|error| error.to_string()),
    },
    Opt {
        name: "Clear Hash",
        kind: Kind::Button,
        apply: |engine, _, _| {
            engine.clear_table();
            Ok(())
        },
    },
    Opt {
        name: "Threads",
        kind: Kind::Spin { default: 1, least: 1, largest: 1024 },
        apply: |engine, _, value| {
            engine.set_threads(value.number() as usize);
            Ok(())
        },
    },
    Opt {
        name: "MultiPV",
        kind: Kind::Spin { default: 1, least: 1, largest: 218 },
        apply: |engine, _, value| {
            engine.set_lines(value.number() as usize);
            Ok(())
        },
    },
    Opt {
        name: "Ponder",
        kind: Kind::Check { default: false },
        apply: |_, manners, value| {
            manners.ponder = value.is_on();
            Ok(())
        },
    },
    Opt {
        name: "Move Overhead",
        kind: Kind::Spin { default: DEFAULT_MOVE_OVERHEAD.as_millis() as i64, least: 0, largest: 10_000 },
        apply: |engine, _, value| {
            engine.set_move_overhead(Duration::from_millis(value.number().unsigned_abs()));
            Ok(())
        },
    },
    Opt {
        name: "EvalFile",
        kind: Kind::Text { default: EMBEDDED },
        apply: |engine, _, value| {
            let name = if [EMBEDDED, ""].contains(&value.text()) { "linear" } else { value.text() };
            engine.use_evaluator(evaluator_named(name).map_err(|error| error.to_string())?);
            Ok(())
        },
    },
    Opt {
        name: "SyzygyPath",
        kind: Kind::Text { default: EMPTY },
        apply: |engine, _, value| use_tablebases(engine, value.text()),
    },
    Opt {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin { default: 1, least: 1, largest: 100 },
        apply: |engine, _, value| {
            let depth = value.number() as i32;
            engine.set_table_rules(Rules { depth, ..engine.settings().tables });
            Ok(())
        },
    },
    Opt {
        name: "SyzygyProbeLimit",
        kind: Kind::Spin { default: MOST_MEN as i64, least: 0, largest: MOST_MEN as i64 },
        apply: |engine, _, value| {
            let men = value.number() as usize;
            engine.set_table_rules(Rules { men, ..engine.settings().tables });
            Ok(())
        },
    },
    Opt {
        name: "Syzygy50MoveRule",
        kind: Kind::Check { default: true },
        apply: |engine, _, value| {
            let fifty_moves = value.is_on();
            engine.set_table_rules(Rules { fifty_moves, ..engine.settings().tables });
            Ok(())
        },
    },
    Opt {
        name: "UCI_Chess960",
        kind: Kind::Check { default: false },
        apply: |_, manners, value| {
            manners.chess960 = value.is_on();
            Ok(())
        },
    },
    Opt {
        name: "UCI_AnalyseMode",
        kind: Kind::Check { default: false },
        apply: |_, manners, value| {
            manners.analyse = value.is_on();
            Ok(())
        },
    },
];

impl Value {
    fn number(&self) -> i64 {
        if let Value::Spin(number) = self { *number } else { 0 }
    }

    fn is_on(&self) -> bool {
        matches!(self, Value::Check(true))
    }

    fn text(&self) -> &str {
        if let Value::Text(text) = self { text } else { "" }
    }
}

impl Kind {
    fn read(self, text: &str) -> Result<Value, String> {
        match self {
            Kind::Button => Ok(Value::Pressed),
            Kind::Text { .. } => Ok(Value::Text(if text == EMPTY { String::new() } else { text.to_owned() })),
            Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(Value::Check(true)),
                "false" => Ok(Value::Check(false)),
                _ => Err(format!("'{text}' is neither true nor false")),
            },
            Kind::Spin { least, largest, .. } => {
                let number: i64 = text.parse().map_err(|_| format!("'{text}' is not a whole number"))?;
                if (least..=largest).contains(&number) {
                    Ok(Value::Spin(number))
                } else {
                    Err(format!("{number} is not between {least} and {largest}"))
                }
            }
        }
    }
}

/// Looks for endgame tables and tells in one line what has been found, and what is amiss.
fn use_tablebases(engine: &mut Engine, path: &str) -> Result<(), String> {
    let before = engine.tablebases().map(|tables| tables.path().to_owned());
    engine.use_tablebases(path).map_err(|error| error.to_string())?;
    if let Some(tables) = engine.tablebases().filter(|tables| before.as_deref() != Some(tables.path())) {
        let problems: String = tables.problems().iter().map(|problem| format!("; {problem}")).collect();
        tell(&format!("SyzygyPath: {}{problems}", tables.inventory()));
    }
    Ok(())
}

/// The lines that declare the options.
pub fn declarations() -> impl Iterator<Item = String> {
    OPTIONS.iter().map(|option| match option.kind {
        Kind::Check { default } => format!("option name {} type check default {default}", option.name),
        Kind::Spin { default, least, largest } => {
            format!("option name {} type spin default {default} min {least} max {largest}", option.name)
        }
        Kind::Button => format!("option name {} type button", option.name),
        Kind::Text { default } => format!("option name {} type string default {default}", option.name),
    })
}

/// The lines that declare the research switches, for experts.
pub fn switch_declarations(techniques: &Techniques) -> impl Iterator<Item = String> {
    Switch::all().map(|switch| {
        let default = switch.get(techniques);
        match switch.access {
            Access::Flag(_) => format!("option name {} type check default {default}", switch.name),
            Access::Number(least, largest, _) => {
                format!("option name {} type spin default {default} min {least} max {largest}", switch.name)
            }
            Access::Choice { names, .. } => {
                let names: Vec<String> = names().into_iter().map(|name| format!("var {name}")).collect();
                format!("option name {} type combo default {default} {}", switch.name, names.join(" "))
            }
        }
    })
}

/// The research switches with their values, for people.
pub fn switch_help(techniques: &Techniques) -> impl Iterator<Item = String> {
    Switch::all().map(|switch| format!("{:<24} {:<14} {}", switch.name, switch.get(techniques), switch.help))
}

/// Names are compared without regard to case and blanks: `MoveOverhead` is `Move Overhead`.
fn is_same_name(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(|letter| !letter.is_whitespace()).map(|letter| letter.to_ascii_lowercase()).collect()
    };
    letters(a) == letters(b)
}

/// Sets an option; what is wrong with it is told in one line, and nothing has changed then.
pub fn set(engine: &mut Engine, manners: &mut Manners, name: &str, value: Option<&str>) {
    let Some(option) = OPTIONS.iter().find(|option| is_same_name(option.name, name)) else {
        return set_switch(engine, name, value.unwrap_or(""));
    };
    let result = option.kind.read(value.unwrap_or("")).and_then(|value| (option.apply)(engine, manners, &value));
    if let Err(reason) = result {
        tell(&format!("option {}: {reason}", option.name));
    }
}

/// Sets a research switch, or all of them by `Preset`.
fn set_switch(engine: &mut Engine, name: &str, value: &str) {
    let mut techniques = engine.settings().techniques;
    if is_same_name(name, "Preset") {
        match Techniques::preset(value) {
            Some(preset) => techniques = preset,
            None => return tell(&format!("option Preset: '{value}' is none of full, papers, plain, bare")),
        }
    } else {
        match techniques.set(name, value) {
            Ok(()) => {}
            Err(SwitchError::Unknown(_)) => return tell(&format!("there is no option '{name}'")),
            Err(error) => return tell(&format!("option {error}")),
        }
    }
    engine.set_techniques(techniques);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_written() {
        assert!(is_same_name("MoveOverhead", "Move Overhead") && is_same_name("hash", "Hash"));
        assert!(!is_same_name("Hash", "Clear Hash"));
    }

    #[test]
    fn values_are_checked() {
        let hash = Kind::Spin { default: 16, least: 1, largest: 64 };
        assert!(hash.read("64").is_ok() && hash.read("65").is_err() && hash.read("abc").is_err());
        assert!(Kind::Check { default: false }.read("TRUE").is_ok());
        assert!(Kind::Check { default: false }.read("yes").is_err());
    }

    #[test]
    fn declarations_read_like_the_protocol() {
        let lines: Vec<String> = declarations().collect();
        assert!(lines.contains(&"option name Hash type spin default 16 min 1 max 33554432".to_owned()));
        assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
        assert!(lines.contains(&"option name Ponder type check default false".to_owned()));
    }
}
