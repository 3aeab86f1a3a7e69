//! The modules of a crate and what each of them names, according to its text.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// Segments of a path.
type Path = Vec<String>;

/// A module by its path below the crate root, with what it names and what it hands on.
#[derive(Default)]
struct Module {
    names: Vec<Path>,
    /// What `pub use` hands on, by its name.
    hands_on: BTreeMap<String, Path>,
}

/// The modules of a crate.
pub struct Modules(BTreeMap<Path, Module>);

/// The module of the file with this path below `src`.
fn module_of(file: &str) -> Path {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    if path == "lib" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// The text without comments and unit tests, which may name what they like.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The paths of a tree of imports, `a::{b, c::{self, d}}` taken apart.
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
    /// Those of these files, by path below `src` and text.
    pub fn read(files: &[(String, String)]) -> Modules {
        let import = Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").expect("sound");
        let path = Regex::new(r"\w+(?:::\w+)+").expect("sound");
        let mut modules = BTreeMap::new();
        for (file, text) in files {
            let (text, mut module) = (code(text), Module::default());
            for found in import.captures_iter(&text) {
                for path in paths(&found[2]) {
                    match path.last() {
                        Some(name) if found.get(1).is_some() => {
                            drop(module.hands_on.insert(name.clone(), path));
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

    /// The module in which lies what a path means that `from` writes; `None` outside the crate.
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
        while let [next, behind @ ..] = rest
            && self.0.contains_key(&[place.as_slice(), std::slice::from_ref(next)].concat())
        {
            place.push(next.clone());
            rest = behind;
        }
        let handed_on = rest.first().and_then(|name| self.0.get(&place)?.hands_on.get(name));
        match handed_on {
            Some(further) => self.place(&place, further).or(Some(place)),
            None => Some(place),
        }
    }

    /// What each module names. That a part names the whole it lies in is left out, as the whole
    /// names its parts.
    fn edges(&self) -> BTreeMap<String, BTreeSet<String>> {
        let edge = |(from, module): (&Path, &Module)| {
            let places = module.names.iter().filter_map(|path| self.place(from, path));
            let others =
                places.filter(|place| !from.starts_with(place)).map(|place| place.join("::"));
            (from.join("::"), others.collect())
        };
        self.0.iter().map(edge).collect()
    }

    /// How many times a module names another.
    pub fn count_edges(&self) -> usize {
        self.edges().values().map(BTreeSet::len).sum()
    }

    /// The circles: the largest sets of modules each of which leads to all others.
    pub fn circles(&self) -> Vec<BTreeSet<String>> {
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
        let circles: BTreeSet<BTreeSet<String>> =
            reached.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
        circles.into_iter().collect()
    }
}
