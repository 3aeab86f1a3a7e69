//! Rescoring of stored games: every position is searched again; moves and outcome are unchanged.
//!
//! Finished games are saved in a journal, from which an interrupted run resumes.

use super::{DataError, DataProgress, games};
use crate::learn::games::{ScoredGame, Writer};
use crate::learn::selfplay::{SelfPlaySettings, SelfPlayer};
use crate::matches::play::SHORT_BENCH;
use crossbeam::channel::{self, Receiver, Sender};
use secateur::eval::Evaluator;
use secateur::files::journal::{Journal, ResumeMode};
use secateur::files::{self, Draft};
use secateur::search::smp::STACK;
use secateur::stop::Stop;
use secateur::tools::fingerprint::fingerprint;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The plan of rescoring.
#[derive(Clone, Debug)]
pub struct RescorePlan {
    /// The file of games to read.
    pub input: PathBuf,
    /// The file of games to write.
    pub out: PathBuf,
    /// The journal.
    pub journal: PathBuf,
    /// What to do with the journal of an interrupted run.
    pub resume_mode: ResumeMode,
    /// Node limits and hash size.
    pub settings: SelfPlaySettings,
    /// Number of worker threads.
    pub threads: usize,
    /// The evaluation.
    pub evaluator: Evaluator,
}

/// A line of the journal: the scores of a game.
#[derive(Debug, Serialize, Deserialize)]
struct SavedScores {
    /// Index of the game in the input.
    number: u64,
    /// [`ScoredGame::id`].
    id: u64,
    /// Scores of the plies.
    scores: Vec<i16>,
}

/// A game and its index in the input.
struct Numbered {
    number: u64,
    game: ScoredGame,
    /// Whether the journal has the scores.
    is_saved: bool,
}

/// The result of rescoring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rescored {
    /// Number of games.
    pub games: u64,
    /// Number of positions searched by this run.
    pub searched: u64,
    /// Number of damaged lines of the journal, whose games were scored again.
    pub damaged: usize,
}

/// Rescores the games of a file in order.
/// The hash table is cleared before every game, so the scores depend neither on the number of
/// workers nor on interruptions. `watch` receives the progress.
pub fn rescore(
    plan: &RescorePlan,
    stop: &Stop,
    watch: &mut dyn FnMut(&DataProgress),
) -> Result<Rescored, DataError> {
    files::check([&plan.input], [&plan.out, &plan.journal])?;
    let total = super::total_size(std::slice::from_ref(&plan.input))?;
    let draft = Draft::begin_new(&plan.out)?; // an existing file is reported before the long check
    check_all(&plan.input, stop)?;
    let players: Vec<SelfPlayer> = (0..plan.threads.max(1))
        .map(|_| SelfPlayer::new(plan.settings, plan.evaluator.clone()))
        .collect::<Result<_, _>>()?;
    let mut output = Output {
        draft: Writer::new(draft),
        out: &plan.out,
        progress: DataProgress { total, ..DataProgress::default() },
        searched: 0,
    };
    let (mut journal, saved, damaged) = open_journal(plan)?;
    let (feed, food) = channel::bounded::<Numbered>(2 * players.len());
    let (sender, receiver) = channel::bounded::<Numbered>(2 * players.len());
    std::thread::scope(|scope| -> Result<(), DataError> {
        for mut player in players {
            let (food, sender) = (food.clone(), sender.clone());
            let work = move || {
                for numbered in food {
                    let Some(game) = player.rescore(&numbered.game, stop) else { return };
                    if sender.send(Numbered { game, ..numbered }).is_err() {
                        return;
                    }
                }
            };
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            worker.map_err(DataError::Thread)?;
        }
        drop(food);
        // The channels close when the reader has ended.
        let feeder = std::thread::Builder::new()
            .spawn_scoped(scope, move || read(&plan.input, saved, &feed, &sender, stop));
        let feeder = feeder.map_err(DataError::Thread)?;
        let collected = output.collect(receiver, &mut journal, watch);
        if collected.is_err() {
            stop.request_urgent();
        }
        feeder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        collected
    })?;
    let Output { draft, progress, searched, .. } = output;
    if stop.is_requested() {
        return Err(DataError::Interrupted);
    }
    draft.into_inner().map_err(DataError::io(&plan.out))?.finish()?;
    journal.remove()?;
    Ok(Rescored { games: progress.games, searched, damaged })
}

