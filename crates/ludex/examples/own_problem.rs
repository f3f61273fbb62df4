//! Evolves a formula for a problem of one's own: the numbers x * x + x.

use ludex::evolution::{
    BlockProgram, Columns, Config, Evaluation, Forest, ForestPlan, Function, Primitives, Problem,
    Repeated, Run, Scratch, Stage, Terminal, TreePlan, Type,
};

struct Formula(ForestPlan);

impl Problem for Formula {
    type Genome = Forest;
    type Rival = ();

    fn plan(&self) -> &ForestPlan {
        &self.0
    }

    fn evaluate(&self, stage: &Stage<'_, Forest>) -> Evaluation {
        let xs: Vec<f64> = (0..20).map(f64::from).collect();
        let error = |one: &Forest, _: usize, _: u64| {
            let program = BlockProgram::new(&one.trees()[0], &self.0.trees()[0].primitives)
                .expect("the primitives have no actions");
            let columns = Columns::new(std::slice::from_ref(&xs));
            let values = program.evaluate(&columns, &mut Scratch::default());
            -values.iter().zip(&xs).map(|(value, x)| (value - (x * x + x)).abs()).sum::<f64>()
        };
        stage.evaluate(&[&Repeated { exam: &error, times: 1 }])
    }
}

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = Config { population: 100, generations: 20, ..Config::default() };
    let set = Primitives::builder(Type::Float)
        .functions([Function::Add, Function::Mul])
        .terminals([Terminal::new(0, "x", Type::Float)]);
    let problem = Formula(ForestPlan::new([TreePlan::new("formula", set, config.trees)?]));
    let mut run = Run::new(&problem, config)?;
    run.finish(&mut ())?;
    let best = run.best().expect("individuals were evaluated");
    println!("{}", best.genome.trees()[0].to_infix(&problem.0.trees()[0].primitives));
    assert!(run.history().last().is_some_and(|stats| stats.best > -1.0));
    Ok(())
}
