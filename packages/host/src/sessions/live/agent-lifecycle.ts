import type { AskUser } from "@skein/protocol";
import type { OpenAgent, Runtime } from "@skein/runtime";
import type { LiveSettings } from "./live-session.ts";
import { openInTime } from "./open-in-time.ts";

/** The agent of a session: opened by the first that needs it, once. */
export interface AgentLifecycle {
  /**
   * Opens it, unless it is open. Rejects with `ConfigError`, `ExtensionError`, `SessionError`, and with `NotStartedError` when
   * it is interrupted, or too late, before all extensions have started; the next call tries again.
   */
  open(): Promise<OpenAgent>;
  /** The one that is open or starting. */
  opened(): Promise<OpenAgent> | undefined;
  /** @returns whether its extensions were starting. */
  interruptStart(reason: string): boolean;
  /** Closes it, so that the next `open` starts another. To be called between runs. */
  reopen(): Promise<void>;
  /**
   * When the time limit of the first run began to count, in milliseconds since the epoch; `undefined` for all runs after
   * the one that asks for it.
   */
  startOfFirstRun(): number | undefined;
}

export interface AgentLifecycleParts {
  readonly runtime: Pick<Runtime, "open">;
  /** As they are when it is opened. */
  readonly settings: () => LiveSettings;
  /** Without it, a question ends the run. */
  readonly ask: AskUser | undefined;
  readonly countedFrom: number | undefined;
  /** Of the session: aborted, nothing starts any more. */
  readonly signal: AbortSignal;
}

export function agentLifecycle({
  runtime,
  settings,
  ask,
  countedFrom: first,
  signal,
}: AgentLifecycleParts): AgentLifecycle {
  let countedFrom = first;
  let opened: Promise<OpenAgent> | undefined;
  /** While extensions are starting. */
  let starting: AbortController | undefined;

  function open(): Promise<OpenAgent> {
    if (opened) return opened;
    const interrupted = new AbortController();
    starting = interrupted;
    const opening = openInTime(
      runtime,
      { ...settings(), ...(ask ? { ask } : {}) },
      { signal: AbortSignal.any([signal, interrupted.signal]), countedFrom },
    );
    opened = opening;
    opening
      .catch(() => {
        if (opened === opening) opened = undefined;
      })
      .finally(() => {
        if (starting === interrupted) starting = undefined;
      });
    return opening;
  }

  return {
    open,
    opened: () => opened,
    interruptStart(reason) {
      const isStarting = starting !== undefined;
      starting?.abort(reason);
      return isStarting;
    },
    async reopen() {
      const found = await opened?.catch(() => undefined);
      opened = undefined;
      await found?.agent.close();
    },
    startOfFirstRun() {
      const from = countedFrom;
      countedFrom = undefined;
      return from;
    },
  };
}
