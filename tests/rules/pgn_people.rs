//! Reading of imperfect PGN: annotations of other programs, mistakes and their repair.

use crate::pgn::{error_of, read_game};
use secateur::chess::Board;
use secateur::chess::epd::Epd;
use secateur::chess::pgn::*;

/// Moves of a game on one line.
fn moves_of(game: &PgnGame) -> String {
    let text = game.to_string();
    text.rsplit("\n\n").next().unwrap_or_default().trim().replace('\n', " ")
}

/// Moves of this game as the PGN writer writes them, and the reported repairs.
fn rewrite(text: &str) -> (String, Option<String>) {
    let game = read_game(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let written = game.to_string();
    let mut back = read_game(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    back.repairs.clone_from(&game.repairs);
    assert_eq!(back, game, "{written}");
    (moves_of(&game), game.remark())
}

#[test]
fn null_moves_in_the_main_line_are_kept() {
    for null in ["--", "Z0", "0000", "@@@@", "–-"] {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 -- 3. Bc4 *", "1. e4 e5 2. Nf3 -- 3. Bc4 *"),
            ("1. -- e5 2. e4 *", "1. -- e5 2. e4 *"),
            ("1. e4 e5 2. -- *", "1. e4 e5 2. -- *"),
            ("1. e4 -- 2. -- -- (2... e5) *", "1. e4 -- 2. -- -- (2... e5) *"),
        ] {
            let text = text.replace("--", null);
            assert_eq!(rewrite(&text), (expected.to_owned(), None), "{text}");
        }
    }
    // With marks; `--+` alone is a mark.
    for (text, expected) in [
        ("1. e4 --! 2. d4 --?! 3. c4 *", "1. e4 -- $1 2. d4 -- $6 3. c4 *"),
        ("1. e4 --+ e5 *", "1. e4 $21 e5 *"),
    ] {
        assert_eq!(rewrite(text), (expected.to_owned(), None), "{text}");
    }
    let game = read_game("1. e4 e5 2. Nf3 -- 3. Bc4 Nf6 *").expect("valid game");
    let lengths: Vec<usize> = game.games().iter().map(|game| game.moves().len()).collect();
    assert_eq!((lengths, game.line.moves.len()), (vec![3, 2], 6));
    assert_eq!(game.last_game().board().fullmove_number(), 4);
}

/// One file may mix UTF-8 and Windows-1252. A byte order mark marks a file in UTF-16.
#[test]
fn the_encoding_is_detected_for_each_game() {
    let mut text = b"[White \"J\xc3\xbcrgen\"]\n\n1. e4 *\n\n[White \"J\xfcrgen\"]\n\n".to_vec();
    text.extend(b"1. d4 {\x84gut\x93 \x96 J\xc3\xbcrgen} *\n");
    let games = read_games(&text);
    let names: Vec<Option<&str>> =
        games.iter().map(|game| game.as_ref().expect("valid game").header("White")).collect();
    assert_eq!(names, [Some("Jürgen"); 2]);
    let second = games[1].as_ref().expect("valid game");
    assert_eq!(moves_of(second), "1. d4 {„gut“ – Jürgen} *");
    let utf_16: Vec<u8> = "\u{feff}[White \"Jürgen\"]\n\n1. e4 *\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(
        read_games(&utf_16)[0].as_ref().expect("valid game").header("White"),
        Some("Jürgen")
    );
}

#[test]
fn annotation_marks_of_other_programs_become_nags() {
    for (text, expected) in [
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 +- a6 = 4. Ba4 ⩲ (4. Bxc6 N dxc6 ±) 4... Nf6 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 $18 a6 $10 4. Ba4 $14 (4. Bxc6 $146 dxc6 $16) 4... Nf6 *",
        ),
        (
            "1. e4 D e5 ∞ 2. Nf3 $256 Nc6 $4000000000 *",
            "1. e4 $220 e5 $13 2. Nf3 $256 Nc6 $4000000000 *",
        ),
        (
            "1… e4 d5 ± 2. exd5⩲ Nf6!+/- 3. Nf3 N Nxd5 -/+ *",
            "1. e4 d5 $16 2. exd5 $14 Nf6 $1 $16 3. Nf3 $146 Nxd5 $17 *",
        ),
        (
            "1. e4!!? e5‼ 2. Nf3⁉ Nc6 =∞ 3. Bb5 + - *",
            "1. e4 $3 $2 e5 $3 2. Nf3 $5 Nc6 $44 3. Bb5 *",
        ),
        ("1. e4$1$14 $2 e5$3*", "1. e4 $1 $14 $2 e5 $3 *"),
    ] {
        let (moves, remark) = rewrite(text);
        assert_eq!(moves, expected, "{text}");
        let lost = text.contains("+ -").then(|| "move 3... '-' is ignored".to_owned());
        assert_eq!(remark, lost, "{text}");
    }
    // `$142` ("better is") precedes its move.
    assert_eq!(
        rewrite("1. e4 e5 ($142 1... c5 $1) *"),
        ("1. e4 e5 (1... c5 $142 $1) *".to_owned(), None)
    );
    assert_eq!(rewrite("1. e4 (⌓1. d4) *").0, "1. e4 (1. d4 $142) *");
    assert_eq!(rewrite("1. e4 ($142) *").1.as_deref(), Some("$142 has no move and is ignored"));
    assert_eq!(
        rewrite("1. e4 $99999999999 *").1.as_deref(),
        Some("move 1... '$99999999999' is ignored")
    );
}

