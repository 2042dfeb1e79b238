import { onlyFlags, type Flags } from "../flag.ts";
import { runFlags } from "./run-flags.ts";

/** Of the agent of an editor. */
export const acpFlags = {
  ...onlyFlags(
    runFlags,
    "provider",
    "model",
    "effort",
    "mode",
    "agent",
    "with-builtin",
    "no-profile",
    "no-hints",
    "restricted",
  ),
  protocol: {
    value: "VERSION",
    description: "1, or 2: a draft that may change with any release (default: 1)",
  },
  "set-up": { description: "Set up in this terminal instead, as editors ask for it" },
} as const satisfies Flags;
