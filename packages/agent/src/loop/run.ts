import type {
  AgentEvent,
  Answer,
  AttemptModel,
  JsonValue,
  Message,
  RunResult,
  UserPart,
} from "@skein/protocol";

/** What is typed or passed on: text, or parts with images and files. */
export type RunInput = string | readonly UserPart[];

/** How a run ended, and the conversation as it is then. */
export interface AgentResult<Output = JsonValue> extends RunResult<Output> {
  /** What the model would be sent next, without the system prompt. Can seed another agent: see `AgentParts.messages`. */
  readonly messages: readonly Message[];
}

/**
 * One run of an agent: its events, and the handle to it. It works by itself, whether or not anybody reads.
 *
 * Several may read at once, each at its own pace. The first reader gets every event from the start, a later one those
 * from then on. When the last reader leaves its loop early and nobody waits for `result`, the run is interrupted.
 */
export interface Run<Output = JsonValue> extends AsyncIterable<AgentEvent> {
  readonly id: string;
  /** Never rejects: however the run ends, `outcome` and `error` say so. */
  readonly result: Promise<AgentResult<Output>>;
  /** Adds a message before the next model call. Resolves when it is kept; rejects with `run-over`. */
  steer(input: RunInput): Promise<void>;
  /** Adds a message for when the model has answered. Resolves when it is kept; rejects with `run-over`. */
  queue(input: RunInput): Promise<void>;
  /** Stops the model request and every running tool; the run ends as `cancelled`. */
  interrupt(reason?: string): void;
  /** Answers the question of a `question` event. Rejects with `not-asked`. */
  answer(questionId: string, answer: Answer): Promise<void>;
  /** Of the gate; holds for the calls that are decided on from now on. */
  setMode(mode: string): Promise<void>;
  /** Holds from the next model call on. */
  setModel(model: AttemptModel): Promise<void>;
}

export function partsOf(input: RunInput): readonly UserPart[] {
  return typeof input === "string" ? [{ type: "text", text: input }] : input;
}
