// Keeps the last pages that were seen, and shows one of them when the service cannot be reached: it says then that it is a
// stored copy, and of when. A page is kept when it has a place to say so, which pages made for an account have not. For a page
// that is not stored, the page /offline lists those that are.
const KEPT = "pages-1";
const MOST = 30;
const DAY = 86400000;
const MARK = '<p class="note" id="stored" role="status" hidden>';
const LIST = '<ul class="list" id="stored-pages"></ul>';
const OFFLINE = /^(\/[a-z]{2})?\/offline$/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const path = ({ url }) => new URL(url).pathname;
const prefix = (request) => /^\/[a-z]{2}(?=\/|$)/.exec(path(request))?.[0] ?? "";
const pages = (all) => all.filter((request) => !path(request).startsWith("/assets/") && !OFFLINE.test(path(request)));
const time = (response, language) => new Date(response.headers.get("x-stored")).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
const spoken = (text) => /<html lang="([a-z]+)"/.exec(text)?.[1];

async function put(kept, request, response) {
  const text = await response.text();
  if (!text.includes(MARK)) return false;
  const headers = new Headers(response.headers);
  headers.set("x-stored", new Date().toISOString());
  await kept.delete(request);
  await kept.put(request, new Response(text, { headers }));
  return true;
}

async function keep(request, response) {
  const kept = await caches.open(KEPT);
  if (request.mode === "navigate") {
    if (!await put(kept, request, response.clone())) return;
    const offline = new Request(`${prefix(request)}/offline`);
    const known = await kept.match(offline);
    if (!known || Date.now() - Date.parse(known.headers.get("x-stored")) > DAY) {
      const list = await fetch(offline);
      if (list.ok) await put(kept, offline, list);
    }
  } else await kept.put(request, response);
  const stored = pages(await kept.keys());
  for (const old of stored.slice(0, Math.max(0, stored.length - MOST))) await kept.delete(old);
}

// The stored pages, newest first, in the page that lists them.
async function listed(request, failure) {
  const kept = await caches.open(KEPT);
  const page = await kept.match(`${prefix(request)}/offline`) ?? await kept.match("/offline");
  if (!page) throw failure;
  const text = await page.text();
  const items = await Promise.all(pages(await kept.keys()).reverse().map(async (one) => {
    const copy = await kept.match(one);
    const title = /<title>([^<]*)<\/title>/.exec(await copy.clone().text())?.[1] ?? path(one);
    const address = one.url.slice(location.origin.length).replace(/&/g, "&amp;").replace(/"/g, "&quot;");
    return `<li><a href="${address}">${title}</a> <small>${time(copy, spoken(text))}</small></li>`;
  }));
  return new Response(text.replace(LIST, () => LIST.replace("></", `>${items.join("")}</`)), { status: 503, headers: page.headers });
}

async function stored(request, failure) {
  if (request.mode === "navigate" && OFFLINE.test(path(request))) return listed(request, failure);
  const found = await caches.match(request);
  if (!found && request.mode === "navigate") return listed(request, failure);
  if (!found) throw failure;
  if (request.mode !== "navigate") return found;
  const text = await found.text();
  const said = text.replace(new RegExp(`${MARK}([^<]*)<`), (_, words) => `${MARK.replace(" hidden", "")}${words.replace("%", time(found, spoken(text)))}<`);
  return new Response(said, { headers: found.headers });
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isAsset = pathname.startsWith("/assets/");
  const isPage = request.mode === "navigate" && !/^(\/[a-z]{2})?\/(account|operator)(\/|$)/.test(pathname);
  if (request.method !== "GET" || origin !== location.origin || !(isAsset || isPage)) return;
  event.respondWith((async () => {
    try {
      const response = await fetch(request);
      if (response.ok && response.type === "basic" && !response.redirected) event.waitUntil(keep(request, response.clone()).catch(() => {}));
      return response;
    } catch (failure) { return stored(request, failure); }
  })());
});
