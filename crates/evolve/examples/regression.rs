//! Finds a formula by its values, in a few seconds, and explains it.
//!
//! `cargo run --release -p ludex-evolve --example regression`

use std::ops::ControlFlow;

use ludex_evolve::{
    BlockProgram, Columns, Config, Evaluation, Forest, ForestPlan, Function, GenerationStats,
    Primitives, Problem, Repeated, Run, Scratch, Stage, Terminal, TreePlan, Type, measures,
};

/// The parameters that differ from the defaults.
const CONFIG: &str = "
seed = 8
population = 400
generations = 40

[trees]
depth = 7

[selection]
tournament = 5

[mutations]
subtree = 1.0
constant = 1.0
factor = 1.0
";

/// Numbers in, one number out: find the formula.
struct Table {
    plan: ForestPlan,
    columns: Columns,
    wanted: Vec<f64>,
}

impl Table {
    fn new(config: &Config) -> Result<Self, ludex_evolve::PrimitivesError> {
        let terminals = ["x", "y", "useless"].into_iter().enumerate();
        let set = Primitives::builder(Type::Float)
            .functions([Function::Add, Function::Sub, Function::Mul, Function::If])
            .functions([Function::Greater, Function::NullJ])
            .terminals(terminals.map(|(id, name)| Terminal::new(id as u16, name, Type::Float)))
            .ephemeral("number", -5.0..5.0);
        let rows: Vec<(f64, f64)> =
            (0..200).map(|n| (f64::from(n % 20) / 4.0, f64::from(n / 20))).collect();
        let column = |of: fn(&(f64, f64)) -> f64| rows.iter().map(of).collect::<Vec<f64>>();
        Ok(Self {
            plan: ForestPlan::new([TreePlan::new("formula", set, config.trees)?]),
            columns: Columns::new(&[
                column(|row| row.0),
                column(|row| row.1),
                column(|row| (row.0 * 97.0).sin()),
            ]),
            wanted: column(|&(x, y)| if x > 2.0 { x * y } else { x + y * y }),
        })
    }

    fn error(&self, one: &Forest) -> f64 {
        let program = BlockProgram::new(&one.trees()[0], &self.plan.trees()[0].primitives)
            .expect("no action");
        let values = program.evaluate(&self.columns, &mut Scratch::default());
        let errors = values.iter().zip(&self.wanted).map(|(value, wanted)| (value - wanted).abs());
        errors.sum::<f64>() / self.wanted.len() as f64
    }
}

impl Problem for Table {
    type Genome = Forest;
    type Rival = ();

    fn plan(&self) -> &ForestPlan {
        &self.plan
    }

    fn evaluate(&self, stage: &Stage<'_, Forest>) -> Evaluation {
        let exam = |one: &Forest, _: usize, _: u64| -self.error(one);
        stage.evaluate(&[&Repeated { exam: &exam, times: 1 }])
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = Config::parse(CONFIG)?;
    let table = Table::new(&config)?;
    let mut run = Run::new(&table, config)?;
    run.finish(&mut |stats: &GenerationStats| {
        if stats.generation.is_multiple_of(5) {
            println!(
                "generation {:>2}: error {:.4}, mean size {:.0}",
                stats.generation, -stats.best, stats.size
            );
        }
        if stats.best == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let best = &run.best().ok_or("no generation was made")?.genome;
    let simple = best.simplify(&table.plan);
    let set = &table.plan.trees()[0].primitives;
    println!("error {:.4}: {}", table.error(best), simple.trees()[0].to_infix(set));
    let usual = -table.error(best);
    for terminal in run.terminals() {
        let strong = [(best.clone(), usual)];
        let drop = measures::disabled(terminal, &table.plan, &strong, |one| -table.error(one));
        println!("without {terminal}: worse by {drop:.4}");
    }
    Ok(())
}
