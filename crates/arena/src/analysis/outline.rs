//! The report of an analysis: text, tables and plots.

use ludex_report::number::{fraction, short, thousands};
use ludex_report::words::counted;
use ludex_report::{Bins, Estimate, Page, Plot, Table};
use ludex_search::equilibrium::Unsolved;

use super::{
    Analysis, Choice, Level, Measured, Proof, Section, Skill, Spread, Swings, bins, page, text,
};
use crate::stats::EloDifference;

impl Analysis {
    /// The report for a terminal of 80 columns. `used` is the section on the rules and moves that
    /// are used; see [`moves_section`](Self::moves_section).
    pub fn to_text(&self, used: Section) -> String {
        text(&format!("{}: {}", self.game, self.lead()), &self.sections(used))
    }

    /// The report for a browser.
    pub fn to_page(&self, used: Section) -> Page {
        page(&format!("Analysis of {}", self.game), &self.lead(), &self.sections(used))
    }

    /// The findings in a few sentences.
    pub fn lead(&self) -> String {
        let mut parts = vec![format!("{}.", self.nature.to_text())];
        if let Proof::Proven { .. } | Proof::Mixed { .. } = self.proof {
            parts.push(self.proof_text());
        }
        let Some(best) = self.levels.last() else { return parts.join(" ") };
        if let (Some(first), Some(draws)) = (best.roles.first(), best.draws)
            && let Some(score) = first.score
        {
            parts.push(format!(
                "Between equals ({}) {} scores {} per game; {} of games are drawn.",
                best.spec,
                first.role,
                share(score),
                percent(draws.value)
            ));
        }
        let branching = self.branching.last().and_then(|course| course.games.mean());
        if let (Some(length), Some(branching)) = (best.lengths.mean(), branching) {
            parts.push(format!(
                "Games take {:.1} plies with {:.1} moves to choose from, in the mean.",
                length.value, branching.value
            ));
        }
        if let Some(Skill { total, .. }) = &self.skill {
            let EloDifference { elo, low, high } = total;
            let above = format!("{elo:+.0} Elo [{low:+.0}, {high:+.0}] above random play");
            parts.push(format!("{} is {above}.", best.spec));
        }
        let text = parts.join(" ");
        let mut letters = text.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or(text)
    }

    /// All parts of the report.
    pub fn sections(&self, used: Section) -> Vec<Section> {
        let mut sections = vec![self.advantage(), self.draws(), self.lengths()];
        sections.extend([self.decisions(), self.choices(), used, self.depth()]);
        let mut about = Section::new("About these figures");
        about.text(format!(
            "Players of equal strength play all roles, without rotation. `random` draws its moves, \
             `uct:playouts=N` is a tree search with N random games a move. Square brackets hold \
             95% intervals. The seed, the rules and the counts above decide everything: another \
             run with the same seed and options shows the same, on any number of threads{}.",
            if self.notes.is_empty() { "" } else { ", but for the following" }
        ));
        self.notes.iter().for_each(|note| {
            about.text(note);
        });
        sections.push(about);
        sections.retain(|section| !section.blocks.is_empty());
        sections
    }

    fn advantage(&self) -> Section {
        let is_alone = self.nature.is_puzzle();
        let mut section = Section::new(match is_alone {
            true => "How well players do",
            false => "Advantage of a role",
        });
        section.text(self.proof_text());
        if self.nature.roles.is_empty() {
            return section;
        }
        section.text(match is_alone {
            true => "The mean goal that players of each strength reach, as a share of 100.",
            false => {
                "What each role scores per game between equal players: 1 for a win, a half for \
                 a draw. 0.5 is fair."
            }
        });
        section.table(self.scores_table());
        let mut plot = Plot::new("Score of each role by strength").categories(self.names());
        for (at, role) in self.nature.roles.iter().enumerate() {
            let score = |level: &Level| level.roles[at].score;
            plot.points(role, estimates(self.levels.iter().map(score)));
        }
        if !is_alone {
            plot.reference("fair", 0.5);
        }
        let caption = "Stronger players to the right, with 95% intervals.";
        section.plot(plot, caption);
        if let Some(verdict) = self.verdict() {
            section.text(verdict);
        }
        section
    }

