// The official schemas of the protocol's revisions, taken out of the conformance suite, which carries them in its
// program: writes FOLDER/<revision>.json. Usage: node schemas.mjs SUITE_INDEX_JS FOLDER
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const [program, folder] = process.argv.slice(2);
const text = readFileSync(program, 'utf8');

const revisions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

// The suite's table of them names the variables that hold the schemas; the newest stands under a computed key.
const table = text.match(/\{"2025-03-26":([\w$]+),"2025-06-18":([\w$]+),"2025-11-25":([\w$]+),\[[\w$]+\]:([\w$]+)\}/);
if (!table) throw new Error(`${program} has no table of schemas`);
mkdirSync(folder, { recursive: true });
revisions.forEach((revision, nth) => {
  const assigned = `${table[nth + 1]}={$schema:`;
  const schema = literal(text.indexOf(assigned) + assigned.indexOf('{'));
  if (!(schema.definitions ?? schema.$defs)?.CallToolResult) throw new Error(`no schema of ${revision}`);
  writeFileSync(`${folder}/${revision}.json`, JSON.stringify(schema));
});

// The object literal that begins at `start`: data alone, so that its braces outside of strings balance.
function literal(start) {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const c = text[at];
    if (quote) {
      if (c === '\\') at += 1;
      else if (c === quote) quote = '';
    } else if (c === '`' || c === '"' || c === "'") quote = c;
    else if (c === '{') depth += 1;
    else if (c === '}' && (depth -= 1) === 0) return runInNewContext(`(${text.slice(start, at + 1)})`);
  }
  throw new Error('a schema without an end');
}
