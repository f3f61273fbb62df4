//! Games small enough for doc examples and tests.

use crate::{
    FactSet, Facts, FactsOf, Game, Goal, Playable, PositionError, PositionText, PositionTextOf,
    Role, RoleId, SearchSupport, StartSet, Terminal,
};

/// Nim: take any number of stones from one heap; the role that takes the last wins.
#[derive(Clone, Debug)]
pub struct Nim {
    roles: [Role; 2],
    heaps: Vec<u8>,
}

/// Heaps, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NimState {
    heaps: Vec<u8>,
    turn: u8,
}

/// Take stones from a heap, or wait for the other role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NimMove {
    /// `(heap, stones)`.
    Take(u8, u8),
    /// Not this role's turn.
    Noop,
}

impl Nim {
    /// Nim with these heaps.
    pub fn new(heaps: &[u8]) -> Self {
        Self { roles: [Role::player("first"), Role::player("second")], heaps: heaps.to_vec() }
    }
}

impl SearchSupport for Nim {}

impl Playable for Nim {}

impl Game for Nim {
    type State = NimState;
    type Move = NimMove;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> NimState {
        NimState { heaps: self.heaps.clone(), turn: 0 }
    }

    fn is_terminal(&self, state: &NimState) -> bool {
        state.heaps.iter().all(|&heap| heap == 0)
    }

    fn legal_moves(&self, state: &NimState, role: RoleId, moves: &mut Vec<NimMove>) {
        moves.clear();
        if role.0 != state.turn {
            moves.push(NimMove::Noop);
            return;
        }
        for (heap, &stones) in (0..).zip(&state.heaps) {
            moves.extend((1..=stones).map(|taken| NimMove::Take(heap, taken)));
        }
    }

    fn apply(&self, state: &mut NimState, joint: &[NimMove]) {
        if let NimMove::Take(heap, stones) = joint[usize::from(state.turn)] {
            state.heaps[usize::from(heap)] -= stones;
        }
        state.turn = 1 - state.turn;
    }

    fn goal(&self, state: &NimState, role: RoleId) -> Goal {
        // The role on turn at an empty table did not take the last stone.
        if self.is_terminal(state) && role.0 != state.turn { Goal::MAX } else { Goal::MIN }
    }

    fn move_name(&self, mv: NimMove) -> String {
        match mv {
            NimMove::Take(heap, stones) => format!("(take {heap} {stones})"),
            NimMove::Noop => "noop".into(),
        }
    }
}

/// A row of lamps: the one role switches on a lamp at a time until all burn.
#[derive(Clone, Debug)]
pub struct Lights {
    roles: [Role; 1],
    n_lamps: u8,
}

impl Lights {
    /// A row of up to 63 lamps, all off at first.
    pub fn new(n_lamps: u8) -> Self {
        Self { roles: [Role::player("player")], n_lamps: n_lamps.min(63) }
    }

    fn is_on(state: &[u64; 1], lamp: u8) -> bool {
        state[0] >> lamp & 1 == 1
    }
}

impl Game for Lights {
    /// A bit for each lamp, set where the lamp is on.
    type State = [u64; 1];
    /// The lamp that is switched on.
    type Move = u8;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> [u64; 1] {
        [0]
    }

    fn is_terminal(&self, state: &[u64; 1]) -> bool {
        state[0].count_ones() == u32::from(self.n_lamps)
    }

    fn legal_moves(&self, state: &[u64; 1], _: RoleId, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend((0..self.n_lamps).filter(|&lamp| !Self::is_on(state, lamp)));
    }

    fn apply(&self, state: &mut [u64; 1], joint: &[u8]) {
        state[0] |= 1 << joint[0];
    }

    fn goal(&self, state: &[u64; 1], _: RoleId) -> Goal {
        if self.is_terminal(state) { Goal::MAX } else { Goal::MIN }
    }

    fn move_name(&self, lamp: u8) -> String {
        format!("(switch {lamp})")
    }
}

const TERMINALS: &[Terminal<Lights>] =
    &[Terminal::<Lights>::number("n_on", "lamps that are on", |_, state, _| {
        state[0].count_ones().into()
    })];

const STARTS: &[StartSet<Lights>] = &[
    StartSet::INITIAL,
    StartSet::new(
        "one-off",
        "all lamps on but one",
        |lights| lights.n_lamps.into(),
        |lights, lamp| [((1 << lights.n_lamps) - 1) & !(1 << lamp)],
    ),
];

impl SearchSupport for Lights {
    fn on_turn(&self, _: &[u64; 1]) -> Option<RoleId> {
        Some(RoleId(0))
    }
}

impl Playable for Lights {
    fn terminals(&self) -> &[Terminal<Self>] {
        TERMINALS
    }

    fn starts(&self) -> &[StartSet<Self>] {
        STARTS
    }

    fn facts(&self) -> Option<&FactsOf<Self>> {
        Some(self)
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

/// A digit for each lamp, the first on the left.
impl PositionText for Lights {
    fn show(&self, state: &[u64; 1]) -> String {
        (0..self.n_lamps).map(|lamp| if Self::is_on(state, lamp) { '1' } else { '0' }).collect()
    }

    fn read_position(&self, text: &str) -> Result<[u64; 1], PositionError> {
        let (n, n_lamps) = (text.chars().count(), self.n_lamps);
        if n != usize::from(n_lamps) {
            return Err(format!("there are {n} lamps instead of {n_lamps}").into());
        }
        let mut state = 0;
        for (lamp, digit) in text.chars().enumerate() {
            match digit {
                '0' => {}
                '1' => state |= 1 << lamp,
                _ => return Err(format!("`{digit}` is neither 0 nor 1").into()),
            }
        }
        Ok([state])
    }
}

impl Facts for Lights {
    fn n_facts(&self) -> Option<usize> {
        Some(self.n_lamps.into())
    }

    fn fact_name(&self, fact: usize) -> String {
        format!("(on {fact})")
    }

    fn fact_named(&self, text: &str) -> Option<usize> {
        (0..self.n_lamps.into()).find(|&fact| self.fact_name(fact) == text)
    }

    fn holding<'a>(&self, state: &'a [u64; 1]) -> FactSet<'a> {
        FactSet::Bits(state)
    }

