//! What a game is made of: boards, pieces, turns and counters.
