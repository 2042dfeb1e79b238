import type { Flags } from "../flag.ts";
import { forceFlag, jsonFlag, trustHashFlag } from "./common-flags.ts";

export const recipeTestFlags = {
  filter: { value: "TEXT", description: "Only cases with this in their name" },
  parallel: { value: "N", description: "Cases that run at a time; default: one for each processor" },
  mutate: { description: "Look whether the tests can fail: what survives a change of what it tests" },
  watch: { short: "w", description: "Go on, and run again what a changed file is used by" },
  junit: { value: "FILE", description: "Also write the results as JUnit XML" },
  trust: { description: "Run whatever they run, unasked: where all of it is yours, as in your own CI" },
  "trust-hash": trustHashFlag,
  json: jsonFlag,
} as const satisfies Flags;

export const newRecipeFlags = {
  title: { value: "TEXT", description: "What it is called" },
  description: { value: "TEXT", description: "What it is for, in a sentence" },
  prompt: { value: "TEXT", description: "What is to be done; {{ key }} becomes a parameter" },
  instructions: { value: "TEXT", description: "How the model is to work" },
  "with-builtin": {
    value: "NAMES",
    repeatable: true,
    description: "By comma: the built-in extensions it has; default: those of whoever runs it",
  },
  output: {
    short: "o",
    value: "FILE",
    description: "Where to; - is standard output; default: NAME.yaml here",
  },
  force: forceFlag,
} as const satisfies Flags;
