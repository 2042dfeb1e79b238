import type { AssistantPart, Charge, StopReason, Usage } from "@skein/protocol";

/** A complete reply of the model. */
export interface Reply {
  readonly content: readonly AssistantPart[];
  readonly stop: StopReason;
  readonly rawStop: string;
  readonly usage: Usage;
  /** Of all attempts. */
  readonly charge: Charge;
}
