import type { JsonObject, ModelRequest, ToolDefinition } from "@skein/protocol";
import { isStrict } from "@skein/provider-kit";
import type { Owner } from "@skein/provider-kit";
import { mayReason } from "../catalog.ts";
import type { Target } from "../dialect.ts";
import { closingOf } from "./closing.ts";
import type { Closing } from "./closing.ts";
import { tuningOf } from "./effort.ts";
import { answerFormat } from "./answer-format.ts";
import { responsesInput } from "./responses-input.ts";
import { wireSchema } from "./schemas.ts";
import { wireName } from "./tool-names.ts";

/** Owns no sidecar. */
const nobody: Owner = { provider: "", model: "" };

/** Fewer are refused. */
const leastOutputTokens = 16;

/**
 * The order of the keys is part of the contract: what does not change comes first, `input` last. Nothing is stored by
 * the vendor, so thoughts are asked for in a form that can be sent back.
 */
export function responsesBody(request: ModelRequest, target: Target): JsonObject {
  const { system, tools, messages, turnFacts, options } = request;
  const { owner, endpoint, conceded } = target;
  const { effort, temperature, maxOutputTokens } = tuningOf(request, target);
  const input = responsesInput(messages, conceded.has("seals") ? nobody : owner);
  const format = answerFormat(options, target);
  const plainStream = endpoint.official && !conceded.has("counters");
  return {
    model: owner.model,
    stream: true,
    ...(plainStream ? { stream_options: { include_obfuscation: false } } : {}),
    store: false,
    ...(mayReason(owner.model) && !conceded.has("encrypted")
      ? { include: ["reasoning.encrypted_content"] }
      : {}),
    ...(effort === undefined ? {} : { reasoning: { effort } }),
    ...(format ? { text: { format: { type: "json_schema", ...format } } } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined
      ? {}
      : { max_output_tokens: Math.max(leastOutputTokens, maxOutputTokens) }),
    ...(system.trim() === "" ? {} : { instructions: system.toWellFormed() }),
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => wireTool(tool, target)) }),
    input: [...input, ...closingItems(closingOf(messages, turnFacts, endsWithReply(input)))],
  };
}

/** `strict` must be said: without it the vendor rewrites the schema. */
function wireTool({ name, description, inputSchema }: ToolDefinition, { conceded }: Target): JsonObject {
  const parameters = wireSchema(inputSchema, conceded.has("schemas"));
  return {
    type: "function",
    name: wireName(name),
    ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
    parameters,
    strict: !conceded.has("strict") && isStrict(parameters),
  };
}

function endsWithReply(input: readonly JsonObject[]): boolean {
  const last = input.at(-1);
  return last === undefined || last["role"] === "assistant" || last["type"] === "reasoning";
}

/**
 * Facts come from the developer: behind a user's message the vendor would take the thoughts before it for those of an
 * older turn, and drop them.
 */
function closingItems({ nudge, facts }: Closing): JsonObject[] {
  const content = [nudge, facts].filter((text) => text !== "").map((text) => ({ type: "input_text", text }));
  return content.length === 0
    ? []
    : [{ type: "message", role: nudge === "" ? "developer" : "user", content }];
}
