import type { Entry, JsonObject, JsonValue } from "@skein/protocol";
import type { Placed } from "../steps.ts";
import { blockOf, responseOf } from "./blocks.ts";
import { difference } from "./difference.ts";

/** A message of the file, and where its blocks went. */
export interface MessagePlan {
  readonly message: JsonObject;
  readonly blocks: readonly BlockPlan[];
}

export interface BlockPlan {
  readonly block: JsonObject;
  /** Of the step that it became a part of; absent when it has no place in a journal. */
  readonly key?: string;
  /** Its place in the content of that step. */
  readonly part?: number;
}

/**
 * What the journal does not say of a Goose session, so that it can be written back: the session's own fields, and for
 * each block either where its text stands (`seq`, `part`) with the difference to what we would write, or the block
 * itself. Of what an entry says, only that is kept here again which Goose says twice (`structuredContent`).
 */
export function createState(
  session: JsonObject,
  plans: readonly MessagePlan[],
  { entries, seqOf }: Placed,
): JsonValue {
  const keep = ({ block, key, part }: BlockPlan): JsonObject => {
    const seq = key === undefined ? undefined : seqOf(key);
    const ours = seq === undefined ? undefined : writtenBlock(entries[seq - 1], part);
    if (seq === undefined || !ours) return { block };
    const change = difference(ours, block);
    return { seq, ...(part === undefined ? {} : { part }), ...(change ? { change } : {}) };
  };
  const messages = plans.map(({ message, blocks }) => {
    const { content: _, ...rest } = message;
    return { ...rest, content: blocks.map(keep) };
  });
  return { session, messages };
}

/** What we would write for a part of an entry. */
export function writtenBlock(entry: Entry | undefined, part: number | undefined): JsonObject | undefined {
  switch (entry?.kind) {
    case "tool-result":
      return responseOf(entry);
    case "compaction":
      return { type: "text", text: entry.summary };
    case "user-message":
    case "assistant-message": {
      const own = entry.content[part ?? 0];
      return own && blockOf(own);
    }
    default:
      return undefined;
  }
}