/// PGN accepts the same mistakes in moves as EPD.
#[test]
fn mistakes_in_moves_are_accepted_as_in_epd() {
    let header = "[FEN \"r3k2r/pP1n1ppp/8/3Pp3/8/2N3N1/P4PPP/R3KB1R w KQkq e6 0 1\"]\n\n";
    let board: Board = header.split('"').nth(1).expect("a FEN").parse().expect("valid FEN");
    for (text, san, is_repaired) in [
        ("dxe6ep", "dxe6", true),
        ("dxe6e.p.", "dxe6", true),
        ("dxe6 e.p.", "dxe6", false),
        ("bxa8(Q)", "bxa8=Q+", true),
        ("bxa8(Q)+", "bxa8=Q+", true),
        ("b8/Q", "b8=Q+", true),
        ("b8=q", "b8=Q+", false),
        ("b8Q", "b8=Q+", false),
        ("o-o-o", "O-O-O", true),
        ("0-0-0", "O-O-O", false),
        ("nge4", "Nge4", true),
        ("Bb5+-", "Bb5 $18", false),
        ("Bb5±", "Bb5 $16", false),
        ("Bb5†", "Bb5", false),
        ("a4‼", "a4 $3", false),
        ("♗b5", "Bb5", true),
        ("Ra1-b1", "Rb1", false),
        ("Rhb1", "Rb1", true),
    ] {
        let (moves, remark) = rewrite(&format!("{header}{text} *"));
        assert_eq!(moves, format!("1. {san} *"), "{text}");
        assert_eq!(remark.is_some(), is_repaired, "{text}: {remark:?}");
        let epd = format!("{board} bm {text};").parse::<Epd>();
        let is_one_word = !text.contains(' ');
        let best = epd.map(|epd| epd.board.san(epd.best[0]));
        let plain = san.split(' ').next().expect("a move").to_owned();
        assert!(!is_one_word || best == Ok(plain), "{text}: {best:?}");
    }
    let remark = rewrite(&format!("{header}1. o-o-o nf6 2. rd1-d2 Ke8-f8 3. bxa8(N) *")).1;
    assert_eq!(
        remark.as_deref(),
        Some(
            "move 1. 'o-o-o' read as O-O-O; move 1... 'nf6' read as Nf6; move 2. 'rd1-d2' read as Rd2; and 1 more"
        )
    );
}

/// Published collections of games have such FEN headers.
#[test]
fn positions_of_fen_headers_are_repaired() {
    let moves = "\n\n1. e4 *";
    for (headers, remark) in [
        (
            "[Variant \"Chess960\"]\n[FEN \"rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1\"]",
            "header FEN: impossible parts ignored: castling right without a rook on e1",
        ),
        ("[FEN \"\"]", "header FEN: no position; the initial position is used"),
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - -\"]",
            "header FEN: half-move clock '-' read as '0'; move number '-' read as '1'",
        ),
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1\"]",
            "header FEN: impossible parts ignored: castling right without a rook on h1",
        ),
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1\"]",
            "header FEN: impossible parts ignored: en passant on e3: not the sixth rank of the side to move",
        ),
    ] {
        let game =
            read_game(&format!("{headers}{moves}")).unwrap_or_else(|e| panic!("{headers}: {e}"));
        assert!(game.remark().expect(headers).starts_with(remark), "{:?}", game.repairs);
        assert_eq!(game.line.moves.len(), 1);
    }
    // K and Q mean the corner rooks unless the header `Variant` is Chess960.
    let fen = "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1";
    let chess960 = read_game(&format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n1. O-O-O *"));
    assert_eq!(chess960.expect("valid game").repairs, [""; 0]);
    let standard = read_game(&format!("[FEN \"{fen}\"]\n\n1. O-O *")).expect("valid game");
    assert!(!standard.start.needs_chess960() && standard.repairs.len() == 1);
}

