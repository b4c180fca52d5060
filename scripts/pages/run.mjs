// Opens every web page in Chromium and checks what a person meets: accessibility by axe with nothing switched off, without
// and with scripts, on a telephone and a desk, light and dark, in three languages; quiet consoles, no request to elsewhere,
// no sideways scrolling even with text of twice the size or a zoom of 200 %, the sizes of text and targets, forced colours, the
// keyboard, forms, print on one page, layout shifts.
// `node run.mjs [--url BASE] [--shots FOLDER] [--only TEXT] [--all]`. Without --url it starts the demonstration;
// without --all each width is seen in one theme alone, German on the telephone and Japanese on the desk alone, and the
// slow telephone is tried once. With SNOW_SHORT scripts are switched off in English only, large letters are tried in German
// only, whose words are the longest, and each box shows one resort. Pictures of all routes are taken where a folder is named.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createServer as createHttpServer } from "node:http";
import { parseArgs } from "node:util";
import { figures } from "./figures.mjs";
import { AXE, TAGS, demonstration, launched, root, sideways, tab, that, told } from "./browser.mjs";
import { forced, onPaper, sizes } from "./sizes.mjs";

const { values: options } = parseArgs({ options: {
  url: { type: "string" }, shots: { type: "string" }, only: { type: "string" }, all: { type: "boolean" },
} });
const shots = options.shots ?? join(root, "target/pages");
const isShort = Boolean(process.env.SNOW_SHORT) && !options.all;
const LANGUAGES = ["", "/de", "/ja"];
const WIDTHS = [390, 1280];
const THEMES = ["light", "dark"];
/** Pages that are looked at together. */
const AT_ONCE = 3;
/** An address of every page, and some that are wrong. */
const ROUTES = [
  "/", "/resorts/zermatt", "/resorts/vail?start=2027-01-10&end=2027-01-16#trip", "/rankings?sort=forecast&region=alps", "/map", "/map?region=japan",
  "/storms", "/regions", "/regions/alps", "/regions/US", "/compare", "/compare?r=zermatt,vail,niseko-united", "/accuracy",
  "/search?q=zermat", "/ask", "/ask?q=How much snow is there in Zermatt%3F", "/ask?q=nonsense", "/trips", "/trips?region=alps&start=TRIP", "/insights",
  "/docs", "/docs/guide", "/docs/self-hosting", "/embed?r=vail&theme=dark", "/resorts/zermatt?asOf=NOW", "/leaderboard", "/el-nino", "/passes", "/passes/ikon-pass", "/definitions", "/status",
  "/resorts/no-such-resort", "/resorts/zermatt?asOf=nonsense", "/rankings?sort=nonsense", "/docs/nothing", "/nothing/here",
].map((route) => route.replace("NOW", new Date().toISOString()).replace("TRIP", new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)));
/** Pages that answer with an error, and say so on the console of the browser. */
const REFUSED = ["/resorts/no-such-resort", "/resorts/zermatt?asOf=nonsense", "/rankings?sort=nonsense", "/docs/nothing", "/nothing/here"];

