import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { asTyped } from "@skein/host/agents";
import { standing, type Entry, type EntryOf } from "@skein/protocol";
import { contentBlock } from "./content-block.ts";
import { replyUpdates } from "./event-updates.ts";
import { toolCallUpdates, type ToolCallUpdates } from "./tool-call-updates.ts";

export interface History {
  readonly updates: readonly SessionUpdate[];
  /** 0 when there are no entries. */
  readonly lastSeq: number;
}

/** What was said and done in a session, as a client is told it that comes later: without what was rewound. */
export async function historyUpdates(entries: AsyncIterable<Entry>, cwd: string): Promise<History> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  const calls = toolCallUpdates(cwd);
  const updates = standing(all).flatMap((entry) => entryUpdates(entry, calls));
  return { updates: [...updates, ...calls.abandoned()], lastSeq: all.at(-1)?.seq ?? 0 };
}

function entryUpdates(entry: Entry, calls: ToolCallUpdates): readonly SessionUpdate[] {
  switch (entry.kind) {
    case "user-message":
      return userUpdates(entry);
    case "assistant-message": {
      if (entry.partial === "restarted") return [];
      const { content } = entry;
      const said = entry.partial === undefined ? content : content.filter(({ type }) => type !== "tool-call");
      return replyUpdates(said, calls, { isTold: false, path: [] });
    }
    case "question":
      if (entry.question.kind === "approval") calls.asked(entry.question.callId, entry.question);
      return [];
    case "tool-intent":
      return [calls.started(entry.callId, entry)];
    case "tool-result":
      return [calls.ended(entry.callId, entry)];
    case "name":
      return [{ sessionUpdate: "session_info_update", title: entry.name }];
    default:
      return [];
  }
}

/** Without what hooks and Skein itself have said. */
function userUpdates({ from, content }: EntryOf<"user-message">): readonly SessionUpdate[] {
  if (from === "hook" || from === "agent") return [];
  return content.map((part) => ({
    sessionUpdate: "user_message_chunk",
    content: contentBlock(part.type === "text" ? { ...part, text: asTyped(part.text) } : part),
  }));
}
