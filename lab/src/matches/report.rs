//! Markdown tables of matches and of the factors of a match.

use crate::matches::factors::Effect;
use crate::matches::play::MatchResult;
use crate::matches::standing::whole;
use crate::statistics::PairEstimate;
use std::fmt::Write as _;

/// Appends the Markdown table of matches.
pub fn match_table(text: &mut String, matches: &[MatchResult]) {
    text.push_str("| match | wins | draws | losses | score (95 %) | Elo (95 %) | winning ratio | pairs 0 ½ 1 1½ 2 | time ratio |\n");
    text.push_str("|---|---:|---:|---:|---|---|---:|---|---:|\n");
    for result in matches {
        let (score, elo) = (result.pairs.score(), result.pairs.elo());
        let [wins, draws, losses] = result.wdl;
        let [own, other] = result.seconds;
        let ratio = if losses > 0 {
            format!("{:.2}", wins as f64 / losses as f64)
        } else {
            "–".to_owned()
        };
        let time = if other > 0.0 { format!("{:.2}", own / other) } else { "–".to_owned() };
        let _ = writeln!(
            text,
            "| {} | {wins} | {draws} | {losses} | {:.1} % ({}) | {} ({}) | {ratio} | {} | {time} |",
            result.label,
            100.0 * score.value,
            interval(score, |score| format!("{:.1}", 100.0 * score), "–"),
            whole(elo.value),
            interval(elo, whole, " to "),
            result.pairs.0.map(|count| count.to_string()).join(" ")
        );
    }
    text.push('\n');
}

/// An interval as text, or "no interval".
pub fn interval(estimate: PairEstimate, word: impl Fn(f64) -> String, between: &str) -> String {
    let text = estimate.interval.map(|bounds| bounds.map(word).join(between));
    text.unwrap_or_else(|| "no interval".to_owned())
}

/// Appends the Markdown table of a match's factors, largest Elo first.
pub fn effects_table(text: &mut String, effects: &[Effect]) {
    let mut effects = effects.iter().map(|effect| (effect, effect.pairs.elo())).collect::<Vec<_>>();
    let tenth = |elo: f64| format!("{:+.1}", (elo * 10.0).round() / 10.0 + 0.0); // avoids -0.0
    effects.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    text.push_str("| change | Elo (95 %) | pairs 0 ½ 1 1½ 2 |\n|---|---|---|\n");
    for (effect, elo) in effects {
        let pairs = effect.pairs.0.map(|count| count.to_string()).join(" ");
        let _ = writeln!(
            text,
            "| {} | {} ({}) | {pairs} |",
            effect.factor,
            tenth(elo.value),
            interval(elo, tenth, " to ")
        );
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Pentanomial;

    #[test]
    fn zero_has_no_minus_sign_and_missing_intervals_are_named() {
        let mut text = String::new();
        let pairs = Pentanomial([0, 1, 999, 0, 0]);
        match_table(&mut text, &[MatchResult { pairs, ..MatchResult::default() }]);
        assert!(text.contains("% (49.9–50.0) | 0 (-1 to 0) |"), "{text}");
        let effect = Effect { factor: "a".to_owned(), pairs: Pentanomial([0, 0, 7, 0, 0]) };
        effects_table(&mut text, &[effect]);
        assert!(text.ends_with("| a | +0.0 (no interval) | 0 0 7 0 0 |\n\n"), "{text}");
    }
}
