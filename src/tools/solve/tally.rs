//! Sums over positions.

use super::record::Solution;
use std::fmt;

/// What came of some positions together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Positions searched.
    pub positions: usize,
    /// Those of them that name a solution.
    pub judged: usize,
    /// Those that were solved.
    pub solved: usize,
    /// Points got.
    pub points: u64,
    /// Points to be had.
    pub most_points: u64,
    /// Nodes.
    pub nodes: u64,
    /// Searching time.
    pub seconds: f64,
    /// Nodes of the solved ones until they were.
    pub nodes_to_solution: u64,
    /// Time of the solved ones until they were.
    pub seconds_to_solution: f64,
}

impl Tally {
    /// The sums over these.
    pub fn of<'a>(solutions: impl IntoIterator<Item = &'a Solution>) -> Tally {
        let mut tally = Tally::default();
        solutions.into_iter().for_each(|solution| tally.add(solution));
        tally
    }

    /// Adds one position.
    pub fn add(&mut self, solution: &Solution) {
        self.positions += 1;
        self.judged += usize::from(solution.solved.is_some());
        self.solved += usize::from(solution.solved == Some(true));
        self.points += u64::from(solution.points.unwrap_or_default());
        self.most_points += u64::from(solution.most_points.unwrap_or_default());
        // A file may name any number.
        self.nodes = self.nodes.saturating_add(solution.nodes);
        self.seconds += solution.seconds;
        if let Some(effort) = solution.right_from {
            self.nodes_to_solution = self.nodes_to_solution.saturating_add(effort.nodes);
            self.seconds_to_solution += effort.seconds;
        }
    }

    /// Solved ones, in percent of those that name a solution.
    pub fn percent(&self) -> f64 {
        100.0 * self.solved as f64 / self.judged.max(1) as f64
    }

    /// Mean time from the beginning to the moment of the solution, over the solved positions.
    pub fn mean_seconds_to_solution(&self) -> Option<f64> {
        (self.solved > 0).then(|| self.seconds_to_solution / self.solved as f64)
    }

    /// Mean nodes from the beginning to the moment of the solution, over the solved positions.
    pub fn mean_nodes_to_solution(&self) -> Option<u64> {
        self.nodes_to_solution.checked_div(self.solved as u64)
    }
}

impl fmt::Display for Tally {
    /// The form that scripts look for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { solved, judged, nodes, seconds, .. } = self;
        write!(
            f,
            "solved {solved} of {judged} ({:.1} %), {nodes} nodes, {seconds:.1} s",
            self.percent()
        )
    }
}
