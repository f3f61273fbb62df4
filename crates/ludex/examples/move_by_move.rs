//! Plays a game move by move, with moves as text.

use ludex::Game;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Game::load("tic-tac-toe")?.initial();
    while !position.is_terminal() {
        let role = position.choosers().first().copied().unwrap_or(0);
        let moves = position.moves_of(role);
        println!("{} plays {}", position.roles()[role], moves[0]);
        position.make(&moves[0])?;
    }
    println!("{}\ngoals {:?}", position.show(), position.goals());
    Ok(())
}
