//! Strongly connected components of a graph.

/// The component number of each node. Edges lead to components with equal or
/// smaller numbers.
///
/// After Tarjan (1972), with an explicit stack: hostile rules contain chains
/// that would overflow the call stack.
pub(crate) fn components(edges: &[Vec<u32>]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let n_nodes = edges.len();
    let mut component = vec![UNSEEN; n_nodes];
    let mut order = vec![UNSEEN; n_nodes];
    let mut low = vec![UNSEEN; n_nodes];
    let (mut n_seen, mut n_components) = (0, 0);
    let mut pending = Vec::new();
    // The nodes on the current path, each with the number of edges already
    // followed.
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..n_nodes as u32 {
        if order[root as usize] == UNSEEN {
            path.push((root, 0));
        }
        while let Some((node, followed)) = path.last_mut() {
            let at = *node as usize;
            if *followed == 0 {
                (order[at], low[at]) = (n_seen, n_seen);
                n_seen += 1;
                pending.push(*node);
            }
            if let Some(&target) = edges[at].get(*followed) {
                *followed += 1;
                if order[target as usize] == UNSEEN {
                    path.push((target, 0));
                } else if component[target as usize] == UNSEEN {
                    low[at] = low[at].min(order[target as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == order[at] {
                while let Some(member) = pending.pop() {
                    component[member as usize] = n_components;
                    if member as usize == at {
                        break;
                    }
                }
                n_components += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cycles_and_a_tail() {
        let edges = [vec![1], vec![2, 3], vec![0], vec![4], vec![3], vec![]];
        let of = components(&edges);
        assert_eq!((of[0], of[1]), (of[2], of[2]));
        assert_eq!(of[3], of[4]);
        assert!(of[0] > of[3] && of[5] != of[3]);
    }

    #[test]
    fn a_long_chain_is_no_danger() {
        let n_nodes = 1_000_000;
        let edges: Vec<_> = (1..=n_nodes).map(|next| vec![next % n_nodes]).collect();
        assert!(components(&edges).iter().all(|&component| component == 0));
    }
}
