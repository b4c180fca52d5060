// What is asked of every card whatever it shows. Runs inside the card; gives what is wrong, in words.
export function audit() {
  const wrong = [];
  const demand = (holds, words) => holds || wrong.push(words);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const called = (node) => `${node.tagName.toLowerCase()} "${node.textContent.trim().slice(0, 40)}"`;

  demand(all("main").length === 1, "one main landmark");
  demand(all("h1").length === 1 && document.querySelector("h1").textContent.trim() !== "", "one heading of the first level");
  demand(document.documentElement.lang === "en", "a language");
  demand(document.title !== "", "a title");
  demand(!document.querySelector("[aria-busy]"), "no longer busy");
  const levels = all("h1,h2,h3").map((heading) => Number(heading.tagName[1]));
  demand(levels.every((level, at) => at === 0 || level <= levels[at - 1] + 1), "headings that skip no level");

  const text = document.body.innerText;
  for (const word of ["null", "undefined", "NaN", "[object", "Infinity", "Invalid Date", "native code"]) {
    demand(!text.includes(word), `no "${word}" in the text`);
  }
  const width = document.documentElement.scrollWidth;
  demand(width <= window.innerWidth, `no sideways scrolling: ${width} px in ${window.innerWidth}`);

  for (const image of all("img")) demand(image.alt.trim() !== "", "an alternative text for every image");
  for (const cell of all("th")) demand(cell.hasAttribute("scope"), `a scope on ${called(cell)}`);
  for (const table of all("table")) demand(table.caption !== null, "a caption for every table");
  for (const scroller of all(".scroll")) {
    demand(scroller.tabIndex === 0 && scroller.hasAttribute("aria-label"), "a named scroller that the keyboard reaches");
  }
  for (const anchor of all("a")) {
    demand(/^https?:$/.test(anchor.protocol), `a safe address on ${called(anchor)}`);
    demand(anchor.textContent.trim() !== "", "words in every link");
  }
  for (const list of all("ul,ol")) demand([...list.children].every((item) => item.tagName === "LI"), "items in lists");
  for (const list of all("dl")) demand(list.querySelector("dt,dd") !== null, "terms in description lists");

  // Contrast: every element with words of its own against the nearest opaque background.
  const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }).reduce((sum, share, at) => sum + share * [0.2126, 0.7152, 0.0722][at], 0);
  for (const node of all("body *")) {
    const words = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!words || node.disabled || ["SCRIPT", "STYLE", "TITLE"].includes(node.tagName)) continue;
    if (node.closest("[hidden], .unseen") || node.getClientRects().length === 0) continue;
    const style = getComputedStyle(node);
    let behind = node;
    let background = [0, 0, 0, 0];
    while (behind && (background[3] ?? 1) === 0) {
      background = parse(getComputedStyle(behind).backgroundColor);
      behind = behind.parentElement;
    }
    const [one, other] = [luminance(parse(style.color)), luminance(background)].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    demand(ratio >= 4.5, `contrast ${ratio.toFixed(2)} of ${called(node)}`);
    demand(parseFloat(style.fontSize) >= 12, `a readable size of ${called(node)}`);
  }
  return wrong;
}
