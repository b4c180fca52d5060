use super::run;

#[tokio::test]
async fn every_fault_is_found() {
    let tried = run().await.unwrap();
    let wrong: Vec<_> = tried.iter().filter(|one| !one.is_right()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried.len() > 60, "{}", tried.len());
}

#[test]
fn every_live_rule_has_a_fault() {
    use crate::rules::Check;
    let has_one = |id: &str| {
        super::faults::ALL.iter().any(|fault| fault.rule == id)
            || super::editor::ALL.iter().any(|(_, rule, _)| *rule == id)
            || super::hooks::ALL.iter().any(|(_, rule, _)| *rule == id)
    };
    let live = crate::rules::rules().chain(crate::live::RULES).filter(|rule| {
        !matches!(rule.check, Check::Shape(_) | Check::Envelope(_) | Check::Samples(_) | Check::Rows(_))
    });
    let missing: Vec<_> = live.map(|rule| rule.id).filter(|id| !has_one(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
