//! General UCI options: hash, threads, time, evaluation file and modes.

use super::kinds::{OptionKind, UciOption};
use crate::chess::moves::MAX_LEGAL_MOVES;
use crate::engine::{DEFAULT_HASH_MEGABYTES, DEFAULT_MOVE_OVERHEAD};
use crate::eval::{DEFAULT_NAME, EvaluatorError, evaluator_named};
use crate::search::limits::{MAX_HASH, MAX_THREADS};
use std::time::Duration;

/// The value of EvalFile that selects the embedded network.
const EMBEDDED: &str = "<embedded>";

pub(super) static OPTIONS: [UciOption; 9] = [
    UciOption {
        name: "Hash",
        kind: OptionKind::Spin {
            default: DEFAULT_HASH_MEGABYTES as i64,
            min: 1,
            max: MAX_HASH as i64,
        },
        apply: |engine, _, value| {
            engine.set_hash(value.number() as usize).map_err(|error| error.to_string())
        },
    },
    UciOption {
        name: "Clear Hash",
        kind: OptionKind::Button,
        apply: |engine, _, _| {
            engine.clear_memory();
            Ok(())
        },
    },
    UciOption {
        name: "Threads",
        kind: OptionKind::Spin { default: 1, min: 1, max: MAX_THREADS as i64 },
        apply: |engine, _, value| {
            engine.set_threads(value.number() as usize);
            Ok(())
        },
    },
    UciOption {
        name: "MultiPV",
        kind: OptionKind::Spin { default: 1, min: 1, max: MAX_LEGAL_MOVES as i64 },
        apply: |engine, _, value| {
            engine.set_multi_pv(value.number() as usize);
            Ok(())
        },
    },
    UciOption {
        name: "Ponder",
        kind: OptionKind::Check { default: false },
        // The option only announces pondering to the client. It changes nothing in the engine.
        apply: |_, _, _| Ok(()),
    },
    UciOption {
        name: "Move Overhead",
        kind: OptionKind::Spin {
            default: DEFAULT_MOVE_OVERHEAD.as_millis() as i64,
            min: 0,
            max: 10_000,
        },
        apply: |engine, _, value| {
            engine.set_move_overhead(Duration::from_millis(value.number().unsigned_abs()));
            Ok(())
        },
    },
    UciOption {
        name: "EvalFile",
        kind: OptionKind::Text { default: EMBEDDED },
        apply: |engine, _, value| {
            let name = if value.text() == EMBEDDED { DEFAULT_NAME } else { value.text() };
            engine.use_evaluator(evaluator_named(name).map_err(|error| match error {
                EvaluatorError::Unknown(name) => format!(
                    "there is no evaluation or file '{name}'; \
                     use {EMBEDDED}, material or a network file"
                ),
                error => error.to_string(),
            })?);
            Ok(())
        },
    },
    UciOption {
        name: "UCI_Chess960",
        kind: OptionKind::Check { default: false },
        apply: |_, options, value| {
            options.chess960 = value.is_on();
            Ok(())
        },
    },
    UciOption {
        name: "UCI_AnalyseMode",
        kind: OptionKind::Check { default: false },
        apply: |_, options, value| {
            options.analyse = value.is_on();
            Ok(())
        },
    },
];
