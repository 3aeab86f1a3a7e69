//! The engines of a run: Secateur itself, or those that `--engine` names.

use super::SolveOptions;
use crate::cli::other::{option, options_of};
use crate::engine::Settings;
use crate::tools::solve::{EngineSetup, Solver, Team};
use crate::uci::solver::{External, NoSolver, Spec};
use crate::version;
use anyhow::{Result, bail};

/// Name of Secateur itself in `--engine`.
const OWN: &str = "self";

/// The engines of `--engine` in order; empty if only Secateur solves the suite.
pub(super) struct Engines {
    /// `None` for Secateur itself.
    specs: Vec<Option<Spec>>,
    setups: Vec<EngineSetup>,
}

/// A UCI option of the engines of a run.
#[derive(Clone, Debug)]
pub(super) struct EngineOption {
    /// Number of the engine, from 1; `None` for every engine that has the option.
    engine: Option<usize>,
    name: String,
    value: String,
}

/// Parses `Hash=64`, or `2:Hash=64` for the second engine.
pub(super) fn engine_option(text: &str) -> Result<EngineOption, String> {
    let number = text.split_once(':').and_then(|(number, rest)| Some((number.parse().ok()?, rest)));
    let (engine, text) = number.map_or((None, text), |(number, rest)| (Some(number), rest));
    let (name, value) = option(text)?;
    Ok(EngineOption { engine, name, value })
}

impl EngineOption {
    /// Whether the option is for the engine with this index.
    fn is_for(&self, index: usize) -> bool {
        self.engine.is_none_or(|number| number == index + 1)
    }
}

impl Engines {
    /// Starts each engine once to read its name and options.
    pub(super) fn new(options: &SolveOptions) -> Result<Engines> {
        check_numbers(options)?;
        let mut engines = Engines { specs: Vec::new(), setups: Vec::new() };
        // The first refusal of each option that is for every engine; `None` once an engine has it.
        let mut refused: Vec<Option<NoSolver>> = Vec::new();
        for (index, command) in options.engine.iter().enumerate() {
            if command == OWN {
                engines.specs.push(None);
                engines.setups.push(EngineSetup {
                    name: version::name(),
                    command: None,
                    options: Vec::new(),
                });
                continue;
            }
            let own = || options.option.iter().filter(|option| option.is_for(index));
            let mut all = options_of(&options.effort, options.multipv);
            all.extend(own().map(|option| (option.name.clone(), option.value.clone())));
            let spec = Spec { command: command.clone(), options: all };
            let external = External::start(&spec)?;
            let is_known = |option: &&EngineOption| external.check_option(&option.name).is_ok();
            for option in own().filter(|option| option.engine.is_some()) {
                external.check_option(&option.name)?;
            }
            let shared = || options.option.iter().filter(|option| option.engine.is_none());
            let answers = shared().map(|option| external.check_option(&option.name).err());
            refused = match refused.is_empty() {
                true => answers.collect(),
                false => refused.into_iter().zip(answers).map(|(a, b)| a.and(b)).collect(),
            };
            engines.setups.push(EngineSetup {
                name: external.name().to_owned(),
                command: Some(command.clone()),
                options: own()
                    .filter(is_known)
                    .map(|EngineOption { name, value, .. }| format!("{name}={value}"))
                    .collect(),
            });
            engines.specs.push(Some(spec));
        }
        // At least one engine must have the option.
        if let Some(error) = refused.into_iter().flatten().next() {
            return Err(error.into());
        }
        engines.distinguish();
        Ok(engines)
    }

    /// Renames engines with the same name: to their commands if these differ, or else by the options
    /// that differ, or by their numbers.
    fn distinguish(&mut self) {
        let before = self.setups.clone();
        for (index, setup) in self.setups.iter_mut().enumerate() {
            let same: Vec<&EngineSetup> =
                before.iter().filter(|other| other.name == setup.name).collect();
            let command = |of: &EngineSetup| of.command.clone().unwrap_or_default();
            let options = |of: &EngineSetup| {
                let is_own = |option: &&String| !same.iter().all(|s| s.options.contains(option));
                of.options.iter().filter(is_own).cloned().collect::<Vec<_>>().join(" ")
            };
            let is_alone = |text: &dyn Fn(&EngineSetup) -> String| {
                same.iter().filter(|other| text(other) == text(setup)).count() == 1
            };
            setup.name = match (command(setup), options(setup)) {
                _ if same.len() == 1 => continue,
                (command_line, _) if is_alone(&command) && !command_line.is_empty() => command_line,
                (_, own) if is_alone(&options) => format!("{} {own}", setup.name).trim().to_owned(),
                _ => format!("{} ({})", setup.name, index + 1),
            };
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

/// Refuses an option for an engine that does not exist, or for Secateur itself.
fn check_numbers(options: &SolveOptions) -> Result<()> {
    let count = options.engine.len();
    for EngineOption { engine, name, .. } in &options.option {
        let Some(number) = *engine else { continue };
        match number.checked_sub(1).and_then(|index| options.engine.get(index)) {
            Some(command) if command == OWN => {
                bail!("--option {number}:{name}: engine {number} is Secateur; use --hash and so on")
            }
            Some(_) => {}
            None => bail!("--option {number}:{name}: there is no engine {number} of {count}"),
        }
    }
    Ok(())
}

fn boxed(solver: impl Solver + 'static) -> Box<dyn Solver> {
    Box::new(solver)
}
