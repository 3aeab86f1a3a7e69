//! Old games with new scores: moves and outcome stay, every position is searched again.

use super::{DataError, Progress, games};
use crate::eval::Evaluator;
use crate::files::{self, Draft};
use crate::learn::games::{Game, Writer};
use crate::learn::selfplay::{Player, Rules};
use crate::learn::stop::Stop;
use crate::search::smp::STACK;
use crossbeam::channel::{self, Receiver, Sender};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What to score, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The games.
    pub input: PathBuf,
    /// Where they go.
    pub out: PathBuf,
    /// Limits and table.
    pub rules: Rules,
    /// Workers.
    pub threads: usize,
    /// What positions are worth.
    pub evaluator: Evaluator,
}

/// A game and its place in the file.
type Numbered = (u64, Game);

/// Scores the games of a file anew, in their order; how many games and positions that were. The table is emptied before
/// every game, so the scores do not depend on the number of workers. `watch` is told how far it is.
pub fn rescore(plan: &Plan, stop: &Stop, watch: &mut dyn FnMut(&Progress)) -> Result<(u64, u64), DataError> {
    files::check([&plan.input], [&plan.out])?;
    let total = std::fs::metadata(&plan.input).map_err(DataError::io(&plan.input))?.len();
    let players: Vec<Player> =
        (0..plan.threads.max(1)).map(|_| Player::new(plan.rules, plan.evaluator.clone())).collect::<Result<_, _>>()?;
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
        let feeder = std::thread::Builder::new().spawn_scoped(scope, || read(&plan.input, feed, stop));
        let feeder = feeder.map_err(DataError::Thread)?;
        let counts = collect(&plan.out, receiver, &mut draft, total, watch);
        if counts.is_err() {
            stop.end();
        }
        feeder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        counts
    })?;
    if stop.is_asked() {
        return Err(DataError::Interrupted);
    }
    draft.into_inner().map_err(DataError::io(&plan.out))?.finish()?;
    Ok(counts)
}

/// Hands the games out until they end, or nobody takes them any more.
fn read(input: &Path, feed: Sender<Numbered>, stop: &Stop) -> Result<(), DataError> {
    for (number, game) in (0..).zip(games(input)?) {
        if stop.is_asked() || feed.send((number, game?)).is_err() {
            break;
        }
    }
    drop(feed);
    Ok(())
}

/// Writes the games in their order: those that come early wait.
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
