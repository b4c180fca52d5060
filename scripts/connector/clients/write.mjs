// The write connector by the TypeScript SDK v2: edit, draft, publish, undo. Usage: node write.mjs BASE_URL RESORT auto|legacy|pin, with
// the key of a manager in SNOW_WRITE_KEY or, for the address that holds its credential, SNOW_WRITE_ADDRESS.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [base, resort, mode] = process.argv.slice(2);
const modes = { auto: 'auto', legacy: 'legacy', pin: { pin: '2026-07-28' } };
const SUMMARY = 'Steep and quiet, says the synthetic resort.';
const client = new Client({ name: 'check', version: '1.0.0' }, { versionNegotiation: { mode: modes[mode] } });
const { SNOW_WRITE_KEY: key, SNOW_WRITE_ADDRESS: address } = process.env;
await client.connect(address
  ? new StreamableHTTPClientTransport(new URL(address))
  : new StreamableHTTPClientTransport(new URL(`${base}/mcp/write`), { requestInit: { headers: { authorization: `Bearer ${key}` } } }));

const READ = 'get_resort_editable_content';
const EDIT = 'update_resort_content';
const read = async () => (await client.callTool({ name: READ, arguments: {} })).structuredContent;
const edit = (more) => client.callTool({ name: EDIT, arguments: more });
const page = async () => (await fetch(`${base}/resorts/${resort}`)).text();

async function shows(wanted) {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await page()).includes(SUMMARY) === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(wanted ? 'the page does not show the summary' : 'the page still shows the summary');
}

assert.deepEqual((await client.listTools()).tools.map((tool) => tool.name).sort(), [READ, EDIT].sort());
const first = await read();
assert.equal(first.slug, resort);
const { revision } = first;
const draft = await edit({ revision, edits: { summary: SUMMARY } });
assert.equal(draft.structuredContent.state, 'draft');
assert.deepEqual((await read()).content, first.content);
assert.ok(!(await page()).includes(SUMMARY), 'a draft is seen');
const inner = await edit({ revision, edits: { webcamPageUrl: 'https://10.0.0.1/cam' }, publish: true });
assert.ok(inner.isError && inner.content[0].text.includes('webcamPageUrl'), 'an inner address is taken');
const done = await edit({ revision, edits: { summary: SUMMARY }, publish: true });
assert.equal(done.structuredContent.state, 'published');
await shows(true);
assert.ok((await edit({ revision, edits: { summary: 'Another editor.' }, publish: true })).isError, 'an edit of an old revision is taken');
assert.ok(!(await edit({ revision: (await read()).revision, undo: true, publish: true })).isError);
assert.deepEqual((await read()).content, first.content);
await shows(false);
console.log(`   ${client.getProtocolEra()}: drafted, published, on the page, taken back`);
await client.close();
