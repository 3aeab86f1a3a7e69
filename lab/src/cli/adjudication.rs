//! Values of `--draw` and `--resign`, which may be separated by spaces as in fastchess.

use std::ffi::OsString;

/// The options with these values.
const OPTIONS: [&str; 2] = ["--draw", "--resign"];

/// Joins the values `KEY=VALUE` of `--draw` and `--resign` with commas. With more than one value
/// for an option, clap would also take the players after it as values.
pub fn join_adjudication_values(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut is_option = false; // the last argument is one of the options
    let mut has_values = false; // the last argument ends with a value of one of them
    for argument in arguments {
        let text = argument.to_string_lossy().into_owned();
        if has_values
            && is_field(&text)
            && let Some(values) = joined.last_mut()
        {
            values.push(",");
            values.push(&argument);
            continue;
        }
        let has_equals_sign =
            |option: &&str| text.strip_prefix(*option).is_some_and(|rest| rest.starts_with('='));
        has_values = is_option || OPTIONS.iter().any(has_equals_sign);
        is_option = OPTIONS.contains(&text.as_str());
        joined.push(argument);
    }
    joined
}

/// Whether this is `KEY=VALUE`. Of the paths with `=`, those that begin with `./` or `/` are not.
fn is_field(text: &str) -> bool {
    let key = text.split_once('=').map_or("", |(key, _)| key);
    !key.is_empty() && key.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn values_are_joined_up_to_the_players() {
        for (given, expected) in [
            ("--draw movecount=8 score=10 a b", "--draw movecount=8,score=10 a b"),
            ("--draw=movecount=8 score=10 a b", "--draw=movecount=8,score=10 a b"),
            ("a --resign score=1,movecount=2 b", "a --resign score=1,movecount=2 b"),
            ("--draw off a b --resign score=1 x=2", "--draw off a b --resign score=1,x=2"),
            ("--draw score=1 --set-a A=1 ./b=c", "--draw score=1 --set-a A=1 ./b=c"),
            ("--resign score=1 ./a=b c=d", "--resign score=1 ./a=b c=d"),
        ] {
            let joined = join_adjudication_values(given.split(' ').map(OsString::from));
            assert_eq!(joined.join(OsStr::new(" ")), expected, "{given}");
        }
    }
}
