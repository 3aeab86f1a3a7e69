//! Unit tests of `secateur::tablebase::folders`.

use secateur::tablebase::folders::*;
use std::io;
use std::path::Path;

#[test]
fn file_names_give_the_kind_and_piece_count_of_tables() {
    let read = |name: &str| table_name(Path::new(name)).map(|(_, kind, pieces)| (kind, pieces));
    assert_eq!(read("tables/KQvKR.rtbw"), Some((TableKind::Wdl, 4)));
    assert_eq!(read("KRPvKRP.rtbz"), Some((TableKind::Dtz, 6)));
    for other in
        ["KvK.rtbw", "readme.rtbw", "KQvKR.txt", "KQKR.rtbw", "KQQQQQvKQ.rtbw", "Ключ.rtbw"]
    {
        assert_eq!(read(other), None, "{other}");
    }
}

#[test]
fn folders_with_spaces_and_unicode_are_read_and_problems_are_listed() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let root = root.path();
    let (full, empty) = (root.join("end games Échecs Шахматы"), root.join("empty"));
    for folder in [&full, &empty] {
        std::fs::create_dir_all(folder).expect("the folder can be created");
    }
    for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "notes.txt"] {
        std::fs::write(full.join(name), "x").expect("the file can be written");
    }
    let missing = root.join("missing");
    let join = [&full, &empty, &missing, &full]
        .map(|folder| folder.display().to_string())
        .join(&SEPARATOR.to_string());
    let mut folders = Folders::default();
    let mut attempts = 0;
    folders.add_path(&format!("{join}{SEPARATOR}{SEPARATOR}"), |path| {
        attempts += 1;
        if path.ends_with("KRvK.rtbw") { Err(io::ErrorKind::InvalidData.into()) } else { Ok(()) }
    });
    assert_eq!((folders.inventory.wdl_tables(3), folders.inventory.dtz_tables(3)), (1, 1));
    assert_eq!(folders.inventory.largest(), 3);
    assert_eq!(attempts, 4, "a folder that is listed twice is searched again for rejected tables");
    let count =
        |text: &str| folders.problems.iter().filter(|problem| problem.contains(text)).count();
    assert_eq!(
        (count("holds no tables"), count("cannot be read"), count("is no table")),
        (1, 1, 2)
    );
    assert_eq!(folders.inventory.to_string(), "1 WDL and 1 DTZ tables, up to 3 pieces");
}
