import { efforts } from "@skein/protocol";
import type { Flags } from "../flag.ts";

export const modelFlags = {
  provider: {
    value: "ID",
    suggests: "providers",
    description: "Who answers: the help of `run` lists them",
  },
  model: { value: "ID", description: "The model, by the provider's own name" },
  fallback: {
    value: "MODELS",
    repeatable: true,
    description: "By comma: who goes on when the model has no quota, is overloaded or stalls",
  },
  effort: {
    value: "LEVEL",
    suggests: efforts,
    description: `How much to reason: ${efforts.join(", ")}`,
  },
  temperature: { value: "N", description: "Sampling temperature" },
} as const satisfies Flags;

export const rightsFlags = {
  mode: { value: "MODE", suggests: "modes", description: "What may happen unasked: see Modes" },
  "read-only": { description: "Only reads, whatever the mode and the rules; nothing can widen it" },
  sandbox: {
    value: "WHEN",
    suggests: ["auto", "require", "off"],
    description: "Hold commands in a sandbox: auto (where there is one), require (or refuse), off",
  },
  "on-crash": {
    value: "WHAT",
    suggests: ["continue", "stop"],
    description: "What commands do when Skein is killed: continue or stop (Linux)",
  },
} as const satisfies Flags;

export const limitFlags = {
  "max-cost": {
    value: "USD",
    description: "What the session may cost; no call is made that could exceed it",
  },
  "max-tokens": {
    value: "N",
    description: "Tokens the session may use; no call is made that could exceed it",
  },
  "max-time": { value: "DURATION", description: "For example 90s, 10m, 1h30m" },
  "max-turns": { value: "N", description: "Replies of the model in this run; default 1000" },
  "max-tool-repetitions": { value: "N", description: "The same call in a row; default 50" },
} as const satisfies Flags;

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
