//! Paths and texts of the documentation pages.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::path::Path;

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of the page with this path.
pub fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The pages of a manual, sorted: `docs` for users, `docs/dev` for developers.
pub fn manual(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect(folder);
    let mut names: Vec<String> = entries
        .map(|entry| format!("{folder}/{}", entry.expect("an entry").file_name().display()))
        .filter(|name| name.ends_with(".md"))
        .collect();
    names.sort();
    names
}

/// The paths of all pages.
pub fn names() -> Vec<String> {
    let mut names = vec!["README.md".to_owned()];
    names.extend(manual("docs"));
    names.extend(manual("docs/dev"));
    names.extend(
        ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "epd/README.md"].map(Into::into),
    );
    names
}
