//! The `secateur-lab` binary.

fn main() -> std::process::ExitCode {
    secateur_lab::cli::run()
}
