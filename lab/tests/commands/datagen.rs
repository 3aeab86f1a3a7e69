//! Training games: their file formats match the reference implementations, an interrupted run can
//! be resumed, damaged files are refused, and scores have the correct sign.

use crate::program::program;
use crate::{BINARY, folder};
use bulletformat::ChessBoard;
use secateur::chess::fen::CastlingNotation;
use secateur::chess::{self, Board, Move};
use secateur::eval::Evaluator;
use secateur::eval::wdl::centipawns;
use secateur::stop::Stop;
use secateur::tools::openings::Openings;
use secateur_lab::learn::chess960::{CHESS960_STARTS, chess960_start};
use secateur_lab::learn::data::convert::{BULLET, PositionFormat, write};
use secateur_lab::learn::data::stats::Stats;
use secateur_lab::learn::datagen::{self, DatagenPlan, Goal};
use secateur_lab::learn::games::{
    GameResult, Ply, Reader, Reason, ScoredGame, Writer, score_of, training_positions,
};
use secateur_lab::learn::selfplay::{SelfPlaySettings, SelfPlayer};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use viriformat::chess::board::{Board as TheirBoard, DrawType, GameOutcome, WinType};
use viriformat::dataformat::Game as TheirGame;

/// Timeout of every wait, for a machine under load.
const TIMEOUT: Duration = Duration::from_secs(60);

#[test]
fn no_two_games_share_a_seed() {
    let mut seen = HashSet::new();
    for seed in 0..20 {
        for start in 0..20 {
            assert!((0..200).all(|number| seen.insert(datagen::game_seed(seed, start, number))));
        }
    }
}

fn read(path: &Path) -> Vec<ScoredGame> {
    Reader::open(path).expect("the file exists").map(|game| game.expect("a valid game")).collect()
}

fn bytes(games: &[ScoredGame]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    games.iter().for_each(|game| writer.append(game).expect("written"));
    writer.into_inner().expect("flushed")
}

/// Random games, half of them from Chess960 starts. Castling, promotions and en passant captures
/// are preferred.
fn varied_games(count: u64) -> Vec<ScoredGame> {
    let is_special = |mv: &Move| mv.is_castling() || mv.is_promotion() || mv.is_en_passant();
    let game = |seed: u64| {
        let start = if seed.is_multiple_of(2) {
            Board::default()
        } else {
            chess960_start((seed * 37) as u32 % CHESS960_STARTS)
        };
        let begun = Openings::new(seed, vec![start]).random_game(10);
        let mut board = *begun.board();
        let mut plies = Vec::new();
        let start = board;
        for number in 0..120u64 {
            let legal = board.legal_moves();
            if legal.is_empty() || board.halfmove_clock() >= 99 {
                break;
            }
            let special: Vec<Move> = legal.iter().copied().filter(is_special).collect();
            let choices = if special.is_empty() { &legal[..] } else { &special[..] };
            let mv = choices[(board.key() % choices.len() as u64) as usize];
            plies.push(Ply { mv, score: (number as i16 - 60) * 500 });
            board = board.after(mv);
        }
        ScoredGame { start, outcome: GameResult::ALL[seed as usize % 3], plies }
    };
    (0..count).map(game).collect()
}

/// The same game in the type of the reference implementation, converted by FEN and UCI text.
fn as_theirs(game: &ScoredGame) -> TheirGame {
    let mut start = TheirBoard::new();
    start.set_from_fen(&game.start.fen(CastlingNotation::Shredder), true).expect("a position");
    let mut theirs = TheirGame::new(&start);
    theirs.set_outcome(match game.outcome {
        GameResult::WhiteWins => GameOutcome::WhiteWin(WinType::Mate),
        GameResult::Draw => GameOutcome::Draw(DrawType::FiftyMoves),
        GameResult::BlackWins => GameOutcome::BlackWin(WinType::Adjudication),
    });
    let mut board = start;
    for ply in &game.plies {
        let mv = board.parse_uci(&ply.mv.uci(true)).expect("legal in the reference implementation");
        theirs.add_move(mv, ply.score);
        assert!(board.make_move_simple(mv));
    }
    theirs
}

