import { ProviderError } from "@skein/protocol";
import type { ModelRequest } from "@skein/protocol";
import {
  callableTools,
  streamResponse,
  optionalInput,
  ownNames,
  tuningNotices,
  withRefusedTools,
} from "@skein/provider-kit";
import type { HttpResponse, LiveModel, Owner } from "@skein/provider-kit";
import { catalogEntry, mustThink } from "./catalog.ts";
import { chat } from "./chat.ts";
import type { Connection } from "./connection.ts";
import type { Dialect } from "./dialect.ts";
import { refusalError } from "./errors.ts";
import type { OpenAIApi } from "./names.ts";
import { headerCharge } from "./reply/reported-cost.ts";
import { ModelSlip, slipResponse } from "./reply/model-slip.ts";
import { concessionFor, concessionNotice } from "./request/concessions.ts";
import type { Concession } from "./request/concessions.ts";
import { effortTraits, tuningNotice } from "./request/effort.ts";
import { sentTuning } from "./request/shared-tuning.ts";
import { sentTools, wireName } from "./request/tool-names.ts";
import { responses } from "./responses.ts";

const dialects: Readonly<Record<OpenAIApi, Dialect>> = { responses, chat };

/**
 * @param connected - called for each request; remembers what it once made.
 * @param notice - receives notices for users, each sentence once.
 */
export function openaiModel(
  owner: Owner,
  connected: () => Promise<Connection>,
  notice: (text: string) => void,
): LiveModel {
  const entry = catalogEntry(owner.model);
  const conceded = new Set<Concession>();
  return {
    provider: owner.provider,
    id: owner.model,
    limits: entry?.limits ?? {},
    price: entry?.price,
    // The vendor's thinking models show a summary at best; other servers stream what their models think.
    thinking: ({ effort }) => ({
      budgetTokens: 0,
      isHidden: entry?.efforts !== undefined && (effort !== "none" || mustThink(owner.model)),
    }),
    effort: effortTraits(owner.model),
    stream: (request, signal, alive) =>
      streamResponse(
        async (leave) => {
          const connection = await connected();
          leave.throwIfAborted();
          const { context, endpoint } = connection;
          const told = tuningNotice(request.options.effort, { owner, endpoint, conceded });
          if (told !== undefined) notice(told);
          const sent = sentTuning(endpoint.api);
          for (const text of tuningNotices(owner.model, request.options, sent)) notice(text);
          const dialect = dialects[endpoint.api];
          const response = await conceding(connection, dialect, { request, owner, conceded, notice, leave });
          const { headers } = response;
          const failed = (error: unknown) =>
            refusalError({ status: undefined, headers, body: error }, context, endpoint);
          const requestId = headers.get("x-request-id") ?? undefined;
          const tools = callableTools(request);
          const calling = { toolName: ownNames(tools, wireName), takesNothing: optionalInput(tools) };
          const charged = headerCharge(headers);
          const decoder = dialect.decoder({ owner, requestId, charged, ...calling, context, failed });
          return { response, decoder, context, failed };
        },
        { alive, notice, signal },
      ),
  };
}

interface Asking {
  readonly request: ModelRequest;
  readonly owner: Owner;
  /** What the endpoint has refused so far; grows. */
  readonly conceded: Set<Concession>;
  readonly notice: (text: string) => void;
  readonly leave: AbortSignal;
}

/** Sends the request, again at once without what the endpoint refuses by name. */
async function conceding(
  { endpoint, send }: Connection,
  { path, body: bodyOf }: Dialect,
  { request, owner, conceded, notice, leave }: Asking,
): Promise<HttpResponse> {
  for (;;) {
    const body = bodyOf(request, { owner, endpoint, conceded });
    try {
      return await send({ method: "post", path, body }, leave);
    } catch (error) {
      if (error instanceof ModelSlip) return slipResponse(error);
      const concession = ProviderError.is(error) ? concessionFor(error, body, conceded) : undefined;
      if (!concession)
        throw withRefusedTools(error, {
          tools: callableTools(request),
          wireName,
          sent: () => sentTools(body),
        });
      conceded.add(concession);
      notice(concessionNotice(owner.provider, concession));
    }
  }
}
