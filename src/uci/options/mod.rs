//! The options: one entry each, from which everything is generated that clients see and set.
//!
//! Entries stand in lists, one list a subject and a file ([`general`] first); [`LISTS`] puts them
//! together. [`Values`] remembers what is in force, so that the same value again changes nothing,
//! whatever the option.

mod general;
mod kinds;
mod play;
mod strength;
mod tables;

use super::book::Library;
use super::node_clock::NodeClock;
use super::output::tell;
use crate::engine::Engine;
use crate::quote::{did_you_mean, quoted};
use crate::search::Techniques;
use crate::search::techniques::{Access, Switch, SwitchError};
use kinds::{Opt, Value};
use strength::Level;

/// Every option, subject by subject.
static LISTS: [&[Opt]; 4] =
    [&general::OPTIONS, &tables::OPTIONS, &play::OPTIONS, &strength::OPTIONS];

/// What is set by options but is no business of the engine.
#[derive(Debug, Default)]
pub struct Manners {
    /// Castling is written as king takes rook.
    pub chess960: bool,
    /// The client analyses rather than plays: no move comes from the book.
    pub analyse: bool,
    /// The opening book.
    pub library: Library,
    /// Nodes as time.
    pub node_clock: NodeClock,
    /// Whom the client says we play: title, rating, `computer` or `human`, name. Empty if it has
    /// not said.
    pub opponent: String,
    /// Scores come with the chances of winning, drawing and losing.
    pub shows_chances: bool,
    /// How strongly to play.
    level: Level,
    /// The values that clients have set.
    values: Values,
    /// The values that the user's own defaults have set before.
    defaults: Values,
}

/// Values set so far and in force, by the names of their options; all others have their defaults.
#[derive(Clone, Debug, Default)]
struct Values(Vec<(&'static str, Value)>);

impl Values {
    fn of(&self, option: &Opt) -> Option<&Value> {
        self.0.iter().find(|(name, _)| *name == option.name).map(|(_, value)| value)
    }

    fn is_in_force(&self, option: &Opt, value: &Value) -> bool {
        match self.of(option) {
            Some(set) => set == value,
            None => option.kind.default_value().as_ref() == Some(value),
        }
    }

    fn note(&mut self, option: &Opt, value: Value) {
        self.0.retain(|(name, _)| *name != option.name);
        if value != Value::Pressed {
            self.0.push((option.name, value));
        }
    }
}

fn all() -> impl Iterator<Item = &'static Opt> {
    LISTS.iter().copied().flatten()
}

/// The lines that declare the options.
pub fn declarations(manners: &Manners) -> impl Iterator<Item = String> {
    all().map(|option| {
        let kind = match manners.defaults.of(option) {
            Some(value) => option.kind.with_default(value),
            None => option.kind.declaration(),
        };
        format!("option name {} {kind}", option.name)
    })
}

/// The lines that declare the research switches, for experts.
pub fn switch_declarations(techniques: &Techniques) -> impl Iterator<Item = String> {
    Switch::all().map(|switch| {
        let default = switch.get(techniques);
        match switch.access {
            Access::Flag(_) => format!("option name {} type check default {default}", switch.name),
            Access::Number(least, largest, _) => {
                format!(
                    "option name {} type spin default {default} min {least} max {largest}",
                    switch.name
                )
            }
            Access::Choice { names, .. } => {
                let names: Vec<String> =
                    names().into_iter().map(|name| format!("var {name}")).collect();
                format!(
                    "option name {} type combo default {default} {}",
                    switch.name,
                    names.join(" ")
                )
            }
        }
    })
}

/// The research switches for people: name with value, and what each does.
pub fn switch_help(techniques: &Techniques) -> impl Iterator<Item = (String, &'static str)> {
    Switch::all()
        .map(|switch| (format!("{:<24} {:<14} ", switch.name, switch.get(techniques)), switch.help))
}

/// Names are compared without regard to case and blanks: `MoveOverhead` is `Move Overhead`.
fn is_same_name(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars()
            .filter(|letter| !letter.is_whitespace())
            .map(|letter| letter.to_ascii_lowercase())
            .collect()
    };
    letters(a) == letters(b)
}

/// Sets an option; what is wrong with it is told in one line, and nothing has changed then.
pub fn set(engine: &mut Engine, manners: &mut Manners, name: &str, value: Option<&str>) {
    let Some(option) = all().find(|option| is_same_name(option.name, name)) else {
        return set_switch(engine, name, value.unwrap_or(""));
    };
    if let Err(reason) = set_known(option, engine, manners, value.unwrap_or("")) {
        tell(&format!("option {}: {reason}", option.name));
    }
}

/// Sets an option to the user's own default.
pub fn set_default(engine: &mut Engine, manners: &mut Manners, name: &str, value: &str) {
    set(engine, manners, name, Some(value));
    manners.defaults = manners.values.clone();
}

fn set_known(
    option: &Opt,
    engine: &mut Engine,
    manners: &mut Manners,
    text: &str,
) -> Result<(), String> {
    let value = option.kind.read(text)?;
    if !manners.values.is_in_force(option, &value) {
        (option.apply)(engine, manners, &value)?;
        manners.values.note(option, value);
    }
    Ok(())
}

/// Sets a research switch, or all of them by `Preset`.
fn set_switch(engine: &mut Engine, name: &str, value: &str) {
    let mut techniques = engine.settings().techniques;
    if is_same_name(name, "Preset") {
        match Techniques::preset(value) {
            Some(preset) => techniques = preset,
            None => {
                return tell(&format!(
                    "option Preset: '{}' is none of full, papers, plain, bare",
                    quoted(value)
                ));
            }
        }
    } else {
        match techniques.set(name, value) {
            Ok(()) => {}
            Err(SwitchError::Unknown(name)) => {
                let switches = Switch::all().map(|switch| switch.name);
                let meant = did_you_mean(&name, all().map(|option| option.name).chain(switches));
                return tell(&format!("there is no option '{name}'{meant}"));
            }
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
    fn no_two_options_share_a_name() {
        let names: Vec<&str> = all().map(|option| option.name).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].iter().any(|other| is_same_name(other, name)), "{name}");
            assert!(
                !name.to_ascii_lowercase().starts_with("value"),
                "clients could not tell '{name}' from its value"
            );
        }
    }

    #[test]
    fn the_same_value_again_is_no_change() {
        let hash = all().find(|option| option.name == "Hash").expect("there");
        let mut values = Values::default();
        assert!(values.is_in_force(hash, &Value::Spin(16)), "the default is in force");
        values.note(hash, Value::Spin(32));
        assert!(
            values.is_in_force(hash, &Value::Spin(32))
                && !values.is_in_force(hash, &Value::Spin(16))
        );
        let button = all().find(|option| option.name == "Clear Hash").expect("there");
        values.note(button, Value::Pressed);
        assert!(!values.is_in_force(button, &Value::Pressed), "a button is pressed every time");
    }

    #[test]
    fn declarations_read_like_the_protocol() {
        let lines: Vec<String> = declarations(&Manners::default()).collect();
        assert!(
            lines.contains(&"option name Hash type spin default 16 min 1 max 33554432".to_owned())
        );
        assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
        assert!(lines.contains(&"option name Ponder type check default false".to_owned()));
    }
}
