//! Unit tests of `secateur::search::prune::prob_cut`.

use secateur::search::prune::prob_cut::*;

#[test]
fn every_check_of_the_papers_has_parameters_in_every_stage() {
    for (stage, heights) in FITTED.iter().enumerate() {
        for (height, depths) in MULTI {
            for depth in depths {
                let found = heights[height as usize].iter().find(|check| check.depth == *depth);
                let check = found
                    .unwrap_or_else(|| panic!("no fit for stage {stage}, {height} from {depth}"));
                assert!(check.slope > 0 && check.deviation > 0, "{check:?}");
            }
        }
    }
}
