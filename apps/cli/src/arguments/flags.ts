import { type FlagGroups, type Flags, helpFlag, onlyFlags, withoutFlags } from "@skein/command-line";
import { jsonFlag, trustHashFlag } from "./common-flags.ts";

const recipeFlags = {
  recipe: {
    value: "RECIPE",
    suggests: "recipes",
    description: "The task, as a recipe: its name, its file or a link to it",
  },
  params: { value: "KEY=VALUE", repeatable: true, description: "A value for a parameter of the recipe" },
  "sub-recipe": {
    value: "RECIPE",
    suggests: "recipes",
    repeatable: true,
    description: "Another recipe, which the model may have done as a part",
  },
  "trust-hash": trustHashFlag,
} as const satisfies Flags;

const taskFlags = {
  text: { short: "t", value: "TEXT", description: "The task, as text" },
  prompt: { short: "p", value: "TEXT", sameAs: "text", description: "The same as --text" },
  instructions: { short: "i", value: "FILE", description: "The task, from a file; - reads standard input" },
  attach: {
    value: "FILE",
    repeatable: true,
    description: "An image, a PDF or a text that goes with the task",
  },
  "no-stdin": { description: "Do not add standard input to the task, and do not wait for it" },
  ...recipeFlags,
  explain: { description: "With --recipe: say what it is and would start, and run nothing" },
  "render-recipe": { description: "With --recipe: print it with its values filled in, and run nothing" },
  interactive: { short: "s", description: "With --recipe: continue as a chat, in a terminal" },
} as const satisfies Flags;

const modelFlags = {
  provider: {
    value: "ID",
    suggests: "providers",
    description: "Who answers: see `skein run --help`, Providers",
  },
  model: { value: "ID", description: "The model, by the provider's own name" },
  fallback: {
    value: "MODELS",
    repeatable: true,
    description: "By comma: who goes on when the model has no quota, is overloaded or stalls",
  },
  effort: {
    value: "LEVEL",
    suggests: ["none", "low", "medium", "high", "max"],
    description: "How much to reason: none, low, medium, high, max",
  },
  temperature: { value: "N", description: "Sampling temperature" },
} as const satisfies Flags;

