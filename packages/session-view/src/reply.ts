import { isBroken, type AssistantPart, type ToolCallPart, type DeltaType } from "@skein/protocol";
import {
  counted,
  nextId,
  type Conversation,
  type StreamingPart,
  type StreamingReply,
} from "./conversation.ts";
import { append } from "./item-groups.ts";
import type { AnsweredBy, CallItem, ProseItem } from "./items.ts";

/** A piece of a reply, as an event tells it. */
export interface Delta {
  readonly type: DeltaType;
  readonly part: number;
  readonly delta: string;
  readonly tool?: string;
}

type ReplyItem = ProseItem | CallItem;

const kinds = { "text-delta": "text", "thinking-delta": "thinking", "input-delta": "call" } as const;

/** Copies the parts of this one reply, and nothing of the conversation. */
export function addDelta(said: Conversation, delta: Delta): Conversation {
  const parts = said.reply && !said.reply.isDraft ? said.reply.parts : [];
  const at = parts.findLastIndex(({ part }) => part === delta.part);
  if (at < 0 && delta.delta === "" && delta.type !== "input-delta") return said;
  const items = parts.map(({ item }) => item);
  const before = parts[at]?.item ?? emptyPart(said, kinds[delta.type], items);
  const changed = { part: delta.part, item: withDelta(before, delta) };
  return {
    ...said,
    reply: { isDraft: false, parts: at < 0 ? [...parts, changed] : parts.with(at, changed) },
  };
}

/** What the journal has of a reply that streams; a reader of its deltas has more. */
export function addDraft(said: Conversation, content: readonly AssistantPart[]): Conversation {
  if (said.reply && !said.reply.isDraft) return said;
  const items = itemsOf(said, content, { state: "streaming" });
  const parts = items.map((item, part): StreamingPart => ({ part, item }));
  return { ...said, reply: { isDraft: true, parts } };
}

/** The reply is made again. */
export function dropReply(said: Conversation): Conversation {
  return said.reply ? { ...said, reply: undefined } : said;
}

/** The reply is there. */
export function finishReply(
  said: Conversation,
  content: readonly AssistantPart[],
  by: AnsweredBy | undefined,
): Conversation {
  const answered = by ? { provider: by.provider, model: by.model } : undefined;
  return addReply(said, itemsOf(said, content, { state: "whole", by: answered }));
}

/** The reply broke off: what had arrived stays, without its calls, which never ran. */
export function cutReply(said: Conversation, content?: readonly AssistantPart[]): Conversation {
  if (content) return addReply(said, itemsOf(said, content, { state: "cut-off" }).filter(isProse));
  if (!said.reply) return said;
  const prose = partsInOrder(said.reply).filter(isProse);
  return addReply(
    said,
    prose.map((item): ProseItem => ({ ...item, state: "cut-off" })),
  );
}

function addReply(said: Conversation, items: readonly ReplyItem[]): Conversation {
  const left: Conversation = { ...said, reply: undefined };
  if (items.length === 0) return left;
  let { groups } = said;
  for (const item of items) groups = append(groups, item);
  return { ...left, groups, counts: counted(said, "reply") };
}

function isProse(item: ReplyItem): item is ProseItem {
  return item.type !== "call";
}

/** What a reader sees of a reply: no empty parts, and nothing of a vendor's own. */
function itemsOf(
  said: Conversation,
  content: readonly AssistantPart[],
  { state, by }: { readonly state: ProseItem["state"]; readonly by?: AnsweredBy | undefined },
): readonly ReplyItem[] {
  const items: ReplyItem[] = [];
  for (const part of content) {
    if (part.type === "opaque" || (part.type !== "tool-call" && part.text === "")) continue;
    if (part.type === "tool-call") items.push(callItem(idOf(said, "call", items), part, state));
    else {
      const { type, text } = part;
      items.push({ id: idOf(said, type, items), type, text, state, ...(by ? { by } : {}) });
    }
  }
  return items;
}

function callItem(id: string, call: ToolCallPart, state: ProseItem["state"]): CallItem {
  const head = { id, type: "call", callId: call.id, tool: call.name } as const;
  const said = isBroken(call) ? { raw: call.raw, problem: call.problem } : { input: call.input };
  return { ...head, state: state === "whole" ? "pending" : "streaming", ...said };
}

/** The first text of the third reply is `reply-3.text-1`. */
function idOf(said: Conversation, type: ReplyItem["type"], before: readonly ReplyItem[]): string {
  const count = before.filter((item) => item.type === type).length;
  return `${nextId(said, "reply")}.${type}-${count + 1}`;
}

function emptyPart(said: Conversation, type: ReplyItem["type"], before: readonly ReplyItem[]): ReplyItem {
  const id = idOf(said, type, before);
  return type === "call" ? { id, type, state: "streaming" } : { id, type, text: "", state: "streaming" };
}

function withDelta(item: ReplyItem, { delta, tool }: Delta): ReplyItem {
  if (item.type !== "call") return { ...item, text: item.text + delta };
  return { ...item, raw: (item.raw ?? "") + delta, ...(tool === undefined ? {} : { tool }) };
}

/** What has arrived of it, in the order of its parts. */
export function partsInOrder({ parts }: StreamingReply): readonly ReplyItem[] {
  return parts.toSorted((one, other) => one.part - other.part).map(({ item }) => item);
}
