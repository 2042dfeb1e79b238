// For protocols whose replies consist of numbered content blocks.
import type { AssistantPart, JsonValue, ModelEvent } from "@skein/protocol";
import { provedCall } from "./proved-call.ts";
import type { ReplyContext } from "./reply-decoder.ts";

type DeltaType = Extract<ModelEvent, { readonly delta: string }>["type"];

/** Delta of a block, without the number of its part. */
export interface BlockDelta<Type extends DeltaType = DeltaType> {
  /** Type of the event that it becomes. */
  readonly type: Type;
  /** Text, never empty. */
  readonly delta: string;
}

/**
 * Collects a text of a block.
 *
 * @param texts - the texts so far; gets the new one.
 * @param text - received value. Empty texts and values of other types are
 *   dropped.
 * @returns the delta to emit, or `undefined` without a text.
 */
export function collectText<Type extends DeltaType>(
  texts: string[],
  type: Type,
  text: JsonValue | undefined,
): BlockDelta<Type> | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  texts.push(text);
  return { type, delta: text };
}

/** Block of a reply that has started and not ended. */
export interface OpenBlockPart {
  /** Number of its part in the reply, from 0. */
  readonly part: number;
  /** What was received of the block. */
  readonly block: {
    /**
     * @param complete - `false` if the block was not closed, or the reply ended
     *   inside it.
     */
    finish(complete: boolean): AssistantPart;
  };
}

/**
 * Ends a block of a reply and emits its part. Does nothing if the block is not
 * open.
 *
 * @param open - open blocks by their number on the wire.
 */
export function closeBlock(open: Map<number, OpenBlockPart>, index: number, out: ModelEvent[]): void {
  const closing = open.get(index);
  if (!closing) return;
  open.delete(index);
  out.push({ type: "part-end", part: closing.part, content: closing.block.finish(false) });
}

/**
 * Ends the remaining blocks of a reply with a finish reason.
 *
 * @param blocks.unfinished - calls that ended on the wire without whole
 *   arguments.
 * @param blocks.open - open blocks by their number on the wire. Emptied.
 * @param complete - `false` if the reason says that the reply was cut off.
 */
export function closeBlocks(
  blocks: { readonly unfinished: readonly OpenBlockPart[]; readonly open: Map<number, OpenBlockPart> },
  complete: boolean,
  out: ModelEvent[],
): void {
  for (const { part, block } of blocks.unfinished)
    out.push({ type: "part-end", part, content: block.finish(complete) });
  for (const index of blocks.open.keys()) closeBlock(blocks.open, index, out);
}

/**
 * Ends the remaining blocks of a reply without a finish reason, whose end is
 * proved by its terminator. Throws like `provedCall`.
 */
export function closeProvedBlocks(
  blocks: Iterable<OpenBlockPart>,
  reply: Pick<ReplyContext, "context" | "takesNothing">,
  out: ModelEvent[],
): void {
  for (const { part, block } of blocks) {
    const content = block.finish(false);
    out.push({
      type: "part-end",
      part,
      content: content.type === "tool-call" ? provedCall(content, reply) : content,
    });
  }
}
