import { resolve } from "node:path";
import type { FileCheckpoints as Snapshots } from "@skein/checkpoints";
import type { DiagnosedChange } from "@skein/extensions-builtin/diagnostics";

/** Which files a command has changed or made, once it has ended. Empty for a call that has no checkpoint. */
export type ChangedBy = (callId: string, signal: AbortSignal) => Promise<readonly DiagnosedChange[]>;

interface Place {
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Files below a folder that are not as they were in a snapshot. */
export async function filesChangedSince(
  before: string,
  { capture, diff, content }: Pick<Snapshots, "capture" | "diff" | "content">,
  { cwd, signal }: Place,
): Promise<readonly DiagnosedChange[]> {
  const { id } = await capture(cwd, { signal });
  if (id === before) return [];
  return diff(before, id).flatMap(({ path, before: old, after: now }) =>
    now?.type !== "file" || now.hash === old?.hash
      ? []
      : [
          {
            path: resolve(cwd, path),
            before: old?.type === "file" ? () => Buffer.from(content(old.hash)).toString() : undefined,
          },
        ],
  );
}
