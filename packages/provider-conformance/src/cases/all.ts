import { abortConformance } from "./abort.ts";
import { byteConformance } from "./bytes.ts";
import { cachedPrefixConformance } from "./cached-prefix.ts";
import type { ConformanceCase } from "./case.ts";
import { endConformance } from "./ends.ts";
import { modelConformance } from "./models.ts";
import { refusedConformance } from "./refused.ts";
import { streamConformance } from "./streams.ts";
import { toolConformance } from "./tools.ts";
import { turnConformance } from "./turns.ts";

/**
 * All cases, in the order of the report: first the reading of replies, then
 * their ends, then what is sent.
 *
 * The groups can be read as the life of a request: a reply is decoded
 * (`streams`, `stops`, `usage`, `laws`, `bytes`), ends early (`ends`, `abort`)
 * or is refused (`refused`); then the conversation continues (`turns`) with its
 * tools (`tools`). `models` is about setup.
 *
 * @example
 * ```ts
 * const groups = new Set(conformanceCases.map(({ id }) => id.slice(0, id.indexOf("/"))));
 * console.log([...groups].join(", "));
 * ```
 */
export const conformanceCases: readonly ConformanceCase[] = [
  ...streamConformance,
  ...byteConformance,
  ...endConformance,
  ...abortConformance,
  ...refusedConformance,
  ...turnConformance,
  ...cachedPrefixConformance,
  ...toolConformance,
  ...modelConformance,
];
