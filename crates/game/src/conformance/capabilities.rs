//! The contracts of the capabilities of a [`Playable`].

use std::collections::HashSet;

use super::{Violation, check_state};
use crate::{
    FactsOf, Playable, PositionError, Rng, RoleId, Terminal, TerminalParams, random_joint,
};

/// Checks every capability that a game has along `n_playouts` random games of at
/// most `n_plies_max` plies. Returns the number of positions checked.
///
/// - Keys of equal positions are equal; the role on turn is the one with a choice.
/// - Evaluators, terminals, start sets and facts have unique names.
/// - Evaluators stay strictly between 0 and 100, terminals are finite numbers, and
///   truth values are 0 or 1.
/// - A position that is shown reads back as the same position.
/// - Facts and moves are found by their names; setting a fact changes that fact alone.
/// - All start positions are positions of the game, and the first is the initial one.
///
/// ```
/// use ludex_game::{conformance, examples::Lights, rng};
///
/// let lights = Lights::new(5);
/// let n_positions = conformance::check_capabilities(&mut rng(1, 0), &lights, 10, 100).unwrap();
/// assert_eq!(n_positions, 10 * 6);
/// ```
pub fn check_capabilities<G: Playable>(
    rng: &mut Rng,
    game: &G,
    n_playouts: u32,
    n_plies_max: u32,
) -> Result<u64, Violation> {
    check_lists(game).map_err(|what| Violation { n_plies: 0, what })?;
    check_starts(game).map_err(|what| Violation { n_plies: 0, what })?;
    let mut n_positions = 0;
    for _ in 0..n_playouts {
        let (mut state, mut joint) = (game.initial(), Vec::new());
        for n_plies in 0..=n_plies_max {
            check_position(game, &state).map_err(|what| Violation { n_plies, what })?;
            n_positions += 1;
            if game.is_terminal(&state) || random_joint(rng, game, &state, &mut joint).is_none() {
                break;
            }
            game.apply(&mut state, &joint);
        }
    }
    Ok(n_positions)
}

/// Names are unique, and tables are well formed.
fn check_lists<G: Playable>(game: &G) -> Result<(), String> {
    unique("evaluators", game.evaluators().iter().map(|one| one.name.to_string()))?;
    unique("terminals", game.terminals().iter().map(|one| one.name.to_string()))?;
    unique("start sets", game.starts().iter().map(|one| one.name.to_string()))?;
    let Some(facts) = game.facts() else { return Ok(()) };
    let n_facts = facts.n_facts().unwrap_or(0);
    unique("facts", (0..n_facts).map(|fact| facts.fact_name(fact)))
}

fn unique(what: &str, names: impl Iterator<Item = String>) -> Result<(), String> {
    let mut seen = HashSet::new();
    for name in names {
        if name.is_empty() || name.contains('\n') {
            return Err(format!("{what}: {name:?} is no name"));
        }
        if !seen.insert(name.clone()) {
            return Err(format!("{what}: two have the name {name}"));
        }
    }
    Ok(())
}

/// Start positions are positions of the game: of each set the first, the middle and
/// the last are checked.
fn check_starts<G: Playable>(game: &G) -> Result<(), String> {
    let first = game.starts().first().and_then(|set| set.position(game, 0));
    if first.as_ref() != Some(&game.initial()) {
        return Err("the first start position is not the initial one".into());
    }
    for set in game.starts() {
        let count = set.count(game);
        for number in [0, count / 2, count.saturating_sub(1)] {
            let Some(state) = set.position(game, number) else {
                return Err(format!("start set {} has no position {number}", set.name));
            };
            check_state(game, &state)
                .and_then(|()| check_position(game, &state))
                .map_err(|what| format!("start position {} {number}: {what}", set.name))?;
        }
        if set.position(game, count).is_some() {
            return Err(format!("start set {} goes on beyond its count", set.name));
        }
    }
    Ok(())
}

fn check_position<G: Playable>(game: &G, state: &G::State) -> Result<(), String> {
    check_search_support(game, state)?;
    check_view(game, state)?;
    if let Some(facts) = game.facts() {
        check_facts(game, facts, state)?;
    }
    if game.is_terminal(state) {
        return Ok(());
    }
    check_evaluators(game, state)?;
    game.terminals().iter().try_for_each(|terminal| check_terminal(game, terminal, state))
}

