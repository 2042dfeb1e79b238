import type { JsonValue, ToolContentPart, ToolFailure } from "@skein/protocol";

export interface EndedCall {
  readonly tool: string;
  /** Absent when the call's arguments never parsed. */
  readonly input: JsonValue | undefined;
  readonly content: readonly ToolContentPart[];
  readonly failure: ToolFailure["kind"] | undefined;
  readonly durationMs: number;
  /** All of the change stands above, in the question: it is not drawn again. */
  readonly isChangeShown?: boolean;
}
