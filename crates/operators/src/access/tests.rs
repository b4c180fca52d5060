use super::*;

#[test]
fn strangers_may_do_nothing() {
    for act in Act::ALL {
        assert!(!may(Requester::Stranger, *act), "{act:?}");
        for role in Role::ALL {
            assert!(!may(Requester::Elsewhere(role), *act), "{act:?}");
        }
    }
}

#[test]
fn manager_may_also_edit() {
    let of = |role| {
        let acts = Act::ALL.iter().filter(|act| may(Requester::Granted(role), **act));
        acts.map(|act| act.name()).collect::<Vec<_>>()
    };
    assert_eq!(of(Role::Reporter), ["read_content", "draft_report", "publish_report", "undo_report"]);
    assert_eq!(of(Role::Manager).len(), Act::ALL.len());
}

#[test]
fn no_act_concerns_scores() {
    for act in Act::ALL {
        let words = format!("{} {}", act.name(), act.description());
        assert!(!words.contains("score") && !words.contains("rating"), "{words}");
    }
}
