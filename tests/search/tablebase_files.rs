//! Unit tests of `secateur::tablebase::files`.

use secateur::tablebase::files::CachedFile;
use shakmaty_syzygy::filesystem::{RandomAccessFile, ReadHint};

#[test]
fn reading_past_the_end_is_an_error_and_no_panic() {
    let file = CachedFile(vec![1, 2, 3]);
    let mut two = [0; 2];
    assert!(file.read_exact_at(&mut two, 1, ReadHint::Data).is_ok() && two == [2, 3]);
    assert!(file.read_exact_at(&mut two, 2, ReadHint::Data).is_err());
    assert!(file.read_exact_at(&mut two, u64::MAX, ReadHint::Data).is_err());
}
