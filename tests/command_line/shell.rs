//! The command line for people at a shell, by the real binary: perft beside another engine,
//! openings for frameworks, the doctor, positions and games analysed, completions and manual pages;
//! and what each says when its input is bad.

use secateur::chess::Board;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");

/// Exit code, standard output, standard error.
fn secateur(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(BINARY).args(arguments).output().expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// A folder of its own for each test, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("secateur-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    fn with(&self, name: &str, content: &[u8]) -> String {
        std::fs::write(self.0.join(name), content).expect("a file");
        self.file(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn json(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON")
}

/// A UCI engine written for the shell that has a fault; `""` for none of ours.
#[cfg(unix)]
fn faulty_engine(folder: &Folder, name: &str, on_perft: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci) echo uciok;;\nisready) echo readyok;;\nposition*) position=$line;;\ngo*) {on_perft};;\nquit) exit;;\nesac; done\n"
    );
    let path = folder.with(name, script.as_bytes());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    path
}

#[test]
fn perft_writes_what_it_counts() {
    let folder = Folder::new("perft-json");
    let file = folder.file("count.json");
    let (code, said, _) = secateur(&["perft", "3", "--divide", "--json", &file]);
    assert!(
        code == Some(0) && said.contains("e2e4: 600") && said.contains("depth 3: 8902 leaves"),
        "{said}"
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
    let (code, said, _) = secateur(&["perft", "--suite", &suite, "--json", &file]);
    assert!(code == Some(1) && said.contains("depth 2, expected 401, got 400"), "{said}");
    assert_eq!(json(&file)["wrong"][0]["got"], 400);
}

#[test]
fn perft_agrees_with_itself() {
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for more in [&[][..], &["--fen", chess960, "--chess960"]] {
        let (code, said, complaint) =
            secateur(&[&["perft", "3", "--compare", BINARY][..], more].concat());
        assert!(code == Some(0) && said.contains("agrees"), "{said}{complaint}");
    }
}

/// The other engine counts as this one does, but without en passant captures.
#[cfg(unix)]
#[test]
fn perft_finds_the_position_where_another_engine_differs() {
    let folder = Folder::new("perft-compare");
    // It hands every question on, without the square on which a pawn could be taken.
    let on_perft = format!(
        "plain=$(echo \"$position\" | sed -E 's/ [a-h][36] / - /'); '{BINARY}' \"$plain\" \"$line\" quit"
    );
    let engine = faulty_engine(&folder, "no-en-passant", &on_perft);
    let file = folder.file("difference.json");
    let before = "4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1";
    let (code, said, complaint) =
        secateur(&["perft", "2", "--fen", before, "--compare", &engine, "--json", &file]);
    // From the previous position it plays the move itself and has the square, so it contradicts
    // itself.
    assert!(code == Some(0), "{code:?} {said}{complaint}");
    let after = "4k3/8/8/8/1Pp5/8/8/4K3 b - b3 0 1";
    let (code, said, complaint) =
        secateur(&["perft", "2", after, "--compare", &engine, "--json", &file]);
    assert!(
        code == Some(1) && said.contains("missing moves: c4b3\n"),
        "{code:?} {said}{complaint}"
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
    let folder = Folder::new("perft-silent");
    let silent = faulty_engine(&folder, "silent", ":");
    let gone = faulty_engine(&folder, "gone", "exit");
    for (engine, reason) in [
        (silent.as_str(), "did not answer 'go perft 2' within 1 s"),
        (gone.as_str(), "exited before it answered 'go perft 2'"),
        ("/no/such/engine", "cannot start /no/such/engine"),
    ] {
        let (code, said, complaint) =
            secateur(&["perft", "2", "--compare", engine, "--patience", "1"]);
        assert!(
            code == Some(2) && complaint.contains(reason) && complaint.lines().count() == 1,
            "{said}{complaint}"
        );
    }
}

fn openings(arguments: &[&str]) -> Vec<String> {
    let (code, said, _) = secateur(arguments);
    assert_eq!(code, Some(0));
    let lines =
        said.lines().map(|line| line.strip_prefix("info string genfens ").expect(line).to_owned());
    lines.collect()
}

#[test]
fn openings_are_those_of_the_seed() {
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
fn openings_begin_from_the_book() {
    let folder = Folder::new("genfens");
    // Kings and pawns only: whatever is played, no queen of the initial position can be there.
    let book = folder
        .with("book.epd", b"# pawns\n4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - id \"pawns\";\n\n");
    for fen in openings(&[&format!("genfens 3 seed 1 book {book}"), "quit"]) {
        assert!(!fen.split(' ').next().expect("pieces").contains(['n', 'N', 'b', 'B']), "{fen}");
    }
    let bad = folder.with("bad.epd", b"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -\nnonsense\n");
    let lost = folder.with("lost.epd", b"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
    for (book, reason) in
        [(bad, "bad.epd:2: 1 of the 4 fields"), (lost, "lost, finished or repeated")]
    {
        let (_, said, _) = secateur(&[&format!("genfens 3 seed 1 book {book}"), "quit"]);
        assert!(said.lines().count() == 1 && said.contains(reason), "{said}");
    }
}

#[test]
fn the_doctor_finds_this_engine_well() {
    let folder = Folder::new("doctor");
    let file = folder.file("health.json");
    let (code, said, complaint) = secateur(&["doctor", "--json", &file]);
    assert_eq!(code, Some(0), "{said}{complaint}");
    let findings = json(&file);
    let verdict = |name: &str| {
        let found =
            findings.as_array().expect("a list").iter().find(|finding| finding["name"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {said}"))["verdict"].clone()
    };
    for name in
        ["processor", "code paths", "cores", "memory", "huge pages", "isready in a search", "stop"]
    {
        assert_ne!(verdict(name), "fail", "{said}");
    }
    assert_eq!(
        (verdict("evaluation"), verdict("UCI conversation")),
        ("ok".into(), "ok".into()),
        "{said}"
    );
}

#[test]
fn the_doctor_names_what_is_broken() {
    let folder = Folder::new("doctor-broken");
    let table = folder.with("KQvK.rtbw", b"no table");
    let torn = folder.with("torn.bin", &[0; 17]);
    let entry = |key| [[key; 8], [0x03, 0x1c, 0, 1, 0, 0, 0, 0]].concat();
    let unsorted = folder.with("unsorted.bin", &[entry(9), entry(1)].concat());
    let place = folder.0.to_str().expect("UTF-8");
    for (arguments, reason) in [
        (["--syzygy", place], format!("'{table}' is no table (wrong magic number)")),
        (["--syzygy", "/no/such/folder"], "no tables: '/no/such/folder' cannot be read".to_owned()),
        (["--book", &torn], "offset 16: 1 bytes are left".to_owned()),
        (["--book", &unsorted], "offset 16: this key is smaller".to_owned()),
        (["--eval", "nonsense"], "there is no evaluation 'nonsense'".to_owned()),
        (["--engine", "/bin/false"], "exited before it answered 'uci'".to_owned()),
    ] {
        let (code, said, _) = secateur(&[&["doctor"], &arguments[..]].concat());
        let reported = said.lines().any(|line| line.starts_with("FAIL") && line.contains(&reason));
        assert!(code == Some(1) && reported, "{arguments:?}: {said}");
    }
}

#[test]
fn the_doctor_counts_tablebases() {
    let folder = Folder::new("doctor-tables");
    // The size that every table has, but for a multiple of 64.
    let table = |magic: [u8; 4]| [&magic[..], &[0; 76]].concat();
    folder.with("KQvK.rtbw", &table([0x71, 0xe8, 0x23, 0x5d]));
    let place = folder.0.to_str().expect("UTF-8");
    let (_, said, _) = secateur(&["doctor", "--syzygy", place]);
    assert!(said.contains("3 pieces: 1 WDL, 0 DTZ; without DTZ"), "{said}");
    folder.with("KQvK.rtbz", &table([0xd7, 0x66, 0x0c, 0xa5]));
    let (_, said, _) = secateur(&["doctor", "--syzygy", place]);
    assert!(
        said.lines().any(|line| line.starts_with("ok") && line.ends_with("3 pieces: 1 WDL, 1 DTZ")),
        "{said}"
    );
}

#[test]
fn shells_get_their_completions() {
    for (shell, sign) in [
        ("bash", "complete -F _secateur"),
        ("zsh", "#compdef secateur"),
        ("fish", "complete -c secateur"),
    ] {
        let (code, said, _) = secateur(&["completions", shell]);
        assert!(code == Some(0) && said.contains(sign) && said.contains("perft"), "{shell}");
    }
    assert_eq!(secateur(&["completions", "nonsense"]).0, Some(2));
}

#[test]
fn every_command_has_a_page() {
    let (code, said, _) = secateur(&["man"]);
    assert!(
        code == Some(0) && said.contains(".TH secateur 1") && said.contains("secateur\\-perft(1)"),
        "{said}"
    );
    let folder = Folder::new("man");
    let place = folder.0.to_str().expect("UTF-8");
    assert_eq!(secateur(&["man", "--out", place]).0, Some(0));
    let page = std::fs::read_to_string(Path::new(place).join("secateur-perft.1")).expect("a page");
    assert!(page.contains("Exit codes:") && page.contains("\\-\\-compare"), "{page}");
    let main = std::fs::read_to_string(Path::new(place).join("secateur.1")).expect("a page");
    assert!(!said.contains("\\-help(1)") && !main.contains("\\-help(1)"), "{main}");
    let (code, _, complaint) = secateur(&["man", "--out", "/no/such/folder"]);
    assert!(
        code == Some(2) && complaint.contains("there is no folder /no/such/folder"),
        "{complaint}"
    );
}

#[test]
fn positions_are_named_alike_everywhere() {
    let said = |arguments: &[&str]| secateur(arguments).1;
    assert_eq!(said(&["eval", "startpos"]), said(&["eval"]));
    assert!(said(&["perft", "3", "startpos"]).starts_with("depth 3: 8902 leaves"));
    let unquoted = ["7k/8/8/8/8/8/8/K7", "b", "-", "-"];
    let perft = [&["perft", "1"][..], &unquoted].concat();
    assert!(said(&perft).starts_with("depth 1: 3 leaves"));
    assert_eq!(said(&["perft", "1", &unquoted.join(" ")])[..18], said(&perft)[..18]);
    assert_eq!(said(&["eval", &unquoted.join(" ")]), said(&[&["eval"][..], &unquoted].concat()));
    assert!(said(&["analyse", "startpos", "--depth", "2"]).contains("rnbqkbnr"));
}

/// It was a panic.
#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_reported_in_a_line() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"bad\xff.epd");
    let output =
        Command::new(BINARY).args(["epd", "--nodes", "10"]).arg(name).output().expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && complaint.starts_with("secateur: cannot read bad"),
        "{complaint}"
    );
}

#[test]
fn another_evaluation_solves_otherwise() {
    let by =
        |name: &str| secateur(&["epd", "epd/bratko-kopec.epd", "--nodes", "500", "--eval", name]);
    assert_ne!(by("network").1.lines().last(), by("material").1.lines().last());
    assert!(by("nothing").2.contains("--eval: there is no evaluation 'nothing'"));
}

#[test]
fn odd_inputs_are_reported_in_a_line() {
    for (arguments, reason) in [
        (&["perft", "0", "--compare", BINARY][..], "--compare needs a depth of 1 or more"),
        (
            &["perft", "2", "--fen", "nonsense"],
            "'nonsense' is not a position: 1 of the 4 fields of a FEN",
        ),
        (&["eval", "nonsense"], "'nonsense' is not a position: 1 of the 4 fields of a FEN"),
        (&["perft", "2", "--json", "/no/such/folder/x"], "there is no folder /no/such/folder"),
        (&["doctor", "--json", "/"], "it is a folder"),
        (
            &["analyse", "nonsense"],
            "there is no such file, and 'nonsense' is not a position: 1 of the 4 fields",
        ),
        (&["analyse", "Cargo.toml", "--depth", "1"], "Cargo.toml"),
        (&["annotate", "/no/such/file"], "cannot read /no/such/file"),
        (&["annotate", "README.md", "--nodes", "1"], "README.md has no valid games"),
        (
            &["annotate", "README.md", "--out", "/no/such/folder/x"],
            "there is no folder /no/such/folder",
        ),
    ] {
        let (code, said, complaint) = secateur(arguments);
        assert!(
            code == Some(2)
                && complaint.contains(reason)
                && said.is_empty()
                && !complaint.contains("panicked"),
            "{arguments:?}: {said}{complaint}"
        );
    }
}

#[test]
fn a_position_is_analysed() {
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let nodes = |more: &[&str]| {
        let (_, said, error) =
            secateur(&[&["analyse", "startpos", "--depth", "7", "--json"], more].concat());
        serde_json::from_str::<Value>(&said).expect(&error)["nodes"].clone()
    };
    assert_ne!(nodes(&[]), nodes(&["--set", "null-move.mode=off"]));
    let (code, _, error) =
        secateur(&["analyse", mate, "--engine", BINARY, "--preset", "papers", "--depth", "2"]);
    assert!(code == Some(2) && error.contains("--preset and --set are for Secateur"), "{error}");
    let (code, said, complaint) = secateur(&["analyse", mate, "--depth", "4"]);
    assert!(
        code == Some(0) && said.contains("#1") && said.contains("1. Ra8#"),
        "{said}{complaint}"
    );
    let (code, said, _) = secateur(&["analyse", mate, "--depth", "4", "--multipv", "3", "--json"]);
    let found: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, found["lines"].as_array().map(Vec::len)), (Some(0), Some(3)));
    assert_eq!((&found["score"]["mate"], &found["best"]), (&Value::from(1), &Value::from("a1a8")));
    let wdl = found["lines"][2]["wdl"].as_array().expect("three chances");
    assert_eq!(wdl.iter().filter_map(Value::as_i64).sum::<i64>(), 1000);
    let (_, said, _) = secateur(&["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--depth", "4"]);
    assert!(said.contains("stalemate"), "{said}");
}

#[test]
fn files_are_analysed_in_their_order() {
    let folder = Folder::new("analyse");
    let epd = folder.with(
        "some.epd",
        b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";\n6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n",
    );
    let (code, said, _) = secateur(&["analyse", &epd, "--nodes", "500", "--jobs", "2", "--json"]);
    let names: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line)["name"].clone())
        .collect();
    assert_eq!((code, &names[..]), (Some(0), &["one".into(), "#2".into()][..]));
    // The last positions of games; the second game is broken.
    let pgn = folder.with(
        "games.pgn",
        b"[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 *\n\n[White \"C\"]\n\n1. e5 *\n",
    );
    let (code, said, complaint) = secateur(&["analyse", &pgn, "--depth", "3"]);
    assert!(
        code == Some(1) && said.contains("game 1, A - B") && said.contains("2... Qh4#"),
        "{said}"
    );
    assert!(complaint.contains("game 2: move 1. 'e5' is not legal here"), "{complaint}");
}

