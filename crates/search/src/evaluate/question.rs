//! What trees may ask of a position that is a set of facts.
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
//! The lines below a name are those of a [judgement](super::Judgement). A `test` is
//! true or false. Numbered questions of one name are one question about several
//! things; what has no number of them is 0.

use std::fmt;
use std::sync::Arc;

use game::Playable;

use super::judge::Judge;
use super::judgement::{read_count, read_part, write_part};
use super::{Count, Part};

/// Something that trees may ask.
///
/// ```
/// use search::evaluate::{Case, Count, Question};
///
/// let counts = vec![(1.0, Count::All(vec!["(control white)".into()]))];
/// let case = Case { number: None, counts, parts: Vec::new() };
/// let question = Question { name: "turn".into(), is_truth: true, cases: vec![case] };
/// assert_eq!(question.to_string(), "test turn\n1 (control white)\n");
/// assert_eq!(Question::n_cases(&question), 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its name in trees.
    pub name: String,
    /// Whether the answer is yes or no.
    pub is_truth: bool,
    /// What it asks about: one thing without a number, or numbered ones.
    pub cases: Vec<Case>,
}

/// What is counted for an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// The number by which trees ask for it, if there are several.
    pub number: Option<u16>,
    /// What is counted, with weights.
    pub counts: Vec<(f64, Count)>,
    /// What goals take, where counts ask for any.
    pub parts: Vec<Part<String>>,
}

impl Question {
    /// How many numbers it knows: 0 if it is about one thing.
    pub fn n_cases(&self) -> u16 {
        self.cases.iter().filter_map(|case| case.number).max().map_or(0, |last| last + 1)
    }

    /// The answer in one position, about the thing of a number. Trees that ask often
    /// are made ready once. The error names what the game does not know.
    pub fn answer<G: Playable>(
        &self,
        number: u16,
        game: &G,
        state: &G::State,
    ) -> Result<f64, String> {
        let answers = Answers::new(std::slice::from_ref(self), game)?;
        Ok(answers.value((0, number), game, state, &mut Vec::new()))
    }

    /// Adds a line to a list of questions. The error says what is wrong with it.
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
                last_case(list)?.counts.push(read_count(line)?);
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
            case.counts.iter().try_for_each(|(weight, count)| writeln!(f, "{weight} {count}"))?;
            case.parts.iter().try_for_each(|part| write_part(f, part))?;
        }
        Ok(())
    }
}

/// Questions made ready for a game, shared by all who ask them.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// For each question, what is counted for each number.
    of_question: Arc<Vec<(bool, Vec<Judge>)>>,
}

impl Answers {
    /// Makes questions ready. The error names what the game does not know.
    pub fn new<G: Playable>(questions: &[Question], game: &G) -> Result<Self, String> {
        let mut of_question = Vec::new();
        for question in questions {
            let mut judges = vec![Judge::default(); usize::from(question.n_cases()).max(1)];
            for case in &question.cases {
                judges[usize::from(case.number.unwrap_or(0))] =
                    Judge::new(&case.counts, &case.parts, game)
                        .map_err(|what| format!("`{}`: {what}", question.name))?;
            }
            of_question.push((question.is_truth, judges));
        }
        Ok(Self { of_question: Arc::new(of_question) })
    }

    /// Whether a question takes long enough to be asked only where it matters.
    pub fn is_costly(&self, nth: usize) -> bool {
        self.of_question[nth].1.iter().any(Judge::is_costly)
    }

    /// The answer to a question, about the thing of a number.
    #[inline]
    pub fn value<G: Playable>(
        &self,
        (nth, number): (usize, u16),
        game: &G,
        state: &G::State,
        moves: &mut Vec<G::Move>,
    ) -> f64 {
        let (is_truth, judges) = &self.of_question[nth];
        let sum = judges[usize::from(number)].sum(game, state, moves);
        if *is_truth { f64::from(u8::from(sum > 0.0)) } else { sum }
    }
}
