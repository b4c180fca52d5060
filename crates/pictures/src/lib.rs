//! Pictures of resorts: the licences under which a photo may be shown, the check of a webcam's link, and the content of
//! a powder reel. With the feature `reels`, the stills of a camera become one moving picture. This crate knows neither
//! the upstreams nor how data is fetched.

mod licence;
mod link;
mod photo;
mod policy;
mod reel;
#[cfg(feature = "reels")]
pub mod reels;

pub use licence::Licence;
pub use link::{LinkCheck, LinkResponse, LinkState, LinkTarget, Verdict, assess, unanswered};
pub use photo::{Gallery, HOST, Photo, Search};
pub use policy::PicturePolicy;
pub use reel::{Frame, Reel, is_id};
