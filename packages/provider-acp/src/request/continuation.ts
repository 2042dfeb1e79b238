import type { PromptCapabilities } from "@agentclientprotocol/sdk";
import { beginsWith, extractText, type Message } from "@skein/protocol";
import { ownData, type Owner } from "@skein/provider-kit";
import type { Continuation } from "../agent/conversation.ts";
import { promptBlocks, textBlock } from "./blocks.ts";

/** Whether these messages go on from those that an agent has seen. Of the last one, more may have been said since. */
export function continuesFrom(seen: readonly Message[], messages: readonly Message[]): boolean {
  const last = seen.length - 1;
  return (
    messages.length > seen.length &&
    beginsWith(messages, seen.slice(0, last)) &&
    messages[last]?.role === seen[last]?.role
  );
}

/**
 * What the messages say after the first `count`, for an agent that knows those and its own replies. Results are handed
 * over as such; what is left is the next prompt.
 */
export function addedSince(
  count: number,
  messages: readonly Message[],
  takes: PromptCapabilities | undefined,
): Continuation {
  const added = messages.slice(count).filter((message) => message.role !== "assistant");
  const results = added.flatMap((message) => (message.role === "tool" ? message.content : []));
  const isNewTurn = added.some((message) => message.role === "user" && message.from === "user");
  return {
    results,
    isNewTurn,
    prompt: promptBlocks(
      added.filter(({ role }) => role === "user"),
      takes,
    ),
  };
}

/** The same for an agent that waits for none of the calls: its turn was lost. */
export function resumedSince(
  count: number,
  messages: readonly Message[],
  takes: PromptCapabilities | undefined,
): Continuation {
  const added = messages.slice(count).filter((message) => message.role !== "assistant");
  const blocks = promptBlocks(added, takes);
  const isCutOff = added.some(({ role }) => role === "tool") || blocks.length === 0;
  return { results: [], isNewTurn: true, prompt: isCutOff ? [...blocks, textBlock(cutOff)] : blocks };
}

const cutOff = "Your turn was cut off before its end. Check what was done, and continue.";

/** Where a conversation was last with a session of the agent. */
export interface LastSession {
  readonly sessionId: string;
  /** Messages up to its last reply. */
  readonly count: number;
  /** What it was last asked, to tell whether it is still there. */
  readonly lastPrompt: string;
}

export function lastSession(messages: readonly Message[], owner: Owner): LastSession | undefined {
  const at = messages.findLastIndex(({ role }) => role === "assistant");
  const reply = messages[at];
  if (reply?.role !== "assistant") return undefined;
  const sessionId = reply.content.map(({ sidecar }) => ownData(sidecar, owner)?.["session"]).find(Boolean);
  if (typeof sessionId !== "string") return undefined;
  const asked = messages.slice(0, at).findLast((message) => message.role === "user");
  const lastPrompt = asked?.role === "user" ? extractText(asked.content).trim() : "";
  return { sessionId, count: at + 1, lastPrompt };
}