fn check_search_support<G: Playable>(game: &G, state: &G::State) -> Result<(), String> {
    let copy = state.clone();
    if game.key(state) != game.key(&copy) || game.timeless_key(state) != game.timeless_key(&copy) {
        return Err("equal positions have different keys".into());
    }
    let Some(on_turn) = game.on_turn(state).filter(|_| !game.is_terminal(state)) else {
        return Ok(());
    };
    let mut moves = Vec::new();
    for role in (0..game.roles().len()).map(RoleId::new).filter(|&role| role != on_turn) {
        game.legal_moves(state, role, &mut moves);
        if moves.len() > 1 {
            return Err(format!("{} has a choice but is not on turn", game.roles()[role.index()]));
        }
    }
    Ok(())
}

fn check_view<G: Playable>(game: &G, state: &G::State) -> Result<(), String> {
    let Some(view) = game.view() else { return Ok(()) };
    let shown = view.show(state);
    match view.read_position(&shown) {
        _ if shown.ends_with('\n') => Err("a position is shown with a line end at its end".into()),
        Ok(read) if read == *state => Ok(()),
        Ok(_) => Err(format!("another position is read from\n{shown}")),
        Err(PositionError::Unsupported) => Ok(()),
        Err(error) => Err(format!("{error}, reading\n{shown}")),
    }
}

fn check_facts<G: Playable>(game: &G, facts: &FactsOf<G>, state: &G::State) -> Result<(), String> {
    let holding: Vec<usize> = facts.holding(state).iter().collect();
    for &fact in &holding {
        let name = facts.fact_name(fact);
        if facts.fact_named(&name) != Some(fact) || !facts.holds(state, fact) {
            return Err(format!("fact {fact}, {name}, is not found again"));
        }
    }
    if let Some(&fact) = holding.first() {
        let mut changed = state.clone();
        facts.set_fact(&mut changed, fact, false);
        if !facts.holding(&changed).iter().eq(holding[1..].iter().copied()) {
            return Err(format!("removing {} changes other facts", facts.fact_name(fact)));
        }
        facts.set_fact(&mut changed, fact, true);
        if changed != *state {
            return Err(format!("adding {} again makes another position", facts.fact_name(fact)));
        }
    }
    if game.is_terminal(state) { Ok(()) } else { check_move_names(game, facts, state) }
}

fn check_move_names<G: Playable>(
    game: &G,
    facts: &FactsOf<G>,
    state: &G::State,
) -> Result<(), String> {
    let mut legal = Vec::new();
    for role in (0..game.roles().len()).map(RoleId::new) {
        let all = facts.moves(role);
        game.legal_moves(state, role, &mut legal);
        for &mv in &legal {
            let name = game.move_name(mv);
            if facts.move_named(role, &name) != Some(mv) {
                return Err(format!("move {name} is not found by its name"));
            }
            if all.as_ref().is_some_and(|all| !all.contains(&mv)) {
                return Err(format!("move {name} is missing in the list of all moves"));
            }
        }
    }
    Ok(())
}

fn check_evaluators<G: Playable>(game: &G, state: &G::State) -> Result<(), String> {
    for named in game.evaluators() {
        let mut evaluator = (named.make)(1);
        for role in (0..game.roles().len()).map(RoleId::new) {
            let value = evaluator.evaluate(game, state, role);
            if !(value > 0.0 && value < 100.0) {
                return Err(format!("evaluator {} gives {value}", named.name));
            }
        }
    }
    Ok(())
}

