import type { JsonValue } from "@skein/protocol";
import { withDefaults, type AgentParts } from "./parts.ts";
import type { Run, RunInput } from "./run.ts";
import { interruption } from "./run-stop.ts";
import { openSession, type SessionLog } from "./session-log.ts";
import { startRun } from "./start-run.ts";

/** A conversation with a model that can use tools. Runs of one agent follow each other in the same session. */
export interface Agent<Output = JsonValue> extends AsyncDisposable {
  readonly session: string;
  /** Starts when the runs before it are over. @param options.signal - aborting it interrupts the run. */
  run(input: RunInput, options?: { readonly signal?: AbortSignal }): Run<Output>;
  /** Interrupts what runs, ends extensions, and gives the session free. May be called twice. */
  close(): Promise<void>;
}

/**
 * Only `model` is required; see `AgentParts` for the defaults of everything else. Nothing is started or opened before
 * the first run. With `session` and `journal` an earlier conversation goes on: what a crash left open is settled first.
 */
export function createAgent<Output = JsonValue>(agentParts: AgentParts<Output>): Agent<Output> {
  const parts = withDefaults(agentParts);
  const closing = new AbortController();
  let opened: Promise<SessionLog> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let closed: Promise<void> | undefined;

  function open(): Promise<SessionLog> {
    closing.signal.throwIfAborted();
    opened ??= openSession({
      store: parts.journal,
      session: parts.session,
      owner: parts.ids(),
      clock: parts.clock,
      onLost: (error) => closing.abort(error),
    }).catch((error: unknown) => {
      opened = undefined; // the next run may find it free
      throw error;
    });
    return opened;
  }

  async function closeAll(): Promise<void> {
    closing.abort(interruption("The agent was closed."));
    await running.catch(() => undefined);
    await Promise.allSettled(parts.extensions.map((extension) => extension.close()));
    await (await opened?.catch(() => undefined))?.close();
  }

  const close = (): Promise<void> => (closed ??= closeAll());
  return {
    session: parts.session,
    run(input, { signal } = {}) {
      const before = running;
      const { run, ended } = startRun<Output>({
        parts,
        input,
        open: () => before.then(open),
        signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
      });
      running = ended;
      return run;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
