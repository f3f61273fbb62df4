//! Sound rules that look suspicious get no messages.

use ludex_gdl::{Sheet, Source, check::check};

/// A game without problems, with relations for the tests to build on.
const GAME: &str = "
(role robot)
(init (at 1))
(<= (legal robot (go ?y)) (true (at ?x)) (succ ?x ?y))
(<= (legal robot wait) (role robot))
(<= (next (at ?y)) (does robot (go ?y)))
(<= (next (at ?x)) (true (at ?x)) (does robot wait))
(<= terminal (true (at 4)))
(<= (goal robot 100) terminal)
(<= (goal robot 0) (not terminal))
(succ 1 2) (succ 2 3) (succ 3 4)
";

fn messages(rules: &str) -> Vec<String> {
    let (sheet, mut problems) = Sheet::parse(Source::new("test.kif", format!("{GAME}{rules}")));
    problems.extend(check(&sheet));
    problems.iter().map(|problem| problem.render(sheet.source(), false)).collect()
}

fn assert_sound(rules: &str) {
    let messages = messages(rules);
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}

#[test]
fn the_game_itself() {
    assert_sound("");
}

#[test]
fn order_of_conditions_does_not_matter() {
    assert_sound("(<= terminal (not (true (at ?x))) (distinct ?x 1) (succ ?x 4))");
}

#[test]
fn an_or_binds_what_all_its_options_bind() {
    assert_sound(
        "(<= (next (at ?x)) (or (succ ?x 2) (or (succ 3 ?x) (succ ?x ?y))) (distinct ?x 1))",
    );
}

#[test]
fn an_option_may_bind_for_itself() {
    assert_sound(
        "(<= terminal (or (true (at 3)) (succ ?x 2)) (or (not (true (at 2))) (true (at ?x))))",
    );
}

#[test]
fn equality_passes_values_on() {
    assert_sound(
        "(<= (next (at ?x)) (not (distinct ?x ?y)) (not (distinct ?y ?z)) (succ 1 ?z))
         (<= (next (at ?x)) (not (distinct (f ?x) (f 1))))",
    );
}

#[test]
fn two_negations_undo_each_other() {
    assert_sound(
        "(<= (next (at ?x)) (not (not (succ ?x 2))))
         (<= (next (at ?x)) (not (or (distinct ?x 3) (not (succ ?x ?y)) (true (at ?y)))))",
    );
}

#[test]
fn a_word_may_name_relation_function_and_constant() {
    assert_sound("(<= (next (succ ?x)) (succ ?x 2)) (<= terminal (true (succ 1)) (true (at succ)) (next-to succ)) (next-to succ)
        (<= (next (at succ)) (next-to succ))");
}

#[test]
fn negation_through_one_name_but_not_one_fact() {
    assert_sound(
        "(<= (goal robot 50) (not (goal robot 100)) (not (goal robot 0)))
         (<= (even ?x) (succ ?y ?x) (not (even ?y)))
         (<= terminal (even 4) (true (at 4)))",
    );
}

#[test]
fn negation_over_recursion() {
    assert_sound(
        "(<= (path ?x ?y) (succ ?x ?y))
         (<= (path ?x ?z) (path ?x ?y) (succ ?y ?z))
         (<= terminal (true (at ?x)) (not (path ?x 4)))",
    );
}

#[test]
fn negation_ordered_by_the_state() {
    // The possible state facts are known: towers grow upwards only.
    assert_sound(
        "(init (on 1 2)) (init (on 2 3))
         (<= (next (on ?x ?y)) (true (on ?x ?y)))
         (<= (free ?y) (true (on ?x ?y)) (not (free ?x)))
         (<= terminal (free 3))",
    );
}

#[test]
fn recursion_over_terms_that_only_shrink_or_are_bounded() {
    assert_sound(
        "(init (list (cons 1 (cons 2 nil))))
         (<= (next (list ?tail)) (true (list (cons ?head ?tail))))
         (<= (sublist ?l) (true (list ?l)))
         (<= (sublist ?tail) (sublist (cons ?head ?tail)))
         (<= (num (s ?x)) (num ?x) (succ ?x 4))
         (<= (num ?x) (succ ?x 4))
         (<= terminal (sublist nil) (num 3))",
    );
}

#[test]
fn keywords_in_any_case_and_chance() {
    assert_sound(
        "(ROLE random) (<= (Legal RANDOM flip) (role random)) (<= (next heads) (DOES random flip)) (<= terminal (true heads))",
    );
}

#[test]
fn brackets_alone_are_a_form_too() {
    assert_sound("(<= (over) (true (at 4))) (<= terminal (over))");
}
