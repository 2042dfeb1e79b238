import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonObject, ModelEvent } from "@skein/protocol";
import { finishCall, stringIn } from "@skein/provider-kit";
import { sidecarOf } from "../sidecar.ts";
import { saidSoFar } from "./parts.ts";
import { marksOf, sayRest } from "./responses-item.ts";
import type { Item, ItemContext } from "./responses-item.ts";

export function openCall(started: JsonObject, context: ItemContext, out: ModelEvent[]): Item {
  const { decode, parts } = context;
  const name = decode.toolName(stringIn(started["name"]));
  const part = parts.open("tool-call", out, name);
  const contentOf = (item: JsonObject, complete: boolean, id: string): AssistantPart => {
    const { type: _, call_id: __, name: ___, arguments: ____, status: _____, ...rest } = item;
    const sidecar = Object.keys(rest).length === 0 ? undefined : sidecarOf(decode.owner, "responses", rest);
    return finishCall({
      id,
      name: name || decode.toolName(stringIn(item["name"])),
      raw: saidSoFar(part),
      complete,
      sidecar,
    });
  };
  const idOf = (item: JsonObject): string =>
    context.callId(stringIn(item["call_id"]) || stringIn(item["id"]) || `call_${part.number}`);
  return {
    add(event, events) {
      parts.add("tool-call", part, stringIn(event["delta"]), events);
    },
    finish(item, events) {
      sayRest("tool-call", part, stringIn(item["arguments"]), context, events);
      const id = idOf(item);
      const content = contentOf(item, item["status"] !== "incomplete", id);
      if (content.type === "tool-call" && isBroken(content) && content.problem === "not-json") {
        return (complete, later) => parts.close(part, contentOf(item, complete, id), later);
      }
      parts.close(part, content, events);
      return undefined;
    },
    cut(events) {
      parts.close(part, contentOf(started, false, idOf(started)), events);
    },
  };
}

/** A call whose input is free text. No tool here is offered like that, but a model may make one, and waits for the result. */
export function openCustomCall(
  started: JsonObject,
  { decode, parts, callId }: ItemContext,
  out: ModelEvent[],
): Item {
  const name = decode.toolName(stringIn(started["name"]));
  const part = parts.open("tool-call", out, name);
  const idOf = (item: JsonObject): string => callId(stringIn(item["call_id"]) || `call_${part.number}`);
  const sidecarFor = (item: JsonObject) =>
    sidecarOf(decode.owner, "responses", { type: "custom_tool_call", ...marksOf(item, ["id"]) });
  return {
    add: () => undefined,
    finish(item, events) {
      const head = { type: "tool-call", id: idOf(item), name: name || stringIn(item["name"]) } as const;
      parts.close(part, { ...head, input: stringIn(item["input"]), sidecar: sidecarFor(item) }, events);
      return undefined;
    },
    cut(events) {
      const head = { type: "tool-call", id: idOf(started), name, raw: "", problem: "cut-off" } as const;
      parts.close(part, { ...head, sidecar: sidecarFor(started) }, events);
    },
  };
}
