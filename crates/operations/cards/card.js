// Shared code of all cards: communicates with the host (MCP Apps, or the older window.openai), stores units and theme, and
// formats values, sources and credits. Data reaches the page only as text nodes and checked links.
"use strict";
const Card = (() => {
  const PROTOCOL = "2026-01-26";
  const NOT_REPORTED = "not reported";

  // ---- Elements -----------------------------------------------------------------------------------------------

  /** An element; `null` children are left out, texts become text nodes. */
  function el(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== ""));
    return node;
  }

  /** The address if it is http or https, else null: data must not bring another scheme into the page. */
  function address(url) {
    try {
      const parsed = new URL(text(url));
      return parsed.protocol === "https:" || parsed.protocol === "http:" ? parsed.href : null;
    } catch {
      return null;
    }
  }

  /** A link that the host opens, or plain text if the address is invalid. */
  function link(label, url, attributes) {
    const href = address(url);
    if (href === null) return el("span", null, label);
    const anchor = el("a", { href, target: "_blank", rel: "noopener noreferrer", ...attributes }, label);
    anchor.addEventListener("click", (event) => {
      event.preventDefault();
      open(href);
    });
    return anchor;
  }

  // ---- Values -------------------------------------------------------------------------------------------------

  const text = (value) => (typeof value === "string" ? value : "");
  const object = (value) => (value !== null && typeof value === "object" && !Array.isArray(value) ? value : {});
  const list = (value) => (Array.isArray(value) ? value : []);
  /** An own entry of a table of words; data may contain names that every object has. */
  const entry = (table, key) => (Object.hasOwn(table, text(key)) ? table[key] : undefined);
  const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : null);
  const none = () => el("span", { class: "none" }, NOT_REPORTED);

  let american = false;
  /** Metric unit: its name, and the American one with its factor and offset. */
  const UNITS = {
    cm: ["cm", "in", 1 / 2.54, 0, 1],
    m: ["m", "ft", 3.28084, 0, 0],
    km: ["km", "mi", 0.621371, 0, 1],
    c: ["°C", "°F", 1.8, 32, 0],
    mps: ["m/s", "mph", 2.236936, 0, 0],
  };

  /** A quantity in words, or null if not reported; `bare` leaves the unit to the number after it. */
  function said(value, unit, bare) {
    const known = number(value);
    if (known === null) return null;
    const [metric, other, factor, offset, digits] = UNITS[unit] || [unit, unit, 1, 0, 1];
    const shown = american ? known * factor + offset : known;
    const format = new Intl.NumberFormat("en", { maximumFractionDigits: american ? digits : 1 });
    let amount = format.format(shown).replace(/^-0$/, "0").replace("-", "\u2212");
    // A trace is more than zero.
    if (amount === "0" && known > 0) amount = american && digits === 0 ? "under 1" : "under 0.1";
    const name = american ? other : metric;
    return name && !bare ? `${amount}\u00a0${name}` : amount;
  }
  const quantity = (value, unit) => said(value, unit) ?? none();

  const DAY = { day: "numeric", month: "short", timeZone: "UTC" };
  /** The year of the answer: times in it are written without one. */
  let thisYear = null;
  /** A time with its zone. */
  function instant(iso) {
    const at = new Date(text(iso));
    if (Number.isNaN(at.getTime())) return null;
    const year = at.getUTCFullYear() === thisYear ? undefined : "numeric";
    const format = new Intl.DateTimeFormat("en-GB", { ...DAY, year, hour: "2-digit", minute: "2-digit" });
    return el("time", { datetime: at.toISOString() }, `${format.format(at)} UTC`);
  }
  /** A local date, unchanged. */
  function day(date, options) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text(date))) return null;
    const at = new Date(`${date}T00:00:00Z`);
    if (Number.isNaN(at.getTime())) return null;
    return el("time", { datetime: date }, new Intl.DateTimeFormat("en-GB", { ...DAY, ...options }).format(at));
  }

  const SOURCES = {
    operator: "resort operator",
    scraped: "site, feed or station",
    model: "weather models",
    profile: "reference data",
    derived: "derived",
  };
  /** The time of a value: models are fetched, reference data has a date, the rest is observed. */
  function since({ source, observedAt }) {
    const at = instant(observedAt);
    if (at === null) return "time unknown";
    if (source === "profile") return ["dated ", day(at.dateTime.slice(0, 10), { year: "numeric" })];
    return [source === "model" ? "fetched " : "observed ", at];
  }
  /** A value with a lower confidence is labelled: `confidence.low` of /api/v1/definitions. */
  const DOUBTFUL = 0.5;
  /** Sources whose values with low confidence are estimated; the other values are unverified. */
  const ESTIMATES = ["model", "profile", "derived"];
  /** The source and age of a field's value; nothing for an unreported value. */
  function provenance(field, label, place) {
    const known = object(field);
    if (known.value === null || known.value === undefined) return null;
    const parts = [entry(SOURCES, known.source) || text(known.source) || "source unknown"];
    if (place) parts.push(place);
    if (text(label)) parts.push(label);
    else parts.push(since(known));
    const trust = number(known.confidence);
    const doubt = ESTIMATES.includes(known.source) ? "estimated" : "unverified";
    if (trust !== null && trust < DOUBTFUL) parts.push(`${doubt}, confidence ${Math.round(trust * 100)}\u00a0%`);
    return el("span", { class: "soft" }, parts.map((part, at) => (at ? [" · ", part] : part)));
  }

  const STATUS = {
    OPEN: ["open", "Open"],
    CLOSED_TODAY: ["closed", "Closed today"],
    PRE_SEASON: ["season", "Before the season"],
    OFF_SEASON: ["season", "Off season"],
    UNKNOWN: ["unknown", "Status unknown"],
  };
  function status(value) {
    const [kind, words] = entry(STATUS, value) ?? ["unknown", `Status ${NOT_REPORTED}`];
    return el("span", { class: `pill ${kind}` }, words);
  }

  /** `17 of 20 open`; either number may be missing. */
  function openOf(count) {
    const [open, total] = [number(object(count).open), number(object(count).total)];
    if (open === null && total === null) return none();
    if (open === null) return el("span", null, `${total} in all, open `, none());
    return el("span", null, total === null ? `${open} open, total ` : `${open} of ${total} open`, total === null ? none() : null);
  }

  /** A bar for the share of the largest value, in addition to the number next to it. Nothing without a number:
      an empty bar would look like zero. */
  function bar(value, largest) {
    const known = number(value);
    if (known === null) return null;
    const share = largest > 0 ? Math.max(0, Math.min(1, known / largest)) : 0;
    const fill = el("span");
    fill.style.width = `${(share * 100).toFixed(1)}%`;
    return el("span", { class: "track", "aria-hidden": "true" }, fill);
  }

  const CLOUD = "M9.2 25.5a5.6 5.6 0 0 1-.7-11.15 7.6 7.6 0 0 1 14.6 1.3 5 5 0 0 1 .4 9.85z";
  /** Skies by name: the word, the sun, how far the cloud is moved down, and where flakes (`*`) and drops (`/`) fall. */
  const SKIES = {
    clear: ["sunny", [16, 16, 7], null, ""],
    fair: ["mostly sunny", [12, 12, 6], 4, ""],
    partly_cloudy: ["partly cloudy", [21, 10, 5], 1.5, ""],
    overcast: ["overcast", null, 0, ""],
    light_snow: ["light snow", null, -5.5, " * "],
    snow_showers: ["snow showers", [21, 8, 4.5], -4, " * "],
    snow: ["snow", null, -5.5, "* *"],
    heavy_snow: ["heavy snow", null, -5.5, "***"],
    sleet: ["sleet", null, -5.5, "/ *"],
    light_rain: ["light rain", null, -5.5, " / "],
    rain: ["rain", null, -5.5, "/ /"],
    heavy_rain: ["heavy rain", null, -5.5, "///"],
  };
  /** The symbol of a day's sky, and its word for those who do not see it. */
  function sky(name) {
    const known = entry(SKIES, name);
    if (!known) return el("span", { class: "unseen" }, "sky not reported");
    const [word, sun, cloud, falls] = known;
    const shape = (kind, attributes) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", kind);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      return node;
    };
    const svg = shape("svg", { viewBox: "0 0 32 32", class: "sky", "aria-hidden": "true", focusable: "false" });
    if (sun) svg.append(shape("circle", { class: "sun", cx: sun[0], cy: sun[1], r: sun[2] }));
    if (cloud !== null) svg.append(shape("path", { class: "cloud", d: CLOUD, transform: `translate(0 ${cloud})` }));
    [...falls].forEach((what, at) => {
      const x = 8 + at * 8;
      if (what === "*") svg.append(shape("path", { class: "flake", d: `M${x} 23v6M${x - 2.6} 24.5l5.2 3M${x - 2.6} 27.5l5.2-3` }));
      if (what === "/") svg.append(shape("path", { class: "drop", d: `M${x + 0.8} 23.5l-1.6 4.4` }));
    });
    return [svg, el("span", { class: "unseen" }, word)];
  }

  /** Modelled snow as people read it: by 1 cm below 20 and by 5 above, by half an inch, 1 and 2 inches; without a unit. */
  function rounded(cm) {
    const known = number(cm);
    if (known === null) return null;
    const amount = american ? known / 2.54 : known;
    const step = american ? (amount < 2 ? 0.5 : amount < 8 ? 1 : 2) : amount < 20 ? 1 : 5;
    return String(Math.round(amount / step) * step);
  }
  const STEPS = [0.5, 2, 5, 10, 20, 30];
  /** The coming days, as on the page of the resort: sky, new snow in steps of one blue, highest and lowest temperature. */
  function week(days) {
    const shown = days.filter((row) => row.proRequired !== true).slice(0, 7);
    if (!shown.some((row) => number(row.snowfallCm) !== null)) return null;
    const best = shown.reduce((most, row) => ((number(row.snowfallCm) ?? -1) > (number(most.snowfallCm) ?? -1) ? row : most));
    const isBest = (row) => row === best && row.snowfallCm >= 4;
    const degrees = (value, name) => {
      const known = number(value);
      const whole = known === null ? NOT_REPORTED : `${Math.round(american ? known * 1.8 + 32 : known)}\u00b0`.replace("-", "\u2212");
      return el("span", { class: "soft" }, el("span", { class: "unseen" }, `${name} `), whole);
    };
    const cell = (row) => {
      const amount = rounded(row.snowfallCm);
      const step = amount === null ? 0 : STEPS.filter((least) => row.snowfallCm >= least).length;
      return el("li", { class: isBest(row) ? "best" : null },
        el("span", null, day(row.date, { day: undefined, month: undefined, weekday: "short" }) ?? "?"), sky(row.sky),
        el("b", { class: `snow s${step}` }, amount ?? "\u2013", el("span", { class: "unseen" }, amount === null ? NOT_REPORTED : american ? " inches" : " centimetres")),
        degrees(row.tempMaxC, "high"), degrees(row.tempMinC, "low"));
    };
    const { low, high } = object(best.spreadCm);
    const between = rounded(low) !== null && rounded(low) !== rounded(high) ? `, models ${rounded(low)} to ${rounded(high)}` : "";
    const unit = american ? "in" : "cm";
    return section(`Next days, new snow in ${american ? "inches" : "cm"}`, el("ol", { class: "week" }, shown.map(cell)),
      isBest(best) ? el("p", { class: "stack" }, el("strong", null, "Best on ", day(best.date, { weekday: "long", day: undefined, month: undefined }), `: about ${rounded(best.snowfallCm)}\u00a0${unit}`),
        el("span", { class: "soft" }, between)) : el("p", { class: "soft" }, "By weather models."));
  }

  /** Rows `[term, value, detail]` as a description list. */
  function facts(rows, className) {
    const items = rows.filter(Boolean).map(([term, value, detail]) =>
      el("div", null, el("dt", null, term), el("dd", null, value ?? none(), detail ? el("div", { class: "soft" }, detail) : null)));
    return el("dl", { class: className || "grid" }, items);
  }

  function section(title, ...children) {
    return el("section", null, el("h2", null, title), children);
  }

  const COUNTRIES = (() => {
    try {
      return new Intl.DisplayNames(["en"], { type: "region" });
    } catch {
      return null;
    }
  })();
  /** `Valais, Switzerland` */
  function place(data) {
    const code = text(data.country);
    const name = text(data.countryName) || (/^[A-Z]{2}$/.test(code) && COUNTRIES ? COUNTRIES.of(code) : code);
    return [text(data.state), name].filter(Boolean).join(", ");
  }

  // ---- The page -----------------------------------------------------------------------------------------------

  let card;
  let result = null;
  let page;
  let foot;
  let notice;

  function announce(words) {
    notice.textContent = words;
  }

  function credits(structured) {
    const known = object(structured.credits);
    const service = object(known.service);
    if (!text(service.text)) return [];
    const source = (one) => {
      const { name, url, licence, licenceUrl, text: words } = object(one);
      const label = text(words) || text(name);
      return label ? el("li", null, link(label, url), text(licence) ? [" (", link(licence, licenceUrl), ")"] : null) : null;
    };
    const sources = list(known.sources).map(source).filter(Boolean);
    return [
      el("p", { class: "service" }, link(service.text, service.url)),
      sources.length ? [el("p", { id: "sources" }, "Sources"), el("ul", { "aria-labelledby": "sources" }, sources)] : null,
      address(known.termsUrl) ? el("p", { class: "stack" }, link("Terms of the data", known.termsUrl)) : null,
    ];
  }

  /** Simulated data is marked in the service's name, its credit or a licence. */
  function synthetic(structured) {
    const known = object(structured.credits);
    const words = [object(structured.meta).source, object(known.service).text, ...list(known.sources).map((one) => object(one).licence)];
    return words.some((word) => /synthetic/i.test(text(word)));
  }

  function words(content) {
    return list(content).map((block) => (object(block).type === "text" ? text(block.text) : "")).filter(Boolean).join("\n\n");
  }

  /** The card without an answer: a heading, and the tool's own words. */
  function plain(title, message, body) {
    return { title, nodes: [message ? el("p", { class: "stack" }, message) : null, body ? el("p", { class: "stack panel text" }, body) : null] };
  }

  function shown(structured) {
    if (result.isError) return plain("No answer", "The tool could not answer this request.", words(result.content));
    if (typeof structured.data !== "object" || structured.data === null) {
      return plain(card.title, "The host passed on only the text of the answer.", words(result.content));
    }
    const { available, reason } = object(structured.data);
    if (available === false) return plain(card.title, text(reason) || "There is nothing on record for this.");
    try {
      return card.render(structured);
    } catch {
      return plain(card.title, "The card does not recognise the format of this answer. As text:", words(result.content));
    }
  }

  function draw() {
    if (result === null) return;
    const structured = object(result.structuredContent);
    const made = new Date(text(object(structured.meta).generatedAt));
    thisYear = Number.isNaN(made.getTime()) ? null : made.getUTCFullYear();
    const { title, detail, badge, nodes, units } = shown(structured);
    const hadFocus = document.activeElement?.id === "units";
    const toggle = units ? el("button", { type: "button", id: "units" }, american ? "Show metric units" : "Show US units") : null;
    toggle?.addEventListener("click", () => {
      american = !american;
      draw();
    });
    page.replaceChildren(
      el("header", { class: "head" },
        el("div", null, el("h1", { id: "title" }, title), detail ? el("p", { class: "soft" }, detail) : null),
        badge || toggle ? el("div", { class: "side" }, badge, toggle) : null),
      ...(synthetic(structured) ? [el("p", { class: "note", role: "note" }, el("strong", null, "Synthetic data."), " Snow and weather of this service are simulated and say nothing about the real world.")] : []),
      ...nodes.flat(9).filter(Boolean));
    page.removeAttribute("aria-busy");
    foot.replaceChildren(...credits(structured).flat(9).filter(Boolean));
    foot.hidden = !foot.hasChildNodes();
    announce("");
    if (hadFocus) document.getElementById("units")?.focus();
    measure();
  }

  function accept(toolResult) {
    result = object(toolResult);
    draw();
  }

  function context(hostContext) {
    const { theme, safeAreaInsets } = object(hostContext);
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    for (const side of ["top", "right", "bottom", "left"]) {
      const inset = number(object(safeAreaInsets)[side]);
      if (inset !== null) document.body.style.setProperty(`padding-${side}`, `calc(1rem + ${Math.max(0, inset)}px)`);
    }
  }

  // ---- The host -----------------------------------------------------------------------------------------------

  const host = window.parent === window ? null : window.parent;
  const pending = new Map();
  let nextId = 1;
  let connected = false;
  let observer = null;

  const post = (message) => host?.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const notify = (method, params) => post({ method, params });
  function request(method, params) {
    const id = nextId++;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      post({ id, method, params });
    });
  }

  let lastHeight = 0;
  function measure() {
    if (!connected) return;
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === lastHeight) return;
    lastHeight = height;
    notify("ui/notifications/size-changed", { height });
  }

  async function open(url) {
    announce("");
    try {
      if (connected) {
        const answer = await request("ui/open-link", { url });
        if (object(answer).isError) throw new Error("refused");
      } else if (typeof window.openai?.openExternal === "function") {
        await window.openai.openExternal({ href: url });
      } else {
        window.open(url, "_blank", "noopener");
      }
    } catch {
      announce(`The link was not opened. Its address: ${url}`);
    }
  }

  const NOTIFIED = {
    "ui/notifications/tool-result": accept,
    "ui/notifications/host-context-changed": context,
    "ui/notifications/tool-cancelled": () => {
      if (result === null) {
        page.replaceChildren(el("h1", { id: "title" }, card.title), el("p", { class: "stack" }, "The request was cancelled."));
        page.removeAttribute("aria-busy");
        measure();
      }
    },
  };

  function received(event) {
    if (event.source !== host) return;
    const message = object(event.data);
    if (message.jsonrpc !== "2.0") return;
    if (message.method === undefined) {
      const waiting = pending.get(message.id);
      pending.delete(message.id);
      if (message.error) waiting?.reject(new Error(text(message.error.message)));
      else waiting?.resolve(message.result);
    } else if (message.id === undefined) {
      entry(NOTIFIED, message.method)?.(object(message.params));
    } else if (message.method === "ui/resource-teardown" || message.method === "ping") {
      post({ id: message.id, result: {} });
      if (message.method !== "ping") stop();
    } else {
      post({ id: message.id, error: { code: -32601, message: "Method not found" } });
    }
  }

  function stop() {
    observer?.disconnect();
    connected = false;
    window.removeEventListener("message", received);
  }

  async function connect() {
    window.addEventListener("message", received);
    try {
      const answer = object(await request("ui/initialize", {
        protocolVersion: PROTOCOL,
        appInfo: { name: card.name, version: "1.0.0" },
        appCapabilities: { availableDisplayModes: ["inline"] },
      }));
      connected = true;
      context(answer.hostContext);
      notify("ui/notifications/initialized", {});
      observer = new ResizeObserver(measure);
      observer.observe(document.documentElement);
      measure();
    } catch {
      // A host that does not know the handshake may still send the result.
    }
  }

  /** The older interface: the answer is in window.openai, and an event reports changes. */
  function olderHost() {
    const take = () => {
      const { toolOutput, theme } = object(window.openai);
      context({ theme });
      if (toolOutput && !connected) accept({ structuredContent: toolOutput });
    };
    window.addEventListener("openai:set_globals", take);
    take();
  }

  /** Starts a card: `name`, `title`, and `render(structured)` giving `{title, detail, badge, nodes, units}`. */
  function start(definition) {
    card = definition;
    page = el("main", { id: "card", "aria-labelledby": "title", "aria-busy": "true" },
      el("h1", { id: "title" }, card.title), el("p", { class: "soft" }, "Waiting for the answer…"));
    foot = el("footer", { hidden: true, "aria-label": "Credits" });
    notice = el("p", { class: "status note", role: "status" });
    document.body.replaceChildren(page, notice, foot);
    if (host) connect();
    olderHost();
  }

  return { start, el, link, address, text, object, list, entry, number, none, quantity, said, instant, day, provenance, status, openOf, bar, facts, section, place, week, measure };
})();
