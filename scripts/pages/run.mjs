// Opens every web page in Chromium and checks what a person meets: accessibility by axe with nothing switched off, without
// and with scripts, on a telephone and a desk, light and dark, in three languages; quiet consoles, no request to elsewhere,
// no sideways scrolling even with text of twice the size, the keyboard, forms, print on one page, layout shifts.
// `node run.mjs [--url BASE] [--shots FOLDER] [--only TEXT] [--all]`. Without --url it starts the demonstration;
// without --all each width is seen in one theme alone, and the slow telephone is tried once.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const { values: options } = parseArgs({ options: {
  url: { type: "string" }, shots: { type: "string" }, only: { type: "string" }, all: { type: "boolean" },
} });
const shots = options.shots ?? join(root, "target/pages");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const LANGUAGES = ["", "/de", "/ja"];
const WIDTHS = [360, 1280];
const THEMES = ["light", "dark"];
/** An address of every page, and some that are wrong. */
const ROUTES = [
  "/", "/resorts/zermatt", "/resorts/vail?start=2027-01-10&end=2027-01-16#trip", "/rankings?sort=forecast&region=alps", "/map", "/map?region=japan",
  "/storms", "/regions", "/regions/alps", "/regions/US", "/compare", "/compare?r=zermatt,vail,niseko-united", "/accuracy",
  "/search?q=zermat", "/leaderboard", "/el-nino", "/passes", "/passes/ikon-pass", "/definitions", "/status",
  "/resorts/no-such-resort", "/rankings?sort=nonsense", "/nothing/here",
];
/** Pages that answer with an error, and say so on the console of the browser. */
const REFUSED = ["/resorts/no-such-resort", "/rankings?sort=nonsense", "/nothing/here"];

const wrong = [];
let checks = 0;
function that(place, holds, words) {
  checks += 1;
  if (holds) return;
  wrong.push(`${place}: ${words}`);
  console.error(`wrong: ${place}: ${words}`);
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The demonstration, once every resort has its forecast. */
async function demonstration() {
  const built = ["release", "debug"].map((profile) => join(root, "target", profile, "snow-conditions")).filter(existsSync);
  const [program] = [process.env.SNOW_PROGRAM, ...built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)].filter(Boolean);
  if (!program) throw new Error("no program: run `cargo build -p server` first, or name one in SNOW_PROGRAM");
  const base = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(program, ["--bind", base.slice(7), "--base-url", base, "demo"], { stdio: "ignore" });
  for (let tries = 0; tries < 600; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const ready = await fetch(`${base}/readyz`).then((answer) => answer.json()).catch(() => null);
    if (ready && ready.resorts > 0 && ready.resortsWithForecast === ready.resorts) return { base, child };
    if (child.exitCode !== null) break;
  }
  child.kill();
  throw new Error("the demonstration did not become ready");
}

function browserPath() {
  const known = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error("no Chromium: run scripts/install-browser-parts.sh, or name one in CHROMIUM");
  return found;
}

/** A tab that notes what it asks for and complains of. */
async function tab(browser, base, look) {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 }, colorScheme: look.theme, javaScriptEnabled: look.script, reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const log = { elsewhere: [], complaints: [] };
  page.on("request", (request) => request.url().startsWith(`${base}/`) || log.elsewhere.push(request.url()));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && log.complaints.push(message.text()));
  page.on("pageerror", (error) => log.complaints.push(String(error)));
  return { page, log, context };
}

async function sideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

