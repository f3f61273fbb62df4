//! A depth-first walk through all positions of a claim.

use std::collections::HashMap;

use ludex_game::Game;

use super::Flaw;
use super::choices::{Choices, Outcome, Parties};

/// Evaluates the positions of a claim.
pub(super) trait Rule<G: Game> {
    /// The result for a position after the walk.
    type Value;

    /// The result for a terminal position.
    fn end(&mut self, state: &G::State) -> Result<Self::Value, String>;

    /// The moves of the roles that follow the claim. Called once for each position that is not
    /// terminal.
    fn option(
        &mut self,
        state: &G::State,
        choices: &Choices<G::Move>,
    ) -> Result<Vec<G::Move>, String>;

    /// The result for a position, given the results of its successors.
    fn value(&mut self, stage: &Stage<'_, G, Self::Value>) -> Result<Self::Value, String>;
}

/// A position and its successors.
pub(super) struct Stage<'a, G: Game, V> {
    pub frame: &'a Frame<G>,
    values: &'a HashMap<G::State, Option<V>>,
}

/// A position on the path of the walk.
pub(super) struct Frame<G: Game> {
    state: G::State,
    /// The successors.
    pub successors: Vec<Successor<G>>,
    pub n_replies: usize,
    n_done: usize,
}

/// A successor of a position.
pub(super) struct Successor<G: Game> {
    /// Number of the others' reply that leads to it.
    pub reply: usize,
    pub joint: Vec<G::Move>,
    /// The weight of the chance moves in the joint move.
    pub weight: f64,
    state: G::State,
}

impl<G: Game> Frame<G> {
    /// The weight of all chance moves after a reply: the same for each reply.
    pub fn total_weight(&self) -> f64 {
        let weights = self.successors.iter().map(|successor| successor.weight);
        weights.sum::<f64>() / self.n_replies as f64
    }
}

impl<G: Game, V> Stage<'_, G, V> {
    /// The result for a successor.
    pub fn value(&self, successor: &Successor<G>) -> &V {
        self.values[&successor.state].as_ref().expect("it has been walked through")
    }
}

/// Walks from the root. Returns its result and the number of positions.
pub(super) fn walk<G: Game, V>(
    game: &G,
    root: &G::State,
    parties: &Parties,
    positions_max: u64,
    rule: &mut dyn Rule<G, Value = V>,
) -> Result<(V, u64), Flaw> {
    // `None` marks a position on the path.
    let mut values: HashMap<G::State, Option<V>> = HashMap::new();
    let mut stack: Vec<Frame<G>> = Vec::new();
    let mut met = Some(root.clone());
    loop {
        // Step 1. A position is reached: is it new?
        if let Some(state) = met.take() {
            let wrong = |what: String| Flaw::Wrong { place: place(game, &stack), what };
            match values.get(&state) {
                Some(Some(_)) => {}
                Some(None) => return Err(wrong("this position leads back to itself".into())),
                None if values.len() as u64 >= positions_max => {
                    return Err(Flaw::TooLarge(positions_max));
                }
                None if game.is_terminal(&state) => {
                    let value = rule.end(&state).map_err(wrong)?;
                    values.insert(state, Some(value));
                }
                None => {
                    let frame = open(game, state, parties, rule).map_err(wrong)?;
                    values.insert(frame.state.clone(), None);
                    stack.push(frame);
                }
            }
        }
        // Step 2. Its next successor. After the last one, the position itself has a result.
        let Some(frame) = stack.last_mut() else { break };
        if let Some(successor) = frame.successors.get(frame.n_done) {
            met = Some(successor.state.clone());
            frame.n_done += 1;
            continue;
        }
        let frame = stack.pop().expect("there is one");
        let wrong = |what: String| Flaw::Wrong { place: place(game, &stack), what };
        let value = rule.value(&Stage { frame: &frame, values: &values }).map_err(wrong)?;
        values.insert(frame.state, Some(value));
    }
    let n_positions = values.len() as u64;
    let value = values.remove(root).flatten().expect("it has been walked through");
    Ok((value, n_positions))
}

fn open<G: Game, V>(
    game: &G,
    state: G::State,
    parties: &Parties,
    rule: &mut dyn Rule<G, Value = V>,
) -> Result<Frame<G>, String> {
    let Some(choices) = Choices::read(game, &state) else {
        return Err("some role cannot move, and the game is not over".into());
    };
    let option = rule.option(&state, &choices)?;
    let replies = parties.outcomes(game, &state, &choices, &option);
    let n_replies = replies.len();
    let successors = replies.into_iter().enumerate().flat_map(|(reply, outcomes)| {
        let successor =
            move |Outcome { joint, state, weight }| Successor { reply, joint, weight, state };
        outcomes.into_iter().map(successor)
    });
    Ok(Frame { successors: successors.collect(), state, n_replies, n_done: 0 })
}

/// The joint moves that lead to the present position of the walk.
fn place<G: Game>(game: &G, stack: &[Frame<G>]) -> String {
    let joint = |frame: &Frame<G>| {
        let successor = frame.successors.get(frame.n_done.checked_sub(1)?)?;
        let names: Vec<String> = successor.joint.iter().map(|&mv| game.move_name(mv)).collect();
        Some(names.join(" "))
    };
    let joints: Vec<String> = stack.iter().filter_map(joint).collect();
    match joints.is_empty() {
        true => "in the first position".into(),
        false => format!("after {}", joints.join(", ")),
    }
}
