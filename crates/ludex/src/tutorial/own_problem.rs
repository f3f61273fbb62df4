//! A problem of your own for evolution.
//!
//! A problem says what individuals are made of ([`plan`](crate::evolution::Problem::plan)) and
//! how fit they are ([`evaluate`](crate::evolution::Problem::evaluate)). Everything else,
//! from selection to files that can be resumed, is done by [`Run`](crate::evolution::Run).
//!
//! # Vectors of numbers
//!
//! Weights whose sum should be 1:
//!
//! ```
//! use ludex::evolution::{
//!     Config, Evaluation, Problem, RealVector, Repeated, Run, Stage, VectorPlan,
//! };
//!
//! struct SumToOne(VectorPlan<f64>);
//!
//! impl Problem for SumToOne {
//!     type Genome = RealVector;
//!     type Rival = ();
//!
//!     fn plan(&self) -> &VectorPlan<f64> {
//!         &self.0
//!     }
//!
//!     fn evaluate(&self, stage: &Stage<'_, RealVector, ()>) -> Evaluation {
//!         // Fitness of one individual; higher is better.
//!         let exam = |one: &RealVector, _: usize, _: u64| -(one.iter().sum::<f64>() - 1.0).abs();
//!         stage.evaluate(&[&Repeated { exam: &exam, times: 1 }])
//!     }
//! }
//!
//! let config = Config { population: 50, generations: 20, ..Config::default() };
//! let problem = SumToOne(VectorPlan::new(5, 0.0..1.0));
//! let mut run = Run::new(&problem, config)?;
//! run.finish(&mut ())?;
//! assert!(run.history().last().unwrap().best > -0.01);
//! # Ok::<(), ludex::evolution::RunError>(())
//! ```
//!
//! # Trees
//!
//! A formula is a [`Forest`](crate::evolution::Forest) of one tree. Its plan lists the
//! functions and terminals; a program computes its values for columns of numbers:
//!
//! ```
//! use ludex::evolution::{Config, ForestPlan, Function, Primitives, Terminal, TreePlan, Type};
//!
//! let config = Config::default();
//! let set = Primitives::builder(Type::Float)
//!     .functions([Function::Add, Function::Mul])
//!     .terminals([Terminal::new(0, "x", Type::Float)]);
//! let plan = ForestPlan::new([TreePlan::new("formula", set, config.trees)?]);
//! assert_eq!(plan.trees()[0].name, "formula");
//! # Ok::<(), ludex::evolution::PrimitivesError>(())
//! ```
//!
//! `crates/ludex/examples/own_problem.rs` is the whole program.
