//! Unit tests of `secateur::chess::checks`.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::board::Board;
use secateur::chess::moves::{Move, MoveList};

#[test]
fn detected_checks_agree_with_made_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut total, mut checks) = (0, 0);
    for _ in 0..40 {
        let mut board: Board =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
                .parse()
                .expect("valid FEN");
        for _ in 0..120 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut quiet_checks = MoveList::new();
            board.append_quiet_checks(&mut quiet_checks);
            let is_quiet_check = |mv: &&Move| !mv.is_noisy() && board.after(**mv).in_check();
            assert_eq!(
                quiet_checks.len(),
                moves.iter().filter(is_quiet_check).count(),
                "{board}: legal moves only, each once"
            );
            for &mv in &moves {
                let expected = board.after(mv).in_check();
                assert_eq!(board.gives_check(mv), expected, "{board} {}", mv.uci(false));
                assert_eq!(board.checks().gives_check(mv), expected, "{board} {}", mv.uci(false));
                assert_eq!(
                    quiet_checks.contains(&mv),
                    expected && !mv.is_noisy(),
                    "{board} {}",
                    mv.uci(false)
                );
                total += 1;
                checks += usize::from(expected);
            }
            board = board.after(moves[rng.random_range(0..moves.len())]);
        }
    }
    assert!(total > 50_000 && checks > 1_000, "{total} {checks}");
}
