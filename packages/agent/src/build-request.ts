import type { ContextBlob, ModelRequest } from "@skein/protocol";
import type { RunScope } from "./scope.ts";

/** What the model would be sent now. */
export function buildRequest(
  scope: Pick<RunScope, "parts" | "log">,
  { system, tools }: ContextBlob,
): ModelRequest {
  return { system, tools, messages: scope.log.transcript.messages(), options: scope.parts.options };
}
