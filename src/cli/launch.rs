//! Starts the faster of two programs: one archive serves every x86-64 processor.
//!
//! The archive holds `secateur`, built for x86-64-v2, and `secateur-VERSION-v3` beside it, built
//! from the same sources for x86-64-v3. On start, `secateur` replaces itself by the second if the
//! processor has x86-64-v3 and a fast PEXT. If the second file is missing or cannot be started, it
//! runs itself. The version in the name keeps programs of two releases apart.
//!
//! The environment variable `SECATEUR_LEVEL` (`v2` or `v3`) forces either. Other builds, such as
//! those of `make`, start nothing.

use crate::machine;
use crate::version;
use anyhow::{Context, Result, bail};
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// Environment variable that forces a level.
const FORCE: &str = "SECATEUR_LEVEL";

/// What to do with the x86-64-v3 build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launch {
    /// Do not start it.
    Never,
    /// Start it if it is installed and can be started.
    IfPossible,
    /// Start it or fail.
    Forced,
}

impl Launch {
    /// The decision for a processor that has x86-64-v3 or not, and runs that build faster or not.
    /// `level` is the value of `SECATEUR_LEVEL`.
    pub fn of(level: Option<&str>, has_v3: bool, prefers_v3: bool) -> Result<Launch> {
        match level {
            None if prefers_v3 => Ok(Launch::IfPossible),
            None | Some("v2") => Ok(Launch::Never),
            Some("v3") if has_v3 => Ok(Launch::Forced),
            Some("v3") => bail!("{FORCE}: this processor does not have x86-64-v3"),
            Some(other) => bail!("{FORCE}: '{other}' is not v2 or v3"),
        }
    }
}

/// Replaces this process by the x86-64-v3 build if that is installed and faster here; otherwise
/// returns.
pub fn start_better() -> Result<()> {
    if !machine::IS_BASELINE {
        return Ok(());
    }
    let level = env::var(FORCE).ok();
    let launch = Launch::of(level.as_deref(), machine::has_x86_64_v3(), machine::prefers_v3())?;
    if launch == Launch::Never {
        return Ok(());
    }
    match (launch, better()) {
        (Launch::Forced, None) => bail!("{FORCE}: there is no {} beside secateur", better_name()),
        (Launch::Forced, Some(program)) => start(&program),
        (_, None) => Ok(()),
        (_, Some(program)) => {
            // Both programs do the same; this one is slower.
            let failed = start(&program);
            failed.err().iter().for_each(|error| eprintln!("secateur: {error:#}"));
            Ok(())
        }
    }
}

/// File name of the x86-64-v3 build of the program.
pub fn better_name() -> String {
    format!("secateur-{}-v3{}", version::VERSION, env::consts::EXE_SUFFIX)
}

/// The program for x86-64-v3, in the folder of this one; `None` if there is none, or if this is it.
fn better() -> Option<PathBuf> {
    let own = env::current_exe().ok()?.canonicalize().ok()?;
    let better = own.with_file_name(better_name());
    (better != own && better.is_file()).then_some(better)
}

/// Replaces this process. Returns only if the system refuses.
#[cfg(unix)]
fn start(program: &PathBuf) -> Result<()> {
    use std::os::unix::process::CommandExt;
    let error = Command::new(program).args(env::args_os().skip(1)).exec();
    Err(error).with_context(|| format!("cannot start {}", program.display()))
}

/// Runs the program and ends with its exit code.
#[cfg(not(unix))]
fn start(program: &PathBuf) -> Result<()> {
    let status = Command::new(program).args(env::args_os().skip(1)).status();
    let status = status.with_context(|| format!("cannot start {}", program.display()))?;
    std::process::exit(status.code().unwrap_or(1));
}
