//! Pictures of resorts: under which licence a photo may be shown, what the answer to a webcam's link says of it, and what a
//! powder reel holds; and, with the feature `reels`, the stills of a camera as one moving picture. Which upstream says so, and
//! how it is fetched, is not known here.

mod licence;
mod link;
mod photo;
mod policy;
mod reel;
#[cfg(feature = "reels")]
pub mod reels;

pub use licence::Licence;
pub use link::{LinkCheck, LinkResponse, LinkState, LinkTarget, Verdict, judge, unanswered};
pub use photo::{Gallery, HOST, Photo, Search};
pub use policy::PicturePolicy;
pub use reel::{Frame, Reel, is_id};
