//! Tests the lanes through their public interface.

mod first_month;
