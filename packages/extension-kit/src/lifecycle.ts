// Start and close. An extension is shared by sessions and servers, which may
// call, start and close it at the same time.

import { ExtensionError, messageOf, type ExtensionStatus } from "@skein/protocol";

/** Steps that an author provides. */
export interface LifecycleSteps {
  /** Starts the extension. Absent: it is ready at once. */
  readonly start?: ((signal?: AbortSignal) => void | Promise<void>) | undefined;
  /** Releases everything. */
  readonly close: () => void | Promise<void>;
}

/**
 * State of an extension between creation and close.
 *
 * All methods may be called at any time, also at the same time.
 */
export interface Lifecycle {
  /**
   * Waits until the extension has started.
   *
   * @throws ExtensionError `start-failed` with the reason as its cause,
   *   `closed` after `close`.
   */
  ready(signal?: AbortSignal): Promise<void>;
  /** Returns the current status. */
  status(): ExtensionStatus;
  /** Closes the extension. Later calls wait for the first one. */
  close(): Promise<void>;
}

/**
 * Starts an extension once, again after it has failed, and closes it once.
 * Calls that come during the start share it.
 *
 * States: `configured`, `starting`, then `ready` or `degraded`, and at the end
 * `stopped`. Without a `start` step the extension is `ready` from the
 * beginning.
 *
 * @param name - name in errors.
 */
export function createLifecycle(name: string, steps: LifecycleSteps): Lifecycle {
  let status: ExtensionStatus = { state: steps.start ? "configured" : "ready" };
  let starting: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  // Runs the author's step. The status follows it, but never leaves `stopped`:
  // an extension that was closed during its start stays closed.
  async function start(signal?: AbortSignal): Promise<void> {
    status = { state: "starting" };
    try {
      signal?.throwIfAborted();
      await steps.start?.(signal);
      if (!closing) status = { state: "ready" };
    } catch (error) {
      if (!closing) status = { state: "degraded", message: messageOf(error) };
      throw new ExtensionError(
        "start-failed",
        `The extension "${name}" could not start: ${messageOf(error)}`,
        { cause: error },
      );
    }
  }

  // Wrapped in an async function, so that a step that throws rejects instead.
  async function close(): Promise<void> {
    await steps.close();
  }

  return {
    // Waits for a start that another call has begun, or begins one.
    async ready(signal) {
      if (!closing && status.state !== "ready") {
        // A start that fails is forgotten, so that the next call tries again.
        starting ??= start(signal).catch((error: unknown) => {
          starting = undefined;
          throw error;
        });
        await starting;
      }
      // Closed while it was starting.
      if (closing) throw new ExtensionError("closed", `The extension "${name}" is closed.`);
    },
    status: () => status,
    close() {
      status = { state: "stopped" };
      return (closing ??= close());
    },
  };
}
