import type {
  AgentEvent,
  Answer,
  AttemptModel,
  Effort,
  JsonObject,
  JsonValue,
  Message,
  RunResult,
  UserPart,
} from "@skein/protocol";

/** A user message: text, or parts with images and files. */
export type RunInput = string | readonly UserPart[];

/**
 * What is said and called before the model is asked, in its name: a command of the user that looks at things first. It is a
 * reply like any other to permissions, hooks, the journal and a replay, and costs nothing.
 */
export interface FirstReply {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[];
}

/** How a run ended, and the conversation history at its end. */
export interface AgentResult<Output = JsonValue> extends RunResult<Output> {
  /**
   * The conversation history, without the system prompt. Can start another agent: see `AgentParts.messages`.
   */
  readonly messages: readonly Message[];
}

/**
 * One run of an agent: its events, and a handle to control it. It proceeds whether or not its events are
 * read.
 *
 * It can have several readers, each at its own pace. The first reader gets every event from the start, later
 * readers only new ones. The run is interrupted when the last reader leaves its loop early and `result` was
 * never read.
 */
export interface Run<Output = JsonValue> extends AsyncIterable<AgentEvent> {
  readonly id: string;
  /** Never rejects: `outcome` and `error` say how the run ended. */
  readonly result: Promise<AgentResult<Output>>;
  /**
   * Adds a message before the next model call. Resolves when it is in the journal; rejects with `run-over`.
   */
  steer(input: RunInput): Promise<void>;
  /** Adds a message after the model's answer. Resolves when it is in the journal; rejects with `run-over`. */
  queue(input: RunInput): Promise<void>;
  /** Stops the model request and every running tool; the run ends as `cancelled`. */
  interrupt(reason?: string): void;
  /**
   * Answers the question of a `question` event. Rejects with `not-asked`.
   *
   * @param options.by - who answers, for the record. Default `handle`.
   */
  answer(questionId: string, answer: Answer, options?: { readonly by?: string }): Promise<void>;
  /** Sets the gate's permission mode for all calls that are decided from now on. */
  setMode(mode: string): Promise<void>;
  /** Takes effect with the next model call. */
  setModel(model: AttemptModel): Promise<void>;
  /**
   * Takes effect with the next model call. Rejects with `ConfigError` for an effort that the model is known not to take.
   *
   * @param effort - `undefined`: the vendor's default.
   */
  setEffort(effort: Effort | undefined): Promise<void>;
}

export function partsOf(input: RunInput): readonly UserPart[] {
  return typeof input === "string" ? [{ type: "text", text: input }] : input;
}
