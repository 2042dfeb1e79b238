import type {
  AssistantPart,
  JsonObject,
  JsonValue,
  StopReason,
  ToolContentPart,
  Usage,
} from "@skein/protocol";
import { countIn, known, lookUp, objectIn, objectsIn, textIn } from "../loose.ts";
import { callOf, leftOut, mediaPart, textPart } from "../parts.ts";
import type { Author } from "../signatures.ts";
import { redactedThought, thoughtPart } from "../thoughts.ts";

/** What the user says, or a tool answers. A picture or a document that is only linked is said to be left out. */
export function contentParts(content: JsonValue | undefined): ToolContentPart[] {
  if (typeof content === "string") return [textPart(content) ?? []].flat();
  return objectsIn(content).flatMap((block): ToolContentPart | [] => {
    const type = textIn(block["type"]);
    if (type === "text") return textPart(block["text"]) ?? [];
    if (type !== "image" && type !== "document") return [];
    const source = objectIn(block["source"]);
    const held = mediaPart(source["data"], source["media_type"], block["title"]);
    return held ?? textPart(source["text"]) ?? leftOut(`${type} ${textIn(source["url"]) ?? "without data"}`);
  });
}

const readers: Readonly<Record<string, (block: JsonObject, author: Author) => AssistantPart | undefined>> = {
  text: (block) => textPart(block["text"]),
  thinking: thoughtPart,
  redacted_thinking: redactedThought,
  tool_use: (block) => callOf(textIn(block["id"]) ?? "call", textIn(block["name"]) ?? "", block["input"]),
};

/** A block that has no word of ours (a search that the vendor ran, say) goes back to its owner as it is. */
export function replyParts(content: JsonValue | undefined, author: Author): AssistantPart[] {
  if (typeof content === "string") return [textPart(content) ?? []].flat();
  return objectsIn(content).flatMap((block): AssistantPart | [] => {
    const reader = lookUp(readers, textIn(block["type"]));
    if (reader) return reader(block, author) ?? [];
    return { type: "opaque", sidecar: { provider: author.provider, model: author.model, data: block } };
  });
}

export function usageOf(message: JsonObject): Usage {
  const raw = objectIn(message["usage"]);
  return known({
    input: countIn(raw["input_tokens"]),
    output: countIn(raw["output_tokens"]),
    cacheRead: countIn(raw["cache_read_input_tokens"]),
    cacheWrite: countIn(raw["cache_creation_input_tokens"]),
  });
}

const stops: Readonly<Record<string, StopReason>> = {
  end_turn: "answered",
  stop_sequence: "answered",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refused",
  pause_turn: "paused",
};

export function stopOf(rawStop: string | undefined): StopReason | undefined {
  return rawStop === undefined ? undefined : (lookUp(stops, rawStop) ?? "other");
}
