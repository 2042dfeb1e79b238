import { isBroken, isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, ModelEvent, Sidecar, StopReason } from "@skein/protocol";
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
import { providerId } from "../names.ts";
import type { WireEvent } from "../wire.ts";
import { blockOfDelta, startedBlock, takes } from "./blocks.ts";
import type { Block, BlockContext } from "./blocks.ts";
import { failedStop, isCut, stopOf } from "./stop.ts";
import { usageOf } from "./usage.ts";

export interface DecodeContext extends ReplyContext {
  /** The id that was asked for: the owner of the sidecars. */
  readonly modelId: string;
  readonly requestId: string | undefined;
}

interface State {
  readonly decode: DecodeContext;
  readonly blocks: BlockContext;
  readonly open: Map<number, OpenBlock>;
  /** Calls that are closed and do not parse: whether they were cut off is known when the stop is. */
  readonly unfinished: OpenBlock[];
  /** Whether another block took the place of a call before its stop came. */
  hasCutCall: boolean;
  parts: number;
  /** How many calls have begun. */
  calls: number;
  /** Index of the last mentioned block, to which events without an index belong. */
  lastIndex: number;
  rawStop: string;
  stop: StopReason;
  usage: JsonObject | undefined;
  phase: "before" | "inside" | "stopped" | "after";
}

interface OpenBlock {
  readonly part: number;
  readonly block: Block;
}

type Handler = (state: State, event: WireEvent, out: ModelEvent[]) => void;

/** One small function an event. What is not here (new kinds) is skipped. */
const handlers: Readonly<Record<string, Handler>> = {
  messageStart,
  contentBlockStart: blockStart,
  contentBlockDelta: blockDelta,
  contentBlockStop: blockStop,
  messageStop,
  metadata,
  exception(state, event) {
    throw state.decode.failed(event);
  },
};

/** A reply is whole with `messageStop`; the counters follow it. */
export function createDecoder(decode: DecodeContext): ReplyDecoder {
  const { context, modelId } = decode;
  const uniqueId = createUniqueIds();
  const state: State = {
    decode,
    blocks: {
      sidecar: (data: Sidecar["data"]) => ({ provider: providerId, model: modelId, data }),
      callId: (id) => uniqueId(stringIn(id) || `call_${state.calls}`),
      toolName: decode.toolName,
    },
    open: new Map(),
    unfinished: [],
    hasCutCall: false,
    parts: 0,
    calls: 0,
    lastIndex: -1,
    rawStop: "",
    stop: "other",
    usage: undefined,
    phase: "before",
  };
  return {
    take(sent, out) {
      const event = eventJson(sent, context);
      if (isJsonObject(event) && Object.hasOwn(handlers, sent.event))
        handlers[sent.event]!(state, event, out);
    },
    close(out) {
      if (state.phase === "stopped") end(state, out);
    },
    begun: () => state.phase !== "before",
    settled: () => state.phase === "stopped",
    ended: () => state.phase === "after",
  };
}

/** Some gateways leave the event out: then the reply begins with its first content. */
function messageStart(state: State, _event: WireEvent, out: ModelEvent[]): void {
  if (state.phase !== "before") return;
  state.phase = "inside";
  const { modelId, requestId } = state.decode;
  out.push({ type: "message-start", modelId, ...(requestId === undefined ? {} : { requestId }) });
}

function blockStart(state: State, { contentBlockIndex, start }: WireEvent, out: ModelEvent[]): void {
  messageStart(state, {}, out);
  mustBeInside(state, "a content block");
  const index = typeof contentBlockIndex === "number" ? contentBlockIndex : state.lastIndex + 1;
  // Only these kinds are announced; others begin with their first delta.
  if (isJsonObject(start) && Object.keys(start).length > 0) {
    open(state, index, startedBlock(start, state.blocks), out);
  }
}

function blockDelta(state: State, { contentBlockIndex, delta }: WireEvent, out: ModelEvent[]): void {
  messageStart(state, {}, out);
  mustBeInside(state, "a content block");
  if (!isJsonObject(delta)) return;
  const index = indexOf(state, contentBlockIndex);
  const before = state.open.get(index);
  const { part, block } = before && takes(before.block, delta) ? before : begun(state, index, delta, out);
  const shown = block.add(delta);
  if (shown) out.push({ type: shown.type, part, delta: shown.delta });
}

function begun(state: State, index: number, delta: JsonObject, out: ModelEvent[]): OpenBlock {
  const block = blockOfDelta(delta, state.blocks);
  if (!block) throw badStream("A delta came for a call that had not started", state.decode.context);
  return open(state, index, block, out);
}

function open(state: State, index: number, block: Block, out: ModelEvent[]): OpenBlock {
  state.hasCutCall ||= state.open.get(index)?.block.kind === "tool-call";
  closeBlock(state.open, index, out);
  const opened = { part: state.parts++, block };
  state.open.set(index, opened);
  state.lastIndex = index;
  if (block.kind === "tool-call") state.calls++;
  const name = block.name ? { name: block.name } : {};
  out.push({ type: "part-start", part: opened.part, kind: block.kind, ...name });
  return opened;
}

function blockStop(state: State, { contentBlockIndex }: WireEvent, out: ModelEvent[]): void {
  const index = indexOf(state, contentBlockIndex);
  const opened = state.open.get(index);
  if (!opened) return;
  state.open.delete(index);
  const { part, block } = opened;
  // Of a call only a whole object is beyond doubt before the stop is known.
  const content = block.finish(block.kind !== "tool-call");
  if (content.type === "tool-call" && isBroken(content)) state.unfinished.push(opened);
  else out.push({ type: "part-end", part, content });
}

function messageStop(state: State, { stopReason }: WireEvent, out: ModelEvent[]): void {
  mustBeInside(state, "its end");
  const rawStop = stringIn(stopReason);
  const failure = failedStop(rawStop, state.calls > 0);
  if (failure !== undefined) throw badStream(failure, state.decode.context);
  state.stop = rawStop === "" ? stopWithoutReason(state) : stopOf(rawStop);
  if (rawStop === "") closeProvedBlocks([...state.unfinished, ...state.open.values()], state.decode, out);
  else closeBlocks(state, !isCut(rawStop, state.stop), out);
  state.rawStop = rawStop;
  state.phase = "stopped";
}

function stopWithoutReason({ calls, hasCutCall, parts, decode }: State): StopReason {
  if (parts === 0 || hasCutCall) throw badStream("The reply ended without a stopReason", decode.context);
  return calls > 0 ? "tool-calls" : "answered";
}

function metadata(state: State, { usage }: WireEvent, out: ModelEvent[]): void {
  if (isJsonObject(usage)) state.usage = usage;
  if (state.phase === "stopped") end(state, out);
}

function end(state: State, out: ModelEvent[]): void {
  const { rawStop, stop, usage } = state;
  state.phase = "after";
  const counted = { usage: usageOf(usage ?? {}), ...(usage ? { rawUsage: usage } : {}) };
  out.push({ type: "message-end", stop, rawStop, ...counted });
}

function indexOf({ lastIndex }: State, index: JsonValue | undefined): number {
  return typeof index === "number" ? index : Math.max(0, lastIndex);
}

function mustBeInside(state: State, what: string): void {
  if (state.phase === "before") throw badStream(`The reply began with ${what}`, state.decode.context);
  if (state.phase !== "inside")
    throw badStream(`The reply continued with ${what} after its end`, state.decode.context);
}
