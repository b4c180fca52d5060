// Adds a passkey to an account, or signs in with one: asks the service for options, the browser for its answer, and sends that.
const form = document.querySelector("form[data-passkey]");
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) => buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const named = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

// Browsers of before 2025 read and write no JSON of this themselves.
function options(call, json) {
  const own = call === "create" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  if (PublicKeyCredential[own]) return PublicKeyCredential[own](json);
  const challenge = bytes(json.challenge);
  if (call === "get") return { ...json, challenge, allowCredentials: named(json.allowCredentials) };
  return { ...json, challenge, user: { ...json.user, id: bytes(json.user.id) }, excludeCredentials: named(json.excludeCredentials) };
}

function answer(made) {
  if (made.toJSON) return made.toJSON();
  const { response } = made;
  const both = { clientDataJSON: text(response.clientDataJSON) };
  const own = response.attestationObject
    ? { attestationObject: text(response.attestationObject), transports: response.getTransports?.() ?? [] }
    : { authenticatorData: text(response.authenticatorData), signature: text(response.signature), userHandle: text(response.userHandle) };
  return { id: made.id, rawId: text(made.rawId), type: made.type, response: { ...both, ...own }, clientExtensionResults: {} };
}

async function asked(path, body) {
  const answered = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const read = await answered.json();
  if (!answered.ok) throw { says: read.says };
  return read;
}

if (form && window.PublicKeyCredential && navigator.credentials) {
  const { passkey: call, begin, end, ...words } = form.dataset;
  const status = form.querySelector("[role=status]");
  form.parentElement.hidden = false;
  for (const without of document.querySelectorAll("[data-without-passkeys]")) without.hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.textContent = "";
    try {
      const publicKey = options(call, (await asked(begin, {})).publicKey);
      const credential = answer(await navigator.credentials[call]({ publicKey }));
      location.assign((await asked(end, { name: form.elements.name?.value ?? "", credential })).to);
    } catch (wrong) {
      const known = { InvalidStateError: words.there, NotAllowedError: words.stopped, AbortError: words.stopped };
      status.textContent = wrong.says ?? known[wrong.name] ?? words.busy;
    }
  });
}