const rightsFlags = {
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

const limitFlags = {
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

const setupFlags = {
  agent: {
    value: "NAME",
    suggests: "agents",
    description: "As this agent: its instructions, model and tools; skein info lists them",
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

const placeFlags = {
  cwd: { value: "DIR", description: "Where tools work; default: here" },
  worktree: {
    value: "NAME",
    optional: true,
    description: "In a new git worktree on a branch of its own",
  },
  "worktree-end": {
    value: "WHAT",
    suggests: ["keep", "merge", "drop"],
    description: "What becomes of the worktree's changes at the end: keep (default), merge, drop",
  },
  "no-checkpoints": { description: "Do not keep files before they change; then nothing can be undone" },
} as const satisfies Flags;

const sessionFlags = {
  name: { short: "n", value: "NAME", description: "A name for the session; with -r: the one to resume" },
  "session-id": {
    value: "ID",
    suggests: "sessions",
    description: "An id for the session; with -r: the one to resume",
  },
  resume: { short: "r", description: "Resume a session; without -n or --session-id: the last one here" },
  fork: { description: "With -r: work on a copy of the session, and leave it as it is" },
  at: { value: "SEQ", description: "With --fork: the last entry of the session that the copy has" },
  "no-session": { description: "Keep nothing on disk" },
  "database-url": {
    value: "URL",
    description: "The Postgres database that has the sessions; any command takes it",
  },
} as const satisfies Flags;

const outputFlags = {
  "output-format": {
    value: "FORMAT",
    suggests: ["text", "json", "stream-json"],
    description: "text, json or stream-json; default text",
  },
  stream: { description: "With text: show replies as they stream in, also in a pipe or a file" },
  "no-deltas": { description: "With stream-json: whole messages only, without the pieces they stream in" },
  "include-messages": {
    description: "With json and stream-json: the result has the messages of the run, tool results too",
  },
  "output-schema": { value: "FILE", description: "JSON Schema that the result must fit" },
  quiet: { short: "q", description: "Only the answer and errors" },
  debug: { description: "Write requests to the model and its answers to files, without keys" },
} as const satisfies Flags;

export const runFlags = {
  ...taskFlags,
  ...modelFlags,
  ...rightsFlags,
  ...limitFlags,
  ...setupFlags,
  ...placeFlags,
  ...sessionFlags,
  ...outputFlags,
  help: helpFlag,
} as const satisfies Flags;

/** Titles of help, and the flags under them. */
export const flagGroups = {
  Task: taskFlags,
  Model: modelFlags,
  Permissions: rightsFlags,
  Limits: limitFlags,
  "What it knows and has": setupFlags,
  "Where it works": placeFlags,
  Session: sessionFlags,
  Output: outputFlags,
} as const satisfies FlagGroups;

/** For runs that other processes of the command start; help says nothing of it. */
export const slotFlags = {
  ...runFlags,
  background: { description: "Wait for answers that come through other processes" },
  schedule: { value: "ID", description: "Obey the rules of this schedule, and be recorded as a slot of it" },
} as const satisfies Flags;

export const demoFlags = {
  provider: {
    value: "ID",
    suggests: "providers",
    description: "Do the task on a real model, asking before commands",
  },
  model: { value: "ID", description: "The model, by the provider's own name" },
  mode: { value: "MODE", suggests: "modes", description: "With --provider: what may happen unasked" },
  keep: { description: "Keep the temporary project" },
} as const satisfies Flags;

export const configureFlags = {
  provider: { value: "ID", suggests: "providers", description: "Who answers" },
  model: { value: "ID", description: "The model, by the provider's own name" },
  mode: { value: "MODE", suggests: "modes", description: "What may happen unasked" },
  fast: { value: "MODEL", description: 'Who names sessions and sums up: a small model; "" for none' },
  lead: {
    value: "MODEL",
    description: 'Who makes the first calls of a session: a strong model; "" for none',
  },
  planner: { value: "MODEL", description: 'Who answers in the mode plan; "" for the usual model' },
  "base-url": { value: "URL", description: 'Where the provider is reached; "" for its usual address' },
  "key-stdin": { description: "Read the key from standard input" },
  "no-check": { description: "Save without trying it" },
} as const satisfies Flags;

export const providerFlags = { json: jsonFlag, help: helpFlag } as const satisfies Flags;

export const providerAddFlags = {
  name: { value: "NAME", description: "The word for --provider; default: what the file says" },
  "base-url": { value: "URL", description: "Where it is reached" },
  engine: { value: "WIRE", description: "What it speaks: openai (the default), anthropic, google, ollama" },
  "key-env": { value: "VARIABLE", description: "Name of the environment variable that holds its key" },
  model: { value: "ID", repeatable: true, description: "A model; the first one is taken by default" },
  try: { description: "Ask it once first, and keep nothing when it does not answer" },
  force: { description: "In place of a definition with that name" },
} as const satisfies Flags;

/** A chat is a run whose tasks are typed. */
export const chatFlags = {
  ...recipeFlags,
  ...onlyFlags(
    runFlags,
    "provider",
    "model",
    "fallback",
    "effort",
    "temperature",
    "mode",
    "read-only",
    "agent",
    "system",
    "system-file",
    "cwd",
    "worktree",
    "worktree-end",
    "no-hints",
    "with-builtin",
    "with-extension",
    "with-streamable-http-extension",
    "no-profile",
    "no-recipe",
    "max-turns",
    "max-tool-repetitions",
    "max-time",
    "max-cost",
    "max-tokens",
    "sandbox",
    "on-crash",
    "name",
    "session-id",
    "resume",
    "fork",
    "at",
    "no-checkpoints",
    "debug",
  ),
  plain: { description: "Lines only: nothing is drawn, moved or coloured" },
  pick: { description: "Begin with a list of recent sessions, to resume one" },
  "screen-reader": { description: "Lines only, with words instead of signs" },
  help: helpFlag,
} as const satisfies Flags;

/** Of runs that resume a session. */
export const resumableFlags = withoutFlags(
  runFlags,
  "resume",
  "worktree",
  "no-session",
  "recipe",
  "params",
  "sub-recipe",
  "explain",
  "render-recipe",
  "interactive",
);

/** Of runs whose terminal does not wait for them. */
export const backgroundFlags = {
  ...withoutFlags(
    runFlags,
    "resume",
    "fork",
    "at",
    "no-recipe",
    "no-session",
    "explain",
    "render-recipe",
    "interactive",
    "output-format",
    "stream",
    "no-deltas",
    "include-messages",
    "output-schema",
    "quiet",
    "debug",
    "help",
  ),
  json: jsonFlag,
} as const satisfies Flags;

/** With a terminal and no task it is a chat, otherwise a run. */
export const resumeFlags = {
  ...resumableFlags,
  name: { short: "n", value: "NAME", description: "The session, by its name" },
  "session-id": { value: "ID", suggests: "sessions", description: "The session, by its id" },
  fork: { description: "Work on a copy of the session, and leave it as it is" },
  continue: { description: "Resume what was left open, without a question, also in a terminal" },
  plain: chatFlags.plain,
  "screen-reader": chatFlags["screen-reader"],
  help: helpFlag,
} as const satisfies Flags;
