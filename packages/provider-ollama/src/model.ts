import { ProviderError } from "@skein/protocol";
import type { ModelLimits, ModelRequest } from "@skein/protocol";
import { exchange, ownNames } from "@skein/provider-kit";
import type { LiveModel, Owner } from "@skein/provider-kit";
import type { Connection } from "./connection.ts";
import { refusalError } from "./errors.ts";
import { modelFacts } from "./model-facts.ts";
import type { ModelFacts } from "./model-facts.ts";
import { createDecoder } from "./reply/decode.ts";
import { jsonLines } from "./reply/json-lines.ts";
import { requestBody } from "./request/body.ts";
import { wireName } from "./request/tools.ts";

/** The largest window that is asked for unasked. */
const usualContextTokens = 32_768;

/**
 * @param wanted - the window that the settings name.
 * @param connected - called for each request; remembers what it once made.
 */
export function ollamaModel(
  owner: Owner,
  wanted: number | undefined,
  connected: () => Promise<Connection>,
): LiveModel {
  let facts: Promise<ModelFacts> | undefined;
  const limits: { contextTokens?: number } = wanted === undefined ? {} : { contextTokens: wanted };
  const learn = (connection: Connection, signal: AbortSignal): Promise<ModelFacts> => {
    facts ??= modelFacts(connection, owner.model, signal).catch((error: unknown) => {
      facts = undefined;
      // Gateways that know no /api/show may still answer.
      if (ProviderError.is(error) && error.code !== "not-found") throw error;
      if (ProviderError.is(error) && /not found/i.test(error.message)) throw error;
      return { contextTokens: undefined, capabilities: undefined };
    });
    return facts;
  };

  return {
    provider: owner.provider,
    id: owner.model,
    // Known once the server was asked: whoever holds the object reads it then.
    limits: limits satisfies ModelLimits,
    thinking: () => ({ budgetTokens: 0, isHidden: false }),
    stream: (request, signal, alive) =>
      exchange(
        async (leave) => {
          const connection = await connected();
          leave.throwIfAborted();
          const known = await learn(connection, leave);
          alive?.();
          const window = windowOf(wanted, known);
          if (window !== undefined) limits.contextTokens = window;
          return open(connection, { request, owner, known, window, leave });
        },
        { alive, signal },
      ),
  };
}

interface Asking {
  readonly request: ModelRequest;
  readonly owner: Owner;
  readonly known: ModelFacts;
  readonly window: number | undefined;
  readonly leave: AbortSignal;
}

async function open(connection: Connection, { request, owner, known, window, leave }: Asking) {
  const { context, send, settings } = connection;
  const body = requestBody(request, {
    owner,
    capabilities: known.capabilities,
    contextTokens: window,
    keepAlive: settings.keepAlive,
  });
  const response = await send({ path: "/api/chat", body }, leave);
  const { headers } = response;
  const failed = (error: unknown) =>
    refusalError({ status: undefined, headers, body: error }, context, owner.model);
  const requestId = headers.get("x-request-id") ?? undefined;
  const toolName = ownNames(request.tools, wireName);
  return {
    response,
    framing: jsonLines(context),
    decoder: createDecoder({ owner, requestId, toolName, context, failed }),
    context,
    failed,
  };
}

/** What is asked for, within what the model can; `undefined` leaves it to the server. */
function windowOf(wanted: number | undefined, { contextTokens }: ModelFacts): number | undefined {
  if (contextTokens === undefined) return wanted;
  return Math.min(wanted ?? usualContextTokens, contextTokens);
}
