//! What the source cites is in the table of papers, and the table's verdicts are those of the
//! results.

use crate::manual::{page, root};
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// Every file of the source, by its path below the root, with its comments as one line of text
/// each.
fn comments() -> Vec<(String, Vec<String>)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("src can be listed") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(&root().join("src"), &mut files);
    let relative =
        |path: &Path| path.strip_prefix(root()).expect("below the root").display().to_string();
    files
        .iter()
        .map(|path| (relative(path), blocks(&fs::read_to_string(path).expect("UTF-8"))))
        .collect()
}

/// The comments of a source text: neighbouring lines are one, an empty line or a bold word begins
/// another.
fn blocks(source: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for line in source.lines() {
        let comment = line
            .split_once("//")
            .map_or("", |(_, rest)| rest.trim_start_matches(['/', '!']).trim());
        if comment.is_empty() || comment.starts_with("**") {
            found.push(String::new());
        }
        let last = found.last_mut().expect("it began with one");
        *last = format!("{last} {comment}").trim().to_owned();
    }
    found.retain(|block| !block.is_empty());
    found
}

/// What a comment cites: a name and a year, or the title of a paper that a room gives.
fn citations(comment: &str) -> Vec<Vec<String>> {
    let by_year =
        Regex::new(r"(\p{Lu}[\p{L}-]+)(?: et al\.)?,? \(?((?:19|20)\d\d)\b").expect("sound");
    let title = Regex::new(r#""([^"]+)"|\*([^*]+)\*"#).expect("sound");
    let mut found: Vec<Vec<String>> = by_year
        .captures_iter(comment)
        .map(|found| vec![found[1].to_lowercase(), found[2].to_owned()])
        .collect();
    if let Some(header) = comment.strip_prefix("**Paper**").or(comment.strip_prefix("**Paper.**")) {
        let texts = title
            .captures_iter(header)
            .filter_map(|found| found.get(1).or(found.get(2)).map(|text| text.as_str()));
        found.extend(texts.map(|text| vec![text.trim_end_matches('?').to_lowercase()]));
    }
    found
}

#[test]
fn what_a_comment_cites_is_found() {
    let source = "//! Idea.\n//!\n//! **Paper** A. Bee & C. Dee, \"On\n//! trees\", ICCA 1(2), 1990; Eff et al. 1991.\n//! **Parameters** None.";
    let found: Vec<Vec<String>> =
        blocks(source).iter().flat_map(|block| citations(block)).collect();
    assert_eq!(found, [vec!["eff", "1991"], vec!["on trees"]]);
    assert_eq!(citations("(after Gee & Äitsch-Bee, 1975)"), [["äitsch-bee", "1975"]]);
}

/// Every paper that the source names is in the table of papers, and every room that names one.
#[test]
fn every_paper_is_told_of() {
    let page = page("docs/papers.md");
    let rows: Vec<String> =
        page.lines().filter(|line| line.starts_with("| ")).map(str::to_lowercase).collect();
    let mut seen = 0;
    for (path, comments) in comments() {
        for comment in comments {
            let is_room = comment.starts_with("**Paper");
            assert!(
                !is_room || page.contains(&format!("(../{path})")),
                "docs/papers.md: no link to {path}"
            );
            for citation in citations(&comment) {
                seen += 1;
                let told = rows.iter().any(|row| citation.iter().all(|part| row.contains(part)));
                assert!(
                    told,
                    "docs/papers.md: nothing of {citation:?}, which {path} cites: {comment}"
                );
            }
        }
    }
    assert!(seen > 100, "only {seen} citations found: the test has gone blind");
}

/// The verdicts of the table of papers are those of the results.
#[test]
fn verdicts_are_those_of_the_results() {
    let verdict = Regex::new(r"\b([EF]\d\d) (REPRODUCED|PARTLY|NOT)\b").expect("sound");
    let result = Regex::new(r"(?m)^\| ([EF]\d\d) .* \| (\w+) \|$").expect("sound");
    let (papers, results) = (page("docs/papers.md"), page("lab/notebook/README.md"));
    let results: Vec<(&str, &str)> = result
        .captures_iter(&results)
        .map(|found| found.extract())
        .map(|(_, [id, verdict])| (id, verdict))
        .collect();
    let told: Vec<(&str, &str)> = verdict
        .captures_iter(&papers)
        .map(|found| found.extract())
        .map(|(_, [id, verdict])| (id, verdict))
        .collect();
    assert!(results.len() >= 26, "only {} results found: the test has gone blind", results.len());
    for told in &told {
        assert!(
            results.contains(told),
            "docs/papers.md: {told:?} is not what lab/notebook/README.md says"
        );
    }
    for (id, _) in results {
        assert!(told.iter().any(|told| told.0 == id), "docs/papers.md: no paper for {id}");
    }
}
