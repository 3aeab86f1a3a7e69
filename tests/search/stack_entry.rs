//! Unit tests of `secateur::search::stack_entry`.

use secateur::score::MAX_PLY;
use secateur::search::stack_entry::*;

#[test]
fn there_is_room_for_every_ply_and_two_below_in_a_line_each() {
    const { assert!(MAX_PLY + 2 < PLIES && MAX_PLY <= u8::MAX as usize) };
    assert_eq!(size_of::<StackEntry>(), 64);
}
