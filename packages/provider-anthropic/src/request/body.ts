import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonSchema, Message, ModelRequest } from "@skein/protocol";
import { continueText, isStrict, searchedTools, transcriptFor, withOwnFields } from "@skein/provider-kit";
import type { Owner } from "@skein/provider-kit";
import { claudeCatalogEntry, traitsOf, unknownOutputTokens } from "../catalog.ts";
import type { CatalogEntry } from "../catalog.ts";
import type { WireMessage, WireRequest } from "../wire.ts";
import { cacheMark, markedBlock, markedMessages } from "./cache-marks.ts";
import { textBlocks } from "./content.ts";
import { wireMessages } from "./messages.ts";
import { thinkingBetas, thinkingOf } from "./thinking.ts";
import { toolChoice } from "./tool-choice.ts";
import { searchesWeb, toolsOf } from "./tools.ts";

export interface BuiltRequest {
  readonly body: WireRequest;
  readonly betas: readonly string[];
}

/**
 * The order of the keys is part of the contract: what does not change comes first, `messages` last.
 *
 * @param searches - whether the vendor searches tools here.
 */
export function requestBody(owner: Owner, request: ModelRequest, searches = false): BuiltRequest {
  const { model: modelId } = owner;
  const { system, options } = request;
  const tools = searchedTools(request, searches);
  const entry = claudeCatalogEntry(modelId);
  const maxTokens = maxTokensOf(options.maxOutputTokens, entry);
  const messages = conversation(request, owner);
  const traits = traitsOf(modelId);
  const thinking = thinkingOf({ traits, effort: options.effort, maxTokens, messages });
  const temperature = temperatureOf(options.temperature, entry, thinking.thinking?.["type"]);
  const mark = cacheMark(options.cacheTtl);
  const wire = toolsOf(tools, mark, searchesWeb(request));
  const body: WireRequest = {
    model: modelId,
    max_tokens: Math.min(maxTokens, request.outputCap ?? maxTokens),
    stream: true,
    ...(temperature === undefined ? {} : { temperature }),
    ...thinking,
    ...answerFormat(options.responseSchema, thinking.output_config),
    ...(options.serviceTier === undefined ? {} : { service_tier: options.serviceTier }),
    ...toolChoice(request, thinking.thinking?.["type"]),
    ...(system.trim() === "" ? {} : { system: textBlocks(system).map((block) => markedBlock(block, mark)) }),
    ...(wire.length === 0 ? {} : { tools: wire }),
    messages: markedMessages(messages, mark),
  };
  return { body: withOwnFields(body, options.body), betas: thinkingBetas(modelId, thinking) };
}

/**
 * Only schemas that the vendor takes are sent: any other would fail the request.
 *
 * Source: platform.claude.com/docs/en/build-with-claude/structured-outputs, read 2026-11-20; from Claude 4.5
 * on.
 */
function answerFormat(
  schema: JsonSchema | undefined,
  config: JsonObject | undefined,
): { readonly output_config?: JsonObject } {
  if (!isJsonObject(schema) || !isStrict(schema)) return {};
  return { output_config: { ...config, format: { type: "json_schema", schema } } };
}

/** The messages without marks, ending with the user's unless the vendor wants its own reply back. */
function conversation({ messages }: ModelRequest, owner: Owner): readonly WireMessage[] {
  const wire = wireMessages(messages, owner);
  const nudge = nudgeAfter(wire, transcriptFor(messages.slice(-1), owner)[0]);
  return nudge === undefined ? wire : [...wire, { role: "user", content: textBlocks(nudge) }];
}

/**
 * Newer models refuse a conversation that ends with the assistant. A paused reply is the exception: it is
 * sent back as it is, and the vendor continues it.
 */
function nudgeAfter(wire: readonly WireMessage[], last: Message | undefined): string | undefined {
  if (wire.at(-1)?.role === "user") return undefined;
  const paused =
    last?.role === "assistant" && !last.partial && last.content.some(({ type }) => type === "opaque");
  return paused && wire.length > 0 ? undefined : continueText(last);
}

/** The limit that is sent where no budget lowers it. */
export function maxTokensOf(wanted: number | undefined, entry: CatalogEntry | undefined): number {
  const limit = entry?.limits.outputTokens;
  if (wanted === undefined) return limit ?? unknownOutputTokens;
  return limit === undefined ? wanted : Math.min(wanted, limit);
}

/** Thinking and newer models take no temperature. */
function temperatureOf(
  wanted: number | undefined,
  entry: CatalogEntry | undefined,
  thinking: unknown,
): number | undefined {
  const thinks = thinking !== undefined && thinking !== "disabled";
  return thinks || entry?.temperature === false ? undefined : wanted;
}
