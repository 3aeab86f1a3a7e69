//! Unit tests of `secateur::chess::epd`.

use secateur::chess::epd::*;

#[test]
fn contradictions_are_rejected() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let read = |operations: &str| format!("{start} {operations}").parse::<Epd>();
    assert_eq!(read("BM e4; Id \"a\";"), read("bm e4; id \"a\";"), "letter case is ignored");
    assert_eq!(read("bm e4; bm d4;"), Err(EpdError::Twice("bm".to_owned())));
    assert_eq!(read("am e4; AM d4;"), Err(EpdError::Twice("am".to_owned())));
    assert_eq!(read("bm ;"), Err(EpdError::NoMoves("bm".to_owned())));
    assert_eq!(read("bm e4 d4; am d4;"), Err(EpdError::Contradiction("d4".to_owned())));
    assert!(read("bm e4; am d4; c0 \"a\"; c0 \"b\";").is_ok());
}

#[test]
fn operations_are_parsed() {
    let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC; 001\"; c0 \"x=10\";";
    let epd: Epd = line.parse().expect("valid EPD");
    assert_eq!(epd.best, [epd.board.parse_uci("g3g6").expect("legal")]);
    assert_eq!(epd.id.as_deref(), Some("WAC; 001"));
    assert_eq!(epd.others, [("c0".to_owned(), "x=10".to_owned())]);
}

#[test]
fn detached_annotation_marks_are_ignored_and_mates_are_parsed() {
    let read = |operations: &str| {
        format!("6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - {operations}")
            .parse::<Epd>()
            .map_err(|error| error.to_string())
    };
    let solution = |operations: &str| read(operations).map(|epd| epd.solution());
    assert_eq!(solution("bm Rd8 +;"), Ok("bm Rd8#".to_owned()));
    assert_eq!(solution("bm Re8 # , Rd8 +! ; am h4 ?"), Ok("bm Re8# Rd8#; am h4".to_owned()));
    assert_eq!(read("bm #1;").map(|epd| (epd.best, epd.mate_in)), Ok((Vec::new(), Some(1))));
    assert_eq!(solution("bm #-12;"), Ok("bm #-12".to_owned()));
    assert_eq!(solution("bm #-12 Rd8; am h4;"), Ok("bm Rd8# #-12; am h4".to_owned()));
    assert_eq!(solution("bm Rd8 #1; dm 1"), Ok("bm Rd8#; dm 1".to_owned()));
    let error = |operations: &str| read(operations).expect_err(operations);
    assert_eq!(error("bm #1; dm 2"), "bm and dm name mates in 1 and 2");
    assert_eq!(error("bm + ;"), "bm names no move");
    for operations in ["bm #0;", "bm #x;", "bm #1 #2;", "am #1;", "bm #99999999999;"] {
        assert!(error(operations).ends_with("is not a move"), "{operations}");
    }
}

#[test]
fn dialects_of_public_suites_are_parsed() {
    let position = "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - -";
    let read =
        |rest: &str| format!("{position}{rest}").parse::<Epd>().map_err(|error| error.to_string());
    let solution = |rest: &str| read(rest).map(|epd| epd.solution());
    assert_eq!(solution("; bm Rd8+"), Ok("bm Rd8#".to_owned()), "a semicolon after the position");
    assert_eq!(solution(" 3 9; am h3 ?"), Ok("am h3".to_owned()), "a semicolon after the clocks");
    assert_eq!(
        solution(" 0 1 bm Rd8+ dm 1"),
        Ok("bm Rd8#; dm 1".to_owned()),
        "no semicolon between operations"
    );
    assert_eq!(solution(" bm Rd8 am h3 ; id \"a bm b\""), Ok("bm Rd8#; am h3".to_owned()));
    let epd = read(" bm #1; --:-- @ C0; 00'40\" (Gustav); id \"x; y\";")
        .expect("the mark of seconds begins no quotation");
    assert_eq!((epd.mate_in, epd.id.as_deref()), (Some(1), Some("x; y")));
    assert_eq!(epd.others[1], ("00'40\"".to_owned(), "(Gustav)".to_owned()));
    assert_eq!(read(" id \"x"), Err("a quotation mark is not closed".to_owned()));
}

#[test]
fn points_are_read_from_c0_or_from_c7_and_c8() {
    let position = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";
    let read = |operations: &str| format!("{position} {operations}").parse::<Epd>();
    for operations in [
        "c0 \"f5=10, Be5=2\";",
        "c7 \"f5 Be5+\"; c8 \"10 2\";",
        "c0 \"from a book\"; c7 \"f5 Be5\"; c8 \"10 2\";",
    ] {
        let epd = read(operations).expect("valid EPD");
        let of = |mv: &str| epd.points_of(epd.board.parse_san(mv).ok());
        assert_eq!(
            (of("f5"), of("Be5"), of("Bf2"), epd.max_points()),
            (Some(10), Some(2), Some(0), Some(10))
        );
        assert_eq!(epd.solution(), "c0 f5=10, Be5+=2");
    }
    for comment in [
        "c0 \"x=10\";",
        "c0 \"White wins\"; c7 \"1 2\"; c8 \"3\";",
        "c7 \"f5\"; c8 \"good\";",
        "c7 \"not f5\"; c8 \"1999\";",
    ] {
        let epd = read(comment).expect("any comment is valid");
        assert_eq!((epd.points_of(None), epd.max_points()), (None, None), "{comment}");
    }
    let error = |operations: &str| read(operations).expect_err("invalid EPD").to_string();
    assert_eq!(error("c0 \"f5=10, Qa1=2\";"), "c0: 'Qa1' is not legal here");
    assert_eq!(error("c7 \"f5 Be5\"; c8 \"10\";"), "c8: 1 points for the 2 moves of c7");
}

