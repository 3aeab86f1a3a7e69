//! The description of an experiment as data: positions, depths, configurations and a criterion.

use crate::experiments::size::RunSize;
use crate::experiments::trees::{TreePlan, TreeResults};
use crate::matches::play::{MatchPlan, MatchResult};
use crate::progress::RunProgress;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An experiment of the papers (`docs/dev/papers.md`), applied to chess.
pub struct Experiment {
    /// Identifier: E01 to E25 as in `docs/dev/papers.md`; F01 is the project's own.
    pub id: &'static str,
    /// Name on the command line.
    pub name: &'static str,
    /// Title, one line.
    pub title: &'static str,
    /// Source of the claim: paper and section.
    pub source: &'static str,
    /// The claim of the paper.
    pub claim: &'static str,
    /// The criterion for REPRODUCED.
    pub criterion: &'static str,
    /// Printed figures of the paper, as lines of Markdown tables.
    pub printed: &'static [&'static str],
    /// Builds the plan.
    pub plan: fn() -> ExperimentPlan,
    /// Judges the outcome.
    pub judge: fn(&ExperimentOutcome) -> Judgement,
}

/// The plan of an experiment: trees, matches or a special run, and the plot.
#[derive(Default)]
pub struct ExperimentPlan {
    /// A tree-size comparison.
    pub trees: Option<TreePlan>,
    /// Matches between configurations.
    pub matches: Vec<MatchPlan>,
    /// A special run.
    pub special: Option<Special>,
    /// The plot of the trees.
    pub plot: Plot,
}

/// Experiment with code of its own, instead of trees or matches. `--resume` reuses only the matches
/// that it plays.
#[derive(Clone, Copy)]
pub struct Special {
    /// Runs the experiment; `None` if stopped early.
    pub run: fn(&RunSize, &RunProgress) -> Option<Figures>,
    /// Whether it plays matches; otherwise it searches positions.
    pub plays_games: bool,
    /// Smallest and largest depth at which it has results, plies; `None` if all depths have some.
    pub depths: Option<(u32, u32)>,
    /// Whether its figures have a scatter plot.
    pub has_scatter: bool,
}

impl Special {
    /// A special run that searches positions.
    pub const fn searching(run: fn(&RunSize, &RunProgress) -> Option<Figures>) -> Special {
        Special { run, plays_games: false, depths: None, has_scatter: false }
    }

    /// A special run that plays matches.
    pub const fn playing(run: fn(&RunSize, &RunProgress) -> Option<Figures>) -> Special {
        Special { plays_games: true, ..Special::searching(run) }
    }

    /// The same run with results only at depths from the first to the second, plies.
    pub const fn at_depths(self, depths: (u32, u32)) -> Special {
        Special { depths: Some(depths), ..self }
    }

    /// The same run with a scatter plot.
    pub const fn with_scatter(self) -> Special {
        Special { has_scatter: true, ..self }
    }
}

impl ExperimentPlan {
    /// Whether the plan plays matches, so that the number of games can be set.
    pub fn plays_games(&self) -> bool {
        !self.matches.is_empty() || self.special.is_some_and(|special| special.plays_games)
    }

    /// Whether the plan searches positions, so that positions and depths can be set.
    pub fn searches_positions(&self) -> bool {
        self.trees.is_some() || self.special.is_some_and(|special| !special.plays_games)
    }

    /// Whether the results have a plot.
    pub fn has_plot(&self) -> bool {
        self.trees.is_some() || self.special.is_some_and(|special| special.has_scatter)
    }
}

/// The plot of a tree-size comparison; sizes by parameter are ratios to the reference.
#[derive(Clone, Debug, Default)]
pub enum Plot {
    /// Nodes by depth, a line for each configuration.
    #[default]
    Depth,
    /// Node ratio by a parameter, a line for each series and depth.
    Parameter {
        /// Label of the parameter's axis.
        axis: &'static str,
        /// Series, parameter value and configuration label of each point.
        points: Vec<(String, f64, String)>,
    },
    /// Node ratio at the largest depth by two parameters as a heat map, a panel for each value of a
    /// third.
    Grid {
        /// Labels of both axes.
        axes: (&'static str, &'static str),
        /// Panel, both parameter values and configuration label of each square.
        squares: Vec<(String, (f64, f64), String)>,
    },
}