#[test]
fn results_are_read_in_various_spellings() {
    let both = "result '0-0' is kept in the header; after the moves it is written as '*'";
    for (text, header, result, remark) in [
        ("[Result \"0-0\"]\n\n1. e4 e5 0-0", "0-0", "*", Some(both)),
        ("1. e4 e5 0-0", "0-0", "*", Some(both)),
        ("[Result \"*\"]\n\n0-0", "0-0", "*", Some(both)),
        ("1. e4 e5 0.5-0.5", "", "1/2-1/2", None),
        ("1. e4 e5 ½-½", "", "1/2-1/2", None),
        ("1. e4 e5 1:0", "", "1-0", None),
        ("1. e4 e5 0–1", "", "0-1", None),
        ("[Result \"+/-\"]\n\n1. e4 e5", "+/-", "1-0", None),
        ("[Result \"-/+\"]\n\n", "-/+", "0-1", None),
        ("[Result \"1/2 - 1/2\"]\n\n1. e4", "1/2 - 1/2", "1/2-1/2", None),
        ("[Result \"½-½\"]\n\n1. e4", "½-½", "1/2-1/2", None),
    ] {
        let game = read_game(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.header("Result").unwrap_or_default(), header, "{text}");
        assert_eq!((game.result.as_str(), game.remark().as_deref()), (result, remark), "{text}");
    }
    // Legal castling with zeros is not a result.
    let castled = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0";
    assert_eq!(read_game(castled).expect("valid game").line.moves.len(), 7);
    let lost = read_game(&format!("[Result \"0-0\"]\n\n{castled}")).expect("valid game");
    assert_eq!(lost.line.moves.len(), 6);
    let both = read_game(&format!("[Result \"0-0\"]\n\n{castled} 0-0")).expect("valid game");
    assert_eq!(both.line.moves.len(), 7);
    assert_eq!(error_of("1. e4 e5 2. 0-0 Nf6 *"), "move 2. '0-0' is not legal here");
}

#[test]
fn headers_without_quotation_marks_are_repaired() {
    for header in ["[White Jürgen K.]", "[White 'Jürgen K.']", "[White “Jürgen K.”]"] {
        let game = read_game(&format!("[Event \"x\"]\n{header}\n\n1. e4 *\n")).expect(header);
        assert_eq!(game.header("White"), Some("Jürgen K."), "{header}");
        assert_eq!(
            game.remark().as_deref(),
            Some("header White: no double quotation marks around it")
        );
    }
}

#[test]
fn unclosed_and_nested_comments_are_repaired() {
    let (moves, remark) = rewrite("1. e4 {a {b} c} e5 *");
    assert_eq!(moves, "1. e4 {a (b) c} 1... e5 *");
    assert_eq!(remark.as_deref(), Some("move 1... braces within a comment written as parentheses"));
    let games = read_games(
        b"[Event \"1\"]\n\n1. e4 {never closed e5 *\n\n[Event \"2\"]\n\n1. d4 {x} d5 *\n",
    );
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!(moves_of(first), "1. e4 {never closed e5 *} *");
    assert_eq!(first.remark().as_deref(), Some("move 1... a comment is not closed"));
    assert_eq!(moves_of(second), "1. d4 {x} 1... d5 *");
    assert_eq!(rewrite("1. e4 {to the end").0, "1. e4 {to the end} *");
    let (moves, remark) = rewrite("1. e4 [%clk 0:01:00] e5 [x] *");
    assert_eq!(moves, "1. e4 {[%clk 0:01:00]} 1... e5 {[x]} *");
    assert!(remark.is_some());
    // A comment before the first game belongs to it.
    assert_eq!(
        moves_of(&read_game("; by me\n\n[Event \"1\"]\n\n1. e4 *").expect("valid game")),
        "{by me} 1. e4 *"
    );
}

/// A bad variation does not invalidate its game.
#[test]
fn a_variation_that_cannot_be_read_is_kept_as_a_comment() {
    for (text, expected) in [
        (
            "1. e4 e5 (1... c5 2. Nf9 {so} (2. Nc3) d6) 2. Nf3 *",
            "1. e4 e5 (1... c5 {Nf9 (so) (2. Nc3) d6}) 2. Nf3 *",
        ),
        ("1. e4 e5 (Zf5) (1... d5) 2. Nf3 *", "1. e4 e5 ({Zf5}) (1... d5) 2. Nf3 *"),
        (
            "1. e4 e5 (1... c5 (2. Nf3 (1. d4) Zf9) 2. d4) *",
            "1. e4 e5 (1... c5 ({Nf3 (1. d4) Zf9}) 2. d4) *",
        ),
    ] {
        let (moves, remark) = rewrite(text);
        assert_eq!(moves, expected, "{text}");
        let remark = remark.expect(text);
        assert!(remark.ends_with(": the rest of the variation kept as a comment"), "{remark}");
    }
}

