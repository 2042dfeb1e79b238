import { ExtensionError, messageOf, type Extension, type ExtensionStatus, type Tool } from "@skein/protocol";
import { within } from "./within.ts";

export interface StatusEvent {
  readonly extension: string;
  readonly status: ExtensionStatus;
}

export type Report = (event: StatusEvent) => void;

/** Reports the status of an extension: as it says itself, or as this package sees it. */
export function followStatus(extension: Extension, report: Report): (status: ExtensionStatus) => void {
  const { name } = extension;
  const tell = (status: ExtensionStatus) => report({ extension: name, status });
  if (!extension.onStatus) return tell;
  if (extension.status().state !== "configured") tell(extension.status());
  extension.onStatus(tell);
  return (status) => {
    // What it cannot know itself: that it is late.
    if (status.state === "degraded" && extension.status().state !== "degraded") tell(status);
  };
}

export interface StartOptions {
  /** Its tools, when it is being started already. */
  readonly started?: Promise<readonly Tool[]> | undefined;
  readonly timeoutMs: number;
  readonly tell: (status: ExtensionStatus) => void;
  readonly signal: AbortSignal;
}

/** @throws ExtensionError; an extension that is late is told to stop. */
export async function startExtension(
  extension: Extension,
  { started, timeoutMs, tell, signal }: StartOptions,
): Promise<readonly Tool[]> {
  const { name } = extension;
  const limit = new AbortController();
  tell({ state: "starting" });
  try {
    const starting = started ?? extension.tools(AbortSignal.any([signal, limit.signal]));
    const tools = await within(starting, timeoutMs);
    if (!tools) throw new Error(`it did not start within ${timeoutMs / 1000} s`);
    tell({ state: "ready" });
    return tools;
  } catch (error) {
    limit.abort(error);
    const failure = ExtensionError.is(error)
      ? error
      : new ExtensionError("start-failed", `The extension "${name}" could not start: ${messageOf(error)}`, {
          cause: error,
        });
    tell({ state: "degraded", message: failure.message });
    throw failure;
  }
}

/** Never throws; an extension that hangs is abandoned. */
export async function closeExtension(
  extension: Extension,
  timeoutMs: number,
  tell: (status: ExtensionStatus) => void,
): Promise<void> {
  const closed = extension.close().then(
    () => ({ state: "stopped" }) as const,
    (error: unknown) => ({ state: "degraded", message: messageOf(error) }) as const,
  );
  const late = { state: "degraded", message: `it did not close within ${timeoutMs / 1000} s` } as const;
  tell((await within(closed, timeoutMs)) ?? late);
}
