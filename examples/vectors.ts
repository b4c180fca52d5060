// Runs the vectors of fixtures/vectors against a resolver of yours: a command that reads a vector on stdin and writes
// the answer, in the form of its "expected".   npx tsx examples/vectors.ts 'COMMAND'
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
const folder = join(dirname(process.argv[1]), "..", "fixtures", "vectors");
const isObject = (v: Json | undefined): v is { [name: string]: Json } => typeof v === "object" && v !== null && !Array.isArray(v);

function same(found: Json, expected: Json): boolean {
  if (isObject(found) && isObject(expected))
    return [...new Set([...Object.keys(found), ...Object.keys(expected)])].every((name) => same(found[name] ?? null, expected[name] ?? null));
  if (Array.isArray(found) && Array.isArray(expected))
    return found.length === expected.length && found.every((item, nth) => same(item, expected[nth]));
  return found === expected;
}

const command = process.argv[2] ?? "conformance vectors --answer";
let count = 0, wrong = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")).sort()) {
  for (const vector of JSON.parse(readFileSync(join(folder, file), "utf8")).vectors ?? []) {
    const done = spawnSync(command, { shell: true, input: JSON.stringify(vector), encoding: "utf8" });
    count += 1;
    if (done.status === 0 && same(JSON.parse(done.stdout), vector.expected)) continue;
    wrong += 1;
    console.log("WRONG", vector.name, vector.about);
  }
}
console.log(`${count} vectors, ${wrong} wrong`);
process.exit(wrong > 0 || count === 0 ? 1 : 0);
