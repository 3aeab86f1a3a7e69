//! `--preset` and `--set`, for every command that searches.

use crate::quote::did_you_mean;
use crate::search::Techniques;
use crate::search::techniques::{Switch, SwitchError};
use anyhow::{Result, anyhow};
use clap::Args;

/// Command-line options that select the search techniques.
#[derive(Debug, Args)]
pub struct TechniqueOptions {
    /// Set of techniques: full (for play), papers (of papers S0 to S4, no forward pruning), plain
    /// (alpha-beta with transposition table) or bare
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
        let mut techniques = Techniques::preset(&self.preset).ok_or_else(|| {
            anyhow!("--preset: '{}' is none of full, papers, plain, bare", self.preset)
        })?;
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
