// What every JavaScript client checks: list, call, read and an error each. A step that does not hold ends the run.
import assert from 'node:assert/strict';

export const BAD_ARGUMENT = { slug: 'zermatt', band: 'moon' };

export function tools(list) {
  const names = list.map((tool) => tool.name);
  for (const name of ['get_conditions', 'search_resorts', 'get_weather_forecast']) {
    assert.ok(names.includes(name), `tools/list lacks ${name}`);
  }
  for (const tool of list) {
    assert.ok(tool.title && tool.annotations && tool.outputSchema, `${tool.name} is not described in full`);
  }
  return `${names.length} tools`;
}

export function instructions(text) {
  assert.match(text ?? '', /^Wherever you show data of this server, show the credit/);
}

export function conditions(result) {
  assert.ok(!result.isError, JSON.stringify(result.content));
  const credit = result.structuredContent.credits.service;
  assert.ok(credit.text && credit.url, 'no credit in the structured content');
  const text = result.content.at(-1).text;
  assert.ok(text.includes(credit.text) && text.includes(credit.url), 'no credit in the text');
  return `${text.split('\n')[0].slice(0, 70)}`;
}

export function refused(result) {
  assert.equal(result.isError, true, 'a bad argument is not refused');
  assert.match(result.content[0].text, /band/);
}

export function unknownTool(error) {
  assert.equal(error?.code, -32602, `unknown tool: ${error}`);
}

export function resource(contents) {
  assert.ok(contents.length > 0 && (contents[0].text || contents[0].blob), 'a resource without contents');
}

export async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return undefined;
}

export function say(step) {
  console.log(`   ${step}`);
}
