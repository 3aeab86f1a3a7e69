//! Standard output and error. The process exits if standard output cannot be written.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

/// Exit code after a broken pipe: 128 + SIGPIPE, as in shells.
const BROKEN_PIPE: i32 = 141;
/// Exit code after another write error, such as a full disk.
const UNWRITABLE: i32 = 2;

/// Prints text to standard output; exits the process after a write error.
pub fn print(text: Arguments<'_>) {
    or_exit(io::stdout().lock().write_fmt(text));
}

/// Flushes standard output; exits the process after a write error.
pub fn flush() {
    or_exit(io::stdout().lock().flush());
}

/// Prints text to standard error; write errors are ignored.
pub fn eprint(text: Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}

/// Returns the value of a successful write to standard output; [exits](exit) the process after an
/// error.
pub fn or_exit<T>(written: io::Result<T>) -> T {
    written.unwrap_or_else(|error| exit(&error))
}

/// Exits the process after a write error on standard output. A broken pipe (`secateur … | head`) is
/// not reported.
pub fn exit(error: &io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(BROKEN_PIPE);
    }
    eprint(format_args!("secateur: cannot write to standard output: {error}\n"));
    std::process::exit(UNWRITABLE);
}
