import { isJsonObject, objectsIn } from "@skein/protocol";
import type { JsonObject, ModelEvent } from "@skein/protocol";
import { createUniqueIds, eventJson, objectIn, stringIn } from "@skein/provider-kit";
import type { ReplyDecoder } from "@skein/provider-kit";
import type { DecodeContext } from "../dialect.ts";
import { slipCall, slipIn, slipWord } from "./model-slip.ts";
import { createParts } from "./parts.ts";
import type { Item, Unfinished } from "./responses-item.ts";
import { openItem } from "./responses-items.ts";
import { idsOf, placeInStream, placesInOutput } from "./responses-places.ts";
import type { PlacedItem } from "./responses-places.ts";
import { responsesStop } from "./responses-stop.ts";
import { responsesUsage } from "./responses-usage.ts";

/** What a delta without the start of its item belongs to. */
const itemOfDelta: ReadonlyMap<string, string> = new Map([
  ["response.output_text.delta", "message"],
  ["response.refusal.delta", "message"],
  ["response.reasoning_summary_text.delta", "reasoning"],
  ["response.reasoning_text.delta", "reasoning"],
  ["response.function_call_arguments.delta", "function_call"],
]);

const calling: ReadonlySet<string> = new Set(["function_call", "custom_tool_call"]);

const endings: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
]);

interface StreamedItem extends Item, PlacedItem {
  isDone: boolean;
}

/**
 * Reads the events of a response. The reply ends with `response.completed` or `response.incomplete`, which also hold the
 * whole output: what no event brought is taken from there.
 */
export function createResponsesDecoder(decode: DecodeContext): ReplyDecoder {
  const items = new Map<unknown, StreamedItem>();
  const types = new Set<string>();
  const unfinished: Unfinished[] = [];
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

  const itemAt = (place: unknown, item: JsonObject, out: ModelEvent[]): StreamedItem => {
    const known = items.get(place);
    if (known) return known;
    const type = stringIn(item["type"]);
    const opened = { ...openItem(item, shared, out), type, ids: new Set(idsOf(item)), isDone: false };
    items.set(place, opened);
    types.add(type);
    return opened;
  };

  const finishItem = (place: unknown, item: JsonObject, out: ModelEvent[]): void => {
    const open = itemAt(place, item, out);
    if (open.isDone) return;
    open.isDone = true;
    const later = open.finish(item, out);
    if (later) unfinished.push(later);
  };

  /** The items before it stay; the call that failed is for the model to make again. */
  const endWithSlip = (error: JsonObject, out: ModelEvent[]): void => {
    begin("", out);
    for (const item of items.values()) if (!item.isDone) item.cut(out);
    for (const later of unfinished) later(true, out);
    const call = slipCall(error, decode.toolName);
    shared.parts.close(shared.parts.open("tool-call", out, call.name), call, out);
    phase = "after";
    out.push({ type: "message-end", stop: "tool-calls", rawStop: slipWord, usage: {} });
  };

  const end = (response: JsonObject, type: string, out: ModelEvent[]): void => {
    begin(stringIn(response["model"]), out);
    const output = objectsIn(response["output"]);
    for (const [index, place] of placesInOutput(items, output).entries())
      finishItem(place ?? Symbol(index), output[index]!, out);
    for (const item of items.values()) if (!item.isDone) item.cut(out);
    const called = [...calling].some((kind) => types.has(kind));
    const { stop, rawStop } = responsesStop(response, type, { refused, called });
    for (const later of unfinished) later(stop !== "length" && stop !== "refused", out);
    phase = "after";
    const usage = response["usage"];
    out.push({
      type: "message-end",
      stop,
      rawStop,
      usage: responsesUsage(usage),
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
      const place = placeInStream(items, event, kind ?? stringIn(objectIn(event["item"])["type"]));
      if (kind !== undefined) {
        begin("", out);
        const item = itemAt(place, { type: kind, id: event["item_id"] ?? null }, out);
        if (!item.isDone) item.add(event, out);
      } else if (type === "response.output_item.added") {
        begin("", out);
        itemAt(place, objectIn(event["item"]), out);
      } else if (type === "response.output_item.done") {
        begin("", out);
        finishItem(place, objectIn(event["item"]), out);
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
