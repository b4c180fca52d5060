//! Tests of `ops`.

use std::collections::BTreeSet;

use super::OPERATIONS;

#[test]
fn names_and_paths_are_unique_and_well_formed() {
    let mut names = BTreeSet::new();
    let mut paths = BTreeSet::new();
    for operation in OPERATIONS {
        let meta = operation.meta();
        assert!(names.insert(meta.name), "{} is listed twice", meta.name);
        assert!(paths.insert(meta.path), "{} is taken", meta.path);
        assert!(meta.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{}", meta.name);
        assert!(meta.path.starts_with('/') && !meta.path.ends_with('/'), "{}", meta.path);
        assert!(meta.description.ends_with('.') && !meta.title.ends_with('.'), "{}", meta.name);
    }
}

#[test]
fn every_argument_is_described_and_closed() {
    for operation in OPERATIONS {
        let schema = operation.arguments();
        assert_eq!(schema.get("additionalProperties"), Some(&false.into()), "{}", operation.meta().name);
        for (name, property) in schema.get("properties").and_then(|p| p.as_object()).into_iter().flatten() {
            assert!(property.get("description").is_some(), "{}.{name}", operation.meta().name);
        }
    }
}

#[test]
fn path_arguments_are_arguments() {
    for operation in OPERATIONS {
        let schema = operation.arguments();
        for name in
            operation.meta().path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        {
            assert!(schema.get("properties").is_some_and(|p| p.get(name).is_some()), "{name}");
        }
    }
}
