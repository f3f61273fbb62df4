//! Proof-number search where play can repeat positions.

use std::sync::Arc;

use ludex_game::{Game, Goal, Playable, Role, RoleId, SearchSupport};
use ludex_games::chess::Chess;
use ludex_search::exhaustive::Graph;
use ludex_search::{Limits, ProofSearch, Verdict};
use proptest::prelude::*;

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn a_mate_in_five_is_proven_though_kings_go_back_and_forth() {
    let game = Chess::from_fen("3k4/3p4/3K4/8/3N1P2/8/1P6/3R4 w - - 0 1").expect("a position");
    let game = Arc::new(game);
    let mut search = ProofSearch::new(Arc::clone(&game), 16 << 20);
    let solved = search.solve(&game.initial(), RoleId(0), &nodes(1_000_000));
    assert_eq!(solved.value(), Some(100));
    assert!(solved.is_settled);
    let next = {
        let mut next = game.initial();
        game.apply(&mut next, &[solved.mv.expect("a move"), ludex_games::chess::Move::Noop]);
        next
    };
    assert_eq!(search.solve(&next, RoleId(0), &nodes(1_000_000)).value(), Some(100));
}

/// A walk of two roles through a graph: the role to move depends on the node.
#[derive(Clone, Debug)]
struct Duel {
    roles: [Role; 2],
    /// For each node the role to move, the successors, and the goal of the first role
    /// if the node is terminal.
    places: Vec<(usize, Vec<u8>, Option<u8>)>,
    /// Number of distinct keys; with fewer than nodes, keys collide.
    n_keys: u64,
}

const WAIT: u8 = u8::MAX;

impl SearchSupport for Duel {
    fn key(&self, state: &(u8, u8)) -> u64 {
        (u64::from(state.0) << 8) | (u64::from(state.1) % self.n_keys)
    }
}

impl Playable for Duel {}

impl Game for Duel {
    /// A node, and a part without influence on the rules.
    type State = (u8, u8);
    type Move = u8;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> (u8, u8) {
        (0, 0)
    }

    fn is_terminal(&self, state: &(u8, u8)) -> bool {
        self.places[usize::from(state.0)].2.is_some()
    }

    fn legal_moves(&self, state: &(u8, u8), role: RoleId, moves: &mut Vec<u8>) {
        let (mover, next, _) = &self.places[usize::from(state.0)];
        match *mover == role.index() {
            true => moves.clone_from(next),
            false => *moves = vec![WAIT],
        }
    }

    fn apply(&self, state: &mut (u8, u8), joint: &[u8]) {
        let to = joint[self.places[usize::from(state.0)].0];
        *state = (to, state.1.wrapping_add(1) % 3);
    }

    fn goal(&self, state: &(u8, u8), role: RoleId) -> Goal {
        let goal = self.places[usize::from(state.0)].2.unwrap_or(0);
        Goal::new(if role.0 == 0 { goal } else { 100 - goal }).expect("at most 100")
    }

    fn move_name(&self, mv: u8) -> String {
        mv.to_string()
    }
}

/// Maximum number of positions. Few games need as many: where a refutation depends on
/// many positions on the path, it is searched repeatedly.
const N_NODES: u64 = 20_000;

fn duels() -> impl Strategy<Value = Duel> {
    let goal = prop_oneof![
        12 => Just(None), 1 => Just(Some(100)), 1 => Just(Some(0)), 1 => Just(Some(50)),
        1 => (0..=100u8).prop_map(Some),
    ];
    let place = move |n: u8| (0..2usize, prop::collection::vec(0..n, 1..4), goal.clone());
    (2..30u8, 1..4u64).prop_flat_map(move |(n, n_keys)| {
        prop::collection::vec(place(n), usize::from(n)).prop_map(move |mut places| {
            places[0].2 = None;
            for (_, next, _) in &mut places {
                next.sort_unstable();
                next.dedup();
            }
            let roles = [Role::player("first"), Role::player("second")];
            Duel { roles, places, n_keys }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_can_be_forced_is_found_whatever_the_circles(duel in duels(), table_bytes in 4_000..40_000usize) {
        let game = Arc::new(duel);
        let graph = Graph::explore(&*game, &game.initial(), 1_000).expect("a small game");
        let mut search = ProofSearch::new(Arc::clone(&game), table_bytes);
        for role in [RoleId(0), RoleId(1)] {
            let (low, high) = graph.forced(role).expect("roles take turns");
            let solved = search.solve(&game.initial(), role, &nodes(N_NODES));
            prop_assert!(solved.low <= low && high <= solved.high);
            match solved.is_settled {
                true => prop_assert_eq!((solved.low, solved.high), (low, high)),
                false => prop_assert!(solved.nodes >= N_NODES, "it gave up early"),
            }
        }
    }

    #[test]
    fn verdicts_hold_wherever_search_is_cut_off(duel in duels(), n in 1..200u64, goal in 1..=100u8) {
        let game = Arc::new(duel);
        let graph = Graph::explore(&*game, &game.initial(), 1_000).expect("a small game");
        let (low, high) = graph.forced(RoleId(0)).expect("roles take turns");
        let mut search = ProofSearch::new(Arc::clone(&game), 1 << 12);
        let goal_min = Goal::new(goal).expect("at most 100");
        // Repeated searches with the table of earlier ones.
        for _ in 0..5 {
            match search.prove(&game.initial(), RoleId(0), goal_min, &nodes(n)) {
                Verdict::Proven => prop_assert!(low >= goal),
                Verdict::Refuted => prop_assert!(high < goal),
                Verdict::Endless => prop_assert!(low < goal && goal <= high),
                Verdict::Unknown => prop_assert!(search.n_nodes() >= n, "it gave up early"),
            }
        }
    }
}
