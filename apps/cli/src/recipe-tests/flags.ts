import { helpFlag, jsonFlag, trustHashFlag } from "../arguments/common-flags.ts";
import type { Flags } from "../arguments/flags.ts";

export const recipeTestFlags = {
  filter: { value: "TEXT", description: "Only cases with this in their name" },
  parallel: { value: "N", description: "Cases that run at a time; default: one for each processor" },
  mutate: { description: "Look whether the tests can fail: what survives a change of what it tests" },
  watch: { short: "w", description: "Go on, and run again what a changed file is used by" },
  junit: { value: "FILE", description: "Also write the results as JUnit XML" },
  trust: { description: "Run whatever they run, unasked: where all of it is yours, as in your own CI" },
  "trust-hash": trustHashFlag,
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;
