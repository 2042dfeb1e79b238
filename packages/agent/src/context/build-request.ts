import type { ContextBlob, Message, ModelOptions, ModelRequest } from "@skein/protocol";
import type { RunNeeds } from "../loop/run-scope.ts";

/** The request that would be sent now. */
export function buildRequest({ log, parts }: BuildNeeds, blob: ContextBlob): ModelRequest {
  const session = { id: parts.session, cwd: parts.cwd };
  return { ...requestOf(blob, log.transcript.messages(), parts.options), session };
}

type BuildNeeds = RunNeeds<"log", "cwd" | "options" | "session">;

export function requestOf(
  { system, tools, deferred }: ContextBlob,
  messages: readonly Message[],
  options: ModelOptions,
): ModelRequest {
  return { system, tools, ...(deferred ? { deferred } : {}), messages, options };
}