    fn scores_table(&self) -> Table {
        let roles = &self.nature.roles;
        let cells = |score: Option<Measured>| {
            score.map_or([String::new(), String::new()], |score| {
                [format!("{:.3}", score.value), interval(score)]
            })
        };
        // Many roles do not fit side by side.
        if roles.len() > 2 {
            let head = ["player", "role", "score", "95%", "mean goal"];
            let mut table = Table::new(head).numbers_from(2);
            for level in &self.levels {
                for role in &level.roles {
                    let [score, interval] = cells(role.score);
                    let goal = role.goal.map(|goal| format!("{:.1}", goal.value));
                    let goal = goal.unwrap_or_default();
                    table.row([level.spec.clone(), role.role.clone(), score, interval, goal]);
                }
            }
            return table;
        }
        let columns = roles.iter().flat_map(|role| [role.clone(), "95%".into()]);
        let head = ["player", "games"].map(String::from).into_iter().chain(columns);
        let mut table = Table::new(head).numbers_from(1);
        for level in &self.levels {
            let scores = level.roles.iter().flat_map(|role| cells(role.score));
            let start = [level.spec.clone(), thousands(level.n_games.into())];
            table.row(start.into_iter().chain(scores));
        }
        table
    }

    /// The advantage of a role, if there is a significant one.
    fn verdict(&self) -> Option<String> {
        if self.nature.roles.len() != 2 {
            return None;
        }
        let best = self.levels.last()?;
        let names = |is_so: &dyn Fn(&Measured) -> bool| {
            let levels = self.levels.iter().zip(self.names());
            let so = levels.filter(|(level, _)| level.roles[0].score.as_ref().is_some_and(is_so));
            so.map(|(_, name)| name).collect::<Vec<_>>()
        };
        let [first, second] = [0, 1].map(|at| self.nature.roles[at].as_str());
        let (low, high) = (names(&|s| s.interval.low > 0.5), names(&|s| s.interval.high < 0.5));
        let mut parts = Vec::new();
        for (role, names) in [(first, &low), (second, &high)] {
            if !names.is_empty() {
                parts.push(format!("{role} is better off between {}.", names.join(", ")));
            }
        }
        let open = names(&|score| score.interval.contains(0.5));
        if !open.is_empty() {
            let widest = self.levels.iter().filter_map(|level| level.roles[0].score);
            let widest = widest.filter(|score| score.interval.contains(0.5));
            let reach = |score: Measured| (score.interval.high - 0.5).max(0.5 - score.interval.low);
            let reach = 100.0 * widest.map(reach).fold(0.0, f64::max);
            parts.push(format!(
                "Between {} neither is surely better off; more than {reach:.0} points of 100 would \
                 have shown.",
                open.join(", ")
            ));
        }
        let mut verdict = parts.join(" ");
        if self.nature.is_classic() && self.proof.value() == Some(50.0) {
            verdict.push_str(" With best play, though, the game is a draw.");
        }
        if best.n_different * 2 < best.n_games {
            verdict.push_str(&format!(
                " Only {} of the {} games differ, so the interval promises too much.",
                best.n_different, best.n_games
            ));
        }
        Some(verdict)
    }

    fn proof_text(&self) -> String {
        match &self.proof {
            Proof::Proven { role, value, mv, n_nodes } => {
                let result = match *value {
                    100.0 if self.nature.is_puzzle() => "The puzzle can be solved".to_string(),
                    100.0 => format!("With best play {role}, who has the first choice, wins"),
                    0.0 if !self.nature.is_puzzle() => {
                        format!("With best play {role}, who has the first choice, loses")
                    }
                    50.0 if self.nature.is_classic() => "With best play the game is a draw".into(),
                    value => format!("With best play {role} gets {value} of 100"),
                };
                let how = format!("by a search of {} positions", thousands(*n_nodes));
                match *value {
                    0.0 => format!("Proven: {result} ({how})."),
                    _ => format!("Proven: {result}, for instance with {mv} ({how})."),
                }
            }
            Proof::Mixed { role, value, strategies, n_nodes } => {
                let value = short(*value);
                let mixed: Vec<String> = strategies.iter().map(strategy_text).collect();
                let n_joints = thousands(*n_nodes);
                format!(
                    "Proven: With best play {role} gets {value} of 100 in the mean; at first {} \
                     (by a search of {n_joints} joint moves).",
                    mixed.join(", ")
                )
            }
            Proof::Bound { role, value, mv, assumption, why, .. } => format!(
                "{role} can be sure of at least {value} of 100, for instance with {mv}; that is \
                 its value {assumption}. What best play leads to is not known{}",
                why_text(why.as_ref())
            ),
            Proof::Open { why, .. } => {
                format!("What best play leads to is not known{}", why_text(why.as_ref()))
            }
            Proof::Unsuitable(why) => why.clone(),
        }
    }

