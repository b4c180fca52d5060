// Compiled with `tsc --strict` against the types of openapi-typescript: closed lists are unions, and null is not lost.
import type { components, operations } from './schema.js';

type Conditions = operations['get_conditions']['responses']['200']['content']['application/json']['data'];
type Status = components['schemas']['OperatingStatus'];

export function words(conditions: Conditions): string {
  const status: Status = conditions.operatingStatus;
  const open = status === 'OPEN' ? 'open' : 'not open';
  // @ts-expect-error The depth may be null.
  conditions.baseDepthCm.toFixed(0);
  // @ts-expect-error There is no such status.
  const other: boolean = status === 'PERHAPS';
  return `${open} ${other} ${conditions.baseDepthCm?.toFixed(0) ?? 'not reported'}`;
}
