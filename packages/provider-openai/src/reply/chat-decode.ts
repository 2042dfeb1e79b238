import { isJsonObject, objectsIn } from "@skein/protocol";
import type { JsonObject, JsonValue, ModelEvent, StopReason } from "@skein/protocol";
import { badStream, eventJson, failedBase, objectIn, provedCall, stringIn } from "@skein/provider-kit";
import type { ReplyDecoder } from "@skein/provider-kit";
import type { DecodeContext } from "../dialect.ts";
import { createChatCalls } from "./chat-calls.ts";
import { chatStop, isFailedStop } from "./chat-stop.ts";
import { createChatText } from "./chat-text.ts";
import { createChatThinking } from "./chat-thinking.ts";
import { chatUsage } from "./chat-usage.ts";
import { slipCall, slipIn, slipWord } from "./model-slip.ts";
import { createParts } from "./parts.ts";

/**
 * Reads chunks of a chat completion. All choices are one reply: only one is asked for, and servers that send more have
 * split it. Text, thoughts and calls may come in any order, so their parts end with the reply.
 *
 * The reply ends with `[DONE]`, or with the body once a reason to stop was given, or once counters came without a
 * choice after the last delta. An unknown role, an empty choice or a field of tomorrow is skipped.
 */
export function createChatDecoder(decode: DecodeContext): ReplyDecoder {
  const parts = createParts();
  const calls = createChatCalls(parts, decode);
  const thinking = createChatThinking(parts, decode);
  const text = createChatText(parts, thinking);
  let replyId = "";
  let rawStop: string | undefined;
  let usage: JsonObject | undefined;
  /** Counters came with the reason to stop or after it: those of the whole reply. */
  let counted = false;
  /** The last chunk had counters and an empty list of choices, which vendors send once, after the last delta. */
  let isCountedOut = false;
  let phase: "before" | "inside" | "after" = "before";

  const addDelta = (delta: JsonObject, place: number, out: ModelEvent[]): void => {
    thinking.take(delta, out);
    const { content, refusal, tool_calls: called, function_call: legacy } = delta;
    text.take(content, out);
    text.takeRefusal(refusal, out);
    if (called)
      for (const call of Array.isArray(called) ? objectsIn(called) : [objectIn(called)])
        calls.take(call, place, out);
    if (isJsonObject(legacy)) calls.take({ index: 0, function: legacy }, place, out);
  };

  /** @param whole - not a piece of a stream: then an empty `delta` may stand beside the whole `message`. */
  const takeChunk = (chunk: JsonObject, out: ModelEvent[], whole = false): void => {
    const choices = chunk["choices"];
    const error = errorIn(chunk);
    if (phase === "before" && (Array.isArray(choices) || chunk["usage"])) begin(chunk, out);
    const objects = objectsIn(choices);
    for (let place = 0; place < objects.length; place++) {
      const { delta, message, finish_reason: reason, index } = objects[place]!;
      const said = [delta, message].filter((side) => isJsonObject(side)).at(whole ? -1 : 0);
      if (said) addDelta(said, typeof index === "number" ? index : place, out);
      if (typeof reason === "string" && !noReason.has(reason)) rawStop = reason;
    }
    const counters = chunk["usage"] ?? objectIn(chunk["x_groq"])["usage"];
    if (objects.length > 0) isCountedOut = false;
    else if (Array.isArray(choices) && isJsonObject(counters)) isCountedOut = parts.any();
    if (isJsonObject(counters)) {
      usage = counters;
      counted = mayEnd();
    }
    const slip = slipIn({ error });
    if (slip) endWithSlip(slip, chunk, out);
    else if (error !== undefined) throw decode.failed({ error });
    if (rawStop !== undefined && isFailedStop(rawStop)) {
      throw decode.failed({
        error: { code: "server_error", message: `The reply was given up: ${rawStop}.` },
      });
    }
  };

  const begin = ({ id, model }: JsonObject, out: ModelEvent[]): void => {
    phase = "inside";
    replyId = stringIn(id);
    const { requestId, owner } = decode;
    const modelId = stringIn(model) || owner.model;
    out.push({ type: "message-start", modelId, ...(requestId === undefined ? {} : { requestId }) });
  };

  const mayEnd = (): boolean => rawStop !== undefined || isCountedOut;

  const end = (out: ModelEvent[]): void => {
    finish(chatStop(rawStop ?? "", { called: calls.any(), refused: text.isRefused() }), out);
  };

  const finish = (stop: StopReason, out: ModelEvent[]): void => {
    phase = "after";
    thinking.close(calls.any(), out);
    text.close(out);
    const isReasonMissing = rawStop === undefined && stop === "tool-calls";
    calls.close(
      {
        complete: !isReasonMissing && stop !== "length" && stop !== "refused",
        check: isReasonMissing ? (call) => provedCall(call, decode) : (call) => call,
        mintId: (part) => `${replyId || "call"}_${part}`,
      },
      out,
    );
    out.push({
      type: "message-end",
      stop,
      rawStop: rawStop ?? "",
      usage: { ...decode.charged, ...(usage ? chatUsage(usage) : {}) },
      ...(usage ? { rawUsage: usage } : {}),
    });
  };

  /** The calls before it stay; the one that failed is for the model to make again. */
  const endWithSlip = (error: JsonObject, chunk: JsonObject, out: ModelEvent[]): void => {
    if (phase === "before") begin(chunk, out);
    if (chunk["usage"] === undefined) usage = undefined;
    const call = slipCall(error, decode.toolName);
    parts.close(parts.open("tool-call", out, call.name), call, out);
    rawStop = slipWord;
    finish("tool-calls", out);
  };

  return {
    take(sent, out) {
      if (sent.data === "[DONE]") {
        if (phase === "before") throw badStream("The reply ended before it began", decode.context);
        end(out);
        return;
      }
      const chunk = eventJson(sent, decode.context);
      if (!isJsonObject(chunk)) return;
      takeChunk(sent.event === "error" && errorIn(chunk) === undefined ? { error: chunk } : chunk, out);
    },
    takeWhole(body, out) {
      if (!isJsonObject(body) || objectsIn(body["choices"]).length === 0) return false;
      takeChunk(body, out, true);
      end(out);
      return true;
    },
    close(out, isTorn) {
      if (phase !== "inside" || !mayEnd()) return;
      if (isTorn && !counted) usage = undefined;
      end(out);
    },
    begun: () => phase !== "before",
    settled: () => phase === "inside" && mayEnd(),
    ended: () => phase === "after",
  };
}

/** Texts that servers send while there is no reason yet. */
const noReason: ReadonlySet<string> = new Set(["", "null"]);

/** An error stands beside the choices, in one of them, or in place of the whole chunk. */
function errorIn(chunk: JsonObject): JsonValue | undefined {
  const { error, object, choices } = chunk;
  if (error) return error;
  if (object === "error") return chunk;
  return (
    failedBase(chunk) ??
    objectsIn(choices)
      .map((choice) => choice["error"])
      .find((inner) => isJsonObject(inner))
  );
}
