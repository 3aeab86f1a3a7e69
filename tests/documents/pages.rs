//! The documentation pages are complete and current: commands, options, links, names of tests,
//! figures, and the length of pages and sentences.

use crate::manual::{self, manual, page, root};
use crate::program::{program, run};
use crate::style;
use regex_lite::Regex;
use secateur::search::techniques::{TUNABLES, Tunable};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Maximum words of README, of the user's manual and of the developer's manual.
const WORDS: [usize; 3] = [450, 6200, 8300];
const WORDS_IN_A_SENTENCE: usize = 30;
const COLUMNS: usize = 100;
/// This page is generated.
const TECHNIQUES: &str = "docs/dev/techniques.md";
const BINARY: &str = env!("CARGO_BIN_EXE_secateur");

/// Standard output of the program.
fn secateur(arguments: &[&str]) -> String {
    run(program(BINARY).args(arguments)).1
}

#[test]
fn the_page_of_commands_is_complete() {
    let help = secateur(&["--help"]);
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let lines = list.expect("commands").lines().filter(|line| !line.starts_with("   "));
    let names: Vec<&str> = lines.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 10, "{help}");
    let page = page("docs/commands.md");
    for name in names.into_iter().filter(|name| *name != "help") {
        let forms = [format!("`secateur {name}"), format!("`{name}`"), format!("-{name}`")];
        assert!(forms.iter().any(|form| page.contains(form)), "docs/commands.md: no {name}");
    }
}

/// The cells of the table row whose first cell is `first`.
fn row<'a>(page: &'a str, first: &str) -> Option<Vec<&'a str>> {
    let cells = |line: &'a str| line.split('|').map(str::trim).skip(1).collect::<Vec<_>>();
    page.lines().map(cells).find(|cells| cells.first() == Some(&first))
}

#[test]
fn every_option_is_documented_with_default_and_range() {
    let page = page("docs/uci.md");
    let output = secateur(&["uci"]);
    let declarations = output.lines().filter_map(|line| line.strip_prefix("option name "));
    assert!(declarations.clone().count() >= 26, "{output}");
    for declaration in declarations {
        let (name, kind) = declaration.split_once(" type ").expect(declaration);
        let cells = row(&page, name).unwrap_or_else(|| panic!("docs/uci.md: no row for {name}"));
        let words: Vec<&str> = kind.split_whitespace().collect();
        let (default, range) = match words[..] {
            ["button"] => ("", "button".to_owned()),
            ["check", _, default] => (default, "true, false".to_owned()),
            ["spin", _, default, _, min, _, max] => (default, format!("{min} to {max}")),
            ["string", ..] if name == "UCI_EngineAbout" => continue, // a whole sentence
            ["string", _, default] => (default, cells[2].to_owned()),
            _ => panic!("docs/uci.md has no form for '{declaration}'"),
        };
        assert_eq!((cells[1].trim_matches('`'), cells[2]), (default, range.as_str()), "{name}");
    }
}

/// The top-level fields of a command's JSON are named in its row of docs/terminal.md.
#[test]
fn the_json_fields_are_documented() {
    let (page, folder) = (page("docs/terminal.md"), tempfile::tempdir().expect("a folder"));
    let (_, fields) = page.split_once("\n## JSON\n").expect("a section");
    let games = root().join("examples/games.pgn").display().to_string();
    let suite = root().join("epd/perft-tricky.epd").display().to_string();
    for (command, arguments) in [
        ("bench", &["1"][..]),
        ("perft", &["1"]),
        ("perft --suite", &[suite.as_str(), "--max-nodes", "10"]),
        ("perft --compare", &[BINARY, "1"]),
        ("eval", &[]),
        ("epd", &["wac", "--first", "1", "--depth", "1"]),
        ("analyse", &["startpos", "--depth", "1"]),
        ("annotate", &[games.as_str(), "--depth", "1"]),
        ("tree", &["startpos", "--depth", "1"]),
        ("doctor", &[]),
    ] {
        let cells = row(fields, &format!("`{command}`")).expect(command);
        let mut run_command = program(BINARY);
        run_command.args(command.split(' ')).args(arguments).arg("--json");
        let (_, stdout, stderr) = run(run_command.current_dir(folder.path()));
        let first = serde_json::Deserializer::from_str(&stdout).into_iter::<Value>().next();
        let first = first.and_then(Result::ok).unwrap_or_else(|| panic!("{command}: {stderr}"));
        let object = first.get(0).unwrap_or(&first).as_object().expect(command);
        let missing: Vec<_> =
            object.keys().filter(|key| !cells[2].contains(&format!("`{key}`"))).collect();
        assert!(missing.is_empty(), "docs/terminal.md, `{command}`: no {missing:?}");
    }
}

