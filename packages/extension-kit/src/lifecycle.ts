import { ExtensionError, messageOf, type ExtensionStatus } from "@skein/protocol";

export interface LifecycleSteps {
  readonly start?: ((signal?: AbortSignal) => void | Promise<void>) | undefined;
  readonly close: () => void | Promise<void>;
}

export interface Lifecycle {
  /** @throws ExtensionError `start-failed` with the reason as its cause, `closed` after `close`. */
  ready(signal?: AbortSignal): Promise<void>;
  status(): ExtensionStatus;
  close(): Promise<void>;
}

/** Starts an extension once, again after it has failed, and closes it once. */
export function createLifecycle(name: string, steps: LifecycleSteps): Lifecycle {
  let status: ExtensionStatus = { state: steps.start ? "configured" : "ready" };
  let starting: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

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

  async function close(): Promise<void> {
    await steps.close();
  }

  return {
    async ready(signal) {
      if (!closing && status.state !== "ready") {
        starting ??= start(signal).catch((error: unknown) => {
          starting = undefined;
          throw error;
        });
        await starting;
      }
      if (closing) throw new ExtensionError("closed", `The extension "${name}" is closed.`);
    },
    status: () => status,
    close() {
      status = { state: "stopped" };
      return (closing ??= close());
    },
  };
}
