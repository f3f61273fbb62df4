//! The structure found does not depend on names, on the order of arguments, on unused
//! arguments, or on coordinates that are one term.

use ludex_gdl::{Sheet, Source, SymbolId, library};
use ludex_learn::structure::{Scramble, Structure, locations};

/// The parts that must be equal, with arguments named by their original places.
#[derive(Debug, PartialEq)]
struct Summary {
    boards: Vec<BoardSummary>,
    controls: usize,
    counters: usize,
    accumulators: Vec<(usize, bool)>,
    stores: Vec<usize>,
    ordinals: Vec<usize>,
    patterns: usize,
}

#[derive(Debug, PartialEq)]
struct BoardSummary {
    location: Vec<usize>,
    content: Option<usize>,
    cells: usize,
    links: usize,
    axes: Vec<usize>,
    sides: Vec<usize>,
    shape: String,
    is_full: bool,
    has_blank: bool,
    fixed: usize,
    /// The role of each piece.
    pieces: Vec<Option<usize>>,
}

/// Number of facts to record. Other orders of arguments may lead to other random games,
/// so the numbers of pieces are equal only up to chance.
const N_FACTS: usize = 30_000;

/// The place of each argument of a relation after scrambling.
type Places<'a> = dyn Fn(SymbolId, usize) -> Vec<usize> + 'a;

fn summary(structure: &Structure, places: &Places<'_>) -> Summary {
    let boards = structure.boards.iter().enumerate().map(|(number, board)| {
        let place = places(board.relation, board.n_args);
        let mut axes: Vec<usize> = board.axes.iter().map(|axis| axis.symbols.len()).collect();
        axes.sort_unstable();
        let mut location: Vec<usize> =
            board.location_args().iter().map(|&arg| place[arg - 1]).collect();
        location.sort_unstable();
        location.dedup();
        let mut sides: Vec<usize> = board.width().into_iter().chain(board.height()).collect();
        sides.sort_unstable();
        let mut pieces: Vec<Option<usize>> = structure
            .pieces
            .iter()
            .filter(|piece| piece.board == number)
            .map(|piece| piece.role)
            .collect();
        pieces.sort_unstable();
        BoardSummary {
            location,
            content: board.content_arg().map(|arg| place[arg - 1]),
            cells: board.cells.len(),
            links: board.links.len(),
            axes,
            sides,
            shape: board.shape.to_string(),
            is_full: board.is_full,
            has_blank: board.blank.is_some(),
            fixed: board.fixed.len(),
            pieces,
        }
    });
    let mut accumulators: Vec<(usize, bool)> =
        structure.accumulators.iter().map(|one| (one.holder_args.len(), one.of_roles)).collect();
    accumulators.sort();
    let mut ordinals: Vec<usize> = structure.ordinals.iter().map(|row| row.symbols.len()).collect();
    ordinals.sort_unstable();
    let mut stores: Vec<usize> =
        structure.stores.iter().map(|store| store.item_args.len()).collect();
    stores.sort_unstable();
    Summary {
        boards: boards.collect(),
        controls: structure.controls.len(),
        counters: structure.counters.len(),
        accumulators,
        stores,
        ordinals,
        patterns: structure.patterns.len(),
    }
}

/// Mean number of each piece, in rising order.
fn means(structure: &Structure) -> Vec<f64> {
    let mut means: Vec<f64> = structure.pieces.iter().map(|piece| piece.count_mean).collect();
    means.sort_by(f64::total_cmp);
    means
}

/// The four changes, each alone, and all together.
fn changes(structure: &Structure) -> Vec<(&'static str, Scramble)> {
    let none = Scramble { seed: 5, ..Scramble::default() };
    let combine = locations(structure);
    vec![
        ("symbols", Scramble { symbols: true, ..none.clone() }),
        ("reorder", Scramble { reorder: true, ..none.clone() }),
        ("dummy", Scramble { dummy: true, ..none.clone() }),
        ("combine", Scramble { combine: combine.clone(), ..none.clone() }),
        ("all", Scramble { symbols: true, reorder: true, dummy: true, combine, ..none }),
    ]
}

