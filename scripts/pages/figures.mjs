// Figures of the page of a resort on a telephone: where the forecast begins, the length with folds closed, the size of text
// and targets, the bytes on the wire, and a description that says how its depth is known. Each figure is also measured on a
// page that was broken on purpose, to show that its check can fail.
import { tab, that } from "./browser.mjs";

const LOOK = { width: 390, theme: "light", script: true };
/** Limits: pixels, pixels, bytes. */
const FORECAST_AT = 400;
const LENGTH = 3500;
const WIRE = 60 * 1024;
const TEXT = 14;
const TARGET = 24;
const PRIMARY = 44;
/** Words that say how a depth is known, in English, German and Japanese. */
const KNOWN = /measured|reported|gemessen|gemeldet|実測|発表/;

/** Measures a page; every member is a list of faults. */
function measured(limits) {
  const { FORECAST_AT, LENGTH, TEXT, TARGET, PRIMARY } = limits;
  const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen,.sprite,.skip");
  const name = (node) => `${node.tagName.toLowerCase()} ${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 30)}`;
  const strip = document.querySelector("#week .strip, #week .note");
  const top = strip ? Math.round(strip.getBoundingClientRect().top + scrollY) : Infinity;
  const length = Math.round(document.documentElement.scrollHeight);
  const small = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || !seen(node) || ["SCRIPT", "TITLE"].includes(node.tagName)) continue;
    const drawing = node.closest("svg");
    const scale = drawing?.viewBox.baseVal?.width ? drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width : 1;
    const size = parseFloat(getComputedStyle(node).fontSize) * scale;
    if (size < TEXT - 0.05) small.push(`${size.toFixed(1)} px: ${text.data.trim().slice(0, 30)}`);
  }
  const targets = [];
  for (const node of document.querySelectorAll("a[href],button,summary,input:not([type=hidden]),select")) {
    if (!seen(node)) continue;
    const { width, height } = node.getBoundingClientRect();
    const isPrimary = node.matches(".star,.find button,nav.bar a,.seg a,.strip li > a,summary,.button,main button");
    // A link inside a line of text is as high as the text.
    const isInline = getComputedStyle(node).display === "inline";
    const least = isPrimary ? PRIMARY : isInline ? 0 : TARGET;
    if (width < least - 0.5 || height < least - 0.5) targets.push(`${Math.round(width)}x${Math.round(height)}: ${name(node)}`);
  }
  return {
    forecast: top > FORECAST_AT ? [`begins at ${top}`] : [],
    length: length > LENGTH ? [`${length} px long`] : [],
    text: small,
    targets,
    numbers: { top, length },
  };
}

/** Breaks a page in a way that one figure must show. */
const FAULTS = [
  ["forecast", () => { document.querySelector(".facts").style.marginTop = "200px"; }],
  ["length", () => { document.querySelector("footer").style.paddingTop = "3000px"; }],
  ["text", () => { document.querySelector(".strip .lo").style.fontSize = "13px"; }],
  ["targets", () => { const star = document.querySelector(".star"); star.style.minHeight = "30px"; star.style.height = "30px"; }],
];

const LIMITS = { FORECAST_AT, LENGTH, TEXT, TARGET, PRIMARY };

/** Checks the page of each resort, in a language each. */
export async function figures(browser, base, paths) {
  for (const path of paths) {
    const place = `${path} figures`;
    const { page, context } = await tab(browser, base, LOOK);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(base + path, { waitUntil: "load" });
    const { numbers, ...faults } = await page.evaluate(measured, LIMITS);
    for (const [figure, list] of Object.entries(faults)) that(place, list.length === 0, `${figure}: ${list.slice(0, 8).join(" | ")}`);
    const wire = await page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ name }) => !name.endsWith("/sw.js")).reduce((sum, { transferSize }) => sum + transferSize, 0));
    that(place, wire > 0 && wire <= WIRE, `${wire} bytes on the wire`);
    const description = await page.locator("meta[name=description]").getAttribute("content");
    const shared = await page.locator("meta[property='og:description']").getAttribute("content");
    that(place, KNOWN.test(description) && shared === description, `does not say how the depth is known: ${description}`);
    console.log(`${path}: forecast at ${numbers.top} px, ${numbers.length} px long, ${wire} bytes on the wire`);
    await context.close();
  }
  const { page, context } = await tab(browser, base, LOOK);
  for (const [figure, spoil] of FAULTS) {
    await page.goto(base + paths[0]);
    await page.evaluate(spoil);
    const faults = await page.evaluate(measured, LIMITS);
    that("figures of a broken page", faults[figure].length > 0, `${figure} is not noticed`);
  }
  await context.close();
}