    fn set_fact(&self, state: &mut [u64; 1], fact: usize, holds: bool) {
        let bit = 1 << fact;
        if holds { state[0] |= bit } else { state[0] &= !bit }
    }

    fn move_named(&self, _: RoleId, text: &str) -> Option<u8> {
        (0..self.n_lamps).find(|&lamp| self.move_name(lamp) == text)
    }

    fn moves(&self, _: RoleId) -> Option<Vec<u8>> {
        Some((0..self.n_lamps).collect())
    }
}

/// Loaded dice: each round, a player picks one of several dice and chance rolls it. The
/// goal is the mean of all rolls. Faces have weights.
#[derive(Clone, Debug)]
pub struct LoadedDice {
    roles: [Role; 2],
    /// The faces of each die, with their weights.
    dice: Vec<Vec<(u8, u32)>>,
    n_rounds: u8,
}

/// The sum of the rolls, the number of rounds left, and the die that is to be rolled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LoadedDiceState {
    sum: u32,
    n_left: u8,
    picked: Option<u8>,
}

/// Pick a die, roll a face, or wait for the other role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoadedDiceMove {
    /// The number of a die.
    Pick(u8),
    /// The number of a face, and its value.
    Roll(u8, u8),
    /// Not this role's turn.
    Noop,
}

impl LoadedDice {
    /// The role of the player.
    pub const PLAYER: RoleId = RoleId(0);
    /// The role of chance.
    pub const CHANCE: RoleId = RoleId(1);

    /// Dice with these faces from 0 to 100 and their weights, rolled in some rounds.
    pub fn new(dice: &[&[(u8, u32)]], n_rounds: u8) -> Self {
        let roles = [Role::player("player"), Role::chance("random")];
        Self { roles, dice: dice.iter().map(|faces| faces.to_vec()).collect(), n_rounds }
    }

    /// The expected face of a die.
    pub fn mean(&self, die: usize) -> f64 {
        let faces = &self.dice[die];
        let total: f64 = faces.iter().map(|&(_, weight)| f64::from(weight)).sum();
        faces.iter().map(|&(face, weight)| f64::from(face) * f64::from(weight) / total).sum()
    }

    /// The first legal move of each role.
    pub fn first_joint(&self, state: &LoadedDiceState) -> Vec<LoadedDiceMove> {
        let mut moves = Vec::new();
        let first = |role| {
            self.legal_moves(state, role, &mut moves);
            moves[0]
        };
        [Self::PLAYER, Self::CHANCE].map(first).to_vec()
    }
}

impl SearchSupport for LoadedDice {}

impl Playable for LoadedDice {}

impl Game for LoadedDice {
    type State = LoadedDiceState;
    type Move = LoadedDiceMove;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> LoadedDiceState {
        LoadedDiceState { sum: 0, n_left: self.n_rounds, picked: None }
    }

    fn is_terminal(&self, state: &LoadedDiceState) -> bool {
        state.n_left == 0
    }

    fn legal_moves(&self, state: &LoadedDiceState, role: RoleId, moves: &mut Vec<LoadedDiceMove>) {
        moves.clear();
        match (role, state.picked) {
            (Self::PLAYER, None) => {
                moves.extend((0..self.dice.len() as u8).map(LoadedDiceMove::Pick));
            }
            (Self::CHANCE, Some(die)) => {
                let faces = (0..).zip(&self.dice[usize::from(die)]);
                moves.extend(faces.map(|(at, &(face, _))| LoadedDiceMove::Roll(at, face)));
            }
            _ => moves.push(LoadedDiceMove::Noop),
        }
    }

    fn apply(&self, state: &mut LoadedDiceState, joint: &[LoadedDiceMove]) {
        match joint[..] {
            [LoadedDiceMove::Pick(die), _] => state.picked = Some(die),
            [_, LoadedDiceMove::Roll(_, face)] => {
                state.sum += u32::from(face);
                state.n_left -= 1;
                state.picked = None;
            }
            _ => {}
        }
    }

    fn goal(&self, state: &LoadedDiceState, role: RoleId) -> Goal {
        let mean = state.sum / u32::from(self.n_rounds.max(1));
        match role {
            Self::PLAYER if self.is_terminal(state) => Goal::new(mean as u8).unwrap_or(Goal::MAX),
            _ => Goal::MIN,
        }
    }

    fn move_name(&self, mv: LoadedDiceMove) -> String {
        match mv {
            LoadedDiceMove::Pick(die) => format!("(pick {die})"),
            LoadedDiceMove::Roll(at, face) => format!("(roll {at} {face})"),
            LoadedDiceMove::Noop => "noop".into(),
        }
    }

    fn chance_weight(&self, state: &LoadedDiceState, _: RoleId, mv: LoadedDiceMove) -> u32 {
        match (state.picked, mv) {
            (Some(die), LoadedDiceMove::Roll(at, _)) => {
                self.dice[usize::from(die)][usize::from(at)].1
            }
            _ => 1,
        }
    }
}
