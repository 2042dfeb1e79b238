import { settingFlags } from "../setting-flags.ts";
import type { Flags } from "../flag.ts";

export const modelFlags = settingFlags("provider", "model", "fallback", "effort", "temperature");

export const rightsFlags = {
  ...settingFlags("mode"),
  "read-only": { description: "Only reads, whatever the mode and the rules; nothing can widen it" },
  ...settingFlags("restricted", "sandbox", "onCrash"),
} as const satisfies Flags;

export const limitFlags = settingFlags(
  "maxCostUsd",
  "maxTokens",
  "maxTimeMs",
  "maxTurns",
  "maxToolCalls",
  "maxRepetitions",
);

export const setupFlags = {
  agent: {
    value: "NAME",
    suggests: "agents",
    description: "As this agent: its instructions, model and tools; `info` lists them",
  },
  system: { value: "TEXT", description: "Added to the system prompt" },
  "system-file": { value: "FILE", description: "Replaces the system prompt" },
  "no-hints": { description: "Without the notes in AGENTS.md, .goosehints and CLAUDE.md" },
  "with-builtin": {
    value: "NAMES",
    repeatable: true,
    description: "Built-in extensions, by comma; schedules is not on by itself",
  },
  "with-extension": {
    value: "COMMAND",
    repeatable: true,
    description: 'An MCP server to start: "KEY=value command words"; without it nothing runs',
  },
  "with-streamable-http-extension": {
    value: "URL",
    repeatable: true,
    description: "An MCP server on the network; without it nothing runs",
  },
  "no-recipe": { description: "With --resume: without the recipe that the session began with" },
  "no-profile": { description: "Without the extensions that are on by default" },
} as const satisfies Flags;
