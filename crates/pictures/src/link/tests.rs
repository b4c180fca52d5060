use super::*;

const JPEG: &[u8] = b"\xff\xd8\xff\xe0\x00\x10JFIF";
const PAGE: &[u8] = b"\n  <!DOCTYPE html><html><head><title>Camera offline</title>";

fn still(status: u16, media: Option<&str>, head: &[u8]) -> Verdict {
    assess(LinkTarget::Still, &LinkResponse { status, media, length: None, head }, &PicturePolicy::DEFAULT)
}

#[test]
fn a_still_is_known_by_its_bytes() {
    assert_eq!(still(200, Some("image/jpeg"), JPEG), Verdict::WORKING);
    assert_eq!(still(206, Some("application/octet-stream"), JPEG).state, LinkState::Working);
    assert_eq!(still(200, None, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").state, LinkState::Working);
}

#[test]
fn faults_have_state_and_reason() {
    let cases = [
        (404, Some("image/jpeg"), JPEG, LinkState::Missing),
        (410, None, b"", LinkState::Missing),
        (403, None, b"", LinkState::Refused),
        (429, None, b"", LinkState::Refused),
        (503, None, b"", LinkState::Failing),
        (302, None, b"", LinkState::Redirects),
        (204, None, b"", LinkState::Failing),
        (200, Some("text/html; charset=utf-8"), PAGE, LinkState::NotAPicture),
        (200, Some("image/jpeg"), PAGE, LinkState::NotAPicture),
        (200, Some("image/jpeg"), b"", LinkState::NotAPicture),
        (200, Some("application/json"), b"{}", LinkState::NotAPicture),
        (200, Some("multipart/x-mixed-replace; boundary=x"), JPEG, LinkState::Moving),
        (200, Some("video/mp4"), b"\0\0\0\x18ftypmp42", LinkState::Moving),
        (200, Some("image/jpeg"), b"\0\0\0\x18ftypisom", LinkState::Moving),
        (200, Some("image/gif"), b"GIF89a\x01\0\x01\0\x80\0\0!\xff\x0bNETSCAPE2.0\x03", LinkState::Moving),
        (200, Some("image/png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDRxxxxacTL", LinkState::Moving),
    ];
    for (status, media, head, state) in cases {
        let verdict = still(status, media, head);
        assert_eq!(verdict.state, state, "{status} {media:?}");
        assert!(verdict.reason.is_some(), "{status} {media:?}");
    }
}

#[test]
fn rejects_huge_still() {
    let heard = LinkResponse { status: 206, media: Some("image/jpeg"), length: Some(300 << 20), head: JPEG };
    let verdict = assess(LinkTarget::Still, &heard, &PicturePolicy::DEFAULT);
    assert_eq!(verdict.state, LinkState::TooLarge);
    assert!(verdict.reason.unwrap().starts_with("300 MiB"));
}

#[test]
fn a_page_is_a_page() {
    let page = |media, head| {
        assess(
            LinkTarget::Page,
            &LinkResponse { status: 200, media, length: None, head },
            &PicturePolicy::DEFAULT,
        )
    };
    assert_eq!(page(Some("text/html; charset=utf-8"), PAGE), Verdict::WORKING);
    assert_eq!(page(None, PAGE), Verdict::WORKING);
    assert_eq!(page(Some("image/jpeg"), JPEG).state, LinkState::NotAPage);
}

#[test]
fn no_answer_says_why() {
    assert_eq!(unanswered("cannot connect: invalid peer certificate: Expired").state, LinkState::Insecure);
    assert_eq!(unanswered("the answer is larger than 8 MiB").state, LinkState::TooLarge);
    assert_eq!(unanswered("no answer within 60 s").state, LinkState::Unreachable);
}

#[test]
fn a_state_keeps_its_beginning() {
    let at = Timestamp::from_millis;
    let first = LinkCheck::new(Verdict::WORKING, None, at(1));
    let second = LinkCheck::new(Verdict::WORKING, Some(&first), at(2));
    assert_eq!((second.since, second.checked_at), (at(1), at(2)));
    let third = LinkCheck::new(unanswered("gone"), Some(&second), at(3));
    assert_eq!(third.since, at(3));
}
