//! The commit of a build: `build.rs` finds it in checkouts, packages and archives, and the program
//! reports it to clients and in result files.

use crate::manual::page;
use crate::program::program;
use regex_lite::Regex;
use secateur::version;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");

fn git(folder: &Path, arguments: &str) -> String {
    let mut command = Command::new("git");
    command.current_dir(folder).args([
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@b",
        "-c",
        "commit.gpgsign=false",
    ]);
    let output = command.args(arguments.split(' ')).output().expect("git");
    assert!(
        output.status.success(),
        "git {arguments}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A repository with the file `src/a.rs`, committed.
fn repository() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::create_dir(folder.path().join("src")).expect("a folder");
    fs::write(folder.path().join("src/a.rs"), "a").expect("a file");
    git(folder.path(), "init -q");
    git(folder.path(), "add -A");
    git(folder.path(), "commit -q -m first");
    folder
}

/// Checks the places that docs/dev/release.md lists.
#[test]
fn every_file_states_the_version() {
    let version = env!("CARGO_PKG_VERSION");
    for (name, line) in [
        ("CITATION.cff", format!("\nversion: {version}\n")),
        ("CHANGELOG.md", format!("\n## {version} ")),
        ("fuzz/Cargo.lock", format!("\nname = \"secateur\"\nversion = \"{version}\"\n")),
        ("fuzz/Cargo.lock", format!("\nname = \"secateur-lab\"\nversion = \"{version}\"\n")),
    ] {
        assert!(page(name).contains(&line), "{name}: no {}", line.trim());
    }
    let named = Regex::new(r"(?i)secateur[-_ ](\d+\.\d+\.\d+)").expect("valid regex");
    for name in ["docs/install.md", "docs/dev/release.md"] {
        let page = page(name);
        let found: Vec<&str> = named
            .captures_iter(&page)
            .map(|found| found.get(1).expect("a version").as_str())
            .collect();
        assert!(!found.is_empty() && found.iter().all(|&one| one == version), "{name}: {found:?}");
    }
}

#[test]
fn a_checkout_reports_its_commit_and_changed_sources() {
    let folder = repository();
    let root = folder.path();
    let commit = git(root, "rev-parse --short=10 HEAD");
    assert_eq!(crate::build::commit(root), Some(commit.clone()));
    fs::write(root.join("notes"), "not a source file").expect("a file");
    assert_eq!(
        crate::build::commit(root),
        Some(commit.clone()),
        "the file is not part of the build"
    );
    fs::write(root.join("src/b.rs"), "new").expect("a file");
    assert_eq!(crate::build::commit(root), Some(format!("{commit}-dirty")));
    git(root, "add -A");
    git(root, "commit -q -m second");
    let second = crate::build::commit(root).expect("a commit");
    assert!(second != commit && !second.contains("dirty"), "{second}");
    fs::write(root.join("src/a.rs"), "changed").expect("a file");
    assert_eq!(crate::build::commit(root), Some(format!("{second}-dirty")));
}

#[test]
fn a_release_is_the_unchanged_commit_with_the_tag_of_the_version() {
    let folder = repository();
    let root = folder.path();
    assert!(!crate::build::is_release(root, "1.2.3"), "no tag");
    git(root, "tag v1.2.3");
    assert!(crate::build::is_release(root, "1.2.3") && !crate::build::is_release(root, "1.2.4"));
    fs::write(root.join("src/a.rs"), "changed").expect("a file");
    assert!(!crate::build::is_release(root, "1.2.3"), "changed");
    git(root, "commit -q -a -m second");
    assert!(!crate::build::is_release(root, "1.2.3"), "a later commit");
}

#[test]
fn files_that_change_with_the_commit_are_watched() {
    let folder = repository();
    let root = folder.path();
    let states = || {
        crate::build::git_files(root)
            .iter()
            .map(|sign| fs::read(sign).unwrap_or_default())
            .collect::<Vec<_>>()
    };
    let first = states();
    assert!(first.iter().any(|state| !state.is_empty()), "{:?}", crate::build::git_files(root));
    git(root, "commit -q --allow-empty -m second");
    let second = states();
    git(root, "checkout -q --detach HEAD~1");
    assert!(first != second && second != states());
}

#[test]
fn a_package_reports_its_commit_and_an_archive_reports_none() {
    let outer = repository();
    let package = outer.path().join("secateur-1.2.3");
    fs::create_dir(&package).expect("a folder");
    assert_eq!(
        crate::build::commit(&package),
        None,
        "the commit of the surrounding repository is not used"
    );
    let note = |dirty| {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        format!(
            "{{\n  \"git\": {{\n    \"sha1\": \"{commit}\"{dirty}\n  }},\n  \"path_in_vcs\": \"\"\n}}"
        )
    };
    for (dirty, expected) in [("", "0123456789"), (",\n    \"dirty\": true", "0123456789-dirty")] {
        fs::write(package.join(".cargo_vcs_info.json"), note(dirty)).expect("a file");
        assert_eq!(crate::build::commit(&package).as_deref(), Some(expected));
    }
}

#[test]
fn the_reported_commit_does_not_depend_on_the_working_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(
        version::COMMIT,
        crate::build::commit(root).unwrap_or_default(),
        "the binary was built from another commit"
    );
    let other = repository();
    let run = |arguments: &[&str]| {
        let output =
            program(BINARY).current_dir(other.path()).args(arguments).stdin(Stdio::null()).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let commit = if version::COMMIT.is_empty() { "commit unknown" } else { version::COMMIT };
    let reported = run(&["--version"]);
    assert!(
        reported.starts_with(&format!("secateur {} ({commit}", env!("CARGO_PKG_VERSION"))),
        "{reported}"
    );
    let answer = run(&["uci"]);
    let name = answer.lines().find_map(|line| line.strip_prefix("id name ")).expect("a name");
    let is_release = crate::build::is_release(root, env!("CARGO_PKG_VERSION"));
    let full = format!("{} {}", version::NAME, version::COMMIT);
    assert_eq!(name, if is_release { version::NAME } else { full.trim_end() });
    fs::write(other.path().join("a.epd"), "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 bm Ra8#;\n")
        .expect("a file");
    run(&["epd", "a.epd", "--depth", "2", "--json", "a.json"]);
    let result: Value =
        serde_json::from_slice(&fs::read(other.path().join("a.json")).expect("a result"))
            .expect("JSON");
    assert_eq!(
        result["settings"]["commit"],
        version::build(),
        "the commit of the working folder is not used"
    );
}
