//! Compares the table with the specification, written out again by hand.

use super::{Revision, StructuredContent};

#[test]
fn table_matches_specification() {
    use StructuredContent::{Any, Object, Unknown};
    // name, handshake, self-described, batch, unknown method, no resource, resultType, hints, structured, titles, icons
    let expected = [
        ("2025-03-26", true, false, true, 200, -32002, false, false, Object, true, true),
        ("2025-03-26", true, false, true, 200, -32002, false, false, Unknown, false, false),
        ("2025-06-18", true, false, false, 200, -32002, false, false, Object, true, false),
        ("2025-11-25", true, false, false, 200, -32002, false, false, Object, true, true),
        ("2026-07-28", false, true, false, 404, -32602, true, true, Any, true, true),
    ];
    for (revision, row) in Revision::ALL.into_iter().zip(expected) {
        let rules = revision.rules();
        let found = (
            rules.name,
            rules.handshake,
            rules.self_described,
            rules.batch,
            rules.unknown_method_status,
            rules.resource_not_found,
            rules.result_type,
            rules.cache_hints,
            rules.structured,
            rules.titles,
            rules.icons,
        );
        assert_eq!(found, row, "{revision:?}");
    }
}

#[test]
fn names_lead_to_revisions() {
    for revision in Revision::SUPPORTED {
        assert_eq!(Revision::from_name(revision.rules().name.as_bytes()), Some(revision));
    }
    assert_eq!(Revision::from_name(b"2024-11-05"), Some(Revision::V2025_03_26));
    for unknown in ["", "1900-01-01", "2025-11-25 ", "2025-11-2", "2026-07-29", "draft"] {
        assert_eq!(Revision::from_name(unknown.as_bytes()), None, "{unknown}");
    }
}

#[test]
fn initialize_agrees_or_offers_newest() {
    for name in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        assert_eq!(Revision::agreed(name).0, name);
    }
    for name in ["2026-07-28", "2027-01-01", "1900-01-01", ""] {
        assert_eq!(Revision::agreed(name), ("2025-11-25", Revision::V2025_11_25));
    }
}

#[test]
fn only_a_date_names_the_new_era() {
    for new in ["2026-07-28", "2026-07-29", "2030-01-01"] {
        assert!(Revision::is_of_new_era(new.as_bytes()), "{new}");
    }
    for other in ["2026-07-27", "2025-11-25", "draft", "zzzz-zz-zz", "2026-07-280", "", "2026/07/28"] {
        assert!(!Revision::is_of_new_era(other.as_bytes()), "{other}");
    }
}