#[test]
fn stray_parentheses_and_words_do_not_invalidate_a_game() {
    for (text, expected, remark) in [
        ("1. e4 ) e5 *", "1. e4 e5 *", "move 1... an unmatched parenthesis is ignored"),
        ("1. e4 } e5 *", "1. e4 e5 *", "move 1... an unmatched brace is ignored"),
        (
            "( 1. e4 ) 1. d4 *",
            "{( 1. e4)} 1. d4 *",
            "move 1. a variation without a move before it: the rest of the variation kept as a comment",
        ),
        ("1. e4 e5 (", "1. e4 e5 *", "move 1... a variation is not closed"),
        ("1. e4 (1. d4 d5 *", "1. e4 (1. d4 d5) *", "move 2. a variation is not closed"),
        (
            "1. e4 héhé e5 *",
            "1. e4 {héhé} 1... e5 *",
            "move 1... 'héhé' is no move and kept as a comment",
        ),
        (
            "1. e4 e5 1-0 resigns",
            "1. e4 e5 {resigns} 1-0",
            "move 2. 'resigns' is no move and kept as a comment",
        ),
        ("1. e4 e5 2. Kx", "1. e4 e5 {Kx} *", "move 2. 'Kx' is no move and kept as a comment"),
    ] {
        assert_eq!(rewrite(text), (expected.to_owned(), Some(remark.to_owned())), "{text}");
    }
}

#[test]
fn comments_between_headers_stay_in_their_game() {
    for (between, expected) in [
        ("; note", "{note} 1. e4 *"),
        ("{a\nnote}", "{a note} 1. e4 *"),
        ("by Morphy", "{by} {Morphy} 1. e4 *"),
    ] {
        let text = format!("[Event \"x\"]\n{between}\n[White \"A\"]\n\n1. e4 *\n");
        let game = read_game(&text).expect(&text);
        assert_eq!((game.header("Event"), game.header("White")), (Some("x"), Some("A")), "{text}");
        assert_eq!(rewrite(&text).0, expected, "{text}");
    }
    // A FEN counts on both sides of a comment, and its repair is reported once.
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - -\"]";
    let expected = "header FEN: half-move clock '-' read as '0'";
    for headers in
        [format!("{fen}\n; note\n[White \"A\"]"), format!("[White \"A\"]\n; note\n{fen}")]
    {
        let (moves, remark) = rewrite(&format!("{headers}\n\n1. e3 Kf8 *"));
        assert_eq!((moves.as_str(), remark.as_deref()), ("{note} 1. e3 Kf8 *", Some(expected)));
    }
    // An invalid position does not split the game.
    let invalid = "[FEN \"8/8\"]\n; note\n[White \"A\"]\n\n1. e4 *";
    assert!(matches!(read_games(invalid.as_bytes())[..], [Err(_)]));
    // These headers begin a game.
    for text in [
        "[Event \"1\"]\n; note\n[Event \"2\"]\n\n1. e4 *",
        "[Event \"1\"]\n; note\n\n[White \"A\"]\n\n1. e4 *",
        "[Event \"1\"]\n1-0 ; note\n[White \"A\"]\n\n1. e4 *",
        "[Event \"1\"]\n1. e4 ; note\n[White \"A\"]\n\n1. e4 *",
        "[FEN \"8/8\"]\n1. e4 ; note\n[White \"A\"]\n\n1. e4 *",
    ] {
        assert_eq!(read_games(text.as_bytes()).len(), 2, "{text}");
    }
}

