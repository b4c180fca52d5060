// A person's way through an account in Chromium, in German: sign-up by a code, a saved
// resort, an alert, the letter that asks, the letter that tells, and the one click that ends them; then sign-up by a code, a passkey
// of a virtual device, and the sign-in by that alone, which needs a program with the feature `passkeys`, in this browser and as a browser
// of before 2025. Mail goes by real SMTP to a server in this script; the snow is a resort's report to the demonstration. `node account.mjs`.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { AXE, TAGS, demonstrationAt, launched, program, root, sideways, tab, that, told } from "./browser.mjs";

const shots = join(root, "target/pages");
const RESORT = "zermatt";
const EMAIL = "ada@example.org";
/** How long a mail is waited for, ms. */
const PATIENCE = 40_000;

/** A mail server that takes everything; `mails` are as they came, the oldest first. */
async function mailServer() {
  const mails = [];
  const server = createServer((socket) => {
    let rest = "";
    let mail = null;
    const say = (line) => socket.write(`${line}\r\n`);
    const heard = (line) => {
      if (mail !== null) {
        if (line !== ".") return mail.push(line.startsWith("..") ? line.slice(1) : line);
        const text = mail.join("\r\n");
        // Notices come when they come; what is walked here is every other mail.
        if (!/^message-id: <notice\./im.test(text)) mails.push(text);
        mail = null;
        return say("250 taken");
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === "EHLO") return socket.write("250-here\r\n250 8BITMIME\r\n");
      if (command === "DATA") mail = [];
      if (command === "QUIT") return socket.end("221 bye\r\n");
      return say(command === "DATA" ? "354 go on" : "250 yes");
    };
    socket.setEncoding("utf8").on("error", () => {}).on("data", (text) => {
      const lines = (rest + text).split("\r\n");
      rest = lines.pop();
      lines.forEach(heard);
    });
    say("220 here");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { mails, url: `smtp://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** A mail's headers by name, and the text of its first part. */
function opened(mail) {
  const split = (part) => {
    const at = part.indexOf("\r\n\r\n");
    const lines = part.slice(0, at).replace(/\r\n[ \t]+/g, " ").split("\r\n").map((line) => line.match(/^([^:]+):\s*(.*)$/)).filter(Boolean);
    return { headers: new Map(lines.map(([, name, value]) => [name.toLowerCase(), value])), body: part.slice(at + 4) };
  };
  const { headers, body } = split(mail);
  const boundary = headers.get("content-type")?.match(/boundary="([^"]+)"/)?.[1];
  const part = boundary ? split(body.split(`--${boundary}\r\n`)[1]) : { headers, body };
  const bytes = (text) => Buffer.from(text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))), "latin1");
  const coding = part.headers.get("content-transfer-encoding");
  const text = coding === "base64" ? Buffer.from(part.body, "base64").toString() : coding === "quoted-printable" ? bytes(part.body).toString() : part.body;
  return { headers, text };
}

/** The mail of this number once it has come; `meanwhile` is done until then. */
async function mail(mails, number, meanwhile = async () => {}) {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (mails.length > number) return opened(mails[number]);
    await meanwhile();
  }
  throw new Error(`mail ${number + 1} did not come`);
}

/** What every page is held to. */
async function seen(page, log, place) {
  // A click is over when the next page has begun: what is seen of it has to have its style.
  await page.waitForLoadState("load");
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags, resultTypes: ["violations"] }), TAGS);
  that(place, violations.length === 0, violations.map(({ id, nodes }) => `axe ${id}: ${nodes[0].html.slice(0, 160)}`).join(" | "));
  that(place, (await page.locator("html").getAttribute("lang")) === "de", "is in German");
  that(place, (await page.locator("h1").count()) === 1, "one heading");
  that(place, (await sideways(page)) <= 0, `scrolls sideways by ${await sideways(page)}`);
  that(place, log.complaints.length === 0, `console: ${log.complaints.join(" | ")}`);
  that(place, log.elsewhere.length === 0, `asks elsewhere: ${log.elsewhere.join(" ")}`);
  await page.screenshot({ path: join(shots, `account-${place.replaceAll(" ", "-")}-360.png`), fullPage: true });
}

/** A resort's report of new snow, by its key. */
function reporter(base, folder) {
  const admin = (...command) => execFileSync(program(), ["--data-dir", folder, "operator", ...command], { encoding: "utf8" });
  admin("org", "add", "lifts", "Synthetic Lifts");
  admin("grant", "lifts", RESORT);
  const key = admin("key", "add", RESORT, "--org", "lifts", "--name", "walk").split("\n")[0];
  return async (newSnow24h) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    // A station nearby reports another amount, so the value has to be confirmed by name.
    const address = `${base}/api/v1/operator/resorts/${RESORT}/reports?confirm=newSnow24h:${newSnow24h}`;
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify({ status: "OPEN", newSnow24h }) });
    that("report", answer.ok, `status ${answer.status}: ${await answer.text()}`);
  };
}

async function walk(browser, base, mails, report) {
  const { page, log, context } = await tab(browser, base, { width: 360, theme: "light", script: true });
  const submit = (action) => page.locator(`form[action="/de${action}"] button`).first().click();

  await page.goto(`${base}/de/account`);
  await seen(page, log, "sign-in");
  await page.fill("#email", EMAIL);
  await submit("/account/sign-in");
  const code = await mail(mails, 0);
  that("sign-up", code.headers.get("to") === EMAIL, `the mail goes to ${code.headers.get("to")}`);
  await page.fill("#code", code.text.match(/\b\d{6}\b/)[0]);
  await submit("/account/code");
  that("sign-up", page.url() === `${base}/de/account`, `leads to ${page.url()}`);

  await page.fill("#resort", "Zermatt");
  await submit("/account/save");
  await page.getByRole("link", { name: "Zermatt", exact: true }).first().waitFor();
  await seen(page, log, "saved");

  await page.locator("a[href='/de/account/alerts']").click();
  await page.selectOption("#type", "powder");
  await page.fill("#slug", "Zermatt");
  await page.fill("#cm", "25");
  await page.fill("#quiet", "none");
  await submit("/account/alerts/add");
  that("alert", (await page.locator("main").innerText()).includes("Neuschnee, Zermatt, ab 25 cm"), "is listed in words");
  await submit("/account/alerts/letters");
  const asking = await mail(mails, 1);
  await page.goto(asking.text.match(/http\S+\/account\/alerts\/confirm\/\w+/)[0]);
  await seen(page, log, "letter that asks");
  await page.locator("form[action*='/account/alerts/confirm/'] button").click();
  await seen(page, log, "letters begin");

  // What is so already at the first look is told to nobody: the resort reports none, then much, until the letter is there.
  let turn = 0;
  const letter = await mail(mails, 2, async () => {
    if (turn % 80 === 0) await report(0);
    if (turn % 80 === 30) await report(31);
    turn += 1;
  });
  that("letter", letter.text.includes("Zermatt: 31 cm Neuschnee in 24 Stunden"), letter.text);
  that("letter", letter.text.includes("Quelle: ") && letter.text.includes("simuliert"), `names its evidence: ${letter.text}`);
  that("letter", letter.headers.get("list-unsubscribe-post") === "List-Unsubscribe=One-Click", "is ended by one click");
  await page.goto(`${base}/de/account/alerts`);
  that("alerts", (await page.locator("main").innerText()).includes("31 cm Neuschnee"), "lists what fired");
  await seen(page, log, "alerts");

  // As a mail program does it: one request, from nowhere, without a cookie.
  const end = letter.headers.get("list-unsubscribe").slice(1, -1);
  that("unsubscribe", end.startsWith(`${base}/de/account/alerts/unsubscribe/`) && letter.text.includes(end), end);
  await page.goto(end);
  await seen(page, log, "unsubscribe");
  await page.goto(`${base}/de/account/alerts`);
  const goes = async () => (await page.locator("form:has(input[value=stop])").count()) === 1;
  that("unsubscribe", await goes(), "a look at the link does nothing");
  const clicked = await fetch(end, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "List-Unsubscribe=One-Click" });
  that("unsubscribe", clicked.status === 200, `status ${clicked.status}`);
  await page.reload();
  that("unsubscribe", !(await goes()) && (await page.locator("main").innerText()).includes("Die E-Mails sind beendet."), "letters have ended");
  await context.close();

  that("mails", mails.length === 3, `${mails.length} mails`);
}

/** A device that verifies its owner, without anybody touching it. */
async function device(context, page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  return async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

async function byPasskey(browser, base, mails) {
  const { page, log, context } = await tab(browser, base, { width: 360, theme: "light", script: true });
  const credentials = await device(context, page);
  const submit = (action) => page.locator(`form[action="/de${action}"] button`).first().click();
  const said = () => page.locator("form[data-passkey] [role=status]").filter({ hasText: /./ }).innerText();
  const passkey = page.getByRole("button", { name: "Mit Passkey anmelden" });

  await page.goto(`${base}/de/account/sign-in`);
  that("passkeys", await passkey.isVisible(), "the program has no passkeys: build it with --features passkeys");
  await seen(page, log, "sign-in with passkey");
  const before = mails.length;
  await page.fill("#email", "bea@example.org");
  await submit("/account/sign-in");
  await page.fill("#code", (await mail(mails, before)).text.match(/\b\d{6}\b/)[0]);
  await submit("/account/code");

  await page.locator("a[href='/de/account/passkeys']").click();
  const add = page.getByRole("button", { name: "Passkey hinzufügen" });
  that("passkeys", await page.locator("[data-without-passkeys]").isHidden(), "the script runs here");
  await page.fill("#name", "Telefon");
  await add.click();
  await page.getByRole("rowheader", { name: "Telefon" }).waitFor();
  const [made, ...others] = await credentials();
  that("passkeys", others.length === 0 && made.isResidentCredential && made.rpId === "localhost", JSON.stringify({ ...made, privateKey: "" }));
  await seen(page, log, "passkeys");
  await page.fill("#name", "noch einmal");
  await add.click();
  that("passkeys", (await said()).startsWith("Dieses Gerät hat schon"), await said());
  that("passkeys", (await page.getByRole("rowheader").count()) === 1, "one passkey of one device");

  await page.goto(`${base}/de/account`);
  await submit("/account/sign-out");
  await passkey.click();
  await page.getByText("bea@example.org").waitFor();
  that("passkeys", page.url() === `${base}/de/account`, `leads to ${page.url()}`);
  await page.goto(`${base}/de/account/passkeys`);
  that("passkeys", !(await page.locator("tbody").innerText()).includes("nie"), "was used");
  that("passkeys", log.complaints.length === 0, `console: ${log.complaints.join(" | ")}`);

  // Removed here, the device has it still: it opens nothing, and the page says what does.
  await submit("/account/passkeys");
  await page.goto(`${base}/de/account`);
  await submit("/account/sign-out");
  await passkey.click();
  that("passkeys", (await said()).includes("nicht angenommen"), await said());
  log.complaints.length = 0;
  await seen(page, log, "passkey refused");
  await context.close();

  const plain = await tab(browser, base, { width: 360, theme: "light", script: false });
  await plain.page.goto(`${base}/de/account/sign-in`);
  that("passkeys", await plain.page.locator("form[data-passkey]").isHidden(), "no button without a script");
  await plain.context.close();
}

/** Browsers of before 2025 neither read nor write the JSON of passkeys themselves: the page's script does. */
async function byPasskeyOfOldBrowser(browser, base, mails) {
  const { page, log, context } = await tab(browser, base, { width: 360, theme: "light", script: true });
  await page.addInitScript(() => {
    delete PublicKeyCredential.prototype.toJSON;
    delete PublicKeyCredential.parseCreationOptionsFromJSON;
    delete PublicKeyCredential.parseRequestOptionsFromJSON;
  });
  const credentials = await device(context, page);
  const submit = (action) => page.locator(`form[action="/de${action}"] button`).first().click();
  const said = () => page.locator("form[data-passkey] [role=status]").filter({ hasText: /./ }).innerText();

  await page.goto(`${base}/de/account/sign-in`);
  const own = await page.evaluate(() => [PublicKeyCredential.prototype.toJSON, PublicKeyCredential.parseCreationOptionsFromJSON, PublicKeyCredential.parseRequestOptionsFromJSON].filter(Boolean).length);
  that("old browser", own === 0, `has ${own} of the three`);
  const before = mails.length;
  await page.fill("#email", "cleo@example.org");
  await submit("/account/sign-in");
  await page.fill("#code", (await mail(mails, before)).text.match(/\b\d{6}\b/)[0]);
  await submit("/account/code");
  await page.locator("a[href='/de/account/passkeys']").click();
  const add = page.getByRole("button", { name: "Passkey hinzufügen" });
  await page.fill("#name", "Altes Telefon");
  await add.click();
  await page.getByRole("rowheader", { name: "Altes Telefon" }).waitFor();
  that("old browser", (await credentials()).length === 1, "the device has the passkey");
  // The list of those that are there reaches the device too.
  await page.fill("#name", "noch einmal");
  await add.click();
  that("old browser", (await said()).startsWith("Dieses Gerät hat schon"), await said());

  await page.goto(`${base}/de/account`);
  await submit("/account/sign-out");
  await page.getByRole("button", { name: "Mit Passkey anmelden" }).click();
  await page.getByText("cleo@example.org").waitFor();
  that("old browser", page.url() === `${base}/de/account`, `leads to ${page.url()}`);
  that("old browser", log.complaints.length === 0, `console: ${log.complaints.join(" | ")}`);
  await context.close();
}

const server = await mailServer();
const { base, child, data } = await demonstrationAt("localhost", "--smtp-url", server.url, "--webhook-evaluation-seconds", "1", "--tick-seconds", "1", "--operator-undo-minutes", "0");
let browser;
try {
  mkdirSync(shots, { recursive: true });
  browser = await launched();
  const begun = Date.now();
  await walk(browser, base, server.mails, reporter(base, data));
  console.log(`from sign-up to the end of letters: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  await byPasskey(browser, base, server.mails);
  await byPasskeyOfOldBrowser(browser, base, server.mails);
} finally {
  await browser?.close();
  child.kill();
  server.close();
  rmSync(data, { recursive: true, force: true });
}
process.exit(told(shots));
