import { isJsonObject, objectsIn } from "@skein/protocol";
import type { JsonObject, JsonValue, ModelEvent, StopReason } from "@skein/protocol";
import { badStream, eventJson, objectIn, stringIn } from "@skein/provider-kit";
import type { ReplyDecoder } from "@skein/provider-kit";
import type { DecodeContext } from "../dialect.ts";
import { createChatCalls } from "./chat-calls.ts";
import { chatStop, isFailedStop } from "./chat-stop.ts";
import { createChatThinking } from "./chat-thinking.ts";
import { chatUsage } from "./chat-usage.ts";
import { slipCall, slipIn, slipWord } from "./model-slip.ts";
import { createParts, saidSoFar } from "./parts.ts";
import type { OpenPart } from "./parts.ts";

/**
 * Reads chunks of a chat completion. All choices are one reply: only one is asked for, and servers that send more have
 * split it. Text, thoughts and calls may come in any order, so their parts end with the reply.
 *
 * The reply ends with `[DONE]`, or with the body once a reason to stop was given. An unknown role, an empty choice or
 * a field of tomorrow is skipped.
 */
export function createChatDecoder(decode: DecodeContext): ReplyDecoder {
  const parts = createParts();
  const calls = createChatCalls(parts, decode);
  const thinking = createChatThinking(parts, decode);
  let text: OpenPart | undefined;
  let refused = false;
  let replyId = "";
  let rawStop: string | undefined;
  let usage: JsonObject | undefined;
  /** Counters came with the reason to stop or after it: those of the whole reply. */
  let counted = false;
  let phase: "before" | "inside" | "after" = "before";

  const addText = (added: string, out: ModelEvent[]): void => {
    if (added === "") return;
    text ??= parts.open("text", out);
    parts.add("text", text, added, out);
  };

  const addContent = (content: JsonValue | undefined, out: ModelEvent[]): void => {
    if (typeof content === "string") addText(content, out);
    else if (content) {
      for (const chunk of objectsIn(content)) {
        if (chunk["type"] === "thinking") thinking.takeChunk(chunk, out);
        else if (chunk["type"] === "text") addText(stringIn(chunk["text"]), out);
      }
    }
  };

  const addDelta = (delta: JsonObject, place: number, out: ModelEvent[]): void => {
    thinking.take(delta, out);
    addContent(delta["content"], out);
    const { refusal, tool_calls: called, function_call: legacy } = delta;
    if (typeof refusal === "string" && refusal !== "") {
      refused = true;
      addText(refusal, out);
    }
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
      if (typeof reason === "string" && reason !== "") rawStop = reason;
    }
    const counters = chunk["usage"] ?? objectIn(chunk["x_groq"])["usage"];
    if (isJsonObject(counters)) {
      usage = counters;
      counted = rawStop !== undefined;
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

  const end = (out: ModelEvent[]): void => {
    if (rawStop === undefined && calls.any()) {
      throw badStream("The reply with tool calls ended without a finish_reason", decode.context);
    }
    finish(chatStop(rawStop ?? "", { called: calls.any(), refused }), out);
  };

  const finish = (stop: StopReason, out: ModelEvent[]): void => {
    phase = "after";
    thinking.close(calls.any(), out);
    if (text) parts.close(text, { type: "text", text: saidSoFar(text) }, out);
    calls.close(stop !== "length" && stop !== "refused", (part) => `${replyId || "call"}_${part}`, out);
    out.push({
      type: "message-end",
      stop,
      rawStop: rawStop ?? "",
      usage: usage ? chatUsage(usage) : {},
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
      if (phase !== "inside" || rawStop === undefined) return;
      if (isTorn && !counted) usage = undefined;
      end(out);
    },
    begun: () => phase !== "before",
    settled: () => phase === "inside" && rawStop !== undefined,
    ended: () => phase === "after",
  };
}

/** An error stands beside the choices, in one of them, or in place of the whole chunk. */
function errorIn(chunk: JsonObject): JsonValue | undefined {
  const { error, object, choices } = chunk;
  if (error) return error;
  if (object === "error") return chunk;
  return objectsIn(choices)
    .map((choice) => choice["error"])
    .find((inner) => isJsonObject(inner));
}
