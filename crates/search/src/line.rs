//! The joint moves that a search expects.

use std::rc::Rc;

/// A list of joint moves that shares its tail with other lists: prepending a joint move takes
/// constant time.
#[derive(Debug)]
pub(crate) struct Line<M>(Option<Rc<Link<M>>>);

#[derive(Debug)]
struct Link<M> {
    joint: Vec<M>,
    next: Line<M>,
}

impl<M> Clone for Line<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M: Clone> Line<M> {
    /// The empty line.
    pub const EMPTY: Self = Self(None);

    /// This line with a joint move prepended.
    pub fn after(&self, joint: &[M]) -> Self {
        Self(Some(Rc::new(Link { joint: joint.to_vec(), next: self.clone() })))
    }

    pub fn joints(&self) -> Vec<Vec<M>> {
        let first = self.0.as_ref();
        let links = std::iter::successors(first, |link| link.next.0.as_ref());
        links.map(|link| link.joint.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_from_the_front() {
        let line = Line::EMPTY.after(&[3]).after(&[2]);
        assert_eq!(line.after(&[1]).joints(), [[1], [2], [3]]);
        assert_eq!(line.joints(), [[2], [3]]);
    }
}
