import { forceFlag, helpFlag, jsonFlag } from "../arguments/common-flags.ts";
import { runFlags, type Flags } from "../arguments/flags.ts";

export const recipeListFlags = { json: jsonFlag, help: helpFlag } as const satisfies Flags;

export const recipeValidateFlags = {
  strict: { description: "Fields that nobody knows are errors, not warnings" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const recipeExplainFlags = {
  cwd: { value: "DIR", description: "Where it is to run; default: here" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const recipeRenderFlags = { params: runFlags.params, help: helpFlag } as const satisfies Flags;

export const recipePlanFlags = {
  params: runFlags.params,
  provider: runFlags.provider,
  model: runFlags.model,
  mode: runFlags.mode,
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const recipeNewFlags = {
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
  help: helpFlag,
} as const satisfies Flags;

export const recipeDeeplinkFlags = {
  params: { value: "KEY=VALUE", repeatable: true, description: "A value that comes with the link" },
  goose: { description: "goose://recipe… instead of skein://recipe…" },
  open: { description: "Also have the system open it" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const recipeFromSessionFlags = {
  title: { value: "TEXT", description: "What it is called; default: the session's name or first line" },
  output: { short: "o", value: "FILE", description: "Where to; - is standard output, the default" },
  force: forceFlag,
  help: helpFlag,
} as const satisfies Flags;
