//! The user's defaults: table size, number of threads and tablebase paths. They come from the
//! environment or from `secateur.toml` in the user's configuration folder.
//!
//! The file is TOML with the keys `hash` (MB), `threads` and `syzygy` (folders). An environment
//! variable overrides the file. An option of a command or of the protocol overrides both. The
//! benchmark ignores the defaults, because its node count must not depend on the user.

use crate::files::{FileError, read_regular};
use crate::quote::{did_you_mean, quoted};
use crate::search::limits::{MAX_HASH, MAX_THREADS};
use once_cell::sync::Lazy;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Default settings of the user, from `secateur.toml` and environment variables. Options of a
/// command or of the protocol override them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    /// The size of the transposition table, megabytes.
    pub hash: Option<Setting<u64>>,
    /// The number of search threads.
    pub threads: Option<Setting<u64>>,
    /// The folders of tablebases.
    pub syzygy: Option<Setting<String>>,
}

/// Value of a user's default setting, with the file or environment variable it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting<T> {
    /// The value.
    pub value: T,
    /// The name of the variable or the file.
    pub source: String,
}

impl<T: fmt::Display> fmt::Display for Setting<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.value, self.source)
    }
}

/// The keys of the file. The environment variable of a key is `SECATEUR_` and the key in capitals.
const KEYS: [&str; 3] = ["hash", "threads", "syzygy"];
/// Windows editors begin UTF-8 files with it.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// Largest size of the file, bytes.
const MAX_BYTES: u64 = 1 << 20;

static USER: Lazy<(Defaults, Vec<String>)> = Lazy::new(|| {
    let path = path();
    let name = path.as_ref().map_or(String::new(), |path| path.display().to_string());
    let (text, error) = match path.as_deref().map(read_text).transpose() {
        Ok(text) => (text.flatten(), None),
        Err(error) => (None, Some(error)),
    };
    let environment =
        |key: &str| Some(std::env::var_os(variable(key))?.to_string_lossy().into_owned());
    let (defaults, problems) = read(text.as_deref().map(|text| (name.as_str(), text)), environment);
    (defaults, error.into_iter().chain(problems).collect())
});

/// Returns the user's default settings, without the invalid lines of `secateur.toml` and the
/// invalid environment variables.
pub fn user() -> &'static Defaults {
    &USER.0
}

/// Returns the errors found in `secateur.toml` and the environment variables, each with its place.
pub fn problems() -> &'static [String] {
    &USER.1
}

/// Reads the text of `secateur.toml`; `None` if there is no such file.
pub fn read_text(path: &Path) -> Result<Option<String>, String> {
    let bytes = match read_regular(path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(FileError::Read(_, error)) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| format!("{} is not a text in UTF-8", path.display()))
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Returns the path of `secateur.toml`; `None` if the system has no configuration folder.
pub fn path() -> Option<PathBuf> {
    let folder = |variable: &str| {
        std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
    };
    let settings = if cfg!(windows) {
        folder("APPDATA")
    } else {
        folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))
    };
    Some(settings?.join("secateur.toml"))
}

fn variable(key: &str) -> String {
    format!("SECATEUR_{}", key.to_ascii_uppercase())
}

/// Parses the user's default settings from the text of `secateur.toml` and from environment
/// variables. Invalid lines and variables are left out; the errors name them.
pub fn read(
    file: Option<(&str, &str)>,
    environment: impl Fn(&str) -> Option<String>,
) -> (Defaults, Vec<String>) {
    let (mut defaults, mut problems) = (Defaults::default(), Vec::new());
    let (name, text) = file.unwrap_or_default();
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    for (index, line) in text.lines().enumerate() {
        let taken = read_line(line).and_then(|found| match found {
            Some((key, value)) => defaults.set(key, &value, name),
            None => Ok(()),
        });
        problems.extend(taken.err().map(|reason| format!("{name}:{}: {reason}", index + 1)));
    }
    for key in KEYS {
        let name = variable(key);
        if let Some(value) = environment(key).filter(|value| !value.is_empty()) {
            let taken = defaults.set(key, &value, &name);
            problems.extend(taken.err().map(|reason| format!("{name}: {reason}")));
        }
    }
    (defaults, problems)
}

/// Parses a line into key and value; `None` if it is empty or a comment.
fn read_line(line: &str) -> Result<Option<(&str, String)>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (key, value) =
        line.split_once('=').ok_or_else(|| format!("'{}' is not KEY = VALUE", quoted(line)))?;
    let value = value.trim();
    for quote in ['"', '\''] {
        let Some(rest) = value.strip_prefix(quote) else { continue };
        let (text, rest) = rest.split_once(quote).ok_or("a quotation mark is not closed")?;
        if !matches!(rest.trim_start().chars().next(), None | Some('#')) {
            return Err(format!("'{}' behind the value", quoted(rest.trim())));
        }
        // Windows paths contain backslashes, which TOML doubles in basic strings.
        let text = if quote == '"' { text.replace("\\\\", "\\") } else { text.to_owned() };
        return Ok(Some((key.trim(), text)));
    }
    let number = value.split('#').next().unwrap_or_default().trim();
    if number.is_empty() || !number.chars().all(|letter| letter.is_ascii_digit() || letter == '_') {
        return Err(format!("'{}' is neither a number nor a text in quotes", quoted(number)));
    }
    Ok(Some((key.trim(), number.replace('_', ""))))
}

impl Defaults {
    fn set(&mut self, key: &str, value: &str, source: &str) -> Result<(), String> {
        let source = source.to_owned();
        let number = |max: u64| {
            let found = value.parse().ok().filter(|number| (1..=max).contains(number));
            found.ok_or_else(|| format!("{key}: '{}' is not from 1 to {max}", quoted(value)))
        };
        match key {
            "hash" => self.hash = Some(Setting { value: number(MAX_HASH)?, source }),
            "threads" => self.threads = Some(Setting { value: number(MAX_THREADS)?, source }),
            "syzygy" => self.syzygy = Some(Setting { value: value.to_owned(), source }),
            _ => {
                let meant = did_you_mean(key, KEYS);
                return Err(format!("unknown key '{}'{meant}", quoted(key)));
            }
        }
        Ok(())
    }
}
