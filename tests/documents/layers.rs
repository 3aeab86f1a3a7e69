//! The layers of the source. A module imports only lower layers, and only modules of the search
//! import each other in a cycle. `unsafe` occurs in the listed files only. Files and functions have
//! a maximum length.

use crate::modules::Modules;
use regex_lite::Regex;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Layers from the lowest up. A module may import modules of lower layers, but no other module of
/// its own layer.
const LAYERS: [&[&str]; 9] = [
    &[
        "score",
        "huge_pages",
        "machine",
        "files",
        "quote",
        "screen",
        "seeds",
        "stop",
        "threads",
        "version",
    ],
    &["chess"],
    &["tablebase", "eval"],
    &["search"],
    &["mate"],
    &["engine"],
    &["tools"],
    &["uci"],
    &["cli"],
];
/// The crate roots, which belong to no layer.
const ROOTS: [&str; 2] = ["lib.rs", "main.rs"];
/// Files that may contain `unsafe`. A test compares each with a safe equivalent.
const UNSAFE_ALLOWED: [&str; 3] =
    ["chess/attacks.rs", "eval/neural/kernels/avx2.rs", "eval/neural/kernels/avx512.rs"];
const MAX_FILE_LINES: usize = 500;
const MAX_FUNCTION_LINES: usize = 80;
/// Maximum lines of the header of a technique: idea, paper, condition, parameters, differences.
const MAX_HEADER_LINES: usize = 15;
/// Maximum number of types in `src` with the same name.
const MAX_TYPES_PER_NAME: usize = 3;
/// The only dependency cycle: PVS, the move loop and the techniques that search.
const CYCLE: [&str; 8] = [
    "search::extend::singular",
    "search::move_loop",
    "search::prune::audit",
    "search::prune::capture_prob_cut",
    "search::prune::multi_cut",
    "search::prune::null_move",
    "search::prune::prob_cut",
    "search::pvs",
];

fn source_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file, by its path below `src`.
fn sources() -> Vec<(String, String)> {
    sources_below(&source_root())
}

