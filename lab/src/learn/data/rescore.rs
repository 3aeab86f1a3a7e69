//! Rescoring of stored games: every position is searched again; moves and outcome are unchanged.

use super::{DataError, Progress, games};
use crate::learn::games::{Game, Writer};
use crate::learn::selfplay::{Player, SelfPlayRules};
use crossbeam::channel::{self, Receiver, Sender};
use secateur::eval::Evaluator;
use secateur::files::{self, Draft};
use secateur::search::smp::STACK;
use secateur::stop::Stop;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The plan of rescoring.
#[derive(Clone, Debug)]
pub struct RescorePlan {
    /// The file of games to read.
    pub input: PathBuf,
    /// The file of games to write.
    pub out: PathBuf,
    /// Node limits and hash size.
    pub rules: SelfPlayRules,
    /// Number of worker threads.
    pub threads: usize,
    /// The evaluation.
    pub evaluator: Evaluator,
}

/// A game and its index in the file.
type Numbered = (u64, Game);

/// Rescores the games of a file in order; returns the numbers of games and positions.
/// The hash table is cleared before every game, so the scores do not depend on the number of
/// workers. `watch` receives the progress.
pub fn rescore(
    plan: &RescorePlan,
    stop: &Stop,
    watch: &mut dyn FnMut(&Progress),
) -> Result<(u64, u64), DataError> {
    files::check([&plan.input], [&plan.out])?;
    let total = std::fs::metadata(&plan.input).map_err(DataError::io(&plan.input))?.len();
    check_all(&plan.input, stop)?;
    let players: Vec<Player> = (0..plan.threads.max(1))
        .map(|_| Player::new(plan.rules, plan.evaluator.clone()))
        .collect::<Result<_, _>>()?;
    let mut draft = Writer::new(Draft::begin_new(&plan.out)?);
    let (feed, food) = channel::bounded::<Numbered>(2 * players.len());
    let (sender, receiver) = channel::bounded::<Numbered>(2 * players.len());
    let counts = std::thread::scope(|scope| {
        for mut player in players {
            let (food, sender) = (food.clone(), sender.clone());
            let work = move || {
                for (number, game) in food {
                    let Some(scored) = player.rescore(&game, stop) else { return };
                    if sender.send((number, scored)).is_err() {
                        return;
                    }
                }
            };
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            worker.map_err(DataError::Thread)?;
        }
        drop((food, sender));
        let feeder =
            std::thread::Builder::new().spawn_scoped(scope, || read(&plan.input, feed, stop));
        let feeder = feeder.map_err(DataError::Thread)?;
        let counts = collect(&plan.out, receiver, &mut draft, total, watch);
        if counts.is_err() {
            stop.request_urgent();
        }
        feeder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        counts
    })?;
    if stop.is_requested() {
        return Err(DataError::Interrupted);
    }
    draft.into_inner().map_err(DataError::io(&plan.out))?.finish()?;
    Ok(counts)
}

/// Replays a file of games, so that damage is reported before the search starts.
/// Other inputs than files can be read only once and are not checked.
fn check_all(input: &Path, stop: &Stop) -> Result<(), DataError> {
    if !input.is_file() {
        return Ok(());
    }
    for game in games(input)? {
        game?;
        if stop.is_requested() {
            return Err(DataError::Interrupted);
        }
    }
    Ok(())
}

/// Sends the games to the workers until the input or the channel ends.
fn read(input: &Path, feed: Sender<Numbered>, stop: &Stop) -> Result<(), DataError> {
    for (number, game) in (0..).zip(games(input)?) {
        if stop.is_requested() || feed.send((number, game?)).is_err() {
            break;
        }
    }
    drop(feed);
    Ok(())
}

/// Writes the games in order; games that finish early are buffered.
fn collect(
    out: &Path,
    scored: Receiver<Numbered>,
    draft: &mut Writer<Draft>,
    total: u64,
    watch: &mut dyn FnMut(&Progress),
) -> Result<(u64, u64), DataError> {
    let mut waiting = BTreeMap::new();
    let mut progress = Progress { total, ..Progress::default() };
    let mut positions = 0;
    for (number, game) in scored {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&progress.games) {
            draft.append(&game).map_err(DataError::io(out))?;
            progress.add(&game);
            positions += game.plies.len() as u64;
            watch(&progress);
        }
    }
    Ok((progress.games, positions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::games::{Outcome, Ply};
    use secateur::chess::Board;

    /// A truncated last game is reported before any game is scored.
    #[test]
    fn a_truncated_last_game_is_reported_before_any_is_scored() {
        let folder = tempfile::tempdir().expect("a folder");
        let [input, out] = ["in", "out"].map(|name| folder.path().join(name));
        let start = Board::default();
        let mv = start.parse_uci("e2e4").expect("legal");
        let mut writer = Writer::create(&input).expect("a new file");
        for score in 0..3 {
            let game = Game { start, outcome: Outcome::Draw, plies: vec![Ply { mv, score }] };
            writer.append(&game).expect("written");
        }
        drop(writer);
        let whole = std::fs::read(&input).expect("there");
        std::fs::write(&input, &whole[..whole.len() - 2]).expect("torn");
        let rules = SelfPlayRules { soft_nodes: 10, chess960: 0.0, hash_megabytes: 1 };
        let plan = RescorePlan { input, out, rules, threads: 1, evaluator: Evaluator::Material };
        let mut calls = 0;
        let result = rescore(&plan, &Stop::default(), &mut |_| calls += 1);
        assert!(
            matches!(result, Err(DataError::Format(..))) && calls == 0,
            "{result:?} after {calls} calls"
        );
        assert!(!plan.out.exists());
    }
}
