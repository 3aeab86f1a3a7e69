//! Pages for browsers: one file each, which needs nothing from anywhere.
//!
//! Templates and what they share (style, board) lie beside this file. All that comes from a search
//! or a file is escaped: text by the templates, data by `script_safe`.

use super::solve::{Solution, SuiteRecord};
use super::tree::drawing::Drawing;
use minijinja::{AutoEscape, Environment, context};
use serde::Serialize;
use serde_json::{Value, json};

const STYLE: &str = include_str!("style.css");
const BOARD: &str = include_str!("board.js");
const PIECES: &str = include_str!("pieces.svg");

/// A page could not be made; a template is broken.
#[derive(Debug, thiserror::Error)]
#[error("the page cannot be made: {0}")]
pub struct PageError(#[from] minijinja::Error);

/// The page of a tree, or of two side by side.
pub fn tree(drawing: &Drawing) -> Result<String, PageError> {
    let names: Vec<&str> = drawing.searches.iter().map(|search| search.name.as_str()).collect();
    let title = format!("The search tree: {}, depth {}", names.join(" and "), drawing.depth);
    render("tree.html", include_str!("tree.html"), include_str!("tree.js"), &title, drawing)
}

/// The page of annotated games, as [`as_json`](super::annotate::as_json) tells them.
pub fn games(games: &[&Value]) -> Result<String, PageError> {
    render("game.html", include_str!("game.html"), include_str!("game.js"), "Games", &games)
}

/// The page of a suite: the positions that were not solved.
pub fn suite(record: &SuiteRecord) -> Result<String, PageError> {
    let count = |wanted: fn(&Solution) -> bool| {
        record.positions.iter().filter(|solution| wanted(solution)).count()
    };
    let failed: Vec<&Solution> =
        record.positions.iter().filter(|solution| solution.solved == Some(false)).collect();
    let solved = count(|solution| solution.solved == Some(true));
    let names: Vec<&str> = record.settings.suites.iter().map(|suite| suite.name.as_str()).collect();
    let data = json!({ "solved": solved, "judged": solved + failed.len(), "failed": failed });
    render(
        "suite.html",
        include_str!("suite.html"),
        include_str!("suite.js"),
        &format!("Not solved: {}", names.join(", ")),
        &data,
    )
}

/// A page of a template and a script, with data for the script.
fn render(
    name: &str,
    template: &str,
    script: &str,
    title: &str,
    data: &impl Serialize,
) -> Result<String, PageError> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template("base.html", include_str!("base.html"))?;
    environment.add_template(name, template)?;
    let data = serde_json::to_string(data).map_err(|error| {
        minijinja::Error::new(minijinja::ErrorKind::BadSerialization, "no data for the page")
            .with_source(error)
    })?;
    let version = env!("CARGO_PKG_VERSION");
    let parts = context! { title, version, style => STYLE, pieces => PIECES, script => format!("{BOARD}\n{script}"), data => script_safe(&data) };
    Ok(environment.get_template(name)?.render(parts)?)
}

/// JSON that may stand in a script element: nothing in it ends the element or begins a comment
/// there.
fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_script_and_titles_cannot_begin_one() {
        let data = ["</script><script>alert(1)</script><!--"];
        let page =
            render("tree.html", include_str!("tree.html"), "", "<script>alert(2)</script>", &data)
                .expect("a page");
        assert!(!page.contains("alert(1)</script>") && !page.contains("<script>alert"), "escaped");
        assert!(page.contains("&lt;script&gt;alert(2)"), "titles are text");
        assert!(page.contains(r"\u003c/script>\u003cscript>alert(1)"), "data stays what it was");
    }
}
