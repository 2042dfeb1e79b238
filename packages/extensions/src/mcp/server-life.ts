import { setTimeout as sleep } from "node:timers/promises";
import { ExtensionError, messageOf, type ExtensionStatus } from "@skein/protocol";
import { afterLogin, connect, type Connection, type ServerNews } from "./connect.ts";
import { waits } from "./limits.ts";
import { problemOf, type Problem } from "./problem.ts";
import { withPinnedVersion } from "../pins/pinned-offer.ts";
import { refuseMalicious } from "../packages/refuse-malicious.ts";
import type { ServerRequests } from "./requests/answer-server.ts";
import { restarts, type Restarts } from "./restarts.ts";
import type { McpSettings } from "./settings.ts";

/** Starts a server on demand, restarts it after a crash, and ends it. */
export interface ServerLife {
  /** Starts it if it is not running. Throws `ExtensionError`. */
  connected(signal: AbortSignal): Promise<Connection>;
  /** Its tools are known from an earlier start. */
  remembered(): void;
  /** Starts it in a moment, to ask for its tools again; a failure is a status. */
  startSoon(): void;
  /** Closes a connection that can no longer be used; the next `connected` creates a new one. */
  drop(connection: Connection): Promise<void>;
  status(): ExtensionStatus;
  onStatus(listener: (status: ExtensionStatus) => void): () => void;
  /** Aborted by `close`, with the error to report. */
  readonly closing: AbortSignal;
  /** Ends it and everything it started. May be called twice. */
  close(): Promise<void>;
}

export interface ServerLifeOptions {
  /** Of the extension. */
  readonly name: string;
  readonly startTimeoutMs: number;
  /** The last step of a start; if it fails, the start has failed. */
  readonly onOpened: (connection: Connection, signal: AbortSignal) => Promise<void>;
  readonly news: ServerNews;
  readonly requests: ServerRequests;
}

export function serverLife(settings: McpSettings, options: ServerLifeOptions): ServerLife {
  const { name, startTimeoutMs, onOpened, news, requests } = options;
  const again = restarts(() => performance.now());
  const closing = new AbortController();
  const endings = new Set<Promise<void>>();
  let status: ExtensionStatus = { state: "configured" };
  const listeners = new Set<(status: ExtensionStatus) => void>();
  let current: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  let closed: Promise<void> | undefined;

  function enter(next: ExtensionStatus): void {
    status = next;
    for (const listener of listeners) listener(next);
  }

  async function open(caller: AbortSignal): Promise<Connection> {
    const limit = new AbortController();
    const late = new Error(`it did not start within ${startTimeoutMs / 1000} s`);
    const timer = setTimeout(() => limit.abort(late), startTimeoutMs);
    const signal = AbortSignal.any([caller, closing.signal, limit.signal]);
    let connection: Connection | undefined;
    try {
      await pause(name, again, status, signal);
      enter({ state: "starting" });
      const onLost = () => connection && lose(connection);
      refuseMalicious(settings);
      const { settings: versioned, chosen } = await withPinnedVersion(settings, name);
      const connecting = {
        name,
        timeoutMs: startTimeoutMs,
        news,
        onLost,
        requests,
        signal,
        apps: settings.apps,
      };
      connection = {
        ...(await connect(versioned, connecting)),
        ...(chosen ? { package: chosen } : {}),
      };
      const opened = connection;
      await afterLogin(opened, signal, () => onOpened(opened, signal));
      current = connection;
      enter({ state: "ready" });
      return connection;
    } catch (error) {
      if (ExtensionError.is(error)) throw error;
      const failure = startFailure(name, { error, connection, signal });
      enter({ state: "degraded", message: failure.message });
      if (connection) await end(connection);
      if (!caller.aborted && !closing.signal.aborted) again.crashed();
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  function lose(connection: Connection): void {
    if (connection !== current) return;
    again.crashed();
    enter({
      state: "degraded",
      message: `The extension "${name}" has stopped: ${connection.describeEnd()}.`,
    });
    void end(connection);
  }

  /** Processes that a server started may outlive it. */
  async function end(connection: Connection): Promise<void> {
    const ending = connection.close().catch(() => {});
    endings.add(ending);
    await ending;
    endings.delete(ending);
  }

  async function closeAll(): Promise<void> {
    closing.abort(new ExtensionError("closed", `The extension "${name}" is closed.`));
    await opening?.catch(() => {});
    if (current) await end(current);
    await Promise.all(endings);
    enter({ state: "stopped" });
  }

  async function connected(signal: AbortSignal): Promise<Connection> {
    closing.signal.throwIfAborted();
    if (current?.isOpen()) return current;
    opening ??= open(signal).finally(() => (opening = undefined));
    return opening;
  }

  return {
    connected,
    remembered: () => enter({ state: "cached" }),
    startSoon() {
      const start = () => void connected(closing.signal).catch(() => {});
      const timer = setTimeout(start, waits.untilLessBusy).unref();
      closing.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    },
    async drop(connection) {
      if (connection === current) current = undefined;
      await end(connection);
    },
    status: () => status,
    onStatus(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    closing: closing.signal,
    close: () => (closed ??= closeAll()),
  };
}

/** Waits before a start that follows crashes. Throws `ExtensionError` after too many of them. */
async function pause(
  name: string,
  again: Restarts,
  status: ExtensionStatus,
  signal: AbortSignal,
): Promise<void> {
  const waitMs = again.waitMs();
  if (waitMs === undefined) {
    const why = status.state === "degraded" ? status.message : "";
    const rests = `The extension "${name}" has failed ${again.count()} times and is left alone for some minutes.`;
    throw new ExtensionError("start-failed", `${rests} The last time: ${why}`);
  }
  if (waitMs > 0) await sleep(waitMs, undefined, { signal });
}

interface FailedStart {
  readonly error: unknown;
  /** Once it was created. */
  readonly connection: Connection | undefined;
  readonly signal: AbortSignal;
}

function startFailure(name: string, { error, connection, signal }: FailedStart): ExtensionError {
  if (ExtensionError.is(signal.reason)) return signal.reason;
  const { text, hint, needsLogin } = whyNotStarted({ error, connection, signal });
  const message = `The extension "${name}" could not start: ${text}.`;
  return new ExtensionError("start-failed", message, {
    cause: error,
    ...(hint === undefined ? {} : { hint }),
    ...(needsLogin ? { nextStep: { do: "log-in", extension: name } } : {}),
  });
}

function whyNotStarted({ error, connection, signal }: FailedStart): Problem {
  if (connection && signal.aborted) return { text: messageOf(signal.reason) };
  if (connection?.isOpen() === false) return { text: connection.describeEnd() };
  return problemOf(error);
}
