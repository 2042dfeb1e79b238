import { ProtocolError, ProtocolErrorCode, type CallToolResult } from "@modelcontextprotocol/server";
import { messageOf } from "@skein/protocol";

/** Milliseconds between two looks that clients are advised to. */
export const pollMs = 500;
/** Milliseconds that a task and its result are kept, unless the client wants it shorter. */
const longestTtlMs = 3_600_000;
/** Tasks at a time. */
const mostTasks = 100;

/** What has become of a task. */
type TaskEnd =
  | { readonly status: "completed"; readonly result: CallToolResult }
  | { readonly status: "failed"; readonly problem: string }
  | { readonly status: "cancelled" };

/** A call that goes on after its request was answered. */
export interface Task {
  /** It cannot be guessed. */
  readonly id: string;
  readonly ttlMs: number;
  readonly createdAt: string;
  changedAt: string;
  /** What it told last. */
  said: string;
  /** Absent while it works. */
  end?: TaskEnd;
  /** Resolves when it works no more. */
  readonly ended: Promise<void>;
  readonly cancel: () => void;
}

/** The tasks of a served extension. */
export interface TaskStore {
  /** Throws a `ProtocolError` when there are too many. */
  readonly start: (
    ttlMs: number | undefined,
    work: (task: Task, signal: AbortSignal) => Promise<CallToolResult>,
  ) => Task;
  /** Throws a `ProtocolError` for one that is not known. */
  readonly get: (id: string) => Task;
  readonly all: () => readonly Task[];
  /** Cancels them all. */
  readonly close: () => void;
}

export function taskStore(): TaskStore {
  const tasks = new Map<string, Task>();

  return {
    start(ttlMs = longestTtlMs, work) {
      if (tasks.size >= mostTasks) throw tooMany();
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const abort = new AbortController();
      const now = new Date().toISOString();
      const keptMs = Math.max(0, Math.min(ttlMs, longestTtlMs));
      // What has ended stays as it is.
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
        cancel() {
          finish({ status: "cancelled" });
          abort.abort(new Error("The task was cancelled."));
        },
      };
      tasks.set(task.id, task);
      const forget = (): void => {
        task.cancel();
        tasks.delete(task.id);
      };
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

function tooMany(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    `There are ${mostTasks} tasks already. Try again when one has expired.`,
  );
}
