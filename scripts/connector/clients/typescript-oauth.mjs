// The TypeScript SDK signs in by itself and saves a resort. Usage: node typescript-oauth.mjs URL with COOKIE, the session of a
// person's browser, in the environment: the consent that a person would give is given with it.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import * as check from './checks.mjs';

const url = new URL(process.argv[2]);
const cookie = process.env.COOKIE;
const kept = {};
let answer;

/** What a person does who is signed in: looks at the page and allows the client. */
async function consent(address) {
  const page = await fetch(address, { headers: { cookie } });
  const html = await page.text();
  assert.equal(page.status, 200, html);
  const form = new URLSearchParams({ decision: 'allow' });
  for (const [, name, value] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    form.set(name, value.replaceAll('&amp;', '&'));
  }
  const done = await fetch(new URL('/account/authorize', address), {
    method: 'POST', body: form, redirect: 'manual', headers: { cookie, origin: new URL(address).origin },
  });
  assert.equal(done.status, 303, await done.text());
  answer = new URL(done.headers.get('location')).searchParams;
}

const provider = {
  redirectUrl: 'http://127.0.0.1:43118/callback',
  clientMetadata: {
    client_name: 'Check', redirect_uris: ['http://127.0.0.1:43118/callback'], token_endpoint_auth_method: 'none', scope: 'saved',
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => { kept.client = client; },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => { kept.tokens = tokens; },
  saveCodeVerifier: (verifier) => { kept.verifier = verifier; },
  codeVerifier: () => kept.verifier,
  redirectToAuthorization: consent,
};

const connected = async () => {
  const transport = new StreamableHTTPClientTransport(url, { authProvider: provider });
  const client = new Client({ name: 'check', version: '1.0.0' });
  return { transport, client };
};
const first = await connected();
await assert.rejects(first.client.connect(first.transport), UnauthorizedError);
await first.transport.finishAuth(answer);
const { transport, client } = await connected();
await client.connect(transport);
check.say(check.tools((await client.listTools()).tools));
const saved = await client.callTool({ name: 'save_resort', arguments: { slug: 'verbier' } });
assert.ok(saved.structuredContent.data.saved, JSON.stringify(saved));
const listed = await client.callTool({ name: 'list_saved_resorts', arguments: {} });
const slugs = listed.structuredContent.data.map((row) => row.slug);
assert.ok(slugs.includes('verbier'), slugs);
check.say(`signed in by OAuth; saved ${slugs}`);
assert.ok(kept.tokens.refresh_token && kept.tokens.scope.includes('saved'), JSON.stringify(kept.tokens.scope));
await client.close();
