use std::io::Read as _;

use super::{Effort, Tree, gzip, zstd};

fn tree(reversed: bool) -> Tree {
    let mut tree = Tree::default();
    let mut add: [fn(&mut Tree); 3] = [
        |tree| tree.program("usr/bin/snow", *b"program"),
        |tree| tree.file("etc/snow.toml", *b"settings"),
        |tree| tree.folder("tmp", 0o1777, 0),
    ];
    if reversed {
        add.reverse();
    }
    for add in add {
        add(&mut tree);
    }
    tree
}

#[test]
fn order_of_insertion_does_not_change_bytes() {
    assert_eq!(tree(false).tar("", 7).unwrap(), tree(true).tar("", 7).unwrap());
}

#[test]
fn archive_has_owners_modes_times_and_folders() {
    let bytes = tree(false).tar("top/", 1_700_000_000).unwrap();
    let mut archive = tar::Archive::new(bytes.as_slice());
    let listed: Vec<String> = archive
        .entries()
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let header = entry.header();
            assert_eq!((header.uid().unwrap(), header.gid().unwrap()), (0, 0));
            assert_eq!(header.mtime().unwrap(), 1_700_000_000);
            format!("{:o} {}", header.mode().unwrap(), entry.path().unwrap().display())
        })
        .collect();
    let expected = [
        "755 top/etc/",
        "644 top/etc/snow.toml",
        "1777 top/tmp/",
        "755 top/usr/",
        "755 top/usr/bin/",
        "755 top/usr/bin/snow",
    ];
    assert_eq!(listed, expected);
}

#[test]
fn folder_keeps_mode_and_owner_after_a_file_in_it() {
    let mut tree = Tree::default();
    tree.folder("data", 0o700, 65_532);
    tree.file("data/file", *b"");
    let bytes = tree.tar("", 0).unwrap();
    let mut archive = tar::Archive::new(bytes.as_slice());
    let first = archive.entries().unwrap().next().unwrap().unwrap();
    assert_eq!((first.header().mode().unwrap(), first.header().uid().unwrap()), (0o700, 65_532));
}

#[test]
fn compression_is_undone_by_its_readers() {
    let bytes = b"snow".repeat(1_000);
    for effort in [Effort::Full, Effort::Least] {
        assert_eq!(zstd::decode_all(zstd(&bytes, effort).unwrap().as_slice()).unwrap(), bytes);
        let packed = gzip(&bytes, effort).unwrap();
        assert_eq!(packed[4..8], [0; 4], "the header has a time");
        let mut read = Vec::new();
        flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut read).unwrap();
        assert_eq!(read, bytes);
    }
}
