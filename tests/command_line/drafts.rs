//! Unit tests of `secateur::files`.

use secateur::files::*;
use std::fs;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("the folder is readable");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry.expect("the folder is readable").file_name().to_string_lossy().into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_draft_changes_nothing_until_it_is_finished() {
    let folder = folder();
    let file = folder.path().join("a");
    fs::write(&file, "old").expect("written");
    let mut draft = Draft::begin(&file).expect("begun");
    draft.write_all(b"new").expect("written");
    draft.flush().expect("flushed");
    assert_eq!(fs::read(&file).expect("the file exists"), b"old");
    drop(draft);
    assert_eq!(
        (fs::read(&file).expect("the file exists"), names(&folder)),
        (b"old".to_vec(), vec!["a".to_owned()])
    );
    write_atomically(&file, "new").expect("written");
    assert_eq!(
        (fs::read(&file).expect("the file exists"), names(&folder)),
        (b"new".to_vec(), vec!["a".to_owned()])
    );
}

#[test]
fn a_new_file_does_not_replace_an_existing_one() {
    let folder = folder();
    let file = folder.path().join("a");
    let mut draft = Draft::begin_new(&file).expect("begun");
    draft.write_all(b"ours").expect("written");
    fs::write(&file, "theirs").expect("written");
    assert!(matches!(draft.finish(), Err(FileError::Exists(_))));
    assert!(matches!(Draft::begin_new(&file), Err(FileError::Exists(_))));
    #[cfg(unix)]
    {
        assert!(matches!(Draft::begin_new("/dev/null".as_ref()), Err(FileError::Exists(_))));
        assert!(Draft::begin_new_or_stream("/dev/null".as_ref()).is_ok());
    }
    assert!(matches!(Draft::begin_new_or_stream(&file), Err(FileError::Exists(_))));
    assert_eq!(
        (fs::read(&file).expect("the file exists"), names(&folder)),
        (b"theirs".to_vec(), vec!["a".to_owned()])
    );
}

#[test]
fn outputs_are_neither_inputs_nor_named_twice() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("in"), "x").expect("written");
    fs::hard_link(file("in"), file("hard")).expect("linked");
    let none: [&Path; 0] = [];
    for output in [file("in"), file("hard"), folder.path().join(".").join("in")] {
        let refused = check([file("in")], [&output]);
        assert!(
            matches!(refused, Err(FileError::Input { .. })),
            "{}: {refused:?}",
            output.display()
        );
    }
    let refused = check(none, [file("new"), folder.path().join(".").join("new")]);
    assert!(matches!(refused, Err(FileError::Twice(..))), "{refused:?}");
    assert!(matches!(check(none, [file("none/new")]), Err(FileError::NoFolder(..))));
    assert!(matches!(check(none, [folder.path()]), Err(FileError::Write(..))));
    check([file("in"), file("not there")], [file("new"), file("other")]).expect("all different");
    assert_eq!(names(&folder), ["hard", "in"], "the check leaves no files");
}

#[cfg(unix)]
#[test]
fn links_remain_and_their_targets_are_written() {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("target"), "old").expect("written");
    fs::set_permissions(file("target"), Permissions::from_mode(0o640)).expect("set");
    symlink("target", file("link")).expect("linked");
    symlink("later", file("dangling")).expect("linked");
    for (link, target) in [("link", "target"), ("dangling", "later")] {
        assert!(
            matches!(check([file(target)], [file(link)]), Err(FileError::Input { .. })),
            "{link}"
        );
        write_atomically(&file(link), "new").expect("written");
        assert!(fs::symlink_metadata(file(link)).expect("the file exists").is_symlink(), "{link}");
        assert_eq!(fs::read(file(target)).expect("the file exists"), b"new", "{link}");
    }
    let mode = |name: &str| {
        fs::metadata(file(name)).expect("the file exists").permissions().mode() & 0o777
    };
    fs::write(file("usual"), "").expect("written");
    assert_eq!((mode("target"), mode("later")), (0o640, mode("usual")));
    symlink("round", file("round")).expect("linked");
    assert!(matches!(write_atomically(&file("round"), ""), Err(FileError::Write(..))));
}

/// Devices and pipes are not replaced by files, and their write errors are reported.
#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_are_written_in_place() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let pipe = folder.path().join("pipe");
    assert!(
        std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success()
    );
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).expect("read")
    });
    let none: [&Path; 0] = [];
    check(none, [&pipe]).expect("writable"); // the reader gets nothing
    write_atomically(&pipe, "through").expect("written");
    assert_eq!(reader.join().expect("read"), b"through");
    assert!(fs::metadata(&pipe).expect("the file exists").file_type().is_fifo());
    check(none, ["/dev/full", "/dev/null", "/dev/null"]).expect("devices may be named twice");
    let error = write_atomically(Path::new("/dev/full"), "x").expect_err("full").to_string();
    assert!(error.starts_with("cannot write /dev/full: No space left"), "{error}");
    write_atomically(Path::new("/dev/null"), "x").expect("written");
    assert!(fs::metadata("/dev/null").expect("the file exists").file_type().is_char_device());
}

#[test]
fn only_regular_files_within_the_limit_are_read() {
    let folder = folder();
    let file = folder.path().join("a");
    fs::write(&file, "12345").expect("written");
    assert_eq!(read_regular(&file, 5).expect("short enough"), b"12345");
    let error = read_regular(&file, 4).expect_err("too long").to_string();
    assert!(error.ends_with("its 5 bytes exceed the limit of 4"), "{error}");
    assert!(matches!(read_regular(folder.path(), 9), Err(FileError::NotRegular(_))));
    assert!(matches!(read_regular(&folder.path().join("b"), 9), Err(FileError::Read(..))));
    #[cfg(unix)]
    assert!(matches!(read_regular(Path::new("/dev/zero"), 9), Err(FileError::NotRegular(_))));
}

#[test]
fn leftovers_of_killed_processes_are_removed() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    let hour = Duration::from_secs(3600);
    let age = |file: &File| file.set_modified(std::time::SystemTime::now() - hour).expect("aged");
    for name in [".secateur-left.new", ".secateur-held.new", ".secateur-young.new", "other.new"] {
        fs::write(file(name), "half").expect("written");
        if name != ".secateur-young.new" {
            age(&File::options().write(true).open(file(name)).expect("open"));
        }
    }
    let held = File::options().write(true).open(file(".secateur-held.new")).expect("open");
    held.lock().expect("locked");
    // An old draft that is still locked is not removed.
    let mut draft = Draft::begin(&file("long")).expect("begun");
    draft.write_all(b"whole").expect("written");
    draft.flush().expect("flushed");
    let drafts = names(&folder).into_iter().map(|name| file(&name));
    let own = drafts.filter(|path| fs::read(path).is_ok_and(|text| text == b"whole"));
    own.for_each(|path| age(&File::options().write(true).open(path).expect("open")));
    write_atomically(&file("a"), "new").expect("written");
    draft.finish().expect("the draft still exists");
    assert_eq!(
        names(&folder),
        [".secateur-held.new", ".secateur-young.new", "a", "long", "other.new"]
    );
}
