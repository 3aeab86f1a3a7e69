//! Self-contained HTML pages: one file each, without external resources.
//!
//! The templates and the shared style and board script lie beside this file. All text from a search
//! or a file is escaped by `escape`, all data by `script_safe`.

mod games;
mod suite;

pub use games::{Cell, Crosstable, GameEntry, GamesTarget, WriteError};

use super::solve::SuiteRecord;
use super::tree::drawing::Drawing;
use crate::version::VERSION;
use serde::Serialize;

const STYLE: &str = include_str!("style.css");
const BOARD: &str = include_str!("board.js");
const PIECES: &str = include_str!("pieces.svg");

/// Error of serializing the data of an HTML page as JSON.
#[derive(Debug, thiserror::Error)]
#[error("cannot create the page: {0}")]
pub struct PageError(#[from] serde_json::Error);

/// The template, style and scripts of a kind of page.
struct PageKind {
    template: &'static str,
    style: &'static str,
    script: &'static str,
}

const TREE: PageKind = PageKind {
    template: include_str!("tree.html"),
    style: include_str!("tree.css"),
    script: concat!(
        include_str!("search.js"),
        include_str!("why.js"),
        include_str!("legend.js"),
        include_str!("tree.js"),
    ),
};

const GAMES: PageKind = PageKind {
    template: include_str!("game.html"),
    style: concat!(include_str!("game.css"), include_str!("crosstable.css")),
    script: concat!(
        include_str!("line.js"),
        include_str!("graph.js"),
        include_str!("crosstable.js"),
        include_str!("game.js"),
    ),
};

const INDEX: PageKind = PageKind {
    template: include_str!("index.html"),
    style: include_str!("crosstable.css"),
    script: concat!(include_str!("crosstable.js"), include_str!("index.js")),
};

const SUITE: PageKind = PageKind {
    template: include_str!("suite.html"),
    style: include_str!("suite.css"),
    script: include_str!("suite.js"),
};

/// Renders the HTML page of one search tree, or of two side by side.
pub fn tree(drawing: &Drawing) -> Result<String, PageError> {
    let names: Vec<&str> = drawing.searches.iter().map(|search| search.name.as_str()).collect();
    let title = format!("The search tree: {}, depth {}", names.join(" and "), drawing.depth);
    render(&TREE, &title, drawing)
}

/// Renders the HTML page of the unsolved positions of a suite.
pub fn suite(record: &SuiteRecord) -> Result<String, PageError> {
    let names: Vec<&str> = record.settings.suites.iter().map(|suite| suite.name.as_str()).collect();
    render(&SUITE, &format!("Not solved: {}", names.join(", ")), &suite::failed(record))
}

/// Renders a page of this kind, with data for its script.
fn render(kind: &PageKind, title: &str, data: &impl Serialize) -> Result<String, PageError> {
    let title = escape(title);
    let body = fill(kind.template, &[("title", &title), ("version", VERSION)]);
    let style = format!("{STYLE}{}", kind.style);
    let script = format!("{BOARD}{}", kind.script);
    let data = script_safe(&serde_json::to_string(data)?);
    let parts = [
        ("title", title.as_str()),
        ("version", VERSION),
        ("style", &style),
        ("pieces", PIECES),
        ("body", &body),
        ("data", &data),
        ("script", &script),
    ];
    Ok(fill(include_str!("base.html"), &parts))
}

/// Replaces each `{{ name }}` in the template by the part of that name. The inserted parts are not
/// expanded again.
///
/// # Panics
/// If the template names a missing part.
fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let mut pieces = template.split("{{ ");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once(" }}").expect("a placeholder ends");
        let (_, part) = parts.iter().find(|(known, _)| *known == name).expect(name);
        page.push_str(part);
        page.push_str(rest);
    }
    page
}

/// Escapes text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes JSON for a script element: the result contains nothing that ends the element or starts
/// an HTML comment.
fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c")
}
