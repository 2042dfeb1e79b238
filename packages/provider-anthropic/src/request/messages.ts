import { isBroken, isJsonObject } from "@skein/protocol";
import type {
  AssistantMessage,
  AssistantPart,
  JsonObject,
  JsonValue,
  Message,
  Sidecar,
  ToolCallPart,
  ToolResultPart,
} from "@skein/protocol";
import type { WireBlock, WireMessage } from "../wire.ts";
import { createCallIds } from "./call-ids.ts";
import { contentBlocks, textBlocks, wellFormed } from "./content.ts";

export interface MessageOwner {
  readonly provider: string;
  readonly model: string;
}

/**
 * The conversation in the vendor's terms. Its rules, and what is done about them:
 *
 * - user and assistant take turns, the user first: neighbours of one role are merged;
 * - the results of a reply's calls come first in the message after it, one for each: results are put there, a missing
 *   one is said to be missing, one without a call is told as text;
 * - thoughts and the vendor's own blocks go back only to the model that wrote them, unchanged;
 * - the input of a call is an object: for one that was not, or did not parse, `{}` stands (its result explains);
 * - no empty text and no lone surrogates.
 *
 * Messages only depend on the ones before them, so a longer conversation begins with the same bytes.
 */
export function wireMessages(messages: readonly Message[], owner: MessageOwner): WireMessage[] {
  const callId = createCallIds();
  const wire: WireMessage[] = [];
  for (const turn of turnsOf(messages)) {
    const { blocks, ids } = turn.reply ? replyBlocks(turn.reply, owner, callId) : { blocks: [], ids: [] };
    add(wire, "assistant", blocks);
    add(wire, "user", answerBlocks(turn, ids));
  }
  if (wire[0]?.role === "assistant")
    wire.unshift({ role: "user", content: [{ type: "text", text: "(The conversation goes on.)" }] });
  return wire;
}

/** A reply and what came between it and the next one. */
interface Turn {
  readonly reply: AssistantMessage | undefined;
  readonly results: ToolResultPart[];
  readonly said: Message[];
}

function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [{ reply: undefined, results: [], said: [] }];
  for (const message of messages) {
    const turn = turns.at(-1)!;
    if (message.role === "assistant") turns.push({ reply: message, results: [], said: [] });
    else if (message.role === "tool") turn.results.push(...message.content);
    else turn.said.push(message);
  }
  return turns;
}

function add(wire: WireMessage[], role: WireMessage["role"], content: readonly WireBlock[]): void {
  if (content.length === 0) return;
  const last = wire.at(-1);
  if (last?.role === role) wire[wire.length - 1] = { role, content: [...last.content, ...content] };
  else wire.push({ role, content });
}

interface CalledId {
  readonly call: ToolCallPart;
  readonly wireId: string;
}

function replyBlocks(
  { content }: AssistantMessage,
  owner: MessageOwner,
  callId: (id: string) => string,
): { readonly blocks: WireBlock[]; readonly ids: CalledId[] } {
  const ids: CalledId[] = [];
  const blocks = content.flatMap((part) => {
    if (part.type !== "tool-call") return partBlocks(part, owner);
    const wireId = callId(part.id);
    ids.push({ call: part, wireId });
    const rest = isJsonObject(ownData(part.sidecar, owner))
      ? (ownData(part.sidecar, owner) as JsonObject)
      : {};
    return [{ type: "tool_use", id: wireId, name: toolName(part.name), input: inputOf(part), ...rest }];
  });
  return { blocks, ids };
}

function partBlocks(part: Exclude<AssistantPart, ToolCallPart>, owner: MessageOwner): WireBlock[] {
  const data = ownData(part.sidecar, owner);
  const own = isJsonObject(data) ? data : undefined;
  switch (part.type) {
    case "text":
      return textBlocks(part.text).map((block) =>
        own?.["citations"] ? { ...block, citations: own["citations"] } : block,
      );
    case "thinking":
      if (own?.["redacted"] !== undefined) return [{ type: "redacted_thinking", data: own["redacted"] }];
      return own?.["signature"] === undefined
        ? []
        : [{ type: "thinking", thinking: part.text, signature: own["signature"] }];
    case "opaque":
      return own ? [own as unknown as WireBlock] : [];
  }
}

function ownData(sidecar: Sidecar | undefined, { provider, model }: MessageOwner): JsonValue | undefined {
  return sidecar?.provider === provider && sidecar.model === model ? sidecar.data : undefined;
}

/** Results first, in the order of the calls, then what was said. */
function answerBlocks({ results, said }: Turn, ids: readonly CalledId[]): WireBlock[] {
  const open = [...results];
  const answers = ids.map(({ call, wireId }) => {
    const at = open.findIndex(({ callId }) => callId === call.id);
    const [result] = at === -1 ? [] : open.splice(at, 1);
    return resultBlock(wireId, result);
  });
  const orphans = open.flatMap((result) => {
    const content = contentBlocks(result.content);
    return content.length === 0
      ? []
      : [...textBlocks(`Result of an earlier call of ${result.name}:`), ...content];
  });
  const texts = said.flatMap((message) => (message.role === "user" ? contentBlocks(message.content) : []));
  return [...answers, ...orphans, ...texts];
}

function resultBlock(wireId: string, result: ToolResultPart | undefined): WireBlock {
  const head = { type: "tool_result", tool_use_id: wireId };
  if (!result)
    return {
      ...head,
      content: [{ type: "text", text: "The result of this call was lost." }],
      is_error: true,
    };
  const content = contentBlocks(result.content);
  return {
    ...head,
    content: content.length === 0 ? [{ type: "text", text: "(no output)" }] : content,
    ...(result.failure === undefined ? {} : { is_error: true }),
  };
}

function inputOf(call: ToolCallPart): JsonValue {
  return isBroken(call) || !isJsonObject(call.input) ? {} : wellFormed(call.input);
}

/** Models make up names. The vendor takes `^[a-zA-Z0-9_-]{1,128}$`. */
function toolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 128) || "unnamed";
}
