import { objectsIn, type JsonObject, type ModelEvent } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import { sidecarOf } from "../sidecar.ts";
import { saidSoFar } from "./parts.ts";
import type { OpenPart } from "./parts.ts";
import type { Item, ItemContext } from "./responses-item.ts";

/** Summaries and thoughts in the open, in one part. Only the finished item can be sent back. */
export function openReasoning(_started: JsonObject, { decode, parts }: ItemContext): Item {
  let part: OpenPart | undefined;
  let place = "";
  const say = (text: string, here: string, out: ModelEvent[]): void => {
    if (text === "") return;
    part ??= parts.open("thinking", out);
    if (part.pieces.length > 0 && here !== place) parts.add("thinking", part, "\n\n", out);
    place = here;
    parts.add("thinking", part, text, out);
  };
  return {
    add(event, out) {
      const index = JSON.stringify(event["summary_index"] ?? event["content_index"]);
      say(stringIn(event["delta"]), `${stringIn(event["type"])} ${index}`, out);
    },
    finish(item, out) {
      const { id, summary = [], content, encrypted_content: encrypted } = item;
      const open = objectsIn(content);
      const texts = [...objectsIn(summary), ...open].map(({ text }) => stringIn(text));
      if (!part) for (const [at, text] of texts.entries()) say(text, String(at), out);
      const returnable = typeof encrypted === "string" && encrypted !== "";
      if (!part && !returnable) return undefined;
      const data = {
        ...(id === undefined ? {} : { id }),
        summary,
        ...(open.length > 0 ? { content: open } : {}),
        ...(returnable ? { encrypted_content: encrypted } : {}),
      };
      const sidecar =
        returnable || open.length > 0 ? { sidecar: sidecarOf(decode.owner, "responses", data) } : {};
      part ??= parts.open("thinking", out);
      parts.close(part, { type: "thinking", text: saidSoFar(part), ...sidecar }, out);
      return undefined;
    },
    cut(out) {
      if (part) parts.close(part, { type: "thinking", text: saidSoFar(part) }, out);
    },
  };
}
