//! UCI options. Each option has one table entry, which holds its declaration and its effect.
//!
//! Each submodule has the options of one topic; `LISTS` combines them. [`Values`] stores the
//! current values, so that setting the same value again has no effect.

mod general;
pub mod kinds;
mod play;
mod strength;
mod tables;

use super::book::OpeningBook;
use super::node_clock::NodeClock;
use crate::engine::Engine;
use crate::quote::did_you_mean;
use crate::search::Techniques;
use crate::search::techniques::switches::letters;
use crate::search::techniques::{Access, PRESETS, Switch, SwitchError};
use kinds::{UciOption, Value};
use strength::StrengthOptions;

/// All options, grouped by topic, in the order of the declarations.
static LISTS: [&[UciOption]; 4] =
    [&general::OPTIONS, &tables::OPTIONS, &play::OPTIONS, &strength::OPTIONS];

/// Values of UCI options that concern the protocol or output, and not the engine.
#[derive(Debug, Default)]
pub struct ProtocolOptions {
    /// Castling moves are written as king takes rook (UCI_Chess960).
    pub chess960: bool,
    /// Analysis mode (UCI_AnalyseMode): the opening book is not used.
    pub analyse: bool,
    /// Opening book and its settings.
    pub book: OpeningBook,
    /// Clock in nodes (`nodestime`).
    pub node_clock: NodeClock,
    /// UCI_Opponent: title, rating, `computer` or `human`, name. Empty if it is not set.
    pub opponent: String,
    /// Scores include `wdl` (UCI_ShowWDL).
    pub shows_wdl: bool,
    /// Remarks on option values, not yet sent.
    pub remarks: Vec<String>,
    /// Playing strength.
    level: StrengthOptions,
    /// Current values.
    values: Values,
    /// Values from the user's defaults file.
    defaults: Values,
}

/// Name of the research option that sets all switches.
const PRESET: &str = "Preset";

/// Current values of UCI options by name; an option without an entry has its default value.
#[derive(Clone, Debug, Default)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    fn of(&self, option: &UciOption) -> Option<&Value> {
        self.0.iter().find(|(name, _)| *name == option.name).map(|(_, value)| value)
    }

    /// Whether the UCI option already has this value, so that it need not be applied.
    pub fn is_in_force(&self, option: &UciOption, value: &Value) -> bool {
        match self.of(option) {
            Some(set) => set == value,
            None => option.kind.default_value().as_ref() == Some(value),
        }
    }

    /// Stores the current value of a UCI option; buttons have no value.
    pub fn note(&mut self, option: &UciOption, value: Value) {
        self.0.retain(|(name, _)| *name != option.name);
        if value != Value::Pressed {
            self.0.push((option.name, value));
        }
    }
}

/// Iterates over all UCI options in the order of their declaration.
pub fn all() -> impl Iterator<Item = &'static UciOption> {
    LISTS.iter().copied().flatten()
}

/// Formats the `option` lines that declare the UCI options in reply to `uci`.
pub fn declarations(options: &ProtocolOptions) -> impl Iterator<Item = String> {
    all().map(|option| {
        let kind = match options.defaults.of(option) {
            Some(value) => option.kind.with_default(value),
            None => option.kind.declaration(),
        };
        format!("option name {} {kind}", option.name)
    })
}

/// Formats the `option` lines that declare the research switches, in reply to `uci expert`.
pub fn switch_declarations(techniques: &Techniques) -> impl Iterator<Item = String> {
    let presets = PRESETS.map(|name| format!("var {name}")).join(" ");
    let preset = format!("option name {PRESET} type combo default full {presets}");
    let switches = Switch::all().map(|switch| {
        let default = switch.get(techniques);
        match switch.access {
            Access::Flag(_) => format!("option name {} type check default {default}", switch.name),
            Access::Number(min, max, _) => {
                format!(
                    "option name {} type spin default {default} min {min} max {max}",
                    switch.name
                )
            }
            Access::Choice { choices, .. } => {
                let names: Vec<String> =
                    choices().into_iter().map(|(name, _)| format!("var {name}")).collect();
                format!(
                    "option name {} type combo default {default} {}",
                    switch.name,
                    names.join(" ")
                )
            }
        }
    });
    std::iter::once(preset).chain(switches)
}

/// Returns name with current value, and description with possible values, of each research switch.
pub fn switch_help(techniques: &Techniques) -> impl Iterator<Item = (String, String)> {
    let line = |name, value: &str| format!("{name:<28} {value:<16} ");
    let is_set = |name: &&str| Techniques::preset(name).is_ok_and(|found| found == *techniques);
    let preset = line(PRESET, PRESETS.into_iter().find(is_set).unwrap_or("custom"));
    let help = format!("sets all switches below ({})", PRESETS.join(", "));
    let switches = Switch::all().map(move |switch| {
        let beginning = line(switch.name, &switch.get(techniques));
        (beginning, format!("{} ({})", switch.help, switch.range()))
    });
    std::iter::once((preset, help)).chain(switches)
}

/// Whether two option names are equal apart from case, blanks and punctuation, as `MoveOverhead`
/// and `Move Overhead`. The names of switches are compared in the same way.
pub fn is_same_name(a: &str, b: &str) -> bool {
    letters(a) == letters(b)
}

/// Whether a `setoption` with this name changes the debug log.
pub fn is_log(name: &str) -> bool {
    is_same_name(name, play::LOG)
}

/// Sets a UCI option by name; an error leaves the old value.
pub fn set(
    engine: &mut Engine,
    options: &mut ProtocolOptions,
    name: &str,
    value: &str,
) -> Result<(), String> {
    match all().find(|option| is_same_name(option.name, name)) {
        Some(option) => set_known(option, engine, options, value)
            .map_err(|reason| format!("option {}: {reason}", option.name)),
        None => set_switch(engine, name, value),
    }
}

/// Sets a UCI option to the user's default (`secateur.toml`), which also becomes the default in its
/// declaration.
pub fn set_default(
    engine: &mut Engine,
    options: &mut ProtocolOptions,
    name: &str,
    value: &str,
) -> Result<(), String> {
    set(engine, options, name, value)?;
    options.defaults = options.values.clone();
    Ok(())
}

fn set_known(
    option: &UciOption,
    engine: &mut Engine,
    options: &mut ProtocolOptions,
    text: &str,
) -> Result<(), String> {
    let value = option.kind.read(text)?;
    // The log closes itself after a write error.
    if option.name == play::LOG || !options.values.is_in_force(option, &value) {
        (option.apply)(engine, options, &value)?;
        options.values.note(option, value);
    }
    Ok(())
}

/// Sets a research switch, or all switches with `Preset`.
fn set_switch(engine: &mut Engine, name: &str, value: &str) -> Result<(), String> {
    let mut techniques = engine.settings().techniques;
    if is_same_name(name, PRESET) {
        techniques =
            Techniques::preset(value).map_err(|error| format!("option Preset: {error}"))?;
    } else {
        match techniques.set(name, value) {
            Ok(()) => {}
            Err(SwitchError::Unknown(name)) => {
                let switches = Switch::all().map(|switch| switch.name);
                let meant = did_you_mean(&name, all().map(|option| option.name).chain(switches));
                return Err(format!("there is no option '{name}'{meant}"));
            }
            Err(error) => return Err(format!("option {error}")),
        }
    }
    engine.set_techniques(techniques);
    Ok(())
}
