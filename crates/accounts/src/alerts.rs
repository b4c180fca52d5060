//! Alerts of an account: what one asks for ([`Alert`]), what of a resort it looks at ([`Reading`]), when that is news
//! ([`news::of`]), and when it may be told ([`quiet`]).
//!
//! Nothing here knows storage, the network or the clock. An alert is decided from the reading that was stored before and the
//! one of now, and from what was told of it last, so that the same evidence is told once, whoever evaluates it and how often.

pub mod alert;
pub mod news;
pub mod quiet;
pub mod reading;

pub use alert::{Alert, Kind, Wish, Wrong};
pub use news::{Evidence, News, Told};
pub use quiet::Quiet;
pub use reading::Reading;
