// Keeps the last pages that were seen, and shows one of them when the service cannot be reached: it says then that it is a
// stored copy, and of when. A page is kept when it has a place to say so, which pages made for an account have not.
const KEPT = "pages-1";
const MOST = 30;
const MARK = '<p class="note" id="stored" role="status" hidden>';

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function keep(request, response) {
  const kept = await caches.open(KEPT);
  if (request.mode === "navigate") {
    const text = await response.clone().text();
    if (!text.includes(MARK)) return;
    const headers = new Headers(response.headers);
    headers.set("x-stored", new Date().toISOString());
    await kept.delete(request);
    await kept.put(request, new Response(text, { headers }));
  } else await kept.put(request, response);
  const all = await kept.keys();
  const pages = all.filter(({ url }) => !new URL(url).pathname.startsWith("/assets/"));
  for (const old of pages.slice(0, Math.max(0, pages.length - MOST))) await kept.delete(old);
}

async function stored(request, failure) {
  const found = await caches.match(request);
  if (!found) throw failure;
  if (request.mode !== "navigate") return found;
  const text = await found.text();
  const language = /<html lang="([a-z]+)"/.exec(text)?.[1];
  const time = new Date(found.headers.get("x-stored")).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const said = text.replace(new RegExp(`${MARK}([^<]*)<`), (_, words) => `${MARK.replace(" hidden", "")}${words.replace("%", time)}<`);
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
