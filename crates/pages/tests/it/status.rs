//! Tests the progress of past winters on the status page.

use pages::{Language, PAGES, WinterProgress};

use crate::fixture::{NOW, Request, asked};

/// Renders the status page with a progress.
fn status(language: Language, change: impl FnOnce(&mut WinterProgress)) -> String {
    let page = PAGES.iter().find(|page| page.meta().path == "/status").unwrap();
    let request = Request { language: Some(language), ..Request::default() };
    let mut ask = asked("/status", Vec::new(), &request, &[]);
    change(ask.winters.as_mut().unwrap());
    pages::answer(*page, &ask).html
}

#[test]
fn progress_states_counts_calls_and_end() {
    let english = status(Language::En, |_| ());
    for text in
        ["743 of 743", "20 of 743", "1 of 743", "22,090", "812 of 829", "at the rate of the last 24 hours"]
    {
        assert!(english.contains(text), "{text}: {english}");
    }
    let end = NOW.plus_millis(90 * 86_400_000).utc().format("%Y").to_string();
    assert!(english.contains(&end), "{english}");
    assert!(status(Language::De, |_| ()).contains("Skigebiete mit dem laufenden Winter"));
    let idle = status(Language::En, |progress| progress.done_at = None);
    assert!(idle.contains("no past winter arrived in the last 24 hours"), "{idle}");
    let complete = status(Language::En, |progress| {
        (progress.missing, progress.done_at, progress.limit) = (0, None, None);
    });
    assert!(!complete.contains("Complete") && complete.contains("<dd>812</dd>"), "{complete}");
}
