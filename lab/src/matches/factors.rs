//! Factorial matches: many changes tested by the same games. Each change is assigned to one side at
//! random for each pair of games, so all games judge it. Interactions are averaged out.
//!
//! Ten changes tested one after the other with a tenth of the games each have intervals three times
//! as wide. A factorial match finds changes that deserve a [test](crate::matches::sprt) of their
//! own. It decides nothing itself: the best of many changes is partly luck.
//!
//! **Paper** Ronald Fisher, "The Design of Experiments", 1935 (factorial design); Franklin
//! Satterthwaite, "Random balance experimentation", Technometrics 1(2), 1959 (factors set at
//! random).

use crate::samples::Pair;
use crate::statistics::Pentanomial;
use secateur::search::Techniques;
use secateur::search::techniques::{Switch, SwitchError};
use secateur::seeds::mix;
use serde::{Deserialize, Serialize};

/// Seed of the assignment; it is fixed, so a pair has the same assignment in every run.
const SEED: u64 = 0xFAC7;

/// The changes of a match, each a switch as `NAME=VALUE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Factors(Vec<String>);

/// The effect of a change: the score of the sides with it against those without it, by pairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// The change as `NAME=VALUE`.
    pub factor: String,
    /// Pentanomial results of the sides with the change.
    pub pairs: Pentanomial,
}

