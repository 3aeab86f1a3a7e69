//! Unit tests of `secateur::tools::solve::merge`.

use crate::results::{setup, solution};
use secateur::tools::solve::Setup;
use secateur::tools::solve::merge::*;
use secateur::tools::solve::record::{Shard, SuiteRecord};

fn part(index: usize) -> (String, SuiteRecord) {
    let settings = Setup {
        shard: Some(Shard { index, of: 2 }),
        processor: format!("number {index}"),
        ..setup()
    };
    let positions =
        (1..=3).filter(|number| (number - 1) % 2 == index - 1).map(|n| solution(n, true)).collect();
    (format!("{index}.json"), SuiteRecord { settings, positions })
}

#[test]
fn shards_merge_in_any_order() {
    let merged = merge(vec![part(2), part(1)]).expect("all shards");
    assert_eq!(merged.positions, [1, 2, 3].map(|number| solution(number, true)));
    assert_eq!(
        (merged.settings.shard, merged.settings.processor.as_str()),
        (None, "number 1; number 2")
    );
}

#[test]
fn invalid_shards_are_rejected_with_the_reason() {
    let error = |parts| merge(parts).expect_err("invalid shards").to_string();
    assert_eq!(error(vec![]), "there is nothing to merge");
    assert_eq!(error(vec![part(2)]), "missing: shard 1 of 2");
    // The message lists only the first missing shards, because their number is unbounded.
    let mut one_of_many = part(1);
    one_of_many.1.settings.shard = Some(Shard { index: 1, of: usize::MAX });
    one_of_many.1.positions.truncate(1);
    let first: Vec<String> = (2..22).map(|index| index.to_string()).collect();
    let (first, more) = (first.join(", "), usize::MAX - 21);
    assert_eq!(
        error(vec![one_of_many]),
        format!("missing: shards {first} and {more} more of {}", usize::MAX)
    );
    assert_eq!(error(vec![part(1), part(1)]), "shard 1 is given twice, by 1.json and 1.json");
    let mut other = part(2);
    other.1.settings.hash = 64;
    assert_eq!(
        error(vec![part(1), other]),
        "1.json and 2.json have different settings: hash: 16 and 64"
    );
    let mut whole = part(2);
    whole.1.settings.shard = None;
    assert_eq!(error(vec![part(1), whole]), "2.json is a whole run, not a shard");
    let mut without_shards = part(1);
    without_shards.1.settings.shard = Some(Shard { index: 1, of: 0 });
    assert_eq!(error(vec![without_shards]), "1.json is damaged: there is no shard 1 of 0");
    let mut short = part(1);
    short.1.positions.pop();
    assert_eq!(error(vec![short, part(2)]), "1.json has 1 positions, where the shard has 2");
    let mut third = part(2);
    third.1.settings.shard = Some(Shard { index: 3, of: 3 });
    third.1.positions.truncate(1);
    assert_eq!(
        error(vec![part(1), third]),
        "1.json and 2.json have different settings: one of 2 and one of 3 shards"
    );
}
