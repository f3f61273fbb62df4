//! Factoring of sums of products into few gates.
//!
//! Many rules have the form "this fact stays if any move is made that does not touch it", which
//! grounds to one product per move. Common factors are computed once, and since a role makes
//! exactly one move, a disjunction of most of its moves is the negated disjunction of the
//! others.

use rustc_hash::FxHashMap;

use super::{Builder, Lit};

/// Above this number of products, a factor must be shared by a good part of
/// them to be worth the time of finding it.
const N_PRODUCTS_LARGE: usize = 2_000;

impl Builder {
    /// The disjunction of the products, each a conjunction of literals.
    ///
    /// ```
    /// use ludex_gdl::circuit::Builder;
    ///
    /// // One role with three moves, and one base fact.
    /// let mut builder = Builder::new(1, vec![0, 3]);
    /// let stays = builder.base(0);
    /// let products = (1..3).map(|mv| vec![builder.mv(mv), stays]).collect();
    /// let lit = builder.sum(products);
    /// assert_eq!(lit, builder.and(&[stays, !builder.mv(0)]));
    /// ```
    pub fn sum(&mut self, mut products: Vec<Vec<Lit>>) -> Lit {
        for product in &mut products {
            product.retain(|&lit| lit != Lit::TRUE);
            product.sort_unstable();
            product.dedup();
        }
        products.retain(|product| {
            !product.contains(&Lit::FALSE) && !product.windows(2).any(|pair| pair[0] == !pair[1])
        });
        products.sort_unstable();
        products.dedup();
        self.sum_of(products)
    }

    /// [`Self::sum`] for products that are sorted and consistent.
    fn sum_of(&mut self, products: Vec<Vec<Lit>>) -> Lit {
        if products.iter().any(Vec::is_empty) {
            return Lit::TRUE;
        }
        let mut options = Vec::new();
        let mut left = products;
        while let Some(factor) = most_common(&left) {
            let (mut with, without): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|product| product.contains(&factor));
            for product in &mut with {
                product.retain(|&lit| lit != factor);
            }
            let rest = self.sum_of(with);
            options.push(self.and(&[factor, rest]));
            left = without;
        }
        for product in left {
            options.push(self.and(&product));
        }
        self.or_of_moves(options)
    }

    /// A disjunction in which most of a role's moves are replaced by none of
    /// its others.
    fn or_of_moves(&mut self, mut options: Vec<Lit>) -> Lit {
        options.sort_unstable();
        options.dedup();
        for moves in self.moves_by_role() {
            let is_own = |lit: &Lit| {
                !lit.is_negated() && self.as_move(*lit).is_some_and(|mv| moves.contains(&mv))
            };
            let n_own = options.iter().filter(|lit| is_own(lit)).count();
            if 2 * n_own <= moves.len() {
                continue;
            }
            let (own, mut others): (Vec<_>, Vec<_>) = options.into_iter().partition(is_own);
            let missing: Vec<Lit> =
                moves.map(|mv| self.mv(mv)).filter(|lit| own.binary_search(lit).is_err()).collect();
            others.push(!self.or(&missing));
            options = others;
        }
        self.or(&options)
    }
}

/// The literal that most products share, if factoring it out pays.
fn most_common(products: &[Vec<Lit>]) -> Option<Lit> {
    if products.len() < 2 {
        return None;
    }
    let mut counts: FxHashMap<Lit, usize> = FxHashMap::default();
    for &lit in products.iter().flatten() {
        *counts.entry(lit).or_default() += 1;
    }
    let least = if products.len() > N_PRODUCTS_LARGE { products.len() / 100 } else { 2 };
    counts
        .into_iter()
        .filter(|&(_, count)| count >= least)
        .max_by_key(|&(lit, count)| (count, lit))
        .map(|(lit, _)| lit)
}
