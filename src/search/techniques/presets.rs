//! The presets: PLAIN and FULL of the [list](super::switch_list), PAPERS and BARE.

use super::{
    Aspiration, Driver, Modifications, Quiescence, QuietHistorySwitches, Switches, Techniques,
    TtSwitches, Tunables,
};
use crate::quote::quoted;

/// Error of a text that is not the name of a preset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is none of full, papers, plain, bare")]
pub struct PresetError(String);

/// The presets by name.
const NAMED: [(&str, Techniques); 4] = [
    ("full", Techniques::FULL),
    ("papers", Techniques::PAPERS),
    ("plain", Techniques::PLAIN),
    ("bare", Techniques::BARE),
];

/// Names of the presets.
pub const PRESETS: [&str; 4] = [NAMED[0].0, NAMED[1].0, NAMED[2].0, NAMED[3].0];

impl Switches {
    /// Switches of preset `papers`, the search of the reproduced papers S0 to S4
    /// (`docs/dev/papers.md`). Forward pruning is off; the experiments switch it on.
    pub const PAPERS: Switches = Switches {
        driver: Driver::Pvs,
        modifications: Modifications {
            hard_bound: true,
            closed_window: true,
            from_alpha: true,
            forget_weak: true,
        },
        aspiration: Aspiration { on: true, ..Switches::PLAIN.aspiration },
        killers: true,
        history: QuietHistorySwitches { on: true, ..Switches::PLAIN.history },
        ..Switches::PLAIN
    };

    /// Switches of preset `bare`, plain alpha-beta with static evaluation at the leaves.
    pub const BARE: Switches = Switches {
        quiescence: Quiescence::Off,
        table: TtSwitches { cut: false, order: false, expected_from: 0 },
        ..Switches::PLAIN
    };

    /// Whether [NegaScout](Driver::NegaScout) skips re-searches in the last two plies: a null
    /// window returns the exact score there. The switches of windows, evaluation grain and move
    /// ordering do not matter; all others must be those of preset `bare`.
    pub fn skips_research(&self) -> bool {
        if self.driver != Driver::NegaScout {
            return false;
        }
        let bare = Switches {
            driver: self.driver,
            iterative_deepening: self.iterative_deepening,
            mtdf_guess: self.mtdf_guess,
            modifications: self.modifications,
            aspiration: self.aspiration,
            grain: self.grain,
            table: TtSwitches { order: self.table.order, ..Switches::BARE.table },
            killers: self.killers,
            killers_kept: self.killers_kept,
            refutation: self.refutation,
            history: self.history,
            continuation_history: self.continuation_history,
            capture_history: self.capture_history,
            low_ply_history: self.low_ply_history,
            pawn_history: self.pawn_history,
            threat_ordering: self.threat_ordering,
            ..Switches::BARE
        };
        *self == bare
    }
}

impl From<Switches> for Techniques {
    fn from(switches: Switches) -> Techniques {
        Techniques::of(switches)
    }
}

impl Techniques {
    /// Search preset `plain` with the default parameters, alpha-beta with transposition table and
    /// quiescence.
    pub const PLAIN: Techniques = Techniques::of(Switches::PLAIN);
    /// Search preset `papers` with the default parameters, the search of the reproduced papers
    /// (`docs/dev/papers.md`).
    pub const PAPERS: Techniques = Techniques::of(Switches::PAPERS);
    /// Search preset `full` with the default parameters, the default for games.
    pub const FULL: Techniques = Techniques::of(Switches::FULL);
    /// Search preset `bare` with the default parameters, plain alpha-beta with static evaluation at
    /// the leaves.
    pub const BARE: Techniques = Techniques::of(Switches::BARE);

    /// Combines technique switches with the default values of all tunable parameters.
    pub const fn of(switches: Switches) -> Techniques {
        Techniques { switches, tunables: Tunables::DEFAULT }
    }

    /// Returns the search preset with this name (`plain`, `papers`, `full` or `bare`).
    pub fn preset(name: &str) -> Result<Techniques, PresetError> {
        let is_named = |preset: &&(&str, Techniques)| preset.0.eq_ignore_ascii_case(name);
        let found = NAMED.iter().find(is_named).map(|preset| preset.1);
        found.ok_or_else(|| PresetError(quoted(name)))
    }
}
