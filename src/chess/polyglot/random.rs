//! The 781 random numbers of the Polyglot format: 768 for pieces on squares, 4 for castling rights,
//! 8 for en passant files and 1 for White to move.

/// Random numbers in the order of the format.
pub(super) static RANDOM: [u64; 781] = read(include_bytes!("random.txt"));

/// Reads numbers of 16 hexadecimal digits. Other characters are ignored.
const fn read<const N: usize>(text: &[u8]) -> [u64; N] {
    let mut numbers = [0; N];
    let (mut at, mut digits) = (0, 0);
    while at < text.len() {
        if let Some(digit) = (text[at] as char).to_digit(16) {
            numbers[digits / 16] = numbers[digits / 16] << 4 | digit as u64;
            digits += 1;
        }
        at += 1;
    }
    assert!(digits == 16 * N);
    numbers
}