#[test]
fn viriformat_matches_the_reference_implementation() {
    let games = varied_games(60);
    let has = |is_kind: fn(Move) -> bool| {
        games.iter().flat_map(|game| &game.plies).any(|ply| is_kind(ply.mv))
    };
    assert!(has(Move::is_castling) && has(Move::is_promotion) && has(Move::is_en_passant));
    let ours = bytes(&games);
    let mut theirs = Vec::new();
    for game in &games {
        as_theirs(game).serialise_into(&mut theirs).expect("written");
    }
    assert!(ours == theirs, "the bytes differ");
    // Bytes of the reference implementation are read correctly.
    let back: Vec<ScoredGame> =
        Reader::new(theirs.as_slice()).map(|game| game.expect("a valid game")).collect();
    assert_eq!(back, games);
    // The reference implementation reads the same positions from our bytes.
    let mut rest = ours.as_slice();
    for game in &games {
        let read = TheirGame::deserialise_from(&mut rest, Vec::new())
            .expect("valid in the reference implementation");
        let mut seen = Vec::new();
        read.visit_positions(|board, score| seen.push((board.to_string(), score)));
        let first_fields = |text: &str| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(seen.len(), game.plies.len());
        for ((board, ply), (theirs, score)) in game.replay().zip(seen) {
            assert_eq!(
                (first_fields(&board.to_string()), i32::from(ply.score)),
                (first_fields(&theirs), score)
            );
        }
    }
    assert!(rest.is_empty());
}

#[test]
fn an_en_passant_square_at_the_start_is_kept() {
    let start: Board = "r1bqkbnr/pppp1pp1/2n5/4p3/4P1Pp/2N2N2/PPPP1P1P/R1BQKBR1 b Qkq g3 0 5"
        .parse()
        .expect("valid FEN");
    let mv = start.parse_uci("h4g3").expect("a legal en passant capture");
    let game =
        ScoredGame { start, outcome: GameResult::Draw, plies: vec![Ply { mv, score: 1337 }] };
    let mut theirs = Vec::new();
    as_theirs(&game).serialise_into(&mut theirs).expect("written");
    assert_eq!(bytes(std::slice::from_ref(&game)), theirs);
    assert_eq!(Reader::new(theirs.as_slice()).next().expect("a game").expect("a valid game"), game);
}

#[test]
fn bulletformat_matches_the_reference_implementation() {
    for game in varied_games(20) {
        for (board, ply) in game.replay() {
            let written = |form| {
                let mut bytes = Vec::new();
                write(&mut bytes, form, &board, ply, game.outcome).expect("written");
                bytes
            };
            let text = String::from_utf8(written(PositionFormat::Text)).expect("UTF-8");
            let theirs: ChessBoard = text.trim().parse().expect("valid text format");
            let mut expected = [0; BULLET];
            expected[..8].copy_from_slice(&theirs.occ.to_le_bytes());
            expected[8..24].copy_from_slice(&theirs.pcs);
            expected[24..26].copy_from_slice(&theirs.score.to_le_bytes());
            expected[26..29].copy_from_slice(&[theirs.result, theirs.ksq, theirs.opp_ksq]);
            assert_eq!(written(PositionFormat::Bullet), expected, "{board}");
        }
    }
}

#[test]
fn epd_lines_are_read_back() {
    for game in varied_games(6) {
        for (board, ply) in game.replay() {
            let mut line = Vec::new();
            write(&mut line, PositionFormat::Epd, &board, ply, game.outcome).expect("written");
            let line = String::from_utf8(line).expect("UTF-8");
            let epd: chess::epd::Epd = line.parse().expect("valid EPD");
            assert_eq!((epd.board, epd.best), (board, vec![ply.mv]));
            let score = score_of(board.side_to_move(), i32::from(ply.score));
            let shown = format!(" ce {};", centipawns(score, &board));
            assert!(line.contains(&shown), "{shown}: {line}");
        }
    }
}

