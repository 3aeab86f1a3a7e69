//! UCI options of the opening book, the node clock, the log and the names of the players.

use super::kinds::{OptionKind, UciOption};
use crate::uci::book::{DEFAULT_DEPTH, DEFAULT_VARIETY};
use crate::uci::log;

/// Text of UCI_EngineAbout.
const ABOUT: &str = concat!(
    "Secateur ",
    env!("CARGO_PKG_VERSION"),
    " by the Secateur authors, a UCI chess engine; ",
    "free under the GPL, version 3 or later"
);

/// Name of the option that opens the debug log.
pub(super) const LOG: &str = "Debug Log File";

pub(super) static OPTIONS: [UciOption; 8] = [
    UciOption {
        name: "OwnBook",
        kind: OptionKind::Check { default: false },
        apply: |_, options, value| {
            options.book.is_used = value.is_on();
            Ok(())
        },
    },
    UciOption {
        name: "Book File",
        kind: OptionKind::Text { default: "" },
        apply: |_, options, value| options.book.open(value.text()),
    },
    UciOption {
        name: "Book Depth",
        kind: OptionKind::Spin { default: DEFAULT_DEPTH as i64, min: 0, max: 1000 },
        apply: |_, options, value| {
            options.book.depth = value.number() as u16;
            Ok(())
        },
    },
    UciOption {
        name: "Book Variety",
        kind: OptionKind::Spin { default: DEFAULT_VARIETY as i64, min: 0, max: 100 },
        apply: |_, options, value| {
            options.book.variety = value.number() as u32;
            Ok(())
        },
    },
    UciOption {
        name: "nodestime",
        kind: OptionKind::Spin { default: 0, min: 0, max: 10_000 },
        apply: |_, options, value| {
            options.node_clock.set_rate(value.number().unsigned_abs());
            Ok(())
        },
    },
    UciOption {
        name: LOG,
        kind: OptionKind::Text { default: "" },
        apply: |_, _, value| log::open(value.text()),
    },
    UciOption {
        name: "UCI_Opponent",
        kind: OptionKind::Text { default: "" },
        apply: |_, options, value| {
            value.text().clone_into(&mut options.opponent);
            Ok(())
        },
    },
    UciOption {
        name: "UCI_EngineAbout",
        kind: OptionKind::Text { default: ABOUT },
        apply: |_, _, _| Err("this option is read-only".to_owned()),
    },
];
