import { permissionModeNames, type PermissionMode } from "@skein/protocol";
import { duration, numberBetween, oneOf, wholeNumber, yesOrNo } from "../values.ts";
import type { FieldTable } from "./setting-field.ts";
import { isLower } from "./stricter.ts";

/** The modes that each mode is stricter than; `approve` and `plan` do not compare. */
const narrows: Record<PermissionMode, readonly PermissionMode[]> = {
  auto: [],
  accept_edits: ["auto"],
  smart_approve: ["auto", "accept_edits"],
  approve: ["auto", "accept_edits", "smart_approve"],
  plan: ["auto", "accept_edits", "smart_approve"],
  chat: ["auto", "accept_edits", "smart_approve", "approve", "plan"],
};

const isStricterMode = (value: PermissionMode, current: PermissionMode | undefined): boolean =>
  current === undefined || narrows[value].includes(current);

/** What may happen unasked, and how much of it. */
export const limitFields = {
  mode: {
    key: "mode",
    flag: { name: "--mode", value: "MODE", suggests: "modes", help: "What may happen unasked: see Modes" },
    variable: "SKEIN_MODE",
    description: "What may happen unasked",
    project: "loosens",
    subagents: "narrowed",
    ...oneOf(permissionModeNames),
    fallback: "smart_approve",
    isTighter: isStricterMode,
  },
  restricted: {
    key: "restricted",
    flag: {
      name: "--restricted",
      help: "Use nothing of the project: no settings, hooks, hints, skills, agents, servers",
    },
    variable: "SKEIN_RESTRICTED",
    description:
      "Whether nothing of a project is used: no settings, rules, hooks, hints, skills, agents, commands, servers, providers, output styles and memories",
    project: "never",
    subagents: "same",
    ...yesOrNo,
    fallback: false,
  },
  maxTurns: {
    key: "maxTurns",
    flag: { name: "--max-turns", value: "N", help: "Replies of the model in this run; default 1000" },
    variable: "SKEIN_MAX_TURNS",
    description: "Replies of the model in one run",
    project: "loosens",
    subagents: "narrowed",
    ...wholeNumber({ from: 1 }),
    fallback: 1000,
    isTighter: isLower,
  },
  maxRepetitions: {
    key: "maxRepetitions",
    flag: { name: "--max-tool-repetitions", value: "N", help: "The same call in a row; default 50" },
    variable: "SKEIN_MAX_TOOL_REPETITIONS",
    description:
      "How often in a row the same call, or the same cycle of calls, may be made; twice as often while results differ",
    project: "loosens",
    subagents: "same",
    ...wholeNumber({ from: 1 }),
    fallback: 50,
    isTighter: isLower,
  },
  maxToolCalls: {
    key: "maxToolCalls",
    flag: {
      name: "--max-tool-calls",
      value: "N",
      help: "Tool calls in this run; without it there is no limit",
    },
    variable: "SKEIN_MAX_TOOL_CALLS",
    description: "Tool calls in one run, without those of its subagents; without it there is no limit",
    project: "loosens",
    subagents: "narrowed",
    ...wholeNumber({ from: 1 }),
    isTighter: isLower,
  },
  subagentDepth: {
    key: "subagentDepth",
    variable: "SKEIN_SUBAGENT_DEPTH",
    description: "Levels of subagents below a run; 0: it starts none, 1: its subagents start none",
    project: "loosens",
    subagents: "same",
    ...wholeNumber({ from: 0 }),
    fallback: 2,
    isTighter: isLower,
  },
  subagentsAtOnce: {
    key: "subagentsAtOnce",
    variable: "SKEIN_SUBAGENTS_AT_ONCE",
    description: "Subagents of one agent that run at once; more of them wait for a place",
    project: "loosens",
    subagents: "same",
    ...wholeNumber({ from: 1 }),
    fallback: 8,
    isTighter: isLower,
  },
  subagentsPerReply: {
    key: "subagentsPerReply",
    variable: "SKEIN_SUBAGENTS_PER_REPLY",
    description:
      "Subagents that the model may start with one reply; a reply with more ends the run before any starts",
    project: "loosens",
    subagents: "same",
    ...wholeNumber({ from: 1 }),
    fallback: 64,
    isTighter: isLower,
  },
  subagentsInAll: {
    key: "subagentsInAll",
    variable: "SKEIN_SUBAGENTS_IN_ALL",
    description: "Subagents that a session may start while it is open, with those that its subagents start",
    project: "loosens",
    subagents: "same",
    ...wholeNumber({ from: 0 }),
    fallback: 500,
    isTighter: isLower,
  },
  maxTimeMs: {
    key: "maxTime",
    flag: { name: "--max-time", value: "DURATION", help: "For example 90s, 10m, 1h30m" },
    variable: "SKEIN_MAX_TIME",
    description: "Time one run may take, as 90s, 10m or 1h30m; without it there is no limit",
    project: "loosens",
    subagents: "narrowed",
    ...duration,
    isTighter: isLower,
  },
  maxCostUsd: {
    key: "maxCost",
    flag: {
      name: "--max-cost",
      value: "USD",
      help: "What the session may cost; no call is made that could exceed it",
    },
    variable: "SKEIN_MAX_COST",
    description:
      "US dollars one session may cost with its subagents, over all its runs; without it there is no limit",
    project: "loosens",
    subagents: "narrowed",
    ...numberBetween(0, Infinity),
    isTighter: isLower,
  },
  maxTokens: {
    key: "maxTokens",
    flag: {
      name: "--max-tokens",
      value: "N",
      help: "Tokens the session may use; no call is made that could exceed it",
    },
    variable: "SKEIN_MAX_TOKENS",
    description:
      "Tokens one session may use with its subagents, over all its runs; without it there is no limit",
    project: "loosens",
    subagents: "narrowed",
    ...wholeNumber({ from: 1 }),
    isTighter: isLower,
  },
} as const satisfies FieldTable;
