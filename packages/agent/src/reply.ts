import type { AssistantPart, StopReason, Usage } from "@skein/protocol";

/** A whole reply of the model. */
export interface Reply {
  readonly content: readonly AssistantPart[];
  readonly stop: StopReason;
  readonly rawStop: string;
  readonly usage: Usage;
  readonly costUsd: number | undefined;
}
