//! Checks the write connector of a server. With the key of one resort it reads the content, tries edits that must be
//! rejected, drafts, publishes a sentence, and restores the original content.
//!
//! The specification names two tools and `publish`, but not their bodies. The check uses this project's form:
//! `revision`, `edits`, `undo`, and `content` and `revision` in the structured answer.

use serde_json::{Value, json};

use crate::client::{Client, Failure, Reply};
use crate::live::finding;
use crate::mcp::message;
use crate::results::Results;

const PATH: &str = "/mcp/write";
const ACCEPT: (&str, &str) = ("accept", "application/json, text/event-stream");
const REVISION: (&str, &str) = ("mcp-protocol-version", "2025-11-25");
const READ: &str = "get_resort_editable_content";
const EDIT: &str = "update_resort_content";
/// Sentence that is published for a moment.
const SENTENCE: &str = "This sentence was written by a conformance check and is taken back at once.";
/// A key of the right form that was never issued.
const UNKNOWN_KEY: &str = "osc_key_00000000000000000000000000000000000000";

/// Checks the write connector with a key that may edit one resort.
pub async fn check_write_connector(client: &Client, key: &str, verdict: &mut Results) {
    verdict.subjects += 1;
    let mut visit = Visit { client, bearer: format!("Bearer {key}"), verdict };
    if let Err(failure) = visit.all().await {
        visit.broken("write/answers", failure, "a complete answer");
    }
}

struct Visit<'a> {
    client: &'a Client,
    bearer: String,
    verdict: &'a mut Results,
}

/// The published content and its revision.
#[derive(PartialEq)]
struct PublishedContent {
    revision: u64,
    content: Value,
}

