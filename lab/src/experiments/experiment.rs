//! What an experiment is: data. Positions, depths, configurations, a criterion; the runner does the
//! rest.

use crate::experiments::trees::{TreePlan, TreeResults};
use crate::matches::play::{MatchPlan, MatchResult};
use crate::progress::Progress;
use crate::scale::Scale;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An experiment of the papers (`docs/dev/papers.md`), on chess.
pub struct Experiment {
    /// E01 to E25, as `docs/dev/papers.md` and the results name it; F01 is the project's own.
    pub id: &'static str,
    /// For the command line.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// Where the claim stands.
    pub source: &'static str,
    /// What is claimed there.
    pub claim: &'static str,
    /// What counts as reproduced.
    pub criterion: &'static str,
    /// The figures printed there, as lines of tables in Markdown.
    pub printed: &'static [&'static str],
    /// What to run.
    pub plan: fn() -> ExperimentPlan,
    /// Judges what came of it.
    pub judge: fn(&ExperimentOutcome) -> Judgement,
}

/// What to run: any of the three, and what to plot of it.
#[derive(Default)]
pub struct ExperimentPlan {
    /// Trees of configurations over positions and depths.
    pub trees: Option<TreePlan>,
    /// Matches between configurations.
    pub matches: Vec<MatchPlan>,
    /// Anything else.
    pub special: Option<Special>,
    /// How the trees are plotted.
    pub plot: Plot,
}

/// An experiment of its own kind. Nothing of it is kept for `--resume` but the matches that it
/// plays.
#[derive(Clone, Copy)]
pub struct Special {
    /// Runs it; `None` if stopped before the end.
    pub run: fn(&Scale, &Progress) -> Option<Figures>,
    /// Does it play matches? Else it searches positions to some depths.
    pub plays_games: bool,
}

impl Special {
    /// One that searches positions.
    pub const fn searching(run: fn(&Scale, &Progress) -> Option<Figures>) -> Special {
        Special { run, plays_games: false }
    }
}

impl ExperimentPlan {
    /// Does it play matches, so that their games may be more or fewer?
    pub fn plays_games(&self) -> bool {
        !self.matches.is_empty() || self.special.is_some_and(|special| special.plays_games)
    }

    /// Does it search positions to some depths, so that both may be others?
    pub fn searches_positions(&self) -> bool {
        self.trees.is_some() || self.special.is_some_and(|special| !special.plays_games)
    }
}

/// What a plot of trees shows. Sizes against a parameter are shares of the reference's.
#[derive(Clone, Debug, Default)]
pub enum Plot {
    /// Sizes against depth, a line for each configuration.
    #[default]
    Depth,
    /// Sizes against a parameter, a line for each series and depth.
    Parameter {
        /// What the parameter is.
        axis: &'static str,
        /// Series, parameter and label of each configuration shown.
        points: Vec<(String, f64, String)>,
    },
    /// Sizes at the deepest depth, coloured, against two parameters, a panel for each value of a
    /// third.
    Grid {
        /// What the two parameters are.
        axes: (&'static str, &'static str),
        /// Panel, both parameters and label of each configuration shown.
        squares: Vec<(String, (f64, f64), String)>,
    },
}

/// A table of whatever an experiment wants to show, and named numbers for its judgement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The head of the table.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// Named numbers.
    pub values: BTreeMap<String, f64>,
    /// Points for a plot, with the slope and offset of a line through them.
    pub scatter: Option<Scatter>,
}

/// Points and a line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scatter {
    /// What the axes are, x then y.
    pub axes: (String, String),
    /// The points.
    pub points: Vec<(f64, f64)>,
    /// Slope and offset.
    pub line: (f64, f64),
}

impl Figures {
    /// A table with this head.
    pub fn with_head(head: &[&str]) -> Figures {
        Figures { head: head.iter().map(|&title| title.to_owned()).collect(), ..Figures::default() }
    }

    /// The named number, or not-a-number, which satisfies no comparison.
    pub fn value(&self, name: &str) -> f64 {
        self.values.get(name).copied().unwrap_or(f64::NAN)
    }
}

/// All that came of an experiment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ExperimentOutcome {
    /// Trees.
    pub trees: Option<TreeResults>,
    /// Matches, in the plan's order.
    pub matches: Vec<MatchResult>,
    /// Anything else.
    pub figures: Option<Figures>,
}

impl ExperimentOutcome {
    /// The trees of an experiment that has them.
    pub fn trees(&self) -> &TreeResults {
        self.trees.as_ref().expect("the plan of this experiment has trees")
    }

    /// The figures of an experiment that has them.
    pub fn figures(&self) -> &Figures {
        self.figures.as_ref().expect("the plan of this experiment has figures")
    }

    /// The match with this label.
    pub fn match_of(&self, label: &str) -> &MatchResult {
        self.matches
            .iter()
            .find(|result| result.label == label)
            .expect("the plan of this experiment has this match")
    }
}

/// Does the claim hold on chess?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExperimentVerdict {
    /// As the criterion asks.
    Reproduced,
    /// Some of it.
    Partly,
    /// No.
    Not,
}

impl ExperimentVerdict {
    /// REPRODUCED, PARTLY or NOT.
    pub fn word(self) -> &'static str {
        match self {
            ExperimentVerdict::Reproduced => "REPRODUCED",
            ExperimentVerdict::Partly => "PARTLY",
            ExperimentVerdict::Not => "NOT",
        }
    }
}

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The verdict.
    pub verdict: ExperimentVerdict,
    /// The parts of the criterion and what was found for each.
    pub grounds: Vec<String>,
}

impl Judgement {
    /// Reproduced if every part holds, not if none does.
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
}

/// What a run leaves behind: everything a report needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExperimentRecord {
    /// Number of the experiment.
    pub id: String,
    /// Name of the experiment.
    pub name: String,
    /// The command that ran it.
    pub command: String,
    /// The commit it was run from.
    pub commit: String,
    /// The machine's processor.
    pub processor: String,
    /// What came of it.
    pub outcome: ExperimentOutcome,
    /// The verdict.
    pub judgement: Judgement,
}
