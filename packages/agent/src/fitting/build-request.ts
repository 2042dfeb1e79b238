import type { ContextBlob, Message, ModelOptions, ModelRequest } from "@skein/protocol";
import type { AgentState } from "../agent-state.ts";
import type { RunNeeds } from "../run/run-scope.ts";

/** The request that would be sent now. */
export function buildRequest({ log, parts, state }: BuildNeeds, blob: ContextBlob): ModelRequest {
  const session = { id: parts.session, cwd: parts.cwd };
  return { ...requestOf(blob, log.transcript.messages(), state.options), session };
}

type BuildNeeds = RunNeeds<"log", "cwd" | "session"> & { readonly state: Pick<AgentState, "options"> };

export function requestOf(
  { system, tools, deferred }: ContextBlob,
  messages: readonly Message[],
  options: ModelOptions,
): ModelRequest {
  return { system, tools, ...(deferred ? { deferred } : {}), messages, options };
}
