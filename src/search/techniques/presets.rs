//! The presets: PLAIN and FULL of the [list](super::rules), PAPERS and BARE.

use super::{
    Aspiration, Driver, HistoryUse, Modifications, Quiescence, Rules, TableUse, Techniques,
    Tunables,
};

impl Rules {
    /// Preset `papers`: the search of papers S0 to S4 (`docs/dev/papers.md`), the base of the
    /// experiments. Forward pruning is off; the experiments switch it on.
    pub const PAPERS: Rules = Rules {
        driver: Driver::Pvs,
        modifications: Modifications {
            hard_bound: true,
            closed_window: true,
            from_alpha: true,
            forget_weak: true,
        },
        aspiration: Aspiration { on: true, ..Rules::PLAIN.aspiration },
        killers: true,
        history: HistoryUse { on: true, ..Rules::PLAIN.history },
        ..Rules::PLAIN
    };

    /// Preset `bare`: plain depth-first alpha-beta with static evaluation at the leaves, for
    /// comparison with textbook algorithms.
    pub const BARE: Rules = Rules {
        quiescence: Quiescence::Off,
        table: TableUse { cut: false, order: false, expected_from: 0 },
        ..Rules::PLAIN
    };
}

impl From<Rules> for Techniques {
    fn from(rules: Rules) -> Techniques {
        Techniques::of(rules)
    }
}

impl Techniques {
    /// The preset `plain`: [`Rules::PLAIN`] with the default numbers.
    pub const PLAIN: Techniques = Techniques::of(Rules::PLAIN);
    /// The preset `papers`: [`Rules::PAPERS`] with the default numbers.
    pub const PAPERS: Techniques = Techniques::of(Rules::PAPERS);
    /// The preset `full`, the default for play: [`Rules::FULL`] with the default numbers.
    pub const FULL: Techniques = Techniques::of(Rules::FULL);
    /// The preset `bare`: [`Rules::BARE`] with the default numbers.
    pub const BARE: Techniques = Techniques::of(Rules::BARE);

    /// Combines rules with the default numbers of play.
    pub const fn of(rules: Rules) -> Techniques {
        Techniques { rules, tunables: Tunables::DEFAULT }
    }

    /// Returns the preset with this name (`plain`, `papers`, `full` or `bare`); `None` for other
    /// names.
    pub fn preset(name: &str) -> Option<Techniques> {
        match name.to_ascii_lowercase().as_str() {
            "plain" => Some(Techniques::PLAIN),
            "papers" => Some(Techniques::PAPERS),
            "full" => Some(Techniques::FULL),
            "bare" => Some(Techniques::BARE),
            _ => None,
        }
    }
}
