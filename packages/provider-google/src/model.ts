import type { ModelOptions } from "@skein/protocol";
import { streamResponse, ownNames, tuningNotices, withRefusedTools } from "@skein/provider-kit";
import type { LiveModel, OptionalTuning, Owner } from "@skein/provider-kit";
import { geminiCatalogEntry, thinkingTraits } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { geminiRefusal } from "./errors.ts";
import { createHeadCaches } from "./head-caches.ts";
import { providerId } from "./names.ts";
import { createDecoder } from "./reply/decode.ts";
import { requestBody, searchesWeb } from "./request/body.ts";
import { effortTraits, thinkingNotice, thinkingPlan } from "./request/thinking.ts";
import { sentTools, wireName } from "./request/tools.ts";

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
  const entry = geminiCatalogEntry(modelId);
  const caches = createHeadCaches(modelId, notice);
  return {
    provider,
    id: modelId,
    limits: entry?.limits ?? {},
    price: entry?.price,
    thinking: ({ effort }) => thinkingPlan(thinkingTraits(modelId), effort),
    effort: effortTraits(modelId, geminiCatalogEntry(modelId)?.thinking),
    stream: (request, signal, alive) =>
      streamResponse(
        async (leave) => {
          const connection = await connected();
          leave.throwIfAborted();
          const { context } = connection;
          const { options } = request;
          const told = thinkingNotice(modelId, thinkingTraits(modelId), options.effort);
          if (told !== undefined) notice(told);
          const sent = sentTuning(connection, options, searchesWeb(modelId, request));
          for (const text of tuningNotices(modelId, options, sent)) notice(text);
          const body = requestBody(owner, request);
          const { tools } = request;
          const { response, cacheWrite } = await caches
            .send(connection, body, options, leave)
            .catch((error: unknown) => {
              throw withRefusedTools(error, { tools, wireName, sent: () => sentTools(body) });
            });
          const { headers } = response;
          const failed = (error: unknown) =>
            geminiRefusal({ status: undefined, headers, body: error }, context);
          const toolName = ownNames(tools, wireName);
          const declares = (name: string) => tools.some((tool) => tool.name === name);
          const decoder = createDecoder({ modelId, toolName, declares, context, failed, cacheWrite });
          return { response, decoder, context, failed };
        },
        { alive, notice, signal },
      ),
  };
}

/** A time to live is only that of an explicit cache. */
function sentTuning(
  { createCache }: Connection,
  { explicitCache }: ModelOptions,
  isWebSearched: boolean,
): readonly OptionalTuning[] {
  const cached = createCache && explicitCache ? (["explicitCache", "cacheTtl"] as const) : [];
  return ["toolChoice", ...(isWebSearched ? (["webSearch"] as const) : []), ...cached];
}
