//! Reading and writing of PGN according to the standard.

use secateur::chess::pgn::*;

/// The only game of this text.
pub fn read_game(text: &str) -> Result<PgnGame, PgnError> {
    let mut games = read_games(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

pub fn error_of(text: &str) -> String {
    read_game(text).expect_err("invalid game").to_string()
}

#[test]
fn headers_comments_glyphs_and_variations_are_kept() {
    let text = "[Event \"A \\\"small\\\" one\"]\n[Result \"1-0\"]\n\n{ before } 1. e4! e5 $13 {a\n\ncomment} \
                (1... c5 2. Nf3 (2. -- d6) 2... d6 ; Sicilian\n) 2.Nf3 Nc6?! 3. Bb5 1-0\n";
    let game = read_game(text).expect("valid game");
    assert_eq!(game.header("Event"), Some("A \"small\" one"));
    assert_eq!(
        (game.result.as_str(), game.line.moves.len(), &game.line.lead[..]),
        ("1-0", 5, &["before".to_owned()][..])
    );
    assert_eq!(game.line.moves[0].tail, [Item::Glyph(1)]);
    let Item::Variation(sicilian) = &game.line.moves[1].tail[2] else {
        panic!("{:?}", game.line.moves[1])
    };
    assert_eq!(
        game.line.moves[1].tail[..2],
        [Item::Glyph(13), Item::Comment("a comment".to_owned())]
    );
    assert_eq!(sicilian.moves[2].tail, [Item::Comment("Sicilian".to_owned())]);
    assert!(
        matches!(&sicilian.moves[1].tail[..], [Item::Variation(null)] if null.moves[0].mv.is_none())
    );
    let written = game.to_string();
    assert_eq!(read_game(&written).expect(&written), game, "{written}");
    assert_eq!(game.remark(), None);
    assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
}

#[test]
fn line_breaks_do_not_split_commands_in_comments() {
    let arrows = "Ga1a2 ".repeat(40);
    for before in 0..80 {
        let text = format!(
            "1. e4 {{{} [%eval 0.45] [%wdl 373,360,267] x[%a 1][%b 2] [%cal {arrows}] [% end}} *\n",
            "a".repeat(before)
        );
        let game = read_game(&text).expect("valid game");
        let written = game.to_string();
        for command in ["[%eval 0.45]", "[%wdl 373,360,267]", "x[%a 1][%b 2]"] {
            assert!(written.contains(command), "{command}: {written}");
        }
        assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
        assert_eq!(read_game(&written).expect(&written), game, "{written}");
    }
}

#[test]
fn move_notations_are_equivalent() {
    let plain =
        read_game("1. e4 d5 2. exd5 Nf6 3. Nf3 Nxd5 4. Be2 g6 5. O-O Bg7 *").expect("valid game");
    for text in [
        "e4 d5 exd5 Nf6 Nf3 Nxd5 Be2 g6 0-0 Bg7",
        "1.e4 d5\n\n2.exd5 Nf6\r\n\r\n3.Nf3 Nxd5 4.Be2 g6 5.O-O Bg7",
        "1. e2e4 d7d5 2. e4d5 g8f6 3. g1f3 f6d5 4. f1e2 g7g6 5. e1g1 f8g7 *",
        "%escaped\n1.e4 1...d5 2.exd5 2...Nf6 3.Nf3 Nd5 4.Be2 g6 5.O-O Bg7 *",
    ] {
        assert_eq!(read_game(text).expect(text).line, plain.line, "{text}");
    }
    let black = read_game("[FEN \"4k3/8/8/8/8/8/4p3/1K6 b - - 0 40\"]\n\n40... e1=Q+ 0-1")
        .expect("valid game");
    assert!(black.to_string().contains("\n40... e1=Q+ 0-1\n"), "{black}");
}

/// A long file of brackets and moves must not overflow the stack.
#[test]
fn nesting_of_variations_is_limited() {
    let nested = |depth: usize| format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    assert!(read_game(&nested(MAX_VARIATION_DEPTH)).is_ok());
    for depth in [MAX_VARIATION_DEPTH + 1, 60_000] {
        assert_eq!(error_of(&nested(depth)), "more than 200 nested variations at move 1...");
    }
    assert_eq!(
        read_games(format!("{}\n\n1. c4 *", nested(300)).as_bytes()).len(),
        2,
        "the next game is read"
    );
}

#[test]
fn games_are_separated_and_invalid_ones_do_not_affect_others() {
    let text = "[Event \"1\"]\n\n1. e4 e5 2. Zf3 Nc6 *\n\n[Event \"2\"]\n\n1. d4 (1. c4 {x} *\n\n1. e4 c5 1/2-1/2\n\n\
                [Event \"4\"]\n1. Nf3\n[Event \"5\"]\n\n1. c4 c5 2. Ke3 1-0\n";
    let games = read_games(text.as_bytes());
    let results: Vec<String> = games
        .iter()
        .map(|game| {
            game.as_ref().map_or_else(ToString::to_string, |game| game.line.moves.len().to_string())
        })
        .collect();
    assert_eq!(results[0], "move 2. 'Zf3' is not a move");
    assert_eq!(results[1], "1", "{results:?}");
    assert_eq!(
        results[results.len() - 2..],
        ["1", "move 2. 'Ke3' is not legal here"],
        "{results:?}"
    );
}

/// Number of moves of each game, or its error.
fn lengths(text: &str) -> Vec<String> {
    let result = |game: Result<PgnGame, PgnError>| {
        game.map_or_else(|e| e.to_string(), |g| g.line.moves.len().to_string())
    };
    read_games(text.as_bytes()).into_iter().map(result).collect()
}

#[test]
fn empty_and_escaped_lines_do_not_end_a_game() {
    for line in ["% an escaped line", "3.", "+-", "2. 2...", "%\n+-\n% again\n", " ± \n\n%\n"] {
        for (before, after) in
            [("1. e4 e5", "2. Nf3 Nc6"), ("1. e4 e5 (1... c5", "2. Nf3) 2. Nf3 Nc6")]
        {
            let text = format!(
                "[Event \"One game\"]\n{line}\n\n{line}\n{before}\n{line}\n{after}\n{line}\n1-0\n{line}\n"
            );
            let game = read_game(&text).expect(&text);
            assert_eq!((game.line.moves.len(), game.result.as_str()), (4, "1-0"), "{text}");
        }
    }
    assert_eq!(lengths("1. e4 e5 *\n% escaped\n1. d4 *\n+-\n\n1. c4 c5 2. Nc3 *"), ["2", "1", "3"]);
}

#[test]
fn a_move_after_a_result_belongs_to_the_next_game() {
    assert_eq!(lengths("1. e4 e5 * 1. d4 d5 2. c4 *"), ["2", "3"]);
    assert_eq!(lengths("e4 e5 1-0 e2e4 1/2-1/2 1.d4 d5 1/2 ½-½ 1.c4 0-1 2"), ["2", "1", "2", "1"]);
    assert_eq!(
        lengths("1. e4 e5 * $1 +- ?! ... 1. d4 *"),
        ["2", "1"],
        "glyphs belong to the game before them"
    );
    assert_eq!(
        lengths("1. e4 e5 * $1\n1. d4 *"),
        ["2", "1"],
        "a glyph after the result does not continue the game"
    );
    let games = read_games(b"1. e4 1-0 {resigned} $1 ; early\n{before} 1. d4 d5 0-1");
    let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((first.result.as_str(), first.line.moves[0].tail.len()), ("1-0", 3));
    assert_eq!((second.result.as_str(), second.line.lead.len()), ("0-1", 1));
    // Results in variations are quoted and do not end the game.
    for text in [
        "1. e4 e5 (1... c5 1-0 2. Nf3) 2. Nf3 *",
        "1. e4 e5 (1... c5 (1... e6 1-0) 2. Nf3 *)\n2. Nf3 *",
        "1. e4 e5 (1... c5 1-0)\n\n2. Nf3 {1-0 1. d4} *",
        "1. e4 e5 2. Nf3 * (2. Nc3 0-1 2... Nc6)",
    ] {
        let game = read_game(text).expect(text);
        assert_eq!((game.line.moves.len(), game.result.as_str()), (3, "*"), "{text}");
    }
    assert_eq!(lengths("1. e4 e5 2. Nf3 * (2. Nc3 Nc6) 1. d4 *\n1. c4 *"), ["3", "1", "1"]);
}

#[test]
fn all_kinds_of_blanks_and_line_ends_are_accepted() {
    for text in [
        "[Event \"x\"]\r\r1. e4 e5\r2. Nf3 *\r",
        "[Event \"x\"]\n\n1. e4\u{2003}e5\u{3000}2. Nf3 *\n",
    ] {
        let games = read_games(text.as_bytes());
        let [Ok(game)] = &games[..] else { panic!("{games:?}") };
        assert_eq!((game.header("Event"), game.line.moves.len()), (Some("x"), 3));
    }
}

#[test]
fn quotation_marks_in_headers_need_no_escape() {
    for (header, value) in [
        ("[Event \"Match \"A\" vs B\"]", "Match \"A\" vs B"),
        ("[Event \"\"A\" [rapid]\" ]", "\"A\" [rapid]"),
        ("[Event \"\"A\"\"]", "\"A\""),
        (
            "[Event \"Escaped \\\"A\\\", not \"B\", and C\\D\"]  ",
            "Escaped \"A\", not \"B\", and C\\D",
        ),
        ("[Event \"one\"][Site \"of \"two\"\"]", "one"),
        ("[Event \"no bracket\" [Site \"of \"two\"\"]", "no bracket"),
        ("[Event \"none\"\n[Site \"x\"]", "none"),
        ("[Event \"none]\n[Site \"x\"]", "none"),
        ("[Event \"C:\\\"]", "C:\\"),
    ] {
        let text = format!("{header}\n[White \"C\"]\n\n1. e4 e5 *\n");
        let mut game = read_game(&text).expect(&text);
        assert_eq!((game.header("Event"), game.line.moves.len()), (Some(value), 2), "{text}");
        game.repairs.clear();
        let written = game.to_string();
        assert_eq!(read_game(&written).expect(&written), game, "{written}");
    }
    let game = read_game("[Event \"one\"] [Site \"of \"two\"\"] 1. e4 *").expect("valid game");
    assert_eq!((game.header("Event"), game.header("Site")), (Some("one"), Some("of \"two\"")));
    let headers = "[.\"a\"".repeat(50_000);
    assert_eq!(read_games(headers.as_bytes()).len(), 1, "a line of unclosed headers is one game");
}

#[test]
fn errors_name_the_move_or_header() {
    assert_eq!(error_of("1. e4 e5 2. Nf6 *"), "move 2. 'Nf6' is not legal here");
    assert_eq!(error_of("1. e4 héh4 *"), "move 1... 'héh4' is not a move");
    assert_eq!(error_of("héhé *"), "move 1. 'héhé' is not a move");
    assert!(error_of("1. e4 e5 2. Qh5 Ke7 3. Qxe5+ -- *").contains("a null move in check"));
    assert!(error_of("[FEN \"nonsense\"]\n\n1. e4 *").starts_with("header FEN: "));
    assert!(error_of("[Variant \"Atomic\"]\n\n1. e4 *").starts_with("header Variant: 'Atomic'"));
}

#[test]
fn chess960_and_latin_1_are_read() {
    let text = b"[White \"J\xfcrgen\"]\n[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n9. e4 *";
    let games = read_games(text);
    let game = games[0].as_ref().expect("valid game");
    assert!(game.is_chess960() && game.header("White") == Some("Jürgen"));
    assert!(read_games(b"").is_empty());
}
