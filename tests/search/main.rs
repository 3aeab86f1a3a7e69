//! The search: techniques, ordering, table, tablebases, threads, strength levels.

#[path = "../support/endings.rs"]
mod endings;
#[path = "../../lab/src/evaluations/mod.rs"]
#[allow(dead_code)] // the tests use only two of its evaluations
mod evaluations;
#[path = "../support/shared.rs"]
mod shared;
#[path = "../support/strategies.rs"]
mod strategies;
#[path = "../support/mod.rs"]
mod support;

mod aborted;
mod audit;
mod claims;
mod clock;
mod continuation;
mod correction;
mod enhanced_transposition_cut;
mod history;
mod history_tables;
mod hostile;
mod huge_pages;
mod levels;
mod limits;
mod low_ply;
mod mate;
mod n_best;
mod node;
mod null_move;
mod picker;
mod pondering;
mod prob_cut;
mod properties;
mod pvs;
mod repro;
mod reverse_futility;
mod root;
mod single;
mod smp;
mod stack_entry;
mod static_eval;
mod strength;
mod switches;
mod syzygy;
mod table;
mod table_entries;
mod tablebase;
mod tablebase_files;
mod tablebase_folders;
mod tablebase_options;
mod tablebase_position;
mod tables_in_play;
mod techniques;
mod thread_data;
mod threads;
mod threats;
mod tree_events;
mod tunables;
mod votes;
mod windows;
mod winning;
