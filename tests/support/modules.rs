//! The modules of a crate and their dependencies, read from the source text.

use regex_lite::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// Segments of a path.
type Path = Vec<String>;

/// The paths that a module uses, and those that it re-exports.
#[derive(Default)]
struct Module {
    names: Vec<Path>,
    /// Paths of `pub use`, by the exported name.
    reexports: BTreeMap<String, Path>,
}

/// The modules of a crate, by their paths below the crate root.
pub struct Modules(BTreeMap<Path, Module>);

/// The module of the file with this path below `src`.
fn module_of(file: &str) -> Path {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    if path == "lib" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// The text without comments and unit tests, which may use any module.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The single paths of an import tree such as `a::{b, c::{self, d}}`.
fn paths(tree: &str) -> Vec<Path> {
    let Some((start, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|segment| segment.trim().to_owned()).collect()];
    };
    let start: Path = start
        .split("::")
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut branches) = (0, vec![String::new()]);
    for letter in inner.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            branches.push(String::new());
        } else if let Some(branch) = branches.last_mut() {
            branch.push(letter);
        }
    }
    let branches = branches.iter().map(|branch| branch.trim()).filter(|branch| !branch.is_empty());
    branches
        .flat_map(paths)
        .map(|path| {
            start.iter().cloned().chain(path.into_iter().filter(|part| part != "self")).collect()
        })
        .collect()
}

impl Modules {
    /// Reads source files, given as path below `src` and text.
    pub fn read(files: &[(String, String)]) -> Modules {
        let import =
            Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").expect("valid regex");
        let path = Regex::new(r"\w+(?:::\w+)+").expect("valid regex");
        let mut modules = BTreeMap::new();
        for (file, text) in files {
            let (text, mut module) = (code(text), Module::default());
            for found in import.captures_iter(&text) {
                for path in paths(&found[2]) {
                    match path.last() {
                        Some(name) if found.get(1).is_some() => {
                            drop(module.reexports.insert(name.clone(), path));
                        }
                        _ => module.names.push(path),
                    }
                }
            }
            let rest = import.replace_all(&text, "");
            module.names.extend(path.find_iter(&rest).flat_map(|found| paths(found.as_str())));
            modules.insert(module_of(file), module);
        }
        Modules(modules)
    }

    /// The module of the item to which a path in the module `from` leads; `None` outside the crate.
    fn place(&self, from: &Path, path: &Path) -> Option<Path> {
        let mut place = from.clone();
        let mut rest = path.as_slice();
        match rest.first()?.as_str() {
            "crate" => (place, rest) = (Path::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    place.pop();
                    rest = &rest[1..];
                }
            }
            child if self.0.contains_key(&[from.as_slice(), &[child.to_owned()]].concat()) => {}
            _ => return None,
        }
        while let [next, after @ ..] = rest
            && self.0.contains_key(&[place.as_slice(), std::slice::from_ref(next)].concat())
        {
            place.push(next.clone());
            rest = after;
        }
        let reexported = rest.first().and_then(|name| self.0.get(&place)?.reexports.get(name));
        match reexported {
            Some(target) => self.place(&place, target).or(Some(place)),
            None => Some(place),
        }
    }

    /// The modules that each module uses, except itself and the modules that contain it.
    fn edges(&self) -> BTreeMap<String, BTreeSet<String>> {
        let edge = |(from, module): (&Path, &Module)| {
            let places = module.names.iter().filter_map(|path| self.place(from, path));
            let others =
                places.filter(|place| !from.starts_with(place)).map(|place| place.join("::"));
            (from.join("::"), others.collect())
        };
        self.0.iter().map(edge).collect()
    }

    /// Number of pairs of a module and a module that it uses.
    pub fn count_edges(&self) -> usize {
        self.edges().values().map(BTreeSet::len).sum()
    }

    /// The dependency cycles: strongly connected components of the modules.
    pub fn cycles(&self) -> Vec<BTreeSet<String>> {
        let edges = self.edges();
        let reach = |from: &String| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
            while let Some(module) = open.pop() {
                open.extend(
                    edges
                        .get(module)
                        .into_iter()
                        .flatten()
                        .filter(|next| seen.insert((*next).clone())),
                );
            }
            seen
        };
        let reached: BTreeMap<&String, BTreeSet<String>> =
            edges.keys().map(|module| (module, reach(module))).collect();
        let circle = |module: &&String| -> BTreeSet<String> {
            reached[module]
                .iter()
                .filter(|other| reached[other].contains(*module))
                .cloned()
                .collect()
        };
        let cycles: BTreeSet<BTreeSet<String>> =
            reached.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
        cycles.into_iter().collect()
    }
}