/// This includes text on a separate line.
#[test]
fn text_after_the_last_result_belongs_to_the_last_game() {
    for (text, expected, remark) in [
        ("1. e4 e5 1-0\n{Black resigned.}\n", "1. e4 e5 {Black resigned.} 1-0", None),
        ("[Event \"x\"]\n\n1-0\n\n; not played", "{not played} 1-0", None),
        (
            "1. e4 e5 1-0\n{a {b} c}",
            "1. e4 e5 {a (b) c} 1-0",
            Some("after the result: braces within a comment written as parentheses"),
        ),
        (
            "1. e4 e5 1-0\n$1\n",
            "1. e4 e5 1-0",
            Some("after the result: $1 has no move and is ignored"),
        ),
    ] {
        assert_eq!(rewrite(text), (expected.to_owned(), remark.map(str::to_owned)), "{text}");
    }
    // Repairs of a comment before a game belong to that game.
    let games = read_games(b"1. e4 1-0\n{a {b} c}\n[Event \"2\"]\n\n1. d4 *");
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((first.repairs.len(), second.repairs.len()), (0, 1));
    assert_eq!(moves_of(second), "{a (b) c} 1. d4 *");
}

#[test]
fn games_without_moves_are_separate_games() {
    let text = "[Event \"1\"]\n[White \"A\"]\n\n[Event \"2\"]\n\n[White \"B\"]\n\n*\n";
    let games = read_games(text.as_bytes());
    let names: Vec<_> =
        games.iter().map(|game| game.as_ref().expect("valid game").header("White")).collect();
    assert_eq!(names, [Some("A"), Some("B")]);
}

/// Nested and unclosed parts must not cost quadratic time.
#[test]
fn reading_takes_linear_time() {
    use std::time::{Duration, Instant};
    let time = |text: &str| {
        let start = Instant::now();
        read_games(text.as_bytes());
        start.elapsed()
    };
    let open_comments = "[Event \"x\"]\n\n1. e4 {open\n\n";
    for part in
        ["[a\"a\"", "[.\"a\"", "{", "[x ", "[a b", "(", "{}{", "[a \"x\" q", "{{}", open_comments]
    {
        // Eight times the text: 8 times as long if linear, 64 times if quadratic.
        let [short, long] = [12_500, 100_000].map(|count| time(&part.repeat(count)));
        assert!(long < 24 * short + Duration::from_millis(300), "{part}: {short:?}, then {long:?}");
    }
}

/// Only a blank line before it makes an `Event` header begin a new game.
#[test]
fn repeated_headers_stay_in_their_game() {
    for (text, count) in [
        ("[Event \"a\"]\n[Site \"b\"]\n[Event \"c\"]\n\n1. e4 *\n", 1),
        ("[Event \"a\"] [Event \"c\"]\n\n1. e4 *\n", 1),
        ("[Event \"a\"]\n\n[Event \"c\"]\n\n1. e4 *\n", 2),
    ] {
        assert_eq!(read_games(text.as_bytes()).len(), count, "{text}");
    }
}

/// Games copied from web pages have them.
#[test]
fn html_line_breaks_are_read_as_line_ends() {
    let text = "[White \"A\"]<br />[Black \"B<br>\"]<br /><br />1. e4 e5<BR/>2. Nf3<br>Nc6 {a<br>b} *<br />\
                [White \"C\"]<br /><br />1. d4 <br d5 *<br />";
    let games = read_games(text.as_bytes());
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((first.header("White"), first.header("Black")), (Some("A"), Some("B<br>")));
    assert_eq!(moves_of(first), "1. e4 e5 2. Nf3 Nc6 {a<br>b} *");
    assert_eq!(first.remark().as_deref(), Some("HTML line breaks read as line ends"));
    assert_eq!(moves_of(second), "1. d4 {<br} 1... d5 *");
}

/// Without headers, words at the beginning are an error: the text may be no game.
#[test]
fn words_between_headers_and_the_first_move_are_comments() {
    let (moves, remark) = rewrite("[Event \"x\"]\n\nby Morphy 1. e4 *");
    assert_eq!(moves, "{by} {Morphy} 1. e4 *");
    assert!(remark.expect("reported").starts_with("move 1. 'by' is no move and kept as a comment"));
    assert_eq!(error_of("by Morphy 1. e4 *"), "move 1. 'by' is not a move");
}

#[test]
fn odd_headers_and_commas_are_repaired() {
    let (moves, remark) = rewrite("[Best? \"yes\"]\n[Event \"open]\n\n1. e4, e5 N,?! 2. Nf3,Nc6 *");
    assert_eq!(moves, "1. e4 e5 $146 $6 2. Nf3 Nc6 *");
    let expected = "header Event: the quotation mark is not closed; move 1. commas in 'e4,' ignored; \
                  move 2. commas in 'N,?!' ignored; and 1 more";
    assert_eq!(remark.as_deref(), Some(expected));
    let game = read_game("[Best? \"yes\"]\n[Event \"open]\n\n1. e4 *").expect("valid game");
    assert_eq!((game.header("Best?"), game.header("Event")), (Some("yes"), Some("open")));
}
