//! Unit tests of `secateur::cli::resume`.

use secateur::cli::resume::*;

/// A new run that is killed before its first checkpoint must not resume the discarded run.
#[test]
fn a_checkpoint_goes_when_it_is_given_up_and_stays_otherwise() {
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = folder.path().join("checkpoint");
    for (resume, restart) in [(false, true), (true, false), (false, false)] {
        std::fs::write(&checkpoint, "learned").expect("written");
        Resume { resume, restart }.discard_checkpoint(&checkpoint).expect("removed or left");
        assert_eq!(checkpoint.exists(), !restart);
    }
    std::fs::remove_file(&checkpoint).expect("there");
    Resume { resume: false, restart: true }
        .discard_checkpoint(&checkpoint)
        .expect("nothing to remove");
}
