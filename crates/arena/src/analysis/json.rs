//! An analysis for programs.

use serde_json::{Value, json};

use super::{Analysis, Choice, Course, Level, Measured, Proof, Skill, Spread, Swings};

impl Analysis {
    /// Everything but the games themselves.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use arena::analysis::{Options, analyse};
    ///
    /// let nim = Arc::new(game::examples::Nim::new(&[1, 2]));
    /// let options = Options { seconds: 0.1, n_games: Some(8), ..Options::default() };
    /// let json = analyse("nim", &nim, &options, &mut |_| {}).unwrap().to_json();
    /// assert_eq!(json["proof"]["value"], 100.0);
    /// ```
    pub fn to_json(&self) -> Value {
        let nature = &self.nature;
        let levels = self.levels.iter().zip(&self.branching);
        json!({
            "game": self.game,
            "confidence": super::CONFIDENCE,
            "roles": nature.roles,
            "chance": nature.has_chance,
            "simultaneous": nature.is_simultaneous,
            "constant_sum": nature.is_constant_sum,
            "proof": proof(&self.proof),
            "levels": levels.map(|(one, branching)| level(one, branching)).collect::<Vec<_>>(),
            "swings": self.swings.as_ref().map(swings),
            "choice": self.choice.as_ref().map(choice),
            "skill": self.skill.as_ref().map(skill),
            "moves": {
                "legal": self.moves.legal.len(),
                "made": self.moves.made.len(),
                "never_made": self.moves.legal.difference(&self.moves.made).collect::<Vec<_>>(),
            },
            "notes": self.notes,
        })
    }
}

fn proof(proof: &Proof) -> Value {
    match proof {
        Proof::Proven { role, value, mv, n_nodes } => {
            json!({ "proven": true, "role": role, "value": value, "move": mv, "nodes": n_nodes })
        }
        Proof::Mixed { role, value, strategies, n_nodes } => {
            let moves = |moves: &[(String, f64)]| -> Value {
                moves.iter().map(|(mv, p)| json!({ "move": mv, "probability": p })).collect()
            };
            let strategies: serde_json::Map<String, Value> =
                strategies.iter().map(|(role, made)| (role.clone(), moves(made))).collect();
            json!({
                "proven": true, "role": role, "value": value, "strategies": strategies,
                "nodes": n_nodes,
            })
        }
        Proof::Bound { role, value, mv, assumption, why, n_nodes } => json!({
            "proven": false, "role": role, "at_least": value, "move": mv,
            "assumption": assumption.to_string(),
            "why": why.as_ref().map(ToString::to_string), "nodes": n_nodes,
        }),
        Proof::Open { why, n_nodes } => json!({
            "proven": false, "why": why.as_ref().map(ToString::to_string), "nodes": n_nodes,
        }),
        Proof::Unsuitable(why) => json!({ "proven": false, "why": why }),
    }
}

fn level(level: &Level, branching: &Course) -> Value {
    let roles: Vec<Value> = level
        .roles
        .iter()
        .map(|role| {
            let (score, goal) = (role.score.map(measured), role.goal.map(measured));
            json!({ "role": role.role, "score": score, "goal": goal })
        })
        .collect();
    json!({
        "player": level.spec, "games": level.n_games, "different_games": level.n_different,
        "unfinished": level.n_unfinished, "roles": roles, "draws": level.draws.map(measured),
        "length": spread(&level.lengths), "branching": spread(&branching.all),
        "branching_per_game": branching.games.mean().map(measured),
        "branching_by_ply": branching.by_ply,
    })
}

fn swings(swings: &Swings) -> Value {
    let large: Vec<Value> = Swings::LARGE
        .iter()
        .zip(&swings.large)
        .map(|(points, &share)| json!({ "more_than": points, "share": measured(share) }))
        .collect();
    json!({
        "games": swings.n_games, "mean": measured(swings.mean), "large": large,
        "decided": spread(&swings.decided), "sure": Swings::SURE,
        "comebacks": swings.comebacks.map(measured), "behind": Swings::BEHIND,
    })
}

fn choice(choice: &Choice) -> Value {
    json!({
        "positions": choice.n_moves.n, "close": Choice::CLOSE,
        "moves": measured(choice.n_moves), "good_moves": measured(choice.n_good),
        "good_share": measured(choice.good), "only_one": measured(choice.only_one),
        "all_alike": measured(choice.all_alike), "best_over_median": measured(choice.edge),
    })
}

fn skill(skill: &Skill) -> Value {
    let steps: Vec<Value> = skill
        .steps
        .iter()
        .map(|step| {
            json!({
                "strong": step.strong, "weak": step.weak, "wins": step.tally.wins,
                "draws": step.tally.draws, "losses": step.tally.losses,
                "score": measured(step.score), "elo": step.elo,
            })
        })
        .collect();
    json!({ "steps": steps, "total": skill.total })
}

fn spread(spread: &Spread) -> Value {
    let quantile = |share| spread.quantile(share);
    json!({
        "mean": spread.mean().map(measured), "n": spread.values().len(),
        "least": quantile(0.0), "tenth": quantile(0.1), "quarter": quantile(0.25),
        "median": quantile(0.5), "three_quarters": quantile(0.75), "nine_tenths": quantile(0.9),
        "most": quantile(1.0),
    })
}

/// JSON has no infinity: an end that nothing bounds is null.
fn measured(measured: Measured) -> Value {
    let finite = |end: f64| end.is_finite().then_some(end);
    let (low, high) = (finite(measured.interval.low), finite(measured.interval.high));
    json!({ "value": measured.value, "interval": [low, high], "n": measured.n })
}
