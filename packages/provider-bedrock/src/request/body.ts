import type { JsonObject, Message, ModelOptions, ModelRequest } from "@skein/protocol";
import { continueText, withOwnFields } from "@skein/provider-kit";
import { catalogEntry, thinkingTraits } from "../catalog.ts";
import type { WireMessage, WireRequest } from "../wire.ts";
import { cachePlaces, cachePoint, pointedMessages } from "./cache-points.ts";
import { textBlocks } from "./content.ts";
import { thinkingFields } from "./effort.ts";
import { wireMessages } from "./messages.ts";
import { wireTools } from "./tools.ts";

/** The order of the keys is part of the contract: what does not change comes first, `messages` last. */
export function requestBody(modelId: string, request: ModelRequest): WireRequest {
  const { system, options } = request;
  const messages = endingWithUser(wireMessages(request.messages, modelId), request.messages.at(-1));
  const limit = catalogEntry(modelId)?.limits.outputTokens;
  const wanted = options.maxOutputTokens;
  const fields = thinkingFields({
    traits: thinkingTraits(modelId),
    effort: options.effort,
    maxTokens: wanted ?? limit,
    messages,
  });
  const inference = inferenceConfig(modelId, request, fields);
  const places = cachePlaces(modelId);
  const tools = wireTools(request.tools, request.messages);
  const instructions = textBlocks(system);
  const point = cachePoint(modelId, options.cacheTtl);
  const choice =
    tools.length === 0
      ? undefined
      : toolChoices[isForceless(options, fields) ? "none" : (options.toolChoice ?? "none")];
  const body: WireRequest = {
    ...(Object.keys(fields).length === 0 ? {} : { additionalModelRequestFields: fields }),
    ...(Object.keys(inference).length === 0 ? {} : { inferenceConfig: inference }),
    ...(options.serviceTier === undefined ? {} : { serviceTier: { type: options.serviceTier } }),
    ...(instructions.length === 0
      ? {}
      : { system: [...instructions, ...(places.system ? [{ cachePoint: point.cachePoint }] : [])] }),
    ...(tools.length === 0
      ? {}
      : {
          toolConfig: {
            ...(choice ? { toolChoice: choice } : {}),
            tools: [...tools, ...(places.tools ? [point] : [])],
          },
        }),
    messages: places.messages ? pointedMessages(messages, point) : messages,
  };
  return withOwnFields(body, options.body);
}

/** Claude cannot be made to call a tool while it thinks: the vendor refuses it. */
export function isForceless({ toolChoice }: ModelOptions, fields: JsonObject | undefined): boolean {
  return toolChoice === "required" && fields !== undefined && "thinking" in fields;
}

/** The vendor has no word for "no tools"; what is not said leaves the choice to the model. */
const toolChoices: Readonly<Record<string, JsonObject | undefined>> = {
  auto: { auto: {} },
  required: { any: {} },
};

/** Claude takes no temperature while it thinks, and newer ones never; Nova takes nothing of this at high effort. */
function inferenceConfig(
  modelId: string,
  { options, outputCap = Infinity }: ModelRequest,
  fields: JsonObject,
): { readonly maxTokens?: number; readonly temperature?: number } {
  const entry = catalogEntry(modelId);
  const limit = entry?.limits.outputTokens ?? Infinity;
  const { maxOutputTokens = Infinity, temperature } = options;
  const maxTokens = Math.min(maxOutputTokens, outputCap);
  const { reasoningConfig } = fields as {
    readonly reasoningConfig?: { readonly maxReasoningEffort?: string };
  };
  if (reasoningConfig?.maxReasoningEffort === "high") return {};
  const cold = "thinking" in fields || entry?.temperature === false;
  return {
    ...(maxTokens === Infinity ? {} : { maxTokens: Math.min(maxTokens, limit) }),
    ...(temperature === undefined || cold ? {} : { temperature }),
  };
}

/** The vendor refuses a conversation that ends with the assistant. */
function endingWithUser(messages: readonly WireMessage[], last: Message | undefined): readonly WireMessage[] {
  if (messages.at(-1)?.role === "user") return messages;
  return [...messages, { role: "user", content: textBlocks(continueText(last)) }];
}
