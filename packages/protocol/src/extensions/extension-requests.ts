import type { JsonObject } from "../json.ts";
import type { Message, ToolCall } from "../messages.ts";
import type { ModelOptions, ToolDefinition } from "../models/models.ts";

/** As in MCP: how urgent a message for people who look for errors is. */
export type LogLevel = "debug" | "info" | "warning" | "error";

/** Values that an extension wants from the user. */
export interface ElicitationRequest {
  /** Names the request among those of the call; clients that are asked all at once see it. */
  readonly id?: string;
  readonly message: string;
  /** An object whose properties are strings, numbers, booleans and choices. Without properties it is a yes or no. */
  readonly schema: JsonObject;
  /** Aborted when the extension does not wait for the answer any more: the question is withdrawn, as if it was declined. */
  readonly signal?: AbortSignal;
}

/** `null`: the user declined. `"cancelled"`: no one answered, or the question was dismissed. */
export type ElicitationReply = JsonObject | null | "cancelled";

/** A request of an extension to the model in use. */
export interface SamplingRequest {
  /** See `ElicitationRequest.id`. */
  readonly id?: string;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly maxOutputTokens: number;
  readonly temperature?: number | undefined;
  /**
   * The extension's own tools, which the model may call in its reply. Such a call is not run here: the extension gets it, and
   * asks again with its result.
   */
  readonly tools?: readonly ToolDefinition[];
  readonly toolChoice?: ModelOptions["toolChoice"];
  /** A small, fast model is enough, where the agent has one. */
  readonly prefersFast?: boolean;
}

export interface SamplingReply {
  readonly text: string;
  /** Who answered. */
  readonly model: string;
  /** Calls of the tools that came with the request; each was permitted. Default: none. */
  readonly toolCalls?: readonly ToolCall[];
  /** The reply ended at `maxOutputTokens`. Default false. */
  readonly isCutOff?: boolean;
}

/** What an extension may ask for while one of its calls runs. */
export interface ExtensionRequests {
  /** Asks the user. Rejects when the call ends. */
  readonly elicit: (request: ElicitationRequest) => Promise<ElicitationReply>;
  /**
   * Asks the model. Counts against the budget and is journaled, and takes the permission that the call of a tool with
   * unknown effects takes, unless the tool `asksModel`. Rejects with an `Error` that says why, when it is denied or fails.
   */
  readonly sample: (request: SamplingRequest) => Promise<SamplingReply>;
  /** Absolute folders that the client works in. Absent: it does not say. */
  readonly roots?: () => Promise<readonly string[]>;
}
