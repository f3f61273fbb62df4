//! The service of players in hosted matches: late, illegal and missing answers, and
//! spare time.

use std::collections::BTreeMap;
use std::time::Duration;

use ludex_arena::page::short_name;
use ludex_report::Table;
use serde_json::{Value, json};

use super::hosted_match::{Fault, Played};

/// The service of all players of some matches.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// By the specs of players.
    pub services: BTreeMap<String, Service>,
    /// Matches played.
    pub n_matches: u32,
}

/// The service of one player.
#[derive(Clone, Debug, Default)]
pub struct Service {
    /// Requests for a move.
    pub n_turns: u32,
    /// Requests without an answer in time.
    pub n_late: u32,
    /// Answers that were not legal.
    pub n_illegal: u32,
    /// Requests that could not be sent.
    pub n_lost: u32,
    /// The time left on the clock, in milliseconds, in turns that were neither forced nor
    /// reported as solved.
    pub spare_ms: Vec<f64>,
}

impl Summary {
    /// Counts a match.
    pub(super) fn add(&mut self, players: &[String], played: &Played, clock: Duration) {
        self.n_matches += 1;
        for turn in &played.turns {
            let service = self.services.entry(players[turn.player].clone()).or_default();
            service.n_turns += 1;
            match &turn.fault {
                Some(Fault::Late) => service.n_late += 1,
                Some(Fault::Illegal(_)) => service.n_illegal += 1,
                Some(Fault::Lost(_)) => service.n_lost += 1,
                None => {}
            }
            let is_free = turn.thought.as_deref().is_none_or(|word| word != "solved");
            if is_free && !turn.is_forced && turn.fault.is_none() {
                service.spare_ms.push(1000.0 * (clock.as_secs_f64() - turn.time.as_secs_f64()));
            }
        }
    }

    /// Whether every move was the players' own.
    pub fn is_clean(&self) -> bool {
        self.services.values().all(|service| service.n_replaced() == 0)
    }

    /// For a terminal.
    pub fn to_text(&self) -> String {
        let head = ["player", "turns", "late", "illegal", "lost", "spare ms: 1%", "50%", "99%"];
        let mut table = Table::new(head).numbers_from(1);
        for (name, service) in &self.services {
            let spare = |share| service.spare(share).map_or(String::new(), |ms| format!("{ms:.0}"));
            let Service { n_turns, n_late, n_illegal, n_lost, .. } = service;
            let counts = [n_turns, n_late, n_illegal, n_lost].map(ToString::to_string);
            let mut row = vec![short_name(name).to_string()];
            row.extend(counts);
            row.extend([0.01, 0.5, 0.99].map(spare));
            table.row(row);
        }
        table.to_text()
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        let service = |(name, service): (&String, &Service)| {
            json!({
                "player": name, "turns": service.n_turns, "late": service.n_late,
                "illegal": service.n_illegal, "lost": service.n_lost,
                "free_turns": service.spare_ms.len(),
                "spare_ms": {
                    "p1": service.spare(0.01), "p50": service.spare(0.5), "p99": service.spare(0.99),
                    "least": service.spare(0.0),
                },
            })
        };
        let services: Vec<Value> = self.services.iter().map(service).collect();
        json!({ "matches": self.n_matches, "players": services })
    }
}

impl Service {
    /// Number of moves that were drawn for it.
    pub fn n_replaced(&self) -> u32 {
        self.n_late + self.n_illegal + self.n_lost
    }

    /// The time that was left on the clock in all but a share of its turns.
    pub fn spare(&self, share: f64) -> Option<f64> {
        let mut sorted = self.spare_ms.clone();
        sorted.sort_by(f64::total_cmp);
        let at = (sorted.len() as f64 * share).ceil() as usize;
        sorted.get(at.saturating_sub(1)).copied()
    }
}
