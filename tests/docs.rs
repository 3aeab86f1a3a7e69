//! What the pages say to type can be typed: every command of theirs is run, on budgets that take no
//! time.
//!
//! Commands are the lines of blocks that begin with ```` ```sh ````. A page has a folder of its
//! own, and its commands run there in their order, so that one may read what another has written.
#![cfg(unix)]

#[path = "support/pages.rs"]
mod pages;

use pages::{page, root};
use regex::Regex;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");
/// Longer than any command may take on a busy machine, with its budget cut.
const PATIENCE: Duration = Duration::from_secs(120);

/// Every page, with the least number of commands that are run of it: if fewer are, the test has
/// gone blind.
const PAGES: [(&str, usize); 20] = [
    ("README.md", 7),
    ("docs/analysis.md", 10),
    ("docs/cluster.md", 9),
    ("docs/doctor.md", 9),
    ("docs/epd.md", 13),
    ("docs/gui.md", 0),
    ("docs/install.md", 1),
    ("docs/lab.md", 13),
    ("docs/learning.md", 17),
    ("docs/openbench.md", 4),
    ("docs/papers.md", 0),
    ("docs/perft.md", 9),
    ("docs/reliability.md", 0),
    ("docs/strength.md", 0),
    ("docs/switches.md", 0),
    ("docs/terminal.md", 11),
    ("docs/testing.md", 2),
    ("docs/tree.md", 9),
    ("docs/uci.md", 6),
    ("docs/winning.md", 2),
];

/// Budgets, as pages name them, and what the tests make of them.
const BUDGETS: [(&str, &str); 23] = [
    (r"--time [\d.]+(ms)?", "--time 0.02"),
    (r"--nodes \d+k?", "--nodes 200"),
    (r"--max-nodes \d+", "--max-nodes 1000"),
    (r"--depth \d+\.\.\d+", "--depth 2..3"),
    (r"--depth \d+( |$)", "--depth 2$1"),
    (r"--first \d+", "--first 4"),
    (r"--games \d+", "--games 2"),
    (r"--neighbours \d+", "--neighbours 2"),
    (r"--positions \d+", "--positions 4000"), // some forty games: a fifth of them held out leaves enough to learn from
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
    // Each takes seconds.
    (r"lab run all", "lab run ordering"),
    (r"(seq |\{\}/)30", "${1}2"),
];

/// What is added behind a command that names none of some options, so that it takes no time.
const ADDED: [(&str, &str, &str); 7] = [
    ("secateur epd", "--first", "--first 4"),
    ("secateur analyse", "--nodes", "--nodes 200"),
    ("secateur annotate", "--nodes", "--nodes 200"),
    ("secateur lab run", "--first", "--first 2"),
    ("secateur lab run", "--depth", "--depth 2..3"),
    ("secateur lab match", "--nodes|--tc", "--nodes 200"),
    ("secateur train linear", "--iterations", "--iterations 3"),
];

/// Other programs that pages name, and what stands for them here.
const STAND_INS: [(&str, &str); 3] = [
    ("--compare stockfish", "--compare ./secateur"),
    ("--engine stockfish", "--engine ./secateur"),
    (":,HOST1,HOST2", ":"),
];

/// Beginnings of lines that are not run, and why.
const NOT_RUN: [(&str, &str); 12] = [
    ("./secateur lab fit", "it takes minutes: a few positions do not suffice for a fit"),
    ("make", "it builds the program, or runs these very tests"),
    ("cargo", "it builds the program, or runs these very tests"),
    (".ci/dist", "it builds the program, or runs these very tests"),
    (".ci/levels", "it plays whole games against a program that need not be installed"),
    ("tar", "it needs what cargo has built"),
    ("fuzz/run", "it builds the program anew"),
    ("apt", "it changes the system"),
    ("sbatch", "it needs a cluster"),
    ("cutechess-cli", "it need not be installed, and plays whole games"),
    ("fastchess", "it need not be installed, and plays whole games"),
    ("xboard", "it needs a screen"),
];

/// First words of lines that are run.
const RUN: [&str; 5] = ["./secateur", "secateur", "printf", "parallel", "mkdir"];

/// Tasks of an array job, each of which runs the lines that name its number.
const TASKS: usize = 2;

