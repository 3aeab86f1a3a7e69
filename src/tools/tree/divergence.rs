//! The first difference between two searches of one position.

use super::Tree;
use super::recorder::Branch;

/// Returns the first node at which two recorded search trees differ, as one index for each; `None`
/// if none. The function walks both trees in search order from the last search of the root.
pub fn first_divergence(left: &Tree, right: &Tree) -> Option<[usize; 2]> {
    let trees = [left, right].map(|tree| &tree.branches[..]);
    let children = trees.map(children);
    part(trees, [&children[0], &children[1]], [left.last_root()?, right.last_root()?])
}

/// Returns the child indices of each node of a recorded search tree, in search order.
pub fn children(branches: &[Branch]) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); branches.len()];
    for (index, branch) in branches.iter().enumerate() {
        if let Some(parent) = branch.parent {
            children[parent].push(index);
        }
    }
    children
}

fn part(trees: [&[Branch]; 2], children: [&[Vec<usize>]; 2], at: [usize; 2]) -> Option<[usize; 2]> {
    let of = |side: usize| &trees[side][at[side]];
    let mut pairs = children[0][at[0]].iter().zip(&children[1][at[1]]);
    let is_same = |left: usize, right: usize| {
        let (left, right) = (&trees[0][left], &trees[1][right]);
        (left.way, left.within) == (right.way, right.within)
    };
    for (&left, &right) in pairs.by_ref() {
        if !is_same(left, right) {
            return Some(at);
        }
        if let Some(found) = part(trees, children, [left, right]) {
            return Some(found);
        }
    }
    let is_whole = of(0).folded == of(1).folded;
    let differs =
        of(0).end != of(1).end || is_whole && children[0][at[0]].len() != children[1][at[1]].len();
    differs.then_some(at)
}
