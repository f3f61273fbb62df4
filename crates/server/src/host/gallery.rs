//! What spectators see: the matches under way, on a page that renews itself.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::Ending;
use gdl::{Engine, Sheet};
use learn::structure::{self, Board, Budget, Structure};
use report::{Page, Table};

use crate::http::{Request, Response};
use crate::lock;

/// Shows matches to spectators.
///
/// ```
/// let gallery = server::host::Gallery::default();
/// assert!(gallery.page().contains("Nobody plays."));
/// ```
#[derive(Default)]
pub struct Gallery {
    scenes: HashMap<String, Scene>,
    /// How the page came to be.
    foot: Vec<(String, String)>,
    sights: Mutex<Sights>,
}

/// How positions of a game are drawn.
pub struct Scene {
    structure: Structure,
}

#[derive(Default)]
struct Sights {
    under_way: BTreeMap<String, Sight>,
    /// The latest first.
    ended: VecDeque<Sight>,
}

/// A match, as it can be seen.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub(super) id: String,
    pub(super) game: String,
    pub(super) players: Vec<String>,
    pub(super) roles: Vec<String>,
    pub(super) position: String,
    pub(super) last: Vec<String>,
    pub(super) n_plies: u32,
    /// How it ended.
    pub(super) result: Option<String>,
}

/// How many matches are listed after their end.
const N_ENDED_MAX: usize = 50;

/// How often the page renews itself, in seconds.
const REFRESH: u32 = 2;

impl Scene {
    /// Finds out what positions of a game look like, in a moment's random games.
    pub fn find(sheet: &Sheet, engine: &Engine, seed: u64) -> Self {
        let budget = Budget {
            seed,
            n_games_max: 500,
            n_facts_max: 150_000,
            n_facts_max_slow: 30_000,
            time_max: Duration::from_millis(500),
            ..Budget::default()
        };
        Self { structure: Structure::find(sheet, engine, &budget) }
    }
}

impl Gallery {
    /// A gallery that can draw some games.
    pub fn new(scenes: HashMap<String, Scene>) -> Self {
        Self { scenes, ..Self::default() }
    }

    /// With names and what they stand for at the foot of its page.
    ///
    /// ```
    /// let foot = [("seed".to_string(), "1".to_string())];
    /// let gallery = server::host::Gallery::default().with_foot(foot);
    /// assert!(gallery.page().contains("<dt>seed</dt><dd>1</dd>"));
    /// ```
    pub fn with_foot(self, entries: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { foot: entries.into_iter().collect(), ..self }
    }

    /// Shows a position of a match.
    pub(super) fn show(&self, sight: Sight) {
        let mut sights = lock(&self.sights);
        let n_plies = sights.under_way.get(&sight.id).map_or(0, |before| before.n_plies + 1);
        sights.under_way.insert(sight.id.clone(), Sight { n_plies, ..sight });
    }

    /// Shows how a match ended.
    pub(super) fn end(&self, id: &str, goals: &[u8], ending: Ending) {
        let mut sights = lock(&self.sights);
        if let Some(sight) = sights.under_way.remove(id) {
            sights.ended.push_front(Sight { result: Some(result(goals, ending)), ..sight });
            sights.ended.truncate(N_ENDED_MAX);
        }
    }

    /// Answers spectators.
    pub fn respond(self: &Arc<Self>, request: &Request) -> Response {
        match request.path.as_str() {
            "/" => Response::page(self.page()),
            _ => Response::refusal(404, "there is one page, at /"),
        }
    }

    /// The page.
    pub fn page(&self) -> String {
        let (under_way, ended) = {
            let sights = lock(&self.sights);
            let under_way: Vec<Sight> = sights.under_way.values().cloned().collect();
            (under_way, sights.ended.clone())
        };
        let mut page = Page::new("Ludex: matches");
        page.refresh(REFRESH);
        page.lead(match under_way.len() {
            0 => "Nobody plays.".to_string(),
            1 => "One match is being played.".to_string(),
            n => format!("{n} matches are being played."),
        });
        under_way.iter().for_each(|sight| self.add(&mut page, sight));
        if !ended.is_empty() {
            let mut table = Table::new(["game", "players", "goals", "plies"]);
            for sight in &ended {
                let result = sight.result.clone().unwrap_or_default();
                let plies = sight.n_plies.to_string();
                table.row([sight.game.clone(), sight.players.join(", "), result, plies]);
            }
            page.section("Played").table(&table);
        }
        if !self.foot.is_empty() {
            page.foot(self.foot.iter().map(|(name, meaning)| (name, meaning)));
        }
        page.to_html()
    }

    fn add(&self, page: &mut Page, sight: &Sight) {
        page.section(&sight.game);
        let by_role = |words: &[String]| {
            let pairs = sight.roles.iter().zip(words);
            pairs.map(|(role, word)| format!("{role} {word}")).collect::<Vec<_>>().join(", ")
        };
        let last = by_role(&sight.last);
        page.definitions([
            ("players", by_role(&sight.players)),
            ("plies", sight.n_plies.to_string()),
            ("last", if last.is_empty() { "none".into() } else { last }),
        ]);
        let rest = match self.scenes.get(&sight.game) {
            Some(scene) => scene.draw(page, &sight.position),
            None => sight.position.clone(),
        };
        page.paragraph(&rest);
    }
}

/// The goals of a match, which mean nothing where the rules did not end it.
fn result(goals: &[u8], ending: Ending) -> String {
    match ending {
        Ending::Terminal => goals.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Ending::Stuck => "none: no legal move".into(),
        Ending::Capped => "none: given up".into(),
    }
}

impl Scene {
    /// Draws the boards of a position; tells the facts that they do not show.
    fn draw(&self, page: &mut Page, position: &str) -> String {
        let Ok(facts) = self.structure.terms.read_all(position) else { return position.into() };
        let terms = &self.structure.terms;
        let pictures = structure::draw(&self.structure, &facts);
        let is_drawn = |board: &Board| board.coordinates.is_some() || !board.plane.up.is_empty();
        let boards =
            self.structure.boards.iter().zip(pictures).filter(|(board, _)| is_drawn(board));
        let boards: Vec<_> = boards.collect();
        for (_, picture) in &boards {
            page.figure(&picture.to_svg(), "");
        }
        let is_shown = |fact| boards.iter().any(|(board, _)| board.read(terms, fact).is_some());
        let rest = facts.iter().filter(|&&fact| !is_shown(fact));
        rest.map(|&fact| terms.show(fact).to_string()).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_was_given_up_has_no_goals() {
        let gallery = Gallery::default();
        for (id, ending) in [("a", Ending::Terminal), ("b", Ending::Capped)] {
            let word = |text: &str| vec![text.to_string()];
            gallery.show(Sight {
                id: id.into(),
                game: "nim".into(),
                players: word("random"),
                roles: word("first"),
                position: String::new(),
                last: Vec::new(),
                n_plies: 0,
                result: None,
            });
            gallery.end(id, &[0, 0], ending);
        }
        let page = gallery.page();
        assert_eq!(page.matches("<td>0 0</td>").count(), 1, "{page}");
        assert_eq!(page.matches("<td>none: given up</td>").count(), 1, "{page}");
    }
}
