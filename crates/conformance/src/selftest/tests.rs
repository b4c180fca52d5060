use super::{one, run};
use serde_json::json;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Tool calls until the record changes, with the same time of resolution.
static CALLS: AtomicU64 = AtomicU64::new(0);

#[tokio::test]
async fn publications_between_requests_are_accepted() {
    for calls in 1..6 {
        CALLS.store(calls, Ordering::Relaxed);
        let tried = one("publishes between two requests", "", |request, out, _| {
            let call = request.body["method"] == "tools/call";
            let left = if call {
                CALLS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            } else {
                CALLS.compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed)
            };
            let data = if call { "/result/structuredContent/data" } else { "/data" };
            for path in [format!("{data}/surface"), format!("{data}/conditions/surface")] {
                if call == left.is_err() {
                    out.edit(|answer| {
                        if let Some(surface) = answer.pointer_mut(&path) {
                            *surface = json!("ice");
                        }
                    });
                }
            }
        });
        let tried = tried.await.unwrap();
        assert!(tried.is_right(), "{calls}: {tried:?}");
    }
}
