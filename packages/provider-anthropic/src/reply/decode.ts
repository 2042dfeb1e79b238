import { isBroken, isJsonObject, objectsIn } from "@skein/protocol";
import type { JsonObject, ModelEvent, Sidecar, StopReason } from "@skein/protocol";
import {
  badStream,
  createUniqueIds,
  eventJson,
  stringIn,
  closeBlock,
  closeBlocks,
  closeProvedBlocks,
} from "@skein/provider-kit";
import type { ReplyContext, ReplyDecoder } from "@skein/provider-kit";
import type { WireEvent } from "../wire.ts";
import { openBlock } from "./blocks.ts";
import type { Block } from "./blocks.ts";
import { stopOf } from "./stop.ts";
import { mergeUsage, usageOf, withoutOutput } from "./usage.ts";

export interface DecodeContext extends ReplyContext {
  /** The id that was asked for: the owner of the sidecars. */
  readonly modelId: string;
  readonly requestId: string | undefined;
}

interface State {
  readonly decode: DecodeContext;
  readonly open: Map<number, OpenBlock>;
  readonly callId: (id: string) => string;
  readonly sidecar: (data: Sidecar["data"]) => Sidecar;
  /** Calls that are closed and do not parse: whether they were cut off is known when the stop is. */
  readonly unfinished: OpenBlock[];
  /** Whether another block took the place of a call before its stop came. */
  hasCutCall: boolean;
  /**
   * Blocks that stood in the start of the reply, by their number: what no event brings again is taken from
   * there.
   */
  readonly given: Map<number, JsonObject>;
  messageId: string;
  parts: number;
  /** Whether a call has begun. */
  called: boolean;
  rawStop: string | undefined;
  usage: JsonObject;
  phase: "before" | "inside" | "after";
}

interface OpenBlock {
  readonly part: number;
  readonly block: Block;
}

type Handler = (state: State, event: WireEvent, out: ModelEvent[]) => void;

/** One small function a wire event. What is not here (`ping`, new kinds) is skipped. */
const handlers: Readonly<Record<string, Handler>> = {
  message_start: messageStart,
  content_block_start: blockStart,
  content_block_delta: blockDelta,
  content_block_stop: blockStop,
  message_delta: messageDelta,
  message_stop: messageStop,
  error(state, event) {
    throw state.decode.failed(event);
  },
};

export function createDecoder(decode: DecodeContext): ReplyDecoder {
  const { context, modelId } = decode;
  const state: State = {
    decode,
    sidecar: (data) => ({ provider: context.provider, model: modelId, data }),
    open: new Map(),
    callId: createUniqueIds(),
    unfinished: [],
    hasCutCall: false,
    given: new Map(),
    messageId: "",
    parts: 0,
    called: false,
    rawStop: undefined,
    usage: {},
    phase: "before",
  };
  return {
    take(sent, out) {
      const event = eventJson(sent, context);
      if (!isJsonObject(event)) return;
      const type = stringIn(event["type"]) || sent.event;
      if (Object.hasOwn(handlers, type)) handlers[type]!(state, event, out);
    },
    close: () => undefined,
    begun: () => state.phase !== "before",
    settled: () => false,
    ended: () => state.phase === "after",
  };
}

/**
 * A second start happens when a proxy splices two attempts together; block numbers then restart. What is
 * still open is closed as cut off by the block that takes its number, or by the end.
 */
function messageStart(state: State, { message }: WireEvent, out: ModelEvent[]): void {
  const stop = message?.stop_reason;
  const isWhole = isReason(stop);
  if (isWhole) state.rawStop = stop;
  state.usage = mergeUsage(state.usage, isWhole ? message?.usage : withoutOutput(message?.usage));
  state.messageId = message?.id ?? "";
  state.given.clear();
  for (const [index, block] of objectsIn(message?.content).entries()) state.given.set(index, block);
  if (state.phase === "inside") return;
  state.phase = "inside";
  const { modelId, requestId } = state.decode;
  out.push({
    type: "message-start",
    modelId: message?.model ?? modelId,
    ...(requestId === undefined ? {} : { requestId }),
  });
  out.push({ type: "usage", usage: usageOf(state.usage) });
}

