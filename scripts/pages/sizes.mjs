// Figures of a page in a real browser: sizes of text and targets, text that is cut, the first forecast and the sorted column,
// forced colours and print. Each function returns the faults of the page as it is.

/** Smallest text, target and primary target, px. Half a pixel is the rounding of a browser. */
const LIMITS = { text: 13.9, target: 23.5, primary: 43.5 };
/** Elements that a person aims at first: navigation, choices, buttons, fields and folds. */
const PRIMARY = "nav.bar a, .seg a, .tabs a, .strip a, button, .button, summary, select, textarea, input:not([type=checkbox], [type=radio], [type=hidden])";

/** Sizes of what is seen. `primary` is checked from 360 px on: below that seven days of 44 px do not fit. */
export async function sizes(page) {
  return page.evaluate(({ limits, primary }) => {
    const faults = [];
    const seen = (node) => {
      const { width, height } = node.getBoundingClientRect();
      return node.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && !node.closest(".unseen, .sprite, .skip");
    };
    const named = (node) => `${node.tagName.toLowerCase()} ${(node.textContent || node.getAttribute("aria-label") || "").trim().slice(0, 24)}`;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent.trim() || parent.closest("script, style, option") || !seen(parent)) continue;
      const scale = parent.closest("svg")?.getScreenCTM()?.a ?? 1;
      const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
      if (size < limits.text) faults.push(`text of ${size.toFixed(1)} px: ${node.textContent.trim().slice(0, 24)}`);
      const range = document.createRange();
      range.selectNodeContents(node);
      const isCut = range.getBoundingClientRect().right > innerWidth + 1 && !parent.closest(".scroll, pre, .strip");
      if (isCut) faults.push(`cut: ${node.textContent.trim().slice(0, 24)}`);
    }
    for (const node of document.querySelectorAll("a, button, input, select, summary, textarea")) {
      if (node.type === "hidden" || !seen(node)) continue;
      // A check box or a radio button is aimed at by its label.
      const aim = /^(checkbox|radio)$/.test(node.type) ? node.closest("label") ?? node : node;
      const { width, height } = aim.getBoundingClientRect();
      // A link inside a sentence has the height of its line, and a row that is one link as a whole is the target.
      const isInText = node.tagName.toLowerCase() === "a" && getComputedStyle(node).display === "inline";
      if (!isInText && (width < limits.target || height < limits.target)) faults.push(`target ${width.toFixed(0)}×${height.toFixed(0)}: ${named(node)}`);
      const isPrimary = innerWidth >= 360 && node.matches(primary);
      if (isPrimary && (width < limits.primary || height < limits.primary)) faults.push(`primary target ${width.toFixed(0)}×${height.toFixed(0)}: ${named(node)}`);
    }
    return faults;
  }, { limits: LIMITS, primary: PRIMARY });
}

/** In forced colours every shape of a chart and every button is told from what is behind it. */
export async function forced(page) {
  await page.emulateMedia({ forcedColors: "active" });
  const faults = await page.evaluate(() => {
    const found = [];
    const paper = getComputedStyle(document.body).backgroundColor;
    for (const shape of document.querySelectorAll(".fluid rect, .chart .bar, .chart .curve, .chart .s1, .chart .f1")) {
      const { fill, stroke } = getComputedStyle(shape);
      const isDrawn = [fill, stroke].some((paint) => paint !== "none" && paint !== paper);
      if (shape.checkVisibility() && !isDrawn) found.push(`a shape is invisible in forced colours: ${shape.outerHTML.slice(0, 60)}`);
    }
    for (const button of document.querySelectorAll("main button, main .button")) {
      const { borderTopWidth, borderTopColor } = getComputedStyle(button);
      if (button.checkVisibility() && (parseFloat(borderTopWidth) < 1 || borderTopColor === paper)) found.push(`a button has no edge in forced colours: ${button.outerHTML.slice(0, 60)}`);
    }
    return found;
  });
  await page.emulateMedia({ forcedColors: "none" });
  return faults;
}

/** On paper: the heading is there, navigation and forms are not, and nothing is wider than a sheet of A4. */
export async function onPaper(page) {
  const before = page.viewportSize();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 794, height: 1123 });
  const faults = await page.evaluate(() => {
    const found = [];
    const isShown = (node) => node.checkVisibility();
    if (![...document.querySelectorAll("h1")].some(isShown)) found.push("print has no heading");
    for (const node of document.querySelectorAll("nav, form, button")) if (isShown(node)) found.push(`print shows ${node.outerHTML.slice(0, 60)}`);
    const beyond = document.documentElement.scrollWidth - innerWidth;
    if (beyond > 0) found.push(`print is ${beyond} px too wide`);
    return found;
  });
  await page.emulateMedia({ media: null });
  await page.setViewportSize(before);
  return faults;
}
