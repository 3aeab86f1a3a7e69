//! `--preset` and `--set`, for every command that searches.

use crate::quote::did_you_mean;
use crate::search::Techniques;
use crate::search::techniques::{Switch, SwitchError};
use anyhow::{Result, anyhow};
use clap::Args;

/// Command-line options that select the search techniques.
#[derive(Debug, Args)]
pub struct TechniqueOptions {
    /// Search techniques: full (default in games), papers (techniques of the papers, no forward
    /// pruning), plain (alpha-beta, transposition table, quiescence) or bare (alpha-beta only)
    #[arg(long, default_value = "full")]
    preset: String,
    /// Set a switch, such as `null-move.reduction=2`; may be repeated. The UCI command `switches`
    /// lists all switches
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl TechniqueOptions {
    /// Returns the technique preset and the switches as given on the command line.
    pub fn description(&self) -> String {
        let preset = self.preset.to_ascii_lowercase();
        std::iter::once(preset).chain(self.set.iter().cloned()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the search techniques that the options for preset and switches select.
    pub fn techniques(&self) -> Result<Techniques> {
        let mut techniques = preset("--preset", &self.preset)?;
        set_switches("--set", &self.set, &mut techniques)?;
        Ok(techniques)
    }
}

/// Returns the preset of this name; an error names the command-line option.
pub fn preset(option: &str, name: &str) -> Result<Techniques> {
    Techniques::preset(name).map_err(|error| anyhow!("{option}: {error}"))
}

/// Sets switches from texts of the form `name=value`; an error names the command-line option.
pub fn set_switches(option: &str, pairs: &[String], techniques: &mut Techniques) -> Result<()> {
    let mut set = pairs.iter().map(|pair| techniques.set_pair(pair));
    set.try_for_each(|result| result.map_err(|error| switch_error(option, &error)))
}

/// The error of a switch with the command-line option and, for an unknown name, the nearest one.
pub fn switch_error(option: &str, error: &SwitchError) -> anyhow::Error {
    let meant = match error {
        SwitchError::Unknown(name) if name.eq_ignore_ascii_case("preset") => {
            return anyhow!("{option}: 'Preset' is not a switch; use --preset NAME");
        }
        SwitchError::Unknown(name) => did_you_mean(name, Switch::all().map(|switch| switch.name)),
        _ => return anyhow!("{option}: {error}"),
    };
    if meant.is_empty() {
        return anyhow!("{option}: {error}; `secateur switches` lists them");
    }
    anyhow!("{option}: {error}{meant}")
}
