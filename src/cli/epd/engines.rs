//! The engines of a run: Secateur itself, or those that `--engine` names.

use super::SolveOptions;
use crate::cli::other::options_of;
use crate::engine::Settings;
use crate::tools::solve::{EngineSetup, Solver, Team};
use crate::uci::solver::{External, NoSolver, Spec};
use crate::version;
use anyhow::Result;

/// Name of Secateur itself in `--engine`.
const OWN: &str = "self";

/// The engines of `--engine` in order; empty if only Secateur solves the suite.
pub(super) struct Engines {
    /// `None` for Secateur itself.
    specs: Vec<Option<Spec>>,
    setups: Vec<EngineSetup>,
}

impl Engines {
    /// Starts each engine once to read its name and options.
    pub(super) fn new(options: &SolveOptions) -> Result<Engines> {
        let mut engines = Engines { specs: Vec::new(), setups: Vec::new() };
        let mut refusals: Vec<Vec<NoSolver>> = Vec::new();
        for command in &options.engine {
            if command == OWN {
                engines.specs.push(None);
                engines.setups.push(EngineSetup {
                    name: version::name(),
                    command: None,
                    options: Vec::new(),
                });
                continue;
            }
            let mut all = options_of(&options.effort, options.multipv);
            all.extend(options.option.iter().cloned());
            let spec = Spec { command: command.clone(), options: all };
            let external = External::start(&spec)?;
            let refused = options.option.iter().map(|(name, _)| external.check_option(name).err());
            refusals.push(refused.flatten().collect());
            let own = options.option.iter().filter(|(name, _)| external.check_option(name).is_ok());
            engines.setups.push(EngineSetup {
                name: external.name().to_owned(),
                command: Some(command.clone()),
                options: own.map(|(name, value)| format!("{name}={value}")).collect(),
            });
            engines.specs.push(Some(spec));
        }
        // At least one engine must have the option.
        for (name, _) in &options.option {
            let is_refused_by = |error: &NoSolver| matches!(error, NoSolver::Option { name: other, .. } if other == name);
            if refusals.iter().all(|errors| errors.iter().any(is_refused_by))
                && let Some(error) =
                    refusals.iter_mut().flat_map(|errors| errors.drain(..)).find(is_refused_by)
            {
                return Err(error.into());
            }
        }
        engines.distinguish();
        Ok(engines)
    }

    /// Renames engines with the same name to their commands.
    fn distinguish(&mut self) {
        let names: Vec<String> = self.setups.iter().map(|setup| setup.name.clone()).collect();
        for setup in &mut self.setups {
            if names.iter().filter(|name| **name == setup.name).count() > 1
                && let Some(command) = &setup.command
            {
                setup.name.clone_from(command);
            }
        }
    }

    /// Number of engines that solve each position.
    pub(super) fn count(&self) -> usize {
        self.specs.len().max(1)
    }

    /// Returns the name and options of each engine, for the record of the run.
    pub(super) fn setups(&self) -> Vec<EngineSetup> {
        self.setups.clone()
    }

    /// Starts the engines once for each parallel job.
    pub(super) fn teams(
        &self,
        options: &SolveOptions,
        settings: Settings,
        searches: usize,
    ) -> Result<Vec<Team>> {
        if self.specs.is_empty() {
            let engines = options.effort.engines(settings, searches)?;
            return Ok(engines.into_iter().map(|engine| vec![boxed(engine)]).collect());
        }
        let jobs = options.effort.jobs().min(searches.max(1));
        (0..jobs).map(|_| self.team(options, settings)).collect()
    }

    fn team(&self, options: &SolveOptions, settings: Settings) -> Result<Team> {
        let solver = |spec: &Option<Spec>| match spec {
            Some(spec) => Ok(boxed(External::start(spec)?)),
            None => Ok(boxed(options.effort.engines(settings, 1)?.remove(0))),
        };
        self.specs.iter().map(solver).collect()
    }
}

fn boxed(solver: impl Solver + 'static) -> Box<dyn Solver> {
    Box::new(solver)
}