fn check_terminal<G: Playable>(
    game: &G,
    terminal: &Terminal<G>,
    state: &G::State,
) -> Result<(), String> {
    let n_values = |at: usize| terminal.params.get(at).map_or(1, |param| param.1);
    for first in 0..n_values(0) {
        for second in 0..n_values(1) {
            for third in 0..n_values(2) {
                let params: TerminalParams = [first, second, third];
                let value = terminal.value(game, state, params);
                let is_truth = value == 0.0 || value == 1.0;
                if !value.is_finite() || (terminal.is_truth() && !is_truth) {
                    return Err(format!("{terminal:?} of {params:?} is {value}"));
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{Lights, Nim};
    use crate::{FactSet, Goal, NamedEvaluator, Role};
    use crate::{Facts, Game, PositionText, PositionTextOf, SearchSupport, StartSet, rng};

    /// Lights with one broken capability.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Fault {
        View,
        Facts,
        Terminal,
        TerminalNames,
        Starts,
        Evaluator,
    }

    struct Broken(Lights, Fault);

    impl Game for Broken {
        type State = [u64; 1];
        type Move = u8;

        fn roles(&self) -> &[Role] {
            self.0.roles()
        }

        fn initial(&self) -> [u64; 1] {
            self.0.initial()
        }

        fn is_terminal(&self, state: &[u64; 1]) -> bool {
            self.0.is_terminal(state)
        }

        fn legal_moves(&self, state: &[u64; 1], role: RoleId, moves: &mut Vec<u8>) {
            self.0.legal_moves(state, role, moves);
        }

        fn apply(&self, state: &mut [u64; 1], joint: &[u8]) {
            self.0.apply(state, joint);
        }

        fn goal(&self, state: &[u64; 1], role: RoleId) -> Goal {
            self.0.goal(state, role)
        }

        fn move_name(&self, mv: u8) -> String {
            self.0.move_name(mv)
        }
    }

    impl SearchSupport for Broken {}

    type Of = Terminal<Broken>;

    const WRONG: &[Of] = &[Of::number("half", "not a number", |_, _, _| f64::NAN)];
    const TWICE: &[Of] = &[
        Of::number("n", "a number", |_, _, _| 0.0),
        Of::truth("n", "of the same name", |_, _, _| true),
    ];
    const EMPTY: &[StartSet<Broken>] = &[
        StartSet::INITIAL,
        StartSet::new("none", "an empty set", |_| 0, |game, _| game.initial()),
    ];

    impl Playable for Broken {
        fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
            let make = |_| Box::new(crate::Material(|_: &Self, _, _| f64::NAN)) as Box<_>;
            if self.1 == Fault::Evaluator { vec![NamedEvaluator::material(make)] } else { vec![] }
        }

        fn terminals(&self) -> &[Terminal<Self>] {
            match self.1 {
                Fault::Terminal => WRONG,
                Fault::TerminalNames => TWICE,
                _ => &[],
            }
        }

        fn starts(&self) -> &[StartSet<Self>] {
            if self.1 == Fault::Starts { EMPTY } else { StartSet::ONLY_INITIAL }
        }

        fn facts(&self) -> Option<&FactsOf<Self>> {
            (self.1 == Fault::Facts).then_some(self)
        }

        fn view(&self) -> Option<&PositionTextOf<Self>> {
            (self.1 == Fault::View).then_some(self)
        }
    }

    /// Shows all positions alike.
    impl PositionText for Broken {
        fn show(&self, _: &[u64; 1]) -> String {
            "000".into()
        }

        fn read_position(&self, text: &str) -> Result<[u64; 1], PositionError> {
            self.0.read_position(text)
        }
    }

    /// Forgets to remove facts.
    impl Facts for Broken {
        fn n_facts(&self) -> Option<usize> {
            self.0.n_facts()
        }

        fn fact_name(&self, fact: usize) -> String {
            self.0.fact_name(fact)
        }

        fn fact_named(&self, text: &str) -> Option<usize> {
            self.0.fact_named(text)
        }

        fn holding<'a>(&self, state: &'a [u64; 1]) -> FactSet<'a> {
            self.0.holding(state)
        }

        fn set_fact(&self, state: &mut [u64; 1], fact: usize, _: bool) {
            self.0.set_fact(state, fact, true);
        }

        fn move_named(&self, role: RoleId, text: &str) -> Option<u8> {
            self.0.move_named(role, text)
        }
    }

    #[test]
    fn every_broken_capability_is_found() {
        for (fault, expected) in [
            (Fault::View, "another position is read"),
            (Fault::Facts, "removing (on "),
            (Fault::Terminal, "number half[] of [0, 0, 0] is NaN"),
            (Fault::TerminalNames, "terminals: two have the name n"),
            (Fault::Starts, "start set none has no position 0"),
            (Fault::Evaluator, "evaluator material gives NaN"),
        ] {
            let game = Broken(Lights::new(3), fault);
            let violation = check_capabilities(&mut rng(1, 0), &game, 3, 10).unwrap_err();
            assert!(violation.what.contains(expected), "{fault:?}: {violation}");
        }
    }

    #[test]
    fn games_without_capabilities_conform() {
        let nim = Nim::new(&[2, 2]);
        assert!(check_capabilities(&mut rng(1, 0), &nim, 3, 10).unwrap() > 3);
    }
}
