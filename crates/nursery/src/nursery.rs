//! A game to be learned, as a problem for evolution.

use std::sync::Arc;

use evolve::{
    CoPlay, Config, Evaluation, Exam, Forest, ForestPlan, Guide, Guides, Outcome, Problem, Scheme,
    Stage,
};
use game::Playable;
use rayon::prelude::*;
use search::evaluate::Vocabulary;
use search::{Context, Spec};

use crate::bout::{Reared, bout};
use crate::{Wish, WishError};

/// A game in which individuals meet guides and each other.
pub struct Nursery<G: Playable> {
    game: Arc<G>,
    plan: ForestPlan,
    wish: Wish,
    guides: Vec<Opponent<G>>,
    benchmark: Opponent<G>,
}

/// A fixed player, as an examiner.
struct Opponent<G: Playable> {
    game: Arc<G>,
    plan: ForestPlan,
    spec: Spec,
    depth: u32,
    plies: u32,
}

impl<G: Playable> Nursery<G> {
    /// What a file asks for, with its game.
    ///
    /// ```
    /// use std::sync::Arc;
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
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        if (n_players, game.roles().len()) != (2, 2) {
            return Err(WishError(format!("{}: a game of two is needed", wish.game)));
        }
        let words = Vocabulary::of(&**game).map_err(WishError)?;
        let plan = words.plan(wish.trees, config.trees, &wish.without).map_err(WishError)?;
        let seeds = wish.seeds.iter().map(|text| {
            Forest::parse(text, &plan).map_err(|error| WishError(format!("a seed: {error}")))
        });
        let seeds = seeds.collect::<Result<Vec<_>, _>>()?;
        let plan = plan.clone().seeds(seeds).map_err(|error| WishError(error.to_string()))?;
        let opponent = |spec: &str| {
            let spec = Spec::parse(spec).map_err(|error| WishError(error.to_string()))?;
            // A spec that cannot play this game is told now, not in the first game.
            spec.seat(game, &Context::default()).map_err(|error| WishError(error.to_string()))?;
            let (game, plan) = (Arc::clone(game), plan.clone());
            Ok(Opponent { game, plan, spec, depth: wish.depth, plies: wish.plies })
        };
        let guides = wish.guides.iter().map(|guide| opponent(&guide.player));
        Ok(Self {
            guides: guides.collect::<Result<_, WishError>>()?,
            benchmark: opponent(&wish.benchmark)?,
            game: Arc::clone(game),
            plan,
            wish,
        })
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
    ) -> Vec<f64> {
        let opponent = Opponent {
            game: Arc::clone(&self.game),
            plan: self.plan.clone(),
            spec: spec.clone(),
            depth,
            plies: self.wish.plies,
        };
        let of = |game: usize| opponent.score(forest, game, mixed(seed, game));
        (0..n_games).into_par_iter().map(of).collect()
    }

    fn play(&self, one: &Forest, other: &Forest) -> Outcome {
        let rear = |forest| Reared::new(&self.game, forest, &self.plan, self.wish.depth);
        bout(&*self.game, [&mut rear(one), &mut rear(other)], self.wish.plies)
    }
}

fn mixed(seed: u64, game: usize) -> u64 {
    game::draw::key(seed, game as u64)
}

impl<G: Playable> Exam<Forest> for Opponent<G> {
    fn score(&self, one: &Forest, game: usize, seed: u64) -> f64 {
        let context = Context { seed, n_threads: 1 };
        let Ok(mut guide) = self.spec.seat(&self.game, &context) else { return 0.0 };
        let mut reared = Reared::new(&self.game, one, &self.plan, self.depth);
        // Colours change from game to game.
        match game.is_multiple_of(2) {
            true => bout(&*self.game, [&mut reared, &mut *guide.player], self.plies).first,
            false => bout(&*self.game, [&mut *guide.player, &mut reared], self.plies).second,
        }
    }
}

impl<G: Playable> Problem for Nursery<G> {
    type Genome = Forest;
    type Rival = ();

    fn plan(&self) -> &ForestPlan {
        &self.plan
    }

    fn evaluate(&self, stage: &Stage<'_, Forest, ()>) -> Evaluation {
        let guides = self.guides.iter().zip(&self.wish.guides).map(|(opponent, wish)| Guide {
            exam: opponent as &dyn Exam<Forest>,
            n_rounds: wish.rounds,
            n_games: wish.games,
            points: wish.points,
        });
        let guides = Guides { guides: guides.collect(), cutoff: self.wish.cutoff };
        let contest = |one: &Forest, other: &Forest, _: u64| self.play(one, other);
        let wish = &self.wish.co_play;
        let co_play = CoPlay { contest: &contest, n_games: wish.games, points: wish.points };
        let schemes: [&dyn Scheme<Forest>; 2] = [&guides, &co_play];
        stage.evaluate(&schemes)
    }

    fn benchmark(&self) -> Option<&dyn Exam<Forest>> {
        Some(&self.benchmark)
    }
}
