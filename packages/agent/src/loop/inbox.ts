import { SkeinError, type EntryHead, type EntryOf, type UserPart } from "@skein/protocol";
import type { Emit } from "../events/emit.ts";
import type { SessionLog } from "../session/session-log.ts";

/** Messages that came while the run was busy: those that steer go in before the next model call, others at the end. */
export interface Inbox {
  /** Resolves when the message is on disk. Rejects with `SkeinError` `run-over`. */
  accept(content: readonly UserPart[], steer: boolean): Promise<void>;
  /**
   * What a subagent in the background came to; steers. Kept even when the run is over: the next one places it.
   *
   * @param message - `undefined`: nothing for the model, but whoever waits for `more` looks again.
   */
  report(child: string, message: string | undefined): void;
  /** Gives waiting messages their place in the conversation. @returns whether there were any. */
  place(which: "steering" | "next"): Promise<boolean>;
  /** Has messages of people that have no place yet placed otherwise, at a moment when none is on its way. */
  placeAll(write: (waiting: readonly (readonly UserPart[])[]) => Promise<unknown>): Promise<void>;
  /** Resolves at the next message or report. */
  more(): Promise<void>;
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
  let news = Promise.withResolvers<void>();

  function wake(): void {
    news.resolve();
    news = Promise.withResolvers();
  }

  async function keep(message: Omit<EntryOf<"queued">, keyof EntryHead | "kind" | "id">): Promise<void> {
    const id = newId();
    const written = log.write(run, { kind: "queued", id, ...message });
    arriving.add(written);
    wake();
    try {
      const [entry] = await written;
      emit({ type: "queued", id, ...message }, entry?.seq);
    } finally {
      arriving.delete(written);
    }
  }

  async function placeOne(message: EntryOf<"queued">): Promise<void> {
    const { id, content, steer, child } = message;
    const from = child !== undefined ? "child" : steer ? "steer" : "user";
    const [entry] = await log.write(run, { kind: "user-message", from, content, queued: id });
    emit({ type: "steered", id, content, from }, entry?.seq);
  }

  return {
    async accept(content, steer) {
      if (closed) throw new SkeinError("run-over", "The run is over; start another one.");
      await keep({ content, steer });
    },
    report(child, message) {
      if (message === undefined) return wake();
      const content = [{ type: "text", text: message }] as const;
      // A journal that cannot be written fails whatever the loop writes next, too.
      keep({ content, steer: true, child }).catch(() => undefined);
    },
    async place(which) {
      if (arriving.size > 0) await Promise.allSettled(arriving);
      const waiting = log.transcript.waiting();
      const steering = waiting.filter((message) => message.steer);
      const due = which === "steering" ? steering : steering.length > 0 ? steering : waiting.slice(0, 1);
      for (const message of due) await placeOne(message);
      return due.length > 0;
    },
    async placeAll(write) {
      while (arriving.size > 0) await Promise.allSettled(arriving);
      const waiting = log.transcript.waiting().filter(({ child }) => child === undefined);
      await write(waiting.map(({ content }) => content));
      for (const { id, content } of waiting) emit({ type: "steered", id, content });
    },
    more: () => news.promise,
    close() {
      closed = true;
    },
  };
}
