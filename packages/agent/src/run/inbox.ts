import { SkeinError, type EntryHead, type EntryOf, type UserPart } from "@skein/protocol";
import type { Emit } from "../events/emit.ts";
import type { SessionLog } from "../session/session-log.ts";

/**
 * Messages that arrive during a run: steering messages go in before the next model call, queued ones at the
 * end.
 */
export interface Inbox {
  /** Resolves when the message is in the journal. Rejects with `SkeinError` `run-over`. */
  accept(content: readonly UserPart[], steer: boolean): Promise<void>;
  /**
   * The report of a background subagent, delivered like a steering message. After the run's end, the next run
   * delivers it.
   *
   * @param message - `undefined`: nothing for the model, but `more` still resolves.
   */
  report(child: string, message: string | undefined): void;
  /** Moves waiting messages into the conversation. @returns whether there were any. */
  deliver(which: "steering" | "next"): Promise<boolean>;
  /** Hands all waiting user messages to `write`, which puts them into the conversation itself. */
  deliverAll(write: (waiting: readonly (readonly UserPart[])[]) => Promise<unknown>): Promise<void>;
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
  let arrival = Promise.withResolvers<void>();

  function wake(): void {
    arrival.resolve();
    arrival = Promise.withResolvers();
  }

  async function enqueue(message: Omit<EntryOf<"queued">, keyof EntryHead | "kind" | "id">): Promise<void> {
    const id = newId();
    const written = log.write(run, { kind: "queued", id, ...message });
    arriving.add(written);
    wake();
    try {
      const [entry] = await written;
      emit({ type: "queued", id, ...message }, entry.seq);
    } finally {
      arriving.delete(written);
    }
  }

  async function deliverOne(message: EntryOf<"queued">): Promise<void> {
    const { id, content, steer, child } = message;
    const from = child !== undefined ? "child" : steer ? "steer" : "user";
    const [entry] = await log.write(run, { kind: "user-message", from, content, queued: id });
    emit({ type: "steered", id, content, from }, entry.seq);
  }

  return {
    async accept(content, steer) {
      if (closed) throw new SkeinError("run-over", "The run has ended; start another one.");
      await enqueue({ content, steer });
    },
    report(child, message) {
      if (message === undefined) return wake();
      const content = [{ type: "text", text: message }] as const;
      // When the journal cannot be written, the loop's next write fails and ends the run.
      enqueue({ content, steer: true, child }).catch(() => undefined);
    },
    async deliver(which) {
      if (arriving.size > 0) await Promise.allSettled(arriving);
      const waiting = log.transcript.waiting();
      const steering = waiting.filter((message) => message.steer);
      const due = which === "steering" ? steering : steering.length > 0 ? steering : waiting.slice(0, 1);
      for (const message of due) await deliverOne(message);
      return due.length > 0;
    },
    async deliverAll(write) {
      while (arriving.size > 0) await Promise.allSettled(arriving);
      const waiting = log.transcript.waiting().filter(({ child }) => child === undefined);
      await write(waiting.map(({ content }) => content));
      for (const { id, content } of waiting) emit({ type: "steered", id, content });
    },
    more: () => arrival.promise,
    close() {
      closed = true;
    },
  };
}
