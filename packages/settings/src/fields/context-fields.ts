import { compactionStrategies } from "@skein/protocol";
import { fileNames, numberBetween, oneOf, wholeNumber } from "../values.ts";
import type { FieldTable } from "./setting-field.ts";
import { isFurther } from "./stricter.ts";

const isPartOf = (names: readonly string[], current: readonly string[] | undefined): boolean =>
  names.every((name) => current?.includes(name));

/** What the model sees. */
export const contextFields = {
  hints: {
    key: "hints",
    variable: "SKEIN_HINTS",
    description: "Names of the files with notes for the model; a list, or text with commas",
    project: "loosens",
    subagents: "same",
    ...fileNames,
    fallback: ["AGENTS.md", ".goosehints", "CLAUDE.md"],
    isTighter: isPartOf,
  },
  contextTokens: {
    key: "contextLimit",
    variable: "SKEIN_CONTEXT_LIMIT",
    description: "Tokens of the model's window, where it is not known or should not be used up",
    project: "chooses",
    subagents: "same",
    ...wholeNumber({ from: 1000 }),
  },
  toolTokens: {
    key: "toolTokens",
    variable: "SKEIN_TOOL_TOKENS",
    description:
      "Tokens that definitions of tools of extensions may take in a request; beyond them the model finds them by search",
    project: "chooses",
    subagents: "same",
    ...wholeNumber({ from: 0 }),
    fallback: 10_000,
  },
  toolCount: {
    key: "toolCount",
    variable: "SKEIN_TOOL_COUNT",
    description:
      "Number of tools of extensions that may be listed in a request; the model finds the others by search",
    project: "chooses",
    subagents: "same",
    ...wholeNumber({ from: 0 }),
    fallback: 40,
  },
  compactAt: {
    key: "compactAt",
    variable: "SKEIN_COMPACT_AT",
    description:
      "Share of the window above which the conversation is compacted; 0: only when you ask, or when it does not fit",
    project: "chooses",
    subagents: "same",
    ...numberBetween(0, 1),
    fallback: 0.75,
  },
  compaction: {
    key: "compaction",
    variable: "SKEIN_COMPACTION",
    description: "How: a model summarizes, the rest is listed, it is left out, or you are told and decide",
    project: "chooses",
    subagents: "same",
    ...oneOf(compactionStrategies),
    fallback: "summarize",
  },
  memoryProposals: {
    key: "memoryProposals",
    variable: "SKEIN_MEMORY_PROPOSALS",
    description:
      "Whether a model is asked at the end of a session what is worth remembering; nothing is remembered unasked",
    project: "loosens",
    subagents: "none",
    ...oneOf(["on", "off"]),
    fallback: "off",
    isTighter: isFurther("on", "off"),
  },
} as const satisfies FieldTable;
