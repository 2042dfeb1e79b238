import type { Effort, JsonObject } from "@skein/protocol";
import type { EffortWord, SentEffort } from "@skein/provider-kit";

/** How the chat template of a family of open models is told how hard to think. */
export interface ModelFamily {
  /** Matches the model's id in lower case, without its organization. */
  readonly id: RegExp;
  /**
   * Words that the template takes, weakest first; `switch`: on and off; `fixed`: it cannot be told; `unthinking`: there
   * is nothing to tell.
   */
  readonly levels: readonly EffortWord[] | "switch" | "fixed" | "unthinking";
  /** Variables of the template. */
  readonly variables: (sent: Exclude<SentEffort, undefined>, wish: Effort) => JsonObject;
  /** The field of the body that says it instead, where servers have code of their own for the family. */
  readonly field?: "reasoning_effort";
}

const nothing = () => ({});
const switched =
  (...names: readonly string[]): ModelFamily["variables"] =>
  (sent) =>
    Object.fromEntries(names.map((name) => [name, sent !== "off"]));
const word = (reasoning_effort: SentEffort): JsonObject => (reasoning_effort ? { reasoning_effort } : {});
/** A word, or a switch for none at all: templates refuse words that they do not know, or think harder. */
const wordOrOff: ModelFamily["variables"] = (sent) =>
  sent === "none" ? { enable_thinking: false } : { enable_thinking: true, ...word(sent) };

/** Tokens to think with. */
const budgets = { none: 0, low: 2048, medium: 8192, high: 16_384, max: -1 } as const;

/**
 * The first that matches counts. Source: the templates and encoders of the models, in github.com/ggml-org/llama.cpp
 * (models/templates), github.com/vllm-project/vllm and on huggingface.co, read on 2026-11-30.
 */
const modelFamilies: readonly ModelFamily[] = [
  {
    id: /gpt-?oss/,
    levels: ["low", "medium", "high"],
    variables: word,
    field: "reasoning_effort",
  },
  {
    id: /kimi-k3/,
    levels: ["none", "low", "high", "max"],
    variables: (sent) => (sent === "none" ? { thinking: false } : { thinking: true, thinking_effort: sent }),
  },
  { id: /kimi-k2\.[5-9]|granite-?3\.[23]|deepseek-v3\.1/, levels: "switch", variables: switched("thinking") },
  {
    id: /deepseek-v3\.2/,
    levels: "switch",
    variables: switched("thinking", "enable_thinking"),
  },
  {
    id: /deepseek-v4/,
    levels: ["none", "high", "max"],
    variables: (sent) => (sent === "none" ? { thinking: false } : { thinking: true, ...word(sent) }),
  },
  { id: /qwen3\.8/, levels: ["none", "low", "medium", "xhigh"], variables: wordOrOff },
  { id: /glm-?5\.2/, levels: ["none", "high", "max"], variables: wordOrOff },
  { id: /glm-?5\.3/, levels: ["low", "high", "max"], variables: word },
  { id: /step-?3\.7/, levels: ["low", "medium", "high"], variables: word },
  { id: /mistral-small-?4|mistral-medium-3[.-]5/, levels: ["none", "high"], variables: word },
  {
    id: /hy3|hunyuan-?3/,
    levels: ["none", "low", "high"],
    variables: (sent) => ({ reasoning_effort: sent === "none" ? "no_think" : sent }),
  },
  {
    id: /seed-oss/,
    levels: ["none", "low", "medium", "high", "max"],
    variables: (_, wish) => ({ thinking_budget: budgets[wish] }),
  },
  {
    id: /nemotron-3(?![_.]3)/,
    levels: ["none", "low", "high"],
    variables: (sent) => ({
      enable_thinking: sent !== "none",
      ...(sent === "low" ? { low_effort: true } : {}),
    }),
  },
  { id: /gigachat-?3\.5/, levels: "switch", variables: switched("reasoning") },
  {
    id: /kimi-k2-thinking|deepseek-r1|minimax-m2|-thinking-2507|lfm2\.5|magistral|nemotron-(?:nano|super)/,
    levels: "fixed",
    variables: nothing,
  },
  {
    id: /kimi-k2|deepseek-v3|qwen3-?coder|-instruct-2507|lfm2|mistral|devstral|ministral|llama|granite|hermes|apriel/,
    levels: "unthinking",
    variables: nothing,
  },
  // Qwen, GLM, Gemma, EXAONE, SmolLM, MiroThinker, and what comes after them.
  { id: /(?:)/, levels: "switch", variables: switched("enable_thinking") },
];

/** @param modelId - as the server spells it: `openai/gpt-oss-120b`, `Qwen3.8-27B-GGUF`. */
export function familyOf(modelId: string): ModelFamily {
  const name = modelId.toLowerCase().replace(/^.*\//, "");
  return modelFamilies.find(({ id }) => id.test(name))!;
}
