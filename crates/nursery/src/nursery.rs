//! A game to be learned, as a problem for evolution.

use std::sync::{Arc, OnceLock};

use evolve::{
    CoPlay, Config, Evaluation, Exam, Forest, ForestPlan, Guide, Guides, Outcome, Problem, Race,
    Scheme, Stage,
};
use game::Playable;
use rayon::prelude::*;
use search::evaluate::{self, Question, Vocabulary};
use search::{Context, Spec};

use crate::opponent::Opponent;
use crate::yard::Yard;
use crate::{BoutError, RaceWish, VerdictWish, Wish, WishError};

/// A game in which individuals meet guides and each other.
pub struct Nursery<G: Playable> {
    yard: Arc<Yard<G>>,
    wish: Wish,
    /// The guides as they are met while there are verdicts, and afterwards.
    guides: [Vec<Opponent<G>>; 2],
    benchmark: Opponent<G>,
    /// Names and digests of what scores depend on besides.
    digests: Vec<(String, String)>,
}

impl<G: Playable> Nursery<G> {
    /// What a file asks for, with its game.
    ///
    /// ```
    /// use std::sync::{Arc, OnceLock};
    /// use games::checkers::Checkers;
    /// use nursery::{Nursery, Wish};
    ///
    /// let text = "[problem]\ngame = 'native:lose-checkers'\n[problem.co_play]\ngames = 2\n";
    /// let mut config = evolve::Config::parse(text).unwrap();
    /// (config.population, config.generations, config.retest.every) = (8, 2, 0);
    /// let wish = Wish::read(&config).unwrap();
    /// let nursery = Nursery::new(&Arc::new(Checkers::losing()), wish, &config).unwrap();
    /// let mut run = evolve::Run::new(&nursery, config).unwrap();
    /// run.finish(&mut ()).unwrap();
    /// assert_eq!(run.history()[0].games, 16);
    /// ```
    pub fn new(game: &Arc<G>, wish: Wish, config: &Config) -> Result<Self, WishError> {
        Self::asking(game, Vec::new(), wish, config)
    }

    /// The same for a game that is given by rules, with what can be asked about it.
    pub fn asking(
        game: &Arc<G>,
        questions: Vec<Question>,
        wish: Wish,
        config: &Config,
    ) -> Result<Self, WishError> {
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        if (n_players, game.roles().len()) != (2, 2) {
            return Err(WishError(format!("{}: a game of two is needed", wish.game)));
        }
        let words = Vocabulary::of(&**game, questions).map_err(WishError)?;
        let plan = words.plan(wish.trees, config.trees, &wish.without).map_err(WishError)?;
        let plan = wish.inspire(plan)?;
        if let Some(VerdictWish { eval, .. }) = &wish.verdict {
            evaluate::named(eval, &**game, &Context::default()).map_err(WishError)?;
        }
        let yard = Arc::new(Yard {
            game: Arc::clone(game),
            words,
            plan,
            opening: wish.opening,
            plies: wish.plies,
            verdict: wish.verdict.clone(),
            fault: OnceLock::new(),
        });
        let opponent = |spec: &str, depth: u32, teaches: bool| {
            let spec = Spec::parse(spec).map_err(|error| WishError(error.to_string()))?;
            // A spec that cannot play this game is told now, not in the first game.
            spec.seat(game, &Context::default()).map_err(|error| WishError(error.to_string()))?;
            Ok(Opponent { yard: Arc::clone(&yard), spec, depth, teaches })
        };
        let guides = |teaches: bool| {
            let guides = wish.guides.iter();
            let guides = guides.map(|guide| opponent(&guide.player, wish.depth, teaches));
            guides.collect::<Result<Vec<_>, WishError>>()
        };
        Ok(Self {
            guides: [guides(true)?, guides(false)?],
            benchmark: opponent(&wish.benchmark, wish.test_depth(), false)?,
            digests: wish.digests()?,
            yard,
            wish,
        })
    }

    /// With the names and digests of what games depend on besides their players, such as
    /// the rules: a run is resumed only where they are the same.
    pub fn based_on(mut self, digests: impl IntoIterator<Item = (String, String)>) -> Self {
        self.digests.extend(digests);
        self
    }

    /// What trees are made of.
    pub fn words(&self) -> &Vocabulary {
        &self.yard.words
    }