fn plan(out: PathBuf, goal: Goal, threads: usize) -> DatagenPlan {
    DatagenPlan {
        out,
        resume: false,
        goal,
        settings: SelfPlaySettings { soft_nodes: 200, chess960: 0.25, hash_megabytes: 1 },
        threads,
        seed: Some(7),
        evaluation: "material".to_owned(),
        evaluator: Evaluator::Material,
        commit: "test".to_owned(),
    }
}

fn generate(plan: &DatagenPlan) -> datagen::Summary {
    datagen::run(plan, &Stop::default(), &mut |_| ()).expect("generated")
}

#[test]
fn games_depend_on_the_seed_and_not_on_threads() {
    let folder = folder();
    let run = |name: &str, goal, threads| {
        let plan = plan(folder.path().join(name), goal, threads);
        generate(&plan);
        std::fs::read(&plan.out).expect("written")
    };
    let one = run("one", Goal::Games(12), 1);
    assert!(one == run("again", Goal::Games(12), 1));
    let ids = |name: &str| {
        read(&folder.path().join(name)).iter().map(ScoredGame::id).collect::<HashSet<u64>>()
    };
    run("two", Goal::Games(12), 2);
    assert_eq!(ids("one"), ids("two"));
    let by_positions = run("positions", Goal::Positions(300), 1);
    assert!(
        one.starts_with(&by_positions)
            && run("positions again", Goal::Positions(300), 1) == by_positions
    );
    let without_random_moves = read(&folder.path().join("one"))
        .iter()
        .filter(|game| game.start.fullmove_number() < 4)
        .count();
    assert_eq!(without_random_moves, 0, "every game starts after random moves");
}

#[test]
fn scores_correlate_with_results() {
    let folder = folder();
    let plan = DatagenPlan {
        evaluator: Evaluator::default(),
        ..plan(folder.path().join("games"), Goal::Games(80), 2)
    };
    let summary = generate(&plan);
    let stats = Stats::of_files(&[&plan.out]).expect("a valid file");
    assert_eq!((stats.games, stats.positions), (summary.status.games, summary.status.positions));
    assert_eq!(stats.same_games(), 0.0);
    // The correlation is about 0.6 over many games, and about -0.6 with a wrong sign. It varies by
    // up to 0.25 in 80 games.
    assert!(stats.correlation() > 0.3, "correlation {}", stats.correlation());
    let games = read(&plan.out);
    let usable: usize = games.iter().map(|game| training_positions(game).count()).sum();
    assert_eq!(usable as u64, stats.usable);
    assert!(usable > 0 && (usable as u64) < stats.positions);
    assert!(Stats::of_files(&[&plan.out, &plan.out]).expect("a valid file").same_games() > 0.49);
}

#[test]
fn scores_are_from_whites_point_of_view() {
    let settings = SelfPlaySettings { soft_nodes: 300, chess960: 0.0, hash_megabytes: 1 };
    let mut player = SelfPlayer::new(settings, Evaluator::Material).expect("1 MB can be allocated");
    for (fen, sign) in [
        ("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", 1),
        ("4k3/pppp4/8/8/8/8/PPPP4/3QK3 b - - 0 1", 1),
        ("3qk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", -1),
        ("3qk3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1", -1),
    ] {
        let start: Board = fen.parse().expect(fen);
        let mv = start.legal_moves()[0];
        let reply = start.after(mv).legal_moves()[0];
        let plies = vec![Ply { mv, score: 0 }, Ply { mv: reply, score: 0 }];
        let game = ScoredGame { start, outcome: GameResult::Draw, plies };
        let scored = player.rescore(&game, &Stop::default()).expect("not stopped");
        assert!(scored.plies.iter().all(|ply| ply.score * sign > 500), "{fen}: {:?}", scored.plies);
    }
}

/// Number of games before the first error, and the error with its offset and game.
fn read_bytes(bytes: &[u8]) -> (usize, Option<(u64, u64, Reason)>) {
    let mut count = 0;
    for game in Reader::new(bytes) {
        match game {
            Ok(_) => count += 1,
            Err(error) => return (count, Some((error.offset, error.game, error.reason))),
        }
    }
    (count, None)
}

