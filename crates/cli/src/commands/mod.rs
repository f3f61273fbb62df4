//! One file per command.

mod accuracy;
mod analyse;
mod anatomy;
mod bench;
mod certify;
mod check;
mod claims;
mod conform;
mod evolve;
mod experiment;
mod explain;
mod export;
mod fmt;
mod games;
mod host;
mod info;
mod learn;
mod matches;
mod overrun;
mod perft;
mod play;
mod players;
mod playthrough;
mod replay;
mod runs;
mod scramble;
mod search;
mod serve;
mod signature;
mod solve;
mod strength;
mod structure;
mod tournament;
mod verify;

use ::search::explain::Show;
use anyhow::Result;
use clap::CommandFactory;

use crate::args::{Args, Bench, Command, Explain};
use crate::output::Output;
use crate::sitting;

/// Runs the command. `false` if it found what it looked for to be wrong.
pub fn run(args: &Args, out: &mut Output) -> Result<bool> {
    let common = &args.common;
    if let Some(threads) = common.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
    }
    match &args.command {
        Command::Games => games::run(common, out),
        Command::Info { game, playouts, seconds } => {
            info::run(common, out, game, *playouts, *seconds)
        }
        Command::Check { files, strict } => check::run(common, out, files, *strict),
        Command::Fmt { files, check } => fmt::run(common, out, files, *check),
        Command::Perft { game, depth, turns, count_ended, divide, position } => {
            let Some(depth) = *depth else { return perft::compare(common, out, game) };
            let options = perft::Options {
                depth,
                turns: *turns,
                count_ended: *count_ended,
                divide: *divide,
                position: position.as_deref(),
            };
            perft::run(common, out, game, &options)
        }
        Command::Playthrough { game, plies } => playthrough::run(common, out, game, *plies),
        Command::Conform { games, traces, engine, states } => {
            conform::run(common, out, games, traces.as_deref(), *engine, *states)
        }
        Command::Structure { game, games, svg } => {
            structure::run(common, out, game, *games, svg.as_deref())
        }
        Command::Scramble { game, symbols, reorder, dummy, combine } => {
            let what = scramble::What {
                symbols: *symbols,
                reorder: *reorder,
                dummy: *dummy,
                combine: *combine,
            };
            scramble::run(common, out, game, &what)
        }
        Command::Search { game, player, position, role } => {
            let (position, role) = (position.as_deref(), role.as_deref());
            search::run(common, out, game, player.as_deref(), position, role)
        }
        Command::Match { game, players, games, conduct, keep, show } => {
            matches::run(common, out, (game, players, *games), conduct, keep, show)
        }
        Command::Tournament { game, players, kind, games, rounds, conduct, keep, show } => {
            let meeting = tournament::Meeting { kind: *kind, n_games: *games, n_rounds: *rounds };
            tournament::run(common, out, (game, players), &meeting, conduct, keep, show)
        }
        Command::Experiment { id, extent, keep, show } => match id.as_str() {
            "list" => experiment::list(common, out),
            id => experiment::run(common, out, id, extent, keep, show),
        },
        Command::Analyse { game, games, time, quick, html } => {
            let seconds = if *quick { analyse::QUICK_SECONDS } else { *time };
            let wish = analyse::Wish { game, n_games: *games, seconds, html: html.as_deref() };
            analyse::run(common, out, &wish)
        }
        Command::Evolve { run, wish } => match run.as_deref() {
            Some("list") => evolve::list(common, out),
            run => evolve::run(common, out, run.unwrap_or(evolve::ANY_GAME), wish),
        },
        Command::Learn { game, wish } => learn::run(common, out, game, wish),
        Command::Runs { run, store } => runs::run(common, out, store.as_deref(), *run),
        Command::Resume { run, store, show } => {
            sitting::resume(common, out, store.as_deref(), *run, show)
        }
        Command::Replay { run, game, boards, store } => {
            replay::run(common, out, store.as_deref(), (*run, *game), *boards)
        }
        Command::Export { run, game, format, store } => {
            export::run(common, out, store.as_deref(), (*run, *game), *format)
        }
        Command::Play { game, people, against, position } => {
            let options = play::Options { people, against, position: position.as_deref() };
            play::run(common, out, game, &options)
        }
        Command::Serve(wish) => serve::run(common, out, wish),
        Command::Host { games, players, hosting, keep } => {
            host::run(common, out, (games, players), hosting, keep)
        }
        Command::Players { game } => players::run(common, out, game.as_deref()),
        Command::Solve { game, position, time, nodes, method, any_length, certificate } => {
            let options = solve::Options {
                position: position.as_deref(),
                seconds: *time,
                nodes: *nodes,
                method: method.method(),
                any_length: *any_length,
                certificate: certificate.as_deref(),
            };
            solve::run(common, out, game, &options)
        }
        Command::Verify { file, positions } => verify::run(common, out, file, *positions),
        Command::Explain(Explain::Evolved { run, wish }) => anatomy::run(common, out, run, wish),
        Command::Explain(Explain::Tree {
            game,
            tree,
            position,
            depth,
            eval,
            order,
            algorithm,
            windows,
            boards,
            pruned,
            nodes,
            svg,
        }) => {
            let depth_default = if tree.is_some() { u32::MAX } else { 2 };
            let options = explain::Options {
                game: game.as_deref(),
                tree: tree.as_deref(),
                position: position.as_deref(),
                eval: eval.as_deref(),
                settings: explain::settings(
                    *algorithm,
                    *order,
                    depth.unwrap_or(depth_default),
                    *pruned,
                    *nodes,
                ),
                show: Show { windows: *windows, boards: *boards, caption: true },
                svg: svg.as_deref(),
            };
            explain::run(common, out, &options)
        }
        Command::Bench(Bench::Strength { folder, player, against, games, plies }) => {
            strength::run(common, out, folder, player, against, *games, *plies)
        }
        Command::Bench(Bench::Accuracy {
            game,
            players,
            positions,
            nodes,
            searches,
            from,
            sieve,
        }) => {
            let wish = accuracy::Wish {
                players,
                n_positions: *positions,
                n_searches: *searches,
                n_nodes: *nodes,
                from: from.as_deref(),
                sieve: sieve.as_deref(),
            };
            accuracy::run(common, out, game, &wish)
        }
        Command::Bench(Bench::Claims { games, show }) => match show {
            Some(seed) => claims::show(common, out, *seed),
            None => claims::run(common, out, *games),
        },
        Command::Bench(Bench::Overrun { games, searches, player, shortest, longest }) => {
            overrun::run(common, out, games, *searches, player, *shortest..*longest)
        }
        Command::Bench(Bench::Signature) => signature::run(common, out),
        Command::Bench(Bench::Playouts { games, seconds, engine, lanes }) => {
            bench::run(common, out, games, *seconds, *engine, *lanes)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "ludex", &mut script);
            out.text(&String::from_utf8_lossy(&script))?;
            Ok(true)
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Args::command()).render(&mut page)?;
            out.text(&String::from_utf8_lossy(&page))?;
            Ok(true)
        }
    }
}
