// The TypeScript SDK v1. Usage: node typescript-v1.mjs URL
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as check from './checks.mjs';

const client = new Client({ name: 'check', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
check.instructions(client.getInstructions());
check.say(check.tools((await client.listTools()).tools));
check.say(check.conditions(await client.callTool({ name: 'get_conditions', arguments: { slug: 'zermatt' } })));
check.refused(await client.callTool({ name: 'get_weather_forecast', arguments: check.BAD_ARGUMENT }));
check.unknownTool(await check.failure(client.callTool({ name: 'no_such_tool', arguments: {} })));
await client.ping();
if (client.getServerCapabilities()?.resources) {
  const { resources } = await client.listResources();
  for (const { uri } of resources) check.resource((await client.readResource({ uri })).contents);
  check.say(`${resources.length} resources read`);
  const absent = await check.failure(client.readResource({ uri: 'service://no-such-resource' }));
  assert.equal(absent?.code, -32002, `unknown resource: ${absent}`);
}
await client.close();