/// Every source file below a folder, by its path there.
fn sources_below(root: &Path) -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("src can be listed") {
            let path = entry.expect("src can be listed").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    walk(root, &mut paths);
    let relative = |path: &PathBuf| {
        path.strip_prefix(root).expect("below src").display().to_string().replace('\\', "/")
    };
    paths.iter().map(|path| (relative(path), fs::read_to_string(path).expect("UTF-8"))).collect()
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

fn top_module(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or(path)
}

/// The line without its `//` comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// Depth of the module of this file below the crate root; 1 for a top module.
fn depth(path: &str) -> usize {
    path.split('/').count() - usize::from(path.ends_with("/mod.rs"))
}

/// Top modules that occur in the paths of a line of a file at this depth.
fn named(line: &str, depth: usize) -> Vec<String> {
    let by_crate = line.split("crate::").skip(1);
    let supers = "super::".repeat(depth);
    let by_super = line.split(supers.as_str()).skip(1).filter(|rest| !rest.starts_with('*'));
    let module = |rest: &str| {
        rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .next()
            .map(str::to_owned)
    };
    by_crate
        .chain(by_super)
        .filter_map(module)
        .filter(|module| layer_of(module).is_some())
        .collect()
}

#[test]
fn modules_use_lower_layers_only() {
    let mut seen = 0;
    for (path, text) in sources() {
        if ROOTS.contains(&path.as_str()) {
            continue;
        }
        let own = top_module(&path);
        let layer = layer_of(own);
        assert!(layer.is_some(), "src/{path} belongs to no layer");
        for (number, line) in text.lines().enumerate() {
            for other in named(code(line), depth(&path)) {
                seen += 1;
                assert!(
                    other == own || layer_of(&other) < layer,
                    "src/{path}:{}: {own} uses {other}",
                    number + 1
                );
            }
        }
    }
    assert!(seen > 50, "only {seen} paths found: the scan misses most of them");
}

/// The modules of each layer in a documented table. `row` matches the number of a layer and the
/// text with its modules, and `module` matches one module.
fn mapped(page: &str, row: &str, module: &str) -> Vec<Vec<String>> {
    let (row, module) = (Regex::new(row).expect(row), Regex::new(module).expect(module));
    let mut layers = vec![Vec::new(); LAYERS.len()];
    for found in page.lines().filter_map(|line| row.captures(line)) {
        let layer: usize = found["layer"].parse().expect("a number");
        assert!(layer < LAYERS.len(), "layer {layer}: {}", &found[0]);
        layers[layer]
            .extend(module.captures_iter(&found["modules"]).map(|found| found[1].to_owned()));
    }
    layers
}

#[test]
fn documented_layers_match_the_source() {
    let root = source_root();
    let name = "docs/dev/architecture.md";
    let map = fs::read_to_string(root.join("..").join(name)).expect(name);
    let library = fs::read_to_string(root.join("lib.rs")).expect("lib.rs");
    let row = r"^  (?<modules>\S+) +(?<layer>\d)  ";
    assert_eq!(mapped(&map, row, r"(\w+)(?:\.rs|/)"), LAYERS, "{name}");
    assert_eq!(
        mapped(&library, r"^//! \| (?<layer>\d) \| (?<modules>[^|]+)", r"`(\w+)`"),
        LAYERS,
        "src/lib.rs"
    );
}

#[test]
fn layer_numbers_in_comments_are_correct() {
    let number = Regex::new(r"^//! Layer (\d)[,:]").expect("valid regex");
    let mut seen = 0;
    for (path, text) in sources() {
        if let Some(found) = number.captures(&text) {
            seen += 1;
            assert_eq!(
                layer_of(top_module(&path)),
                found[1].parse().ok(),
                "src/{path}: {}",
                &found[0]
            );
        }
    }
    assert!(seen >= 10, "only {seen} layer numbers found: the scan misses most of them");
}

#[test]
fn the_search_is_the_only_dependency_cycle() {
    let modules = Modules::read(&sources());
    assert!(
        modules.count_edges() > 400,
        "only {} edges found: the scan misses most of them",
        modules.count_edges()
    );
    let cycles: Vec<Vec<String>> = modules.cycles().into_iter().map(Vec::from_iter).collect();
    assert_eq!(cycles, [CYCLE]);
}

#[test]
fn the_laboratory_has_no_dependency_cycle() {
    let modules = Modules::read(&sources_below(&source_root().join("../lab/src")));
    assert!(modules.count_edges() > 200, "only {} edges found", modules.count_edges());
    assert!(modules.cycles().is_empty(), "{:?}", modules.cycles());
}

#[test]
fn cycles_are_found_through_reexports_and_inline_paths() {
    let cycles = |files: &[(&str, &str)]| {
        let files: Vec<_> =
            files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        Modules::read(&files).cycles().into_iter().map(Vec::from_iter).collect::<Vec<_>>()
    };
    let reexports = ("a/mod.rs", "mod b;\nmod c;\npub use b::B;\npub(crate) use c::*;\n");
    let b = ("a/b.rs", "use super::{\n    c::{self, C},\n};\n");
    assert_eq!(
        cycles(&[reexports, b, ("a/c.rs", "fn f(b: super::B) {}\n")]),
        [["a::b", "a::c"]],
        "through a re-export and an inline path"
    );
    assert!(
        cycles(&[
            reexports,
            b,
            ("a/c.rs", "// super::B\n#[cfg(test)]\nmod tests { use super::super::B; }")
        ])
        .is_empty()
    );
    let parts = [
        ("a/mod.rs", "fn f() { b::g() }"),
        ("a/b.rs", "use super::f;\nuse crate::d::D;"),
        ("d.rs", "use crate::a::b::B;"),
    ];
    assert_eq!(
        cycles(&parts),
        [["a::b", "d"]],
        "a module may use its parent, but not a module that uses it"
    );
}

#[test]
fn grouped_imports_from_the_root_are_not_used() {
    for (path, text) in sources() {
        assert!(
            !text.lines().any(|line| code(line).contains("crate::{")),
            "src/{path}: write one `use` per layer"
        );
    }
}

#[test]
fn unsafe_occurs_in_the_allowed_files_only() {
    let mut found = 0;
    for (path, text) in sources() {
        let uses = text.lines().filter(|line| {
            code(line)
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|word| word == "unsafe")
        });
        let count = uses.count();
        found += count;
        assert!(
            count == 0 || UNSAFE_ALLOWED.contains(&path.as_str()),
            "src/{path} has unsafe code"
        );
    }
    assert!(found > 0, "no unsafe code found");
}

