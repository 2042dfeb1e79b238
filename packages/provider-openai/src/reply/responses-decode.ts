import { isJsonObject } from "@skein/protocol";
import type { JsonObject, ModelEvent } from "@skein/protocol";
import { createUniqueIds, eventJson, objectIn, objectsIn, stringIn } from "@skein/provider-kit";
import type { ReplyDecoder } from "@skein/provider-kit";
import type { DecodeContext } from "../dialect.ts";
import { createParts } from "./parts.ts";
import type { Item, Unfinished } from "./responses-item.ts";
import { openItem } from "./responses-items.ts";
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

interface TypedItem extends Item {
  readonly type: string;
}

/**
 * Reads the events of a response. Items are known by their place in the output: some servers give an item another id
 * in each event. The reply ends with `response.completed` or `response.incomplete`, which also hold the whole output:
 * what no event brought is taken from there.
 */
export function createResponsesDecoder(decode: DecodeContext): ReplyDecoder {
  const items = new Map<unknown, TypedItem>();
  const done = new Set<unknown>();
  const types = new Set<string>();
  const placeOfCall = new Map<string, unknown>();
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

  const itemAt = (place: unknown, item: JsonObject, out: ModelEvent[]): TypedItem => {
    const known = items.get(place);
    if (known) return known;
    const opened = { ...openItem(item, shared, out), type: stringIn(item["type"]) };
    items.set(place, opened);
    types.add(opened.type);
    if (typeof item["call_id"] === "string") placeOfCall.set(item["call_id"], place);
    return opened;
  };

  const finishItem = (place: unknown, item: JsonObject, out: ModelEvent[]): void => {
    if (done.has(place)) return;
    const open = itemAt(place, item, out);
    done.add(place);
    const later = open.finish(item, out);
    if (later) unfinished.push(later);
  };

  /** An item that came in events may stand at another place here, so only what cannot be one of those is new. */
  const takeFromEnd = (index: number, item: JsonObject, out: ModelEvent[]): void => {
    const type = stringIn(item["type"]);
    const place = placeOfCall.get(stringIn(item["call_id"])) ?? index;
    const open = items.get(place);
    const isNew = !open && (calling.has(type) || !types.has(type));
    if (isNew || open?.type === type) finishItem(place, item, out);
  };

  const end = (response: JsonObject, type: string, out: ModelEvent[]): void => {
    begin(stringIn(response["model"]), out);
    for (const [index, item] of objectsIn(response["output"]).entries()) takeFromEnd(index, item, out);
    for (const [place, item] of items) if (!done.has(place)) item.cut(out);
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
      const place = event["output_index"] ?? event["item_id"];
      if (kind !== undefined) {
        begin("", out);
        if (!done.has(place)) itemAt(place, { type: kind }, out).add(event, out);
      } else if (type === "response.output_item.added") {
        begin("", out);
        if (!done.has(place)) itemAt(place, objectIn(event["item"]), out);
      } else if (type === "response.output_item.done") {
        begin("", out);
        finishItem(place, objectIn(event["item"]), out);
      } else if (endings.has(type)) {
        takeEnding(objectIn(event["response"]), type, out);
      } else if (type === "error" || (type === "" && event["error"])) {
        throw decode.failed(event);
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
