//! Values that are worked out of a world once: at the first request for one, and kept as long as the world.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

type ValueMap = BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>;

/// Values of a world, one of each type.
#[derive(Default)]
pub(crate) struct TypedValues(Mutex<ValueMap>);

impl TypedValues {
    /// The value of the type; `make` is called where there is none yet. Who asks meanwhile waits, instead of working it out too.
    pub(crate) fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        // A panic while holding the lock leaves the map whole: a value is in it or not.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.get(&TypeId::of::<T>()).map(Arc::clone);
        if let Some(known) = known.and_then(|known| known.downcast::<T>().ok()) {
            return known;
        }
        let made = Arc::new(make());
        kept.insert(TypeId::of::<T>(), Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        made
    }
}

impl fmt::Debug for TypedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Once")
    }
}

#[cfg(test)]
mod tests;
