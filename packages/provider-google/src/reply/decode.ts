import { isBroken, isJsonObject, objectsIn } from "@skein/protocol";
import type {
  AssistantPart,
  JsonObject,
  JsonValue,
  ModelEvent,
  Sidecar,
  ToolCallPart,
} from "@skein/protocol";
import { badStream, createUniqueIds, eventJson, excerpt, stringIn } from "@skein/provider-kit";
import type { ReplyContext, ReplyDecoder } from "@skein/provider-kit";
import type { WireChunk } from "../wire.ts";
import { openCall } from "./calls.ts";
import type { IncomingCall } from "./calls.ts";
import { failedStop, isUnexpected, stopOf } from "./stop.ts";
import { unexpectedCalls } from "./unexpected-calls.ts";
import { latestUsage, usageOf } from "./usage.ts";

export interface DecodeContext extends ReplyContext {
  /** The id that was asked for: the owner of the sidecars. */
  readonly modelId: string;
  /** Returns true for a tool that the request declares. Default: every tool. */
  readonly declares?: (toolName: string) => boolean;
  /** Tokens written to an explicit cache for this request. Default 0. */
  readonly cacheWrite?: number;
}

interface State {
  readonly decode: DecodeContext;
  readonly sidecar: (data: JsonValue) => Sidecar;
  readonly callId: (id: string) => string;
  /** How many calls have begun. */
  calls: number;
  open: OpenPart | undefined;
  /** Calls whose end has come. What they are depends on the reason for the reply's end. */
  readonly made: MadeCall[];
  parts: number;
  phase: "before" | "inside" | "after";
  responseId: string;
  /** `""` until it is known. */
  rawStop: string;
  finishMessage: string;
  usage: JsonObject;
  /** What the vendor's search of the web has found, and which words it stands behind. */
  grounding: JsonObject | undefined;
  /** Counters came with the reason to stop or after it: those of the whole reply. */
  counted: boolean;
}

interface OpenText {
  readonly kind: "text" | "thinking";
  readonly part: number;
  readonly texts: string[];
}

interface OpenCall {
  readonly kind: "tool-call";
  readonly part: number;
  readonly call: IncomingCall;
}

type OpenPart = OpenText | OpenCall;

interface MadeCall {
  readonly part: number;
  readonly content: ToolCallPart;
}

/**
 * Nothing on this wire marks the end but the end of the body. A reply is whole when a reason for its end was
 * given; events may still follow that one.
 */
export function createDecoder(decode: DecodeContext): ReplyDecoder {
  const state: State = {
    decode,
    sidecar: (data) => ({ provider: decode.context.provider, model: decode.modelId, data }),
    callId: createUniqueIds(),
    calls: 0,
    open: undefined,
    made: [],
    parts: 0,
    phase: "before",
    responseId: "",
    rawStop: "",
    finishMessage: "",
    usage: {},
    grounding: undefined,
    counted: false,
  };
  return {
    take(sent, out) {
      const value = eventJson(sent, decode.context);
      if (value !== undefined) takeChunks(state, value, out);
    },
    // Endpoints that do not stream send the same in one piece: one object, or a list of them.
    // Its closing bracket proves the end of a reply with calls where no reason is given.
    takeWhole(body, out) {
      takeChunks(state, body, out);
      if (state.rawStop === "" && state.calls === 0) return false;
      end(state, out);
      return true;
    },
    close(out, isTorn) {
      if (state.rawStop === "") return;
      if (isTorn && !state.counted) state.usage = {};
      end(state, out);
    },
    begun: () => state.phase !== "before",
    settled: () => state.phase === "inside" && state.rawStop !== "",
    ended: () => state.phase === "after",
  };
}

function takeChunks(state: State, value: JsonValue, out: ModelEvent[]): void {
  for (const chunk of Array.isArray(value) ? objectsIn(value) : objectsIn([value]))
    takeChunk(state, chunk, out);
}

