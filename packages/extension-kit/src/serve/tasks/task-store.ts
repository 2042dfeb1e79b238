// Tasks live in this process only. A client that asks after a restart gets the
// error for an unknown task, and calls again.

import { ProtocolError, ProtocolErrorCode, type CallToolResult } from "@modelcontextprotocol/server";
import { messageOf } from "@skein/protocol";

/** Milliseconds between two polls that clients are advised to use. */
export const pollMs = 500;
/**
 * Milliseconds for which a task and its result are stored, unless the client
 * wants less: an hour.
 */
const longestTtlMs = 3_600_000;
/** Tasks at a time. */
const mostTasks = 100;

/** End of a task. */
type TaskEnd =
  | { readonly status: "completed"; readonly result: CallToolResult }
  | { readonly status: "failed"; readonly problem: string }
  | { readonly status: "cancelled" };

/** Call that continues after its request was answered. */
export interface Task {
  /**
   * Id that cannot be guessed: it is all that a client needs to read the
   * result.
   */
  readonly id: string;
  /** Milliseconds from its creation to its removal. */
  readonly ttlMs: number;
  /** Time of creation as an ISO 8601 date. */
  readonly createdAt: string;
  /** Time of the last change as an ISO 8601 date. */
  changedAt: string;
  /** Last progress. */
  said: string;
  /** End of the task. Absent while it runs. */
  end?: TaskEnd;
  /** Resolves when the task has ended. */
  readonly ended: Promise<void>;
  /** Cancels the task. Does nothing if it has ended. */
  readonly cancel: () => void;
}

/**
 * Tasks of a served extension.
 *
 * Ids are the only protection of results: every client that knows an id can
 * read and cancel its task.
 */
export interface TaskStore {
  /**
   * Creates a task and starts its work. Throws a `ProtocolError` if there are
   * too many.
   */
  readonly start: (
    ttlMs: number | undefined,
    work: (task: Task, signal: AbortSignal) => Promise<CallToolResult>,
  ) => Task;
  /** Finds a task. Throws a `ProtocolError` for an unknown id. */
  readonly get: (id: string) => Task;
  /** Lists all tasks. */
  readonly all: () => readonly Task[];
  /** Cancels all tasks. */
  readonly close: () => void;
}

/**
 * Creates an empty store. A task that has ended never changes again.
 *
 * Expired tasks are removed by a timer that does not keep the process running.
 */
export function taskStore(): TaskStore {
  const tasks = new Map<string, Task>();

  return {
    // The work starts at once. Its result is stored until the task expires,
    // whether or not the client asks for it.
    start(ttlMs = longestTtlMs, work) {
      // Results stay until they expire, so they count too.
      if (tasks.size >= mostTasks) throw tooMany();
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const abort = new AbortController();
      const now = new Date().toISOString();
      const keptMs = Math.max(0, Math.min(ttlMs, longestTtlMs));
      // A task that has ended stays as it is.
      const finish = (end: TaskEnd): void => {
        if (task.end) return;
        Object.assign(task, { end, changedAt: new Date().toISOString() });
        resolve();
      };
      const task: Task = {
        id: crypto.randomUUID(),
        ttlMs: keptMs,
        createdAt: now,
        changedAt: now,
        said: "",
        ended,
        // The status changes at once, whether or not the work reacts to the
        // abort.
        cancel() {
          finish({ status: "cancelled" });
          abort.abort(new Error("The task was cancelled."));
        },
      };
      tasks.set(task.id, task);
      // A task that still runs when it expires is cancelled: no one can read
      // its result any more.
      const forget = (): void => {
        task.cancel();
        tasks.delete(task.id);
      };
      // Counts from the creation, as the revision says: a task that runs longer
      // is cancelled.
      setTimeout(forget, keptMs).unref();
      work(task, abort.signal).then(
        (result) => finish({ status: "completed", result }),
        (error: unknown) => finish({ status: "failed", problem: messageOf(error) }),
      );
      return task;
    },
    get(id) {
      const task = tasks.get(id);
      if (!task)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The task is not known, or has expired.");
      return task;
    },
    all: () => [...tasks.values()],
    close() {
      for (const task of tasks.values()) task.cancel();
    },
  };
}

/** Creates the error for too many tasks. */
function tooMany(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    `There are ${mostTasks} tasks already. Try again when one has expired.`,
  );
}
