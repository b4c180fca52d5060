//! What the service can be asked: one file per operation, and everything else a fold over the one list of them.
//!
//! An operation is a pure function of a [`world::View`], its arguments and `now`. The view withholds what the caller may
//! not see and gives no way to what is behind it, so no operation can forget entitlement; credits, argument errors and
//! the answer's shape are added where the type is erased.

pub mod arguments;
pub mod asking;
pub mod chances;
pub mod charts;
pub mod drive;
pub mod enso;
pub mod error;
pub mod figure;
pub mod insights;
pub mod local;
pub mod markdown;
pub mod openapi;
pub mod operation;
pub mod ops;
pub mod own;
pub mod own_words;
pub mod passes;
pub mod past;
mod place;
mod problem;
pub mod ranking;
pub mod resources;
pub mod roads;
pub mod score;
pub mod shapes;
pub mod text;
pub mod tool;
pub mod trips;
pub mod write;
pub mod writes;

pub use crate::charts::{AnyChart, CHARTS};
pub use error::OpError;
pub use operation::{AnyOperation, Interfaces, Meta, Method, Operation, Page, Reply};
pub use ops::{OPERATIONS, endpoints, tools};
pub use problem::Problem;
pub use resources::{RESOURCES, Resource};
pub use tool::ToolAnswer;
pub use writes::WRITES;

/// Where every REST endpoint lives.
pub const API_PREFIX: &str = "/api/v1";
