// One tool by the TypeScript SDK v2, without sessions. Usage: node v2.mjs FILE, which holds a tool's result. Prints its
// address and serves it at /mcp.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const result = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const inputSchema = fromJsonSchema({ type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } }, required: ['query'] });

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool('search_resorts', { description: "A peer's tool", inputSchema }, () => result);
  return server;
});
const http = createServer(toNodeHandler(handler));
http.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${http.address().port}`));
