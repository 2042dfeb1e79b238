import { objectsIn, type JsonObject, type JsonValue, type ModelEvent } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import type { DecodeContext } from "../dialect.ts";
import { sidecarOf } from "../sidecar.ts";
import { saidSoFar } from "./parts.ts";
import type { OpenPart, Parts } from "./parts.ts";

export interface ChatThinking {
  /** Fields of a delta that compatible vendors put thoughts into. */
  take(delta: JsonObject, out: ModelEvent[]): void;
  /** A chunk of a content list. */
  takeChunk(chunk: JsonObject, out: ModelEvent[]): void;
  /** @param called - whether the reply has calls. */
  close(called: boolean, out: ModelEvent[]): void;
}

/** In the order of preference: some vendors fill several with the same text. */
const fields = ["reasoning_content", "reasoning"] as const;

/**
 * Thoughts, in one part. The field they came in is remembered, since they have to go back in it. An empty one
 * counts too when the reply has calls: the vendors who write it refuse a reply with calls that has lost the
 * field.
 */
export function createChatThinking(parts: Parts, { owner }: DecodeContext): ChatThinking {
  let part: OpenPart | undefined;
  let field: string | undefined;
  const details: JsonObject[] = [];

  const add = (name: string, text: string, out: ModelEvent[]): void => {
    field ??= name;
    if (text === "") return;
    part ??= parts.open("thinking", out);
    parts.add("thinking", part, text, out);
  };

  return {
    take(delta, out) {
      const name = fields.find(
        (candidate) => typeof delta[candidate] === "string" && delta[candidate] !== "",
      );
      const empty = fields.find((candidate) => delta[candidate] === "");
      if (name !== undefined) add(name, stringIn(delta[name]), out);
      else if (empty !== undefined) add(empty, "", out);
      if (delta["reasoning_details"] === undefined) return;
      for (const detail of objectsIn(delta["reasoning_details"])) {
        if (name === undefined)
          add("reasoning", stringIn(detail["text"]) || stringIn(detail["summary"]), out);
        merge(details, detail);
      }
    },
    takeChunk({ thinking }, out) {
      const pieces =
        typeof thinking === "string" ? [thinking] : objectsIn(thinking).map(({ text }) => stringIn(text));
      for (const piece of pieces) add("content", piece, out);
    },
    close(called, out) {
      const silent = part === undefined && details.length === 0;
      if (field === undefined && silent) return;
      if (silent && !called) return;
      part ??= parts.open("thinking", out);
      const data = details.length === 0 ? { field: field! } : { field: field ?? "reasoning", details };
      parts.close(
        part,
        { type: "thinking", text: saidSoFar(part), sidecar: sidecarOf(owner, "chat", data) },
        out,
      );
    },
  };
}

const streamed = ["text", "summary", "data"];

/** Details stream in pieces: one with the same kind and index continues the one before it. */
function merge(details: JsonObject[], detail: JsonObject): void {
  const last = details.at(-1);
  const goesOn =
    last?.["type"] === detail["type"] &&
    last?.["index"] === detail["index"] &&
    (last?.["id"] == null || detail["id"] == null || last["id"] === detail["id"]) &&
    (detail["index"] !== undefined || detail["type"] === "reasoning.text");
  if (!last || !goesOn) {
    details.push(detail);
    return;
  }
  const merged: Record<string, JsonValue> = { ...last };
  for (const [name, value] of Object.entries(detail)) {
    const before = merged[name];
    const glued = streamed.includes(name) && typeof before === "string" && typeof value === "string";
    if (glued) merged[name] = before + value;
    else if (value !== null) merged[name] = value;
  }
  details[details.length - 1] = merged;
}
