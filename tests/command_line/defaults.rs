//! Unit tests of `secateur::tools::defaults`.

use secateur::tools::defaults::*;

fn of(text: &str) -> Result<Defaults, String> {
    read(Some(("secateur.toml", text)), |_| None)
}

#[test]
fn the_file_sets_its_keys() {
    let text = "# mine\nhash = 1_024 # MB\n\nsyzygy = \"/tables/345:/tables/6\"\nthreads=4\n";
    let defaults = of(text).expect("sound");
    assert_eq!(defaults.hash.expect("set").to_string(), "1024 (secateur.toml)");
    assert_eq!(defaults.threads.map(|setting| setting.value), Some(4));
    assert_eq!(defaults.syzygy.expect("set").value, "/tables/345:/tables/6");
    let windows = of("syzygy = \"C:\\\\tables\"").expect("sound").syzygy.expect("set");
    assert_eq!(windows.value, "C:\\tables");
    assert_eq!(of(""), Ok(Defaults::default()));
}

#[test]
fn the_environment_overrides_the_file() {
    let environment = |key: &str| (key == "hash").then(|| "64".to_owned());
    let defaults = read(Some(("f", "hash = 32\nthreads = 2")), environment).expect("sound");
    assert_eq!(defaults.hash.expect("set").to_string(), "64 (SECATEUR_HASH)");
    assert_eq!(defaults.threads.expect("set").to_string(), "2 (f)");
}

#[test]
fn errors_name_file_and_line() {
    for (text, reason) in [
        ("hsah = 1", "secateur.toml:1: unknown key 'hsah'; did you mean 'hash'?"),
        ("\nhash = 0", "secateur.toml:2: hash: '0' is not from 1 to 1048576"),
        ("threads = four", "secateur.toml:1: 'four' is neither a number nor a text"),
        ("syzygy = \"/a", "secateur.toml:1: a quotation mark is not closed"),
        ("[engine]", "secateur.toml:1: '[engine]' is not KEY = VALUE"),
    ] {
        let error = of(text).expect_err(text);
        assert!(error.starts_with(reason), "{error}");
    }
}