    fn draws(&self) -> Section {
        let mut section = Section::new("Draws");
        if self.nature.roles.len() < 2 {
            return section;
        }
        section.text(match self.nature.roles.len() {
            2 => "The share of games that end with equal goals.",
            _ => "The share of games without a single winner.",
        });
        let mut table =
            Table::new(["player", "games", "drawn", "95%", "unfinished"]).numbers_from(1);
        for level in &self.levels {
            let drawn = level.draws.map(|draws| percent(draws.value)).unwrap_or_default();
            let interval = level.draws.map(percents).unwrap_or_default();
            let (n_games, n_unfinished) = (level.n_games.into(), level.n_unfinished.into());
            let unfinished = thousands(n_unfinished);
            table.row([level.spec.clone(), thousands(n_games), drawn, interval, unfinished]);
        }
        section.table(table);
        if self.levels.iter().any(|level| level.n_unfinished > 0) {
            section.text(format!(
                "Unfinished games were given up after {} plies, or a role had no legal move. They \
                 count half a point for everyone above, and are left out here.",
                super::watch::N_PLIES_MAX
            ));
        }
        let is_none = |level: &Level| level.draws.is_none_or(|draws| draws.value == 0.0);
        if self.levels.iter().all(is_none) {
            let n_games: u32 = self.levels.iter().map(|level| level.n_games).sum();
            section.text(format!("There was no draw in {}.", counted(n_games, "game")));
        } else {
            let draws = self.levels.iter().map(|level| level.draws);
            let percent = |draws: Measured| Measured {
                value: 100.0 * draws.value,
                interval: crate::stats::Interval {
                    low: 100.0 * draws.interval.low,
                    high: 100.0 * draws.interval.high,
                },
                n: draws.n,
            };
            let mut plot = Plot::new("Draws by strength, in %").categories(self.names());
            plot.points("", estimates(draws.map(|draws| draws.map(percent))));
            section.plot(plot, "Drawn games, with 95% intervals.");
        }
        section
    }

    fn lengths(&self) -> Section {
        let mut section = Section::new("Length and branching");
        let head = ["player", "plies", "95%", "least", "10%", "median", "90%", "most"];
        let mut table = Table::new(head).numbers_from(1).caption("Length of a game in plies");
        for level in &self.levels {
            table.row(spread_row(&level.spec, &level.lengths, level.lengths.mean()));
        }
        section.table(table);
        let head = ["player", "moves", "95%", "least", "10%", "median", "90%", "most"];
        let caption = match self.nature.is_simultaneous {
            true => "Legal moves at a ply, in all combinations of the players' choices",
            false => "Legal moves to choose from at a ply",
        };
        let mut table = Table::new(head).numbers_from(1).caption(caption);
        for (level, course) in self.levels.iter().zip(&self.branching) {
            table.row(spread_row(&level.spec, &course.all, course.games.mean()));
        }
        section.table(table);
        let ends: Vec<&Level> = self.ends();
        let lengths: Vec<(&str, &Spread)> =
            ends.iter().map(|level| (&level.spec[..], &level.lengths)).collect();
        let (plot, small) = histograms("Length of games", "plies", &lengths);
        section.histogram(plot, "How long games take, in % of the games of each strength.", small);
        let mut plot = Plot::new("Moves to choose from by ply").labels("ply", "moves");
        let at_ends = [0, self.levels.len().saturating_sub(1)];
        for &at in at_ends.iter().take(ends.len()) {
            let course = ludex_report::numbered(self.branching[at].by_ply.iter().copied());
            plot.line(&self.levels[at].spec, course.map(|(ply, value)| (ply + 1.0, value)));
        }
        section.plot(plot, "Means over the games that lasted so long, while one in twenty did.");
        section
    }