async function one(browser, base, route, language, look) {
  const path = language + route;
  const place = `${path} ${look.width} ${look.theme} script ${look.script ? "on" : "off"}`;
  const { page, log, context } = await tab(browser, base, look);
  const response = await page.goto(base + path);
  const isRefused = REFUSED.includes(route);
  that(place, (response.status() === 200) !== isRefused, `status ${response.status()}`);
  that(place, (await page.locator("h1").count()) === 1, "one heading");
  that(place, (await sideways(page)) <= 0, `scrolls sideways by ${await sideways(page)}`);
  if (look.script) {
    // Folded parts are unfolded: what is in them counts too.
    await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
    await page.evaluate(AXE);
    const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags, resultTypes: ["violations"] }), TAGS);
    for (const { id, nodes } of violations) that(place, false, `axe ${id}: ${nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    that(place, violations.length === 0, "axe");
    that(place, (await sideways(page)) <= 0, "scrolls sideways when unfolded");
  } else {
    that(place, (await page.locator("main").innerText()).length > 20, "is there without scripts");
    that(place, (await page.locator("[hidden]").evaluateAll((nodes) => nodes.every((node) => node.querySelector("table,dl") === null))), "hides nothing that counts");
  }
  const complaints = log.complaints.filter((words) => !(isRefused && /status of 4\d\d/.test(words)));
  that(place, complaints.length === 0, `console: ${complaints.join(" | ")}`);
  that(place, log.elsewhere.length === 0, `asks elsewhere: ${log.elsewhere.join(" ")}`);
  if (look.script) {
    const name = path.replace(/[^a-z0-9-]+/gi, "_").replace(/^_|_$/g, "") || "home";
    await page.screenshot({ path: join(shots, `${name}-${look.width}-${look.theme}.png`), fullPage: true });
  }
  await context.close();
}

/** Narrow windows and large letters. */
async function large(browser, base, route) {
  for (const language of LANGUAGES) {
    const { page, context } = await tab(browser, base, { width: 320, theme: "light", script: true });
    await page.goto(base + language + route);
    that(`${language}${route} 320`, (await sideways(page)) <= 0, `scrolls sideways by ${await sideways(page)}`);
    await page.setViewportSize({ width: 640, height: 900 });
    await page.evaluate(() => { document.documentElement.style.fontSize = "200%"; });
    that(`${language}${route} text 200 %`, (await sideways(page)) <= 0, `scrolls sideways by ${await sideways(page)}`);
    await context.close();
  }
}

/** Every link, button and field is reached, and the focus is seen. */
async function keyboard(browser, base, route) {
  const { page, context } = await tab(browser, base, { width: 1280, theme: "light", script: true });
  await page.goto(base + route);
  const wanted = await page.evaluate(() => [...document.querySelectorAll("a[href],button,input,select,summary,[tabindex='0']")]
    .filter((node) => node.tabIndex >= 0 && node.checkVisibility() && node.type !== "hidden").length);
  const reached = new Set();
  const unseen = new Set();
  for (let at = 0; at < wanted * 3 + 10; at += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const node = document.activeElement;
      if (!node || node === document.body) return null;
      const style = getComputedStyle(node);
      const all = [...document.querySelectorAll("*")];
      return { at: all.indexOf(node), html: node.outerHTML.slice(0, 80), seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 };
    });
    if (!focus) break;
    reached.add(focus.at);
    if (!focus.seen) unseen.add(focus.html);
  }
  that(`${route} keyboard`, reached.size >= wanted, `reaches ${reached.size} of ${wanted}`);
  that(`${route} keyboard`, unseen.size === 0, `the focus is not seen on ${[...unseen].join(" ")}`);
  await context.close();
}

/** Search by form without scripts; units and theme that are kept; a resort that is remembered. */
async function used(browser, base) {
  const plain = await tab(browser, base, { width: 360, theme: "light", script: false });
  await plain.page.goto(base);
  await plain.page.fill("#search", "zermat");
  await plain.page.press("#search", "Enter");
  await plain.page.getByRole("link", { name: "Zermatt", exact: true }).click();
  that("search", plain.page.url() === `${base}/resorts/zermatt`, `ends at ${plain.page.url()}`);
  await plain.page.getByRole("link", { name: "US units" }).click();
  that("units", (await plain.page.locator(".facts").innerText()).match(/\u00a0in\b/) !== null, "inches after the choice");
  await plain.page.goto(`${base}/resorts/verbier`);
  that("units", !(await plain.page.locator("main").innerText()).includes("\u00a0cm"), "are remembered");
  await plain.context.close();

  const { page, log, context } = await tab(browser, base, { width: 360, theme: "light", script: true });
  await page.goto(`${base}/resorts/zermatt`);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await paper();
  await page.locator("[data-toggle-theme]").click();
  const dark = await paper();
  that("theme", before !== dark, "changes at a click");
  const bar = () => page.evaluate(() => getComputedStyle(document.querySelector(".chart .bar")).fill);
  that("theme", (await bar()) === "rgb(90, 169, 230)", "reaches the charts");
  await page.reload();
  that("theme", (await paper()) === dark, "is kept");
  await page.locator("button[data-resort]").click();
  await page.goto(base);
  that("favourites", await page.locator("[data-remembered] a").innerText() === "Zermatt", "are listed");
  that("scripts", log.complaints.length === 0, log.complaints.join(" | "));
  await context.close();
}

/** One sheet of paper for a resort. */
async function printed(browser, base) {
  const { page, context } = await tab(browser, base, { width: 1280, theme: "dark", script: true });
  for (const path of ["/resorts/zermatt", "/de/resorts/vail"]) {
    await page.goto(base + path);
    const pdf = await page.pdf({ preferCSSPageSize: true, path: join(shots, `${path.replaceAll("/", "_")}.pdf`) });
    const sheets = (pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
    that(`${path} print`, sheets === 1, `${sheets} sheets`);
  }
  await context.close();
}

/** Layout shifts and the time to the largest part, on a slow telephone. Times are told, shifts are judged. */
async function slow(browser, base, route) {
  const times = [];
  for (let run = 0; run < (options.all ? 5 : 1); run += 1) {
    const { page, context } = await tab(browser, base, { width: 360, theme: "light", script: true });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200000, uploadThroughput: 100000 });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(() => {
      window.seen = { shift: 0, largest: 0 };
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value; }).observe({ type: "layout-shift", buffered: true });
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.seen.largest = entry.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
    });
    await page.goto(base + route, { waitUntil: "load" });
    await page.waitForTimeout(500);
    const seen = await page.evaluate(() => window.seen);
    that(`${route} slow telephone`, seen.shift <= 0.02, `shifts by ${seen.shift}`);
    times.push(seen.largest);
    await context.close();
  }
  times.sort((a, b) => a - b);
  console.log(`${route}: largest part after ${Math.round(times[times.length >> 1])} ms (median of ${times.length}, slow telephone)`);
}

const { base, child } = options.url ? { base: options.url.replace(/\/$/, "") } : await demonstration();
let browser;
try {
  mkdirSync(shots, { recursive: true });
  browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-gpu"] });
  const routes = ROUTES.filter((route) => !options.only || route.includes(options.only));
  for (const route of routes) {
    for (const language of LANGUAGES) {
      for (const [at, width] of WIDTHS.entries()) {
        for (const [other, theme] of THEMES.entries()) {
          if (!options.all && at !== other) continue;
          for (const script of [true, false]) await one(browser, base, route, language, { width, theme, script });
        }
      }
    }
    await large(browser, base, route);
  }
  for (const route of ["/", "/resorts/zermatt", "/rankings"]) await keyboard(browser, base, route);
  await used(browser, base);
  await printed(browser, base);
  for (const route of ["/", "/resorts/zermatt"]) await slow(browser, base, route);
} finally {
  await browser?.close();
  child?.kill();
}
console.log(`${checks} checks, ${wrong.length} failed; screenshots in ${shots}`);
process.exit(wrong.length > 0 || checks === 0 ? 1 : 0);
