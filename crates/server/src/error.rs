//! Error messages for people.

pub(crate) use command_line::one_line;
