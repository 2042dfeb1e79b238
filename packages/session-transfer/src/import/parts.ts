import type { FilePart, ImagePart, JsonValue, TextPart, ToolCallPart, ToolFailure } from "@skein/protocol";
import { parsed } from "./json-lines.ts";
import { textIn } from "./loose.ts";

/** `undefined` for what is no text, or an empty one. */
export function textPart(text: unknown): TextPart | undefined {
  const said = textIn(text);
  return said === undefined ? undefined : { type: "text", text: said };
}

/** Bytes in base64, as a picture or as a file. */
export function mediaPart(
  data: unknown,
  mediaType: unknown,
  name?: unknown,
): ImagePart | FilePart | undefined {
  const bytes = textIn(data);
  if (bytes === undefined) return undefined;
  const type = textIn(mediaType) ?? "application/octet-stream";
  if (type.startsWith("image/")) return { type: "image", mediaType: type, data: bytes };
  const called = textIn(name);
  const file = { type: "file", mediaType: type, data: bytes } as const;
  return called === undefined ? file : { ...file, name: called };
}

/** What a `data:` URL holds; `undefined` for any other address. */
export function dataUrlPart(url: unknown, name?: unknown): ImagePart | FilePart | undefined {
  const address = textIn(url) ?? "";
  const comma = address.indexOf(",");
  if (!address.startsWith("data:") || comma === -1) return undefined;
  const [mediaType, ...marks] = address.slice("data:".length, comma).split(";");
  if (!marks.includes("base64")) return undefined;
  return mediaPart(address.slice(comma + 1), mediaType, name);
}

/** Stands where something was that cannot be kept. */
export function leftOut(what: string): TextPart {
  return { type: "text", text: `[${what}]` };
}

/** A call whose arguments were written as JSON text. What does not parse stays as it is and is never run. */
export function callOf(id: string, name: string, raw: unknown): ToolCallPart {
  if (typeof raw !== "string") return { type: "tool-call", id, name, input: (raw ?? {}) as JsonValue };
  const input = raw.trim() === "" ? {} : parsed(raw);
  return input === undefined
    ? { type: "tool-call", id, name, raw, problem: "not-json" }
    : { type: "tool-call", id, name, input: input as JsonValue };
}

/** A failure of which only the text is known. */
export function failed(message: string): ToolFailure {
  return { kind: "failed", message };
}
