import { messageOf, type EntryBody, type GateRequest, type UncheckpointedPath } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";

export type CheckpointNeeds = RunNeeds<"signal" | "emit" | "checkpoints", "checkpoints" | "cwd">;

interface CheckpointResult {
  readonly checkpoint: readonly EntryBody[];
  readonly unkept: readonly UncheckpointedPath[];
  readonly refused?: string | undefined;
}

/**
 * Takes a checkpoint before a call. Paths it cannot keep are journaled with the call, so that undo can report
 * them.
 */
export async function takeCheckpoint(
  { parts, signal, emit, checkpoints }: CheckpointNeeds,
  request: GateRequest,
): Promise<CheckpointResult> {
  const nothing: CheckpointResult = { checkpoint: [], unkept: [] };
  if (signal.aborted) return nothing;
  try {
    const files = await parts.checkpoints?.before(request, signal);
    if (!files) return nothing;
    const { root, snapshot, unkept = [], refused } = files;
    if (snapshot === undefined) return { ...nothing, unkept, refused };
    checkpoints.taken = true;
    return { checkpoint: [{ kind: "checkpoint", root, snapshot, callId: request.callId }], unkept, refused };
  } catch (error) {
    const reason = messageOf(error);
    const text = `Changes made by "${request.tool}" cannot be undone: ${reason}`;
    if (!signal.aborted) emit({ type: "notice", level: "warning", text });
    return { ...nothing, unkept: [{ path: parts.cwd, reason }] };
  }
}

/** Takes one after a call that had one before, where the port wants it. */
export async function checkpointAfter(
  { parts, emit }: Pick<CheckpointNeeds, "parts" | "emit">,
  request: GateRequest,
): Promise<readonly EntryBody[]> {
  try {
    const snapshot = await parts.checkpoints?.afterCall?.(request);
    return snapshot ? [{ kind: "checkpoint", ...snapshot, closes: true }] : [];
  } catch (error) {
    const text = `What "${request.tool}" changed cannot go to another machine: ${messageOf(error)}`;
    emit({ type: "notice", level: "warning", text });
    return [];
  }
}
