//! Tests of values computed once per world.

use super::*;

#[test]
fn value_is_made_once_per_type() {
    let values = TypedValues::default();
    let mut made = 0;
    for _ in 0..3 {
        let value = values.get(|| {
            made += 1;
            made
        });
        assert_eq!(*value, 1);
    }
    assert_eq!(*values.get(|| "another type"), "another type");
    assert_eq!((made, *values.get(|| 7)), (1, 1));
}
