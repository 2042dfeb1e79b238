import { exchange, ownNames } from "@skein/provider-kit";
import type { LiveModel } from "@skein/provider-kit";
import { catalogEntry, priceOf, thinkingTraits } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { refusalError, requestIdIn } from "./errors.ts";
import { providerId } from "./names.ts";
import { createDecoder } from "./reply/decode.ts";
import { frames } from "./reply/frames.ts";
import { requestBody } from "./request/body.ts";
import { thinkingPlan } from "./request/effort.ts";
import { wireName } from "./request/tools.ts";

/** @param connected - called for each request; remembers what it once made. */
export function bedrockModel(modelId: string, connected: () => Promise<Connection>): LiveModel {
  return {
    provider: providerId,
    id: modelId,
    limits: catalogEntry(modelId)?.limits ?? {},
    price: priceOf(modelId),
    thinking: ({ effort, maxOutputTokens }) =>
      thinkingPlan(
        thinkingTraits(modelId),
        effort,
        maxOutputTokens ?? catalogEntry(modelId)?.limits.outputTokens,
      ),
    stream: (request, signal, alive) =>
      exchange(
        async (leave) => {
          const { context, converse } = await connected();
          leave.throwIfAborted();
          const response = await converse(modelId, requestBody(modelId, request), leave);
          const { headers } = response;
          const failed = (error: unknown) =>
            refusalError({ status: undefined, headers, body: error }, context);
          const toolName = ownNames(request.tools, wireName);
          const requestId = requestIdIn(headers);
          const decoder = createDecoder({ modelId, requestId, toolName, context, failed });
          return { response, framing: frames(context), decoder, context, failed };
        },
        { alive, signal },
      ),
  };
}
