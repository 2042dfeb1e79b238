import { isJsonObject, efforts } from "@skein/protocol";
import type { Effort, JsonObject, JsonValue } from "@skein/protocol";
import { nearestEffort } from "@skein/provider-kit";
import type { EffortWord, SentEffort } from "@skein/provider-kit";
import { familyOf, type ModelFamily } from "./model-families.ts";

/** How servers are told how hard to think, by the field that says it. */
export const effortDialectNames = [
  "reasoning_effort",
  "reasoning",
  "reasoning_enabled",
  "thinking",
  "enable_thinking",
  "chat_template_kwargs",
  "thinking_budget",
  "model_family",
  "none",
] as const;

export type EffortDialectName = (typeof effortDialectNames)[number];

/** Tokens to think with, where a budget is a number. */
const budgets = { low: 2048, medium: 8192, high: 24_576, max: 32_768 } as const;

interface EffortDialect {
  /** Words that are taken where a definition names no others; `on` and `off` where there is only a switch. */
  readonly levels: readonly EffortWord[] | "switch";
  readonly body: (sent: Exclude<SentEffort, undefined>, wish: Effort) => JsonObject;
}

const usual = ["low", "medium", "high"] as const;

const dialects: Readonly<Record<Exclude<EffortDialectName, "none" | "model_family">, EffortDialect>> = {
  reasoning_effort: { levels: usual, body: (word) => ({ reasoning_effort: word }) },
  reasoning: { levels: ["none", ...usual], body: (effort) => ({ reasoning: { effort } }) },
  reasoning_enabled: { levels: "switch", body: (sent) => ({ reasoning: { enabled: sent === "on" } }) },
  thinking: {
    levels: "switch",
    body: (sent) => ({ thinking: { type: sent === "on" ? "enabled" : "disabled" } }),
  },
  enable_thinking: { levels: "switch", body: (sent) => ({ enable_thinking: sent === "on" }) },
  chat_template_kwargs: {
    levels: "switch",
    body: (sent) => ({ chat_template_kwargs: { enable_thinking: sent === "on" } }),
  },
  thinking_budget: {
    levels: efforts,
    body: (_, wish) =>
      wish === "none"
        ? { enable_thinking: false }
        : { enable_thinking: true, thinking_budget: budgets[wish] },
  },
};

export interface SaidEffort {
  /** Fields for the body. */
  readonly body: JsonObject;
  readonly sent: SentEffort;
}

/**
 * @param levels - instead of those that the dialect usually has.
 * @param modelId - for servers that can serve any model.
 */
export function effortIn(
  name: EffortDialectName,
  wish: Effort,
  levels: readonly EffortWord[] | undefined,
  modelId: string,
): SaidEffort {
  if (name === "none") return unsaid;
  if (name === "model_family") return saidToFamily(familyOf(modelId), wish);
  const dialect = dialects[name];
  const words = levels ?? dialect.levels;
  const sent = words === "switch" ? switched(wish) : wordFor(wish, words);
  return sent === undefined ? { body: {}, sent } : { body: dialect.body(sent, wish), sent };
}

const unsaid: SaidEffort = { body: {}, sent: undefined };

/** Servers hand variables on to the template, and pass over those that it does not have. */
function saidToFamily({ levels, variables, field }: ModelFamily, wish: Effort): SaidEffort {
  if (levels === "fixed") return unsaid;
  if (levels === "unthinking") return wish === "none" ? { body: {}, sent: "off" } : unsaid;
  const sent = levels === "switch" ? switched(wish) : wordFor(wish, levels);
  if (sent === undefined) return unsaid;
  const said = variables(sent, wish);
  return { body: field === undefined ? { chat_template_kwargs: said } : said, sent };
}

function switched(wish: Effort): "on" | "off" {
  return wish === "none" ? "off" : "on";
}

/** A server that cannot be told not to think is told nothing, and thinks as it likes. */
function wordFor(wish: Effort, words: readonly EffortWord[]): EffortWord | undefined {
  return wish === "none" && !words.includes("none") ? undefined : nearestEffort(wish, words);
}

/** What fields that a definition writes itself say, as far as it is known. */
export function effortSaidBy(body: JsonObject | undefined): SentEffort {
  if (body === undefined) return undefined;
  const {
    reasoning_effort: word,
    reasoning,
    thinking,
    enable_thinking: flag,
    chat_template_kwargs: kwargs,
  } = body;
  const template = objectOf(kwargs);
  const words = [word, objectOf(reasoning)["effort"], template["reasoning_effort"]];
  const found = words.find((value) => typeof value === "string");
  if (typeof found === "string") return found as EffortWord;
  const type = objectOf(thinking)["type"];
  if (typeof type === "string") return type === "disabled" ? "off" : "on";
  const switches = [flag, template["enable_thinking"], template["thinking"], objectOf(reasoning)["enabled"]];
  const turned = switches.find((value) => typeof value === "boolean");
  return turned === undefined ? "budget" : turned ? "on" : "off";
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
