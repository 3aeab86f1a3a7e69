//! The user's defaults: table size, number of threads and tablebase paths. They come from the
//! environment or from `secateur.toml` in the user's configuration folder.
//!
//! The file is TOML with the keys `hash` (MB), `threads` and `syzygy` (folders). An environment
//! variable overrides the file. An option of a command or of the protocol overrides both. The
//! benchmark ignores the defaults, because its node count must not depend on the user.

use crate::quote::{did_you_mean, quoted};
use std::fmt;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Default settings of the user, from `secateur.toml` and environment variables. Options of a
/// command or of the protocol override them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    /// The size of the transposition table, megabytes.
    pub hash: Option<Setting<u64>>,
    /// The number of search threads.
    pub threads: Option<Setting<u64>>,
    /// The folders of endgame tables.
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
const MOST_HASH: u64 = 1 << 20;
const MOST_THREADS: u64 = 1024;

static USER: LazyLock<(Defaults, Option<String>)> = LazyLock::new(|| {
    let file = path().and_then(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.display().to_string(), text))
    });
    let environment = |key: &str| std::env::var(variable(key)).ok();
    match read(file.as_ref().map(|(name, text)| (name.as_str(), text.as_str())), environment) {
        Ok(defaults) => (defaults, None),
        Err(reason) => (Defaults::default(), Some(reason)),
    }
});

/// Returns the user's default settings; empty if `secateur.toml` or an environment variable is
/// invalid.
pub fn user() -> &'static Defaults {
    &USER.0
}

/// Returns the error found in `secateur.toml` or an environment variable; `None` without an error.
pub fn problem() -> Option<&'static str> {
    USER.1.as_deref()
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
/// variables.
pub fn read(
    file: Option<(&str, &str)>,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<Defaults, String> {
    let mut defaults = Defaults::default();
    if let Some((name, text)) = file {
        for (index, line) in text.lines().enumerate() {
            let place = format!("{name}:{}", index + 1);
            let said = read_line(line).map_err(|reason| format!("{place}: {reason}"))?;
            if let Some((key, value)) = said {
                defaults.set(key, &value, name).map_err(|reason| format!("{place}: {reason}"))?;
            }
        }
    }
    for key in KEYS {
        let name = variable(key);
        if let Some(value) = environment(key).filter(|value| !value.is_empty()) {
            defaults.set(key, &value, &name).map_err(|reason| format!("{name}: {reason}"))?;
        }
    }
    Ok(defaults)
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
        let number = |most: u64| {
            let found = value.parse().ok().filter(|number| (1..=most).contains(number));
            found.ok_or_else(|| format!("{key}: '{}' is not from 1 to {most}", quoted(value)))
        };
        match key {
            "hash" => self.hash = Some(Setting { value: number(MOST_HASH)?, source }),
            "threads" => self.threads = Some(Setting { value: number(MOST_THREADS)?, source }),
            "syzygy" => self.syzygy = Some(Setting { value: value.to_owned(), source }),
            _ => {
                let meant = did_you_mean(key, KEYS);
                return Err(format!("unknown key '{}'{meant}", quoted(key)));
            }
        }
        Ok(())
    }
}
