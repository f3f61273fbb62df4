//! The page for spectators: the matches under way and those that have ended. It
//! reloads itself.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use ludex_game::Ending;
use ludex_learn::PositionView;
use ludex_report::{Page, Table};

use crate::http::{Request, Response};
use crate::lock;

/// Renders the matches of a host as a web page.
///
/// ```
/// let pages = ludex_server::host::SpectatorPages::default();
/// assert!(pages.page().contains("No match is being played."));
/// ```
#[derive(Default)]
pub struct SpectatorPages {
    /// The view of each game's positions, by the game's name.
    views: HashMap<String, PositionView>,
    /// Entries of the foot: names and values.
    foot: Vec<(String, String)>,
    matches: Mutex<MatchViews>,
}

#[derive(Default)]
struct MatchViews {
    under_way: BTreeMap<String, MatchView>,
    /// The latest first.
    ended: VecDeque<MatchView>,
}

/// The state of a match as the page shows it.
#[derive(Clone, Debug)]
pub(super) struct MatchView {
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

/// The number of ended matches that are listed.
const N_ENDED_MAX: usize = 50;

/// The time between reloads, in seconds.
const REFRESH: u32 = 2;

impl SpectatorPages {
    /// Pages that draw positions with these views, by the name of the game.
    pub fn new(views: HashMap<String, PositionView>) -> Self {
        Self { views, ..Self::default() }
    }

    /// Adds entries, names and their values, at the foot of the page.
    ///
    /// ```
    /// let foot = [("seed".to_string(), "1".to_string())];
    /// let pages = ludex_server::host::SpectatorPages::default().with_foot(foot);
    /// assert!(pages.page().contains("<dt>seed</dt><dd>1</dd>"));
    /// ```
    pub fn with_foot(self, entries: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { foot: entries.into_iter().collect(), ..self }
    }

    /// Shows a new position of a match.
    pub(super) fn show(&self, shown: MatchView) {
        let mut matches = lock(&self.matches);
        let n_plies = matches.under_way.get(&shown.id).map_or(0, |before| before.n_plies + 1);
        matches.under_way.insert(shown.id.clone(), MatchView { n_plies, ..shown });
    }

    /// Moves a match to those that have ended.
    pub(super) fn end(&self, id: &str, goals: &[u8], ending: Ending) {
        let mut matches = lock(&self.matches);
        if let Some(shown) = matches.under_way.remove(id) {
            matches.ended.push_front(MatchView { result: Some(result(goals, ending)), ..shown });
            matches.ended.truncate(N_ENDED_MAX);
        }
    }

    /// Responds to the request of a browser.
    pub fn respond(self: &Arc<Self>, request: &Request) -> Response {
        match request.path.as_str() {
            "/" => Response::page(self.page()),
            _ => Response::refusal(404, "there is one page, at /"),
        }
    }

    /// The page.
    pub fn page(&self) -> String {
        let (under_way, ended) = {
            let matches = lock(&self.matches);
            let under_way: Vec<MatchView> = matches.under_way.values().cloned().collect();
            (under_way, matches.ended.clone())
        };
        let mut page = Page::new("Ludex: matches");
        page.refresh(REFRESH);
        page.lead(match under_way.len() {
            0 => "No match is being played.".to_string(),
            1 => "One match is being played.".to_string(),
            n => format!("{n} matches are being played."),
        });
        under_way.iter().for_each(|shown| self.add(&mut page, shown));
        if !ended.is_empty() {
            let mut table = Table::new(["game", "players", "goals", "plies"]);
            for shown in &ended {
                let result = shown.result.clone().unwrap_or_default();
                let plies = shown.n_plies.to_string();
                table.row([shown.game.clone(), shown.players.join(", "), result, plies]);
            }
            page.section("Played").table(&table);
        }
        if !self.foot.is_empty() {
            page.foot(self.foot.iter().map(|(name, meaning)| (name, meaning)));
        }
        page.to_html()
    }

    fn add(&self, page: &mut Page, shown: &MatchView) {
        page.section(&shown.game);
        let by_role = |words: &[String]| {
            let pairs = shown.roles.iter().zip(words);
            pairs.map(|(role, word)| format!("{role} {word}")).collect::<Vec<_>>().join(", ")
        };
        let last = by_role(&shown.last);
        page.definitions([
            ("players", by_role(&shown.players)),
            ("plies", shown.n_plies.to_string()),
            ("last", if last.is_empty() { "none".into() } else { last }),
        ]);
        let native = PositionView::native();
        let drawn = self.views.get(&shown.game).unwrap_or(&native).drawn(&shown.position);
        for board in &drawn.boards {
            page.figure(&board.to_svg(), "");
        }
        page.paragraph(&drawn.rest);
    }
}

/// The result of a match. Goals mean nothing where the rules did not end it.
fn result(goals: &[u8], ending: Ending) -> String {
    match ending {
        Ending::Terminal => goals.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Ending::Stuck => "none: no legal move".into(),
        Ending::Capped => "none: given up".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_was_given_up_has_no_goals() {
        let pages = SpectatorPages::default();
        for (id, ending) in [("a", Ending::Terminal), ("b", Ending::Capped)] {
            let word = |text: &str| vec![text.to_string()];
            pages.show(MatchView {
                id: id.into(),
                game: "nim".into(),
                players: word("random"),
                roles: word("first"),
                position: String::new(),
                last: Vec::new(),
                n_plies: 0,
                result: None,
            });
            pages.end(id, &[0, 0], ending);
        }
        let page = pages.page();
        assert_eq!(page.matches("<td>0 0</td>").count(), 1, "{page}");
        assert_eq!(page.matches("<td>none: given up</td>").count(), 1, "{page}");
    }
}
