//! Rules that need a running server: its HTTP behaviour, the consistency of its answers, its connector, its webhooks.

use crate::rules::{Check, Finding, Rule, Severity};

/// Makes a rule that has no check function.
const fn live(
    id: &'static str,
    clause: &'static str,
    severity: Severity,
    checks: &'static str,
    fix: &'static str,
) -> Rule {
    Rule { id, clause, severity, checks, fix, check: Check::Live }
}

/// Every rule that needs a running server.
pub const RULES: &[Rule] = &[
    live(
        "http/answers",
        "REST endpoints named in the contract",
        Severity::Error,
        "the named endpoints answer 200, without a redirect, within 20 s and 16 MiB",
        "answer for every resort that you list",
    ),
    live(
        "http/json",
        "Conditions response envelope: \"A response for one resort is a JSON object\"",
        Severity::Error,
        "the body is JSON of a sane depth, and its content type says so",
        "send application/json",
    ),
    live(
        "http/slug-asked",
        "meta: slug \"Resort slug\"",
        Severity::Error,
        "the record is that of the resort that was asked for",
        "look at routing and caches",
    ),
    live(
        "http/generated-recently",
        "D2: \"published ages may lag the true ones by at most 60 s\"; D11: max-age=60",
        Severity::Warning,
        "`generatedAt` is at most two minutes before the server's own `Date`",
        "render again when ages change",
    ),
    live(
        "http/not-found",
        "D11: `resort_not_found` 404 \"with `suggestions`\"",
        Severity::Error,
        "an unknown resort is answered 404 with `application/problem+json` and its code",
        "never answer with another resort, or 200 with nothing",
    ),
    live(
        "http/unknown-parameter",
        "D11: \"Unknown query parameters are an error, not ignored\"",
        Severity::Error,
        "an unknown query parameter is answered 400 with code `invalid_argument`",
        "name the argument in `errors`",
    ),
    live(
        "http/revalidates",
        "D11: \"Strong ETag, `Last-Modified`, 304\"",
        Severity::Error,
        "an answer has a strong ETag, and is 304 to whoever has it",
        "compare `If-None-Match`",
    ),
    live(
        "http/cacheable",
        "D11: `Cache-Control: public, max-age=60` for anonymous answers, `private` for the rest",
        Severity::Error,
        "anonymous answers are public for a minute at most, a token's answers are private",
        "never let a shared cache keep a Pro answer",
    ),
    live(
        "http/problem-type",
        "D11: \"Errors are RFC 9457 `application/problem+json`\"",
        Severity::Error,
        "an error has `type`, `title`, `status`, `code` and the plain string `error`",
        "answer every error in the one shape",
    ),
    live(
        "schema/accepts",
        "Conditions response envelope: schema \"URL of the JSON Schema\"",
        Severity::Error,
        "the published schema is there and accepts what the server serves",
        "serve schema and answers of one version",
    ),
    live(
        "connector/answers",
        "Tool connector: `POST {base_url}/mcp`",
        Severity::Error,
        "the connector answers JSON-RPC with a result",
        "see the Model Context Protocol; `--no-connector` leaves this part out",
    ),
    live(
        "connector/instructions-credit",
        "What the service does, 7: \"The server's `initialize` instructions tell the model to show it\"",
        Severity::Error,
        "instructions of both openings hold the credit, and are the same",
        "put the credit rule first",
    ),
    live(
        "connector/both-eras",
        "D13: revisions 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26 on the one path",
        Severity::Error,
        "`initialize` agrees on each legacy revision, `server/discover` names 2026-07-28, and both list the same tools",
        "serve both on `/mcp`",
    ),
    live(
        "connector/output-schema",
        "D13, protocol: a tool with an `outputSchema` conforms to it",
        Severity::Error,
        "`structuredContent` is valid by the tool's own `outputSchema`",
        "make both from one type",
    ),
    live(
        "connector/stateless",
        "Tool connector: \"no trailing slash … Streamable HTTP, stateless\"; D13: GET and DELETE 405",
        Severity::Error,
        "no session id is given, GET is answered 405, `/mcp/` is not the endpoint",
        "keep no session",
    ),
    live(
        "connector/input-fault",
        "D13: \"Input faults are results with `isError` and a text\"",
        Severity::Error,
        "an unknown resort is a result with `isError` and a text that says so",
        "do not answer with a protocol error, and never with data",
    ),
    live(
        "webhook/created",
        "Webhook endpoints: \"201 with JSON `{data: subscription}` containing `id`, `secret`, `url`, `events`, `resortSlug`, `createdAt`\"",
        Severity::Error,
        "a subscription is answered 201 with these members; `resortSlug` is absent for a global one",
        "answer with what was asked for",
    ),
    live(
        "webhook/secret-once",
        "Webhook subscription: secret \"Returned only in the creation response\"",
        Severity::Error,
        "no later answer holds the secret",
        "keep it sealed, and show it to nobody",
    ),
    live(
        "webhook/inspects",
        "Webhook endpoints: GET \"Inspects the subscription\"; D12: `state`, `consecutiveFailures`",
        Severity::Error,
        "its owner sees the subscription, active, with its failures",
        "answer whoever has the secret",
    ),
    live(
        "webhook/uniform-401",
        "Authentication, 3; D12: \"Any id/secret pair that does not match, unknown ids included, gets the same 401\"",
        Severity::Error,
        "wrong secret, none, another's and unknown id get one and the same 401, for GET and DELETE",
        "never tell which of them it was",
    ),
    live(
        "webhook/public-url",
        "Limits: callback URL \"Must be a public https endpoint\"",
        Severity::Error,
        "private, link-local, shared, mapped and disguised addresses, credentials and other schemes are refused",
        "judge the URL and every address of its name",
    ),
    live(
        "webhook/refuses-nonsense",
        "Webhook endpoints: `url` required, `events` array of event names, optional `resortSlug`",
        Severity::Error,
        "a body without `url`, with an unknown event or resort, or of another form is refused, 400 to 499",
        "name the argument",
    ),
    live(
        "webhook/delivered",
        "D12: additive, `POST /api/v1/webhooks/{id}/test`",
        Severity::Error,
        "a test delivery that was promised comes within 15 s",
        "look at the outbox",
    ),
    live(
        "webhook/headers",
        "Delivery: `Content-Type`, `X-Service-Event`, `X-Service-Delivery`",
        Severity::Error,
        "a delivery is a POST of JSON with an event's name and a UUID",
        "send the contract's headers",
    ),
    live(
        "webhook/signature",
        "Signature verification rule",
        Severity::Error,
        "`X-Service-Signature` is `sha256=` and the hex of HMAC-SHA256 over the raw body, keyed with the secret",
        "sign the bytes that are sent",
    ),
    live(
        "webhook/standard-headers",
        "D12: `webhook-id`, `webhook-timestamp`, `webhook-signature`",
        Severity::Error,
        "the headers of Standard Webhooks name the delivery, this attempt's time, and a signature that holds",
        "sign `id.timestamp.body` with the secret's decoded bytes",
    ),
    live(
        "webhook/body",
        "Delivery: body members",
        Severity::Error,
        "the body has its six members, its id is the delivery's, its subscription the one that was made",
        "send no more and no less",
    ),
    live(
        "webhook/powder-data",
        "Delivery: `data` for `powder-alert`",
        Severity::Error,
        "slug, name, at least 15 cm, a depth, threshold 15, the resort's page",
        "null is never 0",
    ),
    live(
        "webhook/report-data",
        "D12: `snow-report.updated` `data`",
        Severity::Error,
        "what changed, what it is and what it was; of a global one the leaderboard",
        "name what changed",
    ),
    live(
        "webhook/asked-for",
        "Webhook subscription: `events`, `resortSlug` \"Optional scope\"",
        Severity::Error,
        "a delivery is of an event and a resort that were asked for",
        "match events with subscriptions",
    ),
    live(
        "webhook/same-delivery",
        "D12: \"A delivery's id and body bytes are the same over retries\"",
        Severity::Error,
        "a retry has the id and the bytes of the first attempt",
        "make the body once",
    ),
    live(
        "webhook/one-retry",
        "Limits: retries \"1 each failed delivery\"",
        Severity::Error,
        "what is refused is tried once more, and no more",
        "count attempts",
    ),
    live(
        "webhook/no-redirect",
        "D12: \"Redirects are failures\"",
        Severity::Error,
        "a redirect is not followed",
        "answer it as any failure",
    ),
    live(
        "webhook/dropped",
        "Limits: \"After 8 consecutive failed deliveries\"",
        Severity::Error,
        "the eighth failed delivery in a row ends a subscription, no earlier and no later; judged as far as events occur",
        "count deliveries, not attempts",
    ),
    live(
        "webhook/powder-once-a-day",
        "Events: \"Sent at most once per resort per UTC day\"",
        Severity::Error,
        "no resort's alert comes twice in a UTC day",
        "remember the day",
    ),
    live(
        "webhook/removed",
        "Webhook subscription lifecycle: DELETE; D12: 204",
        Severity::Error,
        "DELETE is 204, then 401; nothing comes after it, a waiting retry neither",
        "discard what waits",
    ),
    live(
        "webhook/creation-limit",
        "Limits: \"10 per hour per IP\"",
        Severity::Error,
        "the eleventh subscription of an hour is 429 with `Retry-After`; only with `--exhaust-limit`",
        "count in the transaction that makes it",
    ),
    live(
        "write/answers",
        "Operator write connector: `get_resort_editable_content`, `update_resort_content`",
        Severity::Error,
        "the write connector lists its two tools and answers them with `revision` and `content`",
        "both at `POST /mcp/write`",
    ),
    live(
        "write/key-wanted",
        "\"requires `Authorization: Bearer <API_KEY>`\"",
        Severity::Error,
        "no key and a key of nobody are answered 401",
        "look the key up before the body is read",
    ),
    live(
        "write/publish-flag",
        "\"accepts a boolean `publish`\"; \"`publish: true` publishes to the live site\"",
        Severity::Error,
        "without `publish: true` nothing changes; with it the edit stands, under a new revision",
        "a draft is the default",
    ),
    live(
        "write/scope",
        "\"A key is scoped to one resort\"",
        Severity::Error,
        "no argument reaches another resort",
        "take the resort from the key alone",
    ),
    live(
        "write/no-scores",
        "\"cannot change weather scores or ratings\"",
        Severity::Error,
        "an edit of a score or a rating is refused by its name, and nothing beside it is taken",
        "refuse fields that are not known",
    ),
    live(
        "write/revision",
        "Editable content: edits name the revision that they were made on",
        Severity::Error,
        "an edit of a revision that has gone is refused",
        "compare within the transaction",
    ),
    live(
        "write/refuses-nonsense",
        "Editable content: season dates",
        Severity::Error,
        "a season that ends before it begins is refused by its field",
        "judge the dates together",
    ),
    live(
        "write/plain-text",
        "Editable content: descriptions, the apres-ski block",
        Severity::Error,
        "markup, direction marks and a hundred thousand letters are refused by their field",
        "plain text, bounded",
    ),
    live(
        "write/public-url",
        "Editable content: the webcam page URL",
        Severity::Error,
        "addresses of inner networks, without https or of scripts are refused by their field",
        "judge them as callbacks",
    ),
    live(
        "write/undo",
        "Editable content: history and undo",
        Severity::Error,
        "undoing brings back what stood",
        "keep what was in force before",
    ),
];

/// Makes a finding for a rule of this module.
#[must_use]
pub fn finding(id: &'static str, path: &str, found: impl ToString, expected: impl ToString) -> Finding {
    let severity = RULES.iter().find(|rule| rule.id == id).map_or(Severity::Error, |rule| rule.severity);
    let short = |text: String| text.chars().take(160).collect();
    Finding {
        rule: id,
        severity,
        path: path.to_owned(),
        found: short(found.to_string()),
        expected: short(expected.to_string()),
    }
}

/// Returns the rule with this identifier from either list.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    crate::rules::rule(id).or_else(|| RULES.iter().find(|rule| rule.id == id))
}

/// Formats the table of all rules as Markdown.
#[must_use]
pub fn markdown() -> String {
    crate::rules::markdown(RULES)
}
