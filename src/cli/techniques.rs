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
        let mut techniques =
            Techniques::preset(&self.preset).map_err(|error| anyhow!("--preset: {error}"))?;
        for pair in &self.set {
            techniques.set_pair(pair).map_err(|error| {
                let meant = match &error {
                    SwitchError::Unknown(name) => {
                        did_you_mean(name, Switch::all().map(|switch| switch.name))
                    }
                    _ => String::new(),
                };
                anyhow!("--set: {error}{meant}")
            })?;
        }
        Ok(techniques)
    }
}
