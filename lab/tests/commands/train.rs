//! Training from stored games by the real binary: the weights do not depend on threads and
//! interruptions, and the engine can play with them.

use crate::folder;
use secateur::eval::neural::file;
use secateur_lab::learn::games::Reader;
use secateur_lab::learn::test_set;
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A temporary folder with a file of games.
struct GameFolder(TempDir);

impl GameFolder {
    /// Generates the games with one thread. With two, the order of the games, and therefore the
    /// trained weights, would change from run to run.
    fn new() -> GameFolder {
        let folder = GameFolder(folder());
        let output =
            folder.run("datagen --games 30 --nodes 60 --hash 1 --threads 1 --seed 5 --out games");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    }

    fn command(&self, line: &str) -> Command {
        crate::command(self.0.path(), line)
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the binary starts")
    }

    /// Runs a command and sends it the signal after its first `lines` lines.
    #[cfg(unix)]
    fn interrupt(&self, line: &str, lines: usize, signal: &str) -> Output {
        use std::io::{BufRead, BufReader, Read};
        use std::process::Stdio;
        let mut child = self
            .command(line)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        for _ in 0..lines {
            stdout.read_line(&mut String::new()).expect("a progress line");
        }
        crate::signal::signal(&mut child, signal);
        stdout.read_to_string(&mut String::new()).expect("the output ends");
        child.wait_with_output().expect("the process ends")
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that a finished run, which has no checkpoint, cannot be resumed.
#[cfg(unix)]
fn assert_not_resumed(output: &Output, checkpoint: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(&format!("no {checkpoint} to resume")), "{error}");
}

#[test]
fn linear_weights_do_not_depend_on_threads_and_can_play() {
    let folder = GameFolder::new();
    for (out, threads) in [("one", 1), ("three", 3)] {
        let output = folder
            .run(&format!("train linear games --out {out} --iterations 12 --threads {threads}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("held out"), "{}", text(&output.stdout));
    }
    assert!(folder.read("one") == folder.read("three"));
    let curve = text(&folder.read("one.csv"));
    assert_eq!(curve.lines().count(), 13, "{curve}");
    assert!(curve.contains(",most_changed_units,mean_change_units,"), "{curve}");
    for plot in ["one.distance.svg", "one.change.svg"] {
        assert!(text(&folder.read(plot)).contains("<svg"), "{plot}");
    }
    assert!(!folder.path("one.checkpoint").exists());
    let explained = folder.run("eval --weights one");
    let table = text(&explained.stdout);
    assert!(table.contains("mobility"), "{}", text(&explained.stderr));
    let bars: Vec<usize> = table.lines().filter_map(|line| line.find('|')).collect();
    assert!(bars.len() > 10 && bars.iter().all(|bar| *bar == bars[0]), "{table}");
    let played = folder.run("match one material --games 2 --nodes 50");
    assert!(played.status.success(), "{}", text(&played.stderr));
}

/// Each option changes the weights.
#[test]
fn options_of_the_linear_training_have_an_effect() {
    let folder = GameFolder::new();
    let train = |out: &str, options: &str| {
        let output =
            folder.run(&format!("train linear games --iterations 10 --out {out}{options}"));
        assert!(output.status.success(), "{options}: {}", text(&output.stderr));
        folder.read(out)
    };
    let usual = train("usual", "");
    for options in [" --loss squared", " --plain", " --beta 0.01", " --ridge 0", " --smoothing 0"] {
        assert!(train("other", options) != usual, "{options}");
    }
}

#[test]
fn converted_positions_can_be_filtered() {
    let folder = GameFolder::new();
    for line in ["data convert games all --to text", "data convert games some --to text --filter"] {
        let output = folder.run(line);
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
    }
    let (all, some) = (text(&folder.read("all")), text(&folder.read("some")));
    let all: HashSet<&str> = all.lines().collect();
    assert!(some.lines().all(|line| all.contains(line)));
    assert!((1..all.len()).contains(&some.lines().count()), "{some}");
}

#[test]
fn a_missing_file_of_games_is_reported_once() {
    let folder = GameFolder(folder());
    for line in ["train wdl none", "train linear none --out new", "data stats none"] {
        let output = folder.run(line);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(error.starts_with("secateur-lab: cannot read none: "), "{line}: {error}");
        assert_eq!(error.matches(": ").count(), 2, "{line}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_resumed_training_gives_the_same_linear_weights() {
    let folder = GameFolder::new();
    let line =
        |out: &str| format!("train linear games --out {out} --iterations 400 --patience 400");
    assert!(folder.run(&line("whole")).status.success());
    let output = folder.interrupt(&line("parts"), 1, "-INT");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("--resume continues"), "{}", text(&output.stderr));
    assert!(folder.path("parts.checkpoint").exists());
    let other = folder.run(&format!("{} --resume --wdl 0.9", line("parts")));
    assert!(text(&other.stderr).contains("other settings"), "{}", text(&other.stderr));
    let resumed = folder.run(&format!("{} --resume", line("parts")));
    assert!(text(&resumed.stdout).contains("continuing after"), "{}", text(&resumed.stderr));
    assert!(folder.read("whole") == folder.read("parts"));
    let again = folder.run("train linear games --out parts --iterations 2 --resume");
    assert_not_resumed(&again, "parts.checkpoint");
    assert!(folder.read("whole") == folder.read("parts"));
}

#[test]
fn invalid_data_and_options_are_rejected() {
    let folder = GameFolder::new();
    std::fs::write(
        folder.path("foreign"),
        b"this is no game but some text of more than thirty-two bytes",
    )
    .expect("written");
    for (line, expected) in [
        ("train linear foreign --out w", "byte 0"),
        ("train linear absent --out w", "absent"),
        ("train linear games --out w --wdl 2", "0 to 1"),
        ("train linear games --out no/such/folder/w --iterations 1", "no/such/folder"),
        ("match linear nonsense --games 2", "nonsense"),
        ("eval --weights games", "SECATLIN"),
    ] {
        let output = folder.run(line);
        let stderr = text(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains(expected), "{line}: {stderr}");
    }
}

/// The labels are the material evaluation. After training, the network recognizes the side with
/// more material.
#[test]
fn a_small_network_learns_material_on_any_number_of_threads() {
    let folder = GameFolder::new();
    let packed = folder.run(
        "data pack games --static material --neighbours 12 --out positions --seed 3 --hold-out 100",
    );
    assert!(text(&packed.stdout).contains("held out"), "{}", text(&packed.stderr));
    for (out, threads) in [("one", 1), ("two", 2)] {
        let options = "--hidden 64 --epochs 12 --batch 256 --rate 0.01 --wdl 0 --seed 5";
        let output = folder
            .run(&format!("train network positions --out {out} {options} --threads {threads}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains(", with rounded weights 0."));
    }
    assert!(folder.read("one") == folder.read("two"), "the network depends on the threads");
    let curve = text(&folder.read("one.csv"));
    let held_out: Vec<f64> = curve
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(2).expect("a column").parse().expect("a loss"))
        .collect();
    // A constant prediction has the variance of the label as its loss, about 0.06 here. The limit
    // is a fifth of it.
    assert!(held_out.len() == 12 && held_out[11] < 0.012, "{held_out:?}");
    assert!(
        text(&folder.read("one.svg")).contains("<svg") && !folder.path("one.checkpoint").exists()
    );
    let grow = "train network positions --from one --hidden 96 --king-buckets 8 --epochs 1 --batch 256 --rate 0.01 --wdl 0";
    for rest in ["--out grown", "--shared-gradient 1 --out together"] {
        let output = folder.run(&format!("{grow} {rest}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let has_king_buckets =
        |name: &str| file::read(&folder.path(name)).expect("a network").has_king_buckets();
    assert!(
        !has_king_buckets("one") && has_king_buckets("grown"),
        "only --king-buckets gives king buckets"
    );
    assert!(!has_king_buckets("together"), "with a shared gradient they stay equal");
    let grown = file::read(&folder.path("grown")).expect("a network");
    assert_eq!((grown.hidden(), grown.king_buckets().count()), (96, 8));
    for (options, expected) in [
        ("--wdl 0..0.1", "--wdl 0 is needed: positions has no game results"),
        ("--wdl 0 --hidden 64", "more than 64"),
        ("--wdl 0 --king-buckets 4", "more than 4"),
        ("--king-buckets 3", "1, 4 or 8"),
        ("--wdl 0 --shared-gradient 2", "0 to 1"),
    ] {
        let refused =
            folder.run(&format!("train network positions --from grown {options} --out refused"));
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(expected), "{options}: {}", text(&refused.stderr));
    }
    let scaled = folder.run("train scale one games --like material --out scaled");
    assert!(text(&scaled.stdout).contains("target"), "{}", text(&scaled.stderr));
    let again = text(&folder.run("train scale scaled games --like material --out again").stdout);
    let words = again.trim_end().split(' ').collect::<Vec<_>>();
    let scale = |from_end: usize| words[words.len() - from_end].parse::<i32>().expect("a scale");
    assert!((scale(3) - scale(1)).abs() <= 1, "a second scaling changes the scale: {again}");
    let network = folder.path("one").display().to_string();
    let evaluator = secateur::eval::evaluator_named(&network).expect("a network");
    let value = |fen: &str| evaluator.evaluate(&fen.parse().expect(fen));
    let level = value("r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 4");
    assert!(level.abs() < 100, "equal material: {level}");
    let queen_less = value("rnb1kb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 4");
    assert!(queen_less < -300, "a queen less: {queen_less}");
}

/// After a kill, training resumes from the last checkpoint.
#[cfg(unix)]
#[test]
fn a_resumed_training_gives_the_same_network() {
    let folder = GameFolder::new();
    assert!(folder.run("data pack games --out positions").status.success());
    let line = |out: &str| {
        format!("train network positions --out {out} --hidden 32 --epochs 60 --batch 512")
    };
    assert!(folder.run(&line("whole")).status.success());
    let output = folder.interrupt(&line("parts"), 3, "-KILL");
    assert!(!output.status.success(), "the run ended before it was killed");
    assert!(folder.path("parts.checkpoint").exists());
    let refused = folder.run(&line("parts"));
    assert!(text(&refused.stderr).contains("--restart discards it"), "{}", text(&refused.stderr));
    let other = folder.run(&format!("{} --resume --rate 0.5", line("parts")));
    assert!(text(&other.stderr).contains("other settings"), "{}", text(&other.stderr));
    let other = folder
        .run("train network positions --out parts --from whole --epochs 60 --batch 512 --resume");
    assert!(text(&other.stderr).contains("another network"), "{}", text(&other.stderr));
    let positions = folder.read("positions");
    let mut changed = positions.clone();
    changed[100] ^= 1; // in the second of the records of 32 bytes after the header of 64
    std::fs::write(folder.path("positions"), changed).expect("written");
    let other = folder.run(&format!("{} --resume", line("parts")));
    assert!(text(&other.stderr).contains("other settings or positions"), "{}", text(&other.stderr));
    std::fs::write(folder.path("positions"), positions).expect("written");
    let resumed = folder.run(&format!("{} --resume", line("parts")));
    assert!(text(&resumed.stdout).contains("continuing after"), "{}", text(&resumed.stderr));
    assert!(folder.read("whole") == folder.read("parts"));
    let again = folder.run("train network positions --out parts --hidden 32 --epochs 1 --resume");
    assert_not_resumed(&again, "parts.checkpoint");
    assert!(folder.read("whole") == folder.read("parts"));
}

#[test]
fn wdl_is_fitted_to_games_and_invalid_files_are_named() {
    let folder = folder();
    let run = |line: &str| crate::program::run(&mut crate::command(folder.path(), line));
    let generate = "datagen --eval linear --games 8 --nodes 0.06k --out games.vf";
    assert_eq!(run(generate).0, Some(0));
    let (code, text, _) = run("train wdl games.vf --hold-out 300");
    assert_eq!(code, Some(0), "{text}");
    for part in [
        "positions to train on",
        "half_win [",
        "spread   [",
        "by centipawns shown",
        "by material",
        "mean",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    std::fs::write(folder.path().join("broken.vf"), [7; 50]).expect("written");
    for (file, reason) in [("broken.vf", "byte 0"), ("missing.vf", "missing.vf: ")] {
        let (code, _, error) = run(&format!("train wdl {file}"));
        assert_eq!(code, Some(2));
        assert!(error.contains(reason) && error.lines().count() == 1, "{error}");
    }
}

/// The positions of a test set have the same order for any number of threads and interruptions,
/// and are from held-out games only. `data evaluate` ranks evaluations with it.
#[test]
fn a_resumed_test_set_is_the_same_and_ranks_evaluations() {
    let folder = GameFolder::new();
    let line = |out: &str, options: &str| {
        format!("data test-set games --nodes 300 --hash 1 --out {out} {options}")
    };
    let run = |out: &str, options: &str| {
        let output = folder.run(&line(out, options));
        assert!(output.status.success(), "{}", text(&output.stderr));
        folder.read(out)
    };
    let whole = run("whole", "--hold-out 500 --positions 60");
    assert!(run("threads", "--hold-out 500 --positions 60 --threads 3") == whole);
    let twice = folder.run(
        "data test-set games games --nodes 300 --hash 1 --out twice --hold-out 500 --positions 60",
    );
    assert!(twice.status.success(), "{}", text(&twice.stderr));
    assert!(folder.read("twice") == whole, "a game that is given twice counts once");
    let part = run("part", "--hold-out 500 --positions 20");
    assert!(whole.starts_with(&part) && part.len() < whole.len());
    std::fs::write(folder.path("part"), &part[..part.len() - 5]).expect("written");
    assert!(run("part", "--hold-out 500 --positions 60 --resume") == whole);
    assert!(
        run("part", "--hold-out 500 --positions 20 --resume") == whole,
        "the longer file is not shortened"
    );
    let absent = folder.run("data test-set absent --out nothing");
    assert!(absent.status.code() == Some(2) && !folder.path("nothing").exists());
    let refused = folder.run("data test-set absent --out whole --resume");
    assert!(
        text(&refused.stderr).contains("other settings"),
        "not refused before the games are read"
    );
    for (options, expected) in [
        ("--hold-out 500 --positions 60", "--resume continues it"),
        ("--hold-out 400 --positions 60 --resume", "other settings"),
    ] {
        let refused = folder.run(&line("whole", options));
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(expected), "{}", text(&refused.stderr));
    }
    let found = test_set::file::read(&folder.path("whole")).expect("a valid test set");
    assert_eq!(found.positions.len(), 60);
    let mut held_out = HashSet::new();
    for game in Reader::open(folder.path("games"))
        .expect("the file exists")
        .map(|game| game.expect("a valid game"))
    {
        if game.is_held_out(1, 500) {
            held_out.extend(game.replay().map(|(board, _)| board.key()));
        }
    }
    assert!(found.positions.iter().all(|position| held_out.contains(&position.board.key())));
    let judged = folder.run("data evaluate whole --eval network --eval material");
    let stdout = text(&judged.stdout);
    let errors: Vec<f64> = stdout
        .lines()
        .filter(|line| line.starts_with("all "))
        .map(|line| line.split_whitespace().nth(2).expect("a column").parse().expect("an error"))
        .collect();
    assert!(errors.len() == 2 && errors[0] < errors[1], "{stdout} {}", text(&judged.stderr));
    for part in ["own games", "pieces", "deep score", "decided endings", "lowest queen"] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
}
