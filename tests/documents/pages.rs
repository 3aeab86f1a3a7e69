//! The pages tell of all there is: every command, every option, every other page, the tests of what
//! is promised.

use crate::manual::{page, root};
use regex::Regex;
use std::fs;
use std::process::Command;

fn secateur(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_secateur"))
        .args(arguments)
        .output()
        .expect("the binary starts");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_command_is_told_of() {
    let help = secateur(&["--help"]);
    let list = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty());
    let names: Vec<&str> = list
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() >= 14, "{help}");
    let readme = page("README.md");
    let docs: String = crate::manual::names().iter().skip(1).map(|name| page(name)).collect();
    for name in names {
        assert!(readme.contains(&format!("`secateur {name}")), "README.md: no `secateur {name}`");
        assert!(docs.contains(&format!("secateur {name}")), "docs: no secateur {name}");
    }
}

/// Five had been forgotten.
#[test]
fn the_map_names_every_test() {
    let readme = page("README.md");
    let map: Vec<&str> = readme
        .lines()
        .skip_while(|line| !line.starts_with("tests/ "))
        .take_while(|line| *line != "```")
        .collect();
    let map = map.join(" ");
    let words: Vec<&str> =
        map.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    for entry in fs::read_dir(root().join("tests")).expect("a folder") {
        let name = entry.expect("a file").file_name().into_string().expect("UTF-8");
        if let Some(test) = name.strip_suffix(".rs") {
            assert!(words.contains(&test), "README.md: the map has no test '{test}'");
        }
    }
}

/// The cells of the row of a table that begins with this one.
fn row<'a>(page: &'a str, first: &str) -> Option<Vec<&'a str>> {
    let cells = |line: &'a str| line.split('|').map(str::trim).skip(1).collect::<Vec<_>>();
    page.lines().map(cells).find(|cells| cells.first() == Some(&first))
}

#[test]
fn every_option_is_told_of_with_default_and_range() {
    let page = page("docs/uci.md");
    let said = secateur(&["uci"]);
    let declarations: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert!(declarations.len() >= 26, "{said}");
    for declaration in declarations {
        let (name, kind) = declaration.split_once(" type ").expect(declaration);
        let cells = row(&page, name).unwrap_or_else(|| panic!("docs/uci.md: no row for {name}"));
        let (default, range) = (cells[1].trim_matches('`'), cells[2]);
        let words: Vec<&str> = kind.split_whitespace().collect();
        match words[..] {
            ["button"] => assert_eq!((default, range), ("", "button"), "{name}"),
            ["check", "default", wanted] => {
                assert_eq!((default, range), (wanted, "true, false"), "{name}");
            }
            ["spin", "default", wanted, "min", least, "max", most] => {
                assert_eq!(
                    (default, range),
                    (wanted, format!("{least} to {most}").as_str()),
                    "{name}"
                );
            }
            // A whole sentence, about the version too.
            ["string", ..] if name == "UCI_EngineAbout" => {}
            ["string", "default", wanted] => assert_eq!(default, wanted, "{name}"),
            _ => panic!("docs/uci.md cannot tell of '{declaration}'"),
        }
    }
}

#[test]
fn every_page_is_found_from_the_first() {
    let readme = page("README.md");
    for name in crate::manual::names().iter().skip(1) {
        assert!(readme.contains(&format!("({name})")), "README.md has no link to {name}");
    }
    // And links lead somewhere.
    let link = Regex::new(r"\]\(([^):#]+)\)").expect("sound");
    let comment = Regex::new("(?s)<!--.*?-->").expect("sound");
    for name in &crate::manual::names() {
        let folder = root().join(name).parent().expect("a folder").to_owned();
        let text = comment.replace_all(&page(name), "").into_owned();
        for found in link.captures_iter(&text) {
            assert!(folder.join(&found[1]).exists(), "{name}: there is no {}", &found[1]);
        }
    }
}

/// What a page says tests a promise is there, under that name.
#[test]
fn the_tests_of_promises_are_there() {
    let page = page("docs/reliability.md");
    let named = Regex::new(r"`(?<file>[a-z_]+)::(?<test>\w+)`").expect("sound");
    let mut seen = 0;
    for found in named.captures_iter(&page) {
        let text = fs::read_to_string(root().join(format!("tests/{}.rs", &found["file"])))
            .unwrap_or_default();
        assert!(
            text.contains(&format!("fn {}()", &found["test"])),
            "{}: there is no such test",
            &found[0]
        );
        seen += 1;
    }
    assert!(seen >= 25, "only {seen} tests are named: the test has gone blind");
}

/// What OpenBench is told: sound JSON, and options that there are.
#[test]
fn the_configuration_for_openbench_is_sound() {
    let page = page("docs/openbench.md");
    let text = page
        .split("```json")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a block of JSON");
    let configuration: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert!(configuration["build"]["path"] == "" && configuration["nps"].is_u64());
    let declared = secateur(&["uci"]);
    let options = Regex::new(r#""(?:both|dev)_options" *: "([^"]*)""#).expect("sound");
    for setting in options
        .captures_iter(text)
        .flat_map(|found| found[1].split(' ').map(str::to_owned).collect::<Vec<_>>())
    {
        let (name, value) = setting.split_once('=').expect("NAME=VALUE");
        assert!(
            value.parse::<u32>().is_ok()
                && declared.contains(&format!("option name {name} type spin ")),
            "{setting}"
        );
    }
}
