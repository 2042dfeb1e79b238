import type { JsonSchema, Message, ModelRequest } from "@skein/protocol";
import { continueText, withOwnFields } from "@skein/provider-kit";
import type { Owner } from "@skein/provider-kit";
import { geminiCatalogEntry, isThirdGeneration, thinkingTraits } from "../catalog.ts";
import type { WireContent, WireGenerationConfig, WireRequest } from "../wire.ts";
import { textParts } from "./content.ts";
import { wireContents } from "./messages.ts";
import { parametersSchema } from "./schema.ts";
import { thinkingOf } from "./thinking.ts";
import { wireTools } from "./tools.ts";

/** Source: ai.google.dev/gemini-api/docs/function-calling (modes), read 2026-11-24. */
const callingModes = { auto: "AUTO", required: "ANY", none: "NONE" } as const;

/** The order of the keys is part of the contract: what does not change comes first, `contents` last. */
export function requestBody(owner: Owner, request: ModelRequest): WireRequest {
  const { model: modelId } = owner;
  const { system, tools, messages, options } = request;
  const instructions = textParts(system);
  const config = generationConfig(modelId, request);
  const contents = wireContents(messages, owner);
  const searches = searchesWeb(modelId, request);
  const offered = [
    // An empty list of functions is refused.
    ...(tools.length === 0 ? [] : [{ functionDeclarations: wireTools(tools) }]),
    ...(searches ? [{ googleSearch: {} }] : []),
  ];
  const toolConfig = {
    ...(tools.length === 0 || options.toolChoice === undefined
      ? {}
      : { functionCallingConfig: { mode: callingModes[options.toolChoice] } }),
    ...(searches && tools.length > 0 ? { includeServerSideToolInvocations: true as const } : {}),
  };
  const body: WireRequest = {
    ...(instructions.length === 0 ? {} : { systemInstruction: { parts: instructions } }),
    ...(offered.length === 0 ? {} : { tools: offered }),
    ...(Object.keys(toolConfig).length === 0 ? {} : { toolConfig }),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
    contents: endingWithUser(contents, messages.at(-1)),
  };
  return withOwnFields(body, options.body);
}

/**
 * Whether the vendor is asked to search the web. Models before 3 refuse that beside functions.
 *
 * Source: ai.google.dev/gemini-api/docs/tool-combination, read 2026-11-26.
 */
export function searchesWeb(modelId: string, { options, tools }: ModelRequest): boolean {
  return options.webSearch === true && (tools.length === 0 || isThirdGeneration(modelId));
}

function generationConfig(
  modelId: string,
  { options, tools, outputCap = Infinity }: ModelRequest,
): WireGenerationConfig {
  const { temperature, maxOutputTokens = Infinity } = options;
  const wanted = Math.min(maxOutputTokens, outputCap);
  const limit = geminiCatalogEntry(modelId)?.limits.outputTokens ?? Infinity;
  const thinking = thinkingOf(thinkingTraits(modelId), options.effort);
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(wanted === Infinity ? {} : { maxOutputTokens: Math.min(wanted, limit) }),
    ...(thinking ? { thinkingConfig: thinking } : {}),
    ...answerFormat(modelId, options.responseSchema, tools.length > 0),
  };
}

/**
 * Models before 3 refuse a request for JSON that has tools, too.
 *
 * Source: ai.google.dev/gemini-api/docs/structured-output, with tools; read 2026-11-20.
 */
function answerFormat(
  modelId: string,
  wanted: JsonSchema | undefined,
  hasTools: boolean,
): WireGenerationConfig {
  const schema = parametersSchema(wanted);
  if (!schema || (hasTools && !isThirdGeneration(modelId))) return {};
  return { responseMimeType: "application/json", responseJsonSchema: schema };
}

/** A conversation that ends with the model is answered by nothing. */
function endingWithUser(contents: readonly WireContent[], last: Message | undefined): readonly WireContent[] {
  if (contents.at(-1)?.role === "user") return contents;
  return [...contents, { role: "user", parts: textParts(continueText(last)) }];
}