impl Visit<'_> {
    fn broken(&mut self, rule: &'static str, found: impl ToString, expected: impl ToString) {
        self.verdict.add(PATH, [finding(rule, "", found, expected)]);
    }

    async fn all(&mut self) -> Result<(), Failure> {
        self.rejects_unknown_keys().await?;
        self.tools().await?;
        let Some(first) = self.current_content().await? else { return Ok(()) };
        self.refusals(&first).await?;
        self.drafts(&first).await?;
        self.publishes(&first).await
    }

    /// Checks that requests without a key, or with an unknown one, are rejected.
    async fn rejects_unknown_keys(&mut self) -> Result<(), Failure> {
        let nobodys = format!("Bearer {UNKNOWN_KEY}");
        for bearer in [None, Some(nobodys.as_str()), Some("Bearer x")] {
            let mut headers = vec![ACCEPT, REVISION];
            headers.extend(bearer.map(|bearer| ("authorization", bearer)));
            let reply = self.client.post(PATH, &headers, &request("tools/list", json!({}))).await?;
            if reply.status != 401 {
                self.broken("write/key-wanted", format_args!("status {}", reply.status), 401);
            }
        }
        Ok(())
    }

    async fn ask(&self, method: &str, params: Value) -> Result<Reply, Failure> {
        let headers = [ACCEPT, REVISION, ("authorization", self.bearer.as_str())];
        self.client.post(PATH, &headers, &request(method, params)).await
    }

    /// Checks the two tools: the second declares that it edits and has `publish`.
    async fn tools(&mut self) -> Result<(), Failure> {
        let reply = self.ask("tools/list", json!({})).await?;
        let listed = message(&reply).unwrap_or_default();
        let tools = listed.pointer("/result/tools").and_then(Value::as_array).cloned().unwrap_or_default();
        let of = |name: &str| tools.iter().find(|tool| tool["name"] == name);
        let [Some(_), Some(edit)] = [READ, EDIT].map(of) else {
            self.broken(
                "write/answers",
                format_args!("status {}, {} tools", reply.status, tools.len()),
                "both tools",
            );
            return Ok(());
        };
        let properties = &edit["inputSchema"]["properties"];
        if properties["publish"]["type"] != "boolean" || edit["annotations"]["readOnlyHint"] == true {
            self.broken(
                "write/publish-flag",
                &properties["publish"],
                "a boolean `publish` of a tool that edits",
            );
        }
        if properties.get("slug").is_some() {
            self.broken("write/scope", "an argument `slug`", "the resort of the key");
        }
        Ok(())
    }

    /// Calls a tool and returns its structured answer, or the text of its rejection.
    async fn call(&mut self, name: &str, arguments: Value) -> Result<Option<Result<Value, String>>, Failure> {
        let reply = self.ask("tools/call", json!({ "name": name, "arguments": arguments })).await?;
        let answer = message(&reply).unwrap_or_default();
        let Some(result) = answer.get("result") else {
            let refused = answer.pointer("/error/message").and_then(Value::as_str);
            if let Some(text) = refused {
                return Ok(Some(Err(text.to_owned())));
            }
            self.broken("write/answers", format_args!("{name}: status {}", reply.status), "a result");
            return Ok(None);
        };
        let text = result.pointer("/content/0/text").and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Some(if result["isError"] == true { Err(text) } else { Ok(result["structuredContent"].clone()) }))
    }

    async fn current_content(&mut self) -> Result<Option<PublishedContent>, Failure> {
        let Some(answer) = self.call(READ, json!({})).await? else { return Ok(None) };
        let read =
            answer.as_ref().ok().and_then(|read| Some((read["revision"].as_u64()?, read.get("content")?)));
        let Some((revision, content)) = read else {
            self.broken("write/answers", format_args!("{READ}: {answer:?}"), "`revision` and `content`");
            return Ok(None);
        };
        Ok(Some(PublishedContent { revision, content: content.clone() }))
    }

    /// Tries edits that must be rejected; afterwards the content must be unchanged.
    async fn rejects_edit(
        &mut self,
        rule: &'static str,
        arguments: Value,
        named: &str,
        before: &PublishedContent,
    ) -> Result<(), Failure> {
        match self.call(EDIT, arguments.clone()).await? {
            Some(Ok(_)) => self.broken(rule, format_args!("taken: {arguments}"), "a refusal"),
            Some(Err(text)) if !text.contains(named) => {
                self.broken(rule, text, format_args!("an error that names `{named}`"));
            }
            Some(Err(_)) | None => {}
        }
        if self.current_content().await?.is_some_and(|after| after != *before) {
            self.broken(rule, "the content was changed", "unchanged content after a rejected edit");
        }
        Ok(())
    }

    async fn refusals(&mut self, first: &PublishedContent) -> Result<(), Failure> {
        let edit = |edits: Value| json!({ "revision": first.revision, "edits": edits, "publish": true });
        for field in ["snowScore", "rating"] {
            let edits = json!({ field: "100", "summary": SENTENCE });
            self.rejects_edit("write/no-scores", edit(edits), field, first).await?;
        }
        let other = json!({ "revision": first.revision, "slug": "another", "edits": { "summary": SENTENCE }, "publish": true });
        self.rejects_edit("write/scope", other, "slug", first).await?;
        let season = json!({ "seasonOpening": "2026-12-05", "seasonClosing": "2026-04-12" });
        self.rejects_edit("write/refuses-nonsense", edit(season), "seasonClosing", first).await?;
        for (field, text) in [
            ("description", "<script>alert(1)</script>"),
            ("apresSki", "a\u{202e}b"),
            ("description", &"a".repeat(100_000)),
        ] {
            self.rejects_edit("write/plain-text", edit(json!({ field: text })), field, first).await?;
        }
        for address in [
            "https://10.0.0.1/cam",
            "https://169.254.169.254/",
            "https://[::1]/",
            "http://www.example.com/",
            "javascript:alert(1)",
        ] {
            self.rejects_edit(
                "write/public-url",
                edit(json!({ "webcamPageUrl": address })),
                "webcamPageUrl",
                first,
            )
            .await?;
        }
        Ok(())
    }

    /// Checks that nothing is published without `publish: true`.
    async fn drafts(&mut self, first: &PublishedContent) -> Result<(), Failure> {
        let draft = json!({ "revision": first.revision, "edits": { "summary": SENTENCE } });
        if let Some(Err(text)) = self.call(EDIT, draft).await? {
            self.broken("write/publish-flag", text, "a draft");
        }
        if self.current_content().await?.is_some_and(|after| after != *first) {
            self.broken("write/publish-flag", "a draft was published", "the earlier content");
        }
        Ok(())
    }

    /// Checks that a published edit has a new revision, that the old one is rejected, and that undo restores the
    /// earlier content.
    async fn publishes(&mut self, first: &PublishedContent) -> Result<(), Failure> {
        let edit = json!({ "revision": first.revision, "edits": { "summary": SENTENCE }, "publish": true });
        if let Some(Err(text)) = self.call(EDIT, edit.clone()).await? {
            self.broken("write/publish-flag", text, "published");
            return Ok(());
        }
        let Some(second) = self.current_content().await? else { return Ok(()) };
        if second.content["summary"] != SENTENCE || second.revision <= first.revision {
            self.broken(
                "write/publish-flag",
                &second.content["summary"],
                "the published content, under a new revision",
            );
        }
        let stale =
            json!({ "revision": first.revision, "edits": { "summary": "Another editor." }, "publish": true });
        self.rejects_edit("write/revision", stale, "", &second).await?;
        let Some(now) = self.current_content().await? else { return Ok(()) };
        let undo = json!({ "revision": now.revision, "undo": true, "publish": true });
        let undone = self.call(EDIT, undo).await?;
        let Some(last) = self.current_content().await? else { return Ok(()) };
        if last.content != first.content {
            self.broken("write/undo", format_args!("{undone:?}"), "the earlier content");
            // The sentence is removed even if undo does not work.
            let before = first.content.get("summary").cloned().unwrap_or(Value::Null);
            let restore =
                json!({ "revision": last.revision, "edits": { "summary": before }, "publish": true });
            self.call(EDIT, restore).await?;
        }
        Ok(())
    }
}

fn request(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}
