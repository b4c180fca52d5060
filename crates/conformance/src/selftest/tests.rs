//! The honest server is found honest, and every misbehaviour by its rule.
use super::run;

#[tokio::test]
async fn every_misbehaviour_is_found_by_its_rule() {
    let tried = run().await.unwrap();
    let wrong: Vec<_> = tried.iter().filter(|one| !one.is_right()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried.len() > 35, "{}", tried.len());
}
