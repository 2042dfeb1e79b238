import type { SessionUpdate } from "@agentclientprotocol/sdk/unstable";
import { promptTokens, type AgentEvent } from "@skein/protocol";
import { spentInAll, type SessionView } from "@skein/session-view";

/** A provider's id, and one of its models. */
export interface ModelChoice {
  readonly provider: string;
  readonly model: string;
}

/** The context window of a model, in tokens; `undefined` where it is not known. */
export type WindowOf = (model: ModelChoice, cwd: string) => Promise<number | undefined>;

/**
 * How full the context window is after a reply, and what the session has cost with its subagents; `undefined` where a vendor
 * did not count, or the window is not known: unknown is not nothing.
 */
export async function usageUpdate(
  { usage }: Extract<AgentEvent, { readonly type: "turn-end" }>,
  view: SessionView,
  windowOf: (model: ModelChoice) => Promise<number | undefined>,
): Promise<SessionUpdate | undefined> {
  const [prompt, { output }] = [promptTokens(usage), usage];
  const { provider, model } = view.facts;
  if (prompt === undefined || output === undefined || provider === undefined || model === undefined)
    return undefined;
  const size = await windowOf({ provider, model }).catch(() => undefined);
  if (size === undefined) return undefined;
  const { costUsd, hasUnknownCost } = spentInAll(view);
  const cost = hasUnknownCost ? {} : { cost: { amount: costUsd, currency: "USD" } };
  return { sessionUpdate: "usage_update", used: prompt + output, size, ...cost };
}
