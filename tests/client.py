"""Sessions of a real client, python-chess, with the engine: client.py ENGINE SESSION.

Every session ends by printing "session complete". An error raises an exception.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine
import chess.polyglot
import chess.syzygy


def play_out(engine, board, limit, most_plies):
    """Self-play until the game is over. python-chess also raises an error for illegal moves."""
    while not board.is_game_over(claim_draw=True) and board.ply() < most_plies:
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        check_line(board, result.info.get("pv", []))
        board.push(result.move)
    return board


def check_line(board, line):
    walk = board.copy()
    for move in line:
        assert move in walk.legal_moves, (board.fen(), line)
        walk.push(move)


def game(engine):
    """A whole game with clocks that this client keeps. No player loses on time, because other tests
    delay the players. The soak test distinguishes such delays."""
    board = chess.Board()
    clocks = [2.0, 2.0]
    while not board.is_game_over(claim_draw=True):
        side = 0 if board.turn else 1
        white, black = clocks
        limit = chess.engine.Limit(
            white_clock=white, black_clock=black, white_inc=0.01, black_inc=0.01
        )
        start = time.monotonic()
        move = engine.play(board, limit).move
        clocks[side] = max(clocks[side] + 0.01 - (time.monotonic() - start), 0.01)
        assert move in board.legal_moves, (board.fen(), move)
        board.push(move)
    assert board.ply() > 10, board.result(claim_draw=True)


def multipv(engine):
    board = chess.Board("r1bqkb1r/pp3ppp/2np1n2/1N2p3/4P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 7")
    infos = engine.analyse(board, chess.engine.Limit(depth=7), multipv=3)
    assert len(infos) == 3, infos
    assert len({info["pv"][0] for info in infos}) == 3, infos
    scores = [info["score"].relative.score(mate_score=100000) for info in infos]
    assert scores == sorted(scores, reverse=True), scores
    for info in infos:
        check_line(board, info["pv"])
        assert info["nodes"] > 0 and info["depth"] == 7, info


def ponder(engine):
    """After the engine ponders, the opponent plays the expected reply or another move."""
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.05, black_inc=0.05)
    hits = misses = 0
    for turn in range(12):
        result = engine.play(board, limit, ponder=True)
        board.push(result.move)
        if board.is_game_over():
            break
        expected = result.ponder
        assert expected is None or expected in board.legal_moves, (board.fen(), expected)
        others = [move for move in board.legal_moves if move != expected]
        time.sleep(0.03)
        if expected is not None and turn % 2 == 0 or not others:
            board.push(expected)
            hits += 1
        else:
            board.push(others[0])
            misses += 1
    assert hits and misses


def chess960(engine):
    for number in (0, 518, 700, 959):
        board = chess.Board.from_chess960_pos(number)
        play_out(engine, board, chess.engine.Limit(nodes=1500), 80)
    board = chess.Board("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", chess960=True)
    castle = chess.Move.from_uci("b1h1")
    assert engine.play(board, chess.engine.Limit(depth=2), root_moves=[castle]).move == castle


def limits(engine):
    board = chess.Board()
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    for limit in (
        chess.engine.Limit(depth=4),
        chess.engine.Limit(nodes=2000),
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(time=0.05, depth=30, nodes=10**15),
    ):
        assert engine.play(board, limit, root_moves=only).move in only, limit
    mate = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(mate=1))
    assert info["score"].relative == chess.engine.Mate(1), info
    over = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.play(over, chess.engine.Limit(depth=3)).move is None


def wdl(engine):
    """WDL follows the score, for both sides and for mates."""
    engine.configure({"UCI_ShowWDL": True})
    expected = []
    for fen in (
        "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        chess.STARTING_FEN,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1",
    ):
        found = engine.analyse(chess.Board(fen), chess.engine.Limit(nodes=20000))["wdl"].relative
        assert sum(found) == 1000, found
        expected.append(found.expectation())
    assert expected[0] > 0.9 and 0.4 < expected[1] < 0.7 and expected[2] < 0.1, expected
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    mate = engine.analyse(board, chess.engine.Limit(depth=4))
    assert tuple(mate["wdl"].relative) == (1000, 0, 0), mate


def mates(engine):
    """The PV of a mate score ends in checkmate."""
    for fen, moves in (
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", 1),
    ):
        board = chess.Board(fen)
        info = engine.analyse(board, chess.engine.Limit(mate=moves))
        assert info["score"].relative == chess.engine.Mate(moves), (fen, info)
        for move in info["pv"]:
            board.push(move)
        assert board.is_checkmate() and len(info["pv"]) == 2 * moves - 1, (fen, info)


def book(engine):
    """The engine plays book moves from a file that the client can also read, and then searches."""
    board = chess.Board()
    entries = []
    for uci, weight in (("e2e4", 3), ("d2d4", 1)):
        move = chess.Move.from_uci(uci)
        bits = move.to_square | move.from_square << 6
        key = chess.polyglot.zobrist_hash(board)
        fields = [key.to_bytes(8, "big"), bits.to_bytes(2, "big"), weight.to_bytes(2, "big")]
        entries.append(b"".join(fields) + bytes(4))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "two moves.bin"
        path.write_bytes(b"".join(entries))
        with chess.polyglot.open_reader(path) as reader:
            assert len(list(reader.find_all(board))) == 2
        engine.configure({"OwnBook": True, "Book File": str(path), "Book Variety": 0})
        start = time.monotonic()
        result = engine.play(board, chess.engine.Limit(time=20), info=chess.engine.INFO_ALL)
        assert result.move == chess.Move.from_uci("e2e4") and time.monotonic() - start < 10, result
        board.push(result.move)
        result = engine.play(board, chess.engine.Limit(nodes=2000), info=chess.engine.INFO_ALL)
        assert result.info["nodes"] > 500, result


def tablebases(engine):
    """The engine wins endings against the moves with the highest DTZ, probed by the client."""
    default = pathlib.Path(__file__).parent.parent.parent / "shared"
    folder = pathlib.Path(os.environ.get("SECATEUR_SHARED", default)) / "data/syzygy"
    assert (folder / "KQvK.rtbw").exists(), f"no tables are in {folder}"
    engine.configure({"SyzygyPath": str(folder), "SyzygyProbeLimit": 7, "Syzygy50MoveRule": True})
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        for fen in (
            "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
            "8/8/3r4/3k4/8/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        ):
            board = chess.Board(fen)
            assert tables.probe_wdl(board) == (0 if "P" in fen else 2), fen
            while "P" not in fen and not is_over(board):
                limit = chess.engine.Limit(nodes=500)
                result = engine.play(board, limit, info=chess.engine.INFO_ALL)
                score = result.info["score"].relative.score(mate_score=100000)
                assert result.info["tbhits"] > 0 and score > 19000, result
                board.push(result.move)
                if not is_over(board):
                    reply = max(board.legal_moves, key=lambda move: resistance(tables, board, move))
                    board.push(reply)
            assert "P" in fen or board.is_checkmate(), (fen, board.fen())
            for info in engine.analyse(chess.Board(fen), chess.engine.Limit(depth=5), multipv=40):
                after = chess.Board(fen)
                after.push(info["pv"][0])
                score = info["score"].relative.score(mate_score=100000)
                sign = (score > 0) - (score < 0)
                assert sign == int(-tables.probe_wdl(after) / 2), (fen, info)


def is_over(board):
    """Whether the game is over. A draw that the next move could claim does not count."""
    return board.is_game_over() or board.is_repetition(3) or board.halfmove_clock >= 100


def resistance(tables, board, move):
    """DTZ after a reply; for a draw, more than any DTZ."""
    after = board.copy(stack=False)
    after.push(move)
    return tables.probe_dtz(after) or 1000


def leave(path):
    """`quit` and the end of input during an infinite search give exactly one `bestmove`."""
    for last in ("quit\n", ""):
        process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write("uci\nposition startpos\ngo infinite\n" + last)
        process.stdin.flush()
        if not last:
            process.stdin.close()
        assert process.wait(timeout=20) == 0
        answers = [line for line in process.stdout if line.startswith("bestmove ")]
        assert len(answers) == 1, answers
        assert chess.Move.from_uci(answers[0].split()[1]) in chess.Board().legal_moves, answers


def main():
    path, name = sys.argv[1:]
    if name == "leave":
        leave(path)
    else:
        with chess.engine.SimpleEngine.popen_uci(path, timeout=30) as engine:
            globals()[name](engine)
    print("session complete")


main()
