import { isJsonObject, type EntryKind, type JsonObject, type JsonValue } from "@skein/protocol";

/** What a field must be; with `?` it may be left out. */
type FieldType = "text" | "number" | "yes or no" | "object" | "list" | "parts" | "numbers" | "any";
type Shape = { readonly [field: string]: FieldType | `${FieldType}?` };

/** What views rely on, of the first version of each kind. More fields are always welcome. */
const shapes: { readonly [Kind in EntryKind]: Shape } = {
  "session-start": {
    id: "text",
    cwd: "text",
    interaction: "text",
    name: "text?",
    parent: "object?",
    worktree: "object?",
    recipe: "text?",
    recipeSource: "object?",
  },
  settings: { provider: "text", model: "text", mode: "text", extensions: "list", options: "object" },
  "run-start": { input: "parts" },
  outcome: { outcome: "text", error: "object?", turns: "number" },
  context: { hash: "text", reason: "text" },
  queued: { id: "text", content: "parts", steer: "yes or no" },
  "user-message": { from: "text", content: "parts", queued: "text?" },
  "dynamic-context": { sections: "list" },
  "model-request": { purpose: "text", provider: "text", model: "text" },
  "model-attempt": { request: "number", chargedTokens: "number", reservedTokens: "number" },
  "model-result": {
    request: "number",
    provider: "text",
    model: "text",
    usage: "object",
    costUsd: "number?",
    error: "object?",
  },
  "reply-draft": { request: "number", content: "parts" },
  "assistant-message": { request: "number", content: "parts", partial: "text?" },
  decision: { callId: "text", verdict: "text", by: "text", reason: "text?" },
  question: { question: "object" },
  answer: { questionId: "text", answer: "object", by: "text" },
  "tool-intent": {
    callId: "text",
    tool: "text",
    extension: "text",
    input: "any",
    effect: "text",
    resources: "list?",
    unkept: "list?",
  },
  "tool-result": {
    callId: "text",
    name: "text",
    content: "parts",
    failure: "object?",
    structured: "any?",
    durationMs: "number",
    artifacts: "list?",
    app: "object?",
    reports: "list?",
  },
  checkpoint: { snapshot: "text", root: "text", callId: "text?" },
  rewind: { to: "number" },
  compaction: { summary: "text", firstKept: "number", pinned: "numbers" },
  elision: { results: "list" },
  child: { session: "text", callId: "text?" },
  "extension-state": { extension: "text", state: "any" },
  name: { name: "text", by: "text" },
  scrub: { entries: "number", blobs: "number" },
  notice: { audience: "text", level: "text", text: "text" },
};

/** @returns the field that is not as it must be, and how it must be; `undefined` when all are, or the kind is unknown. */
export function wrongField(entry: JsonObject): { readonly field: string; readonly must: string } | undefined {
  const { kind, v } = entry;
  if (v !== 1 || typeof kind !== "string" || !Object.hasOwn(shapes, kind)) return undefined;
  for (const [field, type] of Object.entries(shapes[kind as EntryKind])) {
    const value = Object.hasOwn(entry, field) ? entry[field] : undefined;
    if (value === undefined && type.endsWith("?")) continue;
    const plain = type.replace("?", "") as FieldType;
    if (value === undefined || !is[plain](value)) return { field, must: words[plain] };
  }
  return undefined;
}

const is: { readonly [Type in FieldType]: (value: JsonValue) => boolean } = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  "yes or no": (value) => typeof value === "boolean",
  object: isJsonObject,
  list: Array.isArray,
  numbers: (value) => Array.isArray(value) && value.every((item) => typeof item === "number"),
  parts: (value) => Array.isArray(value) && value.every(isPart),
  any: () => true,
};

const words: { readonly [Type in FieldType]: string } = {
  text: "a text",
  number: "a number",
  "yes or no": "true or false",
  object: "an object",
  list: "a list",
  numbers: "a list of numbers",
  parts: "a list of parts of a message",
  any: "there",
};

function isPart(part: JsonValue): boolean {
  if (!isJsonObject(part)) return false;
  const { type, text, id, name, mediaType, data } = part;
  switch (type) {
    case "text":
    case "thinking":
      return typeof text === "string";
    case "tool-call":
      return typeof id === "string" && typeof name === "string";
    case "image":
    case "file":
      return typeof mediaType === "string" && typeof data === "string";
    default:
      return typeof type === "string";
  }
}
