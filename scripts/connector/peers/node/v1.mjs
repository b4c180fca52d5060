// One tool by the TypeScript SDK v1, without sessions and as JSON: a server and a transport per request, as its
// documentation has it. Usage: node v1.mjs FILE, which holds a tool's result. Prints its address and serves it at /mcp.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const result = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const inputSchema = { query: z.string(), limit: z.number().optional() };

const http = createServer(async (request, response) => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool('search_resorts', { description: "A peer's tool", inputSchema }, () => result);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on('close', () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${http.address().port}`));