async function one(browser, base, route, language, look) {
  const path = language + route;
  const place = `${path} ${look.width} ${look.theme} script ${look.script ? "on" : "off"}`;
  const { page, log, context } = await tab(browser, base, look);
  const response = await page.goto(base + path);
  const isRefused = REFUSED.includes(route);
  that(place, (response.status() === 200) !== isRefused, `status ${response.status()}`);
  that(place, (await page.locator("h1").count()) === 1, "one heading");
  that(place, (await sideways(page)) <= 0, `scrolls sideways by ${await sideways(page)}`);
  const small = await sizes(page);
  that(place, small.length === 0, small.slice(0, 6).join(" | "));
  if (look.script) {
    // Folded parts are unfolded: what is in them counts too.
    await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
    await page.evaluate(AXE);
    const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags, resultTypes: ["violations"] }), TAGS);
    for (const { id, nodes } of violations) that(place, false, `axe ${id}: ${nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    that(place, violations.length === 0, "axe");
    that(place, (await sideways(page)) <= 0, "scrolls sideways when unfolded");
    const unfolded = await sizes(page);
    that(place, unfolded.length === 0, `unfolded: ${unfolded.slice(0, 6).join(" | ")}`);
    const hidden = [...(await forced(page)), ...(await onPaper(page))];
    that(place, hidden.length === 0, hidden.slice(0, 4).join(" | "));
  } else {
    that(place, (await page.locator("main").innerText()).length > 20, "is there without scripts");
    that(place, (await page.locator("[hidden]").evaluateAll((nodes) => nodes.every((node) => node.querySelector("table,dl") === null))), "hides nothing that counts");
  }
  const complaints = log.complaints.filter((words) => !(isRefused && /status of 4\d\d/.test(words)));
  that(place, complaints.length === 0, `console: ${complaints.join(" | ")}`);
  that(place, log.elsewhere.length === 0, `asks elsewhere: ${log.elsewhere.join(" ")}`);
  if (look.script && options.shots) {
    const name = path.replace(/[^a-z0-9-]+/gi, "_").replace(/^_|_$/g, "") || "home";
    await page.screenshot({ path: join(shots, `${name}-${look.width}-${look.theme}.png`), fullPage: true });
  }
  await context.close();
}

/** Narrow windows and large letters. */
async function large(browser, base, route) {
  for (const language of isShort ? ["/de"] : LANGUAGES) {
    const { page, context } = await tab(browser, base, { width: 320, theme: "light", script: true });
    await page.goto(base + language + route);
    that(`${language}${route} 320`, (await sideways(page)) <= 0, `scrolls sideways by ${await sideways(page)}`);
    // A desk of 1280 px and a telephone of 390 px at a zoom of 200 %.
    for (const width of [640, 195]) {
      await page.setViewportSize({ width, height: 900 });
      that(`${language}${route} zoom 200 % to ${width}`, (await sideways(page)) <= 0, `scrolls sideways by ${await sideways(page)}`);
    }
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
      // The whole card is the target of its link, and the search's frame that of its field; they have the outline.
      const styles = [getComputedStyle(node), getComputedStyle(node, "::after"), getComputedStyle(node.parentElement)];
      const all = [...document.querySelectorAll("*")];
      return { at: all.indexOf(node), html: node.outerHTML.slice(0, 80), seen: styles.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) };
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
  that("scripts", log.complaints.length === 0, log.complaints.join(" | "));
  await context.close();
}

/** The star with and without scripts, and the list on the start page. */
async function starred(browser, base) {
  for (const script of [true, false]) {
    const place = script ? "star" : "star without scripts";
    const { page, log, context } = await tab(browser, base, { width: 390, theme: "light", script });
    for (const slug of ["zermatt", "val-thorens"]) {
      await page.goto(`${base}/resorts/${slug}`);
      const star = page.locator("form[data-star] button");
      const box = await star.boundingBox();
      that(place, box.width >= 44 && box.height >= 44, `is ${box.width} x ${box.height}`);
      await star.click();
      if (script) {
        await page.waitForSelector("form[data-star] [aria-pressed=true]");
        await page.reload();
        that(place, (await star.getAttribute("aria-pressed")) === "true", "is drawn as pressed");
      } else {
        that(place, new URL(page.url()).pathname === "/", `leads to ${page.url()}`);
      }
    }
    const answer = await page.goto(`${base}/`);
    that(place, answer.headers()["cache-control"].startsWith("private"), "makes the start page private");
    that(place, (await page.locator(".cards .mount").count()) === 2, "lists both resorts");
    that(place, (await page.locator(".cards .mount .week li").count()) === 14, "with their days");
    const public_ = await page.goto(`${base}/resorts/zermatt`);
    that(place, public_.headers()["cache-control"].startsWith("public"), "leaves a resort's page public");
    if (script) {
      await page.locator("form[data-star] button").click();
      await page.waitForSelector("form[data-star] [aria-pressed=false]");
      await page.goto(`${base}/`);
    } else {
      await page.goto(`${base}/?change=1`);
      await page.locator("form:has([value=zermatt]) button").first().click();
    }
    that(place, (await page.locator(".cards .mount h2").allInnerTexts()).join() === "Val Thorens", "can be taken back");
    that(place, log.complaints.length === 0, log.complaints.join(" | "));
    await context.close();
  }
}

/** The lists on a telephone: what is sorted is on the screen, drawings come first, targets are large enough. */
async function listed(browser, base) {
  const { page, context } = await tab(browser, base, { width: 390, theme: "light", script: false });
  const sorts = ["snowfall", "forecast", "depth", "score", "elevation", "name"];
  // Some days it has not snowed anywhere in the Alps.
  const of = (sort) => `/rankings?sort=${sort}${sort === "snowfall" ? "" : "&region=alps"}`;
  for (const route of [...sorts.map(of), "/de/rankings?sort=depth", "/ja/rankings?sort=forecast"]) {
    await page.goto(base + route);
    const seen = await page.locator(".rank .key").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()).map(({ left, right, width }) => width > 0 && left >= 0 && right <= innerWidth));
    that(route, seen.length > 0 && seen.every(Boolean), `shows ${seen.filter(Boolean).length} of ${seen.length} sorted values`);
    const top = await page.locator(".rank tbody tr").first().evaluate((row) => row.getBoundingClientRect().top);
    that(route, top <= 400, `begins at ${Math.round(top)} px`);
  }
  await page.goto(`${base}/rankings?sort=depth&region=alps`);
  const ranked = await page.locator(".rank tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector(".rk").textContent, row.querySelector(".key").textContent]));
  that("ranks", ranked.every(([rank], at) => at === 0 || Number(rank) >= Number(ranked[at - 1][0])), "do not fall");
  that("ranks", ranked.every(([, value]) => /measured|modelled|reported|computed|old/.test(value)), "have a mark");
  for (const route of ["/map", "/map?region=alps", "/map?region=japan&show=depth", "/de/map?country=AT"]) {
    await page.goto(base + route);
    const { top, width } = await page.locator("svg.map").evaluate((map) => map.getBoundingClientRect());
    that(route, top <= 400 && width >= 300, `is drawn at ${Math.round(top)} px, ${Math.round(width)} wide`);
    const hits = await page.locator("svg.map .hit").evaluateAll((hits) => hits.map((hit) => hit.getBoundingClientRect().width));
    that(route, hits.length > 0 && hits.every((across) => across >= 24), `has targets of ${Math.round(Math.min(...hits))} px`);
    const small = await page.locator("svg.map text").evaluateAll((texts) => texts.filter((text) => text.checkVisibility()).map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a));
    that(route, small.every((size) => size >= 14), `has text of ${Math.min(...small).toFixed(1)} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${base}/map?region=alps`);
  const wide = await page.locator("svg.map text").evaluateAll((texts) => texts.filter((text) => text.checkVisibility()).map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a));
  that("/map 1280", wide.length > 8 && wide.every((size) => size >= 14), `has ${wide.length} names of ${Math.min(...wide).toFixed(1)} px`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(base);
  await page.fill("#search", "alta");
  await page.press("#search", "Enter");
  that("search", page.url() === `${base}/resorts/alta`, `an exact name ends at ${page.url()}`);
  for (const [query, name] of [["tirol", "Tyrol"], ["Österreich", "Austria"]]) {
    await page.goto(`${base}/search?q=${encodeURIComponent(query)}`);
    that("search", (await page.locator("h1").innerText()).startsWith(`${name}: `), `${query} is a set`);
    that("search", (await page.locator(".ranks li").count()) === 10, `${query} lists its resorts`);
  }
  await page.goto(`${base}/search?q=kitz`);
  that("search", (await page.locator(".mount .now .mark").count()) >= 3, "hits have a depth with its mark");
  await context.close();
  const typing = await tab(browser, base, { width: 390, theme: "light", script: true });
  await typing.page.goto(base);
  await typing.page.locator("#search").pressSequentially("zerm");
  await typing.page.waitForSelector("#search-names option[value=Zermatt]", { state: "attached", timeout: 5000 }).catch(() => {});
  that("search", (await typing.page.locator("#search-names option[value=Zermatt]").count()) === 1, "suggests names while typing");
  await typing.context.close();
}

/** The mails that the demonstration wrote, the oldest first. */
async function mails(data, wanted) {
  const folder = join(data, "mail");
  for (let tries = 0; tries < 100; tries += 1) {
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    if (files.length >= wanted) return files.map((file) => readFileSync(join(folder, file), "utf8"));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${wanted} mails did not come`);
}

