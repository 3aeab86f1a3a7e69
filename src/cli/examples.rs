//! Examples and exit codes at the end of a command's help.

/// Joins examples and the exit codes that most commands have.
#[doc(hidden)] // exported for secateur-lab, no part of the stable library
#[macro_export]
macro_rules! examples {
    ($($line:literal)*) => {
        concat!("Examples:\n", $("  ", $line, "\n",)* "\nExit codes:\n  0  done\n  2  invalid input; the error message names the place\n  130  interrupted")
    };
}

/// Examples in the help text of `secateur bench`.
pub const BENCH: &str =
    examples!["secateur bench" "secateur bench 12 --stats --set null-move.mode=off"];
/// Examples in the help text of `secateur eval`.
pub const EVAL: &str =
    examples!["secateur eval" "secateur eval '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --eval new.net"];
