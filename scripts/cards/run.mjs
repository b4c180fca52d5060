// Shows every card in Chromium under a real MCP Apps host, at phone and desk width, light and dark, and checks what
// is seen. `node run.mjs [--url BASE | --from FILE] [--shots FOLDER] [--only TEXT]`. With --url the cards and results
// are those of a running service, else those that the tests of `operations` write.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { audit } from "./audit.mjs";
import { cases } from "./cases.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const { values: options } = parseArgs({ options: { url: { type: "string" }, from: { type: "string" }, shots: { type: "string" }, only: { type: "string" } } });
const shots = options.shots ?? join(root, "target/cards");
const HOST = "http://host.test/";
const WIDTHS = [320, 800];
const THEMES = ["light", "dark"];

/** Cards and results of a running service, over its connector. */
async function asked(base) {
  const ask = async (method, params) => {
    const headers = { "content-type": "application/json", accept: "application/json", "mcp-protocol-version": "2025-11-25" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await (await fetch(`${base}/mcp`, { method: "POST", headers, body })).json();
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
  const cards = [];
  for (const { uri, mimeType } of (await ask("resources/list", {})).resources) {
    const [contents] = (await ask("resources/read", { uri })).contents;
    if (mimeType.startsWith("text/html")) cards.push(contents);
    else if (!JSON.parse(contents.text).meta.credits.service.text) throw new Error(`${uri} has no credit`);
  }
  const results = [];
  const call = async (tool, args) => results.push({ uri: shownIn.get(tool), tool, arguments: Object.entries(args),
    result: await ask("tools/call", { name: tool, arguments: args }) });
  const shownIn = new Map((await ask("tools/list", {})).tools.map((tool) => [tool.name, tool._meta?.ui?.resourceUri]));
  await call("find_resorts_by_criteria", { sort: "forecast", limit: 10 });
  const slugs = results[0].result.structuredContent.data.slice(0, 2).map((row) => row.slug);
  for (const [tool, uri] of shownIn) {
    if (!uri || tool === "find_resorts_by_criteria") continue;
    if (uri.includes("powder-list")) await call(tool, { limit: 10 });
    else for (const slug of [...slugs, "alpenau"]) await call(tool, { slug });
  }
  return { cards, results };
}

/** Cards and results as the program serves them. */
async function served() {
  if (options.url) return asked(options.url.replace(/\/$/, ""));
  let file = options.from;
  if (!file) {
    file = join(mkdtempSync(join(tmpdir(), "cards-")), "cards.json");
    execFileSync("cargo", ["test", "--quiet", "-p", "operations", "--test", "it", "cards::exports_served_cards_for_browser"],
      { cwd: root, env: { ...process.env, SNOW_CARDS_OUT: file }, stdio: ["ignore", "ignore", "inherit"] });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

function browserPath() {
  const known = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error("no Chromium: run scripts/install-browser-parts.sh, or name one in CHROMIUM");
  return found;
}

/** Where free pictures are; those of the cases and of the examples are synthetic. */
const PICTURES = "https://upload.wikimedia.org/";
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#8fb7dd"/><path d="M0 400 220 120 330 260 430 160 600 400Z" fill="#fff"/></svg>';

const opened = new Map();
/** A page of this size and theme, used by one showing after the other. */
async function again(browser, script, look) {
  const key = JSON.stringify(look);
  if (!opened.has(key)) opened.set(key, await open(browser, script, look));
  const kept = opened.get(key);
  kept.log.requests.length = 0;
  kept.log.complaints.length = 0;
  return kept;
}

/** A page that holds the host, and a record of what it was asked for and complained of. */
async function open(browser, script, { width, theme }) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: "reduce" });
  const log = { requests: [], complaints: [] };
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && log.complaints.push(message.text()));
  page.on("pageerror", (error) => log.complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    log.complaints.push(`dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url === HOST) {
      const style = "<style>html{color-scheme:light dark}body{margin:0}</style>";
      return route.fulfill({ contentType: "text/html", body: `<!doctype html>${style}<body><script>${script}</script>` });
    }
    log.requests.push(url);
    if (url.startsWith(PICTURES) && !url.includes("gone")) {
      return route.fulfill({ contentType: "image/svg+xml", body: PICTURE });
    }
    return route.abort();
  });
  await page.goto(HOST);
  return { page, log };
}

class Checks {
  constructor(name) {
    this.name = name;
    this.wrong = [];
    this.count = 0;
  }
  that(holds, words) {
    this.count += 1;
    if (!holds) this.wrong.push(words);
  }
  async soon(words, ask) {
    this.count += 1;
    for (let tries = 0; tries < 60; tries += 1) {
      // A frame that is still being loaded has no answer yet.
      if (await Promise.resolve(ask()).catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    this.wrong.push(words);
  }
}

const inCard = (page) => page.frames().find((frame) => frame !== page.mainFrame());
const textOf = (frame) => frame.evaluate(() => document.body.innerText);

/** What has to be read, and how the credit answers a click. */
async function values(checks, page, frame, one) {
  const text = await textOf(frame);
  const { heading, words, rows, status } = one.see;
  if (heading) checks.that((await frame.locator("h1").innerText()) === heading, `heading "${heading}"`);
  for (const word of words) checks.that(text.includes(word), `"${word}" is read`);
  if (rows !== undefined) checks.that((await frame.locator(".rows > li").count()) === rows, `${rows} rows`);
  for (const pill of await frame.locator(".pill.open").all()) checks.that((await pill.innerText()) === "Open", "only OPEN is green");
  if (status === "UNKNOWN") checks.that((await frame.locator(".pill.open").count()) === 0, "UNKNOWN is not green");
  if (one.plain || one.result.isError) return;

  const { credits } = one.result.structuredContent;
  const credit = frame.getByRole("link", { name: credits.service.text });
  checks.that((await credit.count()) === 1, "the service's credit is a link");
  checks.that(await frame.getByRole("contentinfo", { name: "Credits" }).isVisible(), "credits are a landmark");
  await credit.focus();
  await page.keyboard.press("Enter");
  const address = new URL(credits.service.url).href;
  await checks.soon(`the host is asked to open ${address}`, () => page.evaluate((url) => window.seen.links.includes(url), address));
  const notice = frame.locator("[role=status]");
  if (one.refuse) await checks.soon("a refusal is said", async () => (await notice.innerText()).includes(address));
  else checks.that((await notice.innerText()) === "", "nothing to complain of");
  const hrefs = await frame.locator("footer a").evaluateAll((anchors) => anchors.map((anchor) => {
    anchor.click();
    return anchor.href;
  }));
  await checks.soon("every link of the credits goes through the host", () => page.evaluate((all) => all.every((url) => window.seen.links.includes(url)), hrefs));
}

async function units(checks, page, frame) {
  const toggle = frame.locator("#units");
  if ((await toggle.count()) === 0) return;
  const before = await textOf(frame);
  await toggle.focus();
  await page.keyboard.press("Enter");
  const after = await textOf(frame);
  checks.that(!/\d\u00a0(cm|m|km|°C|m\/s)(?![\w/])/.test(after), "no metric number is left");
  checks.that((before.match(/not reported/g) ?? []).length === (after.match(/not reported/g) ?? []).length, "what is not reported stays so");
  checks.that(await toggle.evaluate((node) => node === document.activeElement), "the focus stays on the switch");
  await page.keyboard.press("Enter");
  checks.that((await textOf(frame)) === before, "the switch goes back");
}

async function keyboard(checks, page, frame) {
  const wanted = await frame.evaluate(() => [...document.querySelectorAll("a,button:not([disabled]),summary,[tabindex='0']")].length);
  await frame.evaluate(() => document.activeElement?.blur?.());
  await page.evaluate(() => document.querySelector("iframe").focus());
  const reached = new Set();
  // The walk may begin anywhere and passes the page around the card, so it may take a few steps more.
  for (let at = 0; at < wanted + 4 && reached.size < wanted; at += 1) {
    await page.keyboard.press("Tab");
    const focus = await frame.evaluate(() => {
      const node = document.activeElement;
      const style = getComputedStyle(node);
      const all = [...document.querySelectorAll("a,button:not([disabled]),summary,[tabindex='0']")];
      return { at: all.indexOf(node), visible: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 };
    });
    if (focus.at >= 0) {
      reached.add(focus.at);
      checks.that(focus.visible, "the focus is seen");
    }
  }
  checks.that(reached.size === wanted, `the keyboard reaches ${reached.size} of ${wanted}`);
}

async function carousel(checks, page, frame, one) {
  if (!one.photos) return;
  const region = frame.getByRole("region", { name: one.see.heading });
  const text = () => region.innerText();
  await checks.soon("the first photo is loaded", () => frame.evaluate(() => document.querySelector("img")?.naturalWidth > 0));
  await region.focus();
  await page.keyboard.press("ArrowRight");
  checks.that((await text()).includes(`2 of ${one.photos}`), "the arrow shows the next");
  checks.that((await frame.locator("img").getAttribute("alt")).includes("without a description"), "a photo without words says so");
  await page.keyboard.press("End");
  checks.that((await text()).includes(`${one.photos} of ${one.photos}`), "End shows the last");
  await checks.soon("a lost photo is said", async () => (await text()).includes("cannot be shown"));
  await frame.getByRole("button", { name: "Next" }).click();
  checks.that((await text()).includes(`1 of ${one.photos}`), "after the last comes the first");
  await page.keyboard.press("Home");
}

async function whole(checks, page, frame) {
  for (const wrong of await frame.evaluate(audit)) checks.that(false, wrong);
  checks.that(true, "audited");
  await checks.soon("the host knows the height", async () => {
    const height = await frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
    return page.evaluate((known) => window.seen.heights.at(-1) === known, height);
  });
}

async function one(browser, script, card, item, width, theme) {
  const checks = new Checks(`${item.name} ${width} ${theme}`);
  const { page, log } = await again(browser, script, { width, theme });
  await page.setViewportSize({ width, height: 900 });
  const args = Object.fromEntries(item.arguments ?? []);
  await page.evaluate((given) => window.show(given), { card, result: item.result, args, refuse: item.refuse, cancel: item.cancel });
  const frame = inCard(page);
  await checks.soon("the answer is drawn", () => frame.evaluate(() => !document.querySelector("[aria-busy]")));
  await whole(checks, page, frame);
  await carousel(checks, page, frame, item);
  await whole(checks, page, frame);
  // A frame is painted no further than the window reaches.
  await page.setViewportSize({ width, height: await frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height) + 40) });
  const shot = join(shots, `${item.name}-${width}-${theme}.png`);
  await page.locator("iframe").screenshot({ path: shot });
  await values(checks, page, frame, item);
  if (!item.refuse) await units(checks, page, frame);
  await keyboard(checks, page, frame);
  checks.that((await page.title()) !== "taken" && (await frame.title()) !== "taken", "no markup of the data was run");
  await page.evaluate(() => window.teardown());
  checks.that((await page.evaluate(() => window.seen.errors)).length === 0, "the bridge has no error");
  const complaints = log.complaints.filter((words) => !(item.blocked || item.photos) || !/Content Security Policy|ERR_FAILED/.test(words));
  checks.that(complaints.length === 0, `the console: ${[...new Set(complaints)].join(" | ")}`);
  // A card asks for the pictures that its data names, and for nothing else.
  const named = JSON.stringify(item.result);
  const requests = log.requests.filter((url) => !(url.startsWith(PICTURES) && named.includes(url)));
  checks.that(requests.length === 0, `no request: ${requests.join(" ")}`);
  await page.evaluate(() => document.querySelector("iframe").remove());
  return checks;
}

/** The host's theme counts more than the system's, and follows a change. */
async function themes(browser, script, card, item) {
  const checks = new Checks("theme of the host");
  const { page } = await open(browser, script, { width: 320, theme: "light" });
  await page.evaluate((given) => window.show(given), { card, result: item.result, args: {}, theme: "dark" });
  const frame = inCard(page);
  const background = () => frame.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await checks.soon("dark when the host is", async () => (await background()) === "rgb(15, 22, 29)");
  await page.evaluate(() => window.setTheme("light"));
  await checks.soon("light when the host turns so", async () => (await background()) === "rgb(255, 255, 255)");
  await page.close();
  return checks;
}

/** A host that knows only window.openai. */
async function older(browser, script, card, item) {
  const checks = new Checks("older host");
  const { page, log } = await open(browser, script, { width: 320, theme: "light" });
  await page.evaluate((given) => window.showOlder(given), { card, result: item.result });
  const { data, credits } = item.result.structuredContent;
  await checks.soon("the answer is drawn", async () => inCard(page) && (await textOf(inCard(page))).includes(data[0].name));
  await inCard(page).getByRole("link", { name: credits.service.text }).click();
  const address = new URL(credits.service.url).href;
  await checks.soon("the credit is opened", () => inCard(page).evaluate((url) => window.opened.includes(url), address));
  checks.that(log.complaints.length === 0 && log.requests.length === 0, `quiet: ${log.complaints} ${log.requests}`);
  await page.close();
  return checks;
}

const given = await served();
const bundle = await build({ entryPoints: [join(here, "host.mjs")], bundle: true, write: false, format: "iife", minify: true, logLevel: "error" });
const script = bundle.outputFiles[0].text.replaceAll("</script", "<\\/script");
const cardOf = (uri) => given.cards.find((card) => card.uri === uri);
mkdirSync(shots, { recursive: true });
const browser = await chromium.launch({ executablePath: browserPath(), args: [
  "--no-sandbox", "--disable-gpu",
  // A card's frame in a process of its own could ask for something before it is watched.
  "--disable-features=IsolateSandboxedIframes",
  "--host-resolver-rules=MAP * ~NOTFOUND",
] });
const done = [];
const all = cases(given).filter((item) => !(options.url && item.made)).filter((item) => !options.only || item.name.includes(options.only));
for (const item of all) {
  for (const [at, width] of WIDTHS.entries()) {
    for (const [other, theme] of THEMES.entries()) {
      // What is made up here is shown small and light, and large and dark.
      if (item.made && at !== other) continue;
      done.push(await one(browser, script, cardOf(item.uri), item, width, theme));
    }
  }
}
const list = all.find((item) => item.result.structuredContent?.data?.[0]?.slug);
if (list) {
  done.push(await themes(browser, script, cardOf(list.uri), list));
  done.push(await older(browser, script, cardOf(list.uri), list));
}
await browser.close();

const failed = done.filter((checks) => checks.wrong.length > 0);
for (const { name, wrong } of failed) console.error(`${name}\n  wrong: ${[...new Set(wrong)].join("\n  wrong: ")}`);
const count = done.reduce((sum, checks) => sum + checks.count, 0);
console.log(`${done.length} showings of ${all.length} cases, ${count} checks, ${failed.length} failed; screenshots in ${shots}`);
process.exit(failed.length > 0 || done.length === 0 ? 1 : 0);
