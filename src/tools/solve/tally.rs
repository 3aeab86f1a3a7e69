//! Totals over positions.

use super::record::PositionResult;
use std::fmt;

/// Totals over several results of a suite run, such as positions solved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// The number of positions searched.
    pub positions: usize,
    /// The number of positions with a solution.
    pub judged: usize,
    /// The number of solved positions.
    pub solved: usize,
    /// The points scored.
    pub points: u64,
    /// The maximum points.
    pub max_points: u64,
    /// The number of nodes.
    pub nodes: u64,
    /// The search time, seconds.
    pub seconds: f64,
    /// The nodes until the solution, over the solved positions.
    pub nodes_to_solution: u64,
    /// The time until the solution over the solved positions, seconds.
    pub seconds_to_solution: f64,
}

impl Tally {
    /// Sums up the results of several suite positions.
    pub fn of<'a>(results: impl IntoIterator<Item = &'a PositionResult>) -> Tally {
        let mut tally = Tally::default();
        results.into_iter().for_each(|result| tally.add(result));
        tally
    }

    /// Adds the result of one suite position to the totals.
    pub fn add(&mut self, result: &PositionResult) {
        self.positions += 1;
        self.judged += usize::from(result.solved.is_some());
        self.solved += usize::from(result.solved == Some(true));
        self.points += u64::from(result.points.unwrap_or_default());
        self.max_points += u64::from(result.max_points.unwrap_or_default());
        // A file may contain any number.
        self.nodes = self.nodes.saturating_add(result.nodes);
        self.seconds += result.seconds;
        if let Some(effort) = result.effort_to_solution {
            self.nodes_to_solution = self.nodes_to_solution.saturating_add(effort.nodes);
            self.seconds_to_solution += effort.seconds;
        }
    }

    /// Returns the percentage of solved positions among the positions with a solution.
    pub fn percent(&self) -> f64 {
        100.0 * self.solved as f64 / self.judged.max(1) as f64
    }

    /// Returns the mean time to solution over the solved positions, in seconds; `None` if none is
    /// solved.
    pub fn mean_seconds_to_solution(&self) -> Option<f64> {
        (self.solved > 0).then(|| self.seconds_to_solution / self.solved as f64)
    }

    /// Returns the mean number of nodes to solution over the solved positions; `None` if none is
    /// solved.
    pub fn mean_nodes_to_solution(&self) -> Option<u64> {
        self.nodes_to_solution.checked_div(self.solved as u64)
    }
}

impl fmt::Display for Tally {
    /// Writes the format that scripts parse.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { solved, judged, nodes, seconds, .. } = self;
        write!(
            f,
            "solved {solved} of {judged} ({:.1} %), {nodes} nodes, {seconds:.1} s",
            self.percent()
        )
    }
}