/// What becomes of a command.
#[derive(Debug, PartialEq)]
enum Fate {
    Run,
    Left(&'static str),
    Unknown,
}

fn fate(command: &str) -> Fate {
    // Settings of the environment come before the command.
    let settings = Regex::new(r"^([A-Z_]+=\S* )+").expect("sound");
    let command = &*settings.replace(command, "");
    let begins = |start: &str| {
        command.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    if let Some((_, reason)) = NOT_RUN.iter().find(|(start, _)| begins(start)) {
        return Fate::Left(reason);
    }
    if RUN.into_iter().any(begins) { Fate::Run } else { Fate::Unknown }
}

/// The commands of a page's shell blocks: lines without comments, taken apart at `&&`.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_shell = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_shell = line == "```sh";
        } else if is_shell {
            let line = if line.starts_with('#') {
                ""
            } else {
                line.split("  # ").next().unwrap_or_default()
            };
            found.extend(
                line.split(" && ")
                    .map(|part| part.trim().to_owned())
                    .filter(|part| !part.is_empty()),
            );
        }
    }
    found
}

/// The command on a budget that takes no time.
fn hastened(command: &str) -> String {
    let mut text = command.to_owned();
    for (name, stand_in) in STAND_INS {
        text = text.replace(name, stand_in);
    }
    for (pattern, budget) in BUDGETS {
        text = Regex::new(pattern).expect(pattern).replace_all(&text, budget).into_owned();
    }
    for (start, options, addition) in ADDED {
        let starts = Regex::new(&format!("{start}( |$)")).expect(start);
        if !options.split('|').any(|option| text.contains(option)) && !text.contains("epd merge") {
            text = starts.replace(&text, format!("{start} {addition}$1")).into_owned();
        }
    }
    text
}

/// What GNU parallel would run side by side, one after the other, for machines without it; other
/// commands as they are.
fn in_turn(command: &str) -> String {
    let parts = command.strip_prefix("parallel ").and_then(|rest| rest.split_once(" ::: "));
    let Some((job, inputs)) = parts else { return command.to_owned() };
    let program = job.find("./secateur").expect("parallel runs the program");
    let job = job[program..].replace("{}", "$input");
    format!("for input in {inputs}; do {job} || exit; done")
}

#[test]
fn without_parallel_its_jobs_run_in_turn() {
    let command = "parallel --jobs 2 ./secateur lab run {} --out {}.json ::: a b";
    assert_eq!(
        in_turn(command),
        "for input in a b; do ./secateur lab run $input --out $input.json || exit; done"
    );
    assert_eq!(in_turn("./secateur bench 5"), "./secateur bench 5");
}

/// A folder for the commands of a page, removed in the end: the program and the suites under their
/// names, and files that commands read.
struct Folder(PathBuf);

