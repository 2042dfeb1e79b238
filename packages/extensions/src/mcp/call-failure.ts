import type { ToolFailure } from "@skein/protocol";
import type { Connection } from "./connect.ts";
import { isTimeout, problemOf } from "./problem.ts";

export interface FailedCall {
  readonly error: unknown;
  readonly connection: Connection;
  readonly timeoutMs: number;
}

/** The failure that the model reads when a call has no result. */
export function callFailure({ error, connection, timeoutMs }: FailedCall): ToolFailure {
  if (!connection.isOpen()) {
    return {
      kind: "failed",
      message: `The server of this tool stopped during the call: ${connection.describeEnd()}.`,
      hint: "It is started again for the next call. What this call has done is not known: check before you repeat it.",
    };
  }
  if (isTimeout(error)) return { kind: "timed-out", afterMs: timeoutMs, partial: "" };
  const { text, hint } = problemOf(error);
  return { kind: "failed", message: `The call failed: ${text}.`, ...(hint === undefined ? {} : { hint }) };
}
