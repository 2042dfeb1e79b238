import { readRecorded } from "@skein/provider-conformance/cases";
import type { RecordedExchange } from "@skein/provider-conformance/cases";
import { outsidePath } from "./outside-fixtures.ts";

/**
 * All that were recorded of these interfaces; none where the material is not there.
 *
 * @param frame - puts the framing back round a line of JSON where it was lost.
 */
export function recordedExchanges<Expected>(
  apis: readonly string[],
  frame: (line: string) => string,
): readonly RecordedExchange<Expected>[] {
  const forms = Object.fromEntries(apis.map((api) => [api, { frame }]));
  return readRecorded<Expected>(outsidePath("provider-streams"), forms);
}
