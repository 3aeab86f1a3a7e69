//! Time control of the games.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Base time and increment of each player, written in seconds as `0.5+0.005`.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time at the start of the game.
    pub base: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { base: Duration::from_millis(500), increment: Duration::from_millis(5) }
    }
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let seconds = |part: &str| {
            part.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        };
        let parts = text
            .split_once('+')
            .and_then(|(base, increment)| Some((seconds(base)?, seconds(increment)?)));
        match parts {
            Some((base, increment)) if !base.is_zero() => Ok(Clock { base, increment }),
            _ => Err(format!("'{text}' is not a time control such as 0.5+0.005")),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}