impl Folder {
    fn new(page: &str) -> Folder {
        let name = page.replace('/', "-");
        let path =
            std::env::temp_dir().join(format!("secateur-docs-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("tables")).expect("a temporary folder");
        let link = |target: &Path, name: &str| {
            std::os::unix::fs::symlink(target, path.join(name)).expect("a link");
        };
        link(&root().join("epd"), "epd");
        link(Path::new(BINARY), "secateur");
        let write =
            |name: &str, content: &[u8]| fs::write(path.join(name), content).expect("a file");
        write(
            "games.pgn",
            b"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
        );
        // The initial position, e2e4, weight 1.
        write(
            "book.bin",
            &[0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 1, 0, 0, 0, 0],
        );
        // As large as a table may be, and beginning like one: enough to be counted.
        let table = |magic: [u8; 4]| [&magic[..], &[0; 76]].concat();
        write("tables/KQvK.rtbw", &table([0x71, 0xe8, 0x23, 0x5d]));
        write("tables/KQvK.rtbz", &table([0xd7, 0x66, 0x0c, 0xa5]));
        Folder(path)
    }

    /// Runs a command as a shell does, at home in this folder.
    fn run(&self, command: &str, task: usize) -> Outcome {
        let file = |name: &str| File::create(self.0.join(name)).expect("a file");
        let mut shell = Command::new("sh");
        shell.current_dir(&self.0).args(["-c", command]).env("HOME", &self.0);
        shell
            .env("SLURM_ARRAY_TASK_ID", task.to_string())
            .env("SLURM_ARRAY_TASK_COUNT", TASKS.to_string());
        let mut child = shell.stdout(file(".out")).stderr(file(".err")).spawn().expect("a shell");
        let deadline = Instant::now() + PATIENCE;
        let code = loop {
            if let Some(status) = child.try_wait().expect("a child can be waited for") {
                break status.code();
            }
            if Instant::now() > deadline {
                let _ = child.kill().and_then(|()| child.wait());
                break None;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let text = |name: &str| {
            String::from_utf8_lossy(&fs::read(self.0.join(name)).expect("a file")).into_owned()
        };
        Outcome { code, out: text(".out"), error: text(".err") }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Outcome {
    /// None if it was stopped.
    code: Option<i32>,
    out: String,
    error: String,
}

impl Outcome {
    /// Done; or, with so small budgets, fewer solved than the command requires, which has an exit
    /// code of its own.
    fn is_good(&self, command: &str) -> bool {
        let fails_by_wish = command.contains("--require") && self.error.contains(" required");
        self.code == Some(0) || self.code == Some(1) && fails_by_wish
    }
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs every command of a page and counts them.
fn run_page(name: &str) -> usize {
    let folder = Folder::new(name);
    let mut count = 0;
    for command in commands(&page(name)) {
        match fate(&command) {
            Fate::Left(_) => continue,
            Fate::Unknown => panic!("{name}: nobody knows what to do with '{command}'"),
            Fate::Run => {}
        }
        count += 1;
        let lacks_parallel = command.starts_with("parallel") && !is_installed("parallel");
        let short = if lacks_parallel { in_turn(&hastened(&command)) } else { hastened(&command) };
        println!("{name}: {short}");
        let tasks = if command.contains("$SLURM_ARRAY_TASK_ID") { TASKS } else { 1 };
        for task in 1..=tasks {
            let outcome = folder.run(&short, task);
            let (code, out, error) = (outcome.code, &outcome.out, &outcome.error);
            assert!(
                outcome.is_good(&command),
                "{name}: {command}\nas {short}: {code:?}\n{out}{error}"
            );
            assert!(!error.contains("panicked"), "{name}: {command}: {error}");
            let is_epd = command.starts_with("./secateur epd") && !command.contains(" > ");
            assert!(
                !is_epd || out.lines().last().is_some_and(|line| line.contains(": solved ")),
                "{command}: {out}"
            );
        }
    }
    count
}

/// A test for each page, so that they run side by side.
macro_rules! pages {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            let least = PAGES.iter().find(|(name, _)| *name == $name).expect("a page").1;
            let count = run_page($name);
            assert!(count >= least, "only {count} commands found in {}: the test has gone blind", $name);
        })*

        #[test]
        fn every_page_has_its_test() {
            let mut files: Vec<String> = fs::read_dir(root().join("docs")).expect("a folder")
                .map(|entry| format!("docs/{}", entry.expect("an entry").file_name().to_string_lossy()))
                .filter(|name| name.ends_with(".md"))
                .chain(["README.md".to_owned()])
                .collect();
            files.sort();
            assert_eq!(files, PAGES.map(|(name, _)| name));
            assert_eq!(files, [$($name),*]);
        }
    };
}

pages! {
    commands_of_the_first_page "README.md"
    commands_on_analysis "docs/analysis.md"
    commands_for_many_machines "docs/cluster.md"
    commands_of_the_doctor "docs/doctor.md"
    commands_on_suites "docs/epd.md"
    commands_for_chess_programs "docs/gui.md"
    commands_for_packagers "docs/install.md"
    commands_of_the_laboratory "docs/lab.md"
    commands_on_learning "docs/learning.md"
    commands_for_openbench "docs/openbench.md"
    commands_on_papers "docs/papers.md"
    commands_on_perft "docs/perft.md"
    commands_on_reliability "docs/reliability.md"
    commands_on_strength "docs/strength.md"
    commands_on_switches "docs/switches.md"
    commands_at_the_terminal "docs/terminal.md"
    commands_on_testing "docs/testing.md"
    commands_on_trees "docs/tree.md"
    commands_of_the_protocol "docs/uci.md"
    commands_on_chances "docs/winning.md"
}

#[test]
fn budgets_are_cut_and_nothing_else() {
    for (command, short) in [
        ("./secateur epd epd/wac.epd --time 1", "./secateur epd --first 4 epd/wac.epd --time 0.02"),
        ("./secateur epd merge a.json b.json", "./secateur epd merge a.json b.json"),
        ("./secateur epd a.epd --first 20 --depth 12", "./secateur epd a.epd --first 4 --depth 2"),
        ("./secateur bench", "./secateur bench 3"),
        (
            "./secateur perft --suite a.epd --max-nodes 1000000",
            "./secateur perft --suite a.epd --max-nodes 1000",
        ),
        (r"printf 'go depth 12\n' | ./secateur", r"printf 'go depth 3\n' | ./secateur"),
        ("./secateur perft 5 --compare stockfish", "./secateur perft 3 --compare ./secateur"),
        (
            "./secateur lab run etc ordering --depth 5..7",
            "./secateur lab run --first 2 etc ordering --depth 2..3",
        ),
    ] {
        assert_eq!(hastened(command), short);
    }
}

#[test]
fn unknown_commands_are_noticed() {
    let page = "text\n```sh\nmake && ./secateur bench   # both\n# nothing\nrm -r /\n```\n```\nno command\n```\n";
    let found = commands(page);
    assert_eq!(found, ["make", "./secateur bench", "rm -r /"]);
    let fates: Vec<Fate> = found.iter().map(|command| fate(command)).collect();
    assert!(matches!(fates[..], [Fate::Left(_), Fate::Run, Fate::Unknown]), "{fates:?}");
}
