import type { JsonValue } from "./json.ts";
import type { CallProblem, ToolFailure } from "./errors/failures.ts";

/**
 * Opaque vendor data attached to a part: reasoning signatures, encrypted
 * content, item ids.
 *
 * Only the provider and model that wrote a sidecar get it back; all others drop
 * it. Its bytes must not change: see `isOpaqueField`.
 */
export interface Sidecar {
  /** Provider id of the model that wrote it. */
  readonly provider: string;
  /** Model id that wrote it. */
  readonly model: string;
  /** Vendor data, as it must be sent back. */
  readonly data: JsonValue;
}

/** Text of a message, a reply or a tool result. */
export interface TextPart {
  readonly type: "text";
  /** Text, which may be empty. */
  readonly text: string;
  /** Vendor data, such as citations. */
  readonly sidecar?: Sidecar;
}

/**
 * Thinking of the model. Redacted thinking has an empty `text` and only a
 * sidecar.
 */
export interface ThinkingPart {
  readonly type: "thinking";
  /** Thinking or its summary, as far as the vendor shows it. */
  readonly text: string;
  /** Signature without which the vendor does not accept the part. */
  readonly sidecar?: Sidecar;
}

/**
 * Media types of images that every model vendor accepts, every browser renders,
 * and that cannot contain programs.
 */
export const commonImageTypes: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/**
 * Image in a message or a tool result. A provider whose model takes no images
 * sends a text in its place.
 */
export interface ImagePart {
  readonly type: "image";
  /** Media type, such as `image/png`. */
  readonly mediaType: string;
  /** Bytes as base64, without a `data:` prefix. */
  readonly data: string;
}

/**
 * File in a message or a tool result, such as a PDF. A provider whose model
 * does not take it sends a text in its place.
 */
export interface FilePart {
  readonly type: "file";
  /** Media type, such as `application/pdf`. */
  readonly mediaType: string;
  /** Bytes as base64, without a `data:` prefix. */
  readonly data: string;
  /** File name, for the model and for people. */
  readonly name?: string;
}

/**
 * Tool call whose arguments parsed. They may be any JSON value; `Tool.check`
 * validates them.
 */
export interface ToolCall {
  readonly type: "tool-call";
  /**
   * Id that connects the call and its result. Unique in the session: the agent
   * replaces an id that occurs twice.
   */
  readonly id: string;
  /** Name of the tool, as the model wrote it. Such a tool may not exist. */
  readonly name: string;
  /** Parsed arguments, not yet validated. */
  readonly input: JsonValue;
  /** Vendor data of the call, such as a signature or an item id. */
  readonly sidecar?: Sidecar;
}

/**
 * Tool call whose arguments did not arrive completely (`cut-off`) or do not
 * parse (`not-json`). It is never run.
 */
export interface BrokenToolCall {
  readonly type: "tool-call";
  /** Id that connects the call and its result. */
  readonly id: string;
  /** Name of the tool, as far as it arrived. */
  readonly name: string;
  /** Arguments as they arrived. */
  readonly raw: string;
  /** Problem of the arguments. */
  readonly problem: CallProblem;
  /** Vendor data of the call. */
  readonly sidecar?: Sidecar;
}

/** Tool call in a reply. Test with `isBroken`. */
export type ToolCallPart = ToolCall | BrokenToolCall;

/**
 * Vendor's block that has no type here, such as the result of a server tool.
 * Returned to its owner unchanged, and dropped for all others.
 */
export interface OpaquePart {
  readonly type: "opaque";
  /** The block itself. */
  readonly sidecar: Sidecar;
}

/** Part of a reply. Parts stay in the order in which the model wrote them. */
export type AssistantPart = TextPart | ThinkingPart | ToolCallPart | OpaquePart;
/** Part of a user message. */
export type UserPart = TextPart | ImagePart | FilePart;
/** Part of a tool result. */
export type ToolContentPart = TextPart | ImagePart | FilePart;

/** Result of one tool call. */
export interface ToolResultPart {
  readonly type: "tool-result";
  /** `id` of the tool call. */
  readonly callId: string;
  /** Name of the tool, which some wires repeat with the result. */
  readonly name: string;
  /** Content for the model. May be empty. */
  readonly content: readonly ToolContentPart[];
  /**
   * Kind of failure. If set, `content` is the text made by `describeFailure`.
   */
  readonly failure?: ToolFailure["kind"];
  /**
   * Dynamic context attached to the last result of a message. A provider sends
   * it inside this result, after the content, never as a message of its own:
   * see `taggedContext`.
   */
  readonly dynamicContext?: readonly string[];
}

/**
 * Authors of user messages.
 *
 * - `user`, `steer`: a person, before or during the run. All others are not a
 *   person's words.
 * - `hook`: a hook that sent the model back to work.
 * - `recipe`: a recipe, for example the report of a failed check.
 * - `child`: a background subagent.
 * - `agent`: Skein itself, for example with a reminder.
 */
export const messageSources = ["user", "steer", "hook", "recipe", "child", "agent"] as const;

/** One of `messageSources`. */
export type MessageSource = (typeof messageSources)[number];

/** Message with the role `user`. */
export interface UserMessage {
  readonly role: "user";
  /** Parts in order. */
  readonly content: readonly UserPart[];
  /** Author of the message. Not sent to the model. */
  readonly from: MessageSource;
  /**
   * Dynamic context attached to the message. A provider sends it after the
   * content, in the same message: see `taggedContext`.
   */
  readonly dynamicContext?: readonly string[];
}

/** Reply of the model. */
export interface AssistantMessage {
  readonly role: "assistant";
  /** Parts in order. */
  readonly content: readonly AssistantPart[];
  /**
   * Set if the reply was interrupted. What had arrived stays, without its tool
   * calls: they never ran.
   */
  readonly partial?: true;
}

/**
 * Results of one reply's tool calls, in the model's order. Every call of the
 * message before has exactly one.
 */
export interface ToolMessage {
  readonly role: "tool";
  /** One result per call. */
  readonly content: readonly ToolResultPart[];
}

/**
 * Message of a conversation. A provider accepts any order that
 * `Transcript.messages` returns.
 */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/**
 * Returns true if a call's arguments did not arrive or do not parse, so that it
 * cannot be run.
 */
export function isBroken(call: ToolCallPart): call is BrokenToolCall {
  return "problem" in call;
}

/** Joins the texts of parts, without separators. Other parts are skipped. */
export function extractText(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}

/**
 * Returns true for fields whose bytes must not change: sidecars, which vendors
 * sign, and base64 of images and files. For `mapStrings`.
 */
export function isOpaqueField(field: string, owner: object): boolean {
  if (!("type" in owner)) return false;
  if (field === "sidecar") return true;
  return field === "data" && (owner.type === "image" || owner.type === "file");
}

/**
 * Fields with JSON of a model, a tool or an extension, which may only look like
 * a message part.
 */
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
 * Decides what to skip when messages, entries and events are redacted with
 * `mapStrings`. Like `isOpaqueField`, but JSON from elsewhere is redacted in
 * full, even if it looks like an image.
 */
export function skipRedaction(field: string, owner: object): boolean | "never" {
  if (foreignFields.has(field) && !isRunStart(owner)) return "never";
  return isOpaqueField(field, owner);
}

/**
 * The `input` of `run-start` is what the user sent, images and files included.
 */
function isRunStart(owner: { readonly kind?: unknown; readonly type?: unknown }): boolean {
  return owner.kind === "run-start" || owner.type === "run-start";
}
