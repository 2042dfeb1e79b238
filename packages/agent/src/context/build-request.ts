import type { ContextBlob, Message, ModelOptions, ModelRequest } from "@skein/protocol";
import type { RunNeeds } from "../loop/run-scope.ts";

/** The request that would be sent now. */
export function buildRequest({ log, parts }: RunNeeds<"log", "options">, blob: ContextBlob): ModelRequest {
  return requestOf(blob, log.transcript.messages(), parts.options);
}

export function requestOf(
  { system, tools, deferred }: ContextBlob,
  messages: readonly Message[],
  options: ModelOptions,
): ModelRequest {
  return { system, tools, ...(deferred ? { deferred } : {}), messages, options };
}
