//! UCI options of the Syzygy tablebases.

use super::ProtocolOptions;
use super::kinds::{OptionKind, UciOption};
use crate::engine::Engine;
use crate::tablebase::{MAX_TABLE_PIECES, TablebaseOptions, join_problems};

pub(super) static OPTIONS: [UciOption; 4] = [
    UciOption {
        name: "SyzygyPath",
        kind: OptionKind::Text { default: "" },
        apply: |engine, options, value| use_tablebases(engine, options, value.text()),
    },
    UciOption {
        name: "SyzygyProbeDepth",
        kind: OptionKind::Spin { default: 1, min: 1, max: 100 },
        apply: |engine, _, value| {
            let depth = value.number() as i32;
            engine.set_tablebase_options(TablebaseOptions {
                depth,
                ..engine.settings().tablebase_options
            });
            Ok(())
        },
    },
    UciOption {
        name: "SyzygyProbeLimit",
        kind: OptionKind::Spin {
            default: MAX_TABLE_PIECES as i64,
            min: 0,
            max: MAX_TABLE_PIECES as i64,
        },
        apply: |engine, _, value| {
            let pieces = value.number() as usize;
            engine.set_tablebase_options(TablebaseOptions {
                pieces,
                ..engine.settings().tablebase_options
            });
            Ok(())
        },
    },
    UciOption {
        name: "Syzygy50MoveRule",
        kind: OptionKind::Check { default: true },
        apply: |engine, _, value| {
            let fifty_moves = value.is_on();
            engine.set_tablebase_options(TablebaseOptions {
                fifty_moves,
                ..engine.settings().tablebase_options
            });
            Ok(())
        },
    },
];

/// Opens the tablebases of a path, and reports their number and any problems in one line.
fn use_tablebases(
    engine: &mut Engine,
    options: &mut ProtocolOptions,
    path: &str,
) -> Result<(), String> {
    engine.use_tablebases(path).map_err(|error| error.to_string())?;
    if let Some(tables) = engine.tablebases() {
        let problems = match tables.problems() {
            [] => String::new(),
            problems => format!("; {}", join_problems(problems)),
        };
        options.remarks.push(format!("SyzygyPath: {}{problems}", tables.inventory()));
    }
    Ok(())
}
