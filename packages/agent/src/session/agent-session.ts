import type { CompleteParts } from "../agent-parts.ts";
import { interruption } from "../run-stop.ts";
import { openSession, type SessionLog } from "./session-log.ts";

/** The session of an agent: opened on demand, and used by one run or other work after the other. */
export interface AgentSession {
  /** Aborted when the agent is closed, or has lost the session. */
  readonly closing: AbortSignal;
  open(): Promise<SessionLog>;
  /** The session as far as it is open; undefined if it is not, or can no longer be written. */
  current(): Promise<SessionLog | undefined>;
  /**
   * Starts a run.
   *
   * @param start - receives what opens the session when all earlier work has ended; later work waits for `ended`.
   */
  startRun<Started extends { readonly ended: Promise<unknown> }>(
    start: (open: () => Promise<SessionLog>) => Started,
  ): Started;
  /** Does work when all earlier work has ended. Later work waits for it. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Does work when all earlier work has ended. Later work does not wait for it; only `stop` does. */
  afterTurns<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Starts work that only `stop` waits for, after aborting it. */
  runInBackground(work: (signal: AbortSignal) => Promise<unknown>): void;
  /** Aborts `closing`, and resolves when nothing runs. */
  stop(): Promise<void>;
  /** Releases the session. */
  close(): Promise<void>;
}

export function createAgentSession(
  parts: Pick<CompleteParts, "journal" | "session" | "ids" | "clock" | "redact">,
): AgentSession {
  const closing = new AbortController();
  let opened: Promise<SessionLog> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const background = new Set<Promise<unknown>>();

  async function open(): Promise<SessionLog> {
    closing.signal.throwIfAborted();
    const before = await opened;
    if (before?.isBroken()) {
      opened = undefined;
      await before.close();
    }
    opened ??= openSession({
      store: parts.journal,
      session: parts.session,
      owner: parts.ids(),
      clock: parts.clock,
      redact: parts.redact,
      onLost: (error) => closing.abort(error),
    }).catch((error: unknown) => {
      opened = undefined; // the lease may be free by the next run
      throw error;
    });
    return opened;
  }

  function runInBackground(work: (signal: AbortSignal) => Promise<unknown>): void {
    const done = work(closing.signal)
      .catch(() => undefined)
      .finally(() => background.delete(done));
    background.add(done);
  }

  return {
    closing: closing.signal,
    open,
    async current() {
      const log = await opened?.catch(() => undefined);
      return log && !log.isBroken() ? log : undefined;
    },
    startRun(start) {
      const before = running;
      const started = start(() => before.then(open));
      running = started.ended;
      return started;
    },
    inTurn(work) {
      const done = running.then(work);
      running = done.catch(() => undefined);
      return done;
    },
    afterTurns(work) {
      const done = running.then(work);
      runInBackground(() => done);
      return done;
    },
    runInBackground,
    async stop() {
      closing.abort(interruption("The agent was closed."));
      await running.catch(() => undefined);
      await Promise.allSettled(background);
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