/// The example of the null move in docs/analysis.md.
#[test]
fn the_node_counts_of_the_tree_example_are_current() {
    let (page, folder) = (page("docs/analysis.md"), tempfile::tempdir().expect("a folder"));
    let example = Regex::new(r"tree '([^']+)' (--eval material --depth 9 --preset papers)");
    let example = example.expect("valid regex").captures(&page).expect("an example");
    for mode in ["off", "fixed", "verified"] {
        let switch = format!("null-move.mode={mode}");
        let line = page.lines().find(|line| line.starts_with(&format!("| `{switch}`")));
        let cell = line.and_then(|line| line.split('|').nth(2)).expect("a row");
        let expected: String = cell.chars().filter(char::is_ascii_digit).collect();
        let mut command = program(BINARY);
        command.args(["tree", &example[1], "--set", &switch]).args(example[2].split(' '));
        let (_, stdout, stderr) = run(command.current_dir(folder.path()));
        let found = stdout.lines().find_map(|line| Some(line.split_once(" nodes, ")?.0));
        assert_eq!(found, Some(expected.as_str()), "{switch}: {stdout}{stderr}");
    }
}

#[test]
fn links_resolve_and_readme_links_every_page() {
    let readme = page("README.md");
    for name in [manual("docs"), manual("docs/dev")].concat() {
        assert!(readme.contains(&format!("({name})")), "README.md has no link to {name}");
    }
    let link = Regex::new(r"\]\(([^):#]+)[^):]*\)").expect("valid regex");
    let mut links = 0;
    for name in &manual::names() {
        let folder = root().join(name).parent().expect("a folder").to_owned();
        for found in link.captures_iter(&page(name)) {
            assert!(folder.join(&found[1]).exists(), "{name}: there is no {}", &found[1]);
            links += 1;
        }
    }
    assert!(links > 50, "only {links} links");
}

/// Checks names of the form `file::test` in docs/dev/testing.md.
#[test]
fn tests_named_for_guarantees_exist() {
    let page = page("docs/dev/testing.md");
    let named = Regex::new(r"`([a-z_]+)::(\w+)`").expect("valid regex");
    let groups = ["rules", "search", "evaluation", "protocol", "command_line", "documents"];
    let folders = groups.map(|group| format!("tests/{group}")).into_iter();
    let folders: Vec<String> = folders.chain(["lab/tests/commands".to_owned()]).collect();
    for found in named.captures_iter(&page) {
        let files = folders.iter().map(|folder| format!("{folder}/{}.rs", &found[1]));
        let text: String = files.flat_map(|file| fs::read_to_string(root().join(file))).collect();
        assert!(text.contains(&format!("fn {}()", &found[2])), "{}: no such test", &found[0]);
    }
    assert!(named.find_iter(&page).count() >= 25, "too few tests are named");
}

/// The configuration is valid JSON, and the defaults of the tunables are current.
#[test]
fn the_configuration_for_openbench_is_valid() {
    let page = page("docs/dev/openbench.md");
    let text = page.split("```json").nth(1).and_then(|rest| rest.split("```").next());
    let _: serde_json::Value = serde_json::from_str(text.expect("a block")).expect("JSON");
    let tunables: Vec<&str> = page.lines().filter(|line| line.contains(", int, ")).collect();
    assert!(!tunables.is_empty());
    for line in tunables {
        let fields: Vec<&str> = line.split(", ").collect();
        let is_it = |tunable: &&Tunable| tunable.switch.name == fields[0];
        let tunable = TUNABLES.iter().find(is_it).expect(line);
        assert_eq!(tunable.default.to_string(), fields[2], "{line}");
    }
}

