//! The structure as JSON.

use ludex_gdl::{SymbolId, TermId};
use serde_json::{Value, json};

use super::{Board, Group, Parts, Piece, Structure};

impl Structure {
    /// The structure. Arguments count from 1.
    pub fn to_json(&self) -> Value {
        json!({
            "roles": self.roles.iter().map(|role| &role.name).collect::<Vec<_>>(),
            "games": self.n_games,
            "states": self.n_states,
            "boards": self.boards.iter().map(|board| self.board(board)).collect::<Vec<_>>(),
            "pieces": self.pieces.iter().map(|piece| self.piece(piece)).collect::<Vec<_>>(),
            "control": self.control(0),
            "other_controls": (1..self.controls.len()).map(|at| self.control(at)).collect::<Vec<_>>(),
            "counters": self.counters.iter().map(|one| json!({
                "relation": self.name(one.relation), "arg": one.arg,
                "values": one.symbols.len(), "first": one.symbols.first().map(|&term| self.show(term)),
                "ordinal": one.ordinal.map(|name| self.name(name)),
            })).collect::<Vec<_>>(),
            "accumulators": self.accumulators.iter().map(|one| json!({
                "relation": self.name(one.relation), "arg": one.arg,
                "holder_args": one.holder_args, "of_roles": one.of_roles,
                "lowest": one.symbols.first().map(|&term| self.show(term)),
                "highest": one.symbols.last().map(|&term| self.show(term)),
                "values": one.symbols.len(), "ordinal": self.name(one.ordinal),
            })).collect::<Vec<_>>(),
            "stores": self.stores.iter().map(|one| json!({
                "relation": self.name(one.relation), "holder_args": one.holder_args,
                "item_args": one.item_args, "size_mean": one.size_mean,
            })).collect::<Vec<_>>(),
            "ordinals": self.ordinals.iter().map(|one| json!({
                "relation": self.name(one.relation), "cycle": one.is_cycle,
                "symbols": one.symbols.iter().map(|&term| self.show(term)).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "patterns": self.patterns.iter().map(|one| json!({
                "head": one.head, "facts": one.facts,
            })).collect::<Vec<_>>(),
            "parts": self.parts.as_ref().map(|parts| self.parts(parts)),
            "groups": self.groups.iter().map(|group| self.group(group)).collect::<Vec<_>>(),
        })
    }

    fn parts(&self, parts: &Parts) -> Value {
        let terms = |terms: &[TermId]| -> Vec<String> {
            terms.iter().map(|&term| self.show(term)).collect()
        };
        let list: Vec<Value> = parts
            .list
            .iter()
            .map(|part| json!({ "facts": terms(&part.facts), "moves": terms(&part.moves) }))
            .collect();
        json!({ "parallel": parts.is_parallel, "list": list })
    }

    fn board(&self, board: &Board) -> Value {
        let symbols = |symbols: &[TermId]| -> Vec<String> {
            symbols.iter().map(|&symbol| self.show(symbol)).collect()
        };
        let axes: Vec<Value> = board
            .axes
            .iter()
            .map(|axis| {
                json!({
                    "path": axis.path, "symbols": symbols(&axis.symbols),
                    "ordinal": axis.ordinal.map(|name| self.name(name)), "cycle": axis.is_cycle,
                })
            })
            .collect();
        json!({
            "relation": self.name(board.relation),
            "location_args": board.location_args(),
            "content_arg": board.content_arg(),
            "owner_arg": board.owner.as_ref().map(|path| path[0]),
            "cells": board.cells.len(),
            "width": board.width(),
            "height": board.height(),
            "layers": board.extent(&board.plane.layers),
            "shape": board.shape.to_string(),
            "blank": board.blank.map(|symbol| self.show(symbol)),
            "blank_stated": board.is_full,
            "static": symbols(&board.fixed),
            "links": board.links.len(),
            "axes": axes,
        })
    }

    fn piece(&self, piece: &Piece) -> Value {
        let board = &self.boards[piece.board];
        let role = |role: usize| self.roles[role].name.clone();
        // Without a symbol, the relation is the piece.
        let symbol = piece.symbol.map_or_else(|| self.name(board.relation), |term| self.show(term));
        json!({
            "relation": self.name(board.relation),
            "arg": board.content_arg(),
            "symbol": symbol,
            "owner": piece.owner.map(|term| self.show(term)),
            "role": piece.role.map(role),
            "moved_by": piece.movers.iter().map(|&mover| role(mover)).collect::<Vec<_>>(),
            "count_mean": piece.count_mean,
            "count_variance": piece.count_variance,
            "moves": piece.n_moves,
            "steps": piece.steps.iter().map(|(step, n)| json!({ "step": step, "times": n })).collect::<Vec<_>>(),
        })
    }

    fn control(&self, at: usize) -> Value {
        let Some(control) = self.controls.get(at) else { return Value::Null };
        let holders: serde_json::Map<String, Value> = control
            .holders
            .iter()
            .map(|&(symbol, role)| (self.show(symbol), self.roles[role].name.clone().into()))
            .collect();
        json!({ "relation": self.name(control.relation), "arg": control.arg, "holders": holders })
    }

    /// The paper's Table 1.
    fn group(&self, group: &Group) -> Value {
        let columns: Vec<Value> = group
            .columns
            .iter()
            .map(|column| {
                json!({
                    "path": column.path, "symbols": column.symbols.len(),
                    "mean": column.variance.mean(), "variance": column.variance.variance(),
                })
            })
            .collect();
        let order: Vec<&[usize]> =
            group.order().into_iter().map(|at| &group.columns[at].path[..]).collect();
        json!({
            "relation": self.name(group.name), "args": group.n_args,
            "size_mean": group.size.mean(), "constant": group.is_constant,
            "columns": columns, "order": order,
        })
    }

    /// The name of a relation.
    pub fn name(&self, relation: SymbolId) -> String {
        self.terms.symbols().name(relation).to_string()
    }

    /// A symbol as text.
    pub fn show(&self, symbol: TermId) -> String {
        self.terms.show(symbol).to_string()
    }
}
