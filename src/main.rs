//! The binary: arguments go to the command line, which starts UCI when there are none.

fn main() -> std::process::ExitCode {
    secateur::cli::run()
}
