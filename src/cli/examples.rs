//! What stands at the end of each command's help, for commands that do not bring it along:
//! examples, and exit codes.

/// Puts the exit codes that most commands have behind examples.
macro_rules! examples {
    ($($line:literal)*) => {
        concat!("Examples:\n", $("  ", $line, "\n",)* "\nExit codes:\n  0  done\n  2  the input is bad; one line says where\n  130  interrupted")
    };
}

/// `secateur bench`
pub const BENCH: &str =
    examples!["secateur bench" "secateur bench 10 --stats --set null-move.mode=off"];
/// `secateur eval`
pub const EVAL: &str =
    examples!["secateur eval" "secateur eval '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --eval new.weights"];
/// `secateur lab`
pub const LAB: &str = examples![
    "secateur lab list"
    "secateur lab run null-move --first 20 --depth 5..7 --jobs 2"
    "secateur lab run all --quick --out results"
    "secateur lab match new.weights linear --games 1000 --jobs 2"
    "secateur lab match network network --sprt 0,4 --nodes 10000 --set-a Delta.Margin=300"
];
/// `secateur datagen`
pub const DATAGEN: &str = examples![
    "secateur datagen --positions 10000000 --nodes 1000 --threads 2 --chess960 0.1 --out games.vf"
    "secateur datagen --games 1000 --out games.vf --resume"
];
/// `secateur train`
pub const TRAIN: &str = examples![
    "secateur train linear games.vf more.vf --out new.weights --threads 2"
    "secateur train network games.pack --out new.net --threads 2"
    "secateur train wdl games.vf"
];
/// `secateur data`
pub const DATA: &str = examples![
    "secateur data stats games.vf"
    "secateur data convert games.vf games.epd --to epd --filter"
    "secateur data shuffle games.vf more.vf --out mixed.vf"
    "secateur data pack games.vf more.vf --out games.pack"
    "secateur data rescore games.vf --out rescored.vf --nodes 5000"
];
/// `secateur tune`
pub const TUNE: &str = examples![
    "secateur tune spsa --pairs 10000 --jobs 2 --out margins.json Delta.Margin"
    "secateur tune spsa-inputs"
];
