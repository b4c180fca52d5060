//! Finds the place that causes the rejection of a whole call, if the rejection names none: by halving, in about as many
//! calls as the number of places has binary digits.

/// The suspects, and the places that wait until the cause is found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Search<P> {
    /// The cause is one of these.
    suspects: Vec<P>,
    /// Places not requested since the rejection.
    waiting: Vec<P>,
    /// Whether all suspects are requested first: the cause may have been found before.
    asks_all: bool,
}

/// Result of a rejection for the search.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SearchStep<P> {
    /// The search continues.
    Further,
    /// This place is rejected individually; the others wait to be requested.
    Found(P, Vec<P>),
}

impl<P: Clone> Search<P> {
    /// Begins a search among the places of a rejected call.
    pub(super) const fn new(suspects: Vec<P>) -> Self {
        Self { suspects, waiting: Vec::new(), asks_all: false }
    }

    /// Begins a search among places that may all succeed: they are requested together first.
    pub(super) const fn all_first(suspects: Vec<P>) -> Self {
        Self { suspects, waiting: Vec::new(), asks_all: true }
    }

    /// Returns the places to request next: half of the suspects.
    pub(super) fn candidates(&self) -> &[P] {
        self.suspects.get(..self.count()).unwrap_or(&self.suspects)
    }

    const fn count(&self) -> usize {
        if self.asks_all { self.suspects.len() } else { self.suspects.len().div_ceil(2) }
    }

    /// Records that the places of [`Search::candidates`] were rejected.
    pub(super) fn rejected(&mut self) -> SearchStep<P> {
        let count = self.count();
        self.asks_all = false;
        self.waiting.extend(self.suspects.split_off(count));
        match self.suspects.as_slice() {
            [found] => SearchStep::Found(found.clone(), std::mem::take(&mut self.waiting)),
            _ => SearchStep::Further,
        }
    }

    /// Records that the places of [`Search::candidates`] succeeded. Returns the waiting places if no suspect is left.
    pub(super) fn answered(&mut self) -> Option<Vec<P>> {
        let count = self.count();
        self.suspects.drain(..count);
        self.suspects.is_empty().then(|| std::mem::take(&mut self.waiting))
    }

    /// Returns the number of places without a response.
    pub(super) const fn len(&self) -> usize {
        self.suspects.len() + self.waiting.len()
    }

    /// Returns every place without a response.
    pub(super) fn given_up(self) -> Vec<P> {
        self.suspects.into_iter().chain(self.waiting).collect()
    }
}

#[cfg(test)]
mod tests;
