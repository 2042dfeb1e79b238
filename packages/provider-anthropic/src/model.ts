import type { ModelRequest } from "@skein/protocol";
import {
  addedTokens,
  callableTools,
  changedRequest,
  streamResponse,
  optionalInput,
  ownNames,
  tuningNotices,
  withRefusedTools,
} from "@skein/provider-kit";
import type { LiveModel, OptionalTuning, Owner } from "@skein/provider-kit";
import { claudeCatalogEntry, traitsOf } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { messagesRefusal } from "./errors.ts";
import { providerId } from "./names.ts";
import { createDecoder } from "./reply/decode.ts";
import { maxTokensOf, requestBody, type BuiltRequest } from "./request/body.ts";
import { searchesWeb } from "./request/tools.ts";
import { effortTraits, refusesEffort, thinkingNotice, thinkingPlan } from "./request/thinking.ts";
import { isForceless } from "./request/tool-choice.ts";
import { refusesSearch, sentTools, wireName } from "./request/tools.ts";

/**
 * @param connected - called for each request; remembers what it once made.
 * @param notice - receives notices for users, each sentence once.
 */
export function anthropicModel(
  modelId: string,
  connected: () => Promise<Connection>,
  notice: (text: string) => void,
): LiveModel {
  return messagesModel({ provider: providerId, model: modelId }, connected, notice);
}

/** What the wire has of the options that not every wire has. */
const sentTuning: readonly OptionalTuning[] = [
  "serviceTier",
  "toolChoice",
  "parallelTools",
  "cacheTtl",
  "webSearch",
];

/**
 * The same for another provider that speaks this wire. @param owner - of the sidecars that the model writes.
 */
export function messagesModel(
  owner: Owner,
  connected: () => Promise<Connection>,
  notice: (text: string) => void = () => undefined,
): LiveModel {
  const { provider, model: modelId } = owner;
  const entry = claudeCatalogEntry(modelId);
  let isSearchRefused = false;
  let isEffortRefused = false;
  return {
    provider,
    id: modelId,
    limits: entry?.limits ?? {},
    price: entry?.price,
    addedTokens: addedTokens["anthropic-messages"],
    thinking: ({ effort, maxOutputTokens }) =>
      thinkingPlan(traitsOf(modelId), effort, maxTokensOf(maxOutputTokens, entry)),
    effort: effortTraits(modelId, entry?.thinking),
    stream: (request, signal, alive) =>
      streamResponse(
        async (leave) => {
          const asked = isEffortRefused ? withoutEffort(request) : request;
          const { context, send, searchesTools = false } = await connected();
          leave.throwIfAborted();
          const { effort, maxOutputTokens } = asked.options;
          const maxTokens = maxTokensOf(maxOutputTokens, entry);
          const told = thinkingNotice(modelId, effort, { traits: traitsOf(modelId), maxTokens });
          if (told !== undefined) notice(told);
          const searches = searchesTools && entry !== undefined && !isSearchRefused;
          const built = requestBody(owner, asked, searches);
          const thinks = built.body.thinking?.["type"];
          const sent = sentTuning.filter((name) => {
            if (name === "webSearch") return searchesWeb(request);
            return name !== "toolChoice" || !isForceless(request.options.toolChoice, thinks);
          });
          for (const text of tuningNotices(modelId, request.options, sent)) notice(text);
          const tools = callableTools(request);
          const sendBuilt = ({ body, betas }: BuiltRequest) =>
            send({ method: "post", path: "/v1/messages", body, betas }, leave).catch((error: unknown) => {
              throw withRefusedTools(error, { tools, wireName, sent: () => sentTools(body) });
            });
          const response = await sendBuilt(built).catch((error: unknown) => {
            if (searches && refusesSearch(error)) {
              isSearchRefused = true;
              notice(`${provider} refused its tool search: the session continues with Skein's own.`);
              return sendBuilt(requestBody(owner, asked));
            }
            // A model of the catalogue is told nothing that it does not take.
            if (entry || effort === undefined || !refusesEffort(error)) throw error;
            isEffortRefused = true;
            notice(`${provider} refused an effort for ${modelId}: the session continues without one.`);
            return sendBuilt(requestBody(owner, withoutEffort(asked)));
          });
          const { headers } = response;
          const failed = (error: unknown) =>
            messagesRefusal({ status: undefined, headers, body: error }, context);
          const requestId = headers.get("request-id") ?? undefined;
          const calling = { toolName: ownNames(tools, wireName), takesNothing: optionalInput(tools) };
          const decoder = createDecoder({ modelId, requestId, ...calling, context, failed });
          return { response, decoder, context, failed };
        },
        { alive, notice, signal },
      ),
  };
}

function withoutEffort(request: ModelRequest): ModelRequest {
  const { effort: _, ...options } = request.options;
  return changedRequest(request, { options });
}
