import type { ContextBlob, ModelRequest } from "@skein/protocol";
import type { RunScope } from "./scope.ts";
import { turnFacts } from "./turn-facts.ts";

/** What the model would be sent now. */
export function buildRequest(
  scope: Pick<RunScope, "parts" | "log">,
  { system, tools }: ContextBlob,
  turn: number,
): ModelRequest {
  const told = { system, tools, messages: scope.log.transcript.messages() };
  return { ...told, turnFacts: turnFacts(scope, told, turn), options: scope.parts.options };
}
