//! The tree as a Graphviz graph: one graph node per branch. Pruned branches have the colour of the
//! technique that cut them.

use super::drawing::{Drawing, Search};
use super::legend::LEGEND;
use std::fmt::Write;

/// Renders a drawn search tree in the Graphviz DOT language, each search as a separate tree.
pub fn graph(drawing: &Drawing) -> String {
    let mut text = String::from(
        "digraph tree {\n  rankdir=LR;\n  node [shape=box, style=filled, \
         fontname=\"sans-serif\", fontsize=10];\n",
    );
    for (number, search) in drawing.searches.iter().enumerate() {
        write_search(&mut text, number, search);
    }
    text + "}\n"
}

fn write_search(text: &mut String, number: usize, search: &Search) {
    for (index, row) in search.rows.iter().enumerate() {
        let reason = &LEGEND[row.end()];
        let score = row.score().map_or_else(|| "aborted".to_owned(), |score| score.to_string());
        let name = if row.parent() < 0 {
            format!("{}, depth {}", search.name, row.depth())
        } else {
            row.san().to_owned()
        };
        let (fill, ink) =
            if reason.cuts { (reason.colour, "#ffffff") } else { ("#f4f4f4", "#000000") };
        let label = format!("{}\\n{score}\\n{} nodes", escaped(&name), row.nodes());
        let _ = writeln!(
            text,
            "  t{number}n{index} [label=\"{label}\", fillcolor=\"{fill}\", \
             fontcolor=\"{ink}\", tooltip=\"{}\"];",
            escaped(reason.name)
        );
        if row.parent() >= 0 {
            let style = if row.within().is_some() { "dashed" } else { "solid" };
            let _ = writeln!(
                text,
                "  t{number}n{} -> t{number}n{index} [style={style}];",
                row.parent()
            );
        }
    }
}

/// Escapes text for a quoted string.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
