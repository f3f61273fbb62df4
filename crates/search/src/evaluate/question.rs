//! Questions: named sums of measures that evolved trees use as terminals.
//!
//! ```text
//! question number_of_white
//! 1 (cell 1 1 white)
//! 1 (cell 1 2 white)
//! test white_at 0
//! 1 (cell 1 1 white)
//! test white_at 1
//! 1 (cell 1 2 white)
//! ```
//!
//! The lines below a name are those of a [linear evaluator](super::LinearEvaluator). A
//! `test` is true or false. Numbered questions of one name are the cases of one
//! question; a number without a case is 0.

use std::fmt;
use std::sync::Arc;

use ludex_game::Playable;

use super::Part;
use super::linear::{read_part, read_weighted, write_part};
use super::measures::{AnyMeasure, Position, WeightedMeasures};

/// A terminal of evolved trees that is computed from facts.
///
/// ```
/// use ludex_search::evaluate::{AnyMeasure, Case, Question};
///
/// let measures = vec![(1.0, AnyMeasure::Facts(vec!["(control white)".into()]))];
/// let case = Case { number: None, measures, parts: Vec::new() };
/// let question = Question { name: "turn".into(), is_truth: true, cases: vec![case] };
/// assert_eq!(question.to_string(), "test turn\n1 (control white)\n");
/// assert_eq!(Question::n_cases(&question), 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its name in trees.
    pub name: String,
    /// Whether the answer is a truth value.
    pub is_truth: bool,
    /// One case without a number, or numbered ones.
    pub cases: Vec<Case>,
}

/// The measures of one answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// The parameter by which trees select the case, if there are several cases.
    pub number: Option<u16>,
    /// The measures, with weights.
    pub measures: Vec<(f64, AnyMeasure)>,
    /// The parts of plans to which measures refer.
    pub parts: Vec<Part<String>>,
}

impl Question {
    /// Number of its cases by number: 0 if it has a single case without a number.
    pub fn n_cases(&self) -> u16 {
        self.cases.iter().filter_map(|case| case.number).max().map_or(0, |last| last + 1)
    }

    /// The answer in a position, for the case of a number. Compiles the question on each call;
    /// trees compile theirs once. The error lists the names that the game lacks.
    pub fn answer<G: Playable>(
        &self,
        number: u16,
        game: &G,
        state: &G::State,
    ) -> Result<f64, String> {
        let answers = Answers::new(std::slice::from_ref(self), game)?;
        Ok(answers.value((0, number), game, state, &mut Vec::new()))
    }

    /// Adds a line to a list of questions. The error describes the problem.
    pub(super) fn read_line(list: &mut Vec<Self>, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_truth = match words[0] {
            "question" => false,
            "test" => true,
            "part" => {
                last_case(list)?.parts.push(read_part(line)?);
                return Ok(());
            }
            _ => {
                last_case(list)?.measures.push(read_weighted(line)?);
                return Ok(());
            }
        };
        let number = match words[1..] {
            [_] => None,
            [_, number] => {
                let number = number.parse().ok().filter(|number| *number < u16::MAX);
                Some(number.ok_or_else(|| format!("`{}` is no number of a question", words[2]))?)
            }
            _ => return Err(format!("`{line}`: a name is needed, and maybe a number")),
        };
        let case = Case { number, ..Case::default() };
        match list.last_mut().filter(|last| last.name == words[1] && number.is_some()) {
            Some(last) => last.cases.push(case),
            None => {
                if list.iter().any(|other| other.name == words[1]) {
                    return Err(format!("`{}` is asked already", words[1]));
                }
                list.push(Self { name: words[1].into(), is_truth, cases: vec![case] });
            }
        }
        Ok(())
    }
}

fn last_case(list: &mut [Question]) -> Result<&mut Case, String> {
    let last = list.last_mut().and_then(|question| question.cases.last_mut());
    last.ok_or_else(|| "`question` and its name must come first".into())
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_truth { "test" } else { "question" };
        for case in &self.cases {
            write!(f, "{kind} {}", self.name)?;
            match case.number {
                Some(number) => writeln!(f, " {number}")?,
                None => writeln!(f)?,
            }
            case.measures.iter().try_for_each(|(weight, one)| writeln!(f, "{weight} {one}"))?;
            case.parts.iter().try_for_each(|part| write_part(f, part))?;
        }
        Ok(())
    }
}

/// Questions compiled for a game, shared by all trees.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// For each question, the sum for each number.
    of_question: Arc<Vec<(bool, Vec<WeightedMeasures>)>>,
}

impl Answers {
    /// Compiles questions. The error lists the names that the game lacks.
    pub fn new<G: Playable>(questions: &[Question], game: &G) -> Result<Self, String> {
        let mut of_question = Vec::new();
        for question in questions {
            let mut sums =
                vec![WeightedMeasures::default(); usize::from(question.n_cases()).max(1)];
            for case in &question.cases {
                sums[usize::from(case.number.unwrap_or(0))] =
                    WeightedMeasures::new(&case.measures, &case.parts, game)
                        .map_err(|what| format!("`{}`: {what}", question.name))?;
            }
            of_question.push((question.is_truth, sums));
        }
        Ok(Self { of_question: Arc::new(of_question) })
    }

    /// Whether a question is too slow to be computed before its answer is needed.
    pub fn is_costly(&self, nth: usize) -> bool {
        self.of_question[nth].1.iter().any(WeightedMeasures::is_costly)
    }

    /// The answer to a question, for the case of a number.
    #[inline]
    pub fn value<G: Playable>(
        &self,
        (nth, number): (usize, u16),
        game: &G,
        state: &G::State,
        moves: &mut Vec<G::Move>,
    ) -> f64 {
        let (is_truth, sums) = &self.of_question[nth];
        let sum = sums[usize::from(number)].sum(&mut Position::new(game, state, moves));
        if *is_truth { f64::from(u8::from(sum > 0.0)) } else { sum }
    }
}
