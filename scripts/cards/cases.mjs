// Which results are shown in which card, and what has to be seen. Results are those that the program made; where a
// case needs one that it does not make (hostile, synthetic, photos), it is a copy that is changed here.

const LIST = "ui://widget/powder-list.html";
const REPORT = "ui://widget/snow-report-card.html";
const GUIDE = "ui://widget/resort-info-card.html";
const GALLERY = "ui://widget/resort-gallery-card.html";

const copy = (value) => structuredClone(value);
const amount = (value, unit) => `${new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(value)}\u00a0${unit}`;

/** Credits have to be read off the card word for word. */
function creditWords({ credits }) {
  return [credits.service.text, ...credits.sources.flatMap((source) => [source.text, source.licence])];
}

function rowWords(rows) {
  const values = (row) => [row.snowfall24hCm, row.next7dCm, row.displayDepthCm].map((cm) => (cm === null ? "not reported" : amount(cm, "cm")));
  return rows.flatMap((row) => [row.name, ...values(row)]);
}

function recordWords(record, freshness) {
  const fields = [record.displayDepthCm, ...Object.values(record.depth), record.forecast.next7dCm];
  const values = fields.map((field) => (field?.value == null ? "not reported" : amount(field.value, "cm")));
  const labels = ["depthBase", "depthMid", "depthSummit", "lifts", "runs", "surface", "forecast"].map((name) => freshness?.[name].label);
  return [...values, ...labels.filter(Boolean)];
}

/** What a real result must show. */
function expected({ uri, result }) {
  if (result.isError) return { heading: "No answer", words: ["alpenau", "no resort"] };
  const { data, meta } = result.structuredContent.data?.conditions?.schemaVersion ? result.structuredContent.data.conditions : result.structuredContent;
  const words = creditWords(result.structuredContent);
  if (uri === LIST) {
    const rows = Array.isArray(data) ? data : data.resorts;
    return { words: [...words, ...(rows.length ? rowWords(rows) : ["No resort matches"])], rows: rows.length };
  }
  if (uri === REPORT) {
    const full = data.conditions !== undefined;
    const record = full ? data.conditions : data;
    const heading = full ? data.name : undefined;
    return { heading, words: [...words, ...recordWords(record, meta.freshness)], status: record.status.value };
  }
  const height = data.elevation?.summitM;
  return { heading: data.name, words: [...words, height == null ? "not reported" : amount(height, "m")] };
}

function renamed(result) {
  return JSON.parse(JSON.stringify(result).replaceAll("Test Snow", "Test Snow (synthetic data)"));
}

/** Markup, schemes and types that no service should send. */
function hostile(result) {
  const bad = copy(result);
  const { data, credits } = bad.structuredContent;
  const markup = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>";
  credits.sources.push({ name: markup, text: markup, url: "javascript:alert(1)", licence: "none", licenceUrl: "data:text/html,x" });
  credits.sources.push(null, "text", { text: 5 });
  const target = Array.isArray(data) ? data[0] : data;
  Object.assign(target, { name: markup, url: "javascript:alert(1)", website: "javascript:alert(1)", state: markup });
  if (Array.isArray(data)) {
    Object.assign(target, { snowfall24hCm: "18", next7dCm: -0.0, displayDepthCm: Infinity, lifts: [], status: "toString", observedAt: "soon" });
    data.push(null, 7, "row", { name: "W".repeat(400), status: "__proto__" });
  } else {
    Object.assign(target, { elevation: "high", aliases: { length: 3 }, abilityPct: { beginner: "x" }, usualSeason: { opens: "99-99" }, sources: 4 });
  }
  return bad;
}

/** The same for a record: every field says something that it cannot be. */
function hostileRecord(result) {
  const bad = copy(result);
  const { data, measuredNow, meta } = bad.structuredContent;
  const field = { value: "toString", source: "toString", observedAt: "toString", confidence: "high" };
  for (const name of ["displayDepthCm", "lifts", "runs", "status", "seasonOpening", "snowQuality", "snowSurfaceTemp", "depthVsAvgPct"]) data[name] = field;
  data.surface = { value: "<b>deep</b>", source: "__proto__", observedAt: 5, confidence: -1 };
  data.depth = { base: 7, mid: [], summit: { value: -0.04, source: null } };
  data.displayDepthDetail = { elevationBand: "constructor", elevationM: {} };
  data.depthVsAvgBasis = { suppressedReason: "valueOf" };
  data.forecast = { next7dCm: { value: 1e308 }, peak: { date: "2026-13-45", snowfallCm: 3 } };
  data.flags = [null, 3, "new_kind_of_flag"];
  meta.freshness = { depthBase: null, forecast: { label: 4 } };
  measuredNow.stations.push(null, { role: "toString", ageMinutes: "9", name: "<i>Hut</i>" });
  return bad;
}