/// The identity of the scores, which a resumed run compares.
fn identity(plan: &RescorePlan) -> String {
    let SelfPlaySettings { soft_nodes, hash_megabytes, .. } = plan.settings;
    let evaluation = fingerprint(&plan.evaluator);
    let bench = *SHORT_BENCH;
    format!("{soft_nodes} nodes, {hash_megabytes} MB, evaluation {evaluation:016x}, bench {bench}")
}

type SavedGames = HashMap<u64, SavedScores>;

/// Opens the journal; returns it with the saved games and the number of damaged lines.
fn open_journal(plan: &RescorePlan) -> Result<(Journal, SavedGames, usize), DataError> {
    let run = identity(plan);
    let differs = |found: &String| (*found != run).then(|| found.clone());
    let (journal, resumed) = Journal::open(&plan.journal, &run, plan.resume_mode, differs)?;
    let entries = resumed.entries.into_iter();
    let saved = entries.map(|entry: SavedScores| (entry.number, entry)).collect();
    Ok((journal, saved, resumed.damaged))
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

/// Reads the games. Those with saved scores go to `known`, the others to `feed`, until the input or
/// a channel ends.
fn read(
    input: &Path,
    mut saved: SavedGames,
    feed: &Sender<Numbered>,
    known: &Sender<Numbered>,
    stop: &Stop,
) -> Result<(), DataError> {
    for (number, game) in (0..).zip(games(input)?) {
        let mut game = game?;
        let saved = saved.remove(&number);
        let is_saved = saved.is_some();
        if let Some(SavedScores { id, scores, .. }) = saved {
            if (id, scores.len()) != (game.id(), game.plies.len()) {
                return Err(DataError::OtherGames(input.to_owned(), number + 1));
            }
            game.plies.iter_mut().zip(scores).for_each(|(ply, score)| ply.score = score);
        }
        let sender = if is_saved { known } else { feed };
        if stop.is_requested() || sender.send(Numbered { number, game, is_saved }).is_err() {
            break;
        }
    }
    Ok(())
}

/// The output file.
struct Output<'a> {
    draft: Writer<Draft>,
    out: &'a Path,
    progress: DataProgress,
    /// Number of positions searched by this run.
    searched: u64,
}

impl Output<'_> {
    /// Saves new games in the journal and writes all games in order.
    fn collect(
        &mut self,
        scored: Receiver<Numbered>,
        journal: &mut Journal,
        watch: &mut dyn FnMut(&DataProgress),
    ) -> Result<(), DataError> {
        let mut waiting = BTreeMap::new();
        for Numbered { number, game, is_saved } in scored {
            if !is_saved {
                self.searched += game.plies.len() as u64;
                let scores = game.plies.iter().map(|ply| ply.score).collect();
                journal.add(&SavedScores { number, id: game.id(), scores })?;
            }
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&self.progress.games) {
                self.draft.append(&game).map_err(DataError::io(self.out))?;
                self.progress.add(&game);
                watch(&self.progress);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::games::{GameResult, Ply};
    use secateur::chess::Board;

    #[test]
    fn a_truncated_last_game_is_reported_before_any_is_scored() {
        let folder = tempfile::tempdir().expect("a folder");
        let [input, out] = ["in", "out"].map(|name| folder.path().join(name));
        let start = Board::default();
        let mv = start.parse_uci("e2e4").expect("legal");
        let mut writer = Writer::create(&input).expect("a new file");
        for score in 0..3 {
            let game =
                ScoredGame { start, outcome: GameResult::Draw, plies: vec![Ply { mv, score }] };
            writer.append(&game).expect("written");
        }
        drop(writer);
        let complete = std::fs::read(&input).expect("the file exists");
        std::fs::write(&input, &complete[..complete.len() - 2]).expect("truncated");
        let settings = SelfPlaySettings { soft_nodes: 10, chess960: 0.0, hash_megabytes: 1 };
        let plan = RescorePlan {
            input,
            out,
            journal: folder.path().join("journal"),
            resume_mode: ResumeMode::Refuse,
            settings,
            threads: 1,
            evaluator: Evaluator::Material,
        };
        let mut calls = 0;
        let result = rescore(&plan, &Stop::default(), &mut |_| calls += 1);
        assert!(
            matches!(result, Err(DataError::Format(..))) && calls == 0,
            "{result:?} after {calls} calls"
        );
        assert!(!plan.out.exists());
    }
}