/// The newest gauntlet against each opponent is the one that README shows.
#[test]
fn the_strength_table_matches_the_match_log() {
    let (readme, log) = (page("README.md"), page("lab/notebook/strength.tsv"));
    let opponents = ["Weiss (60c5137)", "Viridithas 10.0.0", "Carp 3.0.1", "Berserk 8.5.1"];
    for opponent in opponents.into_iter().chain(["Stockfish 15.1"]) {
        let fields: Vec<&str> = log
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>())
            .find(|fields| [fields[4], fields[5], fields[15]] == [opponent, "2+0.02", "gauntlet"])
            .expect(opponent);
        let elo = |at: usize| {
            let value: f64 = fields[at].parse().expect("a number");
            if value.round() == 0.0 { "0".to_owned() } else { format!("{value:+.0}") }
        };
        let expected = format!("{} ({} to {})", elo(11), elo(12), elo(13));
        let cells = row(&readme, opponent).expect(opponent);
        assert_eq!(cells[1..3], [expected.as_str(), fields[6]], "{opponent}");
    }
}

/// The sentences of a page, without code, tables, headings and link targets.
fn sentences(page: &str) -> Vec<String> {
    let dropped =
        Regex::new(r"(?ms)^ *```.*?^ *```$|^ *[|#!].*?$|\]\([^)]*\)").expect("valid regex");
    let text = dropped.replace_all(page, "\n").replace("\n\n\n", "\n\n");
    let end = Regex::new(r"[.?!:]\s|\n\s*\n|\n\s*(?:-|\d+\.) ").expect("valid regex");
    end.split(&text).map(str::to_owned).collect()
}

/// The output of `--help` for the program and for each command.
fn help() -> String {
    let main = secateur(&["--help"]);
    let list = main.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    let names = list.expect("commands").lines().filter(|line| !line.starts_with("   "));
    let names = names.filter_map(first).filter(|name| name != "help");
    names.fold(main.clone(), |all, name| all + "\n\n" + &secateur(&[&name, "--help"]))
}

/// The source files of both crates and their tests, without the lines that define a pattern of
/// avoided words.
fn sources() -> Vec<(String, String)> {
    let mut folders: Vec<_> =
        ["src", "tests", "lab/src", "lab/tests"].iter().map(|name| root().join(name)).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let lines = text.lines().filter(|line| !line.contains("(?i)"));
                files.push((path.display().to_string(), lines.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    files
}

#[test]
fn avoided_words_do_not_occur() {
    let avoided = style::avoided();
    let pages = manual::names().into_iter().filter(|name| *name != TECHNIQUES);
    let texts = pages.map(|name| (name.clone(), page(&name)));
    let texts = texts.chain([("--help".to_owned(), help())]).chain(sources());
    let mut found = Vec::new();
    for (name, text) in texts {
        found.extend(avoided.find_iter(&text).map(|word| format!("{name}: {}", word.as_str())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn pages_and_sentences_are_short() {
    let is_counted = |name: &&String| *name != TECHNIQUES;
    let is_link_target = |line: &&str| line.starts_with('[') && line.contains("]: ");
    let count = |name: &String| {
        let text = page(name);
        text.lines().filter(|line| !is_link_target(line)).flat_map(str::split_whitespace).count()
    };
    let manuals = [vec!["README.md".to_owned()], manual("docs"), manual("docs/dev")];
    let words = manuals.map(|names| names.iter().filter(is_counted).map(count).sum::<usize>());
    assert!(words.iter().zip(WORDS).all(|(&words, max)| words <= max), "{words:?} words");
    let option = Regex::new(r"\n {2,}-[^\n]*?(?:  |\n)|\n  [a-z0-9]\S*  |\n  secateur [^\n]*")
        .expect("valid regex");
    let help = option.replace_all(&help(), "\n\n").into_owned();
    let names = manual::names().into_iter().filter(|name| *name != TECHNIQUES);
    let texts = names.map(|name| (name.clone(), page(&name)));
    for (name, text) in texts.chain([("--help".to_owned(), help)]) {
        let is_long = |line: &&str| line.chars().count() > COLUMNS && !line.starts_with('|');
        assert_eq!(text.lines().find(is_long), None, "{name}: more than {COLUMNS} columns");
        for sentence in sentences(&text) {
            let words = sentence.split_whitespace().count();
            let is_citation = Path::new(&name).ends_with("papers.md") && sentence.contains('"');
            assert!(words <= WORDS_IN_A_SENTENCE || is_citation, "{name}: {words}: {sentence}");
        }
    }
}
