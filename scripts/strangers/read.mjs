// Reads every call with the TypeScript package. Usage: read.mjs BASE CALLS, in a folder where `snow-conditions` is installed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [baseUrl, file] = process.argv.slice(2);
const entry = createRequire(`${process.cwd()}/`).resolve('snow-conditions');
const client = await import(pathToFileURL(entry));
const calls = JSON.parse(readFileSync(file, 'utf8'));
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

let failures = 0;
for (const { operation, path, query } of calls) {
  const { data, error } = await client[camel(operation)]({ baseUrl, path, query });
  if (error || data?.data === undefined) {
    failures += 1;
    if (failures <= 10) console.error(operation, path, query, error ?? data);
  }
}
console.log(`${calls.length} calls, ${failures} failed`);
process.exit(failures > 0 ? 1 : 0);
