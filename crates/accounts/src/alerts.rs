//! Alerts of an account: the settings ([`Alert`]), the input about a resort ([`Reading`]), the decision whether it is
//! news ([`news::news`]), and the time at which it may be reported ([`quiet`]).
//!
//! Nothing here depends on storage, network or clock. An alert is decided from the previous and the current reading and
//! from its last report, so the same evidence is reported once, however often and by whichever process it is evaluated.

pub mod alert;
pub mod news;
pub mod quiet;
pub mod reading;

pub use alert::{Alert, AlertRequest, InvalidAlert, Kind};
pub use news::{Evidence, LastReport, News};
pub use quiet::QuietHours;
pub use reading::Reading;
