//! Standard output: what is printed is written at once, or the process ends with one line that
//! says why.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

/// The exit code of a process that wrote to a closed pipe, as shells give it: 128 + SIGPIPE.
const BROKEN_PIPE: i32 = 141;
/// The exit code where output cannot be written: no room on the disk, no permission.
const UNWRITABLE: i32 = 2;

/// Prints text to standard output.
pub fn print(text: Arguments<'_>) {
    or_leave(io::stdout().lock().write_fmt(text));
}

/// Flushes standard output.
pub fn flush() {
    or_leave(io::stdout().lock().flush());
}

/// Prints text to standard error. Where that cannot be written, the work goes on.
pub fn complain(text: Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}

/// The value, or the end of the process where standard output cannot be written. `secateur … |
/// head` closes the pipe early: that is no error to report.
pub fn or_leave<T>(written: io::Result<T>) -> T {
    written.unwrap_or_else(|error| leave(&error))
}

/// Ends the process because standard output cannot be written.
pub fn leave(error: &io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(BROKEN_PIPE);
    }
    complain(format_args!("secateur: cannot write to standard output: {error}\n"));
    std::process::exit(UNWRITABLE);
}
