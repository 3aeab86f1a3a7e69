//! The binary of the laboratory.

fn main() -> std::process::ExitCode {
    secateur_lab::cli::run()
}
