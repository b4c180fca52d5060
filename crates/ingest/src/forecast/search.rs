//! Which place of a call that was refused as a whole brings the refusal about, where the refusal names none: found by
//! halving, in about as many calls as the number of places has binary digits.

/// The places that may be it, and those that wait until it is found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Search<P> {
    /// One of these is it.
    suspects: Vec<P>,
    /// Not asked for since the refusal.
    waiting: Vec<P>,
    /// Whether all suspects are asked for first: it may have been found before.
    asks_all: bool,
}

/// What a refusal narrowed the search to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SearchStep<P> {
    /// It goes on.
    Further,
    /// This place is refused by itself; the others wait to be asked for.
    Found(P, Vec<P>),
}

impl<P: Clone> Search<P> {
    /// A search among the places of a refused call.
    pub(super) const fn new(suspects: Vec<P>) -> Self {
        Self { suspects, waiting: Vec::new(), asks_all: false }
    }

    /// The same among places that may all be answered: they are asked for together first.
    pub(super) const fn all_first(suspects: Vec<P>) -> Self {
        Self { suspects, waiting: Vec::new(), asks_all: true }
    }

    /// The places to ask for next: half of the suspects.
    pub(super) fn asked(&self) -> &[P] {
        self.suspects.get(..self.count()).unwrap_or(&self.suspects)
    }

    const fn count(&self) -> usize {
        if self.asks_all { self.suspects.len() } else { self.suspects.len().div_ceil(2) }
    }

    /// The places of [`Search::asked`] were refused.
    pub(super) fn refused(&mut self) -> SearchStep<P> {
        let count = self.count();
        self.asks_all = false;
        self.waiting.extend(self.suspects.split_off(count));
        match self.suspects.as_slice() {
            [found] => SearchStep::Found(found.clone(), std::mem::take(&mut self.waiting)),
            _ => SearchStep::Further,
        }
    }

    /// The places of [`Search::asked`] were answered. `Some` when no suspect is left, with those that wait.
    pub(super) fn answered(&mut self) -> Option<Vec<P>> {
        let count = self.count();
        self.suspects.drain(..count);
        self.suspects.is_empty().then(|| std::mem::take(&mut self.waiting))
    }

    /// How many places have no answer yet.
    pub(super) const fn len(&self) -> usize {
        self.suspects.len() + self.waiting.len()
    }

    /// Every place that has no answer yet.
    pub(super) fn given_up(self) -> Vec<P> {
        self.suspects.into_iter().chain(self.waiting).collect()
    }
}

#[cfg(test)]
mod tests;