/// The differences after scrambling.
fn differences(name: &str, source: Source) -> Vec<String> {
    let (sheet, structure) = crate::common::structure(source, N_FACTS);
    let mut found = Vec::new();
    for (what, scramble) in changes(&structure) {
        let text = scramble.text(&sheet);
        let (_, after) =
            crate::common::structure(Source::new("scrambled.kif", text.as_str()), N_FACTS);
        let same = |_: SymbolId, n: usize| (1..=n).collect::<Vec<_>>();
        let expected = summary(&structure, &|relation, n| scramble.places(&sheet, relation, n));
        let actual = summary(&after, &same);
        let (before, then) = (means(&structure), means(&after));
        let is_near = |(x, y): (&f64, &f64)| (x - y).abs() <= 0.2 + 0.1 * x.max(*y);
        let are_near = before.len() == then.len() && before.iter().zip(&then).all(is_near);
        if actual != expected || !are_near {
            found.push(format!("{name}, {what}:\n  {expected:?}\n  {actual:?}"));
        }
    }
    found
}

#[test]
fn structure_does_not_depend_on_how_rules_are_written() {
    let games = library::games();
    let found = crate::common::each(&games, |game| differences(game.name(), game.source()));
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(found.is_empty(), "{} differences\n{}", found.len(), found.join("\n"));
}

#[test]
fn nor_for_games_of_others() {
    let names = [
        "2pffa",
        "battle",
        "blockerSerial",
        "bomberman2p",
        "catcha_mouse",
        "checkersBarrelNoKings",
        "chineseCheckers2",
        "chomp",
        "conn4",
        "connectFourSimultaneous",
        "ghostMaze2p",
        "hallway",
        "nim2",
        "peg",
        "racetrackcorridor",
        "sheepAndWolf",
        "tictactoe_3d_small_2player",
    ];
    let sources: Vec<(&str, Source)> =
        names.iter().filter_map(|name| Some((*name, crate::common::corpus(name)?))).collect();
    let found = crate::common::each(&sources, |(name, source)| differences(name, source.clone()));
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(found.is_empty(), "{} differences\n{}", found.len(), found.join("\n"));
}

#[test]
fn scrambled_games_are_the_same_games() {
    let games = library::games();
    let counts = crate::common::each(&games, |game| {
        let (sheet, structure) = crate::common::structure(game.source(), N_FACTS / 4);
        let depth = 2;
        let expected = count(&sheet, depth);
        for (what, scramble) in changes(&structure) {
            let text = scramble.text(&sheet);
            let (scrambled, problems) = Sheet::parse(Source::new("scrambled.kif", text.as_str()));
            let errors =
                ludex_gdl::check::check(&scrambled).into_iter().filter(|one| one.is_error());
            assert_eq!(errors.count() + problems.len(), 0, "{}, {what}\n{text}", game.name());
            assert_eq!(count(&scrambled, depth), expected, "{}, {what}", game.name());
        }
    });
    assert_eq!(counts.len(), games.len());
}

fn count(sheet: &Sheet, depth: u32) -> u64 {
    let game =
        ludex_gdl::Reference::new(sheet, ludex_gdl::Limits::default()).expect("it can be played");
    fn below(game: &ludex_gdl::Reference, state: &ludex_gdl::State, depth: u32) -> u64 {
        use ludex_game::{Game, RoleId};
        if depth == 0 || game.is_terminal(state) {
            return 1;
        }
        let mut joints: Vec<Vec<ludex_gdl::TermId>> = vec![Vec::new()];
        for role in 0..game.roles().len() {
            let mut moves = Vec::new();
            game.legal_moves(state, RoleId::new(role), &mut moves);
            joints = joints
                .iter()
                .flat_map(|joint| moves.iter().map(|&mv| [&joint[..], &[mv]].concat()))
                .collect();
        }
        let after = |joint: Vec<ludex_gdl::TermId>| {
            let mut next = state.clone();
            game.apply(&mut next, &joint);
            below(game, &next, depth - 1)
        };
        joints.into_iter().map(after).sum()
    }
    use ludex_game::Game;
    below(&game, &game.initial(), depth)
}
