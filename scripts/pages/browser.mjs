// What every check in the browser shares: the service to look at, the browser, a tab that notes what it asks for and complains of,
// and the count of what held.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const wrong = [];
let checks = 0;
export function that(place, holds, words) {
  checks += 1;
  if (holds) return;
  wrong.push(`${place}: ${words}`);
  console.error(`wrong: ${place}: ${words}`);
}

/** Says how it went; the exit code. */
export function told(shots) {
  console.log(`${checks} checks, ${wrong.length} failed; screenshots in ${shots}`);
  return wrong.length > 0 || checks === 0 ? 1 : 0;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The service's program: one that is named, or the one that was built last; with SNOW_BUILT the one for tests, because other
 *  programs may be compiled at the same time. */
export function program() {
  const profiles = process.env.SNOW_BUILT ? ["debug"] : ["release", "debug"];
  const built = profiles.map((profile) => join(root, "target", profile, "snow-conditions")).filter(existsSync);
  const [found] = [process.env.SNOW_PROGRAM, ...built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)].filter(Boolean);
  if (!found) throw new Error("no program: run `cargo build -p server` first, or name one in SNOW_PROGRAM");
  return found;
}

/** The demonstration with these settings, once every resort has its forecast, and the folder of its data, which is the caller's to
 *  remove. */
export function demonstration(...settings) {
  return demonstrationAt("127.0.0.1", ...settings);
}

/** The same, as this machine is called by a name. */
export async function demonstrationAt(host, ...settings) {
  const port = await freePort();
  const base = `http://${host}:${port}`;
  const data = mkdtempSync(join(tmpdir(), "snow-pages-"));
  const child = spawn(program(), ["--bind", `127.0.0.1:${port}`, "--base-url", base, "--data-dir", data, ...settings, "demo"], { stdio: "ignore" });
  for (let tries = 0; tries < 600; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const ready = await fetch(`${base}/readyz`).then((answer) => answer.json()).catch(() => null);
    if (ready && ready.resorts > 0 && ready.resortsWithForecast === ready.resorts) return { base, child, data };
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

/** The browser. */
export function launched() {
  return chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-gpu"] });
}

/** A tab that notes what it asks for and complains of. */
export async function tab(browser, base, look) {
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

export async function sideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