/** A page of an account: accessible, no wider than its window, quiet, and kept by nobody. */
async function looked({ page, log }, place) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags, resultTypes: ["violations"] }), TAGS);
  that(place, violations.length === 0, violations.map(({ id, nodes }) => `${id} ${nodes[0].html.slice(0, 120)}`).join(" | "));
  that(place, (await sideways(page)) <= 0, `scrolls sideways by ${await sideways(page)}`);
  that(place, log.complaints.length === 0, `console: ${log.complaints.join(" | ")}`);
  that(place, log.elsewhere.length === 0, `asks elsewhere: ${log.elsewhere.join(" ")}`);
  await page.screenshot({ path: join(shots, `${place.replace(/[^a-z0-9-]+/gi, "_").replace(/^_/, "")}.png`), fullPage: true });
}

/** From no account to fourteen days of a saved resort, and out again: with and without scripts. */
async function signedUp(browser, base, data) {
  let seen = 0;
  for (const [language, script, email] of [["", true, "ada@example.org"], ["/de", false, "bert@example.org"]]) {
    const tabbed = await tab(browser, base, { width: 360, theme: script ? "light" : "dark", script });
    const { page } = tabbed;
    const look = async (place) => script && looked(tabbed, `${place} 360`);
    await page.goto(`${base}${language}/resorts/zermatt`);
    const daysOf = () => page.locator("#forecast tbody tr, .forecast tbody tr").count();
    const before = await daysOf();
    await page.locator(`footer a[href="${language}/account"]`).click();
    await look("/account/sign-in");
    await page.fill("#email", email);
    await page.locator(`form[action="${language}/account/sign-in"] button`).click();
    that("sign-up", page.url() === `${base}${language}/account/code`, `asks for the code at ${page.url()}`);
    await look("/account/code");
    seen += 1;
    const mail = (await mails(data, seen))[seen - 1];
    that("sign-up", mail.includes(email), "the mail is for the address");
    await page.fill("#code", mail.match(/\b\d{6}\b/)[0]);
    await page.locator(`form[action="${language}/account/code"] button`).click();
    that("sign-up", page.url() === `${base}${language}/account`, `leads to the own page, not ${page.url()}`);
    that("sign-up", (await page.locator("main").innerText()).includes(email), "which says whose it is");
    await page.fill("#resort", "Zermatt");
    await page.locator(`form[action="${language}/account/save"] button`).click();
    await page.getByRole("link", { name: "Zermatt", exact: true }).first().waitFor();
    await look("/account");
    await page.getByRole("link", { name: "Zermatt", exact: true }).first().click();
    const after = await daysOf();
    that("saved resort", after > before, `shows more days of forecast: ${before}, then ${after}`);
    for (const path of ["/account/sessions", "/account/tokens", "/account/password", "/account/data"]) {
      await page.goto(base + language + path);
      await look(path);
    }
    await page.goto(`${base}${language}/account/tokens`);
    await page.fill("#name", "laptop");
    await page.locator("form:has(#name) button").click();
    const token = (await page.locator("main code").innerText()).trim();
    const asked = await fetch(`${base}/api/v1/resorts/zermatt/forecast?days=14`, { headers: { authorization: `Bearer ${token}` } });
    const { data: forecast } = await asked.json();
    that("token", asked.status === 200 && /no-store/.test(asked.headers.get("cache-control")), `status ${asked.status}`);
    that("token", forecast.days.length === 14, `shows ${forecast.days.length} days of the saved resort`);
    await page.goto(`${base}${language}/account/data`);
    await page.fill("#email", email);
    await page.locator(`form[action="${language}/account/delete"] button`).click();
    await page.goto(`${base}${language}/account`);
    that("deletion", (await page.locator("#email").count()) === 1, "nobody is signed in afterwards");
    const gone = await fetch(`${base}/api/v1/resorts/zermatt`, { headers: { authorization: `Bearer ${token}` } });
    that("deletion", gone.status === 401, `the token opens nothing afterwards: ${gone.status}`);
    const kept = script ? await page.evaluate(async () => (await (await caches.open("pages-1")).keys()).map(({ url }) => url)) : [];
    that("offline", !kept.some((url) => url.includes("/account")), `keeps no page of an account: ${kept.join(" ")}`);
    await tabbed.context.close();
  }
}

