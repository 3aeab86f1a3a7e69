//! The shell examples of all documentation pages run without errors, with small limits.
//!
//! Commands are the lines of blocks that begin with ```` ```sh ````. Each page has its own folder.
//! Its commands run there in order, because one may read the output of another.

use crate::manual::{self, page, root};
use crate::program::{program, run};
use regex_lite::Regex;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");
/// Timeout of a command in seconds, for a machine under load.
const TIMEOUT: &str = "120";

/// Patterns of limits in the pages, and the smaller limits that the tests use.
const LIMITS: [(&str, &str); 27] = [
    (r"--time [\d.]+", "--time 0.02"),
    (r"--nodes \d+[kmg]?", "--nodes 200"),
    (r"--max-nodes \d+", "--max-nodes 1000"),
    (r"--depth \d+\.\.\d+", "--depth 2..3"),
    (r"--depth \d+( |$)", "--depth 2$1"),
    (r"--first \d+", "--first 4"),
    (r"--games \d+", "--games 2"),
    (r"--neighbours \d+", "--neighbours 2"),
    (r"--positions \d+", "--positions 4000"), // 40 games: enough to hold out a fifth of them
    (r"--pairs \d+", "--pairs 2"),
    (r"--count \d+", "--count 4"),
    (r"--tc [\d.+]+", "--tc 0.05+0.005"),
    (r"--threads \d+", "--threads 2"),
    (r"--jobs \d+", "--jobs 2"),
    (r"--hash \d+", "--hash 4"),
    (r"perft \d+", "perft 3"),
    (r"secateur bench\b( \d+)?", "secateur bench 3"),
    (r"go depth \d+", "go depth 3"),
    (r"go nodes \d+", "go nodes 200"),
    (r"go movetime \d+", "go movetime 20"),
    (r"genfens \d+", "genfens 2"),
    (r"-lab run all --quick", "-lab run ordering --first 2 --depth 2..3"),
    // Commands without a limit on the page.
    (r"secateur epd (epd/(wac|ecm|mates))", "secateur epd --first 4 $1"),
    (r"data test-set ", "data test-set --hold-out 500 "),
    (r"match new.weights", "match --nodes 200 new.weights"),
    (r"secateur-lab train linear", "secateur-lab train linear --iterations 3"),
    (r"--(compare|engine) stockfish", "--$1 ./secateur"),
];

/// Beginnings of commands that are not run: they build, install, play whole games against other
/// programs, or need a screen or a cluster. `fit` takes minutes.
const NOT_RUN: &str = r"^(make|cargo|tar|apt|sbatch|cutechess-cli|fastchess|xboard|\.ci/\w+|fuzz/run|\./secateur-lab fit)\b";
/// Beginnings of commands that are run.
const RUN: &str = r"^(\./secateur|\./secateur-lab|printf|mkdir)\b";

/// The commands of a page's shell blocks: lines without comments, split at `&&`.
fn commands(page: &str) -> Vec<String> {
    let block = Regex::new(r"(?s)```sh\n(.*?)```").expect("valid regex");
    let gap = Regex::new(r" *\\\n *").expect("valid regex");
    let text = gap.replace_all(page, " ").into_owned();
    let lines = block.captures_iter(&text).flat_map(|found| {
        let lines = found.get(1).expect("a block").as_str().lines();
        lines.map(str::trim).filter(|line| !line.starts_with('#')).collect::<Vec<_>>()
    });
    let parts = lines.flat_map(|line| line.split("  #").next().unwrap_or_default().split(" && "));
    parts.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Whether a command is run. Environment variables in front of it are ignored.
fn is_run(name: &str, command: &str) -> bool {
    let settings = Regex::new(r#"^([A-Z_]+=("[^"]*"|\S*) )+"#).expect("valid regex");
    let command = settings.replace(command, "");
    let begins = |pattern: &str| Regex::new(pattern).expect(pattern).is_match(&command);
    assert!(begins(NOT_RUN) || begins(RUN), "{name}: unknown command: {command}");
    !begins(NOT_RUN)
}

/// Replaces the limits of a command with small ones.
fn shortened(command: &str) -> String {
    let shorten = |text: String, (pattern, limit): (&str, &str)| {
        Regex::new(pattern).expect(pattern).replace_all(&text, limit).into_owned()
    };
    LIMITS.into_iter().fold(command.to_owned(), shorten)
}

/// A temporary folder with the programs, and with the suites and files that commands read.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path();
    let link = |target: &Path, name: &str| {
        std::os::unix::fs::symlink(target, path.join(name)).expect("a link");
    };
    link(&root().join("epd"), "epd");
    link(&root().join("examples"), "examples");
    link(Path::new(BINARY), "secateur");
    let lab = Path::new(BINARY).with_file_name("secateur-lab");
    assert!(lab.exists(), "secateur-lab is missing: cargo build --workspace");
    link(&lab, "secateur-lab");
    let write = |name: &str, content: &[u8]| fs::write(path.join(name), content).expect("a file");
    // The initial position, e2e4, weight 1.
    write("book.bin", b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\0\x01\0\0\0\0");
    // Headers of tablebase files: enough for commands that count the files.
    fs::create_dir(path.join("tables")).expect("a folder");
    write("tables/KQvK.rtbw", &[&b"\x71\xe8\x23\x5d"[..], &[0; 76]].concat());
    write("tables/KQvK.rtbz", &[&b"\xd7\x66\x0c\xa5"[..], &[0; 76]].concat());
    // CONTRIBUTING.md appends a match to the log in this folder.
    fs::create_dir_all(path.join("lab/notebook")).expect("a folder");
    folder
}

/// Runs every command of a page in a temporary folder, which is also `$HOME`. Returns the number of
/// commands.
fn run_page(name: &str) -> usize {
    let folder = folder();
    let mut commands = commands(&page(name));
    commands.retain(|command| is_run(name, command));
    for command in &commands {
        let short = shortened(command);
        println!("{name}: {short}");
        let mut shell = program("timeout");
        shell.current_dir(&folder).env("HOME", folder.path());
        let (code, _, stderr) = run(shell.args([TIMEOUT, "sh", "-c", &short]));
        let succeeded = code == Some(0) && !stderr.contains("panicked");
        assert!(succeeded, "{name}: {command}\nas {short}: {code:?}\n{stderr}");
    }
    commands.len()
}

/// `PAGE=docs/epd.md` runs one page.
#[test]
fn examples_run() {
    let mut names = manual::names();
    if let Ok(only) = std::env::var("PAGE") {
        names.retain(|name| *name == only);
    }
    let (is_all, next) = (names.len() > 1, Mutex::new(names.into_iter()));
    let work = || {
        let take = || next.lock().expect("no thread panics here").next();
        std::iter::from_fn(take).map(|name| run_page(&name)).sum::<usize>()
    };
    let count: usize = std::thread::scope(|scope| {
        let threads = [(); 4].map(|()| scope.spawn(work));
        threads.map(|thread| thread.join().expect("the examples run")).iter().sum()
    });
    assert!(count >= 90 || !is_all, "only {count} commands found");
}
