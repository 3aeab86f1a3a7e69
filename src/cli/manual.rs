//! `secateur completions` and `secateur man`: output generated from the declared command line.

use crate::files::write_atomically;
use anyhow::{Result, bail};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use roff::{Roff, roman};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Prints a script with which a shell completes the commands and options of Secateur. The examples
/// show the usual places for the script; the manual of your shell names others.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_AFTER_HELP)]
pub struct CompletionsOptions {
    /// Shell to print the script for
    #[arg(value_enum)]
    shell: Shell,
}

const COMPLETIONS_AFTER_HELP: &str = "\
Examples:
  secateur completions bash > ~/.local/share/bash-completion/completions/secateur
  secateur completions zsh > ~/.zfunc/_secateur
  secateur completions fish > ~/.config/fish/completions/secateur.fish

Exit codes:
  0  done
  2  unknown shell";

/// Prints the manual page of Secateur for `man`, or writes a page for each command to a folder.
#[derive(Debug, Args)]
#[command(after_help = MAN_AFTER_HELP)]
pub struct ManOptions {
    /// Write secateur.1 and a page for each command to this existing folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const MAN_AFTER_HELP: &str = "\
Examples:
  secateur man | man -l -
  secateur man --out ~/.local/share/man/man1

Exit codes:
  0  done
  2  the folder does not exist or cannot be written";

/// Runs `secateur completions`, which prints the completion script of a shell.
pub fn complete(options: &CompletionsOptions, mut command: Command) -> ExitCode {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(options.shell, &mut command, name, &mut script);
    print!("{}", String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}

/// Runs `secateur man`, which prints the manual page or writes the pages of all commands to a
/// folder.
pub fn man(options: &ManOptions, command: Command) -> Result<ExitCode> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(folder) = &options.out else {
        print!("{}", String::from_utf8_lossy(&page(&command)?));
        return Ok(ExitCode::SUCCESS);
    };
    if !folder.is_dir() {
        bail!("--out: there is no folder {}", folder.display());
    }
    let written = write_pages(&command, folder)?;
    println!("{}: {written} pages", folder.display());
    Ok(ExitCode::SUCCESS)
}

/// Returns the page of a command in roff. The text after the options, which `Man` would print under
/// the heading EXTRA, gets the usual headings of manual pages.
fn page(command: &Command) -> Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(text) = command.get_after_help() {
        after_options(&text.to_string()).to_writer(&mut page)?;
    }
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// Formats the paragraphs after the options: "Examples:" and "Exit codes:" become headings, any
/// other first line introduces examples. The lines below keep their breaks.
fn after_options(text: &str) -> Roff {
    let mut roff = Roff::new();
    for paragraph in text.split("\n\n") {
        let (first, lines) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        let (heading, introduction) = match first {
            "Examples:" => ("EXAMPLES", None),
            "Exit codes:" => ("EXIT STATUS", None),
            other => ("EXAMPLES", Some(other)),
        };
        roff.control("SH", [heading]);
        if let Some(line) = introduction {
            roff.text([roman(line)]);
        }
        roff.control("nf", []);
        lines.lines().for_each(|line| {
            roff.text([roman(line)]);
        });
        roff.control("fi", []);
    }
    roff
}

/// Writes the pages of a command and its subcommands. Returns the number of pages.
fn write_pages(command: &Command, folder: &Path) -> Result<usize> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let file = folder.join(format!("{name}.1"));
    write_atomically(&file, &page(command)?)?;
    let below = command.get_subcommands();
    below.map(|below| write_pages(below, folder)).sum::<Result<usize>>().map(|pages| pages + 1)
}
