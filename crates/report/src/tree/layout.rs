//! Layout of trees.
//!
//! A tidy drawing, after Reingold and Tilford (1981): equal subtrees are drawn
//! equally, parents are centred over their children, and nothing overlaps.
//! Subtrees are packed from the left and, once more, from the right; the mean
//! of the two is symmetric.

/// A node to be placed: its width and its children.
pub(super) struct Shape {
    pub(super) width: f64,
    pub(super) children: Vec<Shape>,
}

/// The position of a node: its centre, and the positions of its children.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) children: Vec<Place>,
}

/// Space between neighbours.
pub(super) const GAP: f64 = 14.0;

/// Places all nodes; the leftmost edge is at 0. Returns the total width as
/// well.
pub(super) fn tidy(shape: &Shape) -> (Place, f64) {
    let (mut place, outline) = place(shape);
    let left = outline.iter().map(|row| row.0).fold(f64::INFINITY, f64::min);
    let right = outline.iter().map(|row| row.1).fold(f64::NEG_INFINITY, f64::max);
    place.shift(-left);
    (place, right - left)
}

/// The extent of a subtree to the left and to the right, row by row.
type Outline = Vec<(f64, f64)>;

/// Places a subtree with its root at 0.
fn place(shape: &Shape) -> (Place, Outline) {
    let (mut places, outlines): (Vec<Place>, Vec<Outline>) =
        shape.children.iter().map(place).unzip();
    let offsets = offsets(&outlines);
    let middle = match &offsets[..] {
        [] => 0.0,
        [first, .., last] => (first + last) / 2.0,
        [only] => *only,
    };
    let mut outline = vec![(-shape.width / 2.0, shape.width / 2.0)];
    for ((child, below), offset) in places.iter_mut().zip(&outlines).zip(&offsets) {
        child.shift(offset - middle);
        for (row, &(left, right)) in below.iter().enumerate() {
            let (left, right) = (left + offset - middle, right + offset - middle);
            match outline.get_mut(row + 1) {
                Some(known) => *known = (known.0.min(left), known.1.max(right)),
                None => outline.push((left, right)),
            }
        }
    }
    (Place { x: 0.0, children: places }, outline)
}

/// Positions of siblings so that they do not overlap.
fn offsets(outlines: &[Outline]) -> Vec<f64> {
    let from_left = packed(outlines.iter().cloned());
    let mirrored =
        outlines.iter().rev().map(|outline| outline.iter().map(|row| (-row.1, -row.0)).collect());
    let from_right = packed(mirrored);
    // Mirrored back, and moved so that first and last keep their positions.
    let width = from_left.last().copied().unwrap_or(0.0);
    let from_right = from_right.iter().rev().map(|offset| width - offset);
    from_left.iter().zip(from_right).map(|(left, right)| (left + right) / 2.0).collect()
}

/// Each subtree as far to the left as those before it allow.
fn packed(outlines: impl Iterator<Item = Outline>) -> Vec<f64> {
    let (mut offsets, mut taken): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    for outline in outlines {
        let needed = taken.iter().zip(&outline).map(|(right, row)| right + GAP - row.0);
        let offset = needed.fold(f64::NEG_INFINITY, f64::max);
        let offset = if offset.is_finite() { offset } else { 0.0 };
        for (row, &(_, right)) in outline.iter().enumerate() {
            match taken.get_mut(row) {
                Some(known) => *known = known.max(right + offset),
                None => taken.push(right + offset),
            }
        }
        offsets.push(offset);
    }
    offsets
}

impl Place {
    fn shift(&mut self, by: f64) {
        self.x += by;
        self.children.iter_mut().for_each(|child| child.shift(by));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf() -> Shape {
        Shape { width: 10.0, children: Vec::new() }
    }

    fn parent(children: Vec<Shape>) -> Shape {
        Shape { width: 10.0, children }
    }

    #[test]
    fn parents_stand_over_the_middle_and_trees_are_symmetric() {
        let wide = || parent((0..4).map(|_| leaf()).collect());
        let (place, width) = tidy(&parent(vec![wide(), leaf(), wide()]));
        assert_eq!(width, 8.0 * 10.0 + 7.0 * GAP);
        assert_eq!(place.x, width / 2.0);
        assert_eq!(place.children[1].x, place.x);
        let (left, right) = (&place.children[0], &place.children[2]);
        assert_eq!(left.x, width - right.x);
        assert_eq!(left.x, (left.children[0].x + left.children[3].x) / 2.0);
    }
}