function takeChunk(state: State, chunk: WireChunk, out: ModelEvent[]): void {
  takeContent(state, chunk, out);
  if (isJsonObject(chunk.usageMetadata)) state.counted = state.rawStop !== "";
}

function takeContent(state: State, chunk: WireChunk, out: ModelEvent[]): void {
  if (chunk.error !== undefined && chunk.error !== null) throw state.decode.failed(chunk);
  const { candidates, promptFeedback, usageMetadata } = chunk;
  if (candidates === undefined && promptFeedback === undefined && usageMetadata === undefined) return;
  if (state.phase === "before") begin(state, chunk, out);
  if (isJsonObject(usageMetadata)) {
    state.usage = latestUsage(state.usage, usageMetadata);
    out.push({ type: "usage", usage: usageOf(state.usage, state.decode.cacheWrite ?? 0) });
  }
  if (isJsonObject(promptFeedback) && typeof promptFeedback["blockReason"] === "string") {
    state.rawStop = promptFeedback["blockReason"];
  }
  // Only one candidate is ever asked for.
  const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
  if (!isJsonObject(candidate)) return;
  const { content, finishReason, finishMessage, groundingMetadata } = candidate;
  const parts = isJsonObject(content) ? content["parts"] : undefined;
  for (const part of Array.isArray(parts) ? (parts as readonly JsonValue[]) : []) {
    if (isJsonObject(part)) addPart(state, part, out);
  }
  if (isJsonObject(groundingMetadata)) state.grounding = { ...state.grounding, ...groundingMetadata };
  if (typeof finishReason === "string" && finishReason !== "") state.rawStop = finishReason;
  if (typeof finishMessage === "string") state.finishMessage = finishMessage;
}

function begin(state: State, { modelVersion, responseId }: WireChunk, out: ModelEvent[]): void {
  state.phase = "inside";
  state.responseId = stringIn(responseId);
  out.push({
    type: "message-start",
    modelId: stringIn(modelVersion) || state.decode.modelId,
    ...(state.responseId === "" ? {} : { requestId: state.responseId }),
  });
}

function addPart(state: State, part: JsonObject, out: ModelEvent[]): void {
  const { functionCall, text, thoughtSignature } = part;
  if (isJsonObject(functionCall)) addCall(state, functionCall, signatureOf(state, thoughtSignature), out);
  else if (typeof text === "string") addText(state, part, text, out);
  else if (Object.keys(part).length > 0) addOpaque(state, part, out);
}

/**
 * Pieces of a text join while none is signed. A signature belongs to the very part it came with, empty ones
 * too: that part is separate, and is sent back unchanged.
 *
 * Source: ai.google.dev/gemini-api/docs/thought-signatures.
 */
function addText(
  state: State,
  { thought, thoughtSignature }: JsonObject,
  text: string,
  out: ModelEvent[],
): void {
  const kind = thought === true ? "thinking" : "text";
  const sidecar = signatureOf(state, thoughtSignature);
  if (text === "" && !sidecar) return;
  const before = state.open;
  const open = before && before.kind === kind && !sidecar ? before : openText(state, kind, out);
  if (text !== "") {
    open.texts.push(text);
    out.push({ type: kind === "text" ? "text-delta" : "thinking-delta", part: open.part, delta: text });
  }
  if (sidecar) close(state, out, sidecar);
}

function openText(state: State, kind: OpenText["kind"], out: ModelEvent[]): OpenText {
  close(state, out);
  const open: OpenText = { kind, part: state.parts++, texts: [] };
  state.open = open;
  out.push({ type: "part-start", part: open.part, kind });
  return open;
}

