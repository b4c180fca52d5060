// A draft of the daily report outlives a lost connection: what was entered stays in this browser until the report is published.
// The page says that it shows such a draft, and has a button that discards it.
const kept = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { value ? localStorage.setItem(name, value) : localStorage.removeItem(name); } catch { /* private */ } },
};
const form = document.querySelector("form[data-draft]");
const done = document.querySelector("[data-published]");
if (done) kept.set(`report:${done.dataset.published}`, "");
if (form) {
  const name = `report:${form.dataset.draft}`;
  // The names of a list stand in the form before anybody types, and belong to the list that it shows.
  const given = (field) => field.endsWith(".shown") || (field.endsWith(".names") && form.elements[field].value === form.elements[field].defaultValue);
  const entries = () => [...new FormData(form)].filter(([field, value]) => value !== "" && field !== "step" && !given(field));
  let draft = null;
  try { draft = JSON.parse(kept.get(name) ?? "null"); } catch { /* not ours */ }
  const typed = entries().some(([field]) => field !== "units");
  // A draft of half a day ago is yesterday's: it is not shown as new.
  if (draft && !typed && Date.now() - draft.at < 43200000) {
    for (const [field, value] of draft.entries) {
      for (const input of form.elements) {
        if (input.name !== field) continue;
        if (input.type === "radio" || input.type === "checkbox") input.checked = input.value === value || input.checked && input.type === "checkbox";
        else input.value = value;
        input.closest("details")?.setAttribute("open", "");
      }
    }
    const note = document.querySelector("[data-restored]");
    const text = note?.querySelector("p");
    if (text && draft.entries.some(([field]) => field !== "units")) {
      const time = new Date(draft.at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      text.textContent = text.textContent.replace("%", time);
      note.hidden = false;
      note.querySelector("[data-discard]").addEventListener("click", () => {
        kept.set(name, "");
        form.reset();
        note.hidden = true;
      });
    }
  }
  form.addEventListener("input", () => kept.set(name, JSON.stringify({ at: Date.now(), entries: entries() })));
}
