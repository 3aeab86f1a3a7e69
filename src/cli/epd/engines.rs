//! The engines of a run: Secateur itself, or those that `--engine` names.

use super::SolveOptions;
use crate::cli::other::{OWN, check_for_others, option, options_of, set_own_option};
use crate::engine::Settings;
use crate::quote::quoted;
use crate::search::Techniques;
use crate::tools::solve::{EngineSet, EngineSetup, Solver};
use crate::uci::solver::{ExternalEngine, ExternalEngineError, Spec};
use crate::version;
use anyhow::{Result, bail};

/// The engines of `--engine` in order; empty if only Secateur solves the suite.
pub(super) struct Engines {
    starts: Vec<Start>,
    setups: Vec<EngineSetup>,
}

/// How an engine of a run is started.
enum Start {
    /// Secateur itself, with these options.
    Own(Vec<(String, String)>),
    /// Another engine.
    Other(Spec),
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
    pub(super) fn new(options: &SolveOptions, techniques: Techniques) -> Result<Engines> {
        check_numbers(options)?;
        check_own_settings(options, techniques)?;
        let mut engines = Engines { starts: Vec::new(), setups: Vec::new() };
        // The first refusal of each option that is for every engine; `None` once an engine has it.
        let mut refused: Vec<Option<ExternalEngineError>> = Vec::new();
        for (index, command) in options.engine.iter().enumerate() {
            if command == OWN {
                engines.add_own(options, index)?;
                continue;
            }
            let external = engines.add_other(options, index, command)?;
            let shared = || options.option.iter().filter(|option| option.engine.is_none());
            let answers = shared().map(|option| external.check_option(&option.name).err());
            refused = match refused.is_empty() {
                true => answers.collect(),
                false => refused.into_iter().zip(answers).map(|(a, b)| a.and(b)).collect(),
            };
        }
        // At least one engine must have the option; `add_own` has checked those of Secateur.
        let has_own = options.engine.iter().any(|command| command == OWN);
        if let Some(error) = refused.into_iter().flatten().next().filter(|_| !has_own) {
            return Err(error.into());
        }
        engines.distinguish();
        Ok(engines)
    }

    /// Adds Secateur itself, with the options that `--option` sets there.
    fn add_own(&mut self, options: &SolveOptions, index: usize) -> Result<()> {
        let number = index + 1;
        let mut own = Vec::new();
        for EngineOption { name, value, .. } in options.option.iter().filter(|o| o.is_for(index)) {
            if !set_own_option(&mut Settings::default(), name, value)? {
                let name = quoted(name);
                bail!(
                    "--option {name}: engine {number} is Secateur, which takes only Hash and \
                     Threads; N:{name}= sets an option of another engine, --set and --compare \
                     compare two runs of Secateur"
                )
            }
            own.push((name.clone(), value.clone()));
        }
        self.setups.push(EngineSetup {
            name: version::NAME.to_owned(),
            command: None,
            options: own.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        });
        self.starts.push(Start::Own(own));
        Ok(())
    }

    /// Adds another engine, and starts it once.
    fn add_other(
        &mut self,
        options: &SolveOptions,
        index: usize,
        command: &str,
    ) -> Result<ExternalEngine> {
        let own = || options.option.iter().filter(|option| option.is_for(index));
        let spec = Spec {
            command: command.to_owned(),
            options: options_of(&options.search, options.multipv),
            chosen: own().map(|option| (option.name.clone(), option.value.clone())).collect(),
        };
        let external = ExternalEngine::start(&spec)?;
        for option in own().filter(|option| option.engine.is_some()) {
            external.check_option(&option.name)?;
        }
        self.setups.push(EngineSetup {
            name: external.name().to_owned(),
            command: Some(command.to_owned()),
            options: own()
                .filter(|option| external.check_option(&option.name).is_ok())
                .map(|EngineOption { name, value, .. }| format!("{name}={value}"))
                .collect(),
        });
        self.starts.push(Start::Other(spec));
        Ok(external)
    }

    /// Renames engines with the same name: to their commands if these differ, or else by the
    /// options that differ, or by their numbers.
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
        self.starts.len().max(1)
    }

    /// Returns the name and options of each engine, for the record of the run.
    pub(super) fn setups(&self) -> Vec<EngineSetup> {
        self.setups.clone()
    }

    /// Starts the engines once for each parallel job.
    pub(super) fn engine_sets(
        &self,
        options: &SolveOptions,
        settings: Settings,
        searches: usize,
    ) -> Result<Vec<EngineSet>> {
        if self.starts.is_empty() {
            let engines = options.search.engines(settings, searches)?;
            return Ok(engines.into_iter().map(|engine| vec![boxed(engine)]).collect());
        }
        let jobs = options.search.jobs().min(searches.max(1));
        let own = self.starts.iter().filter(|start| matches!(start, Start::Own(_))).count();
        options.search.check_memory(jobs * own)?;
        (0..jobs).map(|_| self.engine_set(options, settings)).collect()
    }

    fn engine_set(&self, options: &SolveOptions, settings: Settings) -> Result<EngineSet> {
        let solver = |start: &Start| match start {
            Start::Other(spec) => Ok(boxed(ExternalEngine::start(spec)?)),
            Start::Own(own) => {
                let mut settings = settings;
                for (name, value) in own {
                    set_own_option(&mut settings, name, value)?;
                }
                Ok(boxed(options.search.engines(settings, 1)?.remove(0)))
            }
        };
        self.starts.iter().map(solver).collect()
    }
}

/// Refuses settings of Secateur if only other engines solve the suite.
fn check_own_settings(options: &SolveOptions, techniques: Techniques) -> Result<()> {
    let has_own = options.engine.is_empty() || options.engine.iter().any(|command| command == OWN);
    if has_own { Ok(()) } else { check_for_others(&options.search, techniques) }
}

/// Refuses an option for an engine that does not exist.
fn check_numbers(options: &SolveOptions) -> Result<()> {
    let count = options.engine.len();
    for EngineOption { engine, name, .. } in &options.option {
        if let Some(number) = engine.filter(|number| !(1..=count).contains(number)) {
            bail!("--option {number}:{name}: there is no engine {number} of {count}");
        }
    }
    Ok(())
}

fn boxed(solver: impl Solver + 'static) -> Box<dyn Solver> {
    Box::new(solver)
}
