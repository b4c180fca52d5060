// The host's side, in the page around the card: the real AppBridge of the MCP Apps SDK, an iframe without rights but
// scripts, and a record of what the card asked for.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/** The policy that a host makes of the card's own `_meta.ui.csp`; what is not declared is forbidden. */
function policy({ resourceDomains = [], connectDomains = [] }) {
  const from = (domains, ...others) => [...others, ...domains].join(" ") || "'none'";
  return [
    "default-src 'none'", "script-src 'unsafe-inline'", "style-src 'unsafe-inline'", "base-uri 'none'",
    `img-src ${from(resourceDomains, "data:")}`, `connect-src ${from(connectDomains)}`,
  ].join("; ");
}

/** The card as a host shows it, optionally with a script that runs first. */
function framed(card, script) {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(card._meta.ui.csp)}">`;
  const first = script ? `<script>${script}</script>` : "";
  return card.text.replace(/<html[^>]*>/, (html) => `${html}\n${meta}${first}`);
}

function frame(height) {
  const iframe = document.createElement("iframe");
  iframe.title = "Card";
  iframe.sandbox = "allow-scripts";
  iframe.style.cssText = `border:0;width:100%;height:${height}px;display:block`;
  document.body.append(iframe);
  return iframe;
}

/** Shows a card under a bridge, and sends it a result once it has said that it is there. */
window.show = async ({ card, result, args, theme, refuse, cancel }) => {
  const seen = { links: [], heights: [], errors: [] };
  const iframe = frame(200);
  const context = { displayMode: "inline", platform: "web", locale: "en-GB" };
  const bridge = new AppBridge(null, { name: "cards-host", version: "1.0.0" }, { openLinks: {} },
    { hostContext: theme ? { ...context, theme } : context });
  bridge.onopenlink = async ({ url }) => {
    seen.links.push(url);
    return refuse ? { isError: true } : {};
  };
  bridge.onsizechange = ({ height }) => {
    seen.heights.push(height);
    if (height) iframe.style.height = `${height}px`;
  };
  bridge.onerror = (error) => seen.errors.push(String(error));
  const ready = new Promise((resolve) => {
    bridge.oninitialized = resolve;
  });
  await bridge.connect(new PostMessageTransport(iframe.contentWindow, iframe.contentWindow));
  iframe.srcdoc = framed(card);
  await ready;
  await bridge.sendToolInput({ arguments: args });
  if (cancel) await bridge.sendToolCancelled({ reason: "the person stopped it" });
  else await bridge.sendToolResult(result);
  window.seen = seen;
  window.setTheme = (next) => bridge.setHostContext({ ...context, theme: next });
  window.teardown = () => bridge.teardownResource({});
};

/** Shows a card under a host of the older kind, which lays the answer into the card's window. */
window.showOlder = ({ card, result }) => {
  const answer = JSON.stringify(result.structuredContent).replaceAll("<", "\\u003c");
  const script = `window.opened=[];window.openai={theme:"light",toolOutput:${answer},openExternal:async({href})=>{opened.push(href)}}`;
  frame(600).srcdoc = framed(card, script);
};
