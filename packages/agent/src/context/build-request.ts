import type { ContextBlob, ModelRequest } from "@skein/protocol";
import type { RunNeeds } from "../loop/run-scope.ts";

/** The request that would be sent now. */
export function buildRequest(
  scope: RunNeeds<"log", "options">,
  { system, tools }: ContextBlob,
): ModelRequest {
  return { system, tools, messages: scope.log.transcript.messages(), options: scope.parts.options };
}
