import type { JsonObject } from "../json.ts";
import type { Message, ToolCall } from "../messages.ts";
import type { ModelOptions, ToolDefinition } from "../models/models.ts";

/**
 * Urgency of a log message, for people who search for errors. A subset of MCP's
 * levels.
 */
export type LogLevel = "debug" | "info" | "warning" | "error";

/**
 * Form that an extension asks the user to fill in.
 *
 * @example
 * ```ts
 * const request: ElicitationRequest = {
 *   message: "Which branch should the release be made from?",
 *   schema: { type: "object", properties: { branch: { type: "string" } }, required: ["branch"] },
 * };
 * ```
 */
export interface ElicitationRequest {
  /**
   * Name of the request among those of its call. Clients that receive all
   * requests at once see it.
   */
  readonly id?: string;
  /** Question to the user. Untrusted text if the extension is. */
  readonly message: string;
  /**
   * JSON Schema of an object whose properties are strings, numbers, booleans
   * and choices. Without properties it is a yes-or-no question.
   */
  readonly schema: JsonObject;
  /**
   * Aborted when the extension no longer waits for the answer: the question is
   * withdrawn, as if it was declined.
   */
  readonly signal?: AbortSignal;
}

/**
 * Values that fit the schema, `null` if the user declined, or `"cancelled"` if
 * no one answered or the question was dismissed.
 */
export type ElicitationReply = JsonObject | null | "cancelled";

/**
 * Request of an extension to the model in use. The conversation is not part of
 * it.
 */
export interface SamplingRequest {
  /** Name of the request: see `ElicitationRequest.id`. */
  readonly id?: string;
  /** System prompt of the request, written by the extension. */
  readonly system: string;
  /** Messages of the request, written by the extension. */
  readonly messages: readonly Message[];
  /**
   * Output limit of the reply, in tokens. Required, so that no extension spends
   * without a limit.
   */
  readonly maxOutputTokens: number;
  /** Sampling temperature. Absent: the vendor's default. */
  readonly temperature?: number | undefined;
  /**
   * Tools of the extension that the model may call in its reply.
   *
   * Such a call is not run by the agent: the extension receives it, runs it,
   * and asks again with its result.
   */
  readonly tools?: readonly ToolDefinition[];
  /**
   * True if the model must call one of `tools`. Absent: the vendor's default.
   */
  readonly toolChoice?: ModelOptions["toolChoice"];
  /**
   * True if a small, fast model is enough, if the agent has one. Default:
   * false.
   */
  readonly prefersFast?: boolean;
}

/** Reply of a model to an extension. */
export interface SamplingReply {
  /** Text of the reply. `""` if it consists of tool calls. */
  readonly text: string;
  /** Id of the model that answered. */
  readonly model: string;
  /**
   * Calls of the tools that came with the request; each was permitted. Default:
   * none.
   */
  readonly toolCalls?: readonly ToolCall[];
  /** True if the reply ended at `maxOutputTokens`. Default: false. */
  readonly isCutOff?: boolean;
}

/** Requests that an extension may make while one of its calls runs. */
export interface ExtensionRequests {
  /** Asks the user for values. Rejects when the call ends. */
  readonly elicit: (request: ElicitationRequest) => Promise<ElicitationReply>;
  /**
   * Asks the model. Counts against the budget and is journaled.
   *
   * Needs the permission of a call of a tool with unknown effects, unless the
   * tool has `asksModel`. Rejects with an `Error` that gives the reason if it
   * is denied or fails.
   */
  readonly sample: (request: SamplingRequest) => Promise<SamplingReply>;
  /**
   * Returns absolute paths of the folders that the client works in. Absent: the
   * client does not say.
   */
  readonly roots?: () => Promise<readonly string[]>;
}
