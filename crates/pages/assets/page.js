// What a page gains where scripts run; without them it says the same. Nothing is sent anywhere: the theme and the resorts
// that are remembered stay in the browser.
const root = document.documentElement;
const kept = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { value ? localStorage.setItem(name, value) : localStorage.removeItem(name); } catch { /* private */ } },
};

// Light or dark, against the system's choice.
const system = matchMedia("(prefers-color-scheme: dark)");
const known = kept.get("theme");
if (known === "light" || known === "dark") root.dataset.theme = known;
const toggle = document.querySelector("[data-toggle-theme]");
if (toggle) {
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    const now = root.dataset.theme ?? (system.matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    const own = next === (system.matches ? "dark" : "light");
    if (own) delete root.dataset.theme; else root.dataset.theme = next;
    kept.set("theme", own ? "" : next);
  });
}

// The last pages that were seen stay readable without a network.
navigator.serviceWorker?.register("/sw.js").catch(() => { /* not over plain http */ });

// Ages go on while the page stays open.
const words = new Intl.RelativeTimeFormat(root.lang, { numeric: "always" });
const aged = [...document.querySelectorAll("time[data-age]")];
const age = () => {
  for (const time of aged) {
    const minutes = Math.max(0, (Date.now() - Date.parse(time.dateTime)) / 60000);
    const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
    if (count >= 1) time.textContent = words.format(-Math.floor(count), unit);
  }
};
if (aged.length > 0) setInterval(age, 60000);

// Resorts that are remembered.
const resorts = () => { try { const all = JSON.parse(kept.get("resorts") ?? "[]"); return Array.isArray(all) ? all : []; } catch { return []; } };
const button = document.querySelector("button[data-resort]");
if (button) {
  const { resort: slug, name } = button.dataset;
  const draw = () => button.setAttribute("aria-pressed", String(resorts().some((one) => one.slug === slug)));
  button.hidden = false;
  draw();
  button.addEventListener("click", () => {
    const others = resorts().filter((one) => one.slug !== slug);
    kept.set("resorts", JSON.stringify(others.length < resorts().length ? others : [...others, { slug, name }].slice(-50)));
    draw();
  });
}
const list = document.querySelector("[data-remembered]");
if (list) {
  for (const { slug, name } of resorts()) {
    if (typeof slug !== "string" || typeof name !== "string" || !/^[a-z0-9-]+$/.test(slug)) continue;
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${list.dataset.remembered}${slug}`;
    link.textContent = name;
    item.append(link);
    list.append(item);
  }
  if (list.children.length > 0) list.closest("section").hidden = false;
}
