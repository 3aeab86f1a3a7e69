//! Examples and exit codes at the end of each command's help.

use secateur::examples;

/// Help examples of `secateur-lab list`.
pub const LIST: &str = examples!["secateur-lab list"];
/// Help examples of `secateur-lab run`.
pub const RUN: &str = examples![
    "secateur-lab run null-move --first 20 --depth 5..7 --jobs 2"
    "secateur-lab run all --quick --out results"
];
/// Help examples of `secateur-lab report`.
pub const REPORT: &str = examples!["secateur-lab report results"];
/// Help examples of `secateur-lab fit`.
pub const FIT: &str = examples!["secateur-lab fit prob-cut --positions 3000 --depth 8"];
/// Help examples of `secateur-lab chart`.
pub const CHART: &str = examples![
    "secateur-lab chart results.json --svg results.svg"
    "secateur-lab chart before.json after.json --svg both.svg"
];
/// Help examples of `secateur-lab match`.
pub const MATCH: &str = examples![
    "secateur-lab match new.weights linear --games 1000 --jobs 2"
    "secateur-lab match network network --sprt 0,4 --nodes 10000 --set-a Delta.Margin=300"
    "secateur-lab match network linear --games 100 --pgn match.pgn --html match/ --resign off"
];
/// Help examples of `secateur-lab openings`.
pub const OPENINGS: &str = examples!["secateur-lab openings --count 1000 --out openings.epd"];
/// Help examples of `secateur-lab datagen`.
pub const DATAGEN: &str = examples![
    "secateur-lab datagen --positions 10000000 --nodes 1000 --threads 2 --chess960 0.1 --out games.vf"
    "secateur-lab datagen --games 1000 --out games.vf --resume"
];
/// Help examples of `secateur-lab train`.
pub const TRAIN: &str = examples![
    "secateur-lab train linear games.vf more.vf --out new.weights --threads 2"
    "secateur-lab train network games.pack --out new.net --threads 2"
    "secateur-lab train wdl games.vf"
];
/// Help examples of `secateur-lab data`.
pub const DATA: &str = examples![
    "secateur-lab data stats games.vf"
    "secateur-lab data convert games.vf games.epd --to epd --filter"
    "secateur-lab data shuffle games.vf more.vf --out mixed.vf"
    "secateur-lab data pack games.vf more.vf --out games.pack"
    "secateur-lab data rescore games.vf --out rescored.vf --nodes 5000"
    "secateur-lab data test-set games.vf --out own.testset --threads 2"
    "secateur-lab data evaluate own.testset --eval network --eval new.net"
];
/// Help examples of `secateur-lab eval`.
pub const EVAL: &str = examples!["secateur-lab eval '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'"];
/// Help examples of `secateur-lab tune`.
pub const TUNE: &str = examples![
    "secateur-lab tune spsa --pairs 10000 --jobs 2 --out margins.json Delta.Margin"
    "secateur-lab tune spsa-inputs"
];
