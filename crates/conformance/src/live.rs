//! Rules that only a running server can break: how it answers, whether what it publishes fits together, its connector.

use contract::rules::{Check, Finding, Rule, Severity};

/// A rule without a function of its own.
const fn live(
    id: &'static str,
    clause: &'static str,
    severity: Severity,
    checks: &'static str,
    fix: &'static str,
) -> Rule {
    Rule { id, clause, severity, checks, fix, check: Check::Live }
}

/// The rules of this crate.
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
];

/// A broken rule of this crate.
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

/// A rule of either list.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    contract::rules::rule(id).or_else(|| RULES.iter().find(|rule| rule.id == id))
}

/// The table of all rules as Markdown.
#[must_use]
pub fn markdown() -> String {
    contract::rules::markdown(RULES)
}
