import type { NextStep } from "@skein/protocol";

/** A sentence for the user, and what can be done about it, for the face to word. */
export interface HostNotice {
  readonly text: string;
  readonly nextStep?: NextStep;
}
