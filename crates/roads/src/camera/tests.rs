use super::*;

#[test]
fn only_plain_https_urls_are_links() {
    let fine = "https://cwwp2.dot.ca.gov/data/d3/cctv/image/x/x.jpg";
    assert_eq!(link(&format!(" {fine} ")).as_deref(), Some(fine));
    for bad in [
        "",
        "Not Reported",
        "http://cwwp2.dot.ca.gov/x.jpg",
        "javascript:alert(1)",
        "https://",
        "https://user@example.org/x.jpg",
        "https://example.org/x.jpg\" onload=\"x",
        "https://example.org/a b.jpg",
        "https://localhost/x.jpg",
    ] {
        assert_eq!(link(bad), None, "{bad}");
    }
}
