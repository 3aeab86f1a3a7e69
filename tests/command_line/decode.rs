//! Unit tests of `secateur::files::decode`.

use secateur::files::decode::*;

#[test]
fn common_encodings_are_decoded() {
    for (bytes, text) in [
        (&b"J\xc3\xbcrgen"[..], "Jürgen"),
        (b"J\xfcrgen", "Jürgen"),
        (b"J\xfcrgen J\xc3\xbcrgen", "Jürgen Jürgen"),
        (b"\x93quoted\x94 \x96 \x80\x81", "“quoted” – €\u{81}"),
        (b"\xff\xfeJ\0\xfc\0", "Jü"),
        (b"\xfe\xff\0J\0\xfc", "Jü"),
        (b"cut \xc3", "cut Ã"),
        (b"", ""),
    ] {
        assert_eq!(decode(bytes), text);
    }
}
