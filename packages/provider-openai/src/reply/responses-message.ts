import { objectsIn, type JsonObject, type ModelEvent } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import { sidecarOf } from "../sidecar.ts";
import { saidSoFar } from "./parts.ts";
import type { OpenPart } from "./parts.ts";
import { marksOf, sayRest } from "./responses-item.ts";
import type { Item, ItemContext } from "./responses-item.ts";

/** A part for each piece of content: text, or a refusal, which is text as well. */
export function openMessage(started: JsonObject, { decode, parts, onRefusal }: ItemContext): Item {
  const open = new Map<unknown, OpenPart>();
  const refused = new Set<unknown>();
  const partAt = (place: unknown, out: ModelEvent[]): OpenPart => {
    const part = open.get(place) ?? parts.open("text", out);
    open.set(place, part);
    return part;
  };
  const refuse = (place: unknown): void => {
    refused.add(place);
    onRefusal();
  };
  const close = (place: unknown, part: OpenPart, marks: JsonObject, out: ModelEvent[]): void => {
    const data = { ...marks, ...(refused.has(place) ? { refusal: true } : {}) };
    const sidecar =
      Object.keys(data).length === 0 ? {} : { sidecar: sidecarOf(decode.owner, "responses", data) };
    parts.close(part, { type: "text", text: saidSoFar(part), ...sidecar }, out);
  };
  return {
    add(event, out) {
      const place = event["content_index"] ?? 0;
      if (event["type"] === "response.refusal.delta") refuse(place);
      parts.add("text", partAt(place, out), stringIn(event["delta"]), out);
    },
    finish(item, out) {
      const content = objectsIn(item["content"]);
      const places = placesOf(content, [...open.keys()]);
      for (const [at, piece] of content.entries()) {
        const place = places[at];
        const { type, annotations } = piece;
        if (type === "refusal") refuse(place);
        const said = partText(piece);
        if (said === "" && !open.has(place)) continue;
        const part = partAt(place, out);
        sayRest("text", part, said, { decode, parts }, out);
        const noted = objectsIn(annotations).length > 0 ? { annotations: annotations! } : {};
        close(place, part, { ...marksOf(item, ["id", "phase"]), ...noted }, out);
        open.delete(place);
      }
      for (const [place, part] of open) close(place, part, marksOf(item, ["id", "phase"]), out);
    },
    cut(out) {
      for (const [place, part] of open) close(place, part, marksOf(started, ["phase"]), out);
    },
  };
}

/**
 * Where in the stream each piece of a finished item came: some servers number the two differently, and the same text
 * must not count twice. As many streamed as there are belong together in their order; otherwise equal numbers do first.
 */
function placesOf(content: readonly JsonObject[], streamed: readonly unknown[]): readonly unknown[] {
  const spoken = content.flatMap((piece, at) => (partText(piece) === "" ? [] : [at]));
  const inOrder = spoken.length === streamed.length;
  const left = inOrder ? [...streamed] : streamed.filter((place) => !spoken.includes(place as number));
  return content.map((_, at) => {
    if (!spoken.includes(at) || (!inOrder && streamed.includes(at))) return at;
    return left.shift() ?? at;
  });
}

function partText({ type, text, refusal }: JsonObject): string {
  return stringIn(type === "refusal" ? refusal : text);
}
