import { SkeinError, type EntryOf, type UserPart } from "@skein/protocol";
import type { Emit } from "./emit.ts";
import type { SessionLog } from "./session-log.ts";

/** Messages that came while the run was busy: those that steer go in before the next model call, others at the end. */
export interface Inbox {
  /** Resolves when the message is on disk. Rejects with `SkeinError` `run-over`. */
  accept(content: readonly UserPart[], steer: boolean): Promise<void>;
  /** Gives waiting messages their place in the conversation. @returns whether there were any. */
  place(which: "steering" | "next"): Promise<boolean>;
  close(): void;
}

export interface InboxOptions {
  readonly run: string;
  readonly log: SessionLog;
  readonly newId: () => string;
  readonly emit: Emit;
}

export function createInbox({ run, log, newId, emit }: InboxOptions): Inbox {
  let closed = false;
  const arriving = new Set<Promise<unknown>>();

  async function placeOne(message: EntryOf<"queued">): Promise<void> {
    const { id, content, steer } = message;
    const [entry] = await log.write(run, {
      kind: "user-message",
      from: steer ? "steer" : "user",
      content,
      queued: id,
    });
    emit({ type: "steered", id, content }, entry?.seq);
  }

  return {
    async accept(content, steer) {
      if (closed) throw new SkeinError("run-over", "The run is over; start another one.");
      const id = newId();
      const written = log.write(run, { kind: "queued", id, content, steer });
      arriving.add(written);
      const [entry] = await written.finally(() => arriving.delete(written));
      emit({ type: "queued", id, steer }, entry?.seq);
    },
    async place(which) {
      if (arriving.size > 0) await Promise.allSettled(arriving);
      const waiting = log.transcript.waiting();
      const steering = waiting.filter((message) => message.steer);
      const due = which === "steering" ? steering : steering.length > 0 ? steering : waiting.slice(0, 1);
      for (const message of due) await placeOne(message);
      return due.length > 0;
    },
    close() {
      closed = true;
    },
  };
}
