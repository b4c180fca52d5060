use super::*;

#[test]
fn unused_part_is_between_0_and_1() {
    let limits = Limits { minute: None, hour: Some(100.0), day: Some(1_000.0) };
    let used = budget::WindowUse { minute: 5_000, hour: 25_000, day: 2_000_000 };
    assert_eq!(left(limits, used).collect::<Vec<_>>(), [("hour", 0.75), ("day", 0.0)]);
    assert_eq!(left(Limits::NONE, used).count(), 0);
}

#[cfg(unix)]
#[test]
fn disk_of_a_folder_is_measured() {
    let (free, size) = disk(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(size > 0 && free <= size, "{free} of {size}");
    assert_eq!(disk(Path::new("/no/such/folder")), None);
}