#[test]
fn games_are_annotated() {
    let folder = Folder::new("annotate");
    let games = "[Event \"Scholar\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
                 1. e4 {best by test} e5 2. Qh5 (2. Nf3 Nc6) Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
                 [Event \"Broken\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"Short\"]\n\n1. d4 *\n";
    let file = folder.with("games.pgn", games.as_bytes());
    let (out, found) = (folder.file("out.pgn"), folder.file("out.json"));
    let arguments =
        ["annotate", &file, "--nodes", "3000", "--jobs", "2", "--out", &out, "--json", &found];
    let (code, said, complaint) = secateur(&arguments);
    assert!(code == Some(1) && said.is_empty(), "{said}{complaint}");
    assert!(complaint.contains("game 2: move 2. 'Ke3' is not legal here"), "{complaint}");
    assert!(complaint.contains("game 1: A ") && complaint.contains("1 ??"), "{complaint}");
    let pgn = std::fs::read_to_string(&out).expect("written").replace('\n', " ");
    for kept in [
        "best by test",
        "(2. Nf3 Nc6)",
        "[Event \"Scholar\"]",
        "Nf6 $4 {[%eval #1] [%wdl 1000,0,0] Blunder.",
        "1-0",
    ] {
        assert!(pgn.contains(kept), "{kept}: {pgn}");
    }
    let found = json(&found);
    assert_eq!((found.as_array().map(Vec::len), &found[1]["game"]), (Some(2), &Value::from(3)));
    assert_eq!(
        (&found[0]["black"]["blunders"], &found[0]["moves"][5]["mark"]),
        (&1.into(), &"blunder".into())
    );
    // One job finds the same, and without --out the games go to standard output.
    let (_, said, _) = secateur(&["annotate", &file, "--nodes", "3000"]);
    assert_eq!(said, std::fs::read_to_string(&out).expect("written"));
}

/// All that was done was lost on Ctrl-C.
#[cfg(unix)]
#[test]
fn annotating_goes_on_after_an_interruption() {
    let folder = Folder::new("annotate-resume");
    let games: String = (0..30)
        .map(|number| format!("[Round \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"))
        .collect();
    let file = folder.with("games.pgn", games.as_bytes());
    let (whole, out, partial) =
        (folder.file("whole.pgn"), folder.file("out.pgn"), folder.file("out.pgn.partial"));
    let annotate = |out: &str, more: &[&str]| {
        let arguments = ["annotate", file.as_str(), "--nodes", "5000", "--out", out];
        Command::new(BINARY)
            .args(arguments)
            .args(more)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it starts")
    };
    let finish = |child: std::process::Child| {
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(finish(annotate(&whole, &[])).0, Some(0));
    let child = annotate(&out, &[]);
    let kept = || std::fs::read_to_string(&partial).unwrap_or_default().lines().count();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while kept() < 4 && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.is_ok_and(|status| status.success()), "it should still run");
    let (code, said) = finish(child);
    assert!(
        code == Some(130) && said.contains(" of 30 games; --resume continues from"),
        "{code:?} {said}"
    );
    assert!(!Path::new(&out).exists() && kept() >= 4);
    let (code, said) = finish(annotate(&out, &[]));
    assert!(code == Some(2) && said.contains("--restart discards it"), "{code:?} {said}");
    let before = kept() - 1;
    let (code, said) = finish(annotate(&out, &["--resume", "--jobs", "2"]));
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(
        said.lines().filter(|line| line.starts_with("game ")).count(),
        30 - before,
        "no game twice"
    );
    assert_eq!(std::fs::read(&out).expect("written"), std::fs::read(&whole).expect("written"));
    assert!(!Path::new(&partial).exists());
    for more in [&["--resume"][..], &["--resume", "--hash", "1"]] {
        let (code, said) = finish(annotate(&out, more));
        assert!(code == Some(2) && said.contains("the run is finished"), "{code:?} {said}");
        assert_eq!(std::fs::read(&out).expect("written"), std::fs::read(&whole).expect("written"));
        assert!(!Path::new(&partial).exists());
    }
}

#[test]
fn a_dash_is_standard_input() {
    let positions = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\r4k3/8/8/8/8/8/8/4K2R w K -\r";
    let (code, said) = given(positions, &["analyse", "-", "--depth", "1", "--json"]);
    assert_eq!((code, said.lines().count()), (Some(0), 2), "{said}");
    let (code, said) = given(positions, &["epd", "-", "--depth", "1"]);
    assert!(code == Some(0) && said.contains("-: solved 0 of 0"), "{said}");
    let (code, said) =
        given("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n", &["annotate", "-", "--depth", "1"]);
    assert!(code == Some(0) && said.contains("3. Qxe5#"), "{said}");
    let (code, said) = given(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 400\n",
        &["perft", "--suite", "-"],
    );
    assert!(code == Some(0) && said.contains("400"), "{said}");
    let (code, said) = given("", &["epd", "-", "--depth", "1"]);
    assert_eq!((code, said.as_str()), (Some(2), ""));
}

/// Exit code and standard output of a command that reads this from standard input.
fn given(text: &str, arguments: &[&str]) -> (Option<i32>, String) {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = Command::new(BINARY);
    let piped =
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = piped.spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("read");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

const ITALIAN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

/// One move stood in two lines, and another in none.
#[test]
fn no_move_begins_two_lines_of_an_analysis() {
    for nodes in ["7000", "9000", "20000"] {
        let (_, said, _) =
            secateur(&["analyse", ITALIAN, "--multipv", "3", "--nodes", nodes, "--json"]);
        let found: Value = serde_json::from_str(&said).expect("JSON");
        let firsts: Vec<&str> =
            (0..3).filter_map(|line| found["lines"][line]["pv"][0].as_str()).collect();
        assert!(
            firsts.len() == 3 && (1..3).all(|line| !firsts[..line].contains(&firsts[line])),
            "{nodes}: {said}"
        );
        assert_eq!(
            (&found["best"], &found["score"]),
            (&firsts[0].into(), &found["lines"][0]["score"]),
            "{nodes}: {said}"
        );
    }
}

/// What was searched was lost on Ctrl-C.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_best_so_far() {
    let folder = Folder::new("interrupted");
    let page = folder.file("tree.html");
    for arguments in [
        &["analyse", ITALIAN, "--time", "1h"][..],
        &["perft", "12"],
        &["tree", ITALIAN, "--time", "1h", "--out", &page],
    ] {
        let child = Command::new(BINARY)
            .args(arguments)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it starts");
        std::thread::sleep(std::time::Duration::from_secs(2));
        let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(signal.is_ok_and(|status| status.success()), "it should still run");
        let output = child.wait_with_output().expect("it ends");
        let (said, complaint) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {said}{complaint}");
        assert!(complaint.contains("secateur: interrupted "), "{arguments:?}: {complaint}");
        let is_partial = said.contains(" nodes, ") || said.contains("depth 12 (incomplete): ");
        assert!(is_partial, "{arguments:?}: {said}");
    }
    assert!(std::fs::read_to_string(&page).expect("written").contains("content=\"Secateur"));
}

#[test]
fn numbers_and_times_are_written_as_people_write_them() {
    for effort in [["--nodes", "1k"], ["--nodes", "0.001m"], ["--time", "10ms"]] {
        let (code, said, complaint) =
            secateur(&[&["analyse", "startpos"][..], &effort, &["--json"]].concat());
        assert_eq!(code, Some(0), "{effort:?}: {complaint}");
        let found: Value = serde_json::from_str(&said).expect("JSON");
        if effort[0] == "--nodes" {
            assert!(found["nodes"].as_u64().is_some_and(|nodes| (1000..1100).contains(&nodes)));
        }
    }
    for effort in [["--nodes", "1x"], ["--time", "5d"], ["--time", "0s"]] {
        let (code, _, complaint) = secateur(&[&["analyse", "startpos"][..], &effort].concat());
        assert!(code == Some(2) && complaint.contains(" above zero"), "{effort:?}: {complaint}");
    }
}

#[test]
fn json_goes_to_a_file_or_to_standard_output_in_every_command() {
    let folder = Folder::new("json");
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
        let (_, said, complaint) = secateur(&[arguments, &["--json"]].concat());
        assert!(serde_json::from_str::<Value>(&said).is_ok(), "{arguments:?}: {said}");
        assert!(!complaint.is_empty(), "{arguments:?}: what people read");
        let (_, said, _) = secateur(&[arguments, &["--json", &file]].concat());
        assert!(serde_json::from_str::<Value>(&said).is_err(), "{arguments:?}: {said}");
        assert!(json(&file).is_object() || json(&file).is_array(), "{arguments:?}");
    }
    let (code, _, complaint) = secateur(&["eval", "--json", "startpos"]);
    assert!(code == Some(2) && complaint.contains("write --json after it"), "{complaint}");
}

