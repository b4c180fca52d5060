// The TypeScript SDK v2 in its three ways of settling on a revision, over HTTP or, through a program, over stdio.
// Usage: node typescript-v2.mjs URL auto|legacy|pin [PROGRAM], where PROGRAM is the bridge and URL what it carries to.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as check from './checks.mjs';

const [url, mode, program] = process.argv.slice(2);
const modes = { auto: 'auto', legacy: 'legacy', pin: { pin: '2026-07-28' } };
const client = new Client({ name: 'check', version: '1.0.0' }, { versionNegotiation: { mode: modes[mode] } });
await client.connect(
  program
    ? new StdioClientTransport({ command: program, args: ['--url', url] })
    : new StreamableHTTPClientTransport(new URL(url)),
);
assert.equal(client.getProtocolEra(), mode === 'legacy' ? 'legacy' : 'modern');
check.instructions(client.getInstructions());
check.say(check.tools((await client.listTools()).tools));
check.say(check.conditions(await client.callTool({ name: 'get_conditions', arguments: { slug: 'zermatt' } })));
check.refused(await client.callTool({ name: 'get_weather_forecast', arguments: check.BAD_ARGUMENT }));
check.unknownTool(await check.failure(client.callTool({ name: 'no_such_tool', arguments: {} })));
if (client.getServerCapabilities()?.resources) {
  const { resources } = await client.listResources();
  for (const { uri } of resources) check.resource((await client.readResource({ uri })).contents);
  check.say(`${resources.length} resources read`);
  const absent = await check.failure(client.readResource({ uri: 'service://no-such-resource' }));
  // In the handshake era -32002 is on the wire; this SDK tells it by the newer number.
  assert.equal(absent?.code, -32602, `unknown resource: ${absent}`);
}
await client.close();
