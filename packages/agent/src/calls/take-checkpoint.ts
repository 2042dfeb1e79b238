import { messageOf, type EntryBody, type GateRequest, type UncheckpointedPath } from "@skein/protocol";
import type { RunNeeds } from "../loop/run-scope.ts";

export type CheckpointNeeds = RunNeeds<"signal" | "emit" | "kept", "checkpoints" | "cwd">;

interface Taken {
  readonly checkpoint: readonly EntryBody[];
  readonly unkept: readonly UncheckpointedPath[];
  readonly refused?: string | undefined;
}

/** Keeps the files as they are now. What cannot be kept is journaled with the call, so that no undo is silent about it. */
export async function takeCheckpoint(
  { parts, signal, emit, kept }: CheckpointNeeds,
  request: GateRequest,
): Promise<Taken> {
  const nothing: Taken = { checkpoint: [], unkept: [] };
  if (signal.aborted) return nothing;
  try {
    const files = await parts.checkpoints?.before(request, signal);
    if (!files) return nothing;
    const { root, snapshot, unkept = [], refused } = files;
    if (snapshot === undefined) return { ...nothing, unkept, refused };
    kept.files = true;
    return { checkpoint: [{ kind: "checkpoint", root, snapshot, callId: request.callId }], unkept, refused };
  } catch (error) {
    const reason = messageOf(error);
    const text = `What "${request.tool}" changes cannot be undone: ${reason}`;
    if (!signal.aborted) emit({ type: "notice", level: "warning", text });
    return { ...nothing, unkept: [{ path: parts.cwd, reason }] };
  }
}