const photo = (name, more) => ({ url: `https://upload.wikimedia.org/photos/${name}.svg`, alt: `${name} above the village`, author: "A. Photographer",
  pageUrl: "https://photos.example.org/1", licence: "CC BY 4.0", licenceUrl: "https://creativecommons.org/licenses/by/4.0/", ...more });

function gallery(result, photos) {
  const shown = copy(result);
  shown.structuredContent.data = { slug: "alpenau", name: "Alpenau", photos };
  shown.structuredContent.meta.asOf = "2026-01-10T12:00:00.000Z";
  return shown;
}

/** All cases: a name, a card, a result, what to see. */
export function cases({ results }) {
  const found = [];
  const times = new Map();
  for (const one of results) {
    const at = (times.get(one.tool) ?? 0) + 1;
    times.set(one.tool, at);
    // Its examples name pictures that are nowhere; the cases of the gallery below have some that can be shown.
    if (one.tool === "get_resort_photos") continue;
    found.push({ name: `${one.tool}-${at}${one.result.isError ? "-error" : ""}`, ...one, see: expected(one) });
  }
  const first = (tool) => results.find((one) => one.tool === tool && !one.result.isError);
  const add = (name, base, result, see, more) => found.push({ name, uri: base.uri, arguments: base.arguments, result, see, made: true, ...more });

  const list = first("find_resorts_by_criteria");
  const report = first("get_conditions");
  const guide = first("get_resort_info");
  for (const [base, name] of [[list, "list"], [report, "report"], [guide, "guide"]]) {
    add(`synthetic-${name}`, base, renamed(base.result), { words: ["Synthetic data."] });
    add(`words-alone-${name}`, base, { content: base.result.content }, { words: [base.result.content[0].text.split("\n")[0], "only the text of the answer"] }, { plain: true });
    add(`cancelled-${name}`, base, base.result, { words: ["cancelled"] }, { plain: true, cancel: true });
  }
  for (const [base, name] of [[list, "list"], [guide, "guide"]]) {
    add(`hostile-${name}`, base, hostile(base.result), { words: ["<img src=x", "not reported"] });
  }
  add("hostile-report", report, hostileRecord(report.result), { words: ["<b>deep</b>", "<i>Hut</i>", "new kind of flag", "not reported"] });
  const broken = copy(report.result);
  broken.structuredContent.data = { surprise: true };
  add("unknown-shape", report, broken, { words: ["does not recognise the format", broken.content[0].text.split("\n")[0]] });
  const nowhere = copy(guide.result);
  nowhere.structuredContent.data = { available: false, reason: "No guide covers this resort." };
  add("not-available", guide, nowhere, { words: ["No guide covers this resort."] });
  add("refused-link", guide, guide.result, { words: [] }, { refuse: true });
  const ranked = copy(list.result);
  ranked.structuredContent.meta.rule = "snowfall of the past 24 hours, most first; not reported last; ties by slug";
  ranked.structuredContent.data = Array.from({ length: 12 }, (_, at) => ({ ...ranked.structuredContent.data[at % 2], score: at === 3 ? null : 90.5 - at * 5,
    snowfall24hCm: at > 9 ? null : 40 - at * 4, status: ["OPEN", "UNKNOWN", "CLOSED_TODAY", "PRE_SEASON", "OFF_SEASON", null][at % 6] }));
  add("twelve-rows", list, ranked, { heading: "Fresh powder", words: ["Closed today", "Off season", "Before the season", "Status not reported"], rows: 12 });

  const base = { ...guide, uri: GALLERY };
  add("gallery-empty", base, gallery(guide.result, []), { heading: "Photos of Alpenau", words: ["There are no photos of Alpenau on record."] });
  add("gallery", base, gallery(guide.result, [photo("Ridge", { description: "The ridge in January" }), photo("Lift", { alt: undefined }), photo("gone")]),
    { heading: "Photos of Alpenau", words: ["1 of 3", "The ridge in January", "A. Photographer"] }, { photos: 3 });
  add("gallery-elsewhere", base, gallery(guide.result, [photo("Far", { url: "https://elsewhere.example.com/a.jpg" }), photo("bad", { url: "javascript:alert(1)" })]),
    { words: ["This photo cannot be shown here.", "1 of 1"] }, { blocked: true });
  return found;
}
