//! Commands at a shell, by the real binary: perft against another engine, `genfens`, `doctor`,
//! completions and manual pages, commands of Stockfish, and errors of invalid input.

use crate::program::{self, program};
use crate::{BINARY, secateur};
use secateur::chess::Board;
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

pub(crate) const ITALIAN: &str =
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

/// A temporary folder, removed on drop.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn with(&self, name: &str, content: &[u8]) -> String {
        std::fs::write(self.path().join(name), content).expect("the folder is writable");
        self.file(name)
    }

    /// Writes a UCI engine that runs `on_go` for each `go`.
    #[cfg(unix)]
    pub(crate) fn engine(&self, name: &str, on_go: &str) -> String {
        crate::program::write_engine(&self.path().join(name), on_go);
        self.file(name)
    }
}

pub(crate) fn json(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("the file exists")).expect("JSON")
}

#[test]
fn perft_writes_counts_and_mismatches_as_json() {
    let folder = Folder::new();
    let file = folder.file("count.json");
    let (code, stdout, _) = secateur(&["perft", "3", "--divide", "--json", &file]);
    assert!(
        code == Some(0) && stdout.contains("e2e4: 600") && stdout.contains("depth 3: 8902 leaves"),
        "{stdout}"
    );
    let count = json(&file);
    assert_eq!(
        (&count["leaves"], count["moves"].as_array().map(Vec::len)),
        (&Value::from(8902), Some(20))
    );
    let suite = folder.with(
        "suite.epd",
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401\n",
    );
    let (code, stdout, _) = secateur(&["perft", "--suite", &suite, "--json", &file]);
    assert!(code == Some(1) && stdout.contains("depth 2, expected 401, got 400"), "{stdout}");
    assert_eq!(json(&file)["wrong"][0]["got"], 400);
}

#[test]
fn perft_agrees_with_itself() {
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for more in [&[][..], &[chess960, "--chess960"]] {
        let (code, stdout, stderr) =
            secateur(&[&["perft", "3", "--compare", BINARY][..], more].concat());
        assert!(code == Some(0) && stdout.contains("agrees"), "{stdout}{stderr}");
    }
    if cfg!(unix) {
        let engine = format!("env {BINARY}");
        let (code, stdout, stderr) = secateur(&["perft", "2", "--compare", &engine]);
        assert!(code == Some(0) && stdout.contains("agrees"), "{stdout}{stderr}");
    }
}

/// The other engine is Secateur without en passant squares in the positions.
#[cfg(unix)]
#[test]
fn perft_finds_the_position_where_another_engine_differs() {
    let folder = Folder::new();
    let on_perft = format!(
        "plain=$(echo \"$position\" | sed -E 's/ [a-h][36] / - /'); '{BINARY}' \"$plain\" \"$line\" quit"
    );
    let engine = folder.engine("no-en-passant", &on_perft);
    let file = folder.file("difference.json");
    let before = "4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1";
    let (code, stdout, stderr) =
        secateur(&["perft", "2", before, "--compare", &engine, "--json", &file]);
    // In the position before the double push, the other engine makes the move itself and keeps the
    // square, so the counts agree.
    assert!(code == Some(0), "{code:?} {stdout}{stderr}");
    let after = "4k3/8/8/8/1Pp5/8/8/4K3 b - b3 0 1";
    let (code, stdout, stderr) =
        secateur(&["perft", "2", after, "--compare", &engine, "--json", &file]);
    assert!(
        code == Some(1) && stdout.contains("missing moves: c4b3\n"),
        "{code:?} {stdout}{stderr}"
    );
    let difference = &json(&file)["difference"];
    assert_eq!(
        (difference["fen"].as_str(), &difference["missing"][0]),
        (Some(after), &Value::from("c4b3"))
    );
}

#[cfg(unix)]
#[test]
fn perft_reports_an_engine_that_does_not_answer() {
    let folder = Folder::new();
    let silent = folder.engine("silent", ":");
    let gone = folder.engine("gone", "exit");
    for (engine, reason) in [
        (silent.as_str(), "did not answer 'go perft 2' within 1 s"),
        (gone.as_str(), "exited before it answered 'go perft 2'"),
        ("/no/such/engine", "cannot start /no/such/engine"),
    ] {
        let (code, stdout, stderr) =
            secateur(&["perft", "2", "--compare", engine, "--timeout", "1"]);
        assert!(
            code == Some(2) && stderr.contains(reason) && stderr.lines().count() == 1,
            "{stdout}{stderr}"
        );
    }
}

