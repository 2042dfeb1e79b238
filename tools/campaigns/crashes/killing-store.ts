import type { Entry, JournalStore } from "../../../packages/protocol/src/index.ts";
import { hashOf, write } from "./diary.ts";

/** Which write of a process is its last. */
export interface KillAtWrite {
  readonly when: "before" | "after";
  /** From 1; appends, blobs and the lease count. */
  readonly write: number;
}

export interface Watched {
  readonly diary: string;
  readonly attempt: number;
  readonly kill: KillAtWrite | undefined;
}

/** Tells the diary what is kept, and kills this process at the given write. */
export function killingStore(store: JournalStore, { diary, attempt, kill }: Watched): JournalStore {
  let writes = 0;

  async function counted<Result>(
    what: string,
    work: () => Promise<Result>,
    kept: () => void = () => {},
  ): Promise<Result> {
    const isLast = ++writes === kill?.write;
    const dieIf = (when: "before" | "after") => {
      if (!isLast || kill.when !== when) return;
      write(diary, { is: "killing", attempt, when, what });
      process.kill(process.pid, "SIGKILL");
    };
    dieIf("before");
    const result = await work();
    kept();
    dieIf("after");
    return result;
  }

  return {
    append(session, expectedSeq, entries) {
      const what = [...new Set(entries.map(nameOf))].toSorted().join(" + ");
      return counted(
        what,
        () => store.append(session, expectedSeq, entries),
        () => {
          const lines = entries.map((entry) => ({
            seq: entry.seq,
            kind: nameOf(entry),
            hash: hashOf(entry),
          }));
          write(diary, { is: "kept", attempt, entries: lines });
        },
      );
    },
    lease: (session, owner, ttlMs) =>
      counted(
        "lease",
        () => store.lease(session, owner, ttlMs),
        () => write(diary, { is: "ready", attempt }),
      ),
    putBlob: (session, bytes) => counted("blob", () => store.putBlob(session, bytes)),
    read: (session, from) => store.read(session, from),
    subscribe: (session, from, signal) => store.subscribe(session, from, signal),
    blob: (session, hash) => store.blob(session, hash),
  };
}

/** Its kind; a request for a summary is told apart. */
function nameOf(entry: Entry): string {
  return entry.kind === "model-request" && entry.purpose === "compaction" ? "summary-request" : entry.kind;
}
