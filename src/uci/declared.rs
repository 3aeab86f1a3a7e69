//! UCI options that an external engine declares, and the check of values for them.

/// UCI option of an external engine, from its `option` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredOption {
    /// Name in the engine's spelling.
    pub name: String,
    range: Range,
}

/// Values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Range {
    /// `spin`: an integer; a bound that the engine does not declare is `None`.
    Spin { min: Option<i128>, max: Option<i128> },
    /// `check`: true or false.
    Check,
    /// `combo`: one of these texts.
    Combo(Vec<String>),
    /// `string`, `button` or an unknown type: any text.
    Any,
}

impl DeclaredOption {
    /// Parses an `option` line of an external engine; `None` for other lines.
    pub fn parse(line: &str) -> Option<DeclaredOption> {
        let rest = line.strip_prefix("option name ")?;
        let (name, declaration) = rest.split_once(" type ").unwrap_or((rest, ""));
        let (kind, values) = declaration.split_once(' ').unwrap_or((declaration, ""));
        let range = match kind {
            "spin" => Range::Spin { min: bound(values, "min"), max: bound(values, "max") },
            "check" => Range::Check,
            "combo" => Range::Combo(choices(values)),
            _ => Range::Any,
        };
        Some(DeclaredOption { name: name.trim().to_owned(), range })
    }

    /// Returns the value as `setoption` sends it, or the values that the option accepts. Case does
    /// not matter in words.
    pub fn read(&self, value: &str) -> Result<String, String> {
        let chosen = |choice: &&String| choice.eq_ignore_ascii_case(value);
        let accepted = match &self.range {
            Range::Spin { min, max } => value.parse::<i128>().ok().and_then(|number| {
                let fits = min.is_none_or(|min| min <= number) && max.is_none_or(|m| number <= m);
                fits.then(|| number.to_string())
            }),
            Range::Check => ["true".to_owned(), "false".to_owned()].iter().find(chosen).cloned(),
            Range::Combo(choices) => choices.iter().find(chosen).cloned(),
            Range::Any => Some(value.to_owned()),
        };
        accepted.ok_or_else(|| self.range.text())
    }
}

impl Range {
    /// Describes the accepted values for an error message.
    fn text(&self) -> String {
        match self {
            Range::Spin { min: Some(min), max: Some(max) } => {
                format!("an integer from {min} to {max}")
            }
            Range::Spin { min: Some(min), max: None } => format!("an integer from {min}"),
            Range::Spin { min: None, max: Some(max) } => format!("an integer up to {max}"),
            Range::Spin { min: None, max: None } => "an integer".to_owned(),
            Range::Check => "true or false".to_owned(),
            Range::Combo(choices) => format!("one of {}", choices.join(", ")),
            Range::Any => "any text".to_owned(),
        }
    }
}

/// The number after a keyword of a declaration.
fn bound(values: &str, key: &str) -> Option<i128> {
    values.split_whitespace().skip_while(|word| *word != key).nth(1)?.parse().ok()
}

/// The texts after each `var` of a declaration; they may contain blanks.
fn choices(values: &str) -> Vec<String> {
    let padded = format!(" {values}");
    let choice = |text: &str| text.split(" default ").next().unwrap_or(text).trim().to_owned();
    padded.split(" var ").skip(1).map(choice).collect()
}
