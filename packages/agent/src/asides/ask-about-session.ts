import type { ModelRequest, Purpose } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";
import { sendAuxiliaryRequest } from "../requests/auxiliary-request.ts";
import type { SessionLog } from "../session/session-log.ts";

/** A question to a model that is no part of the conversation. */
export interface AsideQuestion {
  readonly purpose: Exclude<Purpose, "turn">;
  readonly system: string;
  readonly text: string;
  readonly maxOutputTokens: number;
}

interface AsideOptions {
  readonly parts: Pick<CompleteParts, "fast" | "budget" | "redact" | "session">;
  readonly state: Pick<AgentState, "model">;
  readonly log: SessionLog;
  readonly signal: AbortSignal;
}

/** Asks the fast model, or else the one in use. Journaled, counted and redacted like all calls; the answer is not kept. */
export function askAboutSession(
  { purpose, system, text, maxOutputTokens }: AsideQuestion,
  { parts, state, log, signal }: AsideOptions,
): Promise<string> {
  const request: ModelRequest = {
    system,
    tools: [],
    messages: [{ role: "user", from: "user", content: [{ type: "text", text }] }],
    options: { effort: "none", maxOutputTokens },
  };
  const model = parts.fast ?? state.model;
  return sendAuxiliaryRequest({ id: null, parts, log }, { purpose, model, request, signal });
}