/// First line and length of each function, including its signature. A nested function counts as
/// part of the outer one.
fn functions(lines: &[&str]) -> Vec<(usize, usize)> {
    let head = Regex::new(r#"^\s*(pub(\([^)]*\))? )?((const|async|unsafe|extern "C") )*fn \w"#)
        .expect("valid regex");
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        if !head.is_match(line) || found.last().is_some_and(|&(last, length)| start < last + length)
        {
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends = |line: &&str| {
            let same = line.strip_prefix(indent).filter(|rest| !rest.starts_with(' '));
            same.is_some_and(|rest| code(rest).trim_end().ends_with(['}', ';']))
        };
        let length = lines[start..].iter().position(ends).expect("a function ends") + 1;
        found.push((start, length));
    }
    found
}

#[test]
fn functions_are_measured_with_their_signatures() {
    let text = "fn a(\n    b: C,\n) -> D\nwhere\n    C: E,\n{\n    f()\n}\n    fn g() { h() } // one line\ntrait T {\n    fn u(\n        v: W,\n    );\n}";
    assert_eq!(functions(&text.lines().collect::<Vec<_>>()), [(0, 8), (8, 1), (10, 3)]);
}

#[test]
fn files_and_functions_stay_short() {
    for (path, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        let excused = text.split("\n\n").next().is_some_and(|head| head.contains("Long because"));
        assert!(
            lines.len() <= MAX_FILE_LINES || excused,
            "src/{path} has {} lines and no \"Long because\" comment",
            lines.len()
        );
        for (start, length) in functions(&lines) {
            assert!(
                length <= MAX_FUNCTION_LINES,
                "src/{path}:{}: a function of {length} lines",
                start + 1
            );
        }
    }
}

/// Number of lines of the comment at the top of a file.
fn head(text: &str) -> usize {
    text.lines().take_while(|line| line.starts_with("//!")).count()
}

#[test]
fn headers_of_techniques_stay_short() {
    let mut seen = 0;
    for (path, text) in sources() {
        if path.starts_with("search/") && text.contains("//! **Idea**") {
            seen += 1;
            let parts = ["Paper", "Condition", "Parameters", "Differences"];
            for part in parts {
                assert!(text.contains(&format!("\n//! **{part}** ")), "src/{path}: no {part}");
            }
            assert!(
                head(&text) <= MAX_HEADER_LINES,
                "src/{path}: a header of {} lines",
                head(&text)
            );
        }
    }
    assert!(seen > 25, "only {seen} headers found: the scan misses most of them");
}

#[test]
fn a_type_name_is_used_three_times_at_most() {
    let declared =
        Regex::new(r"(?m)^(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait|type|union) (\w+)")
            .expect("valid regex");
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        for found in declared.captures_iter(&text) {
            places.entry(found[1].to_owned()).or_default().push(path.clone());
        }
    }
    assert!(places.len() > 150, "only {} types found: the scan misses most of them", places.len());
    let common: Vec<_> =
        places.iter().filter(|(_, paths)| paths.len() > MAX_TYPES_PER_NAME).collect();
    assert!(common.is_empty(), "qualify these names: {common:?}");
}

#[test]
fn paths_above_the_parent_start_at_the_crate_root() {
    for (path, text) in sources() {
        let line = text.lines().position(|line| line.contains("super::super"));
        assert!(line.is_none(), "src/{path}:{}: use crate::", line.unwrap_or_default() + 1);
    }
}