#[test]
fn broken_files_are_rejected_with_place_and_reason() {
    let games = varied_games(3);
    let whole = bytes(&games);
    let first = 36 + 4 * games[0].plies.len();
    assert!(matches!(read_bytes(&whole), (3, None)));
    for length in [first + 1, first + 31, first + 33, whole.len() - 1] {
        match read_bytes(&whole[..length]) {
            (_, Some((offset, _, Reason::Truncated))) => assert_eq!(offset, length as u64),
            other => panic!("{other:?}"),
        }
    }
    let mut illegal = whole.clone();
    illegal[first + 32 + 8..first + 32 + 10].copy_from_slice(&0x0fff_u16.to_le_bytes());
    match read_bytes(&illegal) {
        (1, Some((offset, game, Reason::IllegalMove { number: 3, bits: 0x0fff, .. }))) => {
            assert_eq!((offset, game), (first as u64 + 40, first as u64));
        }
        other => panic!("{other:?}"),
    }
    let mut foreign = whole.clone();
    foreign[first..first + 32].fill(b'x');
    assert!(
        matches!(read_bytes(&foreign), (1, Some((at, _, Reason::InvalidHeader(_)))) if at == first as u64)
    );
    // Changed bytes give games or an error, but no panic.
    for at in (0..whole.len()).step_by(3) {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[at] = value;
            let _ = read_bytes(&changed);
        }
    }
}

fn lab(folder: &TempDir, arguments: &[&str]) -> Output {
    program(BINARY).args(arguments).current_dir(folder.path()).output().expect("the binary starts")
}

/// Checks for exit code 2 and one line on standard error that contains all `expected` texts.
fn assert_rejected(output: &Output, expected: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), stderr.trim().lines().count()), (Some(2), 1), "{stderr}");
    assert!(expected.iter().all(|part| stderr.contains(part)), "{stderr}");
}

#[test]
fn errors_name_the_file_or_setting() {
    let folder = folder();
    let base = ["datagen", "--nodes", "50", "--eval", "material", "--hash", "1", "--out", "games"];
    let run = |extra: &[&str]| lab(&folder, &[&base[..], extra].concat());
    assert!(run(&["--games", "2", "--seed", "5"]).status.success());
    assert_rejected(&run(&["--games", "2"]), &["games", "exists already", "--resume"]);
    assert_rejected(
        &run(&["--games", "3", "--resume", "--seed", "6"]),
        &["the seed was 5 and is now 6"],
    );
    assert_rejected(
        &run(&["--games", "3", "--resume", "--chess960", "0.5"]),
        &["the share of Chess960 was 0"],
    );
    assert!(run(&["--games", "3", "--resume"]).status.success());
    assert_eq!(read(&folder.path().join("games")).len(), 3);
    {
        let locked = std::fs::File::open(folder.path().join("games")).expect("the file exists");
        locked.lock().expect("not locked by another process");
        assert_rejected(&run(&["--games", "4", "--resume"]), &["another process"]);
    }
    let length = std::fs::metadata(folder.path().join("games")).expect("the file exists").len();
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(folder.path().join("games"))
        .expect("the file exists");
    file.set_len(length - 2).expect("truncated");
    let place = format!("games: byte {}: the file ends", length - 2);
    assert_rejected(&lab(&folder, &["data", "stats", "games"]), &[&place]);
    assert_rejected(&lab(&folder, &["data", "convert", "games", "out", "--to", "text"]), &[&place]);
    assert!(!folder.path().join("out").exists());
    std::fs::remove_file(folder.path().join("games.json")).expect("removed");
    assert_rejected(&run(&["--games", "4", "--resume"]), &["games.json is missing"]);
    assert_rejected(
        &lab(&folder, &["datagen", "--games", "1", "--out", "x", "--eval", "y"]),
        &["--eval", "'y'"],
    );
}