/** The last pages stay without a network, and say when they were stored. */
async function offline(browser, base) {
  const { page, context } = await tab(browser, base, { width: 360, theme: "light", script: true });
  await page.goto(`${base}/de/resorts/zermatt`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  that("offline", !(await page.locator("#stored").isVisible()), "nothing is said of a copy while the service answers");
  await context.setOffline(true);
  await page.reload();
  that("offline", (await page.locator("h1").innerText()) === "Zermatt", "the last page is there");
  const said = await page.locator("#stored").innerText();
  that("offline", await page.locator("#stored").isVisible() && /gespeichert um .*\d/.test(said), `its age is said: ${said}`);
  that("offline", (await page.evaluate(() => getComputedStyle(document.querySelector(".facts")).display)) === "grid", "with its look");
  await page.screenshot({ path: join(shots, "offline-360-light.png") });
  await context.close();
}

/** The credit of the box is visible in a frame of any size and in every language. */
async function credited(browser, base) {
  for (const [width, height] of [[480, 400], [320, 420], [200, 200], [160, 90]]) {
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    for (const [at, lang] of ["en", "de", "fr", "it", "es", "ja"].entries()) {
      const slugs = ["zermatt", "vail", "val-thorens"];
      for (const slug of isShort ? [slugs[at % slugs.length]] : slugs) {
        await page.goto(`${base}/embed/v1/${slug}?lang=${lang}`);
        const { top, bottom } = await page.locator("footer a").first().evaluate((link) => link.getBoundingClientRect());
        that(`embed ${slug} ${lang} ${width}x${height}`, top >= 0 && bottom <= height, `cuts off its credit: ${top} to ${bottom}`);
      }
    }
    await context.close();
  }
}

/** The box on another page: by frame and by script, as high as what is in it, in a page that allows nothing else. */
async function embedded(browser, base) {
  const other = createHttpServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!DOCTYPE html><html lang="en"><title>Another page</title><h1>Another page</h1>
      <script async src="${base}/embed/v1/embed.js" data-resort="zermatt" data-lang="ja" data-theme="dark"></script>
      <script async src="${base}/embed/v1/embed.js" data-resort="../../x"></script>`);
  });
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { page, context } = await tab(browser, base, { width: 360, theme: "light", script: true });
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  await page.waitForTimeout(1500);
  that("embed", (await page.locator("iframe").count()) === 1, "a name that is none makes no frame");
  const frame = page.frameLocator("iframe");
  that("embed", (await frame.locator("html").getAttribute("data-theme")) === "dark", "has its theme");
  const inside = await frame.locator("body").evaluate((body) =>
    [".inside", "footer"].reduce((sum, part) => sum + body.querySelector(part).getBoundingClientRect().height, 2));
  const height = Number(await page.locator("iframe").getAttribute("height"));
  that("embed", height >= inside && height - inside <= 16, `is ${height} high around ${inside}`);
  that("embed", (await page.locator("iframe + a").getAttribute("href")) === `${base}/resorts/zermatt`, "has its credit outside too");
  complaints.push(...(await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))).filter((name) => !name.startsWith(base)));
  that("embed", complaints.filter((said) => !/favicon/.test(said)).length === 0, complaints.join(" | "));
  await page.screenshot({ path: join(shots, "embed-360-light.png"), fullPage: true });
  await context.close();
  for (const [theme, lang] of [["light", "en"], ["dark", "de"]]) {
    const alone = await tab(browser, base, { width: 320, theme, script: true });
    await alone.page.goto(`${base}/embed/v1/vail?lang=${lang}`);
    await alone.page.evaluate(AXE);
    const { violations } = await alone.page.evaluate((tags) => window.axe.run(document, { runOnly: tags, resultTypes: ["violations"] }), TAGS);
    that(`embed ${theme}`, violations.length === 0, violations.map(({ id, nodes }) => `${id} ${nodes[0].html.slice(0, 120)}`).join(" | "));
    that(`embed ${theme}`, (await sideways(alone.page)) <= 0, "scrolls sideways");
    await alone.context.close();
  }
  other.close();
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

/** Every look at every page, as work to be done. */
function looks(browser, base) {
  const all = [];
  for (const route of ROUTES.filter((route) => !options.only || route.includes(options.only))) {
    for (const language of LANGUAGES) {
      for (const [at, width] of WIDTHS.entries()) {
        for (const [other, theme] of THEMES.entries()) {
          const isLeftOut = at !== other || (at === 1 && language === "/de") || (at === 0 && language === "/ja");
          if (!options.all && isLeftOut) continue;
          for (const script of isShort && language !== "" ? [true] : [true, false]) all.push(() => one(browser, base, route, language, { width, theme, script }));
        }
      }
    }
    all.push(() => large(browser, base, route));
  }
  return all;
}

/** Some at a time: while one page is on its way another is drawn. What is measured is tried alone, afterwards. */
async function together(works) {
  const left = works[Symbol.iterator]();
  const worker = async () => { for (const work of left) await work(); };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const { base, child, data } = options.url ? { base: options.url.replace(/\/$/, "") } : await demonstration();
let browser;
try {
  mkdirSync(shots, { recursive: true });
  browser = await launched();
  await together(looks(browser, base));
  await figures(browser, base, ["/resorts/zermatt", "/resorts/val-thorens", "/resorts/palisades-tahoe", "/de/resorts/zermatt", "/ja/resorts/niseko-united"]);
  for (const route of ["/", "/resorts/zermatt", "/rankings"]) await keyboard(browser, base, route);
  await used(browser, base);
  await starred(browser, base);
  await listed(browser, base);
  if (data) await signedUp(browser, base, data);
  await printed(browser, base);
  await offline(browser, base);
  await embedded(browser, base);
  await credited(browser, base);
  for (const route of ["/", "/resorts/zermatt"]) await slow(browser, base, route);
} finally {
  await browser?.close();
  child?.kill();
  if (data) rmSync(data, { recursive: true, force: true });
}
process.exit(told(shots));
