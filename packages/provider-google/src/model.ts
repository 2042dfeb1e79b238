import { streamResponse, ownNames, tuningNotices } from "@skein/provider-kit";
import type { LiveModel, Owner } from "@skein/provider-kit";
import { catalogEntry, thinkingTraits } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { refusalError } from "./errors.ts";
import { providerId } from "./names.ts";
import { createDecoder } from "./reply/decode.ts";
import { requestBody } from "./request/body.ts";
import { thinkingNotice, thinkingPlan } from "./request/thinking.ts";
import { wireName } from "./request/tools.ts";

/**
 * @param connected - called for each request; remembers what it once made.
 * @param notice - receives notices for users, each sentence once.
 */
export function googleModel(
  modelId: string,
  connected: () => Promise<Connection>,
  notice: (text: string) => void,
): LiveModel {
  return geminiModel({ provider: providerId, model: modelId }, connected, notice);
}

/**
 * The same for another provider that speaks this wire. @param owner - of the sidecars that the model writes.
 */
export function geminiModel(
  owner: Owner,
  connected: () => Promise<Connection>,
  notice: (text: string) => void = () => undefined,
): LiveModel {
  const { provider, model: modelId } = owner;
  const entry = catalogEntry(modelId);
  return {
    provider,
    id: modelId,
    limits: entry?.limits ?? {},
    price: entry?.price,
    thinking: ({ effort }) => thinkingPlan(thinkingTraits(modelId), effort),
    stream: (request, signal, alive) =>
      streamResponse(
        async (leave) => {
          const { context, generate } = await connected();
          leave.throwIfAborted();
          const told = thinkingNotice(modelId, thinkingTraits(modelId), request.options.effort);
          if (told !== undefined) notice(told);
          for (const text of tuningNotices(modelId, request.options, ["toolChoice"])) notice(text);
          const response = await generate(modelId, requestBody(owner, request), leave);
          const { headers } = response;
          const failed = (error: unknown) =>
            refusalError({ status: undefined, headers, body: error }, context);
          const toolName = ownNames(request.tools, wireName);
          const decoder = createDecoder({ modelId, toolName, context, failed });
          return { response, decoder, context, failed };
        },
        { alive, notice, signal },
      ),
  };
}
