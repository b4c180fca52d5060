// Compiled with `tsc --strict` against the types of openapi-typescript: closed lists are unions, and null is not lost.
import type { components } from './schema.js';

type Conditions = components['schemas']['Envelope']['data'];
type Status = components['schemas']['OperatingStatus'];

export function words(conditions: Conditions): string {
  const status: Status | null = conditions.status.value;
  const open = status === 'OPEN' ? 'open' : 'not open';
  // @ts-expect-error The depth may be null.
  conditions.depth.base?.value.toFixed(0);
  // @ts-expect-error There is no such status.
  const other: boolean = status === 'PERHAPS';
  return `${open} ${other} ${conditions.depth.base?.value?.toFixed(0) ?? 'not reported'}`;
}
