//! Unit tests of `secateur::search::stack_entry`.

use secateur::score::MAX_PLY;
use secateur::search::stack_entry::*;

#[test]
fn the_stack_has_two_spare_plies_and_entries_of_one_cache_line() {
    const { assert!(MAX_PLY + 2 < PLIES && MAX_PLY <= u8::MAX as usize) };
    assert_eq!(size_of::<StackEntry>(), 64);
}