#[test]
fn a_truncated_last_game_is_removed_and_the_others_are_kept() {
    let folder = folder();
    let plan = DatagenPlan { resume: true, ..plan(folder.path().join("games"), Goal::Games(5), 1) };
    generate(&plan);
    let before = read(&plan.out);
    let length = std::fs::metadata(&plan.out).expect("the file exists").len();
    let file = std::fs::OpenOptions::new().write(true).open(&plan.out).expect("the file exists");
    file.set_len(length - 7).expect("truncated");
    let summary = generate(&plan);
    assert_eq!(summary.found.games, 4);
    assert_eq!(summary.found.truncated_bytes, 36 + 4 * before[4].plies.len() as u64 - 7);
    let after = read(&plan.out);
    assert_eq!((after.len(), &after[..4]), (5, &before[..4]));
    assert!(
        before.iter().all(|game| game.id() != after[4].id()),
        "the resumed run plays different games"
    );
}

/// The games before the first truncated one; empty without a file.
fn complete_games(path: &Path) -> Vec<ScoredGame> {
    if path.exists() {
        Reader::open(path).expect("the file exists").map_while(Result::ok).collect()
    } else {
        Vec::new()
    }
}

fn start_datagen(folder: &TempDir) -> Child {
    let arguments = "datagen --games 1000000 --nodes 40 --eval material --hash 1 --threads 2 --seed 3 --out games --resume";
    let mut command = crate::command(folder.path(), arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
}

/// Waits until the file is longer than `length` bytes, and returns its length.
fn wait_until_longer(path: &Path, length: u64) -> u64 {
    let begun = Instant::now();
    loop {
        let now = std::fs::metadata(path).map_or(0, |data| data.len());
        if now > length {
            return now;
        }
        assert!(begun.elapsed() < TIMEOUT, "the file does not grow");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn five_killed_runs_lose_damage_or_repeat_no_game() {
    let folder = folder();
    let path = folder.path().join("games");
    let (mut length, mut kept) = (0, Vec::new());
    for number in 0..5 {
        let mut child = start_datagen(&folder);
        length = wait_until_longer(&path, length + 2000 * number);
        child.kill().expect("still running");
        child.wait().expect("the process ends");
        let games = complete_games(&path);
        assert!(games.starts_with(&kept), "the games after {number} kills have changed");
        kept = games;
    }
    let before = kept.len();
    let goal = (before + 3).to_string();
    let output = lab(
        &folder,
        &[
            "datagen", "--games", &goal, "--nodes", "40", "--eval", "material", "--hash", "1",
            "--out", "games", "--resume",
        ],
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let games = read(&path);
    assert_eq!(games.len(), before + 3);
    assert!(games.starts_with(&kept));
    let ids: HashSet<u64> = games.iter().map(ScoredGame::id).collect();
    assert_eq!(ids.len(), games.len(), "a game is repeated");
}

#[cfg(unix)]
#[test]
fn ctrl_c_completes_the_games_and_the_sidecar() {
    let folder = folder();
    let mut child = start_datagen(&folder);
    wait_until_longer(&folder.path().join("games"), 0);
    crate::signal::signal(&mut child, "-INT");
    let output = child.wait_with_output().expect("the process ends");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(130) && stderr.contains("interrupted after "), "{stderr}");
    assert!(stdout.contains("positions/s"), "{stdout}");
    let games = read(&folder.path().join("games"));
    let sidecar =
        std::fs::read_to_string(folder.path().join("games.json")).expect("the file exists");
    assert!(sidecar.contains(&format!("\"games\": {}", games.len())), "{sidecar}");
}

#[test]
fn an_empty_file_of_games_is_reported_as_empty() {
    let folder = folder();
    std::fs::write(folder.path().join("empty.vf"), b"").expect("written");
    let output = lab(&folder, &["data", "stats", "empty.vf"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "empty.vf is empty\n");
}

#[test]
fn chess960_starts_are_distinct_and_include_standard_chess() {
    let starts: std::collections::HashSet<u64> =
        (0..CHESS960_STARTS).map(|number| chess960_start(number).key()).collect();
    assert_eq!(starts.len(), CHESS960_STARTS as usize);
    assert_eq!(chess960_start(518), Board::default());
}
