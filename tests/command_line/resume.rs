//! Tests of `secateur::cli::resume`, and of repeated Ctrl-C and `nohup` by the real binary.

use secateur::cli::resume::*;

/// A new run that is killed before its first checkpoint must not resume the discarded run.
#[test]
fn restart_removes_the_checkpoint_and_other_options_keep_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = folder.path().join("checkpoint");
    for (resume, restart) in [(false, true), (true, false), (false, false)] {
        std::fs::write(&checkpoint, "learned").expect("written");
        Resume { resume, restart }.discard_checkpoint(&checkpoint).expect("no I/O error");
        assert_eq!(checkpoint.exists(), !restart);
    }
    std::fs::remove_file(&checkpoint).expect("the file exists");
    Resume { resume: false, restart: true }
        .discard_checkpoint(&checkpoint)
        .expect("nothing to remove");
}

#[test]
fn an_output_without_a_journal_is_not_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [output, journal] = ["output", "journal"].map(|name| folder.path().join(name));
    let resumed = Resume { resume: true, restart: false };
    let is_refused = |resume: Resume| resume.check_unfinished(&output, &journal).is_err();
    assert!(!is_refused(resumed));
    std::fs::write(&output, "").expect("written");
    assert!(!is_refused(resumed), "an empty file is not a result");
    std::fs::write(&output, "result").expect("written");
    assert!(is_refused(resumed));
    assert!(!is_refused(Resume { resume: false, restart: true }));
    std::fs::write(&journal, "unfinished").expect("written");
    assert!(!is_refused(resumed));
}

/// Annotates these games, interrupts the run twice after `lines` lines of its journal, and returns
/// its error output and whether the journal remains.
#[cfg(unix)]
fn annotate_and_interrupt_twice(games: &str, lines: usize) -> (String, bool) {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.pgn"), games).expect("written");
    let mut child = crate::program::program(crate::BINARY)
        .args(["annotate", "games.pgn", "--time", "1", "--out", "out.pgn"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let partial = folder.path().join("out.pgn.partial");
    let kept = || std::fs::read_to_string(&partial).unwrap_or_default().lines().count();
    let deadline = Instant::now() + Duration::from_secs(60);
    while kept() < lines && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(2));
    }
    for _ in 0..2 {
        // Signals in quick succession may be merged, and the handler may not be installed yet.
        std::thread::sleep(Duration::from_millis(500));
        crate::signal::signal(&mut child, "-INT");
    }
    let (code, _, stderr) = crate::program::finish(child);
    assert_eq!(code, Some(130));
    (stderr, partial.exists())
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_reports_saved_games_and_removes_an_empty_journal() {
    let long = format!("[Round \"2\"]\n\n1. e4 e5 {} *\n", "2. Nf3 Nc6 3. Ng1 Nb8 ".repeat(20));
    let (stderr, is_kept) = annotate_and_interrupt_twice(&long, 1);
    assert!(stderr.ends_with("secateur: interrupted after 0 of 1 games\n") && !is_kept, "{stderr}");
    let short = "[Round \"1\"]\n\n1. e4 *\n\n";
    let (stderr, is_kept) = annotate_and_interrupt_twice(&format!("{short}{long}"), 2);
    let reported = "interrupted after 1 of 2 games; --resume continues from out.pgn.partial\n";
    assert!(stderr.ends_with(reported) && is_kept, "{stderr}");
}

/// `nohup` makes a process ignore SIGHUP. The handler of Ctrl-C must not handle that signal.
#[cfg(target_os = "linux")]
#[test]
fn a_process_under_nohup_survives_sighup() {
    use std::process::Stdio;
    let script = "trap '' HUP; exec \"$0\" analyse startpos --time 1.5";
    let mut child = crate::program::program("sh")
        .args(["-c", script, crate::BINARY])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(std::time::Duration::from_millis(700)); // the handler is installed
    crate::signal::signal(&mut child, "-HUP");
    let (code, _, stderr) = crate::program::finish(child);
    assert_eq!(code, Some(0), "{stderr}");
}