/// Reason why a switch cannot be a factor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FactorError {
    /// The switch does not exist or does not have this value.
    #[error(transparent)]
    Switch(#[from] SwitchError),
    /// Two factors have this switch: the later one would hide the earlier one.
    #[error("{0} is given twice; a match tests one value of a switch")]
    Repeated(&'static str),
    /// The switch is set for a side: the factor would hide the setting.
    #[error("{0} is also set by --set-{1}")]
    Set(&'static str, char),
    /// A side has this value already, so that pairs in which it gets the change measure nothing.
    #[error("'{0}' does not change both sides")]
    NoEffect(String),
}

impl Factors {
    /// The factors of these switches for two sides. `set` has the switches that are set for each
    /// side, which cannot be factors.
    pub fn new(
        switches: &[String],
        sides: [Techniques; 2],
        set: [&[String]; 2],
    ) -> Result<Factors, FactorError> {
        let mut known: Vec<&str> = Vec::new();
        for switch in switches {
            let mut changed = sides;
            changed.iter_mut().try_for_each(|side| side.set_pair(switch))?;
            let name = name_of(switch).expect("it was just set");
            if known.contains(&name) {
                return Err(FactorError::Repeated(name));
            }
            let is_set = |pairs: &[String]| pairs.iter().any(|pair| name_of(pair) == Some(name));
            if let Some((_, side)) = set.into_iter().zip(['a', 'b']).find(|(set, _)| is_set(set)) {
                return Err(FactorError::Set(name, side));
            }
            if changed.iter().zip(&sides).any(|(changed, side)| changed == side) {
                return Err(FactorError::NoEffect(switch.clone()));
            }
            known.push(name);
        }
        Ok(Factors(switches.to_vec()))
    }

    /// The names of the changes.
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// The effects before the first game: no pairs.
    pub fn effects(&self) -> Vec<Effect> {
        self.0
            .iter()
            .map(|factor| Effect { factor: factor.clone(), pairs: Pentanomial::default() })
            .collect()
    }

    /// Whether the first side has this change in this pair; otherwise the second side has it.
    fn is_with_first(number: usize, factor: usize) -> bool {
        mix(mix(SEED, number as u64), factor as u64).is_multiple_of(2)
    }

    /// The two sides of a pair, each with the changes assigned to it.
    pub fn assign_changes(&self, mut sides: [Techniques; 2], number: usize) -> [Techniques; 2] {
        for (index, switch) in self.0.iter().enumerate() {
            let side = usize::from(!Factors::is_with_first(number, index));
            sides[side].set_pair(switch).expect("checked when it was given");
        }
        sides
    }
}

/// The name of the switch that this text `NAME=VALUE` sets.
fn name_of(pair: &str) -> Option<&'static str> {
    let (name, _) = pair.split_once('=')?;
    Some(Switch::find(name.trim())?.name)
}

/// Counts a finished pair for every change.
pub fn count(effects: &mut [Effect], pair: &Pair) {
    let points = pair.points.iter().sum::<u64>() as usize;
    for (index, effect) in effects.iter_mut().enumerate() {
        let with = if Factors::is_with_first(pair.at.1, index) { points } else { 4 - points };
        effect.pairs.0[with] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::search::Switches;

    /// Factors of two sides with the default settings.
    fn of(switches: &[&str]) -> Result<Factors, FactorError> {
        let switches: Vec<String> = switches.iter().map(|&switch| switch.to_owned()).collect();
        Factors::new(&switches, [Techniques::FULL; 2], [&[]; 2])
    }

    fn factors() -> Factors {
        of(&["Killers=false", "Delta.Margin=300", "History=off"]).expect("switches")
    }

    #[test]
    fn each_change_is_assigned_evenly_to_both_sides() {
        let (mut first, mut together) = ([0; 3], 0);
        for number in 0..2000 {
            let [a, b] = factors().assign_changes([Techniques::FULL; 2], number);
            assert_ne!(a.switches.killers, b.switches.killers);
            assert_eq!(
                a.tunables.delta_margin.min(b.tunables.delta_margin),
                Techniques::FULL.tunables.delta_margin
            );
            assert_eq!(a.tunables.delta_margin.max(b.tunables.delta_margin), 300);
            let has = [!a.switches.killers, a.tunables.delta_margin == 300, !a.switches.history.on];
            first.iter_mut().zip(has).for_each(|(sum, has)| *sum += i32::from(has));
            together += i32::from(has[0] == has[1]);
        }
        assert!(
            first.iter().chain([&together]).all(|count| (900..=1100).contains(count)),
            "{first:?} {together}"
        );
    }

    #[test]
    fn effects_are_separated() {
        let mut effects = factors().effects();
        for number in 0..2000 {
            // Of the 4 half points of a pair, the first change gains one, the second half of one,
            // the third none.
            let sign = |factor| if Factors::is_with_first(number, factor) { 1 } else { -1 };
            let points = (4 + 2 * sign(0) + sign(1)) / 2 + number as i64 % 2;
            let points = points.clamp(0, 4) as u64;
            let pair = Pair {
                at: (String::new(), number),
                points: [points.min(2), points - points.min(2)],
                seconds: [0.0; 2],
                time_forfeits: [0; 2],
                ..Pair::default()
            };
            count(&mut effects, &pair);
        }
        let scores = effects.iter().map(|effect| effect.pairs.score()).collect::<Vec<_>>();
        let lows: Vec<f64> = scores.iter().filter_map(|score| Some(score.interval?[0])).collect();
        assert!(lows[0] > 0.6 && lows[1] > 0.5 && scores[0].value > scores[1].value, "{scores:?}");
        assert!((scores[2].value - 0.5).abs() < 0.03, "{scores:?}");
    }

    #[test]
    fn unknown_repeated_and_ineffective_switches_are_rejected() {
        let error = |switches: &[&str]| of(switches).expect_err("invalid switches").to_string();
        assert_eq!(error(&["No.Such=1"]), "there is no switch 'No.Such'");
        assert_eq!(
            error(&["Delta.Margin=300", "delta-margin=100"]),
            "Delta.Margin is given twice; a match tests one value of a switch"
        );
        assert_eq!(error(&["Killers=true"]), "'Killers=true' does not change both sides");
        // Half of its pairs would have the change on both sides.
        let without = Techniques::of(Switches { killers: false, ..Switches::FULL });
        let (sides, switch) = ([Techniques::FULL, without], ["Killers=true".to_owned()]);
        assert!(Factors::new(&switch, sides, [&[]; 2]).is_err());
    }

    #[test]
    fn a_switch_set_for_a_side_cannot_be_a_factor() {
        let set = ["Delta.Margin=200".to_owned()];
        let switch = ["delta-margin=300".to_owned()];
        for (sides, side) in [([&set[..], &[]], 'a'), ([&[], &set[..]], 'b')] {
            let found = Factors::new(&switch, [Techniques::FULL; 2], sides);
            assert_eq!(found, Err(FactorError::Set("Delta.Margin", side)));
        }
    }
}
