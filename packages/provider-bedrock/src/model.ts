import {
  addedTokens,
  streamResponse,
  optionalInput,
  ownNames,
  tuningNotices,
  withRefusedTools,
} from "@skein/provider-kit";
import type { ModelOptions, ProviderError } from "@skein/protocol";
import type { LiveModel, OptionalTuning } from "@skein/provider-kit";
import { catalogEntry, isClaudeModel, priceOf, thinkingTraits } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { refusalError, requestIdIn } from "./errors.ts";
import { providerId } from "./names.ts";
import { createDecoder } from "./reply/decode.ts";
import { frames } from "./reply/frames.ts";
import { isForceless, requestBody } from "./request/body.ts";
import { effortTraits, thinkingNotice, thinkingPlan } from "./request/effort.ts";
import type { WireRequest } from "./wire.ts";
import { sentTools, wireName } from "./request/tools.ts";

/**
 * @param connected - called for each request; remembers what it once made.
 * @param notice - for users; passes each sentence on once.
 */
export function bedrockModel(
  modelId: string,
  connected: () => Promise<Connection>,
  notice: (text: string) => void = () => undefined,
): LiveModel {
  return {
    provider: providerId,
    id: modelId,
    limits: catalogEntry(modelId)?.limits ?? {},
    price: priceOf(modelId),
    addedTokens: addedTokens["bedrock-converse"],
    thinking: ({ effort, maxOutputTokens }) =>
      thinkingPlan(
        thinkingTraits(modelId),
        effort,
        maxOutputTokens ?? catalogEntry(modelId)?.limits.outputTokens,
      ),
    effort: effortTraits(modelId, catalogEntry(modelId) && thinkingTraits(modelId)),
    stream: (request, signal, alive) =>
      streamResponse(
        async (leave) => {
          const { context, converse } = await connected();
          leave.throwIfAborted();
          const { effort, maxOutputTokens } = request.options;
          const maxTokens = maxOutputTokens ?? catalogEntry(modelId)?.limits.outputTokens;
          const told = thinkingNotice(modelId, effort, { traits: thinkingTraits(modelId), maxTokens });
          if (told !== undefined) notice(told);
          const body = requestBody(modelId, request);
          for (const text of tuningNotices(
            modelId,
            request.options,
            sentTuning(modelId, request.options, body),
          ))
            notice(text);
          const { tools } = request;
          const named = (error: unknown) =>
            withRefusedTools(error, { tools, wireName, sent: () => sentTools(body) });
          const response = await converse(modelId, body, leave).catch((error: unknown) => {
            throw named(error);
          });
          const { headers } = response;
          // The checks of a model's own vendor may come after the response has started.
          const failed = (error: unknown) =>
            named(refusalError({ status: undefined, headers, body: error }, context)) as ProviderError;
          const calling = { toolName: ownNames(tools, wireName), takesNothing: optionalInput(tools) };
          const requestId = requestIdIn(headers);
          const decoder = createDecoder({ modelId, requestId, ...calling, context, failed });
          return { response, framing: frames(context), decoder, context, failed };
        },
        { alive, notice, signal },
      ),
  };
}

/** What the wire has of the options that not every wire has. */
function sentTuning(
  modelId: string,
  options: ModelOptions,
  { additionalModelRequestFields: fields }: WireRequest,
): readonly OptionalTuning[] {
  const isUnsaid = options.toolChoice === "none" || isForceless(options, fields);
  return [
    "serviceTier",
    ...(isUnsaid ? [] : (["toolChoice"] as const)),
    ...(isClaudeModel(modelId) ? (["cacheTtl"] as const) : []),
  ];
}
