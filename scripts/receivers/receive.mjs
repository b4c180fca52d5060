// A receiver of webhooks in Node: verifies each delivery and says so, a line each.
//
//   node receive.mjs     prints "port N", reads secrets from lines, then prints "ok ID" or "bad REASON" per delivery
//
// The two functions between the marks stand in docs/webhooks.md as well.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
// mark: example
import { createHmac, timingSafeEqual } from "node:crypto";

function same(expected, given) {
  const a = Buffer.from(expected), b = Buffer.from(given ?? "");
  return a.length === b.length && timingSafeEqual(a, b);
}

// headers: lower-case names; body: the raw Buffer, for Express from express.raw({ type: "application/json" })
function verifyService(secret, headers, body) {
  const expected = "sha256=" + createHmac("sha256", secret).update(body).digest("hex");
  return same(expected, headers["x-service-signature"]);
}

function verifyStandard(secret, headers, body, now = Date.now() / 1000) {
  const id = headers["webhook-id"], at = headers["webhook-timestamp"];
  if (!/^\d+$/.test(at ?? "") || Math.abs(Math.floor(now) - Number(at)) > 300) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64");
  const given = (headers["webhook-signature"] ?? "").split(" ");
  return given.map((one) => same("v1," + mac, one)).includes(true);
}
// mark: end

// The library of Standard Webhooks, where the check has put it.
const parts = process.env.SNOW_STANDARD_WEBHOOKS;
const { Webhook } = parts ? createRequire(`${parts}/node/`)("standardwebhooks") : {};

function refused(library, body, headers) {
  try {
    library.verify(body, headers);
    return false;
  } catch {
    return true;
  }
}

const secrets = [];

function judge(headers, body) {
  if (!secrets.some((one) => verifyService(one, headers, body))) return "bad service signature";
  const secret = secrets.find((one) => verifyStandard(one, headers, body));
  if (!secret) return "bad standard signature";
  // What was altered or is old must not pass, or the check says nothing.
  const altered = Buffer.from(body);
  altered[altered.length >> 1] ^= 1;
  if (verifyService(secret, headers, altered) || verifyStandard(secret, headers, altered)) return "bad: altered passed";
  if (verifyStandard(secret, headers, body, Date.now() / 1000 + 302)) return "bad: old passed";
  if (secrets.some((one) => verifyService("x" + one.slice(1), headers, body))) return "bad: another secret passed";
  if (Webhook) {
    const library = new Webhook(secret);
    library.verify(body, headers);
    if (!refused(library, altered, headers)) return "bad: altered passed the library";
  }
  const { id, subscriptionId } = JSON.parse(body.toString("utf8"));
  if (id !== headers["x-service-delivery"] || id !== headers["webhook-id"] || !subscriptionId) return "bad ids";
  return `ok ${id}`;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    let verdict;
    try {
      verdict = judge(request.headers, Buffer.concat(chunks));
    } catch (error) {
      verdict = `bad: ${error.message}`;
    }
    console.log(verdict);
    response.writeHead(verdict.startsWith("ok ") ? 204 : 400).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`port ${server.address().port}`));
createInterface({ input: process.stdin }).on("line", (line) => secrets.push(line.trim())).on("close", () => process.exit(0));
