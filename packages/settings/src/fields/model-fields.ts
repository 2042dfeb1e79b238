import { efforts, toolChoices, verbosities } from "@skein/protocol";
import { duration, modelNames, numberBetween, oneOf, text, wholeNumber, yesOrNo } from "../values.ts";
import type { FieldTable } from "./setting-field.ts";

const modelId = text("the id of a model");

/** Who answers, and how. */
export const modelFields = {
  provider: {
    key: "provider",
    flag: {
      name: "--provider",
      value: "ID",
      suggests: "providers",
      help: "Who answers: the help of `run` lists them",
    },
    variable: "SKEIN_PROVIDER",
    description: "Who answers; without it the first provider whose key is found",
    project: "loosens",
    subagents: "same",
    ...text("the id of a provider"),
  },
  model: {
    key: "model",
    flag: { name: "--model", value: "ID", help: "The model, by the provider's own name" },
    variable: "SKEIN_MODEL",
    description: "The model, by the provider's own name; without it the provider's default",
    project: "loosens",
    subagents: "same",
    ...modelId,
  },
  fallback: {
    key: "fallback",
    flag: {
      name: "--fallback",
      value: "MODELS",
      repeatable: true,
      help: "By comma: who goes on when the model has no quota, is overloaded or stalls",
    },
    variable: "SKEIN_FALLBACK",
    description:
      "Who goes on, in order, when the model cannot: MODEL of the same provider, or PROVIDER/MODEL; a list, or text with commas",
    project: "loosens",
    subagents: "same",
    ...modelNames,
  },
  fast: {
    key: "fast",
    variable: "SKEIN_FAST",
    description:
      "A small model that names sessions and writes summaries: MODEL of the same provider, or PROVIDER/MODEL; without it sessions are called by the first words of their task, and the model summarizes",
    project: "loosens",
    subagents: "same",
    ...modelId,
  },
  planner: {
    key: "planner",
    variable: "SKEIN_PLANNER",
    description: "Who answers in the mode `plan`: MODEL of the same provider, or PROVIDER/MODEL",
    project: "loosens",
    subagents: "none",
    ...modelId,
  },
  lead: {
    key: "lead",
    variable: "SKEIN_LEAD",
    description:
      "A stronger model that makes the first calls of a session and helps out when the model fails: MODEL of the same provider, or PROVIDER/MODEL",
    project: "loosens",
    subagents: "none",
    ...modelId,
  },
  leadTurns: {
    key: "leadTurns",
    variable: "SKEIN_LEAD_TURNS",
    description: "How many calls of a session `lead` makes first; without it 3",
    project: "chooses",
    subagents: "none",
    ...wholeNumber({ from: 1 }),
  },
  judge: {
    key: "judge",
    variable: "SKEIN_JUDGE",
    description:
      "Who answers routine approvals in the mode `smart_approve`: MODEL of the same provider, or PROVIDER/MODEL; without it a person does",
    project: "loosens",
    subagents: "same",
    ...modelId,
  },
  outputStyle: {
    key: "outputStyle",
    variable: "SKEIN_OUTPUT_STYLE",
    description:
      "How the model writes: the name of a file in `output-styles`; without it, or with `default`, as Skein says it",
    project: "chooses",
    subagents: "none",
    ...text("the name of an output style"),
  },
  stallTimeoutMs: {
    key: "stallTimeout",
    variable: "SKEIN_STALL_TIMEOUT",
    description:
      "Idle timeout: silence after which a model counts as stalled; without it 120s before its reply and 90s within",
    project: "never",
    subagents: "same",
    ...duration,
  },
  modelCatalog: {
    key: "modelCatalog",
    variable: "SKEIN_MODEL_CATALOG",
    description:
      "The list that prices and limits of models are fetched from: an https address or a file, in the form of models.dev; without it https://models.dev/api.json",
    project: "never",
    subagents: "none",
    ...text("an https address or the path of a file"),
  },
  temperature: {
    key: "temperature",
    flag: { name: "--temperature", value: "N", help: "Sampling temperature" },
    variable: "SKEIN_TEMPERATURE",
    description: "Sampling temperature; without it the vendor's",
    project: "chooses",
    subagents: "same",
    ...numberBetween(0, 2),
  },
  effort: {
    key: "effort",
    flag: {
      name: "--effort",
      value: "LEVEL",
      suggests: efforts,
      help: `How much to reason: ${efforts.join(", ")}`,
    },
    variable: "SKEIN_EFFORT",
    description: "How much to reason; without it the vendor decides",
    project: "chooses",
    subagents: "same",
    ...oneOf(efforts),
  },
  verbosity: {
    key: "verbosity",
    variable: "SKEIN_VERBOSITY",
    description: "How long answers are, for models that can be told; without it the vendor decides",
    project: "chooses",
    subagents: "same",
    ...oneOf(verbosities),
  },
  serviceTier: {
    key: "serviceTier",
    variable: "SKEIN_SERVICE_TIER",
    description: "The vendor's word for how fast and how dear: flex, priority, standard_only",
    project: "chooses",
    subagents: "same",
    ...text("the vendor's word for a service tier"),
  },
  toolChoice: {
    key: "toolChoice",
    variable: "SKEIN_TOOL_CHOICE",
    description:
      "Whether the model calls tools: as it likes, at least one in each reply until a limit ends the run, or none",
    project: "chooses",
    subagents: "same",
    ...oneOf(toolChoices),
  },
  parallelTools: {
    key: "parallelTools",
    variable: "SKEIN_PARALLEL_TOOLS",
    description: "Whether a reply may call several tools; without it the vendor decides",
    project: "chooses",
    subagents: "same",
    ...yesOrNo,
  },
  cacheTtl: {
    key: "cacheTtl",
    variable: "SKEIN_CACHE_TTL",
    description:
      "How long the vendor keeps the prompt cache of a Claude model, where writing for an hour costs more, or an explicit cache",
    project: "chooses",
    subagents: "same",
    ...oneOf(["5m", "1h"]),
  },
  explicitCache: {
    key: "explicitCache",
    variable: "SKEIN_EXPLICIT_CACHE",
    description: "Whether Gemini keeps system prompt and tools in an explicit cache, whose storage is billed",
    project: "loosens",
    subagents: "same",
    ...yesOrNo,
  },
} as const satisfies FieldTable;
