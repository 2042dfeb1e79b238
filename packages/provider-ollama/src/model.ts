import { ProviderError } from "@skein/protocol";
import type { ModelLimits, ModelPrice, ModelRequest } from "@skein/protocol";
import {
  streamResponse,
  optionalInput,
  ownNames,
  tuningNotices,
  withRefusedTools,
} from "@skein/provider-kit";
import type { LiveModel, Owner } from "@skein/provider-kit";
import type { Connection } from "./connection.ts";
import { refusalError } from "./errors.ts";
import { limitsOf, modelFacts } from "./model-facts.ts";
import type { ModelFacts } from "./model-facts.ts";
import { createDecoder } from "./reply/decode.ts";
import { jsonLines } from "./reply/json-lines.ts";
import { requestBody, thinkingNotice } from "./request/body.ts";
import { sentTools, wireName } from "./request/tools.ts";

/** The largest window that is asked for unasked. */
const usualContextTokens = 32_768;

export interface OllamaWishes {
  /** Tokens of the window that the settings name. */
  readonly contextTokens: number | undefined;
  readonly price: ModelPrice | undefined;
  /** For users; passes each sentence on once. */
  readonly notice: (text: string) => void;
}

/**
 * @param connected - called for each request; remembers what it once made.
 */
export function ollamaModel(
  owner: Owner,
  { contextTokens: wanted, notice, price }: OllamaWishes,
  connected: () => Promise<Connection>,
): LiveModel {
  let facts: Promise<ModelFacts> | undefined;
  const limits: ModelLimits = limitsOf({ contextTokens: wanted, capabilities: undefined });
  const learn = (connection: Connection, signal: AbortSignal): Promise<ModelFacts> => {
    facts ??= modelFacts(connection, owner.model, signal).catch((error: unknown) => {
      facts = undefined;
      if (ProviderError.is(error) && hidesFacts(error))
        return { contextTokens: undefined, capabilities: undefined };
      throw error;
    });
    return facts;
  };

  return {
    provider: owner.provider,
    id: owner.model,
    // Known once the server was asked: whoever holds the object reads it then.
    limits,
    price,
    thinking: () => ({ budgetTokens: 0, isHidden: false }),
    stream: (request, signal, alive) =>
      streamResponse(
        async (leave) => {
          const connection = await connected();
          leave.throwIfAborted();
          const known = await learn(connection, leave);
          alive?.();
          const told = thinkingNotice(request.options.effort, owner.model, known.capabilities);
          if (told !== undefined) notice(told);
          for (const text of tuningNotices(owner.model, request.options, [])) notice(text);
          const window = windowOf(wanted, known);
          Object.assign(limits, limitsOf({ ...known, contextTokens: window }));
          return open(connection, { request, owner, known, window, leave });
        },
        { alive, notice, signal },
      ),
  };
}

/** Gateways without /api/show, or that refuse it, may still answer; a missing model stays an error. */
function hidesFacts({ status, message }: ProviderError): boolean {
  return status !== undefined && hiding.has(status) && !/: .*\bmodel\b.*not found|try pulling/i.test(message);
}

const hiding: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

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
  const { tools } = request;
  const response = await send({ path: "/api/chat", body }, leave).catch((error: unknown) => {
    throw withRefusedTools(error, { tools, wireName, sent: () => sentTools(body) });
  });
  const { headers } = response;
  const failed = (error: unknown) =>
    refusalError({ status: undefined, headers, body: error }, context, owner.model);
  const requestId = headers.get("x-request-id") ?? undefined;
  const calling = { toolName: ownNames(tools, wireName), takesNothing: optionalInput(tools) };
  return {
    response,
    framing: jsonLines(context),
    decoder: createDecoder({ owner, requestId, ...calling, context, failed }),
    context,
    failed,
  };
}

/** What is asked for, within what the model can; `undefined` leaves it to the server. */
function windowOf(wanted: number | undefined, { contextTokens }: ModelFacts): number | undefined {
  if (contextTokens === undefined) return wanted;
  return Math.min(wanted ?? usualContextTokens, contextTokens);
}
