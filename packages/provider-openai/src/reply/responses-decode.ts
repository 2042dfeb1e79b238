import { isJsonObject, objectsIn } from "@skein/protocol";
import type { JsonObject, ModelEvent } from "@skein/protocol";
import { createUniqueIds, eventJson, objectIn, stringIn } from "@skein/provider-kit";
import type { ReplyDecoder } from "@skein/provider-kit";
import type { DecodeContext } from "../dialect.ts";
import { slipCall, slipIn, slipWord } from "./model-slip.ts";
import { createParts } from "./parts.ts";
import { placeInStream, placesInOutput } from "./responses-places.ts";
import { responsesStop } from "./responses-stop.ts";
import { createStreamedItems } from "./responses-streamed.ts";
import { responsesUsage } from "./responses-usage.ts";

/** What a delta without the start of its item belongs to. */
const itemOfDelta: ReadonlyMap<string, string> = new Map([
  ["response.output_text.delta", "message"],
  ["response.refusal.delta", "message"],
  ["response.reasoning_summary_text.delta", "reasoning"],
  ["response.reasoning_text.delta", "reasoning"],
  ["response.function_call_arguments.delta", "function_call"],
]);

const endings: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
]);

/**
 * Reads the events of a response. The reply ends with `response.completed` or `response.incomplete`, which also hold the
 * whole output: what no event brought is taken from there.
 */
export function createResponsesDecoder(decode: DecodeContext): ReplyDecoder {
  let refused = false;
  let phase: "before" | "inside" | "after" = "before";
  const shared = {
    decode,
    parts: createParts(),
    callId: createUniqueIds(),
    onRefusal: () => {
      refused = true;
    },
  };
  const items = createStreamedItems(shared);

  const begin = (modelId: string, out: ModelEvent[]): void => {
    if (phase !== "before") return;
    phase = "inside";
    const { requestId, owner } = decode;
    out.push({
      type: "message-start",
      modelId: modelId || owner.model,
      ...(requestId === undefined ? {} : { requestId }),
    });
  };

  /** The items before it stay; the call that failed is for the model to make again. */
  const endWithSlip = (error: JsonObject, out: ModelEvent[]): void => {
    begin("", out);
    items.cutOpen(out);
    items.endWaiting(true, out);
    const call = slipCall(error, decode.toolName);
    shared.parts.close(shared.parts.open("tool-call", out, call.name), call, out);
    phase = "after";
    out.push({ type: "message-end", stop: "tool-calls", rawStop: slipWord, usage: {} });
  };

  const end = (response: JsonObject, type: string, out: ModelEvent[]): void => {
    begin(stringIn(response["model"]), out);
    const output = objectsIn(response["output"]);
    for (const [index, place] of placesInOutput(items.byPlace, output).entries())
      items.finish(place ?? Symbol(index), output[index]!, out);
    items.cutOpen(out);
    const { stop, rawStop } = responsesStop(response, type, { refused, called: items.hasCalls() });
    items.endWaiting(stop !== "length" && stop !== "refused", out);
    phase = "after";
    const usage = response["usage"];
    out.push({
      type: "message-end",
      stop,
      rawStop,
      usage: { ...decode.charged, ...responsesUsage(usage) },
      ...(isJsonObject(usage) ? { rawUsage: usage } : {}),
    });
  };

  const takeEnding = (response: JsonObject, type: string, out: ModelEvent[]): void => {
    const failed = type === "response.failed" || response["status"] === "failed";
    const slip = failed ? slipIn(response) : undefined;
    if (slip) return endWithSlip(slip, out);
    if (failed)
      throw decode.failed({
        error: response["error"] ?? { code: "server_error", message: "The reply failed." },
      });
    end(response, type, out);
  };

  return {
    take(sent, out) {
      const event = eventJson(sent, decode.context);
      if (!isJsonObject(event)) return;
      const type = stringIn(event["type"]) || sent.event;
      const kind = itemOfDelta.get(type);
      const place = placeInStream(items.byPlace, event, kind ?? stringIn(objectIn(event["item"])["type"]));
      if (kind !== undefined) {
        begin("", out);
        const item = items.open(place, { type: kind, id: event["item_id"] ?? null }, out);
        if (!item.isDone) item.add(event, out);
      } else if (type === "response.output_item.added") {
        begin("", out);
        items.open(place, objectIn(event["item"]), out);
      } else if (type === "response.output_item.done") {
        begin("", out);
        items.finish(place, objectIn(event["item"]), out);
      } else if (endings.has(type)) {
        takeEnding(objectIn(event["response"]), type, out);
      } else if (type === "error" || (type === "" && event["error"])) {
        const slip = slipIn(event);
        if (!slip) throw decode.failed(event);
        endWithSlip(slip, out);
      } else if (isJsonObject(event["response"])) {
        begin(stringIn(event["response"]["model"]), out);
      }
    },
    takeWhole(body, out) {
      if (!isJsonObject(body) || !Array.isArray(body["output"])) return false;
      takeEnding(body, `response.${stringIn(body["status"]) || "completed"}`, out);
      return true;
    },
    close: () => undefined,
    begun: () => phase !== "before",
    settled: () => false,
    ended: () => phase === "after",
  };
}
