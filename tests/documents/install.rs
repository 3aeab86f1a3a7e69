//! `make install` and `make uninstall`.

use crate::manual::root;
use crate::program::{program, run};
use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let paths =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn uninstall_removes_every_installed_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let exe = format!("EXE={}", env!("CARGO_BIN_EXE_secateur"));
    let prefix = format!("PREFIX={}", folder.path().display());
    let make = |target: &str| {
        let mut command = program("make");
        command.args([target, "DESTDIR=", &exe, &prefix]).current_dir(root());
        let (code, _, stderr) = run(command.env_remove("MAKEFLAGS"));
        assert_eq!(code, Some(0), "make {target}: {stderr}");
    };
    make("install");
    for name in [
        "bin/secateur",
        "share/man/man1/secateur.1",
        "share/bash-completion/completions/secateur",
        "share/secateur/epd/wac.epd",
        "share/doc/secateur/LICENSE",
    ] {
        let file = folder.path().join(name);
        assert!(fs::metadata(&file).is_ok_and(|file| file.len() > 0), "{}", file.display());
    }
    make("uninstall");
    assert_eq!(files(folder.path()), [] as [PathBuf; 0]);
}
