import type { Entry, EntryOf } from "@skein/protocol";

/** A file that tool calls declared to write. Files changed by shell commands are unknown and not included. */
export interface TouchedFile {
  /** As the call named it, without `file:`. */
  readonly path: string;
  /** In the order they were started. */
  readonly calls: readonly FileCall[];
}

export interface FileCall {
  /** `seq` of the `tool-intent`. */
  readonly seq: number;
  readonly callId: string;
  readonly tool: string;
  /** `unknown`: it was started, and how it ended is unknown. A failed call may have written as well. */
  readonly state: "done" | "failed" | "unknown";
}

const scheme = "file:";

/** The files that a session wrote or tried to write, in the order of their first call; includes rewound calls. */
export function filesTouched(entries: Iterable<Entry>): readonly TouchedFile[] {
  const all = [...entries];
  const results = new Map(
    all.flatMap((entry) => (entry.kind === "tool-result" ? [[entry.callId, entry]] : [])),
  );
  const files = new Map<string, FileCall[]>();
  for (const entry of all) {
    if (entry.kind !== "tool-intent" || entry.effect !== "writes") continue;
    const { seq, callId, tool, resources = [] } = entry;
    const call: FileCall = { seq, callId, tool, state: stateOf(results.get(callId)) };
    for (const resource of resources) {
      if (!resource.startsWith(scheme)) continue;
      const path = resource.slice(scheme.length);
      files.set(path, [...(files.get(path) ?? []), call]);
    }
  }
  return [...files].map(([path, calls]) => ({ path, calls }));
}

function stateOf(result: EntryOf<"tool-result"> | undefined): FileCall["state"] {
  if (!result || result.failure?.kind === "unknown-outcome") return "unknown";
  return result.failure ? "failed" : "done";
}