#[test]
fn misspelt_commands_and_options_are_recognised() {
    for (arguments, meant) in [
        (&["analize", "startpos"][..], "analyze"),
        (&["perft", "3", "--dvide"], "--divide"),
        (&["bench", "1", "--set", "nul-move.mode=off"], "did you mean 'NullMove.Mode'?"),
        (&["epd", "wca", "--depth", "1"], "did you mean 'wac'?"),
    ] {
        let (code, _, complaint) = secateur(arguments);
        assert!(code == Some(2) && complaint.contains(meant), "{arguments:?}: {complaint}");
    }
}

#[test]
fn the_benchmark_takes_the_words_of_stockfish() {
    let last = |arguments: &[&str]| {
        let (code, said, complaint) = secateur(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {complaint}");
        said.lines().last().unwrap_or_default().split(' ').next().unwrap_or_default().to_owned()
    };
    let depth = last(&["bench", "2"]);
    assert_eq!(depth, last(&["bench", "16", "1", "2"]));
    assert_eq!(depth, last(&["bench", "16", "1", "2", "default", "depth"]));
    assert_eq!(depth, last(&["bench 16 1 2", "quit"]), "in the protocol too");
    assert_ne!(depth, last(&["bench", "16", "1", "100", "nodes"]));
    last(&["bench", "1", "--threads", "2", "--hash", "4"]);
    for words in [&["16", "1", "8", "plies"][..], &["x"], &["16", "0"]] {
        let (code, _, complaint) = secateur(&[&["bench"], words].concat());
        assert!(code == Some(2) && complaint.contains("bench HASH THREADS"), "{complaint}");
    }
}

#[test]
fn commands_of_stockfish_are_there() {
    let folder = Folder::new("stockfish");
    let file = folder.file("own.net");
    let (_, said, _) = secateur(&[&format!("export_net {file}"), "quit"]);
    assert!(said.ends_with(" bytes\n"), "{said}");
    assert_eq!(secateur(&["eval", "--eval", &file]).1, secateur(&["eval"]).1);
    let (code, said, _) = secateur(&[&format!("export_net {file}"), "quit"]);
    assert!(code == Some(2) && said.contains("exists already"), "{said}");
    let (_, said, _) = secateur(&["compiler"]);
    assert!(said.contains("compiler  rustc ") && said.contains("target    "), "{said}");
    let (_, said, _) = secateur(&["speedtest 1 1 1", "quit"]);
    assert!(said.contains("nodes per second") && said.contains("hash       1 MB"), "{said}");
}

#[test]
fn the_protocol_and_the_shell_explain_the_evaluation_alike() {
    let (_, shell, _) = secateur(&["eval", ITALIAN]);
    let (_, protocol, _) = secateur(&[&format!("position fen {ITALIAN}"), "eval", "quit"]);
    assert_eq!(shell, protocol);
    assert!(shell.lines().last().is_some_and(|line| line.contains(" pawns for White to move")));
    let (_, units, _) = secateur(&["eval", ITALIAN, "--units"]);
    assert!(units.lines().last().is_some_and(|line| line.contains(" internal units")), "{units}");
}

#[test]
fn defaults_of_the_user_are_used_and_shown() {
    let folder = Folder::new("defaults");
    folder.with("secateur.toml", b"hash = 8 # small\nthreads = 2\n");
    let run = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = Command::new(BINARY)
            .args(arguments)
            .env("XDG_CONFIG_HOME", &folder.0)
            .envs(variables.iter().copied())
            .output()
            .expect("it starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
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

/// `--engine self` is the run without `--engine`.
#[test]
fn secateur_itself_analyses_and_annotates_by_name() {
    let found = |more: &[&str]| {
        let analyse = ["analyse", "startpos", "--depth", "6", "--json"];
        let (code, said, complaint) = secateur(&[&analyse[..], more].concat());
        assert_eq!(code, Some(0), "{complaint}");
        let found: Value = serde_json::from_str(&said).expect("JSON");
        (found["best"].clone(), found["nodes"].clone())
    };
    assert_eq!(found(&[]), found(&["--engine", "self"]));
    assert_eq!(
        found(&["--preset", "papers"]),
        found(&["--preset", "papers", "--engine", "self", "--option", "Hash=16"])
    );
    for (option, reason) in [
        ("MultiPV=2", "the engine is Secateur; use --hash and so on"),
        ("Hash=abc", "Secateur accepts an integer from 1 to 33554432"),
    ] {
        let analyse = ["analyse", "startpos", "--depth", "1", "--engine", "self"];
        let (code, said, complaint) = secateur(&[&analyse[..], &["--option", option]].concat());
        assert!(code == Some(2) && said.is_empty() && complaint.contains(reason), "{complaint}");
    }
    let folder = Folder::new("annotate-self");
    let pgn = folder.with("game.pgn", b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    let annotate = ["annotate", &pgn, "--nodes", "2000"];
    let own = secateur(&[&annotate[..], &["--engine", "self"]].concat());
    assert_eq!((own.0, own.1), (Some(0), secateur(&annotate).1), "{}", own.2);
    for eval in ["material", "/nope"] {
        let (code, said, complaint) =
            secateur(&[&annotate[..], &["--engine", BINARY, "--eval", eval]].concat());
        assert!(code == Some(2) && said.is_empty(), "{said}");
        assert!(complaint.contains("--eval is for Secateur"), "{complaint}");
    }
}

#[cfg(unix)]
#[test]
fn an_illegal_move_of_an_engine_is_reported() {
    let folder = Folder::new("analyse-illegal");
    let engine = faulty_engine(&folder, "illegal", "echo bestmove z9z9");
    let (code, said, complaint) =
        secateur(&["analyse", "startpos", "--depth", "1", "--engine", &engine]);
    let reason = format!("{engine} answered with the illegal move 'z9z9' in rnbqkbnr/pppppppp");
    assert!(code == Some(2) && said.is_empty() && complaint.contains(&reason), "{complaint}");
}

/// A value that the other engine does not accept is refused before the search.
#[test]
fn analyse_refuses_values_that_an_engine_does_not_declare() {
    for option in ["Hash=abc", "Threads=0"] {
        let analyse = ["analyse", "startpos", "--depth", "1", "--engine", BINARY];
        let (code, said, complaint) = secateur(&[&analyse[..], &["--option", option]].concat());
        let reason = format!("--option {option}: Secateur");
        assert!(code == Some(2) && said.is_empty() && complaint.contains(&reason), "{complaint}");
    }
}

/// Another engine analyses and annotates; here it is this one.
#[test]
fn another_engine_analyses_and_annotates() {
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let (code, said, complaint) = secateur(&[
        "analyse",
        mate,
        "--depth",
        "4",
        "--engine",
        BINARY,
        "--multipv",
        "2",
        "--json",
    ]);
    assert_eq!(code, Some(0), "{complaint}");
    let found: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&found["best"], &found["score"]["mate"]), (&"a1a8".into(), &1.into()), "{said}");
    assert_eq!(found["lines"].as_array().map(Vec::len), Some(2), "{said}");
    let folder = Folder::new("annotate-other");
    let pgn = folder.with("game.pgn", b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    let annotate = ["annotate", &pgn, "--nodes", "3000"];
    let other = secateur(&[&annotate[..], &["--engine", BINARY]].concat());
    assert_eq!(other.0, Some(0), "{}", other.2);
    assert!(other.1.contains("Nf6 $4") && other.1.contains("[%eval #1]"), "{}", other.1);
    let annotator = format!("[Annotator \"{}\"]", secateur::version::full_name());
    assert!(other.1.contains(&annotator), "{}", other.1);
    for (engine, reason) in
        [("/no/such/engine", "cannot start"), ("/bin/false", "exited before it answered")]
    {
        let (code, _, complaint) = secateur(&["analyse", mate, "--depth", "1", "--engine", engine]);
        assert!(code == Some(2) && complaint.contains(reason), "{complaint}");
    }
}