/// The results of a special run: a table, and named numbers for the judgement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Header of the table.
    pub head: Vec<String>,
    /// Rows of the table.
    pub rows: Vec<Vec<String>>,
    /// Named numbers.
    pub values: BTreeMap<String, f64>,
    /// Points for a scatter plot.
    pub scatter: Option<Scatter>,
}

/// Points of a scatter plot with a fitted line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scatter {
    /// Labels of the x and y axis.
    pub axes: (String, String),
    /// The points.
    pub points: Vec<(f64, f64)>,
    /// Slope and intercept of the line.
    pub line: (f64, f64),
}

impl Figures {
    /// A table with this header and no rows.
    pub fn with_head(head: &[&str]) -> Figures {
        Figures { head: head.iter().map(|&title| title.to_owned()).collect(), ..Figures::default() }
    }

    /// The number of this name, or NaN, for which every comparison is false.
    pub fn value(&self, name: &str) -> f64 {
        self.values.get(name).copied().unwrap_or(f64::NAN)
    }
}

/// The results of an experiment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ExperimentOutcome {
    /// Results of the trees.
    pub trees: Option<TreeResults>,
    /// Results of the matches, in the plan's order.
    pub matches: Vec<MatchResult>,
    /// Results of a special run.
    pub figures: Option<Figures>,
}

impl ExperimentOutcome {
    /// The results of the trees; panics if the plan has none.
    pub fn trees(&self) -> &TreeResults {
        self.trees.as_ref().expect("the plan of this experiment has trees")
    }

    /// The figures of a special run; panics if the plan has none.
    pub fn figures(&self) -> &Figures {
        self.figures.as_ref().expect("the plan of this experiment has figures")
    }

    /// The result of the match with this label; panics if there is none.
    pub fn match_of(&self, label: &str) -> &MatchResult {
        self.matches
            .iter()
            .find(|result| result.label == label)
            .expect("the plan of this experiment has this match")
    }
}

/// The verdict of an experiment: whether the claim holds in chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExperimentVerdict {
    /// The criterion is met.
    Reproduced,
    /// A part of the criterion is met.
    Partly,
    /// No part of the criterion is met.
    Not,
    /// A quick run, which is too small for a verdict.
    Quick,
}

impl ExperimentVerdict {
    /// The verdict in capitals, such as NOT REPRODUCED.
    pub fn word(self) -> &'static str {
        match self {
            ExperimentVerdict::Reproduced => "REPRODUCED",
            ExperimentVerdict::Partly => "PARTLY",
            ExperimentVerdict::Not => "NOT REPRODUCED",
            ExperimentVerdict::Quick => "NOT JUDGED (quick run)",
        }
    }
}

/// A verdict with its grounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The verdict.
    pub verdict: ExperimentVerdict,
    /// The finding for each part of the criterion, then remarks.
    pub grounds: Vec<String>,
}

impl Judgement {
    /// The judgement of these parts: reproduced if all hold, not if none holds, otherwise partly.
    pub fn of(parts: Vec<(bool, String)>) -> Judgement {
        let held = parts.iter().filter(|(holds, _)| *holds).count();
        let verdict = match held {
            0 => ExperimentVerdict::Not,
            held if held == parts.len() => ExperimentVerdict::Reproduced,
            _ => ExperimentVerdict::Partly,
        };
        let grounds = parts
            .into_iter()
            .map(|(holds, text)| format!("{} {text}", if holds { "yes:" } else { "no:" }));
        Judgement { verdict, grounds: grounds.collect() }
    }

    /// Adds a finding that is not part of the criterion; the verdict stays.
    pub fn with_remark(mut self, text: &str) -> Judgement {
        self.grounds.push(format!("remark: {text}"));
        self
    }
}

/// A stored result of an experiment, from which the report is generated.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExperimentRecord {
    /// Identifier of the experiment.
    pub id: String,
    /// Name of the experiment.
    pub name: String,
    /// The command line of the run.
    pub command: String,
    /// Commit of the engine.
    pub commit: String,
    /// Name of the machine's processor.
    pub processor: String,
    /// The results.
    pub outcome: ExperimentOutcome,
    /// The judgement.
    pub judgement: Judgement,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_do_not_count_towards_the_verdict() {
        let judgement = Judgement::of(vec![(false, "a: 1".to_owned())]).with_remark("b: 2");
        assert_eq!(judgement.verdict, ExperimentVerdict::Not);
        assert_eq!(judgement.grounds, ["no: a: 1", "remark: b: 2"]);
    }
}
