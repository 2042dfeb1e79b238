import type { JsonValue } from "./json.ts";
import type { CallProblem, ToolFailure } from "./errors/failures.ts";

/**
 * Opaque vendor data attached to a part: reasoning signatures, encrypted content, item ids. Only the provider and
 * model that wrote a sidecar get it back; all others drop it.
 */
export interface Sidecar {
  readonly provider: string;
  readonly model: string;
  readonly data: JsonValue;
}

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly sidecar?: Sidecar;
}

/** Thinking. Redacted thinking has an empty `text` and only a sidecar. */
export interface ThinkingPart {
  readonly type: "thinking";
  readonly text: string;
  readonly sidecar?: Sidecar;
}

/** Bytes inside a message, as base64. */
/** What every model vendor accepts, every browser draws, and no program hides in. */
export const commonImageTypes: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export interface ImagePart {
  readonly type: "image";
  /** For example `image/png`. */
  readonly mediaType: string;
  readonly data: string;
}

export interface FilePart {
  readonly type: "file";
  readonly mediaType: string;
  readonly data: string;
  readonly name?: string;
}

/** A tool call whose arguments parsed. They may be any JSON value; `Tool.check` validates them. */
export interface ToolCall {
  readonly type: "tool-call";
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  readonly sidecar?: Sidecar;
}

/** A tool call whose arguments did not arrive completely (`cut-off`) or do not parse (`not-json`). */
export interface BrokenToolCall {
  readonly type: "tool-call";
  readonly id: string;
  readonly name: string;
  readonly raw: string;
  readonly problem: CallProblem;
  readonly sidecar?: Sidecar;
}

export type ToolCallPart = ToolCall | BrokenToolCall;

/** A vendor's block that has no type here, such as a server tool's result. Returned to its owner unchanged. */
export interface OpaquePart {
  readonly type: "opaque";
  readonly sidecar: Sidecar;
}

export type AssistantPart = TextPart | ThinkingPart | ToolCallPart | OpaquePart;
export type UserPart = TextPart | ImagePart | FilePart;
export type ToolContentPart = TextPart | ImagePart | FilePart;

export interface ToolResultPart {
  readonly type: "tool-result";
  readonly callId: string;
  readonly name: string;
  readonly content: readonly ToolContentPart[];
  /** Set when the call failed; `content` then holds the text made by `describeFailure`. */
  readonly failure?: ToolFailure["kind"];
  /**
   * Dynamic context attached to the last result of a message. A provider sends it inside this result, after the
   * content, never as a message of its own: see `taggedContext`.
   */
  readonly dynamicContext?: readonly string[];
}

/** Who added a user message to the conversation. */
export const messageSources = ["user", "steer", "hook", "recipe", "child", "agent"] as const;

export type MessageSource = (typeof messageSources)[number];

export interface UserMessage {
  readonly role: "user";
  readonly content: readonly UserPart[];
  readonly from: MessageSource;
  /** Dynamic context attached to the message. A provider sends it after the content, in the same message. */
  readonly dynamicContext?: readonly string[];
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: readonly AssistantPart[];
  /** The reply was interrupted; what had arrived is kept. Its tool calls are dropped: they never ran. */
  readonly partial?: true;
}

/** The results of one reply's tool calls, in the model's order. Every call of the message before has exactly one. */
export interface ToolMessage {
  readonly role: "tool";
  readonly content: readonly ToolResultPart[];
}

export type Message = UserMessage | AssistantMessage | ToolMessage;

export function isBroken(call: ToolCallPart): call is BrokenToolCall {
  return "problem" in call;
}

export function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}

/** Fields whose bytes must not change: data signed by a vendor, and base64 of images and files. */
export function isOpaqueField(field: string, owner: object): boolean {
  if (!("type" in owner)) return false;
  if (field === "sidecar") return true;
  return field === "data" && (owner.type === "image" || owner.type === "file");
}

/** Fields that hold JSON of a model, a tool or an extension, which may only look like a message part. */
const foreignFields = new Set([
  "input",
  "inputSchema",
  "output",
  "rawUsage",
  "receipt",
  "reply",
  "rights",
  "schema",
  "state",
  "structured",
]);

/**
 * `isOpaqueField` for redacting messages, entries and events with `mapStrings`: JSON from elsewhere is redacted in
 * full.
 */
export function skipRedaction(field: string, owner: object): boolean | "never" {
  if (foreignFields.has(field) && !isRunStart(owner)) return "never";
  return isOpaqueField(field, owner);
}

/** Its `input` is what the user sent, images and files included. */
function isRunStart(owner: { readonly kind?: unknown; readonly type?: unknown }): boolean {
  return owner.kind === "run-start" || owner.type === "run-start";
}
