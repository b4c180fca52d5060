//! Tests of `once`.

use super::*;

#[test]
fn a_value_is_made_once_of_each_type() {
    let once = TypedValues::default();
    let mut made = 0;
    for _ in 0..3 {
        let value = once.get(|| {
            made += 1;
            made
        });
        assert_eq!(*value, 1);
    }
    assert_eq!(*once.get(|| "another type"), "another type");
    assert_eq!((made, *once.get(|| 7)), (1, 1));
}
