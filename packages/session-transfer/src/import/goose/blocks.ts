import {
  isBroken,
  extractText,
  type AssistantPart,
  type EntryOf,
  type JsonObject,
  type JsonValue,
  type ToolContentPart,
  type UserPart,
} from "@skein/protocol";
import { lookUp, objectIn, objectsIn, textIn } from "../loose.ts";
import { callOf, failed, leftOut, mediaPart, textPart } from "../parts.ts";
import { thoughtSidecar, type Author } from "../signatures.ts";
import { redactedThought, thoughtPart } from "../thoughts.ts";
import type { ResultStep } from "../steps.ts";

/** A block of a user's message; `undefined` for what has no word of ours. */
export function userPart(block: JsonObject): UserPart | undefined {
  if (block["type"] === "text") return textPart(block["text"]);
  return block["type"] === "image" ? mediaPart(block["data"], block["mimeType"]) : undefined;
}

const readers: Readonly<Record<string, (block: JsonObject, author: Author) => AssistantPart | undefined>> = {
  text: (block) => textPart(block["text"]),
  thinking: thoughtPart,
  redactedThinking: redactedThought,
  toolRequest: readRequest,
  frontendToolRequest: readRequest,
};

/** A block of a reply; `undefined` for what has no word of ours. */
export function replyPart(block: JsonObject, author: Author): AssistantPart | undefined {
  return lookUp(readers, textIn(block["type"]))?.(block, author);
}

/** A request that could not be read holds an error in place of a name and arguments. */
function readRequest(block: JsonObject, author: Author): AssistantPart {
  const id = textIn(block["id"]) ?? "call";
  const { value, error } = objectIn(block["toolCall"]);
  const call = objectIn(value);
  const name = textIn(call["name"]);
  if (name === undefined)
    return { type: "tool-call", id, name: "unknown", raw: textIn(error) ?? "", problem: "not-json" };
  const signed = thoughtSidecar(author, objectIn(block["metadata"])["thoughtSignature"]);
  return { ...callOf(id, name, call["arguments"] ?? {}), ...signed };
}

export function resultStep(block: JsonObject): Omit<ResultStep, "at" | "key"> {
  const callId = textIn(block["id"]) ?? "call";
  const { status, value, error } = objectIn(block["toolResult"]);
  if (status === "error") {
    const text = textIn(error) ?? "The tool failed.";
    return { does: "result", callId, content: [{ type: "text", text }], failure: failed(text) };
  }
  const result = Array.isArray(value) ? { content: value as JsonValue } : objectIn(value);
  const content = objectsIn(result["content"]).map(resultPart);
  const failure = result["isError"] === true ? failed(extractText(content)) : undefined;
  return { does: "result", callId, content, failure };
}

function resultPart(item: JsonObject): ToolContentPart {
  const resource = objectIn(item["resource"]);
  const name = textIn(resource["uri"]) ?? textIn(item["uri"]);
  return (
    textPart(item["text"] ?? resource["text"]) ??
    mediaPart(item["data"] ?? resource["blob"], item["mimeType"] ?? resource["mimeType"], name) ??
    leftOut(name ?? textIn(item["type"]) ?? "nothing")
  );
}

/** A part in Goose's words. */
export function blockOf(part: UserPart | AssistantPart): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
    case "file":
      return { type: "image", data: part.data, mimeType: part.mediaType };
    case "thinking": {
      const { signature, redacted } = objectIn(part.sidecar?.data);
      if (redacted !== undefined) return { type: "redactedThinking", data: redacted };
      return { type: "thinking", thinking: part.text, signature: textIn(signature) ?? "" };
    }
    case "tool-call": {
      const toolCall: JsonObject = isBroken(part)
        ? { status: "error", error: part.raw }
        : { status: "success", value: { name: part.name, arguments: part.input } };
      return { type: "toolRequest", id: part.id, toolCall };
    }
    case "opaque":
      return undefined;
  }
}

export function responseOf({ callId, content, failure }: EntryOf<"tool-result">): JsonObject {
  const isError = failure !== undefined;
  const value = { content: content.map(contentItem), isError };
  return { type: "toolResponse", id: callId, toolResult: { status: "success", value } };
}

function contentItem(part: ToolContentPart): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "image") return { type: "image", data: part.data, mimeType: part.mediaType };
  const resource = { uri: part.name ?? "file", mimeType: part.mediaType, blob: part.data };
  return { type: "resource", resource };
}