    fn decisions(&self) -> Section {
        let mut section = Section::new("Decisive moves");
        let (Some(swings), Some(best)) = (&self.swings, self.levels.last()) else {
            section.text("No player told what it expects, so nothing can be said here.");
            return section;
        };
        section.text(format!(
            "At each decision a player's search says what it expects, from 0 to 100. A swing is how \
             far this moves until the player's next decision, or to the result. From {} of {}.",
            counted(swings.n_games, "game"),
            best.spec
        ));
        let mut table = Table::new(["measure", "value", "95%"]).numbers_from(1);
        let mean = format!("{:.1}", swings.mean.value);
        table.row(["mean swing, in points of 100".into(), mean, interval_1(swings.mean)]);
        for (points, &large) in Swings::LARGE.iter().zip(&swings.large) {
            let what = format!("decisions with a swing of more than {points}");
            table.row([what, percent(large.value), percents(large)]);
        }
        if let (Some(mean), Some(median)) = (swings.decided.mean(), swings.decided.quantile(0.5)) {
            let (n_won, median) = (swings.decided.values().len(), percent(median));
            let what = format!("where {n_won} won games are decided (median {median})");
            table.row([what, percent(mean.value), percents(mean)]);
        }
        if let Some(comebacks) = swings.comebacks {
            let what = format!("won games whose winner once expected below {}", Swings::BEHIND);
            table.row([what, percent(comebacks.value), percents(comebacks)]);
        }
        section.table(table);
        if swings.decided.values().is_empty() {
            section.text(match self.nature.is_puzzle() {
                true => "When a game is decided is a question for two or more players.",
                false => "No game was won, so none was decided before its end.",
            });
        } else {
            section.text(format!(
                "A game is decided when its winner expects at least {} and never less again: 0% is \
                 the beginning, 100% the last move.",
                Swings::SURE
            ));
            let shares: Spread =
                swings.decided.values().iter().map(|share| 100.0 * share).collect();
            let title = "When games are decided, in %";
            let label = "% of the game's length";
            let (plot, small) = bins::plots(&Bins::OF_PERCENT, title, label, &[("", &shares)]);
            section.histogram(plot, "In % of the games that were won.", small);
        }
        section
    }

    fn choices(&self) -> Section {
        let mut section = Section::new("Choices that matter");
        let (Some(choice), Some(best)) = (&self.choice, self.levels.last()) else {
            section.text(
                "Moves are compared one by one only where one player or two opponents take turns, \
                 without chance; this is left out here.",
            );
            return section;
        };
        section.text(format!(
            "In {} with a choice, from games of {}, what follows each legal move was \
             searched with {} playouts. A move is about as good as the best if it is worth at most \
             {} points of 100 less.",
            counted(choice.n_moves.n, "position"),
            best.spec,
            super::plan::N_PLAYOUTS_PER_MOVE,
            Choice::CLOSE
        ));
        let mut table = Table::new(["measure", "value", "95%"]).numbers_from(1);
        let mut number = |what: &str, value: Measured| {
            table.row([what.into(), format!("{:.1}", value.value), interval_1(value)]);
        };
        number("legal moves", choice.n_moves);
        number("moves about as good as the best, with the best", choice.n_good);
        number("best move over the median one, in points of 100", choice.edge);
        let mut part = |what: &str, value: Measured| {
            table.row([what.into(), percent(value.value), percents(value)]);
        };
        part("legal moves that are about as good as the best", choice.good);
        part("positions with one good move only", choice.only_one);
        part("positions in which all moves are alike", choice.all_alike);
        section.table(table);
        let (plot, small) =
            histograms("Good moves in a position", "moves", &[("", &choice.counts)]);
        section.histogram(plot, "Moves about as good as the best, in % of the positions.", small);
        section
    }

    /// The section on moves, by name: all that is known without the rules.
    pub fn moves_section(&self) -> Section {
        let mut section = Section::new("Moves");
        let n_games: u32 = self.levels.iter().map(|level| level.n_games).sum();
        let never: Vec<&str> =
            self.moves.legal.difference(&self.moves.made).map(String::as_str).collect();
        section.text(format!(
            "{} legal in {}, of which the strongest players never made {}.",
            match self.moves.legal.len() {
                1 => "One move was".into(),
                n => format!("{} different moves were", thousands(n as u64)),
            },
            counted(n_games, "game"),
            thousands(never.len() as u64)
        ));
        if !never.is_empty() {
            section.text(format!("Never made: {}.", listed(&never, 24)));
        }
        section
    }

