import { exchange, ownNames } from "@skein/provider-kit";
import type { LiveModel } from "@skein/provider-kit";
import { catalogEntry } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { refusalError } from "./errors.ts";
import { providerId } from "./names.ts";
import { createDecoder } from "./reply/decode.ts";
import { requestBody } from "./request/body.ts";
import { wireName } from "./request/tools.ts";

/** @param connected - called for each request; remembers what it once made. */
export function anthropicModel(modelId: string, connected: () => Promise<Connection>): LiveModel {
  const entry = catalogEntry(modelId);
  return {
    provider: providerId,
    id: modelId,
    limits: entry?.limits ?? {},
    price: entry?.price,
    stream: (request, signal, alive) =>
      exchange(
        async (leave) => {
          const { context, send } = await connected();
          leave.throwIfAborted();
          const { body, betas } = requestBody(modelId, request);
          const response = await send({ method: "post", path: "/v1/messages", body, betas }, leave);
          const { headers } = response;
          const failed = (error: unknown) =>
            refusalError({ status: undefined, headers, body: error }, context);
          const requestId = headers.get("request-id") ?? undefined;
          const toolName = ownNames(request.tools, wireName);
          const decoder = createDecoder({ modelId, requestId, toolName, context, failed });
          return { response, decoder, context, failed };
        },
        { alive, signal },
      ),
  };
}
