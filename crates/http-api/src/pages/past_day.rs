//! A page of a past day: rendered from a world of one resort, made of the evidence that was stored by then. Browsers
//! cache it while it can still be made; this service does not.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse};
use operations::OpError;
use pages::{Answer, Page};
use publication::rendered::RenderedAnswer;
use publication::replay::{Past, ReplayError};
use runtime::clock;
use world::{Tier, View};

use super::{
    HTML, POLICY, PageRequest, Source, VARIES, answer as of_present, error_response, remember, starting,
};
use crate::api::PAST_MAX_AGE_S;
use crate::{Shared, identity, respond};

/// Answers with the page at its address, of the present unless the address requests the past.
pub(super) async fn answer(page: &'static dyn Page, request: &HttpRequest, shared: &Shared) -> HttpResponse {
    let mut asked = PageRequest::new(request, page.meta().query);
    let chosen = asked.chosen();
    let is_private = asked.units.is_some() || chosen.is_some();
    asked.units = chosen.or(asked.units);
    let Some(published) = shared.latest.current() else { return starting() };
    let caller = match identity::person(request) {
        Ok(caller) => caller,
        Err(unidentified) => return identity::response(unidentified, request),
    };
    let present = published.time_at(clock::now());
    let refuse = |error: &OpError| {
        error_response(pages::error_answer(
            &asked.ask(View::new(&published.world, &caller), shared, present),
            error,
        ))
    };
    let replay = match pages::replay(&asked.ask(View::new(&published.world, &caller), shared, present)) {
        Ok(Some(replay)) => replay,
        Ok(None) => {
            let source = Source::for_page(page);
            return of_present(asked, source, &|ask| pages::answer(page, ask), HTML, request, shared);
        }
        Err(error) => return refuse(&error),
    };
    let (now, tier, at) = (clock::now(), caller.tier(), replay.at);
    let made = {
        let (asked, caller) = (asked.clone(), caller.clone());
        move |past: &Past| -> (Answer, bool) {
            let mut ask = asked.with(View::new(&past.world, &caller), now, Vec::new());
            ask.now = past.at;
            (pages::answer(page, &ask), past.settled)
        }
    };
    match shared.replays.run(&published, &replay, now, made).await {
        Ok((page, settled)) if page.status == 200 => {
            let kept_s = shared.replays.kept_for_ms(at, now) / 1_000;
            let ready = RenderedAnswer::new(page.html.into_bytes(), at);
            let max_age_s = if settled && !is_private { kept_s.min(PAST_MAX_AGE_S) } else { 0 };
            let mut response = respond::past_as(request, tier, &ready, max_age_s, HTML);
            let headers = response.headers_mut();
            headers.insert(VARY, VARIES);
            headers.insert(CONTENT_SECURITY_POLICY, POLICY);
            if is_private && tier == Tier::Anonymous {
                headers.insert(CACHE_CONTROL, HeaderValue::from_static(respond::PRIVATE));
            }
            remember(&mut response, chosen);
            response
        }
        Ok((page, _)) => error_response(page),
        Err(ReplayError::Refused(error)) => refuse(&error),
        Err(error @ (ReplayError::Busy | ReplayError::Storage(_) | ReplayError::Ended)) => {
            tracing::warn!(%error, "cannot render a page of the past");
            starting()
        }
    }
}
