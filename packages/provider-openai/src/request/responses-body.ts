import type { JsonObject, ModelRequest, ToolDefinition } from "@skein/protocol";
import { continueText, isStrict, searchedTools, withOwnFields } from "@skein/provider-kit";
import type { Owner } from "@skein/provider-kit";
import { canSearchTools, mayReason } from "../catalog.ts";
import type { WireEffort } from "../catalog.ts";
import type { Target } from "../dialect.ts";
import { tuningOf } from "./effort.ts";
import { cacheKey, withBreakpoint } from "./cache.ts";
import { sharedTuning } from "./shared-tuning.ts";
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
  const { system, messages, options } = request;
  const { owner, endpoint, conceded } = target;
  const { effort, temperature, maxOutputTokens } = tuningOf(request, target);
  const input = responsesInput(messages, conceded.has("seals") ? nobody : owner);
  const format = answerFormat(options, target);
  const plainStream = endpoint.official && !conceded.has("counters");
  const text = {
    ...(format ? { format: { type: "json_schema", ...format } } : {}),
    ...(options.verbosity === undefined || conceded.has("verbosity") ? {} : { verbosity: options.verbosity }),
  };
  const include = [
    ...(mayReason(owner.model) && !conceded.has("encrypted") ? ["reasoning.encrypted_content"] : []),
    ...(options.webSearch ? ["web_search_call.action.sources"] : []),
  ];
  const body: JsonObject = {
    model: owner.model,
    stream: true,
    ...(plainStream ? { stream_options: { include_obfuscation: false } } : {}),
    store: false,
    ...(include.length === 0 ? {} : { include }),
    ...reasoningOf(effort, target),
    ...cacheKey(request, target),
    ...sharedTuning(request, target),
    ...(Object.keys(text).length === 0 ? {} : { text }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined
      ? {}
      : { max_output_tokens: Math.max(leastOutputTokens, maxOutputTokens) }),
    ...(system.trim() === "" ? {} : { instructions: system.toWellFormed() }),
    ...toolsOf(request, target),
    input: withBreakpoint(
      endsWithReply(input) ? [...input, nudge(continueText(messages.at(-1)))] : input,
      target,
    ),
  };
  return withOwnFields(body, options.body);
}

/**
 * How hard to think, and that a summary of the thoughts is wanted: the vendor's own endpoint shows no thoughts otherwise.
 *
 * Source: developers.openai.com/api/docs/guides/reasoning (summaries), read 2026-11-24.
 */
function reasoningOf(effort: WireEffort | undefined, { owner, endpoint, conceded }: Target): JsonObject {
  const summarized =
    endpoint.official && mayReason(owner.model) && effort !== "none" && !conceded.has("summary");
  const reasoning = {
    ...(effort === undefined ? {} : { effort }),
    ...(summarized ? { summary: "auto" } : {}),
  };
  return Object.keys(reasoning).length === 0 ? {} : { reasoning };
}

/** Those that the vendor searches come last: what stands before them is what the model reads at first. */
function toolsOf(request: ModelRequest, target: Target): JsonObject {
  const { owner, endpoint, conceded } = target;
  const searches = endpoint.searchesTools && canSearchTools(owner.model) && !conceded.has("tool-search");
  const { listed, deferred } = searchedTools(request, searches);
  const tools = listed.map((tool) => wireTool(tool, target));
  // Source: developers.openai.com/api/docs/guides/tools-web-search, read 2026-11-26.
  if (request.options.webSearch) tools.unshift({ type: "web_search" });
  if (deferred.length > 0) {
    const hidden = deferred.map((tool) => ({ ...wireTool(tool, target), defer_loading: true }));
    tools.push({ type: "tool_search" }, ...hidden);
  }
  return tools.length === 0 ? {} : { tools };
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

/** A conversation that ends with the model's own words could be taken for done. */
function nudge(text: string): JsonObject {
  return { type: "message", role: "user", content: [{ type: "input_text", text }] };
}
