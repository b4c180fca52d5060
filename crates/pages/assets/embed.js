// <script async src="…/embed/v1/embed.js" data-resort="zermatt"></script>: the box with the snow of a resort where the script
// stands, as high as what is in it, and the credit below it. data-lang, data-units and data-theme are as in its address.
(() => {
  const own = document.currentScript;
  const { resort = "", lang, units, theme } = own.dataset;
  const base = new URL(own.src).origin;
  if (!/^[a-z0-9-]+$/.test(resort)) return;
  const asked = Object.entries({ lang, units, theme }).filter(([, value]) => value);
  const frame = document.createElement("iframe");
  frame.src = `${base}/embed/v1/${resort}?${new URLSearchParams(asked)}`;
  frame.title = `Snow conditions: ${resort}`;
  frame.loading = "lazy";
  frame.height = 520;
  frame.style.cssText = "width:100%;max-width:30rem;border:0";
  const credit = document.createElement("a");
  credit.href = `${base}/resorts/${resort}`;
  credit.textContent = `Snow conditions of ${resort}`;
  credit.style.cssText = "display:block;font-size:80%";
  own.after(frame, credit);
  let left = 50; // A page and a box that answer each other come to an end.
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== base || data?.snow !== "height" || !Number.isFinite(data.height)) return;
    const height = Math.min(1200, Math.max(120, Math.ceil(data.height / 8) * 8));
    if (left > 0 && Math.abs(height - frame.height) >= 8) { left -= 1; frame.height = height; }
  });
})();