/** A call that goes on has its name in its first piece only. */
function addCall(state: State, call: JsonObject, sidecar: Sidecar | undefined, out: ModelEvent[]): void {
  const name = stringIn(call["name"]);
  const before = state.open;
  // The closing piece of a call that its arguments had closed already.
  if (name === "" && before?.kind !== "tool-call" && !("args" in call || "partialArgs" in call)) return;
  const open =
    before?.kind === "tool-call" && name === "" ? before : openNewCall(state, call["id"], name, out);
  open.call.add(call, sidecar);
  if (!open.call.goesOn()) close(state, out);
}

function openNewCall(state: State, id: JsonValue | undefined, wireName: string, out: ModelEvent[]): OpenCall {
  close(state, out);
  const name = state.decode.toolName(wireName);
  const open: OpenCall = {
    kind: "tool-call",
    part: state.parts++,
    call: openCall(callIdOf(state, id), name),
  };
  state.open = open;
  out.push({ type: "part-start", part: open.part, kind: "tool-call", ...(name === "" ? {} : { name }) });
  return open;
}

/**
 * A part without a word of ours: code that ran there, server tools and their results, what comes next year.
 */
function addOpaque(state: State, data: JsonObject, out: ModelEvent[]): void {
  close(state, out);
  const part = state.parts++;
  out.push({ type: "part-start", part, kind: "opaque" });
  out.push({ type: "part-end", part, content: { type: "opaque", sidecar: state.sidecar(data) } });
}

function close(state: State, out: ModelEvent[], sidecar?: Sidecar): void {
  const { open } = state;
  if (!open) return;
  state.open = undefined;
  if (open.kind === "tool-call") state.made.push({ part: open.part, content: open.call.finish() });
  else out.push({ type: "part-end", part: open.part, content: textOf(open, sidecar) });
}

function textOf({ kind, texts }: OpenText, sidecar: Sidecar | undefined): AssistantPart {
  return { type: kind, text: texts.join(""), ...(sidecar ? { sidecar } : {}) };
}

function end(state: State, out: ModelEvent[]): void {
  const { decode, rawStop, finishMessage, usage } = state;
  const isExplained = state.calls > 0 || finishMessage !== "";
  const failure = failedStop(rawStop, isExplained);
  if (failure !== undefined) {
    const words = excerpt(finishMessage, decode.context.secrets);
    throw badStream(words === "" ? failure : `${failure}: ${words}`, decode.context);
  }
  close(state, out);
  endCalls(state, out);
  if (state.grounding) addOpaque(state, { groundingMetadata: state.grounding }, out);
  state.phase = "after";
  const stop = stopOf(rawStop, state.calls > 0);
  out.push({
    type: "message-end",
    stop,
    rawStop,
    usage: usageOf(usage, decode.cacheWrite ?? 0),
    rawUsage: usage,
  });
}

function endCalls(state: State, out: ModelEvent[]): void {
  const { decode, made, rawStop, finishMessage } = state;
  if (rawStop === "" && made.some(({ content }) => isBroken(content)))
    throw badStream(
      "The reply ended without a finish reason and without all of its tool calls",
      decode.context,
    );
  if (!isUnexpected(rawStop)) {
    for (const { part, content } of made) out.push({ type: "part-end", part, content });
    return;
  }
  const received = made.map(({ content }) => content);
  const calls = unexpectedCalls(received, { ...decode, finishMessage, mintId: () => callIdOf(state, "") });
  for (const [at, content] of calls.entries()) {
    const part = made[at]?.part ?? state.parts++;
    if (made[at] === undefined) out.push({ type: "part-start", part, kind: "tool-call", name: content.name });
    out.push({ type: "part-end", part, content });
  }
}

function signatureOf({ sidecar }: State, signature: JsonValue | undefined): Sidecar | undefined {
  return typeof signature === "string" && signature !== "" ? sidecar({ signature }) : undefined;
}

/** Many models give calls no id. */
function callIdOf(state: State, received: JsonValue | undefined): string {
  const count = ++state.calls;
  return state.callId(stringIn(received) || `${state.responseId || "call"}_${count}`);
}
