import { helpFlag } from "../define-command.ts";
import type { Flags } from "../flag.ts";
import { jsonFlag } from "./common-flags.ts";

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

export const providerRefreshFlags = {
  from: {
    value: "ADDRESS|FILE",
    description: "Another list; default: the setting modelCatalog, or models.dev",
  },
  "dry-run": { description: "Show what would change" },
  yes: { description: "Use lower prices than those that come with Skein, too" },
} as const satisfies Flags;

export const providerAddFlags = {
  "base-url": { value: "URL", description: "Where it is reached" },
  engine: { value: "WIRE", description: "What it speaks: openai (the default), anthropic, google, ollama" },
  "key-env": { value: "VARIABLE", description: "Name of the environment variable that holds its key" },
  model: { value: "ID", repeatable: true, description: "A model; the first one is taken by default" },
  try: { description: "Ask it once first, and keep nothing when it does not answer" },
  force: { description: "In place of a definition with that name" },
} as const satisfies Flags;
