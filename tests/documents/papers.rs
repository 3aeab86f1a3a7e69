//! docs/dev/papers.md lists every paper that the source cites, with the verdicts of the notebook.

use crate::manual::{page, root};
use regex_lite::Regex;
use std::fs;
use std::path::Path;

/// Path and comments of every source file below a folder. The comments are joined to one line.
fn comments(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).into_iter().flatten() {
        let entry = entry.expect("an entry");
        let path = format!("{folder}/{}", entry.file_name().display());
        if entry.path().is_dir() {
            found.extend(comments(&path));
        } else if Path::new(&path).extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(entry.path()).expect("UTF-8");
            let comments = text.lines().filter_map(|line| line.split_once("//"));
            let words = comments.flat_map(|(_, text)| text.split_whitespace());
            let words: Vec<&str> = words.filter(|word| *word != "/" && *word != "!").collect();
            found.push((path, words.join(" ")));
        }
    }
    found
}

/// Citations in comments: a name with a year, or the title of a paper in a header.
fn citations(comments: &str) -> Vec<Vec<String>> {
    let year = Regex::new(r"([A-ZÀ-Þ][A-Za-zÀ-ž-]+)(?: et al\.)?,? \(?((?:19|20)\d\d)\b")
        .expect("valid regex");
    let header = Regex::new(r"\*\*Paper\.?\*\*(.*?)(?:\*\*|$)").expect("valid regex");
    let title = Regex::new(r#""([^"]+)"|\*([^*]+)\*"#).expect("valid regex");
    let years = year.captures_iter(comments);
    let pairs = years.map(|found| vec![found[1].to_lowercase(), found[2].to_owned()]);
    let mut found: Vec<_> = pairs.collect();
    for header in header.captures_iter(comments) {
        let titles = title.captures_iter(header.get(1).expect("a header").as_str());
        let texts = titles.filter_map(|found| found.get(1).or(found.get(2)));
        found.extend(texts.map(|text| vec![text.as_str().trim_end_matches('?').to_lowercase()]));
    }
    found
}

#[test]
fn every_cited_paper_is_on_the_page() {
    let page = page("docs/dev/papers.md");
    let words = |entry: &str| entry.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let entries: Vec<String> = page.split("\n- ").map(words).collect();
    let mut seen = 0;
    for (path, comments) in [comments("src"), comments("lab/src")].concat() {
        let is_linked = page.contains(&format!("(../../{path})"));
        assert!(is_linked || !comments.contains("**Paper"), "no link to {path}");
        for citation in citations(&comments) {
            let is_cited = |entry: &String| citation.iter().all(|part| entry.contains(part));
            assert!(entries.iter().any(is_cited), "{path} cites {citation:?}");
            seen += 1;
        }
    }
    assert!(seen > 100, "only {seen} citations found");
}

#[test]
fn verdicts_match_the_notebook() {
    let page = page("docs/dev/papers.md");
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let find = |pattern: &str, text: &str| -> Vec<(String, String)> {
        let pattern = Regex::new(pattern).expect(pattern);
        let found = pattern.captures_iter(text);
        found.map(|found| (found[1].to_owned(), found[2].to_owned())).collect()
    };
    let notebook = crate::manual::page("lab/notebook/README.md");
    let results = find(r"(?m)^\| \[([EF]\d\d) .* \| (\w+)[^|]*\|$", &notebook);
    let shown = find(r"\[([EF]\d\d)\] (REPRODUCED|PARTLY|NOT)\b", &words);
    assert!(results.len() >= 26, "only {} results found", results.len());
    assert!(results.iter().all(|result| shown.contains(result)), "{results:?}");
    assert!(shown.iter().all(|verdict| results.contains(verdict)), "{shown:?}");
    let sections = find(r"(?m)^\| \[([EF]\d\d) .*\]\(#([a-z0-9-]+)\)", &notebook);
    let links = find(r"(?m)^\[([EF]\d\d)\]: .*/lab/notebook/README\.md#([a-z0-9-]+)$", &page);
    assert_eq!(links, sections);
}
