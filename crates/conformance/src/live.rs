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
        "the record belongs to the requested resort",
        "check routing and caches",
    ),
    live(
        "http/generated-recently",
        "D2: \"published ages may lag the true ones by at most 60 s\"; D11: max-age=60",
        Severity::Warning,
        "`generatedAt` is at most two minutes before the server's own `Date`",
        "render the answer again when ages change",
    ),
    live(
        "http/not-found",
        "D11: `resort_not_found` 404 \"with `suggestions`\"",
        Severity::Error,
        "an unknown resort is answered 404 with `application/problem+json` and its code",
        "never answer with another resort, or with 200 and an empty body",
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
        "an answer has a strong ETag, and a request with that ETag is answered 304",
        "compare `If-None-Match`",
    ),
    live(
        "http/cacheable",
        "D11: `Cache-Control: public, max-age=60` for anonymous answers, `private` for the rest",
        Severity::Error,
        "anonymous answers are public for at most a minute, answers to a token are private",
        "never let a shared cache keep a Pro answer",
    ),
    live(
        "http/problem-type",
        "D11: \"Errors are RFC 9457 `application/problem+json`\"",
        Severity::Error,
        "an error has `type`, `title`, `status`, `code` and the plain string `error`",
        "answer every error in this shape",
    ),
    live(
        "schema/accepts",
        "Conditions response envelope: schema \"URL of the JSON Schema\"",
        Severity::Error,
        "the published schema exists and accepts the served answers",
        "serve schema and answers of the same version",
    ),
    live(
        "connector/answers",
        "Tool connector: `POST {base_url}/mcp`",
        Severity::Error,
        "the connector answers JSON-RPC with a result",
        "see the Model Context Protocol; `--no-connector` skips these checks",
    ),
    live(
        "connector/instructions-credit",
        "What the service does, 7: \"The server's `initialize` instructions tell the model to show it\"",
        Severity::Error,
        "the instructions of both openings contain the credit, and are equal",
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
        "generate both from one type",
    ),
    live(
        "connector/stateless",
        "Tool connector: \"no trailing slash … Streamable HTTP, stateless\"; D13: GET and DELETE 405",
        Severity::Error,
        "no session id is given, GET is answered 405, `/mcp/` is not the endpoint",
        "do not use sessions",
    ),
    live(
        "connector/input-fault",
        "D13: \"Input faults are results with `isError` and a text\"",
        Severity::Error,
        "an unknown resort gives a result with `isError` and a text that states it",
        "answer neither with a protocol error nor with data",
    ),
    live(
        "webhook/created",
        "Webhook endpoints: \"201 with JSON `{data: subscription}` containing `id`, `secret`, `url`, `events`, `resortSlug`, `createdAt`\"",
        Severity::Error,
        "a subscription is answered 201 with these members; `resortSlug` is absent for a global one",
        "return the requested values",
    ),
    live(
        "webhook/secret-once",
        "Webhook subscription: secret \"Returned only in the creation response\"",
        Severity::Error,
        "no later answer contains the secret",
        "store it sealed and never return it again",
    ),
    live(
        "webhook/inspects",
        "Webhook endpoints: GET \"Inspects the subscription\"; D12: `state`, `consecutiveFailures`",
        Severity::Error,
        "the owner sees the active subscription with its failures",
        "answer every request that has the secret",
    ),
    live(
        "webhook/uniform-401",
        "Authentication, 3; D12: \"Any id/secret pair that does not match, unknown ids included, gets the same 401\"",
        Severity::Error,
        "a wrong secret, a missing one, another subscription's and an unknown id get the same 401, for GET and DELETE",
        "do not distinguish these cases",
    ),
    live(
        "webhook/public-url",
        "Limits: callback URL \"Must be a public https endpoint\"",
        Severity::Error,
        "private, link-local, shared, mapped and disguised addresses, credentials and other schemes are rejected",
        "validate the URL and every address of its host name",
    ),
    live(
        "webhook/refuses-nonsense",
        "Webhook endpoints: `url` required, `events` array of event names, optional `resortSlug`",
        Severity::Error,
        "a body without `url`, with an unknown event or resort, or of another form is rejected with a status from 400 to 499",
        "name the argument in the error",
    ),
    live(
        "webhook/delivered",
        "D12: additive, `POST /api/v1/webhooks/{id}/test`",
        Severity::Error,
        "a promised test delivery arrives within 15 s",
        "check the delivery queue",
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
        "the headers of Standard Webhooks name the delivery, the time of this attempt, and a valid signature",
        "sign `id.timestamp.body` with the secret's decoded bytes",
    ),
    live(
        "webhook/body",
        "Delivery: body members",
        Severity::Error,
        "the body has its six members, the id of the delivery and the id of the subscription",
        "send exactly these members",
    ),
    live(
        "webhook/powder-data",
        "Delivery: `data` for `powder-alert`",
        Severity::Error,
        "slug, name, at least 15 cm, a depth, threshold 15, the resort's page",
        "send null, not 0, for an unknown depth",
    ),
    live(
        "webhook/report-data",
        "D12: `snow-report.updated` `data`",
        Severity::Error,
        "the changed members, their current and previous values; for a global subscription the leaderboard",
        "name the changed members",
    ),
    live(
        "webhook/asked-for",
        "Webhook subscription: `events`, `resortSlug` \"Optional scope\"",
        Severity::Error,
        "a delivery has an event and a resort of the subscription",
        "match events with subscriptions",
    ),
    live(
        "webhook/same-delivery",
        "D12: \"A delivery's id and body bytes are the same over retries\"",
        Severity::Error,
        "a retry has the id and the bytes of the first attempt",
        "build the body once",
    ),
    live(
        "webhook/one-retry",
        "Limits: retries \"1 each failed delivery\"",
        Severity::Error,
        "a rejected delivery is retried exactly once",
        "count attempts",
    ),
    live(
        "webhook/no-redirect",
        "D12: \"Redirects are failures\"",
        Severity::Error,
        "a redirect is not followed",
        "treat a redirect as a failure",
    ),
    live(
        "webhook/dropped",
        "Limits: \"After 8 consecutive failed deliveries\"",
        Severity::Error,
        "exactly the eighth consecutive failed delivery ends a subscription; checked as far as events occur",
        "count deliveries, not attempts",
    ),
    live(
        "webhook/powder-once-a-day",
        "Events: \"Sent at most once per resort per UTC day\"",
        Severity::Error,
        "a resort's alert is sent at most once per UTC day",
        "store the day of the last alert",
    ),
    live(
        "webhook/removed",
        "Webhook subscription lifecycle: DELETE; D12: 204",
        Severity::Error,
        "DELETE answers 204, then 401; no delivery follows, not even a pending retry",
        "discard pending deliveries",
    ),
    live(
        "webhook/creation-limit",
        "Limits: \"10 per hour per IP\"",
        Severity::Error,
        "the eleventh subscription of an hour is 429 with `Retry-After`; only with `--exhaust-limit`",
        "count in the transaction that creates the subscription",
    ),
    live(
        "write/answers",
        "Operator write connector: `get_resort_editable_content`, `update_resort_content`",
        Severity::Error,
        "the write connector lists its two tools and answers them with `revision` and `content`",
        "serve both at `POST /mcp/write`",
    ),
    live(
        "write/key-wanted",
        "\"requires `Authorization: Bearer <API_KEY>`\"",
        Severity::Error,
        "a missing key and an unknown key are answered 401",
        "check the key before reading the body",
    ),
    live(
        "write/publish-flag",
        "\"accepts a boolean `publish`\"; \"`publish: true` publishes to the live site\"",
        Severity::Error,
        "without `publish: true` nothing changes; with it the edit is published under a new revision",
        "make a draft by default",
    ),
    live(
        "write/scope",
        "\"A key is scoped to one resort\"",
        Severity::Error,
        "no argument gives access to another resort",
        "determine the resort only from the key",
    ),
    live(
        "write/no-scores",
        "\"cannot change weather scores or ratings\"",
        Severity::Error,
        "an edit of a score or a rating is rejected by name, and the rest of the edit is not applied",
        "reject unknown fields",
    ),
    live(
        "write/revision",
        "Editable content: edits name the revision that they were made on",
        Severity::Error,
        "an edit of an old revision is rejected",
        "compare revisions within the transaction",
    ),
    live(
        "write/refuses-nonsense",
        "Editable content: season dates",
        Severity::Error,
        "a season that ends before it begins is rejected, and the error names the field",
        "validate the two dates together",
    ),
    live(
        "write/plain-text",
        "Editable content: descriptions, the apres-ski block",
        Severity::Error,
        "markup, direction marks and a hundred thousand letters are rejected, and the error names the field",
        "accept only plain text of bounded length",
    ),
    live(
        "write/public-url",
        "Editable content: the webcam page URL",
        Severity::Error,
        "addresses of internal networks, without https or of scripts are rejected, and the error names the field",
        "validate them like callback URLs",
    ),
    live(
        "write/undo",
        "Editable content: history and undo",
        Severity::Error,
        "undo restores the earlier content",
        "store the earlier content",
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