#[test]
fn solutions_are_written_as_operations() {
    let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - am Nxf7 Kh1; bm qg6; dm 7; c0 \"Qg6=3\"";
    assert_eq!(line.parse::<Epd>().expect("valid EPD").solution(), "bm Qg6; am Nxf7+ Kh1; dm 7");
    assert_eq!("4k3/8/8/8/8/8/8/4K2R w K -".parse::<Epd>().expect("valid EPD").solution(), "");
}

#[test]
fn clocks_are_read_from_fields_or_operations() {
    let bare = "4k3/8/8/8/8/8/8/4K2R w K -";
    for line in [
        format!("{bare} 7 30 dm 5;"),
        format!("{bare} dm 5; hmvc 7; fmvn 30;"),
        format!("{bare} 0 1 hmvc 7; dm 5; fmvn 30;"),
    ] {
        let epd: Epd = line.parse().expect("valid EPD");
        assert_eq!(
            (epd.board.halfmove_clock(), epd.board.fullmove_number(), epd.mate_in),
            (7, 30, Some(5))
        );
    }
}

#[test]
fn a_single_clock_operation_is_accepted() {
    let clocks = |line: &str| {
        let board = line.parse::<Epd>().expect("valid EPD").board;
        (board.halfmove_clock(), board.fullmove_number())
    };
    assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7;"), (7, 1));
    assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - fmvn 30;"), (0, 30));
}

/// Lines of public suites with unambiguous mistakes.
#[test]
fn unambiguous_mistakes_are_repaired_and_reported() {
    let read = |line: &str| line.parse::<Epd>().expect(line);
    let position = "4k3/8/8/5p2/8/7B/8/4K2R w K -";
    // 2 in place of the number of repairs means an error.
    for (operations, expected, repairs) in [
        ("bm 1. Rf1;", "bm Rf1", 0),
        ("bm 1.Rf1 am 1... O-O;", "bm Rf1; am O-O", 0),
        ("bm bm Bh3-f5;", "bm Bxf5", 1),
        ("bm Rf1 bm;", "", 2),
        ("dm 0;", "", 1),
        ("dm -3;", "bm #-3", 0),
        ("dm #3;", "dm 3", 0),
        ("bm Bxf5+-;", "bm Bxf5", 0),
        ("bm Rf1‼ Bxf5±;", "bm Rf1 Bxf5", 0),
    ] {
        let line = format!("{position} {operations}");
        if repairs == 2 {
            assert_eq!(line.parse::<Epd>(), Err(EpdError::Twice("bm".to_owned())));
            continue;
        }
        let epd = read(&line);
        assert_eq!((epd.solution().as_str(), epd.repairs.len()), (expected, repairs), "{line}");
    }
    let promotion = read("4b1k1/P4pPp/1R3P1P/2r5/8/1P6/1K6/8 w - - ; bm a8 = B;");
    assert_eq!(promotion.solution(), "bm a8=B");
    for (line, repair) in [
        ("4k3/8/8/8/8/8/8/1R2K2R w KQkq - bm O-O; id \"a\";", "rook on a1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - - - bm O-O;", "half-move clock '-' read as '0'"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 180 200 bm O-O;", "half-move clock '180' read as '150'"),
        ("4k3/8/8/8/8/8/8/4K2R w K e4 bm O-O;", "not the sixth rank"),
    ] {
        let epd = read(line);
        assert!(epd.repairs.len() == 1 && epd.repairs[0].contains(repair), "{:?}", epd.repairs);
        assert_eq!(epd.solution(), "bm O-O", "{line}");
    }
}

#[test]
fn errors_name_the_operation() {
    let error = |line: &str| line.parse::<Epd>().expect_err("invalid EPD").to_string();
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;"), "bm: 'Rh9' is not a move");
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - bm Qh8;"), "bm: 'Qh8' is not legal here");
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - dm x;"), "dm: 'x' is not a number of moves");
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - id \"x;"), "a quotation mark is not closed");
}

/// As in lines of UCI logs and training files.
#[test]
fn prefixes_moves_and_columns_are_parsed() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let read = |line: &str| line.parse::<Epd>().map_err(|error| error.to_string());
    let plain = read(start).expect("valid EPD");
    for line in ["startpos", "position startpos", "epd STARTPOS", "position fen STARTPOS"] {
        assert_eq!(read(&line.replace("STARTPOS", start)).as_ref(), Ok(&plain), "{line}");
    }
    for line in ["startpos moves e2e4 e7e5", "startpos; id \"a\"; moves 1. e4 e5;"] {
        let fen = read(line).expect(line).board.to_string();
        assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "{line}");
    }
    assert_eq!(read("startpos moves 12; bm e4;").expect("other").best.len(), 1);
    assert_eq!(read("startpos moves e4 e4;"), Err("moves: 'e4' is not legal here".to_owned()));
    assert_eq!(read("startpos; moves e2e5;").expect("an operation").board, plain.board);
    assert_eq!(read("startpos moves e2e5"), Err("moves: 'e2e5' is not legal here".to_owned()));
    let epd =
        read(&format!("{start}|Opening: A<br><b>B-C</b>|1. e4 {{; \"}} e5")).expect("valid EPD");
    assert_eq!((epd.board, epd.id.as_deref()), (plain.board, Some("Opening: A B-C")));
    assert_eq!(epd.others, [("solution".to_owned(), "1. e4 {; \"} e5".to_owned())]);
    assert_eq!(read(&format!("{start}|")).expect("valid EPD"), plain);
}