    /// What was asked for.
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// What an individual scores in each of some games against a player, at some
    /// depth. It begins every other game.
    pub fn measure(
        &self,
        forest: &Forest,
        spec: &Spec,
        depth: u32,
        n_games: usize,
        seed: u64,
    ) -> Result<Vec<f64>, BoutError> {
        let yard = Arc::clone(&self.yard);
        let opponent = Opponent { yard, spec: spec.clone(), depth, teaches: false };
        let of = |game: usize| opponent.play(forest, game, mixed(seed, game));
        (0..n_games).into_par_iter().map(of).collect()
    }

    /// The same for another player.
    pub fn measure_player(
        &self,
        player: &Spec,
        spec: &Spec,
        n_games: usize,
        seed: u64,
    ) -> Result<Vec<f64>, BoutError> {
        let play = |game: usize| {
            let seat = |spec: &Spec, stream: usize| {
                let context = Context { seed: mixed(seed, 2 * game + stream), n_threads: 1 };
                spec.seat(&self.yard.game, &context)
            };
            let (mut one, mut other) = (seat(player, 0)?, seat(spec, 1)?);
            let (one, other) = (&mut one, &mut other);
            Ok(match game.is_multiple_of(2) {
                true => self.yard.play([one, other], false, mixed(seed, game))?.first,
                false => self.yard.play([other, one], false, mixed(seed, game))?.second,
            })
        };
        (0..n_games).into_par_iter().map(play).collect()
    }

    /// The generation in which verdicts end.
    fn n_judged(&self) -> usize {
        self.wish.verdict.as_ref().and_then(|verdict| verdict.until).unwrap_or(usize::MAX)
    }

    /// A game of a race, in whose rounds guides take turns.
    fn meet(&self, guides: &[Opponent<G>], one: &Forest, game: usize, seed: u64) -> f64 {
        let n_games = self.wish.n_games_of_round().max(1);
        let (round, mut nth) = (game / n_games, game % n_games);
        for (guide, wish) in guides.iter().zip(&self.wish.guides) {
            if nth < wish.games {
                return wish.points * guide.score(one, round * wish.games + nth, seed);
            }
            nth -= wish.games;
        }
        0.0
    }

    fn play(&self, pair: [&Forest; 2], teaches: bool, seed: u64) -> Outcome {
        let [mut one, mut other] = pair.map(|forest| self.yard.rear(forest, self.wish.depth));
        let play = || self.yard.play([&mut one, &mut other], teaches, seed);
        self.yard.or_fault(Outcome::DRAW, play)
    }
}

fn mixed(seed: u64, game: usize) -> u64 {
    game::draw::key(seed, game as u64)
}

impl<G: Playable> Problem for Nursery<G> {
    type Genome = Forest;
    type Rival = ();

    fn plan(&self) -> &ForestPlan {
        &self.yard.plan
    }

    fn evaluate(&self, stage: &Stage<'_, Forest, ()>) -> Evaluation {
        let is_judged = stage.generation < self.n_judged();
        let guides = &self.guides[usize::from(!is_judged)];
        if let Some(RaceWish { rounds, share }) = self.wish.race {
            let exam = |one: &Forest, game: usize, seed: u64| self.meet(guides, one, game, seed);
            let n_games = self.wish.n_games_of_round();
            let race = Race { exam: &exam, n_games, n_rounds: rounds, share };
            return race.evaluate(stage.population, stage.records, stage.seeds, stage.progress);
        }
        let guides = guides.iter().zip(&self.wish.guides).map(|(opponent, wish)| Guide {
            exam: opponent as &dyn Exam<Forest>,
            n_rounds: wish.rounds,
            n_games: wish.games,
            points: wish.points,
        });
        let guides = Guides { guides: guides.collect(), cutoff: self.wish.cutoff };
        let contest =
            |one: &Forest, other: &Forest, seed: u64| self.play([one, other], is_judged, seed);
        let wish = &self.wish.co_play;
        let co_play = CoPlay { contest: &contest, n_games: wish.games, points: wish.points };
        let schemes: [&dyn Scheme<Forest>; 2] = [&guides, &co_play];
        stage.evaluate(&schemes)
    }

    fn begins_anew(&self, generation: usize) -> bool {
        generation == self.n_judged()
    }

    fn benchmark(&self) -> Option<&dyn Exam<Forest>> {
        Some(&self.benchmark)
    }

    fn digests(&self) -> Vec<(String, String)> {
        self.digests.clone()
    }

    fn fault(&self) -> Option<String> {
        self.yard.fault.get().map(ToString::to_string)
    }
}
