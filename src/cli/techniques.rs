//! `--preset` and `--set`, for every command that searches.

use crate::quote::did_you_mean;
use crate::search::Techniques;
use crate::search::techniques::{Switch, SwitchError};
use anyhow::{Result, anyhow};
use clap::Args;

/// Which techniques a command searches with.
#[derive(Debug, Args)]
pub struct TechniqueOptions {
    /// Techniques to begin with: full (for play), papers (what S0 to S4 describe, forward pruning
    /// off), plain (alpha-beta and table), bare
    #[arg(long, default_value = "full")]
    preset: String,
    /// Set a switch, as `null-move.reduction=2`; may be given several times. `switches` in the UCI
    /// console lists them
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl TechniqueOptions {
    /// Preset and switches as they were given.
    pub fn description(&self) -> String {
        let preset = self.preset.to_ascii_lowercase();
        std::iter::once(preset).chain(self.set.iter().cloned()).collect::<Vec<_>>().join(" ")
    }

    /// The techniques asked for.
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
