//! Work on many resorts, divided over all processors.

use std::panic::resume_unwind;
use std::thread;

/// Least number of resorts that are divided; fewer take less time than starting a thread.
const MANY: usize = 256;

/// Applies `work` to every item and returns the results in the order of the items. Many items are divided over the
/// processors, so this is for threads that may block.
pub fn map_on_processors<T: Send, U: Send>(mut items: Vec<T>, work: impl Fn(T) -> U + Sync) -> Vec<U> {
    if items.len() < MANY {
        return items.into_iter().map(work).collect();
    }
    let all = |part: Vec<T>| part.into_iter().map(&work).collect::<Vec<U>>();
    let share = items.len().div_ceil(thread::available_parallelism().map_or(1, Into::into));
    thread::scope(|scope| {
        let mut others = Vec::new();
        while items.len() > share {
            let part = items.split_off(share);
            let own = std::mem::replace(&mut items, part);
            others.push(scope.spawn(|| all(own)));
        }
        let last = all(items);
        let done =
            others.into_iter().flat_map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic)));
        done.chain(last).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept_however_many_there_are() {
        for count in [0, 1, MANY - 1, MANY, MANY + 1, 10 * MANY + 7] {
            let doubled = map_on_processors((0..count).collect(), |number| number * 2);
            assert!(doubled.iter().copied().eq((0..count).map(|number| number * 2)), "{count}");
        }
    }

    #[test]
    fn many_items_are_divided() {
        let threads = thread::available_parallelism().map_or(1, Into::into);
        let by = map_on_processors(vec![(); MANY], |()| thread::current().id());
        let distinct: std::collections::HashSet<_> = by.into_iter().collect();
        // Equal shares may leave processors over: 256 resorts are 43 shares of 6 on 48 processors.
        assert_eq!(distinct.len(), MANY.div_ceil(MANY.div_ceil(threads)));
    }

    #[test]
    fn panic_reaches_the_caller() {
        let all = || map_on_processors((0..MANY).collect(), |number| assert_ne!(number, 0, "of one item"));
        assert!(std::panic::catch_unwind(all).is_err());
    }
}
