//! Words for missing numbers in every position, and texts that stay unchanged.

use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn changed(text: &str) -> String {
    String::from_utf8(as_null(text.as_bytes()).into_owned()).unwrap()
}

#[test]
fn words_are_null_in_every_position() {
    for word in [
        "nan",
        "-nan",
        "NaN",
        "NAN",
        "+nan",
        "Infinity",
        "-Infinity",
        "inf",
        "-inf",
        "INF",
        "infinity",
        "-nan(ind)",
    ] {
        for (text, expected) in [
            ("W", "null"),
            ("[W]", "[null]"),
            ("[1, W ,W]", "[1, null ,null]"),
            ("{\"a\":W,\"b\":[[W\n],2]}", "{\"a\":null,\"b\":[[null\n],2]}"),
            ("{\"W\":\"W\",\"c\":W}", "{\"W\":\"W\",\"c\":null}"),
        ] {
            let text = text.replace('W', word);
            let expected = expected.replace('W', word);
            assert_eq!(changed(&text), expected, "{text}");
            assert!(serde_json::from_str::<Value>(&changed(&text)).is_ok(), "{text}");
        }
    }
}

#[test]
fn other_texts_are_unchanged() {
    for text in [
        "",
        "null",
        "[null,-1,1e-5,true]",
        r#"{"a":"nan","b":"say \"nan, inf\"","c":"\\"}"#,
        "[nano,-nanx,infinite,in,n,-]",
        r#"["unterminated nan"#,
        "[none,undefined,NA]",
    ] {
        assert!(matches!(as_null(text.as_bytes()), Cow::Borrowed(same) if same == text.as_bytes()), "{text}");
    }
}

proptest! {
    #[test]
    fn json_is_never_changed(text in r#"[\[\]{}",:a-zA-Z0-9\\ .+-]{0,60}"#) {
        if serde_json::from_str::<Value>(&text).is_ok() {
            prop_assert!(matches!(as_null(text.as_bytes()), Cow::Borrowed(_)));
        }
        // A second run changes nothing.
        let once = changed(&text);
        prop_assert_eq!(changed(&once), once);
    }
}
