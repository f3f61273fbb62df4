//! Strongly connected components, without recursion.

/// Numbers the strongly connected components of the graph whose nodes are
/// `0..successors.len()`. A component has a smaller number than those it can
/// be reached from.
///
/// Tarjan (1972), with the call stack written out since rule sheets can hold
/// chains of any length.
pub(crate) fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let n = successors.len();
    let (mut order, mut low) = (vec![UNSEEN; n], vec![0; n]);
    let mut component = vec![UNSEEN; n];
    let (mut n_seen, mut n_components) = (0, 0);
    let mut path = Vec::new();
    // A node and how many of its successors were looked at.
    let mut calls: Vec<(usize, usize)> = Vec::new();
    for root in 0..n {
        if order[root] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some(&mut (node, ref mut at)) = calls.last_mut() {
            if *at == 0 {
                order[node] = n_seen;
                low[node] = n_seen;
                n_seen += 1;
                path.push(node);
            }
            if let Some(&next) = successors[node].get(*at) {
                *at += 1;
                if order[next] == UNSEEN {
                    calls.push((next, 0));
                } else if component[next] == UNSEEN {
                    low[node] = low[node].min(order[next]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == order[node] {
                while let Some(member) = path.pop() {
                    component[member] = n_components;
                    if member == node {
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
    use super::components;

    #[test]
    fn finds_cycles_and_orders_them() {
        // 0 -> 1 <-> 2 -> 3, 4 alone
        let found = components(&[vec![1], vec![2], vec![1, 3], vec![], vec![]]);
        assert_eq!(found[1], found[2]);
        assert!(found[3] < found[1] && found[1] < found[0]);
        assert!(found[..4].iter().all(|&component| component != found[4]));
    }

    #[test]
    fn long_chains_do_not_overflow() {
        let chain: Vec<Vec<usize>> = (0..200_000).map(|at| vec![(at + 1) % 200_000]).collect();
        assert!(components(&chain).iter().all(|&component| component == 0));
    }
}
