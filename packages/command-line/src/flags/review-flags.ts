import type { Flags } from "../flag.ts";
import { runFlags } from "./run-flags.ts";

/** What a review can be written as. */
export const reviewFormats = ["text", "json", "sarif"] as const;

/** Severities of findings, the mildest first, with which a review fails; and that it never does. */
export const reviewLimits = ["low", "medium", "high", "critical", "never"] as const;

/** Of a review. */
export const reviewFlags = {
  base: { value: "BRANCH", description: "What the change starts from" },
  check: { value: "NAME", repeatable: true, description: "Only this check" },
  format: {
    value: "FORMAT",
    suggests: reviewFormats,
    description: `${reviewFormats.join(", ")}; default text`,
  },
  "fail-on": {
    value: "SEVERITY",
    suggests: reviewLimits,
    description: `${reviewLimits.join(", ")}; default high`,
  },
  parallel: { value: "N", description: "Reviewers at work at once; default 4" },
  cwd: runFlags.cwd,
  provider: runFlags.provider,
  model: runFlags.model,
  "max-cost": runFlags["max-cost"],
  "max-tokens": runFlags["max-tokens"],
  "max-time": runFlags["max-time"],
  restricted: runFlags.restricted,
} as const satisfies Flags;