function blockStart(
  state: State,
  { index = 0, content_block: received }: WireEvent,
  out: ModelEvent[],
): void {
  mustBeInside(state, "a content block");
  if (!isJsonObject(received))
    throw badStream("A content block started without saying what it is", state.decode.context);
  takeGiven(state, index - 1, out);
  state.given.delete(index);
  openAt(state, index, received, out);
}

/**
 * Blocks of the reply's start that stand there whole, in front of what comes now. @param last - their highest
 * number.
 */
function takeGiven(state: State, last: number, out: ModelEvent[]): void {
  for (const [index, block] of state.given) {
    if (index > last) continue;
    state.given.delete(index);
    openAt(state, index, block, out);
    blockStop(state, { index }, out);
  }
}

function openAt(state: State, index: number, received: JsonObject, out: ModelEvent[]): void {
  state.hasCutCall ||= state.open.get(index)?.block.kind === "tool-call";
  closeBlock(state.open, index, out);
  const part = state.parts++;
  const block = openBlock(received, {
    sidecar: state.sidecar,
    callId: (id) => state.callId(stringIn(id) || `${state.messageId || "call"}_${part}`),
    toolName: state.decode.toolName,
  });
  state.open.set(index, { part, block });
  if (block.kind === "tool-call") state.called = true;
  out.push({ type: "part-start", part, kind: block.kind, ...(block.name ? { name: block.name } : {}) });
  if (block.first) out.push({ ...block.first, part });
}

function blockDelta(state: State, { index = 0, delta }: WireEvent, out: ModelEvent[]): void {
  const given = state.open.has(index) ? undefined : state.given.get(index);
  if (given) blockStart(state, { index, content_block: given }, out);
  const open = state.open.get(index);
  if (!open) throw badStream("A delta came for a content block that had not started", state.decode.context);
  const shown = isJsonObject(delta) ? open.block.add(delta) : undefined;
  if (shown) out.push({ type: shown.type, part: open.part, delta: shown.delta });
}

function blockStop(state: State, { index = 0 }: WireEvent, out: ModelEvent[]): void {
  const open = state.open.get(index);
  if (!open) return;
  state.open.delete(index);
  const { part, block } = open;
  // Of a call only a whole object is beyond doubt before the stop is known.
  const content = block.finish(block.kind !== "tool-call");
  if (content.type === "tool-call" && isBroken(content)) state.unfinished.push(open);
  else out.push({ type: "part-end", part, content });
}

function messageDelta(state: State, { delta, usage }: WireEvent): void {
  mustBeInside(state, "a message delta");
  const stop = delta?.["stop_reason"];
  if (isReason(stop)) state.rawStop = stop;
  state.usage = mergeUsage(state.usage, usage);
}

function isReason(stop: unknown): stop is string {
  return typeof stop === "string" && stop !== "";
}

function messageStop(state: State, _event: WireEvent, out: ModelEvent[]): void {
  mustBeInside(state, "an end");
  const { rawStop = "", usage } = state;
  takeGiven(state, Infinity, out);
  const stop = rawStop === "" ? stopWithoutReason(state) : stopOf(rawStop);
  if (rawStop === "") closeProvedBlocks([...state.unfinished, ...state.open.values()], state.decode, out);
  else closeBlocks(state, stop !== "length", out);
  state.phase = "after";
  out.push({ type: "message-end", stop, rawStop, usage: usageOf(usage), rawUsage: usage });
}

function stopWithoutReason({ called, hasCutCall, parts, decode }: State): StopReason {
  if (parts === 0 || hasCutCall) throw badStream("The reply ended without saying why", decode.context);
  return called ? "tool-calls" : "answered";
}

function mustBeInside(state: State, what: string): void {
  if (state.phase !== "inside") throw badStream(`The reply began with ${what}`, state.decode.context);
}
