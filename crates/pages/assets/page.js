// What a page gains where scripts run; without them it says the same. The theme stays in the browser; the
// star and the names in the search are requests to this service only.
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

// The star is drawn as pressed if the cookie lists the resort; pressing it again removes the resort.
const star = document.querySelector("form[data-star]");
if (star) {
  const button = star.querySelector("button");
  const listed = () => {
    const pair = document.cookie.split("; ").find((one) => one.startsWith("mountains="));
    return (pair ?? "").replace(/^mountains=~?/, "").split(".").includes(star.dataset.star);
  };
  const draw = () => button.setAttribute("aria-pressed", String(listed()));
  draw();
  addEventListener("pageshow", draw);
  star.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = new URLSearchParams(new FormData(star));
    if (listed()) form.set("act", "remove");
    // A redirect means done; its page is not needed here. Everything else is for the reader: post without the script.
    const answer = await fetch(star.action, { method: "POST", body: form, redirect: "manual" }).catch(() => null);
    if (answer?.type === "opaqueredirect") draw(); else star.submit();
  });
}

// Names while typing. Without the script the form finds the same.
const search = document.getElementById("search");
if (search) {
  const names = document.createElement("datalist");
  names.id = "search-names";
  search.after(names);
  search.setAttribute("list", names.id);
  let asked = 0;
  search.addEventListener("input", () => {
    const query = search.value.trim();
    clearTimeout(asked);
    if (query.length < 2 || [...names.children].some((one) => one.value === query)) return;
    asked = setTimeout(async () => {
      const answer = await fetch(`/api/v1/resorts/search?limit=8&query=${encodeURIComponent(query)}`, { headers: { accept: "application/json" } }).catch(() => null);
      if (!answer?.ok || search.value.trim() !== query) return;
      const { data } = await answer.json();
      names.replaceChildren(...data.map(({ name, state, country }) => Object.assign(document.createElement("option"), { value: name, label: [state, country].filter(Boolean).join(", ") })));
    }, 200);
  });
}