    fn depth(&self) -> Section {
        let mut section = Section::new("How much skill matters");
        let Some(Skill { steps, total }) = &self.skill else {
            section.text("A single player has no opponent; see the results of players above.");
            return section;
        };
        section.text(match self.nature.roles.len() {
            2 => "Each strength against the one before, in both roles in turn.",
            _ => {
                "One player of each strength among others of the one before, in all roles in turn."
            }
        });
        let head = ["stronger", "weaker", "won-drawn-lost", "score", "95%", "Elo", "95%"];
        let mut table = Table::new(head).numbers_from(2);
        for step in steps {
            let tally = step.tally;
            let EloDifference { elo, low, high } = step.elo;
            table.row([
                step.strong.replace("playouts=", ""),
                step.weak.replace("playouts=", ""),
                format!("{}-{}-{}", tally.wins, tally.draws, tally.losses),
                format!("{:.3}", step.score.value),
                interval(step.score),
                format!("{elo:+.0}"),
                format!("{low:+.0}..{high:+.0}"),
            ]);
        }
        section.table(table);
        let names = steps.iter().map(|step| step.strong.replace("uct:playouts=", "uct:"));
        let mut plot = Plot::new("Elo above the strength before").categories(names);
        plot.points(
            "",
            (0..).zip(steps).map(|(at, step)| Estimate {
                x: f64::from(at),
                value: step.elo.elo,
                low: step.elo.low,
                high: step.elo.high,
            }),
        );
        plot.reference("no gain", 0.0);
        section.plot(plot, "What the next strength gains, with 95% intervals.");
        let is_clean = steps.iter().any(|step| step.score.value == 1.0);
        section.text(format!(
            "In all, {:+.0} Elo [{:+.0}, {:+.0}] from random play to the strongest player here. The \
             more, the deeper the game, as far as these players see.{}",
            total.elo,
            total.low,
            total.high,
            match is_clean {
                true => " Where all games were won, the true difference may be larger.",
                false => "",
            }
        ));
        section
    }

    fn names(&self) -> Vec<String> {
        self.levels.iter().map(|level| level.spec.replace("playouts=", "")).collect()
    }

    /// The weakest and the strongest level.
    fn ends(&self) -> Vec<&Level> {
        match &self.levels[..] {
            [] => Vec::new(),
            [only] => vec![only],
            [first, .., last] => vec![first, last],
        }
    }
}

/// The end of a sentence with the reason why best play is not known.
fn why_text(why: Option<&Unsolved>) -> String {
    let Some(why) = why else { return ".".into() };
    match why {
        Unsolved::Nodes(_) | Unsolved::Stopped | Unsolved::Memory(_) => {
            format!(": {why}. `ludex solve` can be given more.")
        }
        _ => format!(": {why}."),
    }
}

/// A player's first moves with their probabilities.
fn strategy_text((role, moves): &(String, Vec<(String, f64)>)) -> String {
    let moves: Vec<String> =
        moves.iter().map(|(mv, probability)| format!("{mv} {}", fraction(*probability))).collect();
    format!("{role} plays {}", moves.join(", "))
}

fn estimates(values: impl Iterator<Item = Option<Measured>>) -> Vec<Estimate> {
    let estimate = |(at, value): (usize, Option<Measured>)| {
        let Measured { value, interval, .. } = value?;
        Some(Estimate { x: at as f64, value, low: interval.low, high: interval.high })
    };
    values.enumerate().filter_map(estimate).collect()
}

fn spread_row(name: &str, spread: &Spread, mean: Option<Measured>) -> Vec<String> {
    let mut row = vec![name.to_string()];
    row.push(mean.map(|mean| format!("{:.1}", mean.value)).unwrap_or_default());
    row.push(mean.map(interval_1).unwrap_or_default());
    let quantiles = [0.0, 0.1, 0.5, 0.9, 1.0].map(|share| spread.quantile(share));
    row.extend(quantiles.map(|value| value.map(ludex_report::number::short).unwrap_or_default()));
    row
}

/// Some distributions of whole numbers over the same bins, in percent, and the same
/// in lines for a terminal.
fn histograms(title: &str, label: &str, spreads: &[(&str, &Spread)]) -> (Plot, Plot) {
    bins::plots(&bins::of_whole(spreads), &format!("{title}, in %"), label, spreads)
}

/// Names with commas, cut off when there are many.
fn listed(names: &[&str], n_max: usize) -> String {
    match names.len() > n_max {
        true => format!("{} and {} more", names[..n_max].join(", "), names.len() - n_max),
        false => names.join(", "),
    }
}

fn share(measured: Measured) -> String {
    format!("{:.2} {:.2}", measured.value, measured.interval)
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn percents(measured: Measured) -> String {
    let end = |end: f64| format!("{:.1}", 100.0 * end.clamp(0.0, 1.0));
    format!("{}-{}%", end(measured.interval.low), end(measured.interval.high))
}

fn interval(measured: Measured) -> String {
    format!("{:.3}-{:.3}", measured.interval.low, measured.interval.high)
}

fn interval_1(measured: Measured) -> String {
    match measured.interval.low.is_finite() {
        true => format!("{:.1}-{:.1}", measured.interval.low, measured.interval.high),
        false => String::new(),
    }
}