fn openings(arguments: &[&str]) -> Vec<String> {
    let (code, stdout, _) = secateur(arguments);
    assert_eq!(code, Some(0));
    let lines = stdout
        .lines()
        .map(|line| line.strip_prefix("info string genfens ").expect(line).to_owned());
    lines.collect()
}

#[test]
fn the_seed_determines_the_openings_of_genfens() {
    let first = openings(&["genfens 6 seed 7 book None", "quit"]);
    assert_eq!(first, openings(&["genfens 6 seed 7 book None extra", "quit"]));
    assert_ne!(first, openings(&["genfens 6 seed 8 book None", "quit"]));
    assert_eq!(first.len(), 6);
    for fen in &first {
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        assert!(fen.parse::<Board>().is_ok_and(|board| board.count_moves() > 0), "{fen}");
    }
}

#[test]
fn openings_of_genfens_start_from_the_book() {
    let folder = Folder::new();
    // Kings and pawns only: a knight or bishop would come from the initial position.
    let book = folder
        .with("book.epd", b"# pawns\n4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - id \"pawns\";\n\n");
    for fen in openings(&[&format!("genfens 3 seed 1 book {book}"), "quit"]) {
        assert!(!fen.split(' ').next().expect("pieces").contains(['n', 'N', 'b', 'B']), "{fen}");
    }
    let bad = folder.with("bad.epd", b"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -\nnonsense\n");
    let lost = folder.with("lost.epd", b"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
    for (book, reason) in
        [(bad, "bad.epd:2: the FEN has 1 of 4 fields"), (lost, "lost, finished or repeated")]
    {
        let (_, stdout, _) = secateur(&[&format!("genfens 3 seed 1 book {book}"), "quit"]);
        assert!(stdout.lines().count() == 1 && stdout.contains(reason), "{stdout}");
    }
}

#[test]
fn the_doctor_finds_no_fault_in_this_engine() {
    let folder = Folder::new();
    let file = folder.file("health.json");
    let (code, stdout, stderr) = secateur(&["doctor", "--engine", "self", "--json", &file]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let findings = json(&file);
    let status = |name: &str| {
        let found =
            findings.as_array().expect("a list").iter().find(|finding| finding["name"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {stdout}"))["status"].clone()
    };
    for name in
        ["processor", "code paths", "cores", "memory", "huge pages", "isready in a search", "stop"]
    {
        assert_ne!(status(name), "fail", "{stdout}");
    }
    assert_eq!(
        (status("evaluation"), status("UCI conversation")),
        ("ok".into(), "ok".into()),
        "{stdout}"
    );
}

#[test]
fn the_doctor_names_broken_files_and_engines() {
    let folder = Folder::new();
    let table = folder.with("KQvK.rtbw", b"no table");
    let torn = folder.with("torn.bin", &[0; 17]);
    let entry = |key| [[key; 8], [0x03, 0x1c, 0, 1, 0, 0, 0, 0]].concat();
    let unsorted = folder.with("unsorted.bin", &[entry(9), entry(1)].concat());
    let place = folder.path().to_str().expect("UTF-8");
    for (arguments, reason) in [
        (["--syzygy", place], format!("'{table}' is no table (wrong magic number)")),
        (["--syzygy", "/no/such/folder"], "no tables: '/no/such/folder' cannot be read".to_owned()),
        (["--book", &torn], "offset 16: 1 bytes are left".to_owned()),
        (["--book", &unsorted], "offset 16: this key is smaller".to_owned()),
        (["--eval", "nonsense"], "there is no evaluation or file 'nonsense'".to_owned()),
        #[cfg(target_os = "linux")]
        (["--engine", "/bin/false"], "exited before it answered 'uci'".to_owned()),
        #[cfg(target_os = "linux")]
        (["--engine", "/bin/echo no engine"], "/bin/echo exited before it".to_owned()),
    ] {
        let (code, stdout, _) = secateur(&[&["doctor"], &arguments[..]].concat());
        let reported =
            stdout.lines().any(|line| line.starts_with("FAIL") && line.contains(&reason));
        assert!(code == Some(1) && reported, "{arguments:?}: {stdout}");
    }
}

#[test]
fn the_doctor_counts_tablebases() {
    let folder = Folder::new();
    // The size of a Syzygy table is 16 bytes plus a multiple of 64.
    let table = |magic: [u8; 4]| [&magic[..], &[0; 76]].concat();
    folder.with("KQvK.rtbw", &table([0x71, 0xe8, 0x23, 0x5d]));
    let place = folder.path().to_str().expect("UTF-8");
    let (_, stdout, _) = secateur(&["doctor", "--syzygy", place]);
    assert!(stdout.contains("3 pieces: 1 WDL, 0 DTZ; without DTZ"), "{stdout}");
    folder.with("KQvK.rtbz", &table([0xd7, 0x66, 0x0c, 0xa5]));
    let (_, stdout, _) = secateur(&["doctor", "--syzygy", place]);
    assert!(
        stdout
            .lines()
            .any(|line| line.starts_with("ok") && line.ends_with("3 pieces: 1 WDL, 1 DTZ")),
        "{stdout}"
    );
}

#[test]
fn completions_exist_for_each_shell() {
    for (shell, sign) in [
        ("bash", "complete -F _secateur"),
        ("zsh", "#compdef secateur"),
        ("fish", "complete -c secateur"),
    ] {
        let (code, stdout, _) = secateur(&["completions", shell]);
        assert!(code == Some(0) && stdout.contains(sign) && stdout.contains("perft"), "{shell}");
    }
    assert_eq!(secateur(&["completions", "nonsense"]).0, Some(2));
}

#[test]
fn every_command_has_a_manual_page() {
    let (code, stdout, _) = secateur(&["man"]);
    assert!(
        code == Some(0)
            && stdout.contains(".TH secateur 1")
            && stdout.contains("secateur\\-perft(1)"),
        "{stdout}"
    );
    let folder = Folder::new();
    let place = folder.path().to_str().expect("UTF-8");
    assert_eq!(secateur(&["man", "--out", place]).0, Some(0));
    let page = std::fs::read_to_string(Path::new(place).join("secateur-perft.1")).expect("a page");
    assert!(
        page.contains(".SH \"EXIT STATUS\"")
            && page.contains(".SH EXAMPLES")
            && !page.contains("EXTRA")
            && page.contains("\\-\\-compare"),
        "{page}"
    );
    let main = std::fs::read_to_string(Path::new(place).join("secateur.1")).expect("a page");
    assert!(!stdout.contains("\\-help(1)") && !main.contains("\\-help(1)"), "{main}");
    let (code, _, stderr) = secateur(&["man", "--out", "/no/such/folder"]);
    assert!(code == Some(2) && stderr.contains("there is no folder /no/such/folder"), "{stderr}");
}

#[test]
fn positions_are_accepted_alike_by_all_commands() {
    let stdout = |arguments: &[&str]| secateur(arguments).1;
    assert_eq!(stdout(&["eval", "startpos"]), stdout(&["eval"]));
    assert!(stdout(&["perft", "3", "startpos"]).starts_with("depth 3: 8902 leaves"));
    let unquoted = ["7k/8/8/8/8/8/8/K7", "b", "-", "-"];
    let perft = [&["perft", "1"][..], &unquoted].concat();
    assert!(stdout(&perft).starts_with("depth 1: 3 leaves"));
    assert_eq!(stdout(&["perft", "1", &unquoted.join(" ")])[..18], stdout(&perft)[..18]);
    assert_eq!(
        stdout(&["eval", &unquoted.join(" ")]),
        stdout(&[&["eval"][..], &unquoted].concat())
    );
    assert!(stdout(&["analyse", "startpos", "--depth", "2"]).contains("rnbqkbnr"));
}

#[cfg(unix)]
#[test]
fn file_names_that_are_not_utf8_are_reported() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"bad\xff.epd");
    let (code, _, stderr) = program::run(program(BINARY).args(["epd", "--nodes", "10"]).arg(name));
    assert!(code == Some(2) && stderr.contains("no file or built-in suite 'bad"), "{stderr}");
}

#[test]
fn the_option_eval_selects_the_evaluation() {
    let by =
        |name: &str| secateur(&["epd", "epd/bratko-kopec.epd", "--nodes", "500", "--eval", name]);
    assert_ne!(by("network").1.lines().last(), by("material").1.lines().last());
    assert!(by("nothing").2.contains("--eval: there is no evaluation or file 'nothing'"));
}

#[test]
fn invalid_arguments_are_reported_with_the_reason() {
    for (arguments, reason) in [
        (&["perft", "0", "--compare", BINARY][..], "--compare needs a depth of 1 or more"),
        (&["perft", "2", "nonsense"], "'nonsense' is not a position: the FEN has 1 of 4 fields"),
        (&["eval", "nonsense"], "'nonsense' is not a position: the FEN has 1 of 4 fields"),
        (&["perft", "2", "--json", "/no/such/folder/x"], "there is no folder /no/such/folder"),
        (&["doctor", "--json", "/"], "it is a folder"),
        (&["analyse", "nonsense"], "there is no file or built-in suite 'nonsense'"),
        (&["analyse", "Cargo.toml", "--depth", "1"], "Cargo.toml"),
        (&["annotate", "/no/such/file"], "cannot read /no/such/file"),
        (&["annotate", "README.md", "--nodes", "1"], "README.md has no valid games"),
        (
            &["annotate", "README.md", "--out", "/no/such/folder/x"],
            "there is no folder /no/such/folder",
        ),
    ] {
        let (code, stdout, stderr) = secateur(arguments);
        assert!(
            code == Some(2)
                && stderr.contains(reason)
                && stdout.is_empty()
                && !stderr.contains("panicked"),
            "{arguments:?}: {stdout}{stderr}"
        );
    }
}

#[test]
fn numbers_and_times_accept_suffixes() {
    for effort in [["--nodes", "1k"], ["--nodes", "0.001m"], ["--time", "10ms"]] {
        let (code, stdout, stderr) =
            secateur(&[&["analyse", "startpos"][..], &effort, &["--json"]].concat());
        assert_eq!(code, Some(0), "{effort:?}: {stderr}");
        let found: Value = serde_json::from_str(&stdout).expect("JSON");
        if effort[0] == "--nodes" {
            assert!(found["nodes"].as_u64().is_some_and(|nodes| (1000..1100).contains(&nodes)));
        }
    }
    for effort in [["--nodes", "1x"], ["--time", "5d"], ["--time", "0s"]] {
        let (code, _, stderr) = secateur(&[&["analyse", "startpos"][..], &effort].concat());
        assert!(code == Some(2) && stderr.contains(" above zero"), "{effort:?}: {stderr}");
    }
}

#[test]
fn json_goes_to_a_file_or_to_standard_output_in_every_command() {
    let folder = Folder::new();
    let file = folder.file("found.json");
    let out = folder.file("tree.html");
    let pgn = folder.with("game.pgn", b"1. e4 e5 *\n");
    for arguments in [
        &["bench", "1"][..],
        &["perft", "2"],
        &["eval"],
        &["epd", "wac", "--first", "1", "--depth", "1"],
        &["annotate", &pgn, "--depth", "1"],
        &["tree", "startpos", "--depth", "2", "--out", &out],
        &["doctor"],
    ] {
        let (_, stdout, stderr) = secateur(&[arguments, &["--json"]].concat());
        assert!(serde_json::from_str::<Value>(&stdout).is_ok(), "{arguments:?}: {stdout}");
        assert!(!stderr.is_empty(), "{arguments:?}: text on standard error");
        let _ = std::fs::remove_file(&file);
        let (_, stdout, _) = secateur(&[arguments, &["--json", &file]].concat());
        assert!(serde_json::from_str::<Value>(&stdout).is_err(), "{arguments:?}: {stdout}");
        assert!(json(&file).is_object() || json(&file).is_array(), "{arguments:?}");
    }
    let (code, _, stderr) = secateur(&["eval", "--json", "startpos"]);
    assert!(code == Some(2) && stderr.contains("write --json after it"), "{stderr}");
}

#[test]
fn misspelt_commands_and_options_are_recognized() {
    for (arguments, meant) in [
        (&["analize", "startpos"][..], "analyze"),
        (&["perft", "3", "--dvide"], "--divide"),
        (&["bench", "1", "--set", "nul-move.mode=off"], "did you mean 'NullMove.Mode'?"),
        (&["epd", "wca", "--depth", "1"], "did you mean 'wac'?"),
    ] {
        let (code, _, stderr) = secateur(arguments);
        assert!(code == Some(2) && stderr.contains(meant), "{arguments:?}: {stderr}");
    }
}

#[test]
fn bench_accepts_the_arguments_of_stockfish() {
    let last = |arguments: &[&str]| {
        let (code, stdout, stderr) = secateur(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
        stdout.lines().last().unwrap_or_default().split(' ').next().unwrap_or_default().to_owned()
    };
    let depth = last(&["bench", "2"]);
    assert_eq!(depth, last(&["bench", "16", "1", "2"]));
    assert_eq!(depth, last(&["bench", "16", "1", "2", "default", "depth"]));
    assert_eq!(depth, last(&["bench 16 1 2", "quit"]), "also as a UCI command");
    assert_ne!(depth, last(&["bench", "16", "1", "100", "nodes"]));
    last(&["bench", "1", "--threads", "2", "--hash", "4"]);
    for words in [&["16", "1", "8", "plies"][..], &["x"], &["16", "0"]] {
        let (code, _, stderr) = secateur(&[&["bench"], words].concat());
        assert!(code == Some(2) && stderr.contains("bench HASH THREADS"), "{stderr}");
    }
}

#[test]
fn further_commands_of_stockfish_are_supported() {
    let folder = Folder::new();
    let file = folder.file("own.net");
    let (_, stdout, _) = secateur(&[&format!("export_net {file}"), "quit"]);
    assert!(stdout.ends_with(" bytes\n"), "{stdout}");
    assert_eq!(secateur(&["eval", "--eval", &file]).1, secateur(&["eval"]).1);
    let (code, stdout, _) = secateur(&[&format!("export_net {file}"), "quit"]);
    assert!(code == Some(2) && stdout.contains("exists already"), "{stdout}");
    let (_, stdout, _) = secateur(&["compiler"]);
    assert!(stdout.contains("compiler  rustc ") && stdout.contains("target    "), "{stdout}");
    let (_, stdout, _) = secateur(&["speedtest 1 1 1", "quit"]);
    assert!(stdout.contains("nodes per second") && stdout.contains("hash       1 MB"), "{stdout}");
}

#[test]
fn eval_prints_the_same_at_the_shell_and_in_uci() {
    let (_, shell, _) = secateur(&["eval", ITALIAN]);
    let (_, protocol, _) = secateur(&[&format!("position fen {ITALIAN}"), "eval", "quit"]);
    assert_eq!(shell, protocol);
    assert!(shell.lines().last().is_some_and(|line| line.contains(" pawns for White to move")));
    let (_, units, _) = secateur(&["eval", ITALIAN, "--units"]);
    assert!(units.lines().last().is_some_and(|line| line.contains(" internal units")), "{units}");
    let json = |fen: &str| {
        serde_json::from_str::<Value>(&secateur(&["eval", fen, "--json"]).1).expect("JSON")
    };
    assert!(json(ITALIAN)["units"].is_i64());
    let stalemate = json("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!((&stalemate["units"], &stalemate["score"]["cp"]), (&Value::Null, &0.into()));
}

#[test]
fn user_defaults_are_used_and_shown() {
    let folder = Folder::new();
    folder.with("secateur.toml", b"hash = 8 # small\nthreads = 2\n");
    let run = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = program(BINARY);
        command.env("XDG_CONFIG_HOME", folder.path()).env("APPDATA", folder.path());
        program::run(command.args(arguments).envs(variables.iter().copied())).1
    };
    let reported = run(&["uci", "quit"], &[]);
    assert!(reported.contains("option name Hash type spin default 8 min 1"), "{reported}");
    assert!(reported.contains("option name Threads type spin default 2 min 1"), "{reported}");
    let reported = run(&["uci", "quit"], &[("SECATEUR_HASH", "9")]);
    assert!(reported.contains("option name Hash type spin default 9 min 1"), "{reported}");
    let solved = run(&["epd", "wac", "--first", "1", "--depth", "1", "--json"], &[]);
    let solved: Value = serde_json::from_str(&solved).expect("JSON");
    assert_eq!(
        (&solved["settings"]["hash"], &solved["settings"]["threads"]),
        (&8.into(), &2.into())
    );
    let reported = run(&["doctor"], &[("SECATEUR_HASH", "9")]);
    assert!(reported.contains("hash 9 (SECATEUR_HASH), threads 2 ("), "{reported}");
    assert_eq!(
        run(&["bench", "2"], &[]).lines().last().map(|l| l.split(' ').next().map(str::to_owned)),
        secateur(&["bench", "2"]).1.lines().last().map(|l| l.split(' ').next().map(str::to_owned))
    );
    folder.with("secateur.toml", b"hsah = 8\n");
    let reported = run(&["doctor"], &[]);
    assert!(reported.contains("FAIL") && reported.contains("did you mean 'hash'?"), "{reported}");
}
