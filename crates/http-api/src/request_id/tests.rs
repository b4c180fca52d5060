use std::collections::HashSet;

use super::*;

#[test]
fn ids_are_unpredictable() {
    let ids: Vec<u128> =
        (0..1_000).map(|_| u128::from_str_radix(fresh_id().to_str().unwrap(), 16).unwrap()).collect();
    let steps: HashSet<u128> = ids.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    assert_eq!(steps.len(), ids.len() - 1, "consecutive ids differ by a constant step");
    assert!(ids.iter().all(|id| fresh_id().len() == 32 && *id > 0));
}

#[test]
fn request_takes_the_id_of_its_trace() {
    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    let of = |text: &str| trace_id(&HeaderValue::from_str(text).unwrap());
    let good = format!("00-{TRACE}-b7ad6b7169203331-01");
    assert_eq!(of(&good).unwrap(), TRACE);
    assert_eq!(of(&format!("cc-{TRACE}-b7ad6b7169203331-01-more")).unwrap(), TRACE);
    for bad in [
        "",
        "00",
        &good.to_uppercase(),
        &format!("{good}-more"),
        &good.replace("00-", "ff-"),
        &good.replace(TRACE, &"0".repeat(32)),
        &good.replace("b7ad6b7169203331", &"0".repeat(16)),
        &good.replace(TRACE, "short"),
    ] {
        assert_eq!(of(bad), None, "{bad}");
    }
}
